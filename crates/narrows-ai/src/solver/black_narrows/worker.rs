//! What a search works with: the state that threads share, and each thread's own stacks.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::board::Board;
use super::hub::{Entry, HubOptions, Part, Sets};
use super::key::Key;
#[cfg(feature = "comparison")]
use super::methods::ProofTable;
use super::options::Reductions;
use super::quotient::Quotient;
use super::table::{Known, MAX_EXCLUDED, Table};
use crate::solver::board::Cells;
use crate::solver::threads::Marks;

/// A budget ran out or the caller asked to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// Takes results, with the positions expanded for them.
pub(crate) type Sink<'a> = &'a (dyn Fn(Key, Known, u64) + Sync);

/// What all workers of one search share.
pub(crate) struct Shared<'a> {
    /// The table.
    pub(crate) table: Table<'a>,
    /// Subgames that some worker is at, if there are several workers.
    pub(crate) busy: Option<Marks>,
    /// Positions expanded by all workers, or about to be: see [`grant`](Self::grant).
    pub(crate) nodes: &'a AtomicU64,
    /// At most so many are expanded.
    pub(crate) max_nodes: u64,
    /// Set when the search must end.
    pub(crate) stopped: AtomicBool,
    /// Asked now and then whether to stop.
    pub(crate) stop: &'a (dyn Fn() -> bool + Sync),
    /// Where results go, beside the table.
    pub(crate) sink: Option<Sink<'a>>,
    /// Proof numbers, if the method needs them.
    #[cfg(feature = "comparison")]
    pub(crate) numbers: Option<ProofTable>,
}

impl<'a> Shared<'a> {
    /// For one thread, without a limit and without a place for results.
    pub(crate) fn alone(
        table: Table<'a>,
        nodes: &'a AtomicU64,
        stop: &'a (dyn Fn() -> bool + Sync),
    ) -> Self {
        Shared {
            table,
            busy: None,
            nodes,
            max_nodes: u64::MAX,
            stopped: AtomicBool::new(false),
            stop,
            sink: None,
            #[cfg(feature = "comparison")]
            numbers: None,
        }
    }

    /// Grants a worker some positions to expand, as far as the limit allows, or ends the search.
    fn grant(&self) -> Result<u64, Stopped> {
        let most = |nodes: u64| POLL_NODES.min(self.max_nodes.saturating_sub(nodes));
        if !self.stopped.load(Relaxed) && !(self.stop)() {
            let take = |nodes| (most(nodes) > 0).then(|| nodes + most(nodes));
            if let Ok(nodes) = self.nodes.fetch_update(Relaxed, Relaxed, take) {
                return Ok(most(nodes));
            }
        }
        self.stopped.store(true, Relaxed);
        Err(Stopped)
    }
}

/// A worker asks the callback after so many expansions, that is every 30 to 200 microseconds.
pub(crate) const POLL_NODES: u64 = 16;

/// A move's outcome: a nim heap and subgames (a range of entries) not evaluated yet.
#[derive(Clone, Copy)]
pub(super) struct Child<C> {
    pub(super) point: C,
    pub(super) nim: u32,
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) weight: u32,
}

/// An expansion in progress: is a child of nimber `x` there?
pub(super) struct Batch<C> {
    pub(super) x: u32,
    /// Nimbers of children, which the parent cannot have.
    pub(super) excluded: u32,
    /// A move to a position of nimber `x`, once found.
    pub(super) reply: C,
    /// Children on the stack not yet looked up.
    pub(super) waiting: usize,
}

/// A nimber as a set.
#[inline(always)]
pub(super) fn bit(value: u32) -> u32 {
    if value < MAX_EXCLUDED { 1 << value } else { 0 }
}

/// How much work a subgame is expected to be: the square of its live points, twice that for a
/// whole position.
#[inline(always)]
pub(super) fn weight_of<C: Cells>(part: &Part<C>) -> u32 {
    let points = part.live.count();
    points * points * if part.hub { 1 } else { 2 }
}

/// One thread of the search, with its stacks.
pub(crate) struct Worker<'a, B: Board> {
    pub(super) board: &'a B,
    pub(super) options: Reductions,
    pub(super) hub_options: HubOptions,
    pub(super) shared: &'a Shared<'a>,
    /// Positions expanded, and positions that may be expanded before the next look at the limits.
    pub(super) nodes: u64,
    granted: u64,
    pub(super) entries: Vec<Entry<B::Cells>>,
    pub(super) children: Vec<Child<B::Cells>>,
    pub(super) scratch: Vec<Entry<B::Cells>>,
    pub(super) sets: Sets<B::Cells>,
    pub(super) quotient: Quotient<B::Cells>,
}

impl<'a, B: Board> Worker<'a, B> {
    pub(crate) fn new(board: &'a B, options: Reductions, shared: &'a Shared<'a>) -> Self {
        let options = options.checked();
        Worker {
            board,
            options,
            hub_options: HubOptions {
                split: options.split,
                small: options.small,
                reduce: options.reduce,
            },
            shared,
            nodes: 0,
            granted: 0,
            entries: Vec::new(),
            children: Vec::new(),
            scratch: Vec::new(),
            sets: Sets::default(),
            quotient: Quotient::default(),
        }
    }

    /// Ends the work: gives back what was granted and not used, and says how many positions were expanded.
    pub(crate) fn finish(self) -> u64 {
        self.shared.nodes.fetch_sub(self.granted, Relaxed);
        self.nodes
    }

    /// Counts an expanded position; ends the search before a limit is exceeded.
    #[inline]
    pub(super) fn count_node(&mut self) -> Result<(), Stopped> {
        if self.granted == 0 {
            self.granted = self.shared.grant()?;
        } else if self.shared.stopped.load(Relaxed) {
            return Err(Stopped);
        }
        self.granted -= 1;
        self.nodes += 1;
        Ok(())
    }
}
