//! What the commands of the arena have in common, wherever games are played.
//!
//! * [`args`] is a match on the command line: the board, the games, what bounds a move.
//! * [`contest`] makes a plan of it, keeps the results file, and ends the command.
//! * [`reports`] is where results go.

pub mod args;
pub mod contest;
pub mod reports;

use narrows_arena::ResultsError;

use crate::failure::{Failure, one_line};
use crate::output;

/// The command line of this process, as one would type it again.
#[must_use]
pub fn command_line() -> String {
    let words = std::env::args_os().skip(1);
    let words: Vec<String> = words
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    format!("{} {}", output::program(), shell_words::join(words))
}

/// A line on standard error that is no failure.
pub fn warn(message: &str) {
    output::note(&format!(
        "{}: warning: {}",
        output::program(),
        one_line(message)
    ));
}

/// A results file that cannot be used.
#[must_use]
pub fn results_failure(error: ResultsError) -> Failure {
    match error {
        ResultsError::Io { .. } | ResultsError::Busy(_) => Failure::could_not(error.to_string()),
        _ => Failure::usage(error.to_string()),
    }
}
