//! Which subgames other workers are searching: marks that may be lost, never waited for.

use alloc::boxed::Box;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::keys::Key;

/// A small table of marks. A mark that is overwritten costs work done twice, no more.
pub(crate) struct Busy(Box<[AtomicU64]>);

const MARKS: usize = 1 << 13;

impl Busy {
    pub(crate) fn new() -> Busy {
        Busy((0..MARKS).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline(always)]
    fn slot(&self, key: Key) -> &AtomicU64 {
        &self.0[key.b as usize % MARKS]
    }

    /// Whether somebody is at this subgame.
    #[inline(always)]
    pub(crate) fn contains(&self, key: Key) -> bool {
        self.slot(key).load(Relaxed) == key.a
    }

    /// Marks a subgame.
    #[inline(always)]
    pub(crate) fn enter(&self, key: Key) {
        self.slot(key).store(key.a, Relaxed);
    }

    /// Takes the mark away, if it is still there.
    #[inline(always)]
    pub(crate) fn leave(&self, key: Key) {
        let slot = self.slot(key);
        if slot.load(Relaxed) == key.a {
            slot.store(0, Relaxed);
        }
    }
}
