//! What the levels do differently from game to game.

use narrows_core::{BlackNarrows, Narrows};

/// How a player of level 6 resists in a lost position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Resistance {
    /// The move after which a searching opponent is least likely to keep the win.
    SetTraps,
    /// The move that leaves the opponent the smallest share of moves that keep the win.
    LeaveFewWins,
}

/// The constants of the levels for one game on boards of one width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tuning {
    /// Positions with more legal moves than this are out of the solver's reach within seconds: level 6 does not
    /// try to solve them.
    pub(super) most_moves: usize,
    /// Positions to expand for each playout where level 6 searches and solves in turn on one thread.
    pub(super) nodes_per_playout: u64,
    /// The search of level 6 asks the solver about new positions with at most this many moves; 0 if it should not.
    pub(super) leaf_moves: usize,
    pub(super) resistance: Resistance,
}

/// A game that the levels are tuned for.
pub(super) trait Tuned {
    const TUNING: Tuning;
}

/// What the plain solver of wide boards reaches.
const PLAIN_MOST_MOVES: usize = 28;

impl<const W: usize> Tuned for BlackNarrows<W> {
    const TUNING: Tuning = Tuning {
        most_moves: 64,
        nodes_per_playout: 16,
        leaf_moves: 16,
        resistance: Resistance::SetTraps,
    };
}

impl<const W: usize> Tuned for Narrows<W> {
    const TUNING: Tuning = Tuning {
        // The empty 6x5 board (49 captures) takes the strong solver seconds.
        most_moves: if W == 1 { 50 } else { PLAIN_MOST_MOVES },
        nodes_per_playout: 2,
        leaf_moves: 0,
        resistance: Resistance::LeaveFewWins,
    };
}
