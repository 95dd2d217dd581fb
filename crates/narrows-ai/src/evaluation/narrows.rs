//! Narrows: the regions of the two sides.
//!
//! A side wins when one region of its own stones and empty points holds all of its stones. So the number of
//! its regions with stones says how far it has come, and whoever has fewer is ahead. A capture puts a stone
//! where an enemy stood, which joins the regions of the mover around that point, and leaves an empty point
//! behind, which may join some of the enemy's. The difference of the two is a crude but cheap measure of
//! progress. The mover's part is exact, so it also tells which moves win at once.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "numbers of points of a board, or of fewer things"
)]

use narrows_core::bitboard::{Bitboard, Grid};
use narrows_core::geometry::Direction;
use narrows_core::narrows::Move;
use narrows_core::{Game, Narrows, region};

use super::{Evaluate, Glance, Parameters};

/// How much it is worth to be a region ahead, and to be on move: the argument of a function that goes from 0 to
/// 1 with a slope of 1/2 in the middle.
const REGION: f64 = 0.3;
const ON_MOVE: f64 = 0.2;
/// How an exchange looks beside captures: as good as the best of them, so that a short search tries it too.
const EXCHANGE: i8 = 4;

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
        let ours = Around::new(&grid, own, empty);
        let mut theirs = 0;
        let lone = for_each_region(&grid, enemy, empty, |_| theirs += 1);
        theirs += lone.len() as i32;
        let kept = worth(theirs - ours.regions);
        let worth = if self.exchange_is_offered() {
            kept.max(1.0 - kept)
        } else {
            kept
        };
        Glance {
            win: first_capture(&grid, own, empty, ours.of_all() & enemy),
            worth,
        }
    }

    fn list_moves(&self, mut each: impl FnMut(Move, i8)) {
        let (grid, empty) = (self.grid(), self.empty());
        let [own, enemy] = sides(self);
        let ours = Around::new(&grid, own, empty);
        let theirs = Prey::new(&grid, enemy, empty);
        for play in self.legal_moves() {
            let looks = match play {
                Move::Capture { from, to } => {
                    let (from, to) = (grid.index(from), grid.index(to));
                    ours.count(to) - 1 - theirs.joined_by_loss(&grid, from, to)
                }
                Move::Swap => EXCHANGE,
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

/// Calls `each` with the regions of a side that hold stones, except for stones that are regions by themselves, which
/// are returned: on a full board these are all stones, and they can be treated together.
fn for_each_region<const W: usize>(
    grid: &Grid<W>,
    stones: Bitboard<W>,
    empty: Bitboard<W>,
    mut each: impl FnMut(Bitboard<W>),
) -> Bitboard<W> {
    let open = stones | empty;
    let lone = stones - grid.neighbors(open);
    let mut left = stones - lone;
    while !left.is_empty() {
        let region = region::flood(grid, left.lowest(), open);
        each(region);
        left -= region;
    }
    lone
}

/// How many regions of a side each point is next to: the bits of a count from 0 to 4, for all points at once.
#[derive(Default)]
struct Around<const W: usize> {
    regions: i32,
    /// The points next to at least one region, two, three, and four.
    at_least: [Bitboard<W>; 4],
}

impl<const W: usize> Around<W> {
    /// The regions of a side that hold stones.
    fn new(grid: &Grid<W>, stones: Bitboard<W>, empty: Bitboard<W>) -> Self {
        let mut around = Self::default();
        let lone = for_each_region(grid, stones, empty, |region| {
            around.add(grid.neighbors(region))
        });
        around.add_lone(grid, lone);
        around
    }

    /// Adds a region with these neighbors.
    fn add(&mut self, neighbors: Bitboard<W>) {
        self.regions += 1;
        self.carry(neighbors);
    }

    /// Adds stones that are regions by themselves.
    fn add_lone(&mut self, grid: &Grid<W>, stones: Bitboard<W>) {
        self.regions += stones.len() as i32;
        for way in Direction::ALL {
            self.carry(grid.step(stones, way));
        }
    }

    /// Counts one more at these points.
    fn carry(&mut self, points: Bitboard<W>) {
        let mut carried = points;
        for points in &mut self.at_least {
            let before = *points;
            *points |= carried;
            carried &= before;
        }
    }

    /// The points next to all regions.
    fn of_all(&self) -> Bitboard<W> {
        let at_least = usize::try_from(self.regions - 1)
            .ok()
            .and_then(|fewer| self.at_least.get(fewer));
        at_least.copied().unwrap_or_default()
    }

    /// The number of regions next to a point.
    fn count(&self, point: usize) -> i8 {
        let next = self.at_least.iter().filter(|set| set.contains(point));
        next.count() as i8
    }
}

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

/// What a side may lose or gain by a capture of the other.
struct Prey<const W: usize> {
    around: Around<W>,
    /// The stones with no other stone in their region.
    alone: Bitboard<W>,
    /// For each direction the points whose neighbor there is a stone, the only point of its region next to them.
    only: [Bitboard<W>; 4],
}

impl<const W: usize> Prey<W> {
    fn new(grid: &Grid<W>, stones: Bitboard<W>, empty: Bitboard<W>) -> Self {
        let mut prey = Self {
            around: Around::default(),
            alone: Bitboard::EMPTY,
            only: [Bitboard::EMPTY; 4],
        };
        let lone = for_each_region(grid, stones, empty, |region| prey.add(grid, region, stones));
        prey.around.add_lone(grid, lone);
        prey.alone |= lone;
        prey
    }

    fn add(&mut self, grid: &Grid<W>, region: Bitboard<W>, stones: Bitboard<W>) {
        let inside = region & stones;
        // A step back from the region: the points whose neighbor in that direction is in it.
        let sides = Direction::ALL.map(|way| grid.step(region, way.opposite()));
        let (mut once, mut twice) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for side in sides {
            twice |= once & side;
            once |= side;
        }
        self.around.add(once);
        if !inside.has_several() {
            self.alone |= inside;
            return;
        }
        for (only, way) in self.only.iter_mut().zip(Direction::ALL) {
            *only |= grid.step(inside, way.opposite()) - twice;
        }
    }

    /// By how many regions fewer there are after an enemy stone went from one point to this side's stone on the
    /// other; that the captured stone may have been a bridge is left out.
    fn joined_by_loss(&self, grid: &Grid<W>, from: usize, to: usize) -> i8 {
        // The region of the captured stone is one of those around: if not by the stone itself, by the water between.
        let around = self.around.count(from);
        if self.alone.contains(to) {
            // That region is gone, and joins nothing.
            return (around - 2).max(0) + 1;
        }
        let start = Bitboard::from_index(from);
        let only_by_stone = Direction::ALL
            .into_iter()
            .zip(self.only)
            .any(|(way, only)| only.contains(from) && grid.step(start, way).contains(to));
        (around - i8::from(only_by_stone) - 1).max(0)
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

    /// What the enemy's regions lose by a capture, by the definition: those around the point that is left are joined
    /// into one, that of the captured stone only if it has another stone and another point there.
    fn joined_by_loss<const W: usize>(position: &Narrows<W>, from: usize, to: usize) -> i32 {
        let grid = position.grid();
        let stones = position.stones(position.color_to_move().other());
        let regions: Vec<_> = region::components(&grid, stones | position.empty())
            .filter(|region| region.intersects(stones))
            .collect();
        let dies = |region: &Bitboard<W>| region.contains(to) && (*region & stones).len() == 1;
        let around = grid.neighbors(Bitboard::from_index(from)).without(to);
        let joined = regions
            .iter()
            .filter(|region| region.intersects(around) && !dies(region))
            .count() as i32;
        (joined - 1).max(0) + i32::from(regions.iter().any(dies))
    }

    fn check<const W: usize>(position: &Narrows<W>) {
        let mover = position.color_to_move();
        let count = |position: &Narrows<W>, color| regions(position, position.stones(color));
        let [ours, theirs] = [mover, mover.other()].map(|color| count(position, color));
        let (mut win, mut listed) = (None, Vec::new());
        position.list_moves(|play, looks| {
            listed.push(play);
            if play == Move::Swap {
                assert_eq!(looks, EXCHANGE);
                return;
            }
            let after = position.played(play);
            let gain = ours - count(&after, mover);
            let loss = theirs - count(&after, mover.other());
            assert!(i32::from(looks) <= gain - loss, "{position} {play}");
            let Move::Capture { from, to } = play else {
                return;
            };
            let grid = position.grid();
            let (from, to) = (grid.index(from), grid.index(to));
            let expected = gain - joined_by_loss(position, from, to);
            assert_eq!(i32::from(looks), expected, "{position} {play}");
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
