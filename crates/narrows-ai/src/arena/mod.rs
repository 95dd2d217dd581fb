//! Matches between players.
pub mod stats;
