//! The solver as others see it: questions, limits, answers.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::board::{Board, Pair};
use super::distance::Distance;
use super::kept::{self, Proven};
use super::key::{Numbering, numbers};
use super::options::Options;
use super::position::{Exchange, RawMove, RawPosition};
use super::search::{Likely, Shared, Sink, Stopped};
use super::table::Table;
use super::team;
use crate::budget::Limits;
use crate::solver::monitor::{Monitor, Watch};
use crate::solver::store::Store;
use crate::value::Value;

/// More threads than this are not started, whatever is asked for.
const MOST_THREADS: usize = 256;

/// What is asked about a position, beside its value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// The value of every move, not only of enough moves to know the position's.
    pub all: bool,
    /// Positions to expand at most to find out how many plies the game lasts from here; 0 does not
    /// ask. That takes a search of its own, on large boards many times as long as the one for the
    /// value. The limits of the whole search apply as well.
    pub plies_nodes: u64,
}

/// A solver's answer. Values are for the player who is to move, or who makes the move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Whether the player to move wins; [`Value::Unknown`] if a limit ended the search before it
    /// was known.
    pub value: Value,
    /// Moves proven to win, in ascending order: all of them if all were asked for and decided,
    /// else at least one if the value is a win. (One exception: with the exchange on offer the
    /// value is a win without any search, lemma N5; if a limit ends the search for the move, this
    /// is empty.)
    pub best: Vec<RawMove>,
    /// Every legal move in ascending order, with what is known of it.
    pub moves: Vec<(RawMove, Value)>,
    /// Plies to the end if the winner hastens and the loser delays, if asked for and found; 0 in a
    /// finished game.
    pub plies_to_end: Option<u32>,
    /// Expanded positions, by all threads together.
    pub nodes: u64,
}

/// The tables for one shape of board.
struct Tables {
    columns: u8,
    rows: u8,
    values: Table,
    distances: Option<Table>,
}

/// An exact solver of Narrows on boards of at most 64 points, which keeps what it has proven from
/// one position to the next as long as the board keeps its shape.
pub struct Solver {
    pub(super) memory_bytes: usize,
    options: Options,
    tables: Option<Tables>,
    /// Where results are kept.
    pub(super) store: Option<Store<Proven>>,
    /// The solver of boards that are too large for this one.
    pub(super) plain: Option<Box<dyn Any + Send>>,
}

impl Solver {
    /// A solver whose tables together take at most `memory_bytes` bytes (but at least 8 KiB) and
    /// never grow. The memory is taken at the first search, which costs the time to clear it,
    /// about 0.3 ms a mebibyte.
    #[must_use]
    pub fn new(memory_bytes: usize) -> Self {
        Self::with_options(memory_bytes, Options::default())
    }

    /// The same with parts of the method switched off.
    #[must_use]
    pub fn with_options(memory_bytes: usize, options: Options) -> Self {
        Self {
            memory_bytes,
            options,
            tables: None,
            store: None,
            plain: None,
        }
    }

    /// The bytes the tables take now.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        self.tables.as_ref().map_or(0, |tables| {
            tables.values.memory_bytes() + tables.distances.as_ref().map_or(0, Table::memory_bytes)
        })
    }

    /// Forgets everything it has proven.
    pub fn clear(&mut self) {
        self.tables = None;
    }

    /// Solves a position. `stop` is called at least every 128 expanded positions of each thread.
    ///
    /// The value is the same for any number of threads; which winning move is found first may
    /// differ, unless all are asked for.
    pub fn solve(
        &mut self,
        position: &RawPosition,
        question: Question,
        limits: &Limits,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Solution {
        let monitor = Monitor::default();
        self.solve_watched(position, question, limits, stop, &monitor.watch(&|_, _| ()))
    }

    /// The same for those who watch.
    pub(super) fn solve_watched(
        &mut self,
        position: &RawPosition,
        question: Question,
        limits: &Limits,
        stop: &(dyn Fn() -> bool + Sync),
        watch: &Watch<'_, RawMove>,
    ) -> Solution {
        if position.columns <= 8 && position.rows <= 8 {
            self.run::<true>(position, question, limits, stop, watch)
        } else {
            self.run::<false>(position, question, limits, stop, watch)
        }
    }

    fn run<const EIGHT: bool>(
        &mut self,
        position: &RawPosition,
        question: Question,
        limits: &Limits,
        stop: &(dyn Fn() -> bool + Sync),
        watch: &Watch<'_, RawMove>,
    ) -> Solution {
        self.tables_for(position, question.plies_nodes > 0);
        let distances = self
            .tables
            .as_mut()
            .and_then(|tables| tables.distances.take());
        let solution = self.with_shared::<EIGHT, _>(position, stop, watch, |shared| {
            let shared = Shared {
                node_limit: limits.nodes.unwrap_or(u64::MAX),
                ..*shared
            };
            let root = Root {
                shared: &shared,
                distances: distances.as_ref(),
                threads: limits.threads.clamp(1, MOST_THREADS),
                watch,
            };
            let pair = Pair {
                own: shared.board.spread(position.pair.own),
                other: shared.board.spread(position.pair.other),
            };
            root.solve(pair, position.exchange, question)
        });
        if let Some(tables) = &mut self.tables {
            tables.distances = distances;
        }
        solution
    }

    /// Calls `each` with what a search on the position's board needs, without a limit of nodes.
    pub(super) fn with_shared<const EIGHT: bool, T>(
        &mut self,
        position: &RawPosition,
        stop: &(dyn Fn() -> bool + Sync),
        watch: &Watch<'_, RawMove>,
        each: impl FnOnce(&Shared<'_, EIGHT>) -> T,
    ) -> T {
        let board = Board::<EIGHT>::new(position.columns.into(), position.rows.into());
        let numbering = Numbering::new(&board);
        let options = self.options;
        self.tables_for(position, false);
        let Some(tables) = &self.tables else {
            unreachable!("they were just made")
        };
        let (columns, rows) = (position.columns, position.rows);
        let group = kept::group(columns, rows);
        let take = |number: u128, won: bool, work: u64| {
            if let Some(store) = &self.store {
                store.add(group, number, Proven { won, work });
            }
        };
        let wants = |work| self.store.as_ref().is_some_and(|store| store.wants(work));
        let sink = self.store.is_some().then_some(Sink {
            wants: &wants,
            take: &take,
        });
        each(&Shared {
            sink,
            board: &board,
            numbering: &numbering,
            table: &tables.values,
            options,
            stop: &watch.looking_at_table(|| tables.values.fill_permille().into(), stop),
            nodes: watch.nodes,
            node_limit: u64::MAX,
            halted: &AtomicBool::new(false),
        })
    }

    fn tables_for(&mut self, position: &RawPosition, plies: bool) -> &mut Tables {
        let numbers = numbers(u32::from(position.columns) * u32::from(position.rows));
        let (columns, rows) = (position.columns, position.rows);
        if !self
            .tables
            .as_ref()
            .is_some_and(|t| t.columns == columns && t.rows == rows)
        {
            self.tables = None;
        }
        let memory = self.memory_bytes;
        let fresh = self.tables.is_none();
        let tables = self.tables.get_or_insert_with(|| Tables {
            columns,
            rows,
            values: Table::new(numbers, memory / 8 * 7),
            distances: None,
        });
        if let Some(store) = self.store.as_ref().filter(|_| fresh) {
            let values = &tables.values;
            // The file was read whole when it was opened; what cannot be read now is searched.
            let group = kept::group(columns, rows);
            let _partly = store.read(group..=group, |number, Proven { won, work }| {
                values.put(values.place(number), super::search::data(won, work));
            });
        }
        if plies && tables.distances.is_none() {
            tables.distances = Some(Table::new(2 * numbers, memory / 8));
        }
        tables
    }
}

/// One search from its first position.
struct Root<'a, const EIGHT: bool> {
    shared: &'a Shared<'a, EIGHT>,
    distances: Option<&'a Table>,
    threads: usize,
    watch: &'a Watch<'a, RawMove>,
}

/// A move at the root.
struct RootMove {
    play: RawMove,
    child: Pair,
    value: Value,
    rank: i32,
}

const fn value_of(won: bool) -> Value {
    if won { Value::Win } else { Value::Loss }
}

impl<const EIGHT: bool> Root<'_, EIGHT> {
    fn solve(&self, pair: Pair, exchange: Exchange, question: Question) -> Solution {
        let board = self.shared.board;
        let own_linked = board.is_linked(pair.own, pair.other);
        if own_linked || board.is_linked(pair.other, pair.own) {
            // The other side moved last: it has won if it is linked (lemma N4).
            let won = !board.is_linked(pair.other, pair.own);
            return Solution {
                value: value_of(won),
                best: Vec::new(),
                moves: Vec::new(),
                plies_to_end: Some(0),
                nodes: 0,
            };
        }
        let mut moves = self.first_look(pair, exchange);
        // A limit leaves the values found so far.
        let _ended = self.decide(pair, exchange, question, &mut moves);
        let value = conclude(exchange, &moves);
        let plies_to_end = if question.plies_nodes > 0 && value != Value::Unknown {
            self.plies(pair, exchange, &moves, value, question.plies_nodes)
                .ok()
        } else {
            None
        };
        moves.sort_by_key(|m| m.play);
        Solution {
            value,
            best: moves
                .iter()
                .filter(|m| m.value == Value::Win)
                .map(|m| m.play)
                .collect(),
            moves: moves.iter().map(|m| (m.play, m.value)).collect(),
            plies_to_end,
            nodes: self.watch.nodes.load(Relaxed),
        }
    }

    /// All moves, best first by the looks of them, with the values that need no search.
    fn first_look(&self, pair: Pair, exchange: Exchange) -> Vec<RootMove> {
        let board = self.shared.board;
        let mut moves = Vec::new();
        board.for_each_capture(pair, |from, to| {
            let child = Board::<EIGHT>::after(pair, from, to);
            let value = if board.is_linked(child.other, child.own) {
                Value::Win
            } else if board.is_linked(child.own, child.other) || exchange == Exchange::Pending {
                // Lemma N5: whoever is offered the exchange wins.
                Value::Loss
            } else {
                Value::Unknown
            };
            let point = |bit: u64| board.compact_index(bit.trailing_zeros()) as u8;
            moves.push(RootMove {
                play: RawMove::Capture {
                    from: point(from),
                    to: point(to),
                },
                child,
                value,
                rank: self.shared.rank(child),
            });
        });
        moves.sort_by_key(|m| (m.rank, m.play));
        if exchange == Exchange::Offered {
            moves.push(RootMove {
                play: RawMove::Swap,
                child: pair,
                value: Value::Unknown,
                rank: i32::MAX,
            });
        }
        moves
    }

    /// Searches the undecided moves, as far as the question asks.
    fn decide(
        &self,
        pair: Pair,
        exchange: Exchange,
        question: Question,
        moves: &mut [RootMove],
    ) -> Result<(), Stopped> {
        let won = |moves: &[RootMove]| moves.iter().any(|m| m.value == Value::Win);
        // What the table knows already costs nothing.
        for m in moves.iter_mut().filter(|m| m.value == Value::Unknown) {
            if let RawMove::Capture { .. } = m.play
                && let Some(child_won) = team::known(self.shared, m.child)
            {
                m.value = value_of(!child_won);
            }
        }
        for m in moves.iter().filter(|m| m.value != Value::Unknown) {
            self.watch.tell(m.play, m.value);
        }
        // The best capture comes first: it should win. The next is likely as the one before.
        let mut likely = Likely::Lost;
        for index in 0..moves.len() {
            if !question.all && won(moves) {
                break;
            }
            if moves[index].value != Value::Unknown {
                continue;
            }
            self.watch.tell(moves[index].play, Value::Unknown);
            moves[index].value = match moves[index].play {
                // It comes last: if no capture wins without the exchange, the exchange does.
                RawMove::Swap if won(moves) => Value::Loss,
                RawMove::Swap => Value::Win,
                RawMove::Capture { .. } => {
                    let child = moves[index].child;
                    let child_won = team::solve(self.shared, child, likely, self.threads)?;
                    likely = Likely::new(child_won);
                    value_of(!child_won)
                }
            };
            self.watch.tell(moves[index].play, moves[index].value);
        }
        if exchange == Exchange::Offered && won(moves) {
            // A winning capture is known: without the exchange the position is won, so to hand
            // it over loses.
            for m in moves.iter_mut().filter(|m| m.play == RawMove::Swap) {
                if m.value == Value::Unknown {
                    m.value = Value::Loss;
                }
            }
        }
        let value = conclude(exchange, moves);
        if exchange == Exchange::Off && value != Value::Unknown {
            team::remember(self.shared, pair, value == Value::Win);
        }
        Ok(())
    }

    /// Plies to the end of a position whose value is known.
    fn plies(
        &self,
        pair: Pair,
        exchange: Exchange,
        moves: &[RootMove],
        value: Value,
        nodes: u64,
    ) -> Result<u32, Stopped> {
        let Some(table) = self.distances else {
            return Err(Stopped);
        };
        let limit = self.watch.nodes.load(Relaxed).saturating_add(nodes);
        let shared = Shared {
            node_limit: self.shared.node_limit.min(limit),
            halted: &AtomicBool::new(self.shared.halted.load(Relaxed)),
            ..*self.shared
        };
        let mut search = Distance::new(&shared, table);
        let won = value == Value::Win;
        let found = match exchange {
            Exchange::Off => search.plies(pair, won),
            Exchange::Offered => Self::plies_offered(&mut search, pair, moves),
            Exchange::Pending if won => Ok(1),
            Exchange::Pending => self.plies_pending(&shared, &mut search, moves),
        };
        search.finish();
        found
    }

    /// With the exchange on offer the mover wins: by the capture that would also win without, or,
    /// if there is none, by the exchange, which takes one ply.
    fn plies_offered(
        search: &mut Distance<'_, EIGHT>,
        pair: Pair,
        moves: &[RootMove],
    ) -> Result<u32, Stopped> {
        let swap_wins = match moves.iter().find(|m| m.play == RawMove::Swap) {
            Some(swap) if swap.value != Value::Unknown => swap.value == Value::Win,
            _ => return Err(Stopped),
        };
        Ok(search.plies(pair, !swap_wins)? + u32::from(swap_wins))
    }

    /// Before the first capture, the exchange to come: every capture loses, unless one ends the
    /// game; the longest game counts.
    fn plies_pending(
        &self,
        shared: &Shared<'_, EIGHT>,
        search: &mut Distance<'_, EIGHT>,
        moves: &[RootMove],
    ) -> Result<u32, Stopped> {
        let board = shared.board;
        let mut longest = 1;
        let mut likely = Likely::Lost;
        for m in moves {
            if board.is_linked(m.child.own, m.child.other) {
                continue;
            }
            let won = team::solve(shared, m.child, likely, self.threads)?;
            likely = Likely::new(won);
            let plies = search.plies(m.child, won)? + u32::from(!won);
            longest = longest.max(plies + 1);
        }
        Ok(longest)
    }
}

/// The value of a position from the values of its moves.
fn conclude(exchange: Exchange, moves: &[RootMove]) -> Value {
    if exchange == Exchange::Offered || moves.iter().any(|m| m.value == Value::Win) {
        Value::Win
    } else if moves.iter().all(|m| m.value == Value::Loss) {
        Value::Loss
    } else {
        Value::Unknown
    }
}
