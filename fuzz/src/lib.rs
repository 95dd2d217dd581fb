//! What the fuzz targets ask of any bytes. Each is a function of its own, so that `tests/saved.rs` can ask it
//! of saved inputs on a stable toolchain.

#[path = "../../crates/narrows-core/tests/suite/slow.rs"]
#[allow(
    dead_code,
    missing_docs,
    reason = "the suite of narrows-core uses all of it"
)]
mod slow;

mod games;
mod text;

pub use games::{grow, play};
pub use text::{moves, position, record};

/// A fuzz target: its name, which is also that of its folder in `seeds/`, and its function.
pub type Target = (&'static str, fn(&[u8]));

/// All fuzz targets.
pub const TARGETS: [Target; 5] = [
    ("position", position),
    ("record", record),
    ("moves", moves),
    ("play", play),
    ("grow", grow),
];
