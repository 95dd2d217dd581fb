//! The six computer levels, for both games.
//!
//! | level | how it plays |
//! |---|---|
//! | 1 | at random |
//! | 2 to 5 | Monte Carlo tree search with 8, 32, 128 and 512 playouts a move |
//! | 5 | solves the position exactly once 24 or fewer moves are legal |
//! | 6 | searches until it is stopped and solves the position exactly as soon as it can, which ends the search |
//!
//! Levels 5 and 6 open solved boards by the book ([`crate::solver`]).
//!
//! Level 6 asks a small exact solver about new positions of its search near the end of Black Narrows: who knows
//! the one winning move first has mostly won. In lost positions it chooses the move that is hardest to answer.
//! What was measured and what was tried without success stands in `docs/experiments.md`.
//!
//! ```
//! use narrows_ai::budget::{Limits, NEVER};
//! use narrows_ai::level::{Engine, Level};
//! use narrows_core::{AnyPosition, GameKind, Pie};
//!
//! let position = AnyPosition::parse(GameKind::BlackNarrows, "5/1x3/5/xx3", Pie::On)?;
//! let mut engine = Engine::new("5".parse::<Level>()?, 7);
//! let choice = engine.choose(&position, &Limits::default(), NEVER, &|_| {});
//! assert!(choice.play.is_some_and(|play| position.why_illegal(play).is_none()));
//! assert_eq!(choice.certainty().to_string(), "proven win");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod resist;
mod searcher;
mod think;
mod tuning;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;
use core::fmt;
use core::str::FromStr;

use narrows_core::{AnyMove, AnyPosition, with_position};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::budget::{Limits, Stop};
use crate::solver::typed;
use crate::value::Value;
use think::Thinker;

/// One of the six levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Self; 6] = [Self(1), Self(2), Self(3), Self(4), Self(5), Self(6)];

    /// The strongest level.
    pub const UNBEATABLE: Self = Self(6);

    /// The level with a number from 1 to 6.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if matches!(number, 1..=6) {
            Some(Self(number))
        } else {
            None
        }
    }

    /// The number, 1 to 6.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The name shown to people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.0 {
            1 => "level 1",
            2 => "level 2",
            3 => "level 3",
            4 => "level 4",
            5 => "level 5",
            _ => "level 6, Unbeatable",
        }
    }

    /// The playouts of each move at levels 2 to 5.
    #[must_use]
    pub const fn playouts(self) -> Option<u64> {
        match self.0 {
            2 => Some(8),
            3 => Some(32),
            4 => Some(128),
            5 => Some(512),
            _ => None,
        }
    }
}

impl fmt::Display for Level {
    /// Writes the [`number`](Self::number).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Why a text is not a level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a level is a number from 1 to 6")]
pub struct ParseLevelError;

impl FromStr for Level {
    type Err = ParseLevelError;

    /// Reads a [`number`](Self::number).
    fn from_str(text: &str) -> Result<Self, ParseLevelError> {
        text.parse().ok().and_then(Self::new).ok_or(ParseLevelError)
    }
}

/// How much a level knows about a position.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Certainty {
    /// How the game ends is proven, for the player to move.
    Proven(Value),
    /// The expected result for the player to move, 0 (lost) to 1 (won), as far as it was searched.
    Expected(f64),
    /// The position was not examined: level 1, or there is only one move.
    Unexamined,
}

impl Certainty {
    fn new(value: Value, expected: f64, playouts: u64) -> Self {
        match value {
            Value::Unknown if playouts == 0 => Self::Unexamined,
            Value::Unknown => Self::Expected(expected),
            known => Self::Proven(known),
        }
    }
}

impl fmt::Display for Certainty {
    /// Writes `proven win`, `searching, 54 %` or `not examined`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Proven(value) => write!(f, "proven {value}"),
            Self::Expected(expected) => write!(f, "searching, {} %", unproven_percent(*expected)),
            Self::Unexamined => f.write_str("not examined"),
        }
    }
}

/// An expected result from 0 to 1 as a whole number of percent, from 1 to 99: what is not proven is never shown as certain.
#[must_use]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "from 1 to 99; what is no number becomes 0"
)]
pub fn unproven_percent(expected: f64) -> u32 {
    (100.0 * expected).round().clamp(1.0, 99.0) as u32
}

/// How a search stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// The move that looks best so far.
    pub best: Option<AnyMove>,
    /// The expected result for the player to move, 0 (lost) to 1 (won).
    pub expected: f64,
    /// The playouts so far.
    pub playouts: u64,
}

impl Progress {
    /// How much is known so far: for showing it.
    #[must_use]
    pub fn certainty(&self) -> Certainty {
        Certainty::new(Value::Unknown, self.expected, self.playouts)
    }
}

/// The move a level makes, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move; `None` only if the game is over.
    pub play: Option<AnyMove>,
    /// What is proven about the position, for the player to move.
    pub value: Value,
    /// The expected result for the player to move, 0 (lost) to 1 (won), as far as the level looked.
    pub expected: f64,
    /// The playouts of the search.
    pub playouts: u64,
    /// Positions expanded by the exact solver, and nodes of the search graph.
    pub nodes: u64,
    /// The line the level expects, its move first.
    pub principal_variation: Vec<AnyMove>,
}

impl Choice {
    /// Whether the position is solved.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.value.is_known()
    }

    /// How much the level knows: for showing it.
    #[must_use]
    pub fn certainty(&self) -> Certainty {
        Certainty::new(self.value, self.expected, self.playouts)
    }
}

/// A computer player. It keeps what it knows from one move to the next.
pub struct Engine {
    level: Level,
    book: bool,
    random: Xoshiro256PlusPlus,
    /// The [`Thinker`] of the concrete position type of the game at hand.
    thinker: Option<Box<dyn Any + Send>>,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What it knows of a game fills megabytes.
        f.debug_struct("Engine")
            .field("level", &self.level)
            .field("book", &self.book)
            .finish_non_exhaustive()
    }
}

impl Engine {
    /// A player of a level. Levels 1 to 5, and every search with a number of playouts, repeat exactly with the
    /// same seed, whatever the machine.
    #[must_use]
    pub fn new(level: Level, seed: u64) -> Self {
        Self {
            level,
            book: true,
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            thinker: None,
        }
    }

    /// The same player without the book of solved boards: levels 5 and 6 find everything out for themselves.
    #[must_use]
    pub fn without_book(mut self) -> Self {
        self.book = false;
        self
    }

    /// The level this player plays at.
    #[must_use]
    pub fn level(&self) -> Level {
        self.level
    }

    /// Chooses a move.
    ///
    /// Levels 2 to 5 make their own number of playouts, or `limits.playouts` if that is given. Level 6
    /// searches until `stop` says so, the playouts are used up, or the position is solved; it uses
    /// `limits.threads` threads unless a number of playouts is given, which makes it repeat exactly.
    /// `progress` is told now and then how the search of level 6 stands.
    pub fn choose(
        &mut self,
        position: &AnyPosition,
        limits: &Limits,
        stop: Stop,
        progress: &(dyn Fn(&Progress) + Sync),
    ) -> Choice {
        let (level, book, random) = (self.level, self.book, &mut self.random);
        with_position!(position, position => {
            let thinker = typed(&mut self.thinker, || Thinker::new(book));
            thinker.choose(level, position, limits, random, stop, progress)
        })
    }

    /// Thinks about a position in which the opponent is to move, until `stop` says so or the result is proven: what is
    /// found helps the choices that follow. `limits.playouts` and `limits.nodes` do not count.
    ///
    /// Only level 6 does so; the moves of the others do not depend on time. A player that has pondered no longer
    /// repeats exactly.
    pub fn ponder(&mut self, position: &AnyPosition, limits: &Limits, stop: Stop) {
        if self.level != Level::UNBEATABLE || position.is_over() {
            return;
        }
        let limits = Limits {
            playouts: None,
            nodes: None,
            ..*limits
        };
        let (book, random) = (self.book, &mut self.random);
        with_position!(position, position => {
            let thinker = typed(&mut self.thinker, || Thinker::new(book));
            thinker.ponder(position, &limits, random, stop);
        });
    }
}
