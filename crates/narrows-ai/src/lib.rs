//! Search for Black Narrows and Narrows, two games by Mark Steere (marksteeregames.com).
extern crate alloc;

pub mod solver;
pub mod value;

#[cfg(feature = "arena")]
pub mod arena;
