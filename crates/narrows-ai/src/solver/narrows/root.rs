//! One search from its first position: what each move is worth, and how long the game lasts.

use alloc::vec::Vec;

use narrows_core::narrows::Move;

use super::distance::Distance;
use super::expand::History;
use super::meter::Stopped;
use super::position::{Exchange, Layout, Pair};
use super::search::{Likely, Worker};
use super::shared::Shared;
use super::table::Table;
use super::team::Team;
use crate::order::sort_by_key;
use crate::solver::threads::together;
use crate::solver::{Answer, Monitor};
use crate::value::Value;

/// What is asked about a position, beside its value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Asked {
    /// The value of every move, not only of enough moves to know the position's.
    pub(crate) all: bool,
    /// Positions to expand at most to find out how many plies the game lasts from here; 0 does not
    /// ask. That takes a search of its own, on large boards many times as long as the one for the
    /// value. The limits of the whole search apply as well.
    pub(crate) plies_nodes: u64,
}

/// One search from its first position.
pub(super) struct Root<'a, L: Layout> {
    pub(super) shared: &'a Shared<'a, L>,
    pub(super) distances: Option<Table<'a, L::Key>>,
    pub(super) threads: usize,
    pub(super) monitor: &'a Monitor,
}

/// A move at the root.
struct RootMove<S> {
    play: Move,
    child: Pair<S>,
    value: Value,
    rank: i32,
    /// Its index among all moves in ascending order.
    index: usize,
}

impl<L: Layout> Root<'_, L> {
    pub(super) fn solve(
        &self,
        pair: Pair<L::Set>,
        exchange: Exchange,
        asked: Asked,
        history: &mut History,
    ) -> Answer<Move> {
        let board = self.shared.board;
        if board.is_over(pair) {
            // The other side moved last: it has won if it is linked (lemma N4).
            let won = !board.is_linked(pair.other, pair.own);
            return self.answer(Value::of_mover(won), &[], Some(0));
        }
        let mut moves = self.first_look(pair, exchange);
        // A limit leaves the values found so far.
        let _ended = self.decide(pair, exchange, asked, &mut moves, history);
        let value = conclude(exchange, &moves);
        let plies_to_end = if asked.plies_nodes > 0 && value != Value::Unknown {
            self.plies(pair, exchange, &moves, value, asked.plies_nodes, history)
                .ok()
        } else {
            None
        };
        sort_by_key(&mut moves, |m| m.index);
        self.answer(value, &moves, plies_to_end)
    }

    fn answer(
        &self,
        value: Value,
        moves: &[RootMove<L::Set>],
        plies_to_end: Option<u32>,
    ) -> Answer<Move> {
        let wins = moves.iter().filter(|m| m.value == Value::Win);
        Answer {
            value,
            best: wins.map(|m| m.play).collect(),
            moves: moves.iter().map(|m| (m.play, m.value)).collect(),
            nimber: None,
            plies_to_end,
            nodes: self.shared.meter.nodes(),
        }
    }

    /// All moves, best first by the looks of them, with the values that need no search.
    fn first_look(&self, pair: Pair<L::Set>, exchange: Exchange) -> Vec<RootMove<L::Set>> {
        let board = self.shared.board;
        let mut moves = Vec::new();
        board.for_each_capture(pair, |from, to| {
            let child = pair.after(from, to);
            let value = if board.is_linked(child.other, child.own) {
                Value::Win
            } else if board.is_linked(child.own, child.other) || exchange == Exchange::Pending {
                // Lemma N5: whoever is offered the exchange wins.
                Value::Loss
            } else {
                Value::Unknown
            };
            let (Some(of), Some(at)) = (board.point_of(from), board.point_of(to)) else {
                unreachable!("stones lie on the board");
            };
            moves.push(RootMove {
                play: Move::Capture { from: of, to: at },
                child,
                value,
                rank: self.shared.rank(child),
                index: 0,
            });
        });
        sort_by_key(&mut moves, |m| m.rank);
        if exchange == Exchange::Offered {
            moves.push(RootMove {
                play: Move::Swap,
                child: pair,
                value: Value::Unknown,
                rank: i32::MAX,
                index: 0,
            });
        }
        let mut order: Vec<_> = (0..moves.len()).collect();
        sort_by_key(&mut order, |&at| moves[at].play);
        for (index, at) in order.into_iter().enumerate() {
            moves[at].index = index;
        }
        moves
    }

    fn tell(&self, told: &RootMove<L::Set>) {
        self.monitor.note(told.index, told.value);
    }

    /// Searches the undecided moves, as far as is asked.
    fn decide(
        &self,
        pair: Pair<L::Set>,
        exchange: Exchange,
        asked: Asked,
        moves: &mut [RootMove<L::Set>],
        history: &mut History,
    ) -> Result<(), Stopped> {
        let won = |moves: &[RootMove<_>]| moves.iter().any(|m| m.value == Value::Win);
        // What the table knows already costs nothing.
        for m in moves.iter_mut().filter(|m| m.value == Value::Unknown) {
            if let Move::Capture { .. } = m.play
                && let Some(child_won) = self.shared.known(m.child)
            {
                m.value = Value::of_mover(!child_won);
            }
        }
        for m in moves.iter().filter(|m| m.value != Value::Unknown) {
            self.tell(m);
        }
        // The best capture comes first: it should win. The next is likely as the one before.
        let mut likely = Likely::Lost;
        for index in 0..moves.len() {
            if !asked.all && won(moves) {
                break;
            }
            if moves[index].value != Value::Unknown {
                continue;
            }
            self.tell(&moves[index]);
            moves[index].value = match moves[index].play {
                // It comes last: if no capture wins without the exchange, the exchange does.
                Move::Swap if won(moves) => Value::Loss,
                Move::Swap => Value::Win,
                Move::Capture { .. } => {
                    let child_won =
                        self.child_wins(self.shared, moves[index].child, likely, history)?;
                    likely = Likely::new(child_won);
                    Value::of_mover(!child_won)
                }
            };
            self.tell(&moves[index]);
        }
        if exchange == Exchange::Offered && won(moves) {
            // A winning capture is known: without the exchange the position is won, so to hand
            // it over loses.
            for m in moves.iter_mut().filter(|m| m.play == Move::Swap) {
                if m.value == Value::Unknown {
                    m.value = Value::Loss;
                }
            }
        }
        let value = conclude(exchange, moves);
        if exchange == Exchange::Off && value != Value::Unknown {
            self.shared.remember(pair, value == Value::Win);
        }
        Ok(())
    }

    /// Whether the mover wins a position in which nobody is linked, found by all threads.
    fn child_wins(
        &self,
        shared: &Shared<'_, L>,
        child: Pair<L::Set>,
        likely: Likely,
        history: &mut History,
    ) -> Result<bool, Stopped> {
        if self.threads == 1 {
            let mut worker = Worker::new(shared, None, core::mem::take(history));
            let value = worker.solve(child, likely);
            *history = kept(&value, worker.into_history());
            return value;
        }
        // Few nodes are below: thresholds from 10 to 15 stones gave the same numbers of nodes on
        // 6x5, 6x6, 7x6 and 8x7.
        let team = Team::new(shared.board.points() / 3);
        let known = core::mem::take(history);
        let search = || {
            let mut worker = Worker::new(shared, Some(&team), known.clone());
            let value = worker.solve(child, likely);
            if value.is_ok() {
                team.finish();
            }
            (value, worker.into_history())
        };
        let (value, learned) = together(self.threads, &search, |one, other| {
            (one.0.or(other.0), one.1)
        });
        *history = kept(&value, learned);
        value
    }

    /// Plies to the end of a position whose value is known.
    fn plies(
        &self,
        pair: Pair<L::Set>,
        exchange: Exchange,
        moves: &[RootMove<L::Set>],
        value: Value,
        nodes: u64,
        history: &mut History,
    ) -> Result<u32, Stopped> {
        let table = self.distances.ok_or(Stopped)?;
        let shared = Shared {
            meter: self.shared.meter.part(nodes),
            ..*self.shared
        };
        let mut search = Distance::new(&shared, table);
        let won = value == Value::Win;
        match exchange {
            Exchange::Off => search.plies(pair, won),
            Exchange::Offered => Self::plies_offered(&mut search, pair, moves),
            Exchange::Pending if won => Ok(1),
            Exchange::Pending => self.plies_pending(&shared, &mut search, moves, history),
        }
    }

    /// With the exchange on offer the mover wins: by the capture that would also win without, or,
    /// if there is none, by the exchange, which takes one ply.
    fn plies_offered(
        search: &mut Distance<'_, L>,
        pair: Pair<L::Set>,
        moves: &[RootMove<L::Set>],
    ) -> Result<u32, Stopped> {
        let swap_wins = match moves.iter().find(|m| m.play == Move::Swap) {
            Some(swap) if swap.value != Value::Unknown => swap.value == Value::Win,
            _ => return Err(Stopped),
        };
        Ok(search.plies(pair, !swap_wins)? + u32::from(swap_wins))
    }

    /// Before the first capture, the exchange to come: every capture loses, unless one ends the
    /// game; the longest game counts.
    fn plies_pending(
        &self,
        shared: &Shared<'_, L>,
        search: &mut Distance<'_, L>,
        moves: &[RootMove<L::Set>],
        history: &mut History,
    ) -> Result<u32, Stopped> {
        let mut longest = 1;
        let mut likely = Likely::Lost;
        for m in moves {
            if shared.board.is_linked(m.child.own, m.child.other) {
                continue;
            }
            let won = self.child_wins(shared, m.child, likely, history)?;
            likely = Likely::new(won);
            let plies = search.plies(m.child, won)? + u32::from(!won);
            longest = longest.max(plies + 1);
        }
        Ok(longest)
    }
}

/// What a search hands on of the order it has learned: the search of another position begins anew (6x4, all captures: 5 %
/// fewer nodes), one that begins again in a larger table goes on.
fn kept(value: &Result<bool, Stopped>, learned: History) -> History {
    if value.is_ok() {
        History::default()
    } else {
        learned
    }
}

/// The value of a position from the values of its moves.
fn conclude<S>(exchange: Exchange, moves: &[RootMove<S>]) -> Value {
    if exchange == Exchange::Offered || moves.iter().any(|m| m.value == Value::Win) {
        Value::Win
    } else if moves.iter().all(|m| m.value == Value::Loss) {
        Value::Loss
    } else {
        Value::Unknown
    }
}
