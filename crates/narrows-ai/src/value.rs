//! Values relative to the player to move.
//!
//! ```
//! use narrows_ai::value::Value;
//! use narrows_core::{BlackNarrows, Game};
//!
//! // One placement is left, so whoever makes it wins.
//! let mut position: BlackNarrows<1> = "2/1x".parse()?;
//! position.play("b2".parse()?)?;
//! let value = position.mover_won().map_or(Value::Unknown, Value::of_mover);
//! assert_eq!(value, Value::Loss);
//! assert_eq!(value.reversed().to_string(), "win");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use core::fmt;
use core::str::FromStr;

/// What is known of a position for the player to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// The player to move wins.
    Win,
    /// The other player wins.
    Loss,
    /// Not decided.
    #[default]
    Unknown,
}

impl Value {
    /// The value of a finished position, from whether the player to move has won: the one place where
    /// absolute outcomes become relative.
    #[must_use]
    pub const fn of_mover(won: bool) -> Self {
        if won { Self::Win } else { Self::Loss }
    }

    /// The same for the other player.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Loss => Self::Win,
            Self::Unknown => Self::Unknown,
        }
    }

    /// Whether the value is known.
    #[must_use]
    pub const fn is_known(self) -> bool {
        !matches!(self, Self::Unknown)
    }

    /// `win`, `loss` or `unknown`, as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Loss => "loss",
            Self::Unknown => "unknown",
        }
    }
}

impl fmt::Display for Value {
    /// Writes the [`name`](Self::name).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Why a text is not a value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a value is win, loss, or unknown")]
pub struct ParseValueError;

impl FromStr for Value {
    type Err = ParseValueError;

    /// Reads a [`name`](Self::name), in upper or lower case.
    fn from_str(text: &str) -> Result<Self, ParseValueError> {
        [Self::Win, Self::Loss, Self::Unknown]
            .into_iter()
            .find(|value| value.name().eq_ignore_ascii_case(text))
            .ok_or(ParseValueError)
    }
}
