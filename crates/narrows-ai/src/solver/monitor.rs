//! Figures of a running search, for those who watch it.

use alloc::boxed::Box;
use core::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use crate::value::Value;

/// Nodes between two looks at how full a table is.
const TABLE_NODES_LOG2: u32 = 12;

const SEARCHED: u8 = 1;
const WIN: u8 = 2;
const LOSS: u8 = 3;

/// Live figures of one search, to be read by another thread or by the stop callback. Use a new one for
/// each search.
#[derive(Debug, Default)]
pub struct Monitor {
    nodes: AtomicU64,
    table_permille: AtomicU64,
    moves: Box<[AtomicU8]>,
}

impl Monitor {
    /// A monitor for a position with so many legal moves. (With [`Monitor::default`] nothing is told of
    /// moves.)
    #[must_use]
    pub fn new(legal_moves: usize) -> Self {
        Self {
            moves: (0..legal_moves).map(|_| AtomicU8::new(0)).collect(),
            ..Self::default()
        }
    }

    /// Positions expanded so far by all threads together, counted in steps of up to 256.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// The part of the table in use, in thousandths.
    #[must_use]
    pub fn table_permille(&self) -> u64 {
        self.table_permille.load(Relaxed)
    }

    /// What is known so far of the legal move with this index in ascending order, for the player who makes
    /// it: `None` before its search begins, [`Value::Unknown`] while it lasts. Of moves that are each other's
    /// symmetric images only one may be told.
    #[must_use]
    pub fn move_value(&self, index: usize) -> Option<Value> {
        match self.moves.get(index)?.load(Relaxed) {
            SEARCHED => Some(Value::Unknown),
            WIN => Some(Value::Win),
            LOSS => Some(Value::Loss),
            _ => None,
        }
    }

    /// Notes what is known of a move; what is proven stays so.
    pub(crate) fn note(&self, index: usize, value: Value) {
        let Some(known) = self.moves.get(index) else {
            return;
        };
        match value {
            Value::Win => known.store(WIN, Relaxed),
            Value::Loss => known.store(LOSS, Relaxed),
            Value::Unknown => {
                // Another thread may have proven it meanwhile.
                let _proven = known.compare_exchange(0, SEARCHED, Relaxed, Relaxed);
            }
        }
    }

    /// The same figures for a search with moves of another form, which calls `tell` with what it finds out
    /// about them.
    pub(crate) fn watch<'a, M>(&'a self, tell: &'a (dyn Fn(M, Value) + Sync)) -> Watch<'a, M> {
        Watch {
            nodes: &self.nodes,
            table_permille: &self.table_permille,
            tell,
        }
    }

    /// Sets the number of expanded positions, where one thread alone counts them.
    pub(crate) fn set_nodes(&self, nodes: u64) {
        self.nodes.store(nodes, Relaxed);
    }

    /// Sets how many of the table's entries are in use.
    pub(crate) fn set_table(&self, used: u64, capacity: u64) {
        let permille = used * 1000 / capacity.max(1);
        self.table_permille.store(permille, Relaxed);
    }
}

/// Where a search tells how it goes.
pub(crate) struct Watch<'a, M> {
    /// Positions expanded by all threads together: the search adds to it.
    pub(crate) nodes: &'a AtomicU64,
    table_permille: &'a AtomicU64,
    tell: &'a (dyn Fn(M, Value) + Sync),
}

impl<M> Watch<'_, M> {
    /// Tells what is known of a first move for the player who makes it: [`Value::Unknown`] when its search
    /// begins.
    pub(crate) fn tell(&self, play: M, value: Value) {
        (self.tell)(play, value);
    }

    /// A stop callback that now and then looks how full the table is, in thousandths.
    pub(crate) fn looking_at_table(
        &self,
        permille: impl Fn() -> u64 + Sync,
        stop: impl Fn() -> bool + Sync,
    ) -> impl Fn() -> bool + Sync {
        let looked_at = AtomicU64::new(u64::MAX);
        move || {
            let now = self.nodes.load(Relaxed) >> TABLE_NODES_LOG2;
            if looked_at.load(Relaxed) != now {
                looked_at.store(now, Relaxed);
                self.table_permille.store(permille(), Relaxed);
            }
            stop()
        }
    }
}
