//! `serde` for the types that have one natural form: the text the rest of the project reads and writes.
//!
//! A position of Narrows is its line, which says everything but one: whether the pie rule is on before the first
//! move. Where that is open, ` no-pie` follows the line of a game without it.

use alloc::format;
use alloc::string::{String, ToString};

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::any::{AnyMove, AnyPosition};
use crate::black_narrows::BlackNarrows;
use crate::game::GameKind;
use crate::geometry::{Point, Size};
use crate::narrows::{self, Color, Narrows, Pie, SetupError};
use crate::player::Player;
use crate::record::{Record, RecordResult};
use crate::symmetry::Symmetry;

/// What `FromStr` reads and `Display` writes.
macro_rules! as_text {
    ($($name:ty $(, const $width:ident)?;)*) => {
        $(
            impl$(<const $width: usize>)? Serialize for $name {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.collect_str(self)
                }
            }

            impl<'de $(, const $width: usize)?> Deserialize<'de> for $name {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
                }
            }
        )*
    };
}

as_text! {
    Size;
    Point;
    Player;
    Color;
    Pie;
    Symmetry;
    narrows::Move;
    BlackNarrows<W>, const W;
    Record;
    RecordResult;
}

impl Serialize for GameKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.slug())
    }
}

impl<'de> Deserialize<'de> for GameKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(D::Error::custom)
    }
}

impl Serialize for AnyMove {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for AnyMove {
    /// The text tells the games apart: a move of Black Narrows is one point.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(GameKind::BlackNarrows, &text)
            .or_else(|_| Self::parse(GameKind::Narrows, &text))
            .map_err(D::Error::custom)
    }
}

/// What follows the line of a full board in a game without the pie rule.
const NO_PIE: &str = " no-pie";

/// The line of a position of Narrows, and what it leaves open.
fn narrows_text<const W: usize>(position: &Narrows<W>) -> String {
    let is_open = position.would_await_exchange() && !position.exchange_is_pending();
    format!("{position}{}", if is_open { NO_PIE } else { "" })
}

/// The line without [`NO_PIE`], and the pie rule.
fn split_pie(text: &str) -> (&str, Pie) {
    match text.strip_suffix(NO_PIE) {
        Some(line) => (line, Pie::Off),
        None => (text, Pie::On),
    }
}

impl<const W: usize> Serialize for Narrows<W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&narrows_text(self))
    }
}

impl<'de, const W: usize> Deserialize<'de> for Narrows<W> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let (line, pie) = split_pie(&text);
        let read = |setup: narrows::Setup| setup.into_any_position(pie);
        let position: Result<Self, SetupError> = line.parse().and_then(read);
        position.map_err(D::Error::custom)
    }
}

impl Serialize for AnyPosition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&with_position!(self,
            black_narrows(position) => position.to_string(),
            narrows(position) => narrows_text(position)
        ))
    }
}

impl<'de> Deserialize<'de> for AnyPosition {
    /// The text tells the games apart, see [`AnyPosition::kind_of_line`].
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let (line, pie) = split_pie(&text);
        Self::parse(Self::kind_of_line(line), line, pie).map_err(D::Error::custom)
    }
}
