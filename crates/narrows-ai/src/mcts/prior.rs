//! What a move of Narrows looks like before it is tried.
//!
//! A side wins when one region of its own stones and empty points holds all of its stones. A capture
//! puts a stone where an enemy stood, which may join several such regions of the mover, and leaves an
//! empty point behind, which may join some of the enemy's. The difference of the two is a crude but
//! cheap measure of progress: the regions are found once for a position, and each move looks at the
//! neighbours of its two points.

use alloc::vec::Vec;
use core::any::Any;

use narrows_core::bitboard::{Bitboard, Grid};
use narrows_core::narrows::Move;
use narrows_core::{Game, Narrows, region};

/// For each move the regions that the mover joins by it, less those that it joins for the enemy; 0 in
/// Black Narrows.
pub(super) fn progress<G: Game>(position: &G, moves: &[G::Move]) -> Vec<i8> {
    let any: &dyn Any = position;
    macro_rules! narrows {
        ($($width:literal)*) => {$(
            if let Some(position) = any.downcast_ref::<Narrows<$width>>() {
                let moves = moves.iter().map(|play| {
                    let play: &dyn Any = play;
                    play.downcast_ref::<Move>().copied()
                });
                return of_narrows(position, moves).into_iter().map(|(gain, loss)| gain - loss).collect();
            }
        )*};
    }
    narrows!(1 3 6 11);
    alloc::vec![0; moves.len()]
}

/// The regions of one side, as far as they hold stones.
struct Regions<const W: usize> {
    /// For each point the number of its region, counted from 1; 0 if it is in none with stones.
    number: Vec<u16>,
    /// For each region the number of its stones.
    stones: Vec<u16>,
}

impl<const W: usize> Regions<W> {
    fn new(grid: &Grid<W>, stones: Bitboard<W>, empty: Bitboard<W>) -> Self {
        let mut regions = Self {
            number: alloc::vec![0; grid.size().points()],
            stones: alloc::vec![0],
        };
        let mut left = stones;
        while !left.is_empty() {
            let region = region::flood(grid, left.lowest(), stones | empty);
            let number = regions.stones.len() as u16;
            for point in region.iter() {
                regions.number[point] = number;
            }
            regions.stones.push((region & stones).len() as u16);
            left -= region;
        }
        regions
    }

    /// How many different regions these points belong to, and whether `own` is one of them.
    fn among(&self, points: Bitboard<W>, own: u16) -> (i8, bool) {
        let mut seen = [0; 4];
        let mut count = 0;
        for point in points.iter() {
            let number = self.number[point];
            if number != 0 && !seen[..count].contains(&number) && count < 4 {
                seen[count] = number;
                count += 1;
            }
        }
        (count as i8, seen[..count].contains(&own))
    }
}

/// For each move by how much it makes the mover's regions fewer, and the enemy's; that the captured stone
/// may have been a bridge of the enemy's is left out.
fn of_narrows<const W: usize>(
    position: &Narrows<W>,
    moves: impl Iterator<Item = Option<Move>>,
) -> Vec<(i8, i8)> {
    let (grid, empty) = (position.grid(), position.empty());
    let mover = position.color_to_move();
    let (own, enemy) = (position.stones(mover), position.stones(mover.other()));
    let ours = Regions::new(&grid, own, empty);
    let theirs = Regions::new(&grid, enemy, empty);
    moves
        .map(|play| {
            let Some(Move::Capture { from, to }) = play else {
                return (0, 0);
            };
            let (from, to) = (grid.index(from), grid.index(to));
            let around = |index| grid.neighbours(Bitboard::from_index(index));
            // The stone leaves its region, which may have held no other, and joins those around its target.
            let (joined, keeps) = ours.among(around(to), ours.number[from]);
            let leaves_none = !keeps && ours.stones[usize::from(ours.number[from])] == 1;
            let gain = joined - 1 + i8::from(leaves_none);
            // The enemy loses a stone, perhaps with its region, and may pass where ours stood.
            let lost = theirs.number[to];
            let dies = theirs.stones[usize::from(lost)] == 1;
            let (mut joined, touches) = theirs.among(around(from).without(to), lost);
            if dies && touches {
                joined -= 1;
            }
            (gain, (joined - 1).max(0) + i8::from(dies))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of regions of a side that hold stones.
    fn count(position: &Narrows<1>, stones: Bitboard<1>) -> i8 {
        let grid = position.grid();
        Regions::new(&grid, stones, position.empty()).stones.len() as i8 - 1
    }

    /// The mover's part is exact, the enemy's but for bridges that the capture breaks.
    #[test]
    fn counts_regions() {
        for seed in 1..40_usize {
            let mut position: Narrows<1> =
                "bwbwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw b -".parse().unwrap();
            for ply in 1.. {
                check(&position);
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[seed * ply * 7919 % moves.len()]);
            }
        }
    }

    fn check(position: &Narrows<1>) {
        let moves = position.legal_moves();
        let parts = of_narrows(position, moves.iter().copied().map(Some));
        let scores = progress(position, &moves);
        assert_eq!(
            scores,
            parts
                .iter()
                .map(|(gain, loss)| gain - loss)
                .collect::<Vec<_>>()
        );
        let mover = position.color_to_move();
        for (&play, (gain, loss)) in moves.iter().zip(parts) {
            if play == Move::Swap {
                continue;
            }
            let after = position.played(play);
            let fewer = |color| {
                count(position, position.stones(color)) - count(&after, after.stones(color))
            };
            assert_eq!(gain, fewer(mover), "{position} {play}");
            assert!(loss >= fewer(mover.other()), "{position} {play}");
        }
    }
}
