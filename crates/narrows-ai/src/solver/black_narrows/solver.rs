//! The solver as others see it.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
#[cfg(feature = "store")]
use std::path::Path;

use narrows_core::{BlackNarrows, Game as _, Point};

use super::board::Board;
use super::book;
use super::key::Key;
use super::live::Legality as _;
use super::on_board::{Job, on_board};
use super::options::Reductions;
use super::plies::Length;
use super::position::{Layout, RawPosition, Stride};
use super::reduce::{Reduced, System};
use super::root::{Found, Root};
use super::stored::Proven;
use super::table::TableMemory;
use super::worker::{Shared, Stopped, Worker};
use crate::budget::{Limits, NEVER, Stop};
use crate::solver::board::{Cells, cells};
#[cfg(feature = "store")]
use crate::solver::feed::{self, Feed};
use crate::solver::memory::{Memory, MemoryError};
use crate::solver::monitor::{Monitor, Watch};
use crate::solver::store::Store;
#[cfg(feature = "store")]
use crate::solver::store::StoreError;
use crate::solver::threads::{Marks, together, usable};
use crate::solver::{Answer, ExactSolver, Question};
#[cfg(feature = "store")]
use crate::solver::{FactsError, SharingSolver, StoringSolver};
use crate::value::Value;

/// An exact solver of Black Narrows, which keeps its table from one position to the next.
///
/// Boards of up to 64 points are solved as they are; of a position on a larger board what is left of it, if that
/// is a graph of at most 128 cells. Of others it only says which moves end the game.
pub struct BlackNarrowsSolver {
    pub(super) table: TableMemory,
    pub(super) options: Reductions,
    /// Where results are kept.
    pub(super) store: Option<Store<Proven>>,
    /// Where results are collected for other solvers.
    #[cfg(feature = "store")]
    feed: Option<Feed<Proven>>,
}

impl core::fmt::Debug for BlackNarrowsSolver {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("BlackNarrowsSolver")
            .field("table", &self.table)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

/// What is asked of a search, and what it may use.
pub(super) struct Asked<'a> {
    pub(super) question: Question,
    pub(super) limits: &'a Limits,
    pub(super) stop: Stop<'a>,
    /// Who is told how it goes, of moves as point indexes.
    pub(super) watch: &'a Watch<'a, u16>,
}

/// What was found out about a position in raw parts: moves as point indexes.
pub(super) struct RawSolution {
    pub(super) value: Value,
    pub(super) moves: Vec<(u16, Value)>,
    pub(super) nimber: Option<u32>,
    pub(super) nodes: u64,
}

impl BlackNarrowsSolver {
    /// A solver whose table takes at most `memory_bytes` bytes. It takes them as it fills.
    ///
    /// # Errors
    /// If the machine does not have so much memory.
    pub fn new(memory_bytes: usize) -> Result<Self, MemoryError> {
        Self::with_reductions(memory_bytes, Reductions::default())
    }

    /// The same with some reductions switched off.
    ///
    /// # Errors
    /// If the machine does not have so much memory.
    pub fn with_reductions(memory_bytes: usize, options: Reductions) -> Result<Self, MemoryError> {
        #[cfg(feature = "comparison")]
        let memory_bytes = options.method.table_bytes(memory_bytes);
        Ok(Self {
            table: TableMemory::new(Memory::new(memory_bytes)?),
            options,
            store: None,
            #[cfg(feature = "store")]
            feed: None,
        })
    }

    /// The bytes the table may take.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// The bytes of the table that were needed so far.
    #[must_use]
    pub fn table_bytes_in_use(&self) -> usize {
        self.table.bytes_in_use()
    }

    /// Entries of the table in use.
    #[must_use]
    pub fn table_entries(&self) -> usize {
        self.table.entries()
    }

    /// Solves a position in raw parts. `stop` is asked at least every millisecond.
    pub(super) fn solve_raw(&mut self, position: &RawPosition, asked: &Asked<'_>) -> RawSolution {
        let layout = Layout::new(position.columns(), position.rows());
        match layout.stride {
            Stride::Eight => self.solve_in::<8>(layout, position, asked),
            #[cfg(not(target_family = "wasm"))]
            Stride::Four => self.solve_in::<4>(layout, position, asked),
            Stride::Other => self.solve_in::<0>(layout, position, asked),
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "a point of the board")]
    fn solve_in<const S: usize>(
        &mut self,
        layout: Layout,
        position: &RawPosition,
        asked: &Asked<'_>,
    ) -> RawSolution {
        let board = layout.board::<S>();
        let stones = layout.to_cells(position.stones());
        let root = Root::new(&board, stones, board.live(stones, board.full()));
        let point = |cell: u64| layout.to_points(cell).trailing_zeros() as u16;
        self.solve_on(&board, &root, &point, asked)
    }

    /// Solves what is left of a position on a large board, if it is not too large.
    fn solve_system<const W: usize>(
        &mut self,
        position: &BlackNarrows<W>,
        asked: &Asked<'_>,
    ) -> Option<RawSolution> {
        let system = System::of(position)?;
        if let Some(reduced) = system.graph::<u64>() {
            return Some(self.solve_reduced(&reduced, asked));
        }
        let reduced = system.graph::<u128>()?;
        Some(self.solve_reduced(&reduced, asked))
    }

    /// Solves a reduced position.
    pub(super) fn solve_reduced<C: Cells>(
        &mut self,
        reduced: &Reduced<C>,
        asked: &Asked<'_>,
    ) -> RawSolution {
        let root = Root::new(&reduced.board, reduced.stones, reduced.live);
        let point = |cell: C| reduced.points[cell.first()];
        self.solve_on(&reduced.board, &root, &point, asked)
    }

    fn solve_on<B: Board>(
        &mut self,
        board: &B,
        root: &Root<B::Cells>,
        point: &(dyn Fn(B::Cells) -> u16 + Sync),
        asked: &Asked<'_>,
    ) -> RawSolution {
        let Asked { limits, watch, .. } = asked;
        let threads = usable(limits.threads);
        let store = self.store.as_ref();
        #[cfg(feature = "store")]
        let (feed, is_shared) = (self.feed.as_ref(), self.feed.is_some());
        #[cfg(not(feature = "store"))]
        let is_shared = false;
        let keep = |key: Key, known, work| {
            let (bytes, proven) = (u128::from(key).to_le_bytes(), Proven { known, work });
            if let Some(store) = store.filter(|store| store.wants(work)) {
                store.add(0, &bytes, proven);
            }
            #[cfg(feature = "store")]
            if let Some(feed) = feed.filter(|feed| feed.wants(work)) {
                feed.add(0, &bytes, proven);
            }
        };
        let capacity = self.table.capacity() as u64;
        #[cfg(feature = "comparison")]
        let bytes = self.table.bytes();
        let table = self.table.open();
        // Threads that fill the same place at once both count it.
        let fill = || (table.entries() as u64 * 1000 / capacity).min(1000);
        let shared = Shared {
            table,
            busy: (threads > 1).then(Marks::new),
            nodes: watch.nodes,
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            stopped: AtomicBool::new(false),
            stop: &watch.looking_at_table(fill, asked.stop),
            sink: (store.is_some() || is_shared).then_some(&keep),
            #[cfg(feature = "comparison")]
            numbers: self.options.method.numbers(bytes),
        };
        let tell = |points, value| {
            for cell in cells(points) {
                watch.tell(point(cell), value);
            }
        };
        let search = || {
            let worker = Worker::new(board, self.options, &shared);
            let found = root.search(worker, asked.question, &tell);
            // The first to finish ends the others.
            shared.stopped.store(true, Relaxed);
            found
        };
        let found = together(threads, &search, Found::or);
        let mut moves: Vec<_> = root.moves(&found).map(|m| (point(m.0), m.1)).collect();
        moves.sort_unstable();
        RawSolution {
            value: found.value,
            moves,
            nimber: found.nimber,
            nodes: found.nodes,
        }
    }
}

/// Whether the player to move wins, if so many expanded positions suffice to say it. One search of the
/// whole position on one thread: it does not tell which moves win, and takes no time to set up.
struct Verdict<'a> {
    solver: &'a mut BlackNarrowsSolver,
    nodes: u64,
}

impl Job for Verdict<'_> {
    type Found = Value;

    fn run<B: Board>(self, board: &B, stones: B::Cells, live: B::Cells) -> Value {
        #[cfg(feature = "comparison")]
        let bytes = self.solver.table.bytes();
        let expanded = AtomicU64::new(0);
        let options = self.solver.options;
        let shared = Shared {
            max_nodes: self.nodes,
            #[cfg(feature = "comparison")]
            numbers: options.method.numbers(bytes),
            ..Shared::alone(self.solver.table.open(), &expanded, NEVER)
        };
        let mut worker = Worker::new(board, options, &shared);
        match worker.position_is(stones, live, 0) {
            Ok(is_zero) => Value::of_mover(!is_zero),
            Err(Stopped) => Value::Unknown,
        }
    }
}

impl<const W: usize> ExactSolver<BlackNarrows<W>> for BlackNarrowsSolver {
    fn with_memory(bytes: usize) -> Result<Self, MemoryError> {
        Self::new(bytes)
    }

    fn accepts(position: &BlackNarrows<W>) -> bool {
        let reduced = || System::of(position)?.graph::<u128>();
        RawPosition::of(position).is_some() || reduced().is_some()
    }

    fn verdict(&mut self, position: &BlackNarrows<W>, nodes: u64) -> Value {
        let verdict = Verdict {
            solver: self,
            nodes,
        };
        on_board(position, verdict).unwrap_or_default()
    }

    fn plies_to_end(
        &mut self,
        position: &BlackNarrows<W>,
        limits: &Limits,
        stop: Stop,
    ) -> Option<u32> {
        let length = Length {
            table: &mut self.table,
            options: self.options,
            limits,
            stop,
        };
        on_board(position, length).unwrap_or_else(|| {
            let seen = at_a_glance(position, Answer::unsolved(position));
            (seen.value == Value::Win).then_some(1)
        })
    }

    fn look_up(position: &BlackNarrows<W>, question: Question) -> Option<Answer<Point>> {
        book::answer(position, question)
    }

    fn answer_watched(
        &mut self,
        position: &BlackNarrows<W>,
        question: Question,
        limits: &Limits,
        stop: Stop,
        monitor: &Monitor,
    ) -> Answer<Point> {
        let mut answer = Answer::unsolved(position);
        let grid = position.grid();
        let point = |index: u16| grid.point(usize::from(index));
        let index_of = |play| answer.moves.binary_search_by_key(&play, |found| found.0);
        let tell = |index, value| {
            if let Ok(at) = index_of(point(index)) {
                monitor.note(at, value);
            }
        };
        let watch = monitor.watch(&tell);
        let asked = Asked {
            question,
            limits,
            stop,
            watch: &watch,
        };
        let solution = if let Some(raw) = RawPosition::of(position) {
            self.solve_raw(&raw, &asked)
        } else if let Some(solution) = self.solve_system(position, &asked) {
            solution
        } else {
            return at_a_glance(position, answer);
        };
        answer.value = solution.value;
        answer.moves = (solution.moves.into_iter())
            .map(|(index, value)| (point(index), value))
            .collect();
        // The order of the core is not the order of indexes.
        answer.moves.sort_unstable();
        let wins = answer.moves.iter().filter(|found| found.1 == Value::Win);
        answer.best = wins.map(|found| found.0).collect();
        answer.nimber = solution.nimber;
        answer.nodes = solution.nodes;
        answer
    }
}

/// What one look at each move tells: whether it ends the game.
fn at_a_glance<const W: usize>(
    position: &BlackNarrows<W>,
    mut answer: Answer<Point>,
) -> Answer<Point> {
    for (play, value) in &mut answer.moves {
        if position.played(*play).is_over() {
            *value = Value::Win;
        }
    }
    answer.conclude();
    answer
}

#[cfg(feature = "store")]
impl SharingSolver for BlackNarrowsSolver {
    fn share(&mut self, least_nodes: u64) {
        self.feed = Some(Feed::new(least_nodes));
    }

    fn take_facts(&mut self, most_bytes: usize) -> Vec<Vec<u8>> {
        let feed = self.feed.as_ref();
        feed.map_or_else(Vec::new, |feed| feed.take(most_bytes))
    }

    fn learn(&mut self, facts: &[u8]) -> Result<usize, FactsError> {
        let (group, results) = feed::read::<Proven>(facts)?;
        if group != 0 {
            return Err(FactsError::Foreign);
        }
        let table = self.table.open();
        for (key, Proven { known, work }) in &results {
            table.store(crate::solver::store::number(key).into(), *known, *work);
        }
        Ok(results.len())
    }
}

#[cfg(feature = "store")]
impl StoringSolver for BlackNarrowsSolver {
    fn attach(&mut self, path: &Path) -> Result<(), StoreError> {
        let table = self.table.open();
        let take = |key: &[u8], Proven { known, work }| {
            table.store(crate::solver::store::number(key).into(), known, work);
        };
        self.store = Some(Store::open(path, take)?);
        Ok(())
    }

    fn detach(&mut self) -> Result<(), StoreError> {
        self.store.take().map_or(Ok(()), |store| store.finish())
    }
}
