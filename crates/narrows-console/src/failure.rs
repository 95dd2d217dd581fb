//! How a command fails: one line on standard error, and an exit code.

use std::io::Write as _;
use std::process::ExitCode;

use narrows_arena::files::FileError;

/// The longest message, in characters: input can be quoted in it.
const MAX_MESSAGE: usize = 600;

/// Why a command ended early.
#[derive(Debug)]
pub enum Failure {
    /// The input or the command line is wrong: exit code 2.
    Usage(String),
    /// It could not be done: exit code 1.
    Could(String),
    /// Interrupted, after what was done is saved: exit code 130.
    Interrupted(String),
    /// Nobody reads standard output any more: there is nothing left to do, and that is not a failure.
    NoReader,
}

impl Failure {
    /// The input or the command line is wrong.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::Usage(message.into())
    }

    /// It could not be done.
    pub fn could_not(message: impl Into<String>) -> Self {
        Self::Could(message.into())
    }

    /// Interrupted by the user or the system.
    pub fn interrupted() -> Self {
        Self::Interrupted("interrupted".into())
    }

    /// A file that cannot be read or written; `option` names it, such as `--proof `, or is empty.
    pub fn of_file(option: &str, error: &FileError) -> Self {
        let message = format!("{option}{error}");
        if matches!(error, FileError::NoReader) {
            Self::NoReader
        } else if error.is_wrong_input() {
            Self::Usage(message)
        } else {
            Self::Could(message)
        }
    }

    /// Writes the line and gives the exit code.
    pub fn report(&self) -> ExitCode {
        let (prefix, message, code) = match self {
            Self::NoReader => return ExitCode::SUCCESS,
            Self::Usage(message) => ("error: ", message, 2),
            Self::Could(message) => ("error: ", message, 1),
            Self::Interrupted(message) => ("", message, 130),
        };
        // If standard error is gone too, the exit code has to do.
        let _unheard = writeln!(std::io::stderr(), "{prefix}{}", one_line(message));
        ExitCode::from(code)
    }
}

/// A message on one line of limited length, without control characters.
pub fn one_line(message: &str) -> String {
    let words = message.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut line = String::new();
    for character in words.chars().take(MAX_MESSAGE) {
        if character.is_control() {
            line.extend(character.escape_default());
        } else {
            line.push(character);
        }
    }
    if words.chars().nth(MAX_MESSAGE).is_some() {
        line.push('…');
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_harmless_line() {
        assert_eq!(one_line("a\r\n  b\u{1b}[31m"), "a b\\u{1b}[31m");
        assert_eq!(one_line(&"x".repeat(9999)).chars().count(), MAX_MESSAGE + 1);
    }
}
