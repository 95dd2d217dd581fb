//! What can be saved from a damaged file of proven results.

use std::path::Path;

use narrows_core::GameKind;

use super::black_narrows::stored::Proven as ProvenNimber;
use super::narrows::stored::Proven as ProvenWinner;
use super::store::{self, Salvaged, StoreError};

/// Counts the results of a game in a file that are intact, however damaged the rest is. The file is only read.
///
/// # Errors
/// [`StoreError`] if the file cannot be read or never held results of this game.
pub fn intact_results(game: GameKind, path: &Path) -> Result<Salvaged, StoreError> {
    match game {
        GameKind::BlackNarrows => store::intact::<ProvenNimber>(path),
        GameKind::Narrows => store::intact::<ProvenWinner>(path),
    }
}

/// Adds the intact results of a game in a file to another file, which is made if it is not there.
///
/// # Errors
/// [`StoreError`] if one of them cannot be used, or they are the same file.
pub fn salvage_results(game: GameKind, from: &Path, to: &Path) -> Result<Salvaged, StoreError> {
    match game {
        GameKind::BlackNarrows => store::salvage::<ProvenNimber>(from, to),
        GameKind::Narrows => store::salvage::<ProvenWinner>(from, to),
    }
}
