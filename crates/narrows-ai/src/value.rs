//! Values relative to the player to move.

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
