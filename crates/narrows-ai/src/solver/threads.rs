//! One search by several threads that share a table.
//!
//! All threads run the same search, and each finds in the table what the others have proven. To keep out of
//! each other's way they mark which subtrees they are in ([`Marks`]) and come back to a marked subtree last
//! (Weill, "The ABDADA distributed minimax search algorithm", 1996, with marks outside the table).

use alloc::boxed::Box;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// More threads than this are not started, whatever is asked for.
#[cfg(feature = "threads")]
const MOST_THREADS: usize = 256;

const MARKS_LOG2: u32 = 13;

/// Which subtrees other threads are in. A mark that is overwritten costs work done twice, no more.
pub(super) struct Marks(Box<[AtomicU64]>);

impl Marks {
    pub(super) fn new() -> Self {
        Self((0..1 << MARKS_LOG2).map(|_| AtomicU64::new(0)).collect())
    }

    /// The place of a mark, which must be a mixed word.
    #[inline(always)]
    fn slot(&self, mark: u64) -> &AtomicU64 {
        &self.0[(mark >> (64 - MARKS_LOG2)) as usize]
    }

    /// Whether some thread is in this subtree.
    #[inline(always)]
    pub(super) fn contains(&self, mark: u64) -> bool {
        self.slot(mark).load(Relaxed) == mark
    }

    /// Marks a subtree.
    #[inline(always)]
    pub(super) fn enter(&self, mark: u64) {
        self.slot(mark).store(mark, Relaxed);
    }

    /// Takes the mark away, unless another has replaced it.
    #[inline(always)]
    pub(super) fn leave(&self, mark: u64) {
        // A failure means that another mark has taken the place.
        let _other = self.slot(mark).compare_exchange(mark, 0, Relaxed, Relaxed);
    }
}

/// The number of threads that are started when so many are asked for.
pub(super) fn usable(threads: usize) -> usize {
    #[cfg(feature = "threads")]
    return threads.clamp(1, MOST_THREADS);
    #[cfg(not(feature = "threads"))]
    {
        let _ = threads;
        1
    }
}

/// Runs a search on several threads and merges what they found. If the system refuses a thread, the others do
/// its work.
#[cfg(feature = "threads")]
pub(super) fn together<T: Send>(
    threads: usize,
    search: &(dyn Fn() -> T + Sync),
    merge: impl Fn(T, T) -> T,
) -> T {
    let threads = usable(threads);
    if threads == 1 {
        return search();
    }
    std::thread::scope(|scope| {
        let others: alloc::vec::Vec<_> = (1..threads)
            .map_while(|_| std::thread::Builder::new().spawn_scoped(scope, search).ok())
            .collect();
        let mut found = search();
        for other in others {
            match other.join() {
                Ok(more) => found = merge(found, more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        found
    })
}

/// Runs a search.
#[cfg(not(feature = "threads"))]
pub(super) fn together<T>(
    _threads: usize,
    search: &dyn Fn() -> T,
    _merge: impl Fn(T, T) -> T,
) -> T {
    search()
}

#[cfg(all(test, feature = "threads"))]
mod tests {
    use super::*;

    #[test]
    fn marks_are_taken_away_by_those_who_made_them() {
        let marks = Marks::new();
        let (a, b) = (1 << 60 | 5, 1 << 60 | 6);
        marks.enter(a);
        assert!(marks.contains(a) && !marks.contains(b));
        marks.enter(b);
        marks.leave(a);
        assert!(marks.contains(b) && !marks.contains(a));
        marks.leave(b);
        assert!(!marks.contains(b));
    }

    #[test]
    fn any_number_of_threads_is_taken() {
        for (asked, started) in [(0, 1), (1, 1), (3, 3), (usize::MAX, MOST_THREADS)] {
            let count = together(asked, &|| 1, |a, b| a + b);
            assert!(
                count <= started && count >= started.min(3),
                "{asked}: {count}"
            );
        }
    }
}
