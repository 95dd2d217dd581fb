//! Reading moves, their numbers and glyphs, comments and variations.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::error::{MAX_NESTING, RecordError, RecordProblem};
use super::lex::{Lexer, Place, Token, shortened};
use super::write::written_comment;
use super::{Note, Record, RecordResult};
use crate::any::{AnyMove, AnyPosition};
use crate::game::{GameKind, PlayError};
use crate::player::Player;

/// Good move, mistake, and what is between and beyond, as they are written behind a move.
const GLYPHS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// Reads up to the result, which it returns with its place, or up to the end of the game without one.
pub(super) fn read(
    lexer: &mut Lexer<'_>,
    record: &mut Record,
) -> Result<(Place, Option<RecordResult>), RecordError> {
    let mut moves = Moves::new(record);
    loop {
        let before = *lexer;
        let (place, token) = lexer.token()?;
        match token {
            Token::Comment(text) => moves.note(Note::Comment(text)),
            Token::Open => moves.open(place)?,
            Token::Close => moves.close(place)?,
            Token::Word(word) => match word.parse() {
                Ok(result) if moves.variations.is_empty() => return Ok((place, Some(result))),
                _ => moves.word(place, word)?,
            },
            Token::Tag(_) | Token::End => {
                if let Some((opened, _)) = moves.variations.last() {
                    return Err(opened.error(RecordProblem::OpenVariation));
                }
                *lexer = before;
                return Ok((place, None));
            }
        }
    }
}

/// Whether moves may begin with this word.
pub(super) fn begins_moves(word: &str, kind: GameKind) -> bool {
    let (digits, dots, rest) = split_number(word);
    let numbered = !digits.is_empty() && !dots.is_empty();
    numbered || AnyMove::parse(kind, rest).is_ok() || word.parse::<RecordResult>().is_ok()
}

/// The moves of the game, or those of a variation.
struct Line {
    /// The position before the last move, or now if there is none yet.
    before: AnyPosition,
    last: Option<AnyMove>,
    /// The number of moves from the start of the game, the last included.
    plies: usize,
}

struct Moves<'r> {
    record: &'r mut Record,
    /// Whether the second player makes the first move.
    offset: usize,
    main: Line,
    /// The variations that are open, each in the one before, and where they begin.
    variations: Vec<(Place, Line)>,
    /// The text of the outermost variation in pieces that hold together.
    text: Vec<String>,
    /// Parentheses that the next piece opens with.
    prefix: String,
}

impl<'r> Moves<'r> {
    fn new(record: &'r mut Record) -> Self {
        Self {
            offset: usize::from(record.start.to_move() == Player::Second),
            main: Line {
                before: record.start.clone(),
                last: None,
                plies: 0,
            },
            record,
            variations: Vec::new(),
            text: Vec::new(),
            prefix: String::new(),
        }
    }

    fn line(&self) -> &Line {
        self.variations.last().map_or(&self.main, |(_, line)| line)
    }

    /// A variation begins: it replaces the last move of the line around it.
    fn open(&mut self, place: Place) -> Result<(), RecordError> {
        let line = self.line();
        if line.last.is_none() {
            return Err(place.error(RecordProblem::NothingToReplace));
        }
        if self.variations.len() == MAX_NESTING {
            return Err(place.error(RecordProblem::TooDeep));
        }
        let variation = Line {
            before: line.before.clone(),
            last: None,
            plies: line.plies - 1,
        };
        self.variations.push((place, variation));
        self.prefix.push('(');
        Ok(())
    }

    fn close(&mut self, place: Place) -> Result<(), RecordError> {
        if self.variations.pop().is_none() {
            return Err(place.error(RecordProblem::StrayClose));
        }
        match self.text.last_mut() {
            // A comment to the end of its line would swallow it.
            Some(last) if self.prefix.is_empty() && !last.starts_with(';') => last.push(')'),
            _ => self.piece(")"),
        }
        if self.variations.is_empty() {
            let text = core::mem::take(&mut self.text);
            self.record
                .notes
                .push((self.main.plies, Note::Variation(text)));
        }
        Ok(())
    }

    /// Adds to the text of the variation.
    fn piece(&mut self, text: &str) {
        let prefix = core::mem::take(&mut self.prefix);
        if text.starts_with(';') && !prefix.is_empty() {
            self.text.push(prefix);
            self.text.push(text.into());
        } else {
            self.text.push(prefix + text);
        }
    }

    /// Keeps a comment or a glyph.
    fn note(&mut self, note: Note) {
        match (self.variations.is_empty(), note) {
            (true, note) => self.record.notes.push((self.main.plies, note)),
            (false, Note::Comment(text)) => self.piece(&written_comment(&text)),
            (false, Note::Glyph(text)) => self.piece(&text),
            (false, Note::Variation(_)) => {}
        }
    }

    /// Reads a word that is a glyph, or a move number, a move and a glyph, or some of these.
    fn word(&mut self, place: Place, word: &str) -> Result<(), RecordError> {
        if let Some(number) = word.strip_prefix('$') {
            let number: u8 = number
                .parse()
                .map_err(|_| place.error(RecordProblem::BadGlyph))?;
            self.note(Note::Glyph(format!("${number}")));
            return Ok(());
        }
        if GLYPHS.contains(&word) {
            self.note(Note::Glyph(word.into()));
            return Ok(());
        }
        let (digits, dots, rest) = split_number(word);
        let is_number = rest.is_empty() || !dots.is_empty();
        let (text, at) = if is_number {
            self.check_number(place, digits, dots)?;
            (rest, place.after(digits.len() + dots.len()))
        } else {
            (word, place)
        };
        if !self.variations.is_empty() {
            self.piece(word);
        }
        if text.is_empty() {
            return Ok(());
        }
        let played = text.trim_end_matches(['!', '?']);
        let glyph = &text[played.len()..];
        let is_glyph = glyph.is_empty() || GLYPHS.contains(&glyph);
        let chosen = AnyMove::parse(
            self.record.start.kind(),
            if is_glyph { played } else { text },
        );
        let chosen = chosen.map_err(|reason| {
            at.error(if text == "1/2-1/2" {
                RecordProblem::BadResult
            } else {
                let word = shortened(text);
                RecordProblem::NotAMove { word, reason }
            })
        })?;
        self.play(at, chosen)?;
        if self.variations.is_empty() && !glyph.is_empty() {
            self.note(Note::Glyph(glyph.into()));
        }
        Ok(())
    }

    /// Checks that a number is the one of the next move, and that dots for the first player's part are in place.
    fn check_number(&self, place: Place, digits: &str, dots: &str) -> Result<(), RecordError> {
        let plies = self.line().plies + self.offset;
        let (number, answers) = (plies / 2 + 1, plies % 2 == 1);
        let is_right = digits.is_empty() || digits.parse() == Ok(number);
        if is_right && (answers || dots.len() < 2) {
            return Ok(());
        }
        let expected = format!("{number}{}", if answers { "..." } else { "." });
        let found = shortened(&(digits.to_string() + dots));
        Err(place.error(RecordProblem::WrongNumber { expected, found }))
    }

    fn play(&mut self, place: Place, chosen: AnyMove) -> Result<(), RecordError> {
        let Some((_, line)) = self.variations.last_mut() else {
            let before = self.record.position.clone();
            self.record
                .play(chosen)
                .map_err(|error| place.error(error))?;
            self.main = Line {
                before,
                last: Some(chosen),
                plies: self.main.plies + 1,
            };
            return Ok(());
        };
        // A move is played only when another follows: most variations have one move, which costs nothing so.
        if let Some(last) = line.last.take() {
            let played = line.before.play(last);
            played.map_err(|error| place.error(error))?;
        }
        if let Some(reason) = line.before.why_illegal(chosen) {
            let refused = chosen;
            return Err(place.error(PlayError { refused, reason }));
        }
        line.last = Some(chosen);
        line.plies += 1;
        Ok(())
    }
}

/// Digits, then dots, then the rest.
fn split_number(word: &str) -> (&str, &str, &str) {
    let after_digits = word.trim_start_matches(|next: char| next.is_ascii_digit());
    let (digits, _) = word.split_at(word.len() - after_digits.len());
    let rest = after_digits.trim_start_matches('.');
    let (dots, rest) = after_digits.split_at(after_digits.len() - rest.len());
    (digits, dots, rest)
}
