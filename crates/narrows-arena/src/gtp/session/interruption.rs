//! How a search ends before its time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How whoever reads the controller's lines ends a search.
#[derive(Clone, Debug, Default)]
pub struct Interruption {
    /// Looked at by the search; reset when the next one begins.
    now: Arc<AtomicBool>,
    /// Set when no answer is waited for any more: searches end as they begin.
    for_good: Arc<AtomicBool>,
}

impl Interruption {
    /// Ends the search that is running: `# interrupt` and `gogui-interrupt`.
    pub fn interrupt(&self) {
        self.now.store(true, Ordering::Relaxed);
    }

    /// Ends it and all that follow: `quit` was heard, or the end of the input.
    pub fn leave(&self) {
        self.for_good.store(true, Ordering::Relaxed);
        self.interrupt();
    }

    /// The next search begins.
    pub(super) fn reset(&self) {
        let leaving = self.for_good.load(Ordering::Relaxed);
        self.now.store(leaving, Ordering::Relaxed);
    }

    /// What a search looks at.
    pub(super) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.now)
    }
}
