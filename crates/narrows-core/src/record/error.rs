//! What can be wrong with a record.

use alloc::string::String;

use crate::any::{AnyMove, AnySetupError, ParseAnyMoveError};
use crate::game::{GameSizeError, ParseGameKindError, PlayError};
use crate::geometry::Size;

/// Why a text is not a record, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("record, line {line}, column {column}: {problem}")]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted in characters from 1.
    pub column: usize,
    /// What the trouble is.
    pub problem: RecordProblem,
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordProblem {
    /// More than 1 MiB.
    #[error("a record has at most 1 MiB")]
    TooLong,
    /// A file of more than 64 MiB.
    #[error("a file of records has at most 64 MiB")]
    FileTooLong,
    /// The file has fewer games than the one that was asked for.
    #[error("there is no game {wanted} here, the text has {found}")]
    NoSuchGame {
        /// The game that was asked for, counted from 1.
        wanted: usize,
        /// The number of games in the text.
        found: usize,
    },
    /// A line that begins with `[` is not a tag.
    #[error("a tag looks like [Name \"value\"]")]
    BadTag,
    /// A tag that may be given only once is given again.
    #[error("duplicate tag {0}")]
    RepeatedTag(String),
    /// A tag that a record must have is missing.
    #[error("the tag {0} is missing")]
    MissingTag(&'static str),
    /// A value of the tag `Pie` that is not one.
    #[error("the value of Pie is on or off")]
    BadPie,
    /// A result that is not one.
    #[error("a result is 1-0, 0-1 or *; neither game has draws")]
    BadResult,
    /// The tag `Game` names no game that is known here.
    #[error(transparent)]
    Game(#[from] ParseGameKindError),
    /// The tag `Size` is no size of the game.
    #[error(transparent)]
    Size(#[from] GameSizeError),
    /// The tags `Size` and `Position` differ.
    #[error("the position has the size {position}, the tag Size says {tag}")]
    SizesDiffer {
        /// The size of the position.
        position: Size,
        /// The size of the tag.
        tag: Size,
    },
    /// The tag `Position` is no position.
    #[error(transparent)]
    Position(#[from] AnySetupError),
    /// A comment that is never closed.
    #[error("this comment has no closing }}")]
    OpenComment,
    /// A variation that is never closed.
    #[error("this variation has no closing )")]
    OpenVariation,
    /// A closing parenthesis without an opening one.
    #[error("this ) closes no variation")]
    StrayClose,
    /// A variation before the first move of its line.
    #[error("a variation follows the move that it replaces, and there is none before this one")]
    NothingToReplace,
    /// Variations within variations, too many of them.
    #[error("variations are nested at most {MAX_NESTING} deep")]
    TooDeep,
    /// A number that is not the one of the next move.
    #[error("expected move {expected}, found {found}")]
    WrongNumber {
        /// The number that belongs here, `3.` or, for the second player's move, `3...`.
        expected: String,
        /// The number as it is written, cut short if it is long.
        found: String,
    },
    /// A numeric glyph that is not one.
    #[error("a numeric glyph is $ and a number from 0 to 255, such as $4")]
    BadGlyph,
    /// A word among the moves that is neither a move, a number, a comment nor a result.
    #[error("{word:?} is not a move: {reason}")]
    NotAMove {
        /// The word, cut short if it is long.
        word: String,
        /// What a move looks like.
        reason: ParseAnyMoveError,
    },
    /// A move that is not legal.
    #[error(transparent)]
    IllegalMove(#[from] PlayError<AnyMove>),
    /// The text ends without a result.
    #[error("the record ends without a result (1-0, 0-1 or *)")]
    NoResult,
    /// Something other than another game follows the result.
    #[error("only another game, which begins with its tags, may follow the result")]
    AfterResult,
    /// The result contradicts the moves or the tag.
    #[error("the result {found} contradicts {expected}, the result of the moves or of the tag")]
    ResultsDiffer {
        /// The result that is written here.
        found: &'static str,
        /// The result that was expected.
        expected: &'static str,
    },
}

/// Variations within variations, at most.
pub(super) const MAX_NESTING: usize = 64;

/// Why a tag cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TagError {
    /// The name is not one of a tag.
    #[error("{0:?} is not the name of a tag, which has letters, digits and _ only")]
    BadName(String),
    /// The tag says what the record itself knows.
    #[error("the tag {0} follows from the record and is not set by itself")]
    Known(String),
}
