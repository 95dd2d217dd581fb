//! Counting move sequences.

use crate::game::Game;

/// The number of move sequences of exactly `plies` plies; a finished game is not continued.
///
/// An exchange of colors (Narrows) counts as a ply where it is on offer.
#[must_use]
pub fn perft<G: Game>(position: &G, plies: u32) -> u64 {
    match plies {
        0 => 1,
        1 => position.legal_moves().len() as u64,
        _ => position
            .legal_moves()
            .iter()
            .map(|&next| perft(&position.played(next), plies - 1))
            .sum(),
    }
}

/// Like [`perft`], but asks `stop` before each position at three plies or more from the end, and gives
/// up with `None` once it says yes.
pub fn perft_until<G: Game>(position: &G, plies: u32, stop: &dyn Fn() -> bool) -> Option<u64> {
    if plies < 3 {
        return Some(perft(position, plies));
    }
    if stop() {
        return None;
    }
    let mut nodes = 0;
    for &next in &position.legal_moves() {
        nodes += perft_until(&position.played(next), plies - 1, stop)?;
    }
    Some(nodes)
}
