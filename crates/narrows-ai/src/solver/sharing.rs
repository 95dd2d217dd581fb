//! Solvers that work on one problem side by side, without a table in common.

use std::string::String;
use std::vec::Vec;

use narrows_core::Game;

pub use super::feed::FactsError;

/// A solver that tells others what it has proven, and believes what they tell.
pub trait SharingSolver {
    /// Collects from now on the results that cost at least so many expanded positions.
    fn share(&mut self, least_nodes: u64);

    /// Takes what was collected, as [`learn`](Self::learn) reads it, in pieces of at most so many bytes (but at least
    /// one result). All of it is about the board that was searched last.
    fn take_facts(&mut self, most_bytes: usize) -> Vec<Vec<u8>>;

    /// Believes the results of another solver of the same game and version: nothing about them is checked but their
    /// form. Gives their number.
    ///
    /// # Errors
    /// [`FactsError`] if the bytes are something else or were changed; nothing is believed then.
    fn learn(&mut self, facts: &[u8]) -> Result<usize, FactsError>;
}

/// A solver that knows which positions pose it the same problem.
pub trait NamesProblems<G: Game> {
    /// A name for the problem that a position poses. Positions of the same name on boards of one size have the same
    /// value: images of each other under a symmetry of the board, and in Black Narrows those of which the same is left.
    /// It consists of letters, digits, `/`, `-`, `_` and `=`.
    fn problem(position: &G) -> String;
}

/// A position line as a name.
pub(super) fn name_of(line: &str) -> String {
    line.replace(' ', "=")
}
