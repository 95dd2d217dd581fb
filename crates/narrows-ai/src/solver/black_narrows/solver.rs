//! The solver as others see it.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
#[cfg(feature = "store")]
use std::path::Path;

use narrows_core::{BlackNarrows, Point};

use super::book;
use super::key::Key;
use super::options::Reductions;
use super::position::{Layout, RawPosition, Stride};
use super::root::{Found, Root};
use super::stored::Proven;
use super::table::TableMemory;
use super::worker::{Shared, Stopped, Worker};
use crate::budget::{Limits, NEVER, Stop};
#[cfg(feature = "store")]
use crate::solver::StoringSolver;
use crate::solver::memory::{Memory, MemoryError};
use crate::solver::monitor::{Monitor, Watch};
use crate::solver::store::Store;
#[cfg(feature = "store")]
use crate::solver::store::StoreError;
use crate::solver::threads::{Marks, together, usable};
use crate::solver::{AlphaBeta, Answer, CertifyingSolver, ExactSolver, Question, typed};
use crate::value::Value;

/// An exact solver of Black Narrows, which keeps its table from one position to the next.
///
/// Boards of up to 64 points are solved with all of the [method](super); larger ones by [`AlphaBeta`].
pub struct BlackNarrowsSolver {
    pub(super) table: TableMemory,
    pub(super) options: Reductions,
    /// Where results are kept.
    pub(super) store: Option<Store<Proven>>,
    /// The solver of boards that are too large for this one.
    plain: Option<Box<dyn Any + Send>>,
}

impl core::fmt::Debug for BlackNarrowsSolver {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("BlackNarrowsSolver")
            .field("table", &self.table)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

/// What was found out about a position in raw parts: moves as point indexes.
pub(super) struct RawSolution {
    pub(super) value: Value,
    pub(super) moves: Vec<(u8, Value)>,
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
            plain: None,
        })
    }

    /// The bytes the table may take.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Entries of the table in use.
    #[must_use]
    pub fn table_entries(&self) -> usize {
        self.table.entries()
    }

    /// Solves a position in raw parts. `stop` is asked at least every millisecond.
    pub(super) fn solve_raw(
        &mut self,
        position: &RawPosition,
        question: Question,
        limits: &Limits,
        stop: Stop<'_>,
        watch: &Watch<'_, u8>,
    ) -> RawSolution {
        let layout = Layout::new(position.columns(), position.rows());
        match layout.stride {
            Stride::Eight => self.solve_in::<8>(layout, position, question, limits, stop, watch),
            Stride::Four => self.solve_in::<4>(layout, position, question, limits, stop, watch),
            Stride::Other => self.solve_in::<0>(layout, position, question, limits, stop, watch),
        }
    }

    fn solve_in<const S: usize>(
        &mut self,
        layout: Layout,
        position: &RawPosition,
        question: Question,
        limits: &Limits,
        stop: Stop<'_>,
        watch: &Watch<'_, u8>,
    ) -> RawSolution {
        let board = layout.board::<S>();
        let root = Root::new(&board, layout.to_cells(position.stones()));
        let threads = usable(limits.threads);
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
            busy: (threads > 1).then(Marks::new),
            nodes: watch.nodes,
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            stopped: AtomicBool::new(false),
            stop: &watch.looking_at_table(fill, stop),
            sink: store.is_some().then_some(&keep),
            #[cfg(feature = "comparison")]
            numbers: self.options.method.numbers(bytes),
        };
        let point = |cell| layout.to_points(cell).trailing_zeros() as u8;
        let tell = |points, value| {
            for cell in crate::solver::board::cells(points) {
                watch.tell(point(cell), value);
            }
        };
        let search = || {
            let worker = Worker::new(board, self.options, &shared);
            let found = root.search(worker, question, &tell);
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

    /// Whether the player to move wins, if so many expanded positions suffice to say it. One search of the
    /// whole position on one thread: it does not tell which moves win, and takes no time to set up.
    fn verdict_of(&mut self, position: &RawPosition, nodes: u64) -> Value {
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

    /// The solver of boards that are too large for this one.
    fn plain<const W: usize>(&mut self) -> Option<&mut AlphaBeta<BlackNarrows<W>>> {
        let bytes = self.table.bytes();
        typed(&mut self.plain, || AlphaBeta::with_memory(bytes).ok()).as_mut()
    }
}

impl<const W: usize> ExactSolver<BlackNarrows<W>> for BlackNarrowsSolver {
    fn with_memory(bytes: usize) -> Result<Self, MemoryError> {
        Self::new(bytes)
    }

    fn verdict(&mut self, position: &BlackNarrows<W>, nodes: u64) -> Value {
        match (RawPosition::of(position), self.plain()) {
            (Some(position), _) => self.verdict_of(&position, nodes),
            (None, Some(plain)) => plain.verdict(position, nodes),
            (None, None) => Value::Unknown,
        }
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
        let Some(raw) = RawPosition::of(position) else {
            return match self.plain() {
                Some(plain) => plain.answer_watched(position, question, limits, stop, monitor),
                None => answer,
            };
        };
        let grid = position.grid();
        let point = |index: u8| grid.point(usize::from(index));
        let index_of = |play| answer.moves.binary_search_by_key(&play, |found| found.0);
        let tell = |index, value| {
            if let Ok(at) = index_of(point(index)) {
                monitor.note(at, value);
            }
        };
        let watch = monitor.watch(&tell);
        let solution = self.solve_raw(&raw, question, limits, stop, &watch);
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

#[cfg(feature = "store")]
impl StoringSolver for BlackNarrowsSolver {
    fn attach(&mut self, path: &Path) -> Result<(), StoreError> {
        let table = self.table.open();
        let take = |key: u128, Proven { known, work }| table.store(key.into(), known, work);
        self.store = Some(Store::open(path, take)?);
        Ok(())
    }

    fn detach(&mut self) -> Result<(), StoreError> {
        self.store.take().map_or(Ok(()), |store| store.finish())
    }
}

impl<const W: usize> CertifyingSolver<BlackNarrows<W>> for BlackNarrowsSolver {
    fn certify(
        &mut self,
        position: &BlackNarrows<W>,
        limits: &Limits,
        stop: Stop,
    ) -> Option<Vec<u8>> {
        self.prove(&RawPosition::of(position)?, limits, stop)
    }
}
