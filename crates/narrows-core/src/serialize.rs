//! `serde` for the types that have one natural form: the text the rest of the project reads and writes.

use alloc::string::String;

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::any::AnyMove;
use crate::black_narrows::BlackNarrows;
use crate::game::GameKind;
use crate::geometry::{Point, Size};
use crate::narrows::{self, Color};
use crate::player::Player;
use crate::record::Record;

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
    narrows::Move;
    BlackNarrows<W>, const W;
    Record;
}

macro_rules! by_name {
    ($($name:ty, $text:ident, [$($value:expr),*];)*) => {
        $(
            impl Serialize for $name {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.serialize_str(self.$text())
                }
            }

            impl<'de> Deserialize<'de> for $name {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    let text = String::deserialize(deserializer)?;
                    let values: &[Self] = &[$($value),*];
                    const NAMES: &[&str] = &[$($value.$text()),*];
                    let found = values.iter().copied().find(|value| value.$text() == text);
                    found.ok_or_else(|| D::Error::unknown_variant(&text, NAMES))
                }
            }
        )*
    };
}

by_name! {
    GameKind, slug, [GameKind::BlackNarrows, GameKind::Narrows];
    Player, name, [Player::First, Player::Second];
    Color, name, [Color::Black, Color::White];
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
