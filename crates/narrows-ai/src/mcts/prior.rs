//! What a position and its moves look like before they are searched.
//!
//! In Narrows a side wins when one region of its own stones and empty points holds all of its stones. So
//! the number of its regions with stones says how far it has come, and whoever has fewer is ahead: on 8x7
//! that difference tells the winner as well as the mean of 64 playouts does (log loss 0.543 and 0.535 on
//! 3,500 positions around games between searches), at a hundredth of the cost. A capture puts a stone where
//! an enemy stood, which may join several regions of the mover, and leaves an empty point behind, which may
//! join some of the enemy's. The difference of the two is a crude but cheap measure of progress: the regions
//! are found once for a position, and each move looks at the neighbours of its two points. The mover's part
//! is exact, so it also tells which moves win at once.

use alloc::vec::Vec;
use core::any::Any;

use narrows_core::bitboard::{Bitboard, Grid};
use narrows_core::narrows::Move;
use narrows_core::{Game, Narrows, region};

use super::Parameters;

/// How much a region more or less changes the looks of a position, and how much it is worth to be on move:
/// the argument of a function that goes from 0 to 1 with a slope of 1/2 in the middle. Fitted to those
/// positions they are 0.43 and 0.38, which did as well in games (52 against 48 %, 80 pairs at equal
/// playouts); 0.12 and 0.1 did worse.
const REGION: f64 = 0.3;
const ON_MOVE: f64 = 0.2;

/// What is seen at a glance.
pub(super) struct Seen<M> {
    /// A move that wins at once, if there is one and it was looked for.
    pub(super) win: Option<M>,
    /// What the player to move may expect, 0 to 1.
    pub(super) position: f32,
    /// For each move the regions that the mover joins by it, less those that it joins for the enemy. Empty
    /// where nothing is known.
    pub(super) moves: Vec<i8>,
}

/// Looks at a position with these legal moves.
pub(super) fn look<G: Game>(
    position: &G,
    moves: &[G::Move],
    parameters: &Parameters,
) -> Seen<G::Move> {
    let seeks_win = moves.len() <= parameters.win_check_moves;
    let any: &dyn Any = position;
    macro_rules! narrows {
        ($($width:literal)*) => {$(
            if let Some(position) = any.downcast_ref::<Narrows<$width>>() {
                let plays = moves.iter().map(|play| {
                    let play: &dyn Any = play;
                    play.downcast_ref::<Move>().copied()
                });
                let seen = progress(position, plays);
                let wins = |found: &(i8, i8)| i32::from(found.0) == seen.to_go;
                let win = seen.moves.iter().position(wins).filter(|_| seeks_win);
                return Seen {
                    win: win.map(|index| moves[index]),
                    position: seen.worth(position.exchange_is_offered()),
                    moves: seen.moves.into_iter().map(|(gain, loss)| gain - loss).collect(),
                };
            }
        )*};
    }
    narrows!(1 3 6 11);
    let wins_at_once = |play: &G::Move| position.played(*play).mover_won() == Some(false);
    let mut sought = moves.iter().copied().filter(|_| seeks_win);
    Seen {
        win: sought.find(wins_at_once),
        position: 0.5,
        moves: Vec::new(),
    }
}

/// How far the sides of a position of Narrows have come.
struct Progress {
    /// The regions that the enemy has more than the mover.
    ahead: i32,
    /// By how much the mover's regions must become fewer to win.
    to_go: i32,
    /// For each move by how much it makes the mover's regions fewer, and the enemy's; that the captured
    /// stone may have been a bridge of the enemy's is left out.
    moves: Vec<(i8, i8)>,
}

fn progress<const W: usize>(
    position: &Narrows<W>,
    moves: impl Iterator<Item = Option<Move>>,
) -> Progress {
    let (grid, empty) = (position.grid(), position.empty());
    let mover = position.color_to_move();
    let (own, enemy) = (position.stones(mover), position.stones(mover.other()));
    let ours = Regions::new(&grid, own, empty);
    let theirs = Regions::new(&grid, enemy, empty);
    let moves = moves
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
        .collect();
    Progress {
        ahead: theirs.count() - ours.count(),
        to_go: ours.count() - 1,
        moves,
    }
}

impl Progress {
    /// What the position is worth to the player to move, who may exchange colours or not.
    fn worth(&self, exchange_is_offered: bool) -> f32 {
        let kept = worth(self.ahead);
        if exchange_is_offered {
            kept.max(1.0 - kept)
        } else {
            kept
        }
    }
}

/// What it is worth to be on move and so many regions ahead, 0 to 1. Only operations that are the same on
/// every machine: no exponential.
fn worth(ahead: i32) -> f32 {
    let x: f64 = REGION * f64::from(ahead) + ON_MOVE;
    (0.5 + 0.5 * x / (1.0 + x * x).sqrt()) as f32
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

    /// The number of regions.
    fn count(&self) -> i32 {
        self.stones.len() as i32 - 1
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of regions of a side that hold stones.
    fn count(position: &Narrows<1>, stones: Bitboard<1>) -> i8 {
        let grid = position.grid();
        Regions::new(&grid, stones, position.empty()).count() as i8
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
        let found = progress(position, moves.iter().copied().map(Some));
        let mover = position.color_to_move();
        let regions = |color| i32::from(count(position, position.stones(color)));
        assert_eq!(found.ahead, regions(mover.other()) - regions(mover));
        let mut win = None;
        for (&play, &(gain, loss)) in moves.iter().zip(&found.moves) {
            if play == Move::Swap {
                continue;
            }
            let after = position.played(play);
            let fewer = |color| {
                count(position, position.stones(color)) - count(&after, after.stones(color))
            };
            assert_eq!(gain, fewer(mover), "{position} {play}");
            assert!(loss >= fewer(mover.other()), "{position} {play}");
            if after.is_linked(mover) {
                win = win.or(Some(play));
            }
        }
        let parameters = Parameters::of::<Narrows<1>>();
        let seen = look(position, &moves, &parameters);
        assert_eq!(seen.win, win, "{position}");
        assert_eq!(seen.moves.len(), moves.len());
        let careless = Parameters {
            win_check_moves: 0,
            ..parameters
        };
        assert!(moves.is_empty() || look(position, &moves, &careless).win.is_none());
    }

    /// To be ahead is worth more, never less than a loss or more than a win, and it is good to be on move.
    #[test]
    fn worth_grows() {
        let worths: Vec<f32> = (-300..=300).map(worth).collect();
        assert!(worths.is_sorted());
        assert!(worths.iter().all(|worth| (0.0..=1.0).contains(worth)));
        assert!((-5..=5).all(|ahead| worth(ahead) + worth(-ahead) > 1.0));
    }

    /// Whoever may exchange colours has the better side.
    #[test]
    fn worth_of_an_exchange() {
        for ahead in -9..=9 {
            let progress = Progress {
                ahead,
                to_go: 1,
                moves: Vec::new(),
            };
            let (kept, offered) = (progress.worth(false), progress.worth(true));
            assert!(offered >= 0.5 && (offered == kept || offered == 1.0 - kept));
        }
    }
}
