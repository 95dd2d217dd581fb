//! Writing a record as text.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use super::Record;
use crate::player::Player;

/// Lines of moves are broken before they get longer than this.
const LINE_LENGTH: usize = 80;

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.tags() {
            writeln!(f, "[{name} \"{}\"]", escape(&value))?;
        }
        writeln!(f)?;
        let mut line = Line { f, length: 0 };
        let mut comments = self.comments().peekable();
        let offset = usize::from(self.start().to_move() == Player::Second);
        let mut number_needed = true;
        for plies in 0..=self.moves().len() {
            while let Some((_, text)) = comments.next_if(|&(before, _)| before == plies) {
                line.word(&format!("{{{text}}}"))?;
                number_needed = true;
            }
            let Some(next) = self.moves().get(plies) else {
                break;
            };
            let (number, answer) = ((plies + offset) / 2 + 1, (plies + offset) % 2 == 1);
            match (answer, number_needed) {
                (false, _) => line.word(&format!("{number}."))?,
                (true, true) => line.word(&format!("{number}..."))?,
                (true, false) => {}
            }
            number_needed = false;
            line.word(&next.to_string())?;
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
    fn word(&mut self, word: &str) -> fmt::Result {
        let added = word.chars().count();
        if self.length > 0 {
            let fits = self.length + 1 + added <= LINE_LENGTH;
            self.f.write_str(if fits { " " } else { "\n" })?;
            self.length = if fits { self.length + 1 } else { 0 };
        }
        self.length += added;
        self.f.write_str(word)
    }
}

/// A tag's value with quotation marks and backslashes escaped, on one line.
fn escape(value: &str) -> String {
    let mut escaped = String::new();
    for character in value.chars() {
        match character {
            '"' | '\\' => escaped.extend(['\\', character]),
            '\n' | '\r' => escaped.push(' '),
            _ => escaped.push(character),
        }
    }
    escaped
}
