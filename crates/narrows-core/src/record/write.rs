//! Writing a record as text.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use super::{Note, Record};
use crate::any::AnyMove;
use crate::player::Player;

/// Lines of moves are broken before they get longer than this, where they may be.
const LINE_LENGTH: usize = 80;

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.tags() {
            writeln!(f, "[{name} \"{}\"]", escape(&value))?;
        }
        writeln!(f)?;
        let mut line = Line { f, length: 0 };
        let mut notes = self.notes.iter().peekable();
        let offset = usize::from(self.start.to_move() == Player::Second);
        let mut number_needed = true;
        for plies in 0..=self.moves.len() {
            if let Some(last) = plies.checked_sub(1) {
                let glyph = notes.next_if(|(at, note)| *at == plies && note.follows_its_move());
                let glyph = glyph.and_then(|(_, note)| note.glyph()).unwrap_or_default();
                line.numbered(last + offset, self.moves[last], glyph, number_needed)?;
                number_needed = false;
            }
            while let Some((_, note)) = notes.next_if(|(at, _)| *at == plies) {
                line.note(note)?;
                number_needed |= note.glyph().is_none();
            }
        }
        line.word(self.result().text())?;
        writeln!(f)
    }
}

/// Words joined by spaces, broken into lines.
struct Line<'a, 'b> {
    f: &'a mut fmt::Formatter<'b>,
    length: usize,
}

impl Line<'_, '_> {
    /// Writes a word; a comment counts as one, since its spaces are its own.
    fn word(&mut self, word: &str) -> fmt::Result {
        let (first, last) = (word.lines().next(), word.lines().last());
        let added = first.unwrap_or_default().chars().count();
        if self.length > 0 {
            let fits = self.length + 1 + added <= LINE_LENGTH;
            self.f.write_str(if fits { " " } else { "\n" })?;
            self.length = if fits { self.length + 1 } else { 0 };
        }
        self.f.write_str(word)?;
        self.length = match last {
            Some(last) if word.contains('\n') => last.chars().count(),
            _ => self.length + added,
        };
        if word.starts_with(';') {
            self.f.write_str("\n")?;
            self.length = 0;
        }
        Ok(())
    }

    /// Writes a move, the `plies`-th counted from 0, with its number where it needs one.
    fn numbered(
        &mut self,
        plies: usize,
        played: AnyMove,
        glyph: &str,
        needed: bool,
    ) -> fmt::Result {
        let number = plies / 2 + 1;
        match (plies % 2 == 1, needed) {
            (false, _) => self.word(&format!("{number}."))?,
            (true, true) => self.word(&format!("{number}..."))?,
            (true, false) => {}
        }
        self.word(&format!("{played}{glyph}"))
    }

    fn note(&mut self, note: &Note) -> fmt::Result {
        match note {
            Note::Comment(text) => self.word(&written_comment(text)),
            Note::Glyph(text) => self.word(text),
            Note::Variation(pieces) => pieces.iter().try_for_each(|piece| self.word(piece)),
        }
    }
}

/// A comment as it is written: in braces, or after `;` if it has a closing one itself.
pub(super) fn written_comment(text: &str) -> String {
    if text.contains('}') {
        format!(";{text}")
    } else {
        format!("{{{text}}}")
    }
}

/// A comment that can be written: line ends of one kind, and no `}` in several lines, which would end it early.
pub(super) fn writable_comment(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    if text.contains('\n') {
        text.replace('}', ")")
    } else {
        text
    }
}

/// A tag's value with quotation marks and backslashes escaped, on one line.
fn escape(value: &str) -> Cow<'_, str> {
    if !value.contains(['"', '\\', '\n', '\r']) {
        return value.into();
    }
    let mut escaped = String::new();
    for character in value.chars() {
        match character {
            '"' | '\\' => escaped.extend(['\\', character]),
            '\n' | '\r' => escaped.push(' '),
            _ => escaped.push(character),
        }
    }
    escaped.into()
}

impl Note {
    /// The text of a glyph.
    fn glyph(&self) -> Option<&str> {
        match self {
            Self::Glyph(text) => Some(text),
            _ => None,
        }
    }

    /// Whether this is written behind its move without a space.
    fn follows_its_move(&self) -> bool {
        self.glyph().is_some_and(|text| !text.starts_with('$'))
    }
}

/// The text of a variation.
pub(super) fn joined(pieces: &[String]) -> String {
    let mut text = String::new();
    for piece in pieces {
        match text.chars().last() {
            None | Some('\n') => {}
            Some(_) => text.push(' '),
        }
        text.push_str(piece);
        if piece.starts_with(';') {
            text.push('\n');
        }
    }
    text.to_string()
}
