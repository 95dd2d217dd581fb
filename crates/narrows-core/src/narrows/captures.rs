//! Captures along rows and columns.

use rand::{Rng, RngExt};

use crate::bitboard::{Bitboard, Grid};
use crate::geometry::Direction;

/// The enemy stones that the stone on `from` captures.
pub(super) fn targets<const W: usize>(
    grid: &Grid<W>,
    from: usize,
    enemy: Bitboard<W>,
    empty: Bitboard<W>,
) -> Bitboard<W> {
    let start = Bitboard::from_index(from);
    Direction::ALL
        .into_iter()
        .fold(Bitboard::EMPTY, |found, way| {
            found | slide(grid, start, way, empty) & enemy
        })
}

/// The first points that are not empty, seen from each point of `from` in one direction.
#[inline]
fn slide<const W: usize>(
    grid: &Grid<W>,
    from: Bitboard<W>,
    way: Direction,
    empty: Bitboard<W>,
) -> Bitboard<W> {
    let mut ahead = grid.step(from, way);
    let mut seen = ahead;
    loop {
        ahead = grid.step(ahead & empty, way);
        if ahead.is_empty() {
            return seen - empty;
        }
        seen |= ahead;
    }
}

/// The opposite direction.
const fn back(way: Direction) -> Direction {
    match way {
        Direction::East => Direction::West,
        Direction::North => Direction::South,
        Direction::West => Direction::East,
        Direction::South => Direction::North,
    }
}

/// For each direction the stones that can capture that way.
///
/// Looking from all enemy stones at once in the opposite direction finds them, so the captures are counted
/// without listing them.
fn capturers<const W: usize>(
    grid: &Grid<W>,
    own: Bitboard<W>,
    enemy: Bitboard<W>,
) -> [Bitboard<W>; 4] {
    let empty = grid.full() - own - enemy;
    Direction::ALL.map(|way| slide(grid, enemy, back(way), empty) & own)
}

/// The number of all captures.
pub(super) fn count<const W: usize>(grid: &Grid<W>, own: Bitboard<W>, enemy: Bitboard<W>) -> u32 {
    capturers(grid, own, enemy)
        .iter()
        .map(|stones| stones.len() as u32)
        .sum()
}

/// One of all captures, uniformly at random, as (from, to).
///
/// # Panics
/// If there is no capture, which cannot be in an unfinished game.
pub(super) fn random_capture<const W: usize>(
    grid: &Grid<W>,
    own: Bitboard<W>,
    enemy: Bitboard<W>,
    random: &mut impl Rng,
) -> (usize, usize) {
    let empty = grid.full() - own - enemy;
    let capturers = capturers(grid, own, enemy);
    let captures: u32 = capturers.iter().map(|stones| stones.len() as u32).sum();
    assert!(captures > 0, "an unfinished game has a capture");
    let mut rank = random.random_range(0..captures) as usize;
    for (way, stones) in Direction::ALL.into_iter().zip(capturers) {
        if let Some(from) = stones.nth(rank) {
            let target = slide(grid, Bitboard::from_index(from), way, empty);
            return (from, target.first().unwrap_or(from));
        }
        rank -= stones.len();
    }
    unreachable!("the rank is below the number of captures")
}
