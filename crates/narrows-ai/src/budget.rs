//! What a search may use.
//!
//! A search never reads a clock. It takes [`Limits`] and a [`Stop`] callback, which the caller bases on a
//! clock, a key press or nothing; so the same code runs in a thread, a test and a browser worker.
//!
//! ```
//! use std::time::{Duration, Instant};
//!
//! use narrows_ai::budget::{Limits, Stop};
//!
//! // A search that takes these ends after a tenth of a second, or 10,000 playouts.
//! let limits = Limits { playouts: Some(10_000), ..Limits::default() };
//! let since = Instant::now();
//! let stop: Stop = &|| since.elapsed() > Duration::from_millis(100);
//! assert!(!stop() && limits.threads == 1);
//! ```

/// Asked now and then, at least every few thousand positions: `true` ends the search.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);

/// What a search may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most playouts of a Monte Carlo search; `None` for no limit.
    pub playouts: Option<u64>,
    /// The most positions an exact solver expands; `None` for no limit.
    pub nodes: Option<u64>,
    /// The most bytes for trees and tables together.
    pub memory_bytes: usize,
    /// The number of threads, where the platform has them; at least 1.
    pub threads: usize,
}

impl Default for Limits {
    /// No limit of playouts and nodes, 256 MiB, one thread.
    fn default() -> Self {
        Self {
            playouts: None,
            nodes: None,
            memory_bytes: 256 << 20,
            threads: 1,
        }
    }
}

/// A callback that never stops a search.
pub const NEVER: Stop<'static> = &|| false;
