//! Search for Black Narrows and Narrows, two games by Mark Steere (marksteeregames.com).
#[cfg(feature = "arena")]
pub mod arena;
