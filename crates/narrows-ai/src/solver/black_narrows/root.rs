//! The solver as others see it: questions, limits, answers.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, AtomicU64};

use super::board::{Board, cells};
use super::busy::Busy;
use super::kept::Proven;
use super::keys::Key;
use super::layout::{Layout, RawPosition, Stride};
use super::memory::Memory;
use super::options::Options;
use super::search::{Shared, Stopped, Worker};
use crate::budget::NEVER;
use crate::solver::monitor::{Monitor, Watch};
use crate::solver::store::Store;
use crate::solver::{Question, SolveLimits};
use crate::value::Value;

/// A solver's answer. The value is for the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Whether the player to move wins.
    pub value: Value,
    /// Moves proven to win, as point indexes in increasing order. At least one if `value` is
    /// [`Value::Win`]; all of them if all moves were asked for and decided. Empty otherwise.
    pub best: Vec<u8>,
    /// Every legal move as a point index, with its value for the player who makes it.
    pub moves: Vec<(u8, Value)>,
    /// The nimber, if asked for and found.
    pub nimber: Option<u32>,
    /// Expanded positions, by all threads together.
    pub nodes: u64,
    /// Entries of the table in use after the search.
    pub table_entries: usize,
}

/// An exact solver that keeps its table from one position to the next.
#[derive(Debug)]
pub struct Solver {
    pub(super) table: Memory,
    pub(super) options: Options,
    /// Where results are kept.
    pub(super) store: Option<Store<Proven>>,
}

impl Solver {
    /// A solver whose table takes at most `memory_bytes` bytes and never grows. The system
    /// clears them as they are first used.
    pub fn new(memory_bytes: usize) -> Solver {
        Solver::with_options(memory_bytes, Options::default())
    }

    /// The same with some reductions switched off.
    pub fn with_options(memory_bytes: usize, options: Options) -> Solver {
        #[cfg(feature = "comparison")]
        let memory_bytes = options.method.table_bytes(memory_bytes);
        Solver {
            table: Memory::new(memory_bytes),
            options,
            store: None,
        }
    }

    /// The bytes the table takes.
    pub fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Solves a position. `stop` is asked at least every millisecond.
    pub fn solve(
        &mut self,
        position: &RawPosition,
        question: Question,
        limits: &SolveLimits,
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
        limits: &SolveLimits,
        stop: &(dyn Fn() -> bool + Sync),
        watch: &Watch<'_, u8>,
    ) -> Solution {
        let layout = Layout::new(position.columns(), position.rows());
        match layout.stride {
            Stride::Eight => self.run::<8>(layout, position, question, limits, stop, watch),
            Stride::Four => self.run::<4>(layout, position, question, limits, stop, watch),
            Stride::Other => self.run::<0>(layout, position, question, limits, stop, watch),
        }
    }

    /// Whether the player to move wins, if so many expanded positions suffice to say it. One search of the
    /// whole position on one thread: it does not tell which moves win, and takes no time to set up.
    pub fn verdict_on(&mut self, position: &RawPosition, nodes: u64) -> Value {
        let layout = Layout::new(position.columns(), position.rows());
        match layout.stride {
            Stride::Eight => self.verdict_in::<8>(layout, position, nodes),
            Stride::Four => self.verdict_in::<4>(layout, position, nodes),
            Stride::Other => self.verdict_in::<0>(layout, position, nodes),
        }
    }

    fn verdict_in<const S: usize>(
        &mut self,
        layout: Layout,
        position: &RawPosition,
        nodes: u64,
    ) -> Value {
        let board = layout.board::<S>();
        #[cfg(feature = "comparison")]
        let bytes = self.table.bytes();
        let expanded = AtomicU64::new(0);
        let shared = Shared {
            max_nodes: nodes,
            #[cfg(feature = "comparison")]
            numbers: self.options.method.numbers(bytes),
            ..Shared::alone(self.table.open(), &expanded, NEVER)
        };
        let stones = layout.to_cells(position.stones());
        let live = board.live(stones, board.full());
        let mut worker = Worker::new(board, self.options, &shared);
        match worker.position_is(stones, live, 0) {
            Ok(is_zero) => Value::of_mover(!is_zero),
            Err(Stopped) => Value::Unknown,
        }
    }

    fn run<const S: usize>(
        &mut self,
        layout: Layout,
        position: &RawPosition,
        question: Question,
        limits: &SolveLimits,
        stop: &(dyn Fn() -> bool + Sync),
        watch: &Watch<'_, u8>,
    ) -> Solution {
        let board = layout.board::<S>();
        let root = Root::new(&board, layout.to_cells(position.stones()));
        let threads = if cfg!(feature = "threads") {
            limits.threads.max(1)
        } else {
            1
        };
        let store = self.store.as_ref();
        let keep = |key: Key, known, work| {
            if let Some(store) = store.filter(|store| store.wants(work)) {
                store.add(0, key.into(), Proven { known, work });
            }
        };
        let capacity = self.table.capacity() as u64;
        #[cfg(feature = "comparison")]
        let bytes = self.table.bytes();
        let table = self.table.open();
        let fill = || table.entries() as u64 * 1000 / capacity;
        let shared = Shared {
            table,
            busy: (threads > 1).then(Busy::new),
            nodes: watch.nodes,
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            stopped: AtomicBool::new(false),
            stop: &watch.looking_at_table(fill, stop),
            sink: store.is_some().then_some(&keep),
            #[cfg(feature = "comparison")]
            numbers: self.options.method.numbers(bytes),
        };
        let tell = |cells: u64, value| tell_all(watch, layout.to_points(cells), value);
        let search = || {
            let mut worker = Worker::new(board, self.options, &shared);
            let found = root.search(&mut worker, question, &tell);
            (found, worker.nodes())
        };
        let (found, nodes) = search_with(threads, &shared, &search);
        let mut solution = root.solution(layout, found);
        solution.nodes = nodes;
        solution.table_entries = table.entries();
        solution
    }
}

/// Runs the same search on several threads; the answer is that of the first to finish.
#[cfg(feature = "threads")]
fn search_with(
    threads: usize,
    shared: &Shared<'_>,
    search: &(dyn Fn() -> (Found, u64) + Sync),
) -> (Found, u64) {
    let run = || {
        let result = search();
        shared
            .stopped
            .store(true, core::sync::atomic::Ordering::Relaxed);
        result
    };
    if threads == 1 {
        return run();
    }
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(run)).collect();
        let (mut found, mut nodes) = run();
        for other in others {
            let (more, count) = match other.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            };
            nodes += count;
            found = found.or(more);
        }
        (found, nodes)
    })
}

#[cfg(not(feature = "threads"))]
fn search_with(
    _threads: usize,
    _shared: &Shared<'_>,
    search: &dyn Fn() -> (Found, u64),
) -> (Found, u64) {
    search()
}

/// Tells the same of every move of a class.
fn tell_all(watch: &Watch<'_, u8>, points: u64, value: Value) {
    for point in cells(points) {
        watch.tell(point.trailing_zeros() as u8, value);
    }
}

/// The root position: its moves in classes of equal value under the symmetries of the stones.
struct Root {
    stones: u64,
    live: u64,
    classes: Vec<Class>,
}

#[derive(Clone, Copy)]
struct Class {
    /// The moves of the class.
    points: u64,
    /// The live points after its lowest move.
    live: u64,
}

/// What a search of the root found.
struct Found {
    values: Vec<Value>,
    value: Value,
    nimber: Option<u32>,
}

impl Found {
    /// What either of two workers found; they cannot contradict each other.
    #[cfg(feature = "threads")]
    fn or(mut self, other: Found) -> Found {
        for (value, more) in self.values.iter_mut().zip(other.values) {
            if *value == Value::Unknown {
                *value = more;
            }
        }
        if self.value == Value::Unknown {
            self.value = other.value;
        }
        self.nimber = self.nimber.or(other.nimber);
        self
    }
}

impl Root {
    fn new<const S: usize>(board: &Board<S>, stones: u64) -> Root {
        let live = board.live(stones, board.full());
        let mut classes = Vec::new();
        let mut rest = live;
        for point in cells(live) {
            if rest & point == 0 {
                continue;
            }
            let mut points = 0;
            for code in 0..board.board_images() {
                if board.board_image(stones, code) == stones {
                    points |= board.board_image(point, code);
                }
            }
            rest &= !points;
            classes.push(Class {
                points,
                live: board.live(stones | point, live & !point),
            });
        }
        // Fewest replies first.
        classes.sort_by_key(|class| class.live.count_ones());
        Root {
            stones,
            live,
            classes,
        }
    }

    fn search<const S: usize>(
        &self,
        worker: &mut Worker<'_, S>,
        question: Question,
        tell: &dyn Fn(u64, Value),
    ) -> Found {
        let mut found = Found {
            values: alloc::vec![Value::Unknown; self.classes.len()],
            value: Value::Unknown,
            nimber: None,
        };
        // A budget that runs out leaves what was found so far.
        let _: Result<(), Stopped> = self.fill(worker, question, tell, &mut found);
        found
    }

    fn fill<const S: usize>(
        &self,
        worker: &mut Worker<'_, S>,
        question: Question,
        tell: &dyn Fn(u64, Value),
        found: &mut Found,
    ) -> Result<(), Stopped> {
        for (class, value) in self.classes.iter().zip(&mut found.values) {
            let point = class.points & class.points.wrapping_neg();
            tell(class.points, Value::Unknown);
            // The player who moves here wins if what is left has nimber 0.
            let wins = worker.position_is(self.stones | point, class.live, 0)?;
            *value = if wins { Value::Win } else { Value::Loss };
            tell(class.points, *value);
            if *value == Value::Win {
                found.value = Value::Win;
                if !question.all {
                    break;
                }
            }
        }
        if found.values.iter().all(|&value| value == Value::Loss) {
            found.value = Value::Loss;
            found.nimber = question.nimber.then_some(0);
        }
        if question.nimber && found.nimber.is_none() {
            found.nimber = Some(worker.position_value(self.stones, self.live)?);
        }
        Ok(())
    }

    fn solution(&self, layout: Layout, found: Found) -> Solution {
        let mut moves = Vec::new();
        for (class, &value) in self.classes.iter().zip(&found.values) {
            for point in cells(layout.to_points(class.points)) {
                moves.push((point.trailing_zeros() as u8, value));
            }
        }
        moves.sort_unstable();
        let best = moves
            .iter()
            .filter(|m| m.1 == Value::Win)
            .map(|m| m.0)
            .collect();
        Solution {
            value: found.value,
            best,
            moves,
            nimber: found.nimber,
            nodes: 0,
            table_entries: 0,
        }
    }
}
