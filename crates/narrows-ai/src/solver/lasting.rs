//! Answers that persist: proven results in a file, and certificates.

use std::io;
#[cfg(feature = "store")]
use std::path::Path;

use narrows_core::Game;

use super::ExactSolver;
#[cfg(feature = "store")]
use super::StoreError;
use crate::budget::{Limits, Stop};

/// A solver that keeps proven results in a file.
#[cfg(feature = "store")]
pub trait StoringSolver {
    /// Takes over the proven results in a file, and writes new ones there from now on, some thousands at a
    /// time: all of them in a small file, those that cost most in a large one. A file that is not there, or is
    /// empty, is made. It serves any number of positions and boards of one game.
    ///
    /// # Errors
    /// If the file is something else, damaged, in use, or cannot be read and written. What is not a file of
    /// results stays as it was.
    fn attach(&mut self, path: &Path) -> Result<(), StoreError>;

    /// Writes what is left to the file, and closes it.
    ///
    /// # Errors
    /// If a write failed, now or during a search.
    fn detach(&mut self) -> Result<(), StoreError>;
}

/// A solver that writes certificates of its answers.
pub trait CertifyingSolver<G: Game>: ExactSolver<G> {
    /// Writes the certificate of a position's value, for [`crate::verify::verify`]; tells whether it is complete. It
    /// is not if a limit ended the search before the value and its proof were known; in Black Narrows if the board has
    /// more than 64 points; in Narrows if the game is over, or the exchange is on offer or to come. What was
    /// written then proves nothing.
    ///
    /// # Errors
    /// If it cannot be written.
    fn certify(
        &mut self,
        position: &G,
        limits: &Limits,
        stop: Stop,
        out: &mut dyn io::Write,
    ) -> io::Result<bool>;
}
