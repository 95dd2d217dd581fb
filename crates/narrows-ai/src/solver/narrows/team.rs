//! Which large subtrees the threads of a search are in.
//!
//! All threads search the same position and share the table, so each finds what the others have
//! proven. A thread leaves a subtree that another is in for the end of its list (Kerrigan's
//! simplification of Weill's ABDADA), but only in positions that are likely lost for their mover,
//! where all captures have to be searched and none is searched in vain. The first thread that has
//! the value ends the others.

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::table::{Key, Place};
use crate::solver::threads::Marks;

/// What the threads of a search tell each other.
pub(crate) struct Team {
    marks: Marks,
    /// Children with fewer stones are not worth a mark.
    stones_from: u32,
    /// The value is found.
    done: AtomicBool,
}

impl Team {
    /// A team that marks children with so many stones.
    pub(crate) fn new(stones_from: u32) -> Self {
        Self {
            marks: Marks::new(),
            stones_from,
            done: AtomicBool::new(false),
        }
    }

    /// Whether children with so many stones are marked.
    pub(crate) const fn covers(&self, stones: u32) -> bool {
        stones >= self.stones_from
    }

    pub(crate) fn enter<K: Key>(&self, place: Place<K>) {
        self.marks.enter(place.mark());
    }

    pub(crate) fn leave<K: Key>(&self, place: Place<K>) {
        self.marks.leave(place.mark());
    }

    pub(crate) fn is_in<K: Key>(&self, place: Place<K>) -> bool {
        self.marks.contains(place.mark())
    }

    /// The value is found: nobody need go on.
    pub(crate) fn finish(&self) {
        self.done.store(true, Relaxed);
    }

    pub(crate) fn is_done(&self) -> bool {
        self.done.load(Relaxed)
    }
}
