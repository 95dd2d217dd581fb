//! One search by one or more threads.
//!
//! All threads search the same position and share the table, so each finds what the others have
//! proven. To keep out of each other's way they note which large subtrees they are in: a thread
//! leaves such a subtree for the end of its list (Kerrigan's simplification of Weill's ABDADA), but
//! only in positions that are likely lost for their mover, where all captures have to be searched
//! and none is searched in vain. The first thread that has the value ends the others.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::board::Pair;
use super::search::{Likely, Shared, Stopped, Worker};
use super::table::Place;

/// Subtrees that some thread is in. A lost note only costs time, so a few slots are enough.
pub(crate) struct Notes {
    slots: [AtomicU64; 1024],
    /// Children with fewer stones are not worth a note.
    stones_from: u32,
    /// The value is found.
    done: AtomicBool,
}

impl Notes {
    #[cfg(feature = "threads")]
    pub(crate) fn new(stones_from: u32) -> Self {
        Self {
            slots: [const { AtomicU64::new(0) }; 1024],
            stones_from,
            done: AtomicBool::new(false),
        }
    }

    /// Whether notes are taken of children with so many stones.
    pub(crate) const fn cover(&self, stones: u32) -> bool {
        stones >= self.stones_from
    }

    fn slot(&self, place: Place) -> (&AtomicU64, u64) {
        let mark = place.mark();
        (&self.slots[(mark >> 54) as usize], mark)
    }

    pub(crate) fn enter(&self, place: Place) {
        let (slot, mark) = self.slot(place);
        slot.store(mark, Relaxed);
    }

    pub(crate) fn leave(&self, place: Place) {
        let (slot, mark) = self.slot(place);
        // A failure means that another thread's note has taken the slot.
        let _other = slot.compare_exchange(mark, 0, Relaxed, Relaxed);
    }

    pub(crate) fn is_busy(&self, place: Place) -> bool {
        let (slot, mark) = self.slot(place);
        slot.load(Relaxed) == mark
    }

    pub(crate) fn is_done(&self) -> bool {
        self.done.load(Relaxed)
    }
}

/// What the table or a look at the position says of it at once.
pub(crate) fn known<const EIGHT: bool>(shared: &Shared<'_, EIGHT>, pair: Pair) -> Option<bool> {
    Worker::new(shared, None).known(pair)
}

/// Stores a value found by other means.
pub(crate) fn remember<const EIGHT: bool>(shared: &Shared<'_, EIGHT>, pair: Pair, won: bool) {
    Worker::new(shared, None).remember(pair, won);
}

/// Whether the mover wins a position in which nobody is linked.
pub(crate) fn solve<const EIGHT: bool>(
    shared: &Shared<'_, EIGHT>,
    pair: Pair,
    likely: Likely,
    threads: usize,
) -> Result<bool, Stopped> {
    #[cfg(feature = "threads")]
    if threads > 1 {
        return solve_together(shared, pair, likely, threads);
    }
    let _ = threads;
    solve_alone(shared, pair, likely, None)
}

fn solve_alone<const EIGHT: bool>(
    shared: &Shared<'_, EIGHT>,
    pair: Pair,
    likely: Likely,
    notes: Option<&Notes>,
) -> Result<bool, Stopped> {
    let mut worker = Worker::new(shared, notes);
    let value = worker.solve(pair, likely);
    worker.finish();
    if let (Ok(_), Some(notes)) = (value, notes) {
        notes.done.store(true, Relaxed);
    }
    value
}

#[cfg(feature = "threads")]
fn solve_together<const EIGHT: bool>(
    shared: &Shared<'_, EIGHT>,
    pair: Pair,
    likely: Likely,
    threads: usize,
) -> Result<bool, Stopped> {
    // Few nodes are below: thresholds from 10 to 15 stones gave the same numbers of nodes on 6x5,
    // 6x6, 7x6 and 8x7.
    let notes = Notes::new(shared.board.points() / 3);
    std::thread::scope(|scope| {
        let helpers: alloc::vec::Vec<_> = (1..threads)
            .map(|_| scope.spawn(|| solve_alone(shared, pair, likely, Some(&notes))))
            .collect();
        let mut value = solve_alone(shared, pair, likely, Some(&notes));
        for helper in helpers {
            // A helper only panics if the caller's own callback does.
            value = value.or(helper.join().unwrap_or(Err(Stopped)));
        }
        value
    })
}
