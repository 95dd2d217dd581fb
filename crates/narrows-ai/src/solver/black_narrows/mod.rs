//! Exact play of Black Narrows (a game by Mark Steere, marksteeregames.com).

mod adapter;
mod board;
mod busy;
mod hub;
mod keys;
mod layout;
mod live;
mod options;
mod proof;
mod quotient;
mod root;
mod search;
mod small;
mod table;

#[cfg(test)]
mod tests;

pub use layout::{RawError, RawPosition};
pub use options::Options;
pub use root::{Monitor, Solution, SolveLimits, Solver};

pub use super::Question;
