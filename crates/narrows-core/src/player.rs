//! The two players, and who won.

use core::fmt;
use core::ops::{Index, IndexMut, Not};
use core::str::FromStr;

/// One of the two players, named by who made the first move of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// The player who moves first.
    First,
    /// The other player.
    Second,
}

impl Player {
    /// Both players, in order.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// `first` or `second`, as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }
}

impl fmt::Display for Player {
    /// Writes the [`name`](Self::name).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Why a text does not name a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a player is first or second")]
pub struct ParsePlayerError;

impl FromStr for Player {
    type Err = ParsePlayerError;

    /// Reads a [`name`](Self::name), in upper or lower case.
    fn from_str(text: &str) -> Result<Self, ParsePlayerError> {
        let named = |player: &Self| text.eq_ignore_ascii_case(player.name());
        Self::BOTH.into_iter().find(named).ok_or(ParsePlayerError)
    }
}

impl Not for Player {
    type Output = Self;

    fn not(self) -> Self {
        self.other()
    }
}

/// One value for each player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ByPlayer<T> {
    /// The value of [`Player::First`].
    pub first: T,
    /// The value of [`Player::Second`].
    pub second: T,
}

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;

    fn index(&self, player: Player) -> &T {
        match player {
            Player::First => &self.first,
            Player::Second => &self.second,
        }
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    fn index_mut(&mut self, player: Player) -> &mut T {
        match player {
            Player::First => &mut self.first,
            Player::Second => &mut self.second,
        }
    }
}

/// The end of a game. Neither game has draws, so this is who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// The player who won.
    pub winner: Player,
}

impl fmt::Display for Outcome {
    /// Writes `the first player won` or `the second player won`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} player won", self.winner)
    }
}
