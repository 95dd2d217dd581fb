//! Who makes the moves of a player.

use std::fmt;
use std::str::FromStr;

use narrows_ai::level::Level;

/// Who makes the moves of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// A person.
    Human,
    /// The computer.
    Level(Level),
}

/// A text that names neither a person nor a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSeatError;

impl fmt::Display for ParseSeatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a player is human or a level from 1 to 6")
    }
}

impl std::error::Error for ParseSeatError {}

impl Seat {
    /// A person, then the levels from the weakest on.
    pub fn all() -> impl Iterator<Item = Self> {
        std::iter::once(Self::Human).chain(Level::ALL.map(Self::Level))
    }

    /// Who plays under a name in a record: a person unless it names a level (`level 4`).
    #[must_use]
    pub fn from_name(name: &str) -> Self {
        name.strip_prefix("level ")
            .and_then(|number| number.parse().ok())
            .unwrap_or(Self::Human)
    }

    /// Whether a person sits here.
    #[must_use]
    pub fn is_human(self) -> bool {
        self == Self::Human
    }

    /// The level that sits here, if one does.
    #[must_use]
    pub fn level(self) -> Option<Level> {
        match self {
            Self::Human => None,
            Self::Level(level) => Some(level),
        }
    }
}

impl fmt::Display for Seat {
    /// Writes what records call the player: `human`, or `level 4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Level(level) => write!(f, "level {}", level.number()),
        }
    }
}

impl FromStr for Seat {
    type Err = ParseSeatError;

    /// Reads `human` or the number of a level.
    fn from_str(text: &str) -> Result<Self, ParseSeatError> {
        if text.eq_ignore_ascii_case("human") {
            return Ok(Self::Human);
        }
        let level = text.parse().ok().and_then(Level::new);
        level.map(Self::Level).ok_or(ParseSeatError)
    }
}
