//! Tags, comments, parentheses and words: a record before its meaning.

use alloc::string::String;

use super::MAX_BYTES;
use super::error::{RecordError, RecordProblem};

/// A place in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    line: usize,
    column: usize,
}

impl Place {
    /// The error of something that is wrong here.
    pub(super) fn error(self, problem: impl Into<RecordProblem>) -> RecordError {
        RecordError {
            line: self.line,
            column: self.column,
            problem: problem.into(),
        }
    }

    /// The place so many characters later in the same line.
    pub(super) fn after(self, characters: usize) -> Self {
        Self {
            column: self.column + characters,
            ..self
        }
    }
}

/// A tag and where its value begins.
#[derive(Clone, Debug)]
pub(super) struct Tag<'a> {
    pub(super) name: &'a str,
    pub(super) value: String,
    pub(super) at: Place,
}

/// A piece of the text.
#[derive(Clone, Debug)]
pub(super) enum Token<'a> {
    Tag(Tag<'a>),
    /// A comment in braces, or after `;` to the end of its line.
    Comment(String),
    Word(&'a str),
    /// `(`
    Open,
    /// `)`
    Close,
    End,
}

/// The text not yet read, and where it begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexer<'a> {
    rest: &'a str,
    place: Place,
    /// Where the game begins, and how many bytes were left there.
    game: (Place, usize),
}

impl<'a> Lexer<'a> {
    /// The text from its start; a byte order mark is not part of it.
    pub(super) fn new(text: &'a str) -> Self {
        let start = Place { line: 1, column: 1 };
        let mut lexer = Self {
            rest: text,
            place: start,
            game: (start, text.len()),
        };
        if lexer.skip_if('\u{feff}') {
            lexer.place = start;
        }
        lexer
    }

    /// Where the text not yet read begins.
    pub(super) fn place(&self) -> Place {
        self.place
    }

    /// Another game begins here: its length counts from here.
    pub(super) fn begin_game(&mut self) {
        self.skip_space();
        self.game = (self.place, self.rest.len());
    }

    /// The next piece and where it begins.
    pub(super) fn token(&mut self) -> Result<(Place, Token<'a>), RecordError> {
        self.skip_space();
        let place = self.place;
        let token = match self.rest.chars().next() {
            None => Token::End,
            Some('[') => Token::Tag(self.tag()?),
            Some('{') => {
                self.advance();
                let text = self.take_while(|next| next != '}');
                if !self.skip_if('}') {
                    return Err(place.error(RecordProblem::OpenComment));
                }
                Token::Comment(text.replace("\r\n", "\n").replace('\r', "\n"))
            }
            Some(';') => {
                self.advance();
                let text = self.take_while(|next| next != '\n');
                let text = text.strip_suffix('\r').unwrap_or(text);
                Token::Comment(text.replace('\r', " "))
            }
            Some('(') => {
                self.advance();
                Token::Open
            }
            Some(')') => {
                self.advance();
                Token::Close
            }
            Some(_) => Token::Word(self.word()),
        };
        let (start, left) = self.game;
        if left - self.rest.len() > MAX_BYTES {
            return Err(start.error(RecordProblem::TooLong));
        }
        Ok((place, token))
    }

    /// A word: its first character whatever it is, and what follows up to a space or a sign that begins or
    /// ends something else.
    fn word(&mut self) -> &'a str {
        let from = self.rest;
        self.advance();
        self.take_while(|next| {
            !next.is_whitespace() && !matches!(next, '{' | '}' | '(' | ')' | '[' | ']' | ';' | '$')
        });
        &from[..from.len() - self.rest.len()]
    }

    /// A tag; a backslash before a quotation mark or a backslash stands for that character.
    fn tag(&mut self) -> Result<Tag<'a>, RecordError> {
        let bad = self.place.error(RecordProblem::BadTag);
        self.advance();
        self.take_while(is_blank);
        let name = self.take_while(is_in_name);
        self.take_while(is_blank);
        if name.is_empty() || !self.skip_if('"') {
            return Err(bad);
        }
        let at = self.place;
        let mut value = String::new();
        loop {
            match self.advance() {
                Some('"') => break,
                Some('\\') if self.rest.starts_with(['"', '\\']) => value.extend(self.advance()),
                None | Some('\n' | '\r') => return Err(bad),
                Some(next) => value.push(next),
            }
        }
        self.take_while(is_blank);
        if !self.skip_if(']') {
            return Err(bad);
        }
        Ok(Tag { name, value, at })
    }

    /// Skips spaces and the lines that begin with `%`, which are for other programs.
    fn skip_space(&mut self) {
        loop {
            if self.place.column == 1 && self.rest.starts_with('%') {
                self.take_while(|next| next != '\n');
            } else if !self.rest.starts_with(char::is_whitespace) {
                return;
            }
            self.advance();
        }
    }

    fn advance(&mut self) -> Option<char> {
        let next = self.rest.chars().next()?;
        self.rest = &self.rest[next.len_utf8()..];
        if next == '\n' {
            self.place.line += 1;
            self.place.column = 1;
        } else {
            self.place.column += 1;
        }
        Some(next)
    }

    fn skip_if(&mut self, wanted: char) -> bool {
        let found = self.rest.starts_with(wanted);
        if found {
            self.advance();
        }
        found
    }

    /// Reads as long as the characters are wanted.
    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|next| !wanted(next));
        let taken = &self.rest[..end.unwrap_or(self.rest.len())];
        for _ in taken.chars() {
            self.advance();
        }
        taken
    }
}

/// Whether a character may be part of a tag's name.
pub(super) fn is_in_name(next: char) -> bool {
    next.is_ascii_alphanumeric() || next == '_'
}

fn is_blank(next: char) -> bool {
    next == ' ' || next == '\t'
}

/// The start of a word, for messages.
pub(super) fn shortened(word: &str) -> String {
    word.chars().take(20).collect()
}
