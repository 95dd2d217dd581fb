//! Moves of Narrows and their notation.

use core::fmt;
use core::str::FromStr;

use crate::geometry::Point;

/// A move of Narrows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A stone captures another and takes its place.
    Capture {
        /// Where the capturing stone comes from.
        from: Point,
        /// Where the captured stone was.
        to: Point,
    },
    /// The pie rule: the players exchange colors.
    Swap,
}

impl Move {
    /// The target of a capture; `None` for an exchange of colors, which moves no stone.
    #[must_use]
    pub const fn destination(self) -> Option<Point> {
        match self {
            Self::Capture { to, .. } => Some(to),
            Self::Swap => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Capture { from, to } => write!(f, "{from}x{to}"),
            Self::Swap => f.write_str("swap"),
        }
    }
}

/// Why a text is not a move of Narrows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a move is two points, such as a2xb2, or swap")]
pub struct ParseMoveError;

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads `a2xb2`, `a2-b2`, `a2b2` or `swap`, in upper or lower case.
    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        if text.eq_ignore_ascii_case("swap") {
            return Ok(Self::Swap);
        }
        let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        let (from, rest) = text.split_at_checked(digits + 1).ok_or(ParseMoveError)?;
        let separated = |point: &str| point.parse().ok();
        // An x between the points, unless it is the letter of a column.
        let to = rest
            .strip_prefix(['x', 'X', '-'])
            .and_then(separated)
            .or_else(|| separated(rest));
        match (from.parse(), to) {
            (Ok(from), Some(to)) => Ok(Self::Capture { from, to }),
            _ => Err(ParseMoveError),
        }
    }
}
