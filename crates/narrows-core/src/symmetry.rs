//! The symmetries of a board: eight on a square, four on a rectangle.

use core::fmt;
use core::str::FromStr;

use crate::bitboard::Bitboard;
use crate::geometry::{Column, Point, Row, Size};

/// An element of the dihedral group of the square: an optional exchange of columns and rows, then
/// optional reflections.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry {
    /// Whether columns and rows are exchanged, before the reflections.
    transposed: bool,
    /// Whether the columns are reversed.
    columns_reversed: bool,
    /// Whether the rows are reversed.
    rows_reversed: bool,
}

impl Symmetry {
    /// The symmetry that leaves every point where it is.
    pub const IDENTITY: Self = Self::new(false, false, false);

    /// The rotation by half a turn.
    pub const HALF_TURN: Self = Self::new(false, true, true);

    /// All eight, those that keep rectangles first.
    pub const ALL: [Self; 8] = [
        Self::IDENTITY,
        Self::HALF_TURN,
        Self::new(false, true, false),
        Self::new(false, false, true),
        Self::new(true, false, false),
        Self::new(true, true, true),
        Self::new(true, true, false),
        Self::new(true, false, true),
    ];

    /// The name of each, in the order of [`ALL`](Self::ALL).
    const NAMES: [&str; 8] = [
        "identity",
        "half-turn",
        "columns-reversed",
        "rows-reversed",
        "transposed",
        "transposed-half-turn",
        "quarter-turn-left",
        "quarter-turn-right",
    ];

    const fn new(transposed: bool, columns_reversed: bool, rows_reversed: bool) -> Self {
        Self {
            transposed,
            columns_reversed,
            rows_reversed,
        }
    }

    /// The symmetries that map a board of this size onto itself: eight for a square, else four.
    #[must_use]
    pub fn of(size: Size) -> &'static [Self] {
        if size.is_square() {
            &Self::ALL
        } else {
            &Self::ALL[..4]
        }
    }

    /// Whether columns and rows are exchanged, so that only a square is mapped onto itself.
    #[must_use]
    pub const fn is_transposing(self) -> bool {
        self.transposed
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        if self.transposed {
            Self::new(true, self.rows_reversed, self.columns_reversed)
        } else {
            self
        }
    }

    /// This symmetry, then another.
    #[must_use]
    pub const fn then(self, next: Self) -> Self {
        let (columns, rows) = if next.transposed {
            (self.rows_reversed, self.columns_reversed)
        } else {
            (self.columns_reversed, self.rows_reversed)
        };
        Self::new(
            self.transposed != next.transposed,
            columns != next.columns_reversed,
            rows != next.rows_reversed,
        )
    }

    /// Where a point of a board of this size goes. Off-board points stay as they are.
    ///
    /// A transposing symmetry leads to the board of [`Size::transposed`].
    #[must_use]
    pub fn map_point(self, point: Point, size: Size) -> Point {
        if !size.contains(point) {
            return point;
        }
        let (mut column, mut row) = (point.column.index(), point.row.index());
        let mut image = size;
        if self.transposed {
            (column, row) = (row, column);
            image = size.transposed();
        }
        if self.columns_reversed {
            column = image.columns() - 1 - column;
        }
        if self.rows_reversed {
            row = image.rows() - 1 - row;
        }
        match (Column::new(column), Row::new(row)) {
            (Some(column), Some(row)) => Point::new(column, row),
            _ => point,
        }
    }

    /// Where a set of points of a board of this size goes; for a symmetry of that board.
    #[must_use]
    pub fn map<const W: usize>(self, set: Bitboard<W>, size: Size) -> Bitboard<W> {
        let set = if self.transposed {
            transpose(set, size)
        } else {
            set
        };
        match (self.columns_reversed, self.rows_reversed) {
            (false, false) => set,
            (true, true) => half_turn(set, size),
            (false, true) => reverse_rows(set, size),
            (true, false) => half_turn(reverse_rows(set, size), size),
        }
    }

    /// The symmetry of this board whose image of the sets is least, and that image.
    ///
    /// Sets are compared in order: the first decides unless it is equal.
    #[must_use]
    pub fn least_image<const W: usize, const N: usize>(
        sets: [Bitboard<W>; N],
        size: Size,
    ) -> (Self, [Bitboard<W>; N]) {
        let mut best = (Self::IDENTITY, sets);
        for &symmetry in &Self::of(size)[1..] {
            let image = sets.map(|set| symmetry.map(set, size));
            if image < best.1 {
                best = (symmetry, image);
            }
        }
        best
    }
}

impl fmt::Display for Symmetry {
    /// Writes a name such as `half-turn` or `columns-reversed`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut named = Self::ALL.iter().zip(Self::NAMES);
        let name = named.find_map(|(symmetry, name)| (symmetry == self).then_some(name));
        f.pad(name.unwrap_or_default())
    }
}

/// Why a text does not name a symmetry.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a symmetry is one of {}", Symmetry::NAMES.join(", "))]
pub struct ParseSymmetryError;

impl FromStr for Symmetry {
    type Err = ParseSymmetryError;

    /// Reads a name, in upper or lower case.
    fn from_str(text: &str) -> Result<Self, ParseSymmetryError> {
        let mut named = Self::ALL.into_iter().zip(Self::NAMES);
        named
            .find_map(|(symmetry, name)| text.eq_ignore_ascii_case(name).then_some(symmetry))
            .ok_or(ParseSymmetryError)
    }
}

/// Reverses columns and rows: the bits of the board from the last to the first.
fn half_turn<const W: usize>(set: Bitboard<W>, size: Size) -> Bitboard<W> {
    let mut words = set.words();
    words.reverse();
    let words = words.map(u64::reverse_bits);
    let spare = Bitboard::<W>::CAPACITY - size.points();
    #[allow(clippy::cast_possible_truncation, reason = "below 64")]
    let (skip, shift) = (spare / 64, (spare % 64) as u32);
    let mut turned = [0; W];
    for (word, bits) in turned.iter_mut().enumerate() {
        let at = |word: usize| words.get(word).copied().unwrap_or(0);
        let low = at(word + skip) >> shift;
        // Shifting by 64 is no shift of a u64; nothing comes in from above then.
        let high = at(word + skip + 1).checked_shl(64 - shift).unwrap_or(0);
        *bits = low | high;
    }
    Bitboard::from_words(turned)
}

/// Reverses the rows, one row at a time.
fn reverse_rows<const W: usize>(set: Bitboard<W>, size: Size) -> Bitboard<W> {
    let (columns, rows) = (size.columns() as usize, size.rows() as usize);
    let words = set.words();
    let mask = (1_u64 << columns) - 1;
    let mut reversed = [0_u64; W];
    for row in 0..rows {
        let (from, to) = (row * columns, (rows - 1 - row) * columns);
        let mut bits = words[from / 64] >> (from % 64);
        if from % 64 + columns > 64 {
            bits |= words[from / 64 + 1] << (64 - from % 64);
        }
        bits &= mask;
        reversed[to / 64] |= bits << (to % 64);
        if to % 64 + columns > 64 {
            reversed[to / 64 + 1] |= bits >> (64 - to % 64);
        }
    }
    Bitboard::from_words(reversed)
}

/// Exchanges columns and rows.
fn transpose<const W: usize>(set: Bitboard<W>, size: Size) -> Bitboard<W> {
    let (columns, rows) = (size.columns() as usize, size.rows() as usize);
    set.iter().fold(Bitboard::EMPTY, |image, index| {
        image.with(index % columns * rows + index / columns)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::Grid;
    use alloc::string::ToString;
    use alloc::vec::Vec;

    fn sizes() -> impl Iterator<Item = Size> {
        [(8, 8), (5, 5), (8, 7), (3, 9), (1, 6), (26, 2), (16, 4)]
            .into_iter()
            .map(|(columns, rows)| Size::new(columns, rows).unwrap())
    }

    #[test]
    fn sets_go_where_their_points_go() {
        for size in sizes() {
            check_map::<1>(size);
        }
        check_map::<3>(Size::new(13, 13).unwrap());
        check_map::<6>(Size::new(19, 19).unwrap());
        check_map::<11>(Size::new(26, 26).unwrap());
        check_map::<11>(Size::new(25, 26).unwrap());
    }

    fn check_map<const W: usize>(size: Size) {
        let grid = Grid::<W>::new(size);
        for &symmetry in Symmetry::of(size) {
            for point in size.iter() {
                let image = symmetry.map(grid.set([point]), size);
                let expected = symmetry.map_point(point, size);
                assert_eq!(
                    grid.points(image).collect::<Vec<_>>(),
                    [expected],
                    "{size} {symmetry:?} {point}"
                );
                assert_eq!(symmetry.inverse().map_point(expected, size), point);
            }
        }
    }

    #[test]
    fn names_say_where_the_points_go() {
        let square = Size::new(5, 5).unwrap();
        let images = |symmetry: Symmetry| {
            ["a1", "b1"].map(|name| symmetry.map_point(name.parse().unwrap(), square))
        };
        for (name, expected) in [
            ("identity", ["a1", "b1"]),
            ("half-turn", ["e5", "d5"]),
            ("columns-reversed", ["e1", "d1"]),
            ("rows-reversed", ["a5", "b5"]),
            ("transposed", ["a1", "a2"]),
            ("transposed-half-turn", ["e5", "e4"]),
            ("quarter-turn-left", ["e1", "e2"]),
            ("quarter-turn-right", ["a5", "a4"]),
        ] {
            let symmetry: Symmetry = name.to_uppercase().parse().unwrap();
            assert_eq!(symmetry.to_string(), name);
            assert_eq!(
                images(symmetry).map(|image| image.to_string()),
                expected,
                "{name}"
            );
        }
        let error = "sideways".parse::<Symmetry>().unwrap_err().to_string();
        assert!(error.contains("rows-reversed"), "{error}");
    }

    #[test]
    fn composition_is_one_after_the_other() {
        let size = Size::new(6, 6).unwrap();
        for first in Symmetry::ALL {
            assert_eq!(first.then(first.inverse()), Symmetry::IDENTITY);
            for second in Symmetry::ALL {
                for point in size.iter() {
                    let both = second.map_point(first.map_point(point, size), size);
                    assert_eq!(first.then(second).map_point(point, size), both);
                }
            }
        }
    }
}
