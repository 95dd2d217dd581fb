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
//! 1. c3 d1 {hoping for the corner} 2. a1 *
//! ```

mod parse;
mod write;

use alloc::string::{String, ToString};
use alloc::vec::Vec;

pub use parse::{RecordError, RecordProblem};

use crate::any::{AnyMove, AnyPosition};
use crate::game::PlayError;
use crate::narrows::Pie;
use crate::player::{ByPlayer, Outcome, Player};

/// The longest text that is read as a record, in bytes: 1 MiB.
pub const MAX_BYTES: usize = 1 << 20;

/// Whether and how a recorded game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// Comments, in order: the number of moves before each, and its text.
    comments: Vec<(usize, String)>,
    /// A result that the moves do not show: a resignation, a forfeit.
    declared: RecordResult,
}

impl Record {
    /// A game that begins at a position.
    ///
    /// The date and the names are unknown at first. For Narrows the pie rule counts as on if the exchange
    /// is still to come, and the first player is the one who has Black at the start: the position line
    /// cannot say otherwise, so an exchange made before the start is left out of the game.
    #[must_use]
    pub fn new(start: AnyPosition) -> Self {
        let start = start.into_written();
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
            comments: Vec::new(),
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

    /// Takes the last move back, with the comments on it, and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<AnyMove> {
        let undone = self.moves.pop()?;
        self.position = self.position_at(self.moves.len());
        self.comments
            .retain(|&(plies, _)| plies <= self.moves.len());
        self.declared = RecordResult::Unfinished;
        Some(undone)
    }

    /// Declares how an unfinished game ended: a resignation, a forfeit. The moves decide where they can.
    pub fn declare(&mut self, result: RecordResult) {
        if !self.position.is_over() {
            self.declared = result;
        }
    }

    /// The comments in order: the number of moves before each, and its text.
    pub fn comments(&self) -> impl Iterator<Item = (usize, &str)> {
        self.comments
            .iter()
            .map(|(plies, text)| (*plies, text.as_str()))
    }

    /// Adds a comment after the last move. It becomes one line, and a `}`, which would end it early, a `)`.
    pub fn comment(&mut self, text: &str) {
        let text = one_line(&text.replace('}', ")"));
        self.comments.push((self.moves.len(), text));
    }

    /// The tags that mean nothing here, in order: name and value.
    pub fn other_tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.other_tags
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
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
            ("Author", "Mark Steere".into()),
            ("Size", self.start.size().to_string()),
            ("Date", self.date.clone()),
            ("First", self.names.first.clone()),
            ("Second", self.names.second.clone()),
        ];
        if self.start.color_to_move().is_some() {
            tags.push(("Pie", if self.pie == Pie::On { "on" } else { "off" }.into()));
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

/// A comment as one line: a line break in it is only where a line happened to end.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
