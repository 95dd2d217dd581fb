//! The solver as others see it: its tables, its limits, its answers.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
#[cfg(feature = "store")]
use std::{path::Path, vec::Vec};

use narrows_core::narrows::{Move, Narrows};
use narrows_core::{Game, Size};

use super::board::Board;
use super::book;
use super::expand::History;
use super::key::{Numbering, numbers, numbers_on};
use super::meter::Meter;
use super::options::SearchOptions;
use super::position::{Given, Layout, with_layout};
use super::root::{Asked, Root};
use super::shared::{Shared, Sink, data};
use super::stored::{self, Proven};
use super::table::Table;
use crate::budget::{Limits, NEVER, Stop};
#[cfg(feature = "store")]
use crate::solver::feed::{self, Feed};
use crate::solver::memory::{Memory, MemoryError, machine_bytes};
use crate::solver::store::Store;
#[cfg(feature = "store")]
use crate::solver::store::StoreError;
use crate::solver::threads::usable;
use crate::solver::{Answer, ExactSolver, Monitor, Question};
#[cfg(feature = "store")]
use crate::solver::{FactsError, SharingSolver, StoringSolver};
use crate::value::Value;

/// Nodes spent on the length of a decided game: a few hundredths of a second, so that a level does
/// not wait for it, and a second or two for those who want to know everything (or as many as they allow).
const PLIES_NODES: u64 = 10_000;
const PLIES_NODES_FOR_ALL: u64 = 1_000_000;

/// A table begins with so many bytes, and grows by this factor when half of its entries are in use.
const FIRST_BYTES: usize = 1 << 30;
const GROWTH: usize = 8;

/// The tables for one shape of board.
struct Tables {
    size: Size,
    values: Memory,
    /// Entries of `values` in use.
    used: AtomicU64,
    /// Whether `values` may grow.
    grows: bool,
    distances: Option<Memory>,
}

/// An exact solver of Narrows on boards of any size, which keeps what it has proven from one
/// position to the next as long as the board keeps its shape.
pub struct NarrowsSolver {
    memory_bytes: usize,
    /// The bytes a table begins with.
    pub(super) first_bytes: usize,
    options: SearchOptions,
    tables: Option<Tables>,
    /// Where results are kept.
    store: Option<Store<Proven>>,
    /// Where results are collected for other solvers.
    #[cfg(feature = "store")]
    feed: Option<Feed<Proven>>,
}

impl core::fmt::Debug for NarrowsSolver {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("NarrowsSolver")
            .field("memory_bytes", &self.memory_bytes)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

impl NarrowsSolver {
    /// A solver whose tables together take at most `memory_bytes` bytes (but at least 8 KiB). They
    /// grow as they fill, so that a short search costs little, whatever it may use; where the
    /// system has no more memory, they stay as they are.
    ///
    /// # Errors
    /// If the machine does not have so much memory.
    pub fn new(memory_bytes: usize) -> Result<Self, MemoryError> {
        Self::with_options(memory_bytes, SearchOptions::default())
    }

    /// The same with parts of the method switched off.
    ///
    /// # Errors
    /// If the machine does not have so much memory.
    pub fn with_options(memory_bytes: usize, options: SearchOptions) -> Result<Self, MemoryError> {
        let machine_bytes = machine_bytes();
        if machine_bytes.is_some_and(|most| memory_bytes > most) {
            return Err(MemoryError {
                asked_bytes: memory_bytes,
                machine_bytes,
            });
        }
        Ok(Self {
            memory_bytes,
            first_bytes: FIRST_BYTES,
            options,
            tables: None,
            store: None,
            #[cfg(feature = "store")]
            feed: None,
        })
    }

    /// The bytes the tables take now.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        self.tables.as_ref().map_or(0, |tables| {
            tables.values.bytes() + tables.distances.as_ref().map_or(0, Memory::bytes)
        })
    }

    /// Forgets everything it has proven.
    pub fn clear(&mut self) {
        self.tables = None;
    }

    /// Solves a position; nothing if there is no memory at all. `stop` is called about every
    /// millisecond of each thread.
    ///
    /// The value is the same for any number of threads; which winning move is found first may
    /// differ, unless all are asked for.
    pub(super) fn solve(
        &mut self,
        given: &Given,
        asked: Asked,
        limits: &Limits,
        stop: Stop<'_>,
        monitor: &Monitor,
    ) -> Option<Answer<Move>> {
        with_layout!(given.size, L => self.run::<L>(given, asked, limits, stop, monitor))
    }

    fn run<L: Layout>(
        &mut self,
        given: &Given,
        asked: Asked,
        limits: &Limits,
        stop: Stop<'_>,
        monitor: &Monitor,
    ) -> Option<Answer<Move>> {
        self.prepare_distances::<L>(given.size, asked.plies_nodes);
        let most_nodes = limits.nodes.unwrap_or(u64::MAX);
        // A search that begins again in a larger table goes on in the order it has learned.
        let mut history = History::default();
        loop {
            let (answer, full) = self.with_shared::<L, _>(
                given.size,
                (stop, most_nodes, monitor),
                |shared, distances| {
                    let root = Root {
                        shared,
                        distances,
                        threads: usable(limits.threads),
                        monitor,
                    };
                    let pair = shared.board.pair(given);
                    let answer = root.solve(pair, given.exchange, asked, &mut history);
                    (answer, shared.meter.is_full())
                },
            )?;
            if !full {
                self.tell_fill::<L>(monitor);
                return Some(answer);
            }
            self.grow::<L>();
        }
    }

    /// Reports how full the table is in the end; short searches do not look.
    fn tell_fill<L: Layout>(&self, monitor: &Monitor) {
        if let Some(tables) = &self.tables {
            let most = Table::<L::Key>::entries(self.memory_bytes / 8 * 7);
            monitor.set_table(tables.used.load(Relaxed).min(most), most);
        }
    }

    /// Calls `each` with what a search on a board of this size needs, and with the table for
    /// lengths if there is one.
    pub(super) fn with_shared<L: Layout, T>(
        &mut self,
        size: Size,
        (stop, most_nodes, monitor): (Stop<'_>, u64, &Monitor),
        each: impl FnOnce(&Shared<'_, L>, Option<Table<'_, L::Key>>) -> T,
    ) -> Option<T> {
        self.prepare::<L>(size)?;
        let board = Board::<L>::new(size.columns().into(), size.rows().into());
        let numbering = Numbering::new(board.columns(), board.rows(), board.row_bits());
        let (store, tables) = (self.store.as_ref(), self.tables.as_mut()?);
        let group = stored::group(size);
        #[cfg(feature = "store")]
        let (feed, is_shared) = (self.feed.as_ref(), self.feed.is_some());
        #[cfg(not(feature = "store"))]
        let is_shared = false;
        let take = |key: L::Key, won: bool, work: u64| {
            let (bytes, proven) = (stored::to_bytes(key, size), Proven { won, work });
            if let Some(store) = store.filter(|store| store.wants(work)) {
                store.add(group, &bytes, proven);
            }
            #[cfg(feature = "store")]
            if let Some(feed) = feed.filter(|feed| feed.wants(work)) {
                feed.add(group, &bytes, proven);
            }
        };
        let wants = |work| {
            #[cfg(feature = "store")]
            if feed.is_some_and(|feed| feed.wants(work)) {
                return true;
            }
            store.is_some_and(|store| store.wants(work))
        };
        let sink = (store.is_some() || is_shared).then_some(Sink {
            wants: &wants,
            take: &take,
        });
        let numbers = numbers(board.points());
        let most = Table::<L::Key>::entries(self.memory_bytes / 8 * 7);
        let table = Table::new(numbers, tables.values.words());
        let used = &tables.used;
        let permille = || used.load(Relaxed).min(most) * 1000 / most;
        let watch = monitor.watch::<()>(&|(), _| ());
        let stop = watch.looking_at_table(permille, stop);
        let meter = Meter::new(watch.nodes, &stop, used).with_most_nodes(most_nodes);
        let most_used = if tables.grows {
            table.capacity() / 2
        } else {
            u64::MAX
        };
        let shared = Shared {
            board: &board,
            numbering: &numbering,
            table,
            options: self.options,
            meter: meter.with_most_used(most_used),
            sink,
        };
        let distances = tables.distances.as_mut();
        let distances = distances.map(|memory| Table::new(2 * numbers, memory.words()));
        Some(each(&shared, distances))
    }

    /// Has the tables for a board, with what the store knows of it.
    fn prepare<L: Layout>(&mut self, size: Size) -> Option<()> {
        if self
            .tables
            .as_ref()
            .is_some_and(|tables| tables.size == size)
        {
            return Some(());
        }
        self.tables = None;
        let most_bytes = self.memory_bytes / 8 * 7;
        let bytes = most_bytes.min(self.first_bytes);
        self.tables = Some(Tables {
            size,
            values: Memory::new(bytes.max(Table::<L::Key>::LEAST_BYTES)).ok()?,
            used: AtomicU64::new(0),
            grows: bytes < most_bytes,
            distances: None,
        });
        self.read_store::<L>(size)
    }

    /// Puts what the store knows of a board into the table.
    fn read_store<L: Layout>(&mut self, size: Size) -> Option<()> {
        loop {
            let store = self.store.take();
            let monitor = Monitor::default();
            let full = self.with_shared::<L, _>(size, (NEVER, u64::MAX, &monitor), |shared, _| {
                let Some(store) = &store else {
                    return false;
                };
                let group = stored::group(size);
                // The file was read whole when it was opened; what cannot be read now is searched.
                let _partly = store.read(group..=group, |key, Proven { won, work }| {
                    let place = shared.table.place(stored::from_bytes(key, size));
                    let made = shared.table.put(place, data::<L>(won, work));
                    shared.meter.settle(made.into(), 0);
                });
                shared.meter.reserve(1).is_err()
            });
            self.store = store;
            if !full? {
                return Some(());
            }
            self.grow::<L>();
        }
    }

    /// Gives the table more memory, or notes that there is none.
    fn grow<L: Layout>(&mut self) {
        let Some(tables) = &mut self.tables else {
            return;
        };
        let most_bytes = self.memory_bytes / 8 * 7;
        let mut bytes = tables.values.bytes().saturating_mul(GROWTH);
        if bytes > most_bytes / 2 {
            bytes = most_bytes;
        }
        tables.grows = bytes < most_bytes;
        let Ok(mut memory) = Memory::new(bytes) else {
            tables.grows = false;
            return;
        };
        let numbers = numbers_on(tables.size);
        let old = Table::<L::Key>::new(numbers, tables.values.words());
        let used = Table::new(numbers, memory.words()).take_over(&old);
        tables.used = AtomicU64::new(used);
        tables.values = memory;
    }

    /// Has a table for the lengths of games, as large as so many nodes can use.
    fn prepare_distances<L: Layout>(&mut self, size: Size, nodes: u64) {
        if nodes == 0 || self.prepare::<L>(size).is_none() {
            return;
        }
        let useful = usize::try_from(nodes).unwrap_or(usize::MAX);
        let bytes = useful.saturating_mul(64).min(self.memory_bytes / 8);
        let bytes = bytes.max(Table::<L::Key>::LEAST_BYTES);
        if let Some(tables) = &mut self.tables
            && tables
                .distances
                .as_ref()
                .is_none_or(|memory| memory.bytes() < bytes)
        {
            tables.distances = Memory::new(bytes).ok();
        }
    }
}

impl<const W: usize> ExactSolver<Narrows<W>> for NarrowsSolver {
    fn with_memory(bytes: usize) -> Result<Self, MemoryError> {
        Self::new(bytes)
    }

    fn look_up(position: &Narrows<W>, question: Question) -> Option<Answer<Move>> {
        book::answer(position, question)
    }

    fn answer_watched(
        &mut self,
        position: &Narrows<W>,
        question: Question,
        limits: &Limits,
        stop: Stop<'_>,
        monitor: &Monitor,
    ) -> Answer<Move> {
        let answer = Answer::unsolved(position);
        if answer.value != Value::Unknown {
            return answer;
        }
        let asked = Asked {
            all: question.all,
            plies_nodes: if question.all {
                limits.nodes.unwrap_or(PLIES_NODES_FOR_ALL)
            } else {
                // On larger boards a node costs with the square of the points.
                let points = position.size().points().max(64) as u64;
                PLIES_NODES * 64 * 64 / (points * points)
            },
        };
        let found = self.solve(&position.into(), asked, limits, stop, monitor);
        found.unwrap_or(answer)
    }

    fn plies_to_end(
        &mut self,
        position: &Narrows<W>,
        limits: &Limits,
        stop: Stop<'_>,
    ) -> Option<u32> {
        if position.is_over() {
            return Some(0);
        }
        let asked = Asked {
            all: false,
            plies_nodes: limits.nodes.unwrap_or(u64::MAX),
        };
        self.solve(&position.into(), asked, limits, stop, &Monitor::default())?
            .plies_to_end
    }
}

#[cfg(feature = "store")]
impl SharingSolver for NarrowsSolver {
    fn share(&mut self, least_nodes: u64) {
        self.feed = Some(Feed::new(least_nodes));
    }

    fn take_facts(&mut self, most_bytes: usize) -> Vec<Vec<u8>> {
        let feed = self.feed.as_ref();
        feed.map_or_else(Vec::new, |feed| feed.take(most_bytes))
    }

    fn learn(&mut self, facts: &[u8]) -> Result<usize, FactsError> {
        let (group, results) = feed::read::<Proven>(facts)?;
        let [columns, rows] = group.to_be_bytes();
        let size = Size::new(columns, rows).map_err(|_| FactsError::Foreign)?;
        let is_key = |(key, _): &(&[u8], Proven)| stored::is_key(key, size);
        if !results.iter().all(is_key) {
            return Err(FactsError::Foreign);
        }
        with_layout!(size, L => self.believe::<L>(size, &results));
        Ok(results.len())
    }
}

#[cfg(feature = "store")]
impl NarrowsSolver {
    /// Puts results into the table, which grows with them as with results of its own.
    fn believe<L: Layout>(&mut self, size: Size, results: &[(&[u8], Proven)]) {
        let monitor = Monitor::default();
        let full = self.with_shared::<L, _>(size, (NEVER, u64::MAX, &monitor), |shared, _| {
            for &(key, Proven { won, work }) in results {
                let place = shared.table.place(stored::from_bytes(key, size));
                let made = shared.table.put(place, data::<L>(won, work));
                shared.meter.settle(made.into(), 0);
            }
            shared.meter.reserve(1).is_err()
        });
        if full == Some(true) {
            self.grow::<L>();
        }
    }
}

#[cfg(feature = "store")]
impl StoringSolver for NarrowsSolver {
    fn attach(&mut self, path: &Path) -> Result<(), StoreError> {
        // The results of a board are taken over with its first position.
        self.clear();
        self.store = Some(Store::open(path, |_, _| ())?);
        Ok(())
    }

    fn detach(&mut self) -> Result<(), StoreError> {
        self.store.take().map_or(Ok(()), |store| store.finish())
    }
}
