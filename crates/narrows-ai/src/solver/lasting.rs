//! Answers that outlive a solver: proven results in a file, and certificates.

use alloc::vec::Vec;
#[cfg(feature = "store")]
use std::path::Path;

use narrows_core::Game;

use super::ExactSolver;
#[cfg(feature = "store")]
use super::StoreError;
use crate::budget::{Limits, Stop};

/// A solver whose answers can outlive it.
pub trait LastingSolver<G: Game>: ExactSolver<G> {
    /// Takes over the proven results in a file, and writes new ones there from now on, some thousands at a
    /// time: all of them in a small file, those that cost most in a large one. A file that is not there, or is
    /// empty, is made. It serves any number of positions and boards of one game.
    ///
    /// # Errors
    /// If the file is something else, damaged, in use, or cannot be read and written. What is not a file of
    /// results stays as it was.
    #[cfg(feature = "store")]
    fn attach(&mut self, path: &Path) -> Result<(), StoreError>;

    /// Writes what is left to the file, and closes it.
    ///
    /// # Errors
    /// If a write failed, now or during a search.
    #[cfg(feature = "store")]
    fn detach(&mut self) -> Result<(), StoreError>;

    /// The certificate of a position's value, for [`crate::verify::verify`]. `None` if a limit ended the search
    /// before the value and its proof were complete; in Narrows also if the game is over, or the exchange is on
    /// offer or to come.
    fn certify(&mut self, position: &G, limits: &Limits, stop: Stop) -> Option<Vec<u8>>;
}
