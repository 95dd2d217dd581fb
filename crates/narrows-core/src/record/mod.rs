//! A game from its start to now: what front ends play on, save, and exchange as text.
//!
//! The text is PGN-like: tag lines, a blank line, numbered moves, the result.
//!
//! ```text
//! [Game "Black Narrows"]
//! [Author "Mark Steere"]
//! [Size "5x4"]
//! [Date "2026-11-29"]
//! [First "Ann"]
//! [Second "level 4"]
//! [Result "*"]
//!
//! 1. c3 d1! {hoping for the corner} (1... e1) 2. a1 *
//! ```
//!
//! A text is read as people write PGN, and may hold several games: [`Reading`]. Comments, glyphs and variations are kept
//! and written again; the lines that begin with `%` are not.

mod error;
mod lex;
mod movetext;
mod parse;
mod write;

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

pub use error::{RecordError, RecordProblem, TagError};
pub use parse::Reading;

use crate::any::{AnyMove, AnyPosition};
use crate::game::{GameKind, PlayError};
use crate::narrows::Pie;
use crate::player::{ByPlayer, Outcome, Player};

/// The longest record that is read, in bytes: 1 MiB.
pub const MAX_BYTES: usize = 1 << 20;

/// The longest text of many records that is read, in bytes: 64 MiB.
pub const MAX_FILE_BYTES: usize = 64 << 20;

/// What is written beside the moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Note {
    /// A comment as it is written, with its spaces.
    Comment(String),
    /// What somebody thinks of the move: `!?`, or a numeric glyph such as `$4`.
    Glyph(String),
    /// Other moves instead of the last one, with the parentheses, in pieces that stay in one line.
    Variation(Vec<String>),
}

/// Whether and how a recorded game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RecordResult {
    /// `1-0`: the first player won.
    FirstWon,
    /// `0-1`: the second player won.
    SecondWon,
    /// `*`: unfinished.
    #[default]
    Unfinished,
}

impl RecordResult {
    /// All three.
    pub const ALL: [Self; 3] = [Self::FirstWon, Self::SecondWon, Self::Unfinished];

    /// The text: `1-0`, `0-1` or `*`.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::FirstWon => "1-0",
            Self::SecondWon => "0-1",
            Self::Unfinished => "*",
        }
    }

    /// The player who won, if the game ended.
    #[must_use]
    pub const fn winner(self) -> Option<Player> {
        match self {
            Self::FirstWon => Some(Player::First),
            Self::SecondWon => Some(Player::Second),
            Self::Unfinished => None,
        }
    }
}

impl fmt::Display for RecordResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// Why a text is not a result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a result is 1-0, 0-1 or *")]
pub struct ParseResultError;

impl FromStr for RecordResult {
    type Err = ParseResultError;

    fn from_str(text: &str) -> Result<Self, ParseResultError> {
        let found = Self::ALL.into_iter().find(|result| result.text() == text);
        found.ok_or(ParseResultError)
    }
}

impl From<Option<Outcome>> for RecordResult {
    fn from(outcome: Option<Outcome>) -> Self {
        match outcome.map(|outcome| outcome.winner) {
            Some(Player::First) => Self::FirstWon,
            Some(Player::Second) => Self::SecondWon,
            None => Self::Unfinished,
        }
    }
}

/// A game: its start, its moves, the position they lead to, and what else is known about it.
///
/// ```
/// use narrows_core::{AnyMove, AnyPosition, GameKind, Pie, Record};
///
/// let start = AnyPosition::start(GameKind::BlackNarrows, "5x4".parse()?, Pie::On)?;
/// let mut game = Record::new(start);
/// game.play(AnyMove::parse(GameKind::BlackNarrows, "c3")?)?;
/// let copy: Record = game.to_string().parse()?;
/// assert_eq!(copy, game);
/// assert_eq!(game.undo().map(|undone| undone.to_string()), Some("c3".into()));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Record {
    start: AnyPosition,
    moves: Vec<AnyMove>,
    position: AnyPosition,
    pie: Pie,
    /// The day of the game, as text; `????-??-??` where it is not known.
    pub date: String,
    /// Who made the first move, and the other person or level.
    pub names: ByPlayer<String>,
    /// Tags that mean nothing here, in order: name and value.
    other_tags: Vec<(String, String)>,
    /// What is written beside the moves, in order: the number of moves before each, and the note.
    notes: Vec<(usize, Note)>,
    /// A result that the moves do not show: a resignation, a forfeit.
    declared: RecordResult,
}

impl Record {
    /// A game that begins at a position.
    ///
    /// The date and the names are unknown at first. For Narrows the pie rule counts as on if the exchange
    /// is still to come.
    #[must_use]
    pub fn new(start: AnyPosition) -> Self {
        let pie = if start.exchange_is_to_come() {
            Pie::On
        } else {
            Pie::Off
        };
        Self {
            position: start.clone(),
            start,
            moves: Vec::new(),
            pie,
            date: "????-??-??".into(),
            names: ByPlayer {
                first: "?".into(),
                second: "?".into(),
            },
            other_tags: Vec::new(),
            notes: Vec::new(),
            declared: RecordResult::Unfinished,
        }
    }

    /// The position the game began with.
    #[must_use]
    pub fn start(&self) -> &AnyPosition {
        &self.start
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// The position after the first `plies` moves; all of them if there are not so many.
    #[must_use]
    pub fn position_at(&self, plies: usize) -> AnyPosition {
        let mut position = self.start.clone();
        for &next in self.moves.iter().take(plies) {
            // The moves were legal when they were recorded.
            let _legal = position.play(next);
        }
        position
    }

    /// The moves so far.
    #[must_use]
    pub fn moves(&self) -> &[AnyMove] {
        &self.moves
    }

    /// Whether the pie rule is on (Narrows).
    #[must_use]
    pub fn pie(&self) -> Pie {
        self.pie
    }

    /// How the game ended: by its moves, or as it was [declared](Self::declare).
    #[must_use]
    pub fn result(&self) -> RecordResult {
        match self.position.outcome() {
            None => self.declared,
            outcome => outcome.into(),
        }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// [`PlayError`] if the move is not legal; nothing is changed then.
    pub fn play(&mut self, candidate: AnyMove) -> Result<(), PlayError<AnyMove>> {
        self.position.play(candidate)?;
        self.moves.push(candidate);
        self.declared = RecordResult::Unfinished;
        Ok(())
    }

    /// Takes the last move back, with the comments, glyphs and variations on it, and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<AnyMove> {
        let undone = self.moves.pop()?;
        self.position = self.position_at(self.moves.len());
        self.notes.retain(|&(plies, _)| plies <= self.moves.len());
        self.declared = RecordResult::Unfinished;
        Some(undone)
    }

    /// Declares how an unfinished game ended: a resignation, a forfeit. The moves decide where they can.
    pub fn declare(&mut self, result: RecordResult) {
        if !self.position.is_over() {
            self.declared = result;
        }
    }

    /// Who won: by the moves, or as it was [declared](Self::declare).
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.result().winner().map(|winner| Outcome { winner })
    }

    /// Whether the result was [declared](Self::declare): the moves do not show it.
    #[must_use]
    pub fn is_declared(&self) -> bool {
        !self.position.is_over() && self.declared != RecordResult::Unfinished
    }

    /// The comments in order: the number of moves before each, and its text.
    pub fn comments(&self) -> impl Iterator<Item = (usize, &str)> {
        self.notes.iter().filter_map(|(plies, note)| match note {
            Note::Comment(text) => Some((*plies, text.as_str())),
            _ => None,
        })
    }

    /// Adds a comment after the last move. In a comment of several lines a `}` becomes a `)`.
    pub fn comment(&mut self, text: &str) {
        let text = write::writable_comment(text);
        self.notes.push((self.moves.len(), Note::Comment(text)));
    }

    /// The glyphs in order: the number of moves up to the one each belongs to, and its text, such as `!?` or `$4`.
    pub fn glyphs(&self) -> impl Iterator<Item = (usize, &str)> {
        self.notes.iter().filter_map(|(plies, note)| match note {
            Note::Glyph(text) => Some((*plies, text.as_str())),
            _ => None,
        })
    }

    /// The variations in order: the number of moves up to the one each replaces, and its text with the parentheses.
    pub fn variations(&self) -> impl Iterator<Item = (usize, String)> {
        self.notes.iter().filter_map(|(plies, note)| match note {
            Note::Variation(pieces) => Some((*plies, write::joined(pieces))),
            _ => None,
        })
    }

    /// The tags that mean nothing here, in order: name and value.
    pub fn other_tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.other_tags
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Sets a tag that means nothing here, such as `Event`; programs that rate players want `White` and `Black`.
    ///
    /// # Errors
    /// [`TagError`] if that is not a name, or the one of a tag that follows from the record.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), TagError> {
        if name.is_empty() || !name.chars().all(lex::is_in_name) {
            return Err(TagError::BadName(name.into()));
        }
        if parse::KNOWN.contains(&name) {
            return Err(TagError::Known(name.into()));
        }
        match self.other_tags.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value.into(),
            None => self.other_tags.push((name.into(), value.into())),
        }
        Ok(())
    }

    /// Whether the start is the one of the game on this size and needs no `Position` tag.
    fn starts_normally(&self) -> bool {
        AnyPosition::start(self.start.kind(), self.start.size(), self.pie)
            .is_ok_and(|normal| normal == self.start)
    }

    /// The names and values of all tags, in the order they are written.
    fn tags(&self) -> Vec<(&str, String)> {
        let mut tags = alloc::vec![
            ("Game", self.start.kind().name().into()),
            ("Author", GameKind::AUTHOR.into()),
            ("Size", self.start.size().to_string()),
            ("Date", self.date.clone()),
            ("First", self.names.first.clone()),
            ("Second", self.names.second.clone()),
        ];
        if self.start.color_to_move().is_some() {
            tags.push(("Pie", self.pie.name().into()));
        }
        if !self.starts_normally() {
            tags.push(("Position", self.start.to_string()));
        }
        tags.push(("Result", self.result().text().into()));
        tags.extend(
            self.other_tags
                .iter()
                .map(|(name, value)| (name.as_str(), value.clone())),
        );
        tags
    }
}
