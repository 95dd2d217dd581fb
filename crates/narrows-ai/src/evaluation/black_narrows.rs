//! Black Narrows: nothing cheap tells the winner, as the parity of what can still be placed decides. Only moves
//! that end the game are seen.

use narrows_core::{BlackNarrows, Game, Point};

use super::{Evaluate, Glance, Parameters};

/// Positions with at most this many moves are searched for a move that ends the game.
const WIN_CHECK_MOVES: usize = 12;

impl<const W: usize> Evaluate for BlackNarrows<W> {
    const PARAMETERS: Parameters = Parameters {
        exploration: 0.4,
        first_play: 1.1,
        bias: 0.0,
        looks: 0.0,
    };

    fn glance(&self) -> Glance<Point> {
        let ends = |play: &Point| self.played(*play).is_over();
        let win = (self.live().len() <= WIN_CHECK_MOVES)
            .then(|| self.legal_moves().into_iter().find(ends))
            .flatten();
        Glance { win, worth: 0.5 }
    }

    fn list_moves(&self, mut each: impl FnMut(Point, i8)) {
        for play in self.legal_moves() {
            each(play, 0);
        }
    }

    fn count_moves(&self) -> usize {
        self.live().len()
    }
}
