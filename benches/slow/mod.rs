//! The obvious ways, on the same bitboards: what the fast ways are measured against.
#![allow(dead_code, reason = "each benchmark uses its part")]

use narrows::rules::{Bitboard, BlackNarrows, Direction, Game, Grid, Narrows, Point, region};
use rand::{Rng, RngExt};

/// Whether a set of stones is legal: flood every empty region, then look at every pair of stones.
pub fn is_legal_set<const W: usize>(grid: &Grid<W>, stones: Bitboard<W>) -> bool {
    let touched: Vec<_> = region::components(grid, grid.full() - stones)
        .map(|region| grid.neighbors(region) & stones)
        .collect();
    touched.contains(&stones)
        || stones.len() <= 1
        || stones.iter().all(|stone| {
            let joined = touched.iter().filter(|touched| touched.contains(stone));
            joined.fold(Bitboard::EMPTY, |all, &touched| all | touched) == stones
        })
}

/// The legal placements: the rule for each empty point.
pub fn live_points<const W: usize>(grid: &Grid<W>, stones: Bitboard<W>) -> Bitboard<W> {
    (grid.full() - stones)
        .iter()
        .filter(|&point| is_legal_set(grid, stones.with(point)))
        .fold(Bitboard::EMPTY, Bitboard::with)
}

/// A playout that lists the legal placements, picks one, and repeats. Returns the number of stones.
pub fn playout<const W: usize>(start: &BlackNarrows<W>, random: &mut impl Rng) -> usize {
    let grid = start.grid();
    let mut stones = start.stones();
    loop {
        let live = live_points(&grid, stones);
        if live.is_empty() {
            return stones.len();
        }
        let rank = random.random_range(0..live.len() as u32) as usize;
        stones = stones.with(
            live.nth(rank)
                .expect("the rank is below the number of points"),
        );
    }
}

/// The captures of Narrows, one point and one direction at a time.
pub fn captures<const W: usize>(position: &Narrows<W>) -> Vec<(Point, Point)> {
    let (size, own) = (position.size(), Some(position.color_to_move()));
    let mut captures = Vec::new();
    for from in size.iter().filter(|&point| position.color_at(point) == own) {
        for way in Direction::ALL {
            let mut point = next(from, way).filter(|&point| size.contains(point));
            while let Some(to) = point {
                if let Some(color) = position.color_at(to) {
                    if Some(color) != own {
                        captures.push((from, to));
                    }
                    break;
                }
                point = next(to, way).filter(|&point| size.contains(point));
            }
        }
    }
    captures
}

fn next(point: Point, way: Direction) -> Option<Point> {
    let (right, up) = match way {
        Direction::East => (1, 0),
        Direction::North => (0, 1),
        Direction::West => (-1, 0),
        Direction::South => (0, -1),
    };
    let column = point.column.index().checked_add_signed(right)?;
    let row = point.row.index().checked_add_signed(up)?;
    Point::from_indices(column, row)
}
