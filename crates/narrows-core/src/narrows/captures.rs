//! Captures along rows and columns.

use rand::{Rng, RngExt};

use crate::bitboard::{Bitboard, Grid};
use crate::geometry::{Direction, Point, Size};

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

/// Calls `found` with the two points of every capture, in ascending order.
///
/// One stone at a time: a ray usually ends after one or two points, and on wide boards a step of a whole set
/// costs more than that.
pub(super) fn for_each<const W: usize>(
    size: Size,
    own: Bitboard<W>,
    enemy: Bitboard<W>,
    mut found: impl FnMut(Point, Point),
) {
    let (stones, columns) = (own | enemy, usize::from(size.columns()));
    for from in size.iter() {
        let index = size.index(from);
        if !own.contains(index) {
            continue;
        }
        let (column, row) = (from.column.index(), from.row.index());
        // In the order of the targets: column by column.
        let rays = [
            (1_usize.wrapping_neg(), column),
            (columns.wrapping_neg(), row),
            (columns, size.rows() - 1 - row),
            (1, size.columns() - 1 - column),
        ];
        for (step, length) in rays {
            let mut to = index;
            for _ in 0..length {
                to = to.wrapping_add(step);
                if stones.contains(to) {
                    if enemy.contains(to) {
                        found(from, size.point(to));
                    }
                    break;
                }
            }
        }
    }
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
    Direction::ALL.map(|way| slide(grid, enemy, way.opposite(), empty) & own)
}

/// The number of all captures.
pub(super) fn count<const W: usize>(grid: &Grid<W>, own: Bitboard<W>, enemy: Bitboard<W>) -> u32 {
    capturers(grid, own, enemy)
        .iter()
        .map(|stones| stones.count())
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
    let captures: u32 = capturers.iter().map(|stones| stones.count()).sum();
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
