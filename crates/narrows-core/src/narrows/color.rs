//! The colors of the stones, and whether the players may exchange them.

use core::fmt;
use core::ops::Not;
use core::str::FromStr;

/// The color of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// Black begins.
    Black,
    /// White answers.
    White,
}

impl Color {
    /// Both colors, Black first.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The enemy's color.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// `black` or `white`, as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }

    /// `b` or `w`, as in position lines.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'b',
            Self::White => 'w',
        }
    }
}

impl fmt::Display for Color {
    /// Writes the [`name`](Self::name).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Why a text is not a color.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a color is black or white")]
pub struct ParseColorError;

impl FromStr for Color {
    type Err = ParseColorError;

    /// Reads a [`name`](Self::name), in upper or lower case.
    fn from_str(text: &str) -> Result<Self, ParseColorError> {
        let named = |color: &Self| text.eq_ignore_ascii_case(color.name());
        Self::BOTH.into_iter().find(named).ok_or(ParseColorError)
    }
}

impl Not for Color {
    type Output = Self;

    fn not(self) -> Self {
        self.other()
    }
}

/// Whether the pie rule is in force: after Black's first move White may exchange colors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pie {
    /// White may exchange colors, the rule as written.
    #[default]
    On,
    /// Nobody exchanges colors.
    Off,
}

impl Pie {
    /// With the rule and without.
    pub const BOTH: [Self; 2] = [Self::On, Self::Off];

    /// `on` or `off`, as in records.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::On => "on",
            Self::Off => "off",
        }
    }
}

impl fmt::Display for Pie {
    /// Writes the [`name`](Self::name).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Why a text does not say whether the pie rule is in force.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the pie rule is on or off")]
pub struct ParsePieError;

impl FromStr for Pie {
    type Err = ParsePieError;

    /// Reads a [`name`](Self::name), in upper or lower case.
    fn from_str(text: &str) -> Result<Self, ParsePieError> {
        let named = |pie: &Self| text.eq_ignore_ascii_case(pie.name());
        Self::BOTH.into_iter().find(named).ok_or(ParsePieError)
    }
}
