//! A move of either game.

use core::fmt;

use crate::game::GameKind;
use crate::geometry::Point;
use crate::narrows;

/// A move of either game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AnyMove {
    /// Black Narrows: a stone is placed.
    Place(Point),
    /// Narrows: a stone captures, or the players exchange colors.
    Narrows(narrows::Move),
}

impl AnyMove {
    /// Reads a move of a game.
    ///
    /// # Errors
    /// [`ParseAnyMoveError`] says what a move looks like.
    pub fn parse(kind: GameKind, text: &str) -> Result<Self, ParseAnyMoveError> {
        match kind {
            GameKind::BlackNarrows => text
                .parse()
                .map(Self::Place)
                .map_err(|_| ParseAnyMoveError::BlackNarrows),
            GameKind::Narrows => text
                .parse()
                .map(Self::Narrows)
                .map_err(|_| ParseAnyMoveError::Narrows),
        }
    }

    /// The point where the moved stone stands afterwards: the one that is placed, or the target of a capture.
    /// `None` for an exchange of colors, which moves no stone.
    #[must_use]
    pub const fn destination(self) -> Option<Point> {
        match self {
            Self::Place(point) => Some(point),
            Self::Narrows(narrows) => narrows.destination(),
        }
    }
}

impl fmt::Display for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(point) => point.fmt(f),
            Self::Narrows(capture) => capture.fmt(f),
        }
    }
}

impl From<Point> for AnyMove {
    fn from(point: Point) -> Self {
        Self::Place(point)
    }
}

impl From<narrows::Move> for AnyMove {
    fn from(capture: narrows::Move) -> Self {
        Self::Narrows(capture)
    }
}

/// Why a text is not a move of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseAnyMoveError {
    /// Not a move of Black Narrows.
    #[error("a move of Black Narrows is a point, such as c3")]
    BlackNarrows,
    /// Not a move of Narrows.
    #[error("a move of Narrows is two points, such as a2xb2, or swap")]
    Narrows,
}
