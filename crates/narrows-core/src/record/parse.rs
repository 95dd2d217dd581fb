//! Reading a record from text. Nothing is half-loaded: the first trouble ends it.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::str::FromStr;

use super::{MAX_BYTES, Record, RecordResult};
use crate::any::{AnyMove, AnyPosition, AnySetupError, ParseAnyMoveError};
use crate::game::{GameKind, GameSizeError, ParseGameKindError, PlayError};
use crate::geometry::Size;
use crate::narrows::Pie;

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
    /// A line that begins with `[` is not a tag.
    #[error("a tag looks like [Name \"value\"]")]
    BadTag,
    /// A tag that may stand only once stands again.
    #[error("the tag {0} stands twice")]
    RepeatedTag(String),
    /// A tag that a record must have is missing.
    #[error("the tag {0} is missing")]
    MissingTag(&'static str),
    /// A value of the tag `Pie` that is not one.
    #[error("the value of Pie is on or off")]
    BadPie,
    /// A value of the tag `Result` that is not one.
    #[error("a result is 1-0, 0-1 or *")]
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
    /// A word among the moves that is neither a move, a number, a comment nor a result.
    #[error("{word:?} is no move: {reason}")]
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
    /// Something stands after the result.
    #[error("nothing may follow the result")]
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

impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        if text.len() > MAX_BYTES {
            return Err(RecordError {
                line: 1,
                column: 1,
                problem: RecordProblem::TooLong,
            });
        }
        let mut reader = Reader {
            rest: text,
            line: 1,
            column: 1,
        };
        reader.skip_if('\u{feff}');
        let tags = read_tags(&mut reader)?;
        let mut record = begin(&tags, &reader)?;
        read_moves(&mut reader, &mut record, tags.get("Result"))?;
        Ok(record)
    }
}

/// The text not yet read, and where it begins.
#[derive(Clone, Copy)]
struct Reader<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

impl<'a> Reader<'a> {
    fn fail<T>(&self, problem: impl Into<RecordProblem>) -> Result<T, RecordError> {
        Err(RecordError {
            line: self.line,
            column: self.column,
            problem: problem.into(),
        })
    }

    fn next(&mut self) -> Option<char> {
        let next = self.rest.chars().next()?;
        self.rest = &self.rest[next.len_utf8()..];
        if next == '\n' {
            (self.line, self.column) = (self.line + 1, 1);
        } else {
            self.column += 1;
        }
        Some(next)
    }

    fn skip_if(&mut self, wanted: char) -> bool {
        let found = self.rest.starts_with(wanted);
        if found {
            self.next();
        }
        found
    }

    fn skip_space(&mut self) {
        while self.rest.starts_with(char::is_whitespace) {
            self.next();
        }
    }

    /// Reads as long as the characters are wanted.
    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let end = self
            .rest
            .find(|next| !wanted(next))
            .unwrap_or(self.rest.len());
        let taken = &self.rest[..end];
        for _ in taken.chars() {
            self.next();
        }
        taken
    }
}

/// A tag and where its value begins.
struct Tag<'a> {
    name: &'a str,
    value: String,
    at: Reader<'a>,
}

struct Tags<'a>(Vec<Tag<'a>>);

impl<'a> Tags<'a> {
    fn get(&self, name: &str) -> Option<&Tag<'a>> {
        self.0.iter().find(|tag| tag.name == name)
    }
}

/// The tags with a meaning; all others are kept as they are.
const KNOWN: [&str; 9] = [
    "Game", "Author", "Size", "Date", "First", "Second", "Pie", "Position", "Result",
];

fn read_tags<'a>(reader: &mut Reader<'a>) -> Result<Tags<'a>, RecordError> {
    let mut tags = Tags(Vec::new());
    loop {
        reader.skip_space();
        let start = *reader;
        if !reader.skip_if('[') {
            return Ok(tags);
        }
        let name = reader.take_while(|next| next.is_ascii_alphanumeric() || next == '_');
        reader.take_while(|next| next == ' ' || next == '\t');
        if name.is_empty() || !reader.skip_if('"') {
            return start.fail(RecordProblem::BadTag);
        }
        let at = *reader;
        let mut value = String::new();
        loop {
            match reader.next() {
                Some('"') => break,
                Some('\\') => match reader.next() {
                    Some(escaped @ ('"' | '\\')) => value.push(escaped),
                    _ => return start.fail(RecordProblem::BadTag),
                },
                None | Some('\n' | '\r') => return start.fail(RecordProblem::BadTag),
                Some(next) => value.push(next),
            }
        }
        reader.take_while(|next| next == ' ' || next == '\t');
        if !reader.skip_if(']') {
            return start.fail(RecordProblem::BadTag);
        }
        if KNOWN.contains(&name) && tags.get(name).is_some() {
            return start.fail(RecordProblem::RepeatedTag(name.into()));
        }
        tags.0.push(Tag { name, value, at });
    }
}

/// The record before its first move, from its tags.
fn begin(tags: &Tags<'_>, end: &Reader<'_>) -> Result<Record, RecordError> {
    let Some(game) = tags.get("Game") else {
        return end.fail(RecordProblem::MissingTag("Game"));
    };
    let kind: GameKind = game
        .value
        .parse()
        .or_else(|error: ParseGameKindError| game.at.fail(error))?;
    let pie = match tags.get("Pie") {
        None => Pie::On,
        Some(tag) if tag.value.eq_ignore_ascii_case("on") => Pie::On,
        Some(tag) if tag.value.eq_ignore_ascii_case("off") => Pie::Off,
        Some(tag) => return tag.at.fail(RecordProblem::BadPie),
    };
    let size = match tags.get("Size") {
        None => None,
        Some(tag) => Some((
            tag,
            kind.parse_size(&tag.value)
                .or_else(|error| tag.at.fail(error))?,
        )),
    };
    let start = match (tags.get("Position"), size) {
        (None, None) => return end.fail(RecordProblem::MissingTag("Size")),
        (None, Some((tag, size))) => {
            AnyPosition::start(kind, size, pie).or_else(|error| tag.at.fail(error))?
        }
        (Some(tag), size) => {
            let position =
                AnyPosition::parse(kind, &tag.value, pie).or_else(|error| tag.at.fail(error))?;
            match size {
                Some((tag, size)) if size != position.size() => {
                    return tag.at.fail(RecordProblem::SizesDiffer {
                        position: position.size(),
                        tag: size,
                    });
                }
                _ => position,
            }
        }
    };
    let mut record = Record::new(start);
    if kind == GameKind::Narrows {
        record.pie = pie;
    }
    let take = |name: &str, place: &mut String| {
        if let Some(tag) = tags.get(name) {
            *place = tag.value.clone();
        }
    };
    take("Date", &mut record.date);
    take("First", &mut record.names.first);
    take("Second", &mut record.names.second);
    let unknown = tags.0.iter().filter(|tag| !KNOWN.contains(&tag.name));
    record.other_tags = unknown
        .map(|tag| (tag.name.to_string(), tag.value.clone()))
        .collect();
    Ok(record)
}

/// Reads moves, numbers and comments up to the result.
fn read_moves(
    reader: &mut Reader<'_>,
    record: &mut Record,
    tag: Option<&Tag<'_>>,
) -> Result<(), RecordError> {
    loop {
        reader.skip_space();
        let start = *reader;
        if reader.skip_if('{') {
            let text = reader.take_while(|next| next != '}');
            if !reader.skip_if('}') {
                return start.fail(RecordProblem::OpenComment);
            }
            record.comment(text);
            continue;
        }
        let word = reader.take_while(|next| !next.is_whitespace() && next != '{');
        if word.is_empty() {
            return start.fail(RecordProblem::NoResult);
        }
        if let Some(result) = RecordResult::ALL
            .into_iter()
            .find(|result| result.text() == word)
        {
            return finish(reader, &start, record, result, tag);
        }
        read_move(word, &start, record)?;
    }
}

/// Reads a word that is a move, a move number, or both.
fn read_move(word: &str, start: &Reader<'_>, record: &mut Record) -> Result<(), RecordError> {
    let digits = word.trim_start_matches(|next: char| next.is_ascii_digit());
    let after_dots = digits.trim_start_matches('.');
    let is_number = digits.len() < word.len() && after_dots.len() < digits.len();
    let text = if is_number { after_dots } else { word };
    if text.is_empty() {
        return Ok(());
    }
    let next = AnyMove::parse(record.start.kind(), text).or_else(|reason| {
        start.fail(RecordProblem::NotAMove {
            word: text.chars().take(20).collect(),
            reason,
        })
    })?;
    record.play(next).or_else(|error| start.fail(error))
}

/// Checks what stands at the end against what is known.
fn finish(
    reader: &mut Reader<'_>,
    at: &Reader<'_>,
    record: &mut Record,
    result: RecordResult,
    tag: Option<&Tag<'_>>,
) -> Result<(), RecordError> {
    let differ = |expected: RecordResult| {
        at.fail(RecordProblem::ResultsDiffer {
            found: result.text(),
            expected: expected.text(),
        })
    };
    if let Some(tag) = tag {
        match RecordResult::ALL
            .into_iter()
            .find(|result| result.text() == tag.value)
        {
            None => return tag.at.fail(RecordProblem::BadResult),
            Some(expected) if expected != result => return differ(expected),
            Some(_) => {}
        }
    }
    record.declare(result);
    if record.result() != result {
        return differ(record.result());
    }
    reader.skip_space();
    if reader.rest.is_empty() {
        Ok(())
    } else {
        reader.fail(RecordProblem::AfterResult)
    }
}
