//! Which of the two games: names, sizes and the rules in short.

use alloc::string::String;
use core::fmt::{self, Display};
use core::str::FromStr;

use crate::geometry::{Size, SizeError};

/// Which of the two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameKind {
    /// Black Narrows, Mark Steere, August 2026.
    BlackNarrows,
    /// Narrows, Mark Steere, May 2026.
    Narrows,
}

impl GameKind {
    /// Both games.
    pub const ALL: [Self; 2] = [Self::BlackNarrows, Self::Narrows];

    /// The name as its author writes it: `Black Narrows` or `Narrows`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BlackNarrows => "Black Narrows",
            Self::Narrows => "Narrows",
        }
    }

    /// The name on the command line and in JSON: `black-narrows` or `narrows`.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::BlackNarrows => "black-narrows",
            Self::Narrows => "narrows",
        }
    }

    /// Who made the game.
    pub const AUTHOR: &str = "Mark Steere";

    /// Where its author publishes his games.
    pub const ADDRESS: &str = "marksteeregames.com";

    /// The rules in short, in their author's words where they fit, with his name and address; in lines of at most
    /// 74 characters.
    #[must_use]
    pub const fn rules(self) -> &'static str {
        match self {
            Self::BlackNarrows => BLACK_NARROWS,
            Self::Narrows => NARROWS,
        }
    }

    /// The board that people play on unless they say otherwise: 8x8, in Narrows 8x7.
    #[must_use]
    pub const fn default_size(self) -> Size {
        match self {
            Self::BlackNarrows => Size::literal(8, 8),
            Self::Narrows => Size::literal(8, 7),
        }
    }

    /// Whether the game can be played on a board of this size.
    ///
    /// # Errors
    /// [`GameSizeError`], which names the limit.
    pub const fn check_size(self, size: Size) -> Result<(), GameSizeError> {
        let fits = match self {
            Self::BlackNarrows => size.columns() >= 2 && size.rows() >= 2,
            Self::Narrows => size.points() >= 4 && size.points().is_multiple_of(2),
        };
        if fits {
            Ok(())
        } else {
            Err(GameSizeError::Unplayable { kind: self, size })
        }
    }

    /// Reads a size and checks that the game can be played on it.
    ///
    /// # Errors
    /// [`GameSizeError`], which names the limit that is broken.
    pub fn parse_size(self, text: &str) -> Result<Size, GameSizeError> {
        let size = text.parse().map_err(|error| match error {
            SizeError::Malformed => GameSizeError::Malformed,
            SizeError::OutOfRange { columns, rows } => GameSizeError::OutOfRange {
                kind: self,
                columns,
                rows,
            },
            SizeError::Huge(size) => GameSizeError::Huge { kind: self, size },
        })?;
        self.check_size(size)?;
        Ok(size)
    }

    /// The limits of the game's sizes in words.
    const fn limits(self) -> &'static str {
        match self {
            Self::BlackNarrows => "Black Narrows is played with 2 to 26 columns and 2 to 26 rows",
            Self::Narrows => {
                "Narrows is played with 1 to 26 columns and 1 to 26 rows, an even number of points, at least 4"
            }
        }
    }
}

impl Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why a text does not name a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a game is black-narrows or narrows")]
pub struct ParseGameKindError;

impl FromStr for GameKind {
    type Err = ParseGameKindError;

    /// Reads a [`slug`](Self::slug) or a [`name`](Self::name), in upper or lower case.
    fn from_str(text: &str) -> Result<Self, ParseGameKindError> {
        Self::ALL
            .into_iter()
            .find(|kind| {
                text.eq_ignore_ascii_case(kind.slug()) || text.eq_ignore_ascii_case(kind.name())
            })
            .ok_or(ParseGameKindError)
    }
}

/// Why a game cannot be played on a board of some size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameSizeError {
    /// The text is not two numbers with an `x` between them.
    #[error("a size is COLUMNSxROWS, such as 8x7")]
    Malformed,
    /// A side is 0 or more than 26.
    #[error("{}, not {columns}x{rows}", kind.limits())]
    OutOfRange {
        /// The game.
        kind: GameKind,
        /// The columns asked for.
        columns: u32,
        /// The rows asked for.
        rows: u32,
    },
    /// A side is a number beyond 32 bits.
    #[error("{}, not {size}", kind.limits())]
    Huge {
        /// The game.
        kind: GameKind,
        /// The size asked for, as it was written.
        size: String,
    },
    /// A size outside the game's limits.
    #[error("{}, not {size}", kind.limits())]
    Unplayable {
        /// The game.
        kind: GameKind,
        /// The size asked for.
        size: Size,
    },
}

const BLACK_NARROWS: &str = "\
BLACK NARROWS, by Mark Steere (August 2026), marksteeregames.com

Two players take turns placing black stones onto unoccupied points of a
rectangular grid, initially empty, one stone per turn.

After your placement, there must be an orthogonally interconnected path
of unoccupied points, of length at least 1, connecting every pair of
stones.

The last player to place a stone wins. In other words, if you don't have
an available placement on your turn, you lose.";

const NARROWS: &str = "\
NARROWS, by Mark Steere (May 2026), marksteeregames.com

The board starts filled with a checkerboard pattern of black and white
stones. Black and White take turns moving a stone of their own color, one
stone per turn, starting with Black. Passing is not allowed.

Every move is a capture. A stone captures an enemy stone in any orthogonal
(horizontal or vertical) direction and takes its place. The enemy stone
must either be next to the capturing stone or separated from it by empty
points only.

The goal is to have all of your groups linked together by empty regions:
every one of your stones must be linked to every other via paths of empty
points and friendly stones. You can win on your turn or on your opponent's
turn. If your move links all of your groups and at the same time links all
of your opponent's groups, you win.

After Black's first move, White may switch colors and take over Black. The
former Black player then plays White and moves next. (The move is swap.)";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_name_their_author_and_fit_a_framed_text() {
        for kind in GameKind::ALL {
            let rules = kind.rules();
            let heading = rules.lines().next().expect("a heading");
            assert!(heading.contains(&kind.name().to_uppercase()), "{heading}");
            assert!(heading.contains(GameKind::AUTHOR) && heading.contains(GameKind::ADDRESS));
            assert!(rules.lines().all(|line| line.chars().count() <= 74));
            assert_eq!(kind.check_size(kind.default_size()), Ok(()));
        }
    }
}
