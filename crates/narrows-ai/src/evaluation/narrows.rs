//! Narrows: the regions of the two sides.
//!
//! A side wins when one region of its own stones and empty points holds all of its stones. So the number of
//! its regions with stones says how far it has come, and whoever has fewer is ahead. A capture puts a stone
//! where an enemy stood, which joins the regions of the mover around that point, and leaves an empty point
//! behind, which may join some of the enemy's. The difference of the two is a crude but cheap measure of
//! progress. The mover's part is exact, so it also tells which moves win at once.

use narrows_core::bitboard::{Bitboard, Grid};
use narrows_core::geometry::Direction;
use narrows_core::narrows::Move;
use narrows_core::{Game, Narrows, region};
use smallvec::SmallVec;

use super::{Evaluate, Glance, Parameters};

/// How much it is worth to be a region ahead, and to be on move: the argument of a function that goes from 0 to
/// 1 with a slope of 1/2 in the middle.
const REGION: f64 = 0.3;
const ON_MOVE: f64 = 0.2;

impl<const W: usize> Evaluate for Narrows<W> {
    const PARAMETERS: Parameters = Parameters {
        exploration: 0.25,
        first_play: 0.5,
        bias: 0.3,
        looks: 0.5,
    };

    fn glance(&self) -> Glance<Move> {
        let (grid, empty) = (self.grid(), self.empty());
        let [own, enemy] = sides(self);
        let (ours, joining) = count_regions(&grid, own, empty);
        let (theirs, _) = count_regions(&grid, enemy, empty);
        let kept = worth(theirs - ours);
        let worth = if self.exchange_is_offered() {
            kept.max(1.0 - kept)
        } else {
            kept
        };
        Glance {
            win: first_capture(&grid, own, empty, joining & enemy),
            worth,
        }
    }

    fn list_moves(&self, mut each: impl FnMut(Move, i8)) {
        let (grid, empty) = (self.grid(), self.empty());
        let [own, enemy] = sides(self);
        let ours = Regions::new(&grid, own, empty);
        let theirs = Regions::new(&grid, enemy, empty);
        for play in self.legal_moves() {
            let looks = match play {
                Move::Capture { from, to } => {
                    let (from, to) = (grid.index(from), grid.index(to));
                    ours.joined_by(&grid, to) - theirs.joined_by_loss(&grid, from, to)
                }
                Move::Swap => 0,
            };
            each(play, looks);
        }
    }

    fn count_moves(&self) -> usize {
        self.legal_moves().len()
    }
}

/// The stones of the side to move and of the other.
fn sides<const W: usize>(position: &Narrows<W>) -> [Bitboard<W>; 2] {
    let mover = position.color_to_move();
    [position.stones(mover), position.stones(mover.other())]
}

/// What it is worth to be on move and so many regions ahead, 0 to 1. Only operations that are the same on
/// every machine: no exponential.
fn worth(ahead: i32) -> f32 {
    let x: f64 = REGION * f64::from(ahead) + ON_MOVE;
    (0.5 + 0.5 * x / (1.0 + x * x).sqrt()) as f32
}

/// The number of a side's regions that hold stones, and the points next to all of them.
fn count_regions<const W: usize>(
    grid: &Grid<W>,
    stones: Bitboard<W>,
    empty: Bitboard<W>,
) -> (i32, Bitboard<W>) {
    let open = stones | empty;
    // Stones that are regions by themselves need no flood.
    let lone = stones - grid.neighbors(open);
    let mut count = lone.len() as i32;
    let mut joining = grid.full();
    for stone in lone.iter().take(MOST_JOINED + 1) {
        joining &= grid.neighbors(Bitboard::from_index(stone));
    }
    let mut left = stones - lone;
    while !left.is_empty() {
        let region = region::flood(grid, left.lowest(), open);
        joining &= grid.neighbors(region);
        count += 1;
        left -= region;
    }
    (count, joining)
}

/// A point has four sides, so one stone joins at most so many regions.
const MOST_JOINED: usize = 4;

/// The first capture, in ascending order, of one of these enemy stones.
///
/// The capturing stone's region reaches its target, so a capture on a point next to all regions of the mover
/// joins them all.
fn first_capture<const W: usize>(
    grid: &Grid<W>,
    own: Bitboard<W>,
    empty: Bitboard<W>,
    targets: Bitboard<W>,
) -> Option<Move> {
    let mut first: Option<Move> = None;
    for to in targets {
        for way in Direction::ALL {
            let mut seen = grid.step(Bitboard::from_index(to), way);
            while seen.intersects(empty) {
                seen = grid.step(seen, way);
            }
            if let Some(from) = (seen & own).first() {
                let play = Move::Capture {
                    from: grid.point(from),
                    to: grid.point(to),
                };
                first = Some(first.map_or(play, |earlier| earlier.min(play)));
            }
        }
    }
    first
}

/// The regions of one side, as far as they hold stones.
struct Regions {
    /// For each point the number of its region, counted from 1; 0 if it is in none with stones.
    number: SmallVec<[u16; 64]>,
    /// For each region the number of its stones.
    stones: SmallVec<[u16; 64]>,
}

impl Regions {
    fn new<const W: usize>(grid: &Grid<W>, stones: Bitboard<W>, empty: Bitboard<W>) -> Self {
        let mut regions = Self {
            number: smallvec::smallvec![0; grid.size().points()],
            stones: smallvec::smallvec![0],
        };
        let open = stones | empty;
        let lone = stones - grid.neighbors(open);
        for stone in lone {
            regions.add(Bitboard::<W>::from_index(stone), 1);
        }
        let mut left = stones - lone;
        while !left.is_empty() {
            let region = region::flood(grid, left.lowest(), open);
            regions.add(region, (region & stones).len() as u16);
            left -= region;
        }
        regions
    }

    fn add<const W: usize>(&mut self, region: Bitboard<W>, stones: u16) {
        let number = self.stones.len() as u16;
        self.stones.push(stones);
        for point in region {
            self.number[point] = number;
        }
    }

    /// By how many regions fewer there are after a stone of this side has captured on a point.
    fn joined_by<const W: usize>(&self, grid: &Grid<W>, to: usize) -> i8 {
        let around = grid.neighbors(Bitboard::from_index(to));
        self.among(around).len() as i8 - 1
    }

    /// By how many regions fewer there are after an enemy stone went from one point to this side's stone on the
    /// other; that the captured stone may have been a bridge is left out.
    fn joined_by_loss<const W: usize>(&self, grid: &Grid<W>, from: usize, to: usize) -> i8 {
        let lost = self.number[to];
        let dies = self.stones[usize::from(lost)] == 1;
        let around = grid.neighbors(Bitboard::from_index(from)).without(to);
        let joined = self.among(around);
        let counts = joined.len() as i8 - i8::from(dies && joined.contains(&lost));
        (counts - 1).max(0) + i8::from(dies)
    }

    /// The different regions that at most four points belong to.
    fn among<const W: usize>(&self, points: Bitboard<W>) -> SmallVec<[u16; 4]> {
        let mut seen = SmallVec::new();
        for point in points {
            let number = self.number[point];
            if number != 0 && !seen.contains(&number) {
                seen.push(number);
            }
        }
        seen
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// The number of regions of a side that hold stones, one flood for each.
    fn regions<const W: usize>(position: &Narrows<W>, stones: Bitboard<W>) -> i32 {
        let open = stones | position.empty();
        let grid = position.grid();
        let holds = |region: &Bitboard<W>| region.intersects(stones);
        region::components(&grid, open).filter(holds).count() as i32
    }

    fn check<const W: usize>(position: &Narrows<W>) {
        let mover = position.color_to_move();
        let count = |position: &Narrows<W>, color| regions(position, position.stones(color));
        let [ours, theirs] = [mover, mover.other()].map(|color| count(position, color));
        let (mut win, mut listed) = (None, Vec::new());
        position.list_moves(|play, looks| {
            listed.push(play);
            if play == Move::Swap {
                assert_eq!(looks, 0);
                return;
            }
            let after = position.played(play);
            let gain = ours - count(&after, mover);
            let loss = theirs - count(&after, mover.other());
            assert!(i32::from(looks) <= gain - loss, "{position} {play}");
            let Move::Capture { to, .. } = play else {
                return;
            };
            let grid = position.grid();
            let own = Regions::new(&grid, position.stones(mover), position.empty());
            assert_eq!(i32::from(own.joined_by(&grid, grid.index(to))), gain);
            if after.is_linked(mover) {
                win = win.or(Some(play));
            }
        });
        assert_eq!(listed, position.legal_moves().to_vec());
        assert_eq!(position.count_moves(), listed.len());
        let kept = worth(theirs - ours);
        let better = if position.exchange_is_offered() {
            kept.max(1.0 - kept)
        } else {
            kept
        };
        assert_eq!(
            position.glance(),
            Glance { win, worth: better },
            "{position}"
        );
    }

    fn check_games<const W: usize>(size: &str, pie: narrows_core::Pie, games: usize) {
        for seed in 1..=games {
            let mut position = Narrows::<W>::start(size.parse().unwrap(), pie).unwrap();
            for ply in 1.. {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                check(&position);
                position.play_unchecked(moves[seed * ply * 7919 % moves.len()]);
            }
        }
    }

    /// The mover's part is exact, the enemy's but for bridges that the capture breaks; what is seen at a glance
    /// is what the slow way finds.
    #[test]
    fn regions_are_counted_and_wins_are_seen() {
        use narrows_core::Pie;

        check_games::<1>("6x5", Pie::Off, 40);
        check_games::<1>("4x4", Pie::On, 60);
        check_games::<1>("8x8", Pie::On, 10);
        check_games::<1>("8x1", Pie::Off, 20);
        check_games::<3>("10x9", Pie::On, 6);
        check_games::<11>("20x18", Pie::Off, 1);
    }

    /// To be ahead is worth more, never less than a loss or more than a win, and it is good to be on move.
    #[test]
    fn worth_grows() {
        let worths: Vec<f32> = (-300..=300).map(worth).collect();
        assert!(worths.is_sorted());
        assert!(worths.iter().all(|worth| (0.0..=1.0).contains(worth)));
        assert!((-5..=5).all(|ahead| worth(ahead) + worth(-ahead) > 1.0));
    }
}
