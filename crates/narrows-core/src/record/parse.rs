//! Reading games from text, as people and programs write PGN. Nothing is half-loaded: the first trouble
//! ends it.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::str::FromStr;

use super::error::{RecordError, RecordProblem};
use super::lex::{Lexer, Place, Tag, Token};
use super::movetext;
use super::{MAX_FILE_BYTES, Note, Record, RecordResult};
use crate::any::AnyPosition;
use crate::game::{GameKind, ParseGameKindError};
use crate::geometry::Size;
use crate::narrows::Pie;

/// How a text is read: what counts where its tags do not say it, and which of its games.
///
/// ```
/// use narrows_core::record::Reading;
/// use narrows_core::GameKind;
///
/// let reading = Reading::new()
///     .game(GameKind::BlackNarrows)
///     .size("5x4".parse()?);
/// let record = reading.first("1.c3 d1! 2. a1 ; moves alone")?;
/// assert_eq!(record.moves().len(), 3);
///
/// let two = format!("{record}\n{record}");
/// assert_eq!(reading.count(&two)?, 2);
/// assert_eq!(reading.nth(&two, 2)?, record);
/// assert!(reading.nth(&two, 3).is_err());
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    kind: Option<GameKind>,
    size: Option<Size>,
    pie: Pie,
}

impl Reading {
    /// Everything comes from the tags; the pie rule is on unless they say otherwise.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The game that is played where the tag `Game` is missing.
    #[must_use]
    pub fn game(mut self, kind: GameKind) -> Self {
        self.kind = Some(kind);
        self
    }

    /// The size of the board where the tags `Size` and `Position` are missing.
    #[must_use]
    pub fn size(mut self, size: Size) -> Self {
        self.size = Some(size);
        self
    }

    /// Whether the pie rule is on where the tag `Pie` is missing.
    #[must_use]
    pub fn pie(mut self, pie: Pie) -> Self {
        self.pie = pie;
        self
    }

    /// The first game of a text.
    ///
    /// # Errors
    /// [`RecordError`] with line and column.
    pub fn first(&self, text: &str) -> Result<Record, RecordError> {
        self.nth(text, 1)
    }

    /// A game of a text, counted from 1. Of the games before it only tags and comments are checked.
    ///
    /// # Errors
    /// [`RecordError`] with line and column; [`RecordProblem::NoSuchGame`] if there are fewer games. A text
    /// without a game fails as its first game does.
    pub fn nth(&self, text: &str, number: usize) -> Result<Record, RecordError> {
        let mut lexer = checked(text)?;
        let missing = |found| {
            let place = Lexer::new(text).place();
            let wanted = number;
            place.error(RecordProblem::NoSuchGame { wanted, found })
        };
        for found in 0..number.saturating_sub(1) {
            if !has_game(lexer)? {
                return Err(missing(found));
            }
            skip_game(&mut lexer)?;
        }
        if number == 0 || number > 1 && !has_game(lexer)? {
            return Err(missing(number.saturating_sub(1)));
        }
        self.game_at(&mut lexer)
    }

    /// All games of a text.
    ///
    /// # Errors
    /// [`RecordError`] with line and column of the first trouble in any of them.
    pub fn all(&self, text: &str) -> Result<Vec<Record>, RecordError> {
        let mut lexer = checked(text)?;
        let mut games = Vec::new();
        while has_game(lexer)? {
            games.push(self.game_at(&mut lexer)?);
        }
        Ok(games)
    }

    /// The number of games in a text. Only tags and comments are checked.
    ///
    /// # Errors
    /// [`RecordError`] with line and column.
    pub fn count(&self, text: &str) -> Result<usize, RecordError> {
        let mut lexer = checked(text)?;
        let mut games = 0;
        while has_game(lexer)? {
            skip_game(&mut lexer)?;
            games += 1;
        }
        Ok(games)
    }

    /// The game that begins here; leaves the lexer where the next one begins.
    fn game_at(&self, lexer: &mut Lexer<'_>) -> Result<Record, RecordError> {
        lexer.begin_game();
        let head = Head::read(lexer)?;
        let mut record = self.begin(&head)?;
        let plain = self.kind.is_some() && self.size.is_some();
        match movetext::read(lexer, &mut record)? {
            (place, Some(result)) => {
                finish(&mut record, result, place, head.tag("Result"))?;
                read_trailing(lexer, &mut record, plain)?;
            }
            // Moves alone need no result.
            (_, None) if plain && head.tags.is_empty() => {}
            (place, None) => return Err(place.error(RecordProblem::NoResult)),
        }
        Ok(record)
    }

    /// The record before its first move, from its tags.
    fn begin(&self, head: &Head<'_>) -> Result<Record, RecordError> {
        let kind = match (head.tag("Game"), self.kind) {
            (Some(tag), _) => tag
                .value
                .parse()
                .map_err(|error: ParseGameKindError| tag.at.error(error))?,
            (None, Some(kind)) => kind,
            (None, None) => return Err(head.end.error(RecordProblem::MissingTag("Game"))),
        };
        let pie = self.pie_of(head)?;
        let mut record = Record::new(self.start(head, kind, pie)?);
        if kind == GameKind::Narrows {
            record.pie = pie;
        }
        let first_of = |names: [&str; 2]| names.iter().find_map(|name| head.tag(name));
        for (names, place) in [
            (["Date", "Date"], &mut record.date),
            (["First", "White"], &mut record.names.first),
            (["Second", "Black"], &mut record.names.second),
        ] {
            if let Some(tag) = first_of(names) {
                place.clone_from(&tag.value);
            }
        }
        let both = |ours: &str| head.tag(ours).is_some();
        let is_kept = |tag: &&Tag<'_>| match tag.name {
            "White" => both("First"),
            "Black" => both("Second"),
            name => !KNOWN.contains(&name),
        };
        let kept = head.tags.iter().filter(is_kept);
        record.other_tags = kept
            .map(|tag| (tag.name.to_string(), tag.value.clone()))
            .collect();
        let comments = head.comments.iter().cloned();
        record.notes = comments.map(|text| (0, Note::Comment(text))).collect();
        Ok(record)
    }

    fn pie_of(&self, head: &Head<'_>) -> Result<Pie, RecordError> {
        let Some(tag) = head.tag("Pie") else {
            return Ok(self.pie);
        };
        tag.value
            .parse()
            .map_err(|_| tag.at.error(RecordProblem::BadPie))
    }

    /// The position that the game begins with.
    fn start(&self, head: &Head<'_>, kind: GameKind, pie: Pie) -> Result<AnyPosition, RecordError> {
        let size = match head.tag("Size") {
            None => None,
            Some(tag) => {
                let size = kind.parse_size(&tag.value);
                Some((tag.at, size.map_err(|error| tag.at.error(error))?))
            }
        };
        if let Some(tag) = head.tag("Position") {
            let position = AnyPosition::parse(kind, &tag.value, pie);
            let position = position.map_err(|error| tag.at.error(error))?;
            return match size {
                Some((at, tag)) if tag != position.size() => {
                    let position = position.size();
                    Err(at.error(RecordProblem::SizesDiffer { position, tag }))
                }
                _ => Ok(position),
            };
        }
        let given = self.size.map(|size| (head.end, size));
        let Some((at, size)) = size.or(given) else {
            return Err(head.end.error(RecordProblem::MissingTag("Size")));
        };
        AnyPosition::start(kind, size, pie).map_err(|error| at.error(error))
    }
}

impl FromStr for Record {
    type Err = RecordError;

    /// Reads the first game of a text, which must have its tags: see [`Reading`] for other ways.
    fn from_str(text: &str) -> Result<Self, RecordError> {
        Reading::new().first(text)
    }
}

/// The tags with a meaning; all others are kept as they are.
pub(super) const KNOWN: [&str; 9] = [
    "Game", "Author", "Size", "Date", "First", "Second", "Pie", "Position", "Result",
];

/// What stands before the moves.
struct Head<'a> {
    tags: Vec<Tag<'a>>,
    comments: Vec<String>,
    /// Where the moves begin.
    end: Place,
}

impl<'a> Head<'a> {
    fn read(lexer: &mut Lexer<'a>) -> Result<Self, RecordError> {
        let (mut tags, mut comments) = (Vec::<Tag<'a>>::new(), Vec::new());
        loop {
            let before = *lexer;
            match lexer.token()? {
                (place, Token::Tag(tag)) => {
                    let is_repeated = tags.iter().any(|earlier| earlier.name == tag.name);
                    if is_repeated && (KNOWN.contains(&tag.name) || is_name(tag.name)) {
                        return Err(place.error(RecordProblem::RepeatedTag(tag.name.into())));
                    }
                    tags.push(tag);
                }
                (_, Token::Comment(text)) => comments.push(text),
                (end, _) => {
                    *lexer = before;
                    return Ok(Self {
                        tags,
                        comments,
                        end,
                    });
                }
            }
        }
    }

    fn tag(&self, name: &str) -> Option<&Tag<'a>> {
        self.tags.iter().find(|tag| tag.name == name)
    }
}

/// Whether this is a tag that names a player in other programs' files.
fn is_name(tag: &str) -> bool {
    matches!(tag, "White" | "Black")
}

/// The text from its start, if it is not too long.
fn checked(text: &str) -> Result<Lexer<'_>, RecordError> {
    let lexer = Lexer::new(text);
    if text.len() > MAX_FILE_BYTES {
        return Err(lexer.place().error(RecordProblem::FileTooLong));
    }
    Ok(lexer)
}

/// Whether anything but comments is left.
fn has_game(mut lexer: Lexer<'_>) -> Result<bool, RecordError> {
    lexer.begin_game();
    loop {
        match lexer.token()?.1 {
            Token::Comment(_) => {}
            Token::End => return Ok(false),
            _ => return Ok(true),
        }
    }
}

/// Skips a game: up to its result, or to the tags of the next one.
fn skip_game(lexer: &mut Lexer<'_>) -> Result<(), RecordError> {
    lexer.begin_game();
    let (mut open, mut in_moves) = (0_usize, false);
    loop {
        let before = *lexer;
        match lexer.token()?.1 {
            Token::End => return Ok(()),
            Token::Tag(_) if in_moves => {
                *lexer = before;
                return Ok(());
            }
            Token::Tag(_) | Token::Comment(_) => continue,
            Token::Word(word) if open == 0 && word.parse::<RecordResult>().is_ok() => return Ok(()),
            Token::Word(_) => {}
            Token::Open => open += 1,
            Token::Close => open = open.saturating_sub(1),
        }
        in_moves = true;
    }
}

/// Checks the result against what is known, and sets it.
fn finish(
    record: &mut Record,
    result: RecordResult,
    place: Place,
    tag: Option<&Tag<'_>>,
) -> Result<(), RecordError> {
    let differ = |expected: RecordResult| {
        place.error(RecordProblem::ResultsDiffer {
            found: result.text(),
            expected: expected.text(),
        })
    };
    if let Some(tag) = tag {
        let bad = |_| tag.at.error(RecordProblem::BadResult);
        let expected: RecordResult = tag.value.parse().map_err(bad)?;
        if expected != result {
            return Err(differ(expected));
        }
    }
    record.declare(result);
    if record.result() != result {
        return Err(differ(record.result()));
    }
    Ok(())
}

/// Takes the comments after the result of the last game to the game; what follows must be another game.
fn read_trailing(
    lexer: &mut Lexer<'_>,
    record: &mut Record,
    plain: bool,
) -> Result<(), RecordError> {
    let after = *lexer;
    let (plies, notes) = (record.moves.len(), record.notes.len());
    loop {
        match lexer.token()? {
            (_, Token::Comment(text)) => record.notes.push((plies, Note::Comment(text))),
            (_, Token::End) => return Ok(()),
            (_, token) if begins_game(&token, record.start.kind(), plain) => {
                record.notes.truncate(notes);
                *lexer = after;
                return Ok(());
            }
            (place, _) => return Err(place.error(RecordProblem::AfterResult)),
        }
    }
}

/// Whether a game may begin with this: with a tag, or where none is needed with a number or a move.
fn begins_game(token: &Token<'_>, kind: GameKind, plain: bool) -> bool {
    match token {
        Token::Tag(_) => true,
        Token::Word(word) => plain && movetext::begins_moves(word, kind),
        _ => false,
    }
}
