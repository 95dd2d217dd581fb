//! What a search may still use, counted by all its threads together.

use core::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use crate::budget::Stop;

/// A limit or the callback ended the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// Nobody has ended the search.
const RUNNING: u8 = 0;
/// The limit of nodes is reached, or the caller wants no more.
const ENDED: u8 = 1;
/// The table is full, and may grow.
const FULL: u8 = 2;

/// The limits of one search, and what is used of them.
pub(crate) struct Meter<'a> {
    /// Positions expanded, and those that threads have reserved for what they do next.
    nodes: &'a AtomicU64,
    most_nodes: u64,
    stop: Stop<'a>,
    /// Entries of the table in use, and how many may be.
    used: &'a AtomicU64,
    most_used: u64,
    state: AtomicU8,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(nodes: &'a AtomicU64, stop: Stop<'a>, used: &'a AtomicU64) -> Self {
        Self {
            nodes,
            most_nodes: u64::MAX,
            stop,
            used,
            most_used: u64::MAX,
            state: AtomicU8::new(RUNNING),
        }
    }

    /// The same with at most so many nodes, those counted already among them.
    pub(crate) fn with_most_nodes(self, most_nodes: u64) -> Self {
        Self { most_nodes, ..self }
    }

    /// The same with an end when so many entries of the table are in use.
    pub(crate) fn with_most_used(self, most_used: u64) -> Self {
        Self { most_used, ..self }
    }

    /// A part of the same search that may expand so many positions more.
    pub(crate) fn part(&self, nodes: u64) -> Meter<'a> {
        let most_nodes = self.nodes().saturating_add(nodes);
        Meter {
            most_nodes: most_nodes.min(self.most_nodes),
            state: AtomicU8::new(self.state.load(Relaxed)),
            ..*self
        }
    }

    /// Positions counted so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Whether the table has to grow for the search to go on.
    pub(crate) fn is_full(&self) -> bool {
        self.state.load(Relaxed) == FULL
    }

    /// Reserves up to so many nodes; at least one.
    pub(crate) fn reserve(&self, nodes: u64) -> Result<u64, Stopped> {
        if self.used.load(Relaxed) >= self.most_used {
            self.end(FULL);
        }
        if self.state.load(Relaxed) == RUNNING && (self.stop)() {
            self.end(ENDED);
        }
        if self.state.load(Relaxed) != RUNNING {
            return Err(Stopped);
        }
        let mut reserved = 0;
        let taken = self.nodes.fetch_update(Relaxed, Relaxed, |counted| {
            reserved = nodes.min(self.most_nodes.saturating_sub(counted));
            (reserved > 0).then_some(counted + reserved)
        });
        if taken.is_err() {
            self.end(ENDED);
            return Err(Stopped);
        }
        Ok(reserved)
    }

    /// Takes note of entries that were made, and gives back nodes that were not used.
    pub(crate) fn settle(&self, made: u64, unused: u64) {
        self.used.fetch_add(made, Relaxed);
        self.nodes.fetch_sub(unused, Relaxed);
    }

    /// Ends the search for a reason, if it has not ended for another.
    fn end(&self, reason: u8) {
        let _ended_before = self
            .state
            .compare_exchange(RUNNING, reason, Relaxed, Relaxed);
    }
}
