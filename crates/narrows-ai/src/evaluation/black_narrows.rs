//! Black Narrows: nothing cheap tells the winner, as the parity of what can still be placed decides. Only moves
//! that end the game are seen: with many live points those that divide the last region that touches all stones,
//! which the position knows; near the end also those that leave no live point.

use narrows_core::{BlackNarrows, Game, Point};

use super::{Evaluate, Glance, Parameters};

/// Positions with at most this many moves are searched for a move that leaves no live point.
const WIN_CHECK_MOVES: usize = 12;

impl<const W: usize> Evaluate for BlackNarrows<W> {
    const PARAMETERS: Parameters = Parameters {
        exploration: 0.4,
        first_play: 1.1,
        bias: 0.0,
        looks: 0.0,
    };

    fn glance(&self) -> Glance<Point> {
        let finishing = self.grid().points(self.finishing()).min();
        let win = finishing.or_else(|| {
            let ends = |play: &Point| self.played(*play).is_over();
            let few = self.live().len() <= WIN_CHECK_MOVES;
            few.then(|| self.legal_moves().into_iter().find(ends))?
        });
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

#[cfg(test)]
mod tests {
    use super::*;

    /// With few moves every win at once is seen; with more, those that divide the last main region.
    #[test]
    fn wins_at_once_are_seen() {
        let mut early = 0;
        for seed in 1..400_usize {
            let mut position = BlackNarrows::<1>::start("6x6".parse().unwrap()).unwrap();
            for ply in 1.. {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let ends = |play: &Point| position.played(*play).is_over();
                let seen = position.glance().win;
                let many = moves.len() > WIN_CHECK_MOVES;
                if !many || !position.finishing().is_empty() {
                    assert_eq!(seen.is_some(), moves.iter().any(ends), "{position}");
                }
                assert!(seen.is_none_or(|play| ends(&play)), "{position} {seen:?}");
                early += usize::from(seen.is_some() && many);
                position.play_unchecked(moves[seed * ply * 7919 % moves.len()]);
            }
        }
        assert!(early > 0);
    }
}
