//! Exact play of Narrows (a game by Mark Steere, marksteeregames.com).

mod adapter;
mod board;
mod book;
mod distance;
mod key;
mod options;
mod position;
mod search;
mod solver;
mod table;
mod team;

#[cfg(test)]
mod slow;
#[cfg(test)]
mod tests;

pub use book::{BoardResult, result_of, results};
pub use options::Options;
pub use position::{Exchange, RawError, RawMove, RawPosition};
pub use solver::{Monitor, Question, Solution, SolveLimits, Solver};
