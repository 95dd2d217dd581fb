//! Columns, rows, points and board sizes.
//!
//! Points are named and numbered as in this picture of a 5x4 board; row 1 is at the bottom.
//!
//! ```text
//!  4  15 16 17 18 19
//!  3  10 11 12 13 14
//!  2   5  6  7  8  9
//!  1   0  1  2  3  4
//!      a  b  c  d  e
//! ```
//!
//! [`Column`] and [`Row`] are types of their own, so that swapped axes do not compile.

use alloc::format;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// The largest number of columns or rows of any board: one for each letter.
pub const MAX_SIDE: u8 = 26;

/// A column of the board, `a` to `z`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(u8);

/// A row of the board, `1` (at the bottom) to `26`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Row(u8);

macro_rules! axis {
    ($name:ident, $what:literal) => {
        impl $name {
            #[doc = concat!("The ", $what, " with this index, counted from 0; `None` from 26 on.")]
            #[must_use]
            pub const fn new(index: u8) -> Option<Self> {
                if index < MAX_SIDE {
                    Some(Self(index))
                } else {
                    None
                }
            }

            #[doc = concat!("The index of this ", $what, ", 0 to 25.")]
            #[must_use]
            pub const fn index(self) -> u8 {
                self.0
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    };
}

axis!(Column, "column");
axis!(Row, "row");

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", (b'a' + self.0) as char)
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

/// A point of the board, such as `c3`.
///
/// Points are ordered column by column: `a1`, `a2`, …, `b1`, ….
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// The letter.
    pub column: Column,
    /// The number.
    pub row: Row,
}

impl Point {
    /// The point where a column and a row meet.
    #[must_use]
    pub const fn new(column: Column, row: Row) -> Self {
        Self { column, row }
    }

    /// The point with these indexes, both counted from 0; `None` if one is 26 or more.
    #[must_use]
    pub const fn from_indices(column: u8, row: u8) -> Option<Self> {
        match (Column::new(column), Row::new(row)) {
            (Some(column), Some(row)) => Some(Self { column, row }),
            _ => None,
        }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.column, self.row)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text is not a point.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a point is a letter a to z and a number 1 to 26, such as c3")]
pub struct ParsePointError;

impl FromStr for Point {
    type Err = ParsePointError;

    /// Reads a point; the letter may be upper or lower case.
    fn from_str(text: &str) -> Result<Self, ParsePointError> {
        let (letter, digits) = text.split_at_checked(1).ok_or(ParsePointError)?;
        let letter = letter.as_bytes()[0].to_ascii_lowercase();
        let column = letter
            .checked_sub(b'a')
            .and_then(Column::new)
            .ok_or(ParsePointError)?;
        let row = parse_small(digits).and_then(|number| number.checked_sub(1));
        let row = row.and_then(Row::new).ok_or(ParsePointError)?;
        Ok(Self { column, row })
    }
}

/// Reads a number of one or two digits without sign or leading zero.
fn parse_small(digits: &str) -> Option<u8> {
    let plain = matches!(digits.len(), 1 | 2) && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !plain || digits.starts_with('0') {
        return None;
    }
    digits.parse().ok()
}

/// The four orthogonal directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Toward the next letter.
    East,
    /// Toward the next number.
    North,
    /// Toward the letter before.
    West,
    /// Toward the number before.
    South,
}

impl Direction {
    /// All four, counter-clockwise.
    pub const ALL: [Self; 4] = [Self::East, Self::North, Self::West, Self::South];

    /// The direction back.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::East => Self::West,
            Self::North => Self::South,
            Self::West => Self::East,
            Self::South => Self::North,
        }
    }
}

/// The size of a board: columns and rows, each 1 to 26.
///
/// Each game has its own, narrower limits; see [`GameKind::check_size`](crate::GameKind::check_size).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    columns: u8,
    rows: u8,
}

/// Why a pair of numbers or a text is not a size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SizeError {
    /// The text is not two numbers with an `x` between them.
    #[error("a size is COLUMNSxROWS, such as 8x7")]
    Malformed,
    /// A side is 0 or more than 26.
    #[error("a board has 1 to 26 columns and 1 to 26 rows, not {columns}x{rows}")]
    OutOfRange {
        /// The columns asked for.
        columns: u32,
        /// The rows asked for.
        rows: u32,
    },
    /// A side of a text is a number beyond 32 bits.
    #[error("a board has 1 to 26 columns and 1 to 26 rows, not {0}")]
    Huge(String),
}

impl Size {
    /// A size of `columns` by `rows`.
    ///
    /// # Errors
    /// [`SizeError::OutOfRange`] unless both are 1 to 26.
    pub const fn new(columns: u8, rows: u8) -> Result<Self, SizeError> {
        if columns == 0 || rows == 0 || columns > MAX_SIDE || rows > MAX_SIDE {
            return Err(SizeError::OutOfRange {
                columns: columns as u32,
                rows: rows as u32,
            });
        }
        Ok(Self { columns, rows })
    }

    /// A size that is known to be one when this is compiled.
    pub(crate) const fn literal(columns: u8, rows: u8) -> Self {
        assert!(matches!(columns, 1..=MAX_SIDE) && matches!(rows, 1..=MAX_SIDE));
        Self { columns, rows }
    }

    /// Number of columns, 1 to 26.
    #[must_use]
    pub const fn columns(self) -> u8 {
        self.columns
    }

    /// Number of rows, 1 to 26.
    #[must_use]
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// Number of points, 1 to 676.
    #[must_use]
    pub const fn points(self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// Whether the point is on a board of this size.
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
        point.column.0 < self.columns && point.row.0 < self.rows
    }

    /// The size with columns and rows exchanged.
    #[must_use]
    pub const fn transposed(self) -> Self {
        Self {
            columns: self.rows,
            rows: self.columns,
        }
    }

    /// Whether there are as many columns as rows.
    #[must_use]
    pub const fn is_square(self) -> bool {
        self.columns == self.rows
    }

    /// All points, column by column: the order of [`Point`].
    pub fn iter(self) -> impl Iterator<Item = Point> {
        (0..self.columns).flat_map(move |column| {
            (0..self.rows).map(move |row| Point {
                column: Column(column),
                row: Row(row),
            })
        })
    }

    /// The number of a point, see the picture above; the point must be on the board.
    pub(crate) const fn index(self, point: Point) -> usize {
        point.row.0 as usize * self.columns as usize + point.column.0 as usize
    }

    /// The point with a number below [`points`](Self::points).
    #[allow(
        clippy::cast_possible_truncation,
        reason = "both are below 26, as there are so many points"
    )]
    pub(crate) const fn point(self, index: usize) -> Point {
        let columns = self.columns as usize;
        Point {
            column: Column((index % columns) as u8),
            row: Row((index / columns) as u8),
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

impl fmt::Debug for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Self, SizeError> {
        let (columns, rows) = text.split_once(['x', 'X']).ok_or(SizeError::Malformed)?;
        let is_number = |side: &str| !side.is_empty() && side.bytes().all(|b| b.is_ascii_digit());
        if !is_number(columns) || !is_number(rows) {
            return Err(SizeError::Malformed);
        }
        let (Ok(columns), Ok(rows)) = (columns.parse::<u32>(), rows.parse::<u32>()) else {
            return Err(SizeError::Huge(shortened(text)));
        };
        match (u8::try_from(columns), u8::try_from(rows)) {
            (Ok(columns), Ok(rows)) => Self::new(columns, rows),
            _ => Err(SizeError::OutOfRange { columns, rows }),
        }
    }
}

/// A text that is all ASCII as a message shows it.
fn shortened(text: &str) -> String {
    match text.get(..MOST_SHOWN) {
        Some(start) if text.len() > MOST_SHOWN => format!("{start}…"),
        _ => text.into(),
    }
}

/// So many characters of a size are shown in a message.
const MOST_SHOWN: usize = 40;

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn points_read_and_write() {
        for text in ["a1", "z26", "c3", "H12"] {
            let point: Point = text.parse().unwrap();
            assert_eq!(point.to_string(), text.to_lowercase());
        }
        for text in [
            "",
            "a",
            "a0",
            "a01",
            "a27",
            "1a",
            "aa1",
            "a1 ",
            "é1",
            "a+1",
            "a999999999999",
        ] {
            assert_eq!(text.parse::<Point>(), Err(ParsePointError), "{text}");
        }
    }

    #[test]
    fn sizes_read_and_write() {
        assert_eq!("8x7".parse::<Size>().unwrap().to_string(), "8x7");
        for text in ["", "8", "x", "8x", "x8", "8x-1", "8 x7", "８x7"] {
            assert_eq!(text.parse::<Size>(), Err(SizeError::Malformed), "{text}");
        }
        for text in ["0x4", "27x2", "2x300", "99999999999x3", "3x4294967296"] {
            let error = text.parse::<Size>().unwrap_err().to_string();
            assert!(error.ends_with(&format!("not {text}")), "{error}");
        }
        let long = format!("{}x3", "9".repeat(1 << 20));
        assert!(long.parse::<Size>().unwrap_err().to_string().len() < 200);
    }

    #[test]
    fn numbering_follows_the_picture() {
        let size = Size::new(5, 4).unwrap();
        assert_eq!(size.index("c3".parse().unwrap()), 12);
        assert!(
            size.iter()
                .all(|point| size.point(size.index(point)) == point)
        );
        assert!(size.iter().is_sorted());
    }
}
