//! Exact play of Black Narrows (a game by Mark Steere, marksteeregames.com).

mod adapter;
mod board;
mod book;
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
#[cfg(feature = "store")]
mod store;
mod table;

#[cfg(test)]
mod tests;

pub use book::{BoardResult, result_of, results};
pub use layout::{RawError, RawPosition};
pub use options::Options;
pub use root::{Monitor, Solution, SolveLimits, Solver};

#[cfg(feature = "store")]
pub use store::{Store, StoreError};

pub use super::Question;
