//! A board's points beside one another: steps, neighbors, rim.

use super::Bitboard;
use crate::geometry::{Direction, Point, Size};

/// A size with the masks that set operations on it need.
///
/// Made on the fly from a [`Size`] in a few instructions, so positions need not carry it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid<const W: usize> {
    size: Size,
    stride: u32,
    full: Bitboard<W>,
    /// All points but the leftmost column: where a step to the east may end.
    not_first: Bitboard<W>,
    /// All points but the rightmost column: where a step to the west may end.
    not_last: Bitboard<W>,
}

impl<const W: usize> Grid<W> {
    /// The grid of a size.
    ///
    /// # Panics
    /// In debug builds, if the size has more than `64 * W` points.
    #[inline(always)]
    #[must_use]
    pub fn new(size: Size) -> Self {
        debug_assert!(
            size.points() <= Bitboard::<W>::CAPACITY,
            "{size} does not fit in {W} words"
        );
        let full = Bitboard::below(size.points());
        let not_first = full - Bitboard::FIRST_COLUMN[size.columns() as usize];
        Self {
            size,
            stride: u32::from(size.columns()),
            full,
            not_first,
            not_last: not_first.down(1),
        }
    }

    /// Runs the same code on this grid, compiled by itself for the board that is played most: shifts by a number
    /// that is known, and no masks where all points are the board's. That makes legal sets and playouts on 8x8
    /// a fifth faster; `run` and what it calls must be inlined for it.
    #[inline(always)]
    pub(crate) fn known<T>(&self, mut run: impl FnMut(&Self) -> T) -> T {
        const MOST_PLAYED: Size = Size::literal(8, 8);
        // A browser downloads what is compiled.
        let twice = W == 1 && !cfg!(target_family = "wasm");
        if twice && self.size == MOST_PLAYED {
            run(&Self::new(MOST_PLAYED))
        } else {
            run(self)
        }
    }

    /// The size this grid was made from.
    #[inline(always)]
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// All points of the board.
    #[inline(always)]
    #[must_use]
    pub fn full(&self) -> Bitboard<W> {
        self.full
    }

    /// The index of a point, which must be on the board.
    #[inline(always)]
    #[must_use]
    pub fn index(&self, point: Point) -> usize {
        self.size.index(point)
    }

    /// The point with an index below the number of points.
    #[inline(always)]
    #[must_use]
    pub fn point(&self, index: usize) -> Point {
        self.size.point(index)
    }

    /// The set of some points; those that are not on the board are left out.
    #[must_use]
    pub fn set(&self, points: impl IntoIterator<Item = Point>) -> Bitboard<W> {
        points
            .into_iter()
            .filter(|&point| self.size.contains(point))
            .fold(Bitboard::EMPTY, |set, point| set.with(self.index(point)))
    }

    /// The points of a set, lowest index first (row by row).
    pub fn points(&self, set: Bitboard<W>) -> impl Iterator<Item = Point> {
        let size = self.size;
        set.iter().map(move |index| size.point(index))
    }

    /// The set moved one step; what leaves the board is gone.
    #[inline(always)]
    #[must_use]
    pub fn step(&self, set: Bitboard<W>, direction: Direction) -> Bitboard<W> {
        match direction {
            Direction::East => set.up(1) & self.not_first,
            Direction::West => set.down(1) & self.not_last,
            Direction::North => set.up(self.stride) & self.full,
            Direction::South => set.down(self.stride),
        }
    }

    /// The points next to a point of the set, in it or not.
    #[inline(always)]
    #[must_use]
    pub fn neighbors(&self, set: Bitboard<W>) -> Bitboard<W> {
        Direction::ALL
            .iter()
            .fold(Bitboard::EMPTY, |all, &way| all | self.step(set, way))
    }

    /// The points next to a point of the set, orthogonally or diagonally, and the set itself.
    #[inline(always)]
    #[must_use]
    pub fn surrounded(&self, set: Bitboard<W>) -> Bitboard<W> {
        let row = set | self.step(set, Direction::East) | self.step(set, Direction::West);
        row | self.step(row, Direction::North) | self.step(row, Direction::South)
    }

    /// The points next to a point of the set, orthogonally or diagonally, in it or not.
    #[inline(always)]
    #[must_use]
    pub fn surrounding(&self, set: Bitboard<W>) -> Bitboard<W> {
        let sides = self.step(set, Direction::East) | self.step(set, Direction::West);
        let row = set | sides;
        sides | self.step(row, Direction::North) | self.step(row, Direction::South)
    }

    /// The points on the rim of the board.
    #[inline(always)]
    #[must_use]
    pub fn rim(&self) -> Bitboard<W> {
        let inner = self.not_first
            & self.not_last
            & self.full.up(self.stride)
            & self.full.down(self.stride);
        self.full - inner
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::MAX_SIDE;
    use alloc::vec::Vec;

    fn check_steps<const W: usize>(size: Size) {
        let grid = Grid::<W>::new(size);
        assert_eq!(grid.full().len(), size.points());
        for point in size.iter() {
            let (column, row) = (point.column.index(), point.row.index());
            let steps = [(1, 0), (0, 1), (-1, 0), (0, -1)];
            for (way, (right, up)) in Direction::ALL.into_iter().zip(steps) {
                let target = column
                    .checked_add_signed(right)
                    .zip(row.checked_add_signed(up))
                    .and_then(|(column, row)| Point::from_indices(column, row))
                    .filter(|&target| size.contains(target));
                let stepped = grid.step(Bitboard::from_index(grid.index(point)), way);
                assert_eq!(
                    grid.points(stepped).collect::<Vec<_>>(),
                    Vec::from_iter(target),
                    "{size} {point} {way:?}"
                );
            }
        }
    }

    #[test]
    fn steps_on_every_size() {
        for columns in 1..=MAX_SIDE {
            for rows in 1..=MAX_SIDE {
                let size = Size::new(columns, rows).unwrap();
                match size.points() {
                    0..=64 => check_steps::<1>(size),
                    65..=192 => check_steps::<3>(size),
                    193..=384 => check_steps::<6>(size),
                    _ => check_steps::<11>(size),
                }
            }
        }
    }
}
