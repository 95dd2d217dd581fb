//! The command line: the commands, and errors that fit on one line.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use crate::failure::Failure;
use crate::{arena, commands, gtp, output, play};

/// Black Narrows and Narrows, two games by Mark Steere (marksteeregames.com).
#[derive(Debug, Parser)]
#[command(name = "narrows", version, max_term_width = 100)]
pub struct CommandLine {
    /// What to do; on a terminal the default is to play.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play a game: full-screen on a terminal, plain lines when piped
    Play(play::PlayArgs),
    /// Draw a position and describe it
    Show(commands::show::ShowArgs),
    /// Count the move sequences of a given length
    Perft(commands::perft::PerftArgs),
    /// Count the legal sets of stones by number of stones (Black Narrows)
    Census(commands::census::CensusArgs),
    /// Find the exact value of a position
    Solve(commands::solve::SolveArgs),
    /// Check a certificate written by solve --proof, using only the rules
    Verify(commands::verify::VerifyArgs),
    /// Ask a level for its move
    Hint(commands::hint::HintArgs),
    /// Print the rules of a game
    Rules(commands::rules::RulesArgs),
    /// Play matches between engines and measure their strength
    Arena(Box<arena::ArenaArgs>),
    /// Run as a Go Text Protocol engine on standard input and output
    Gtp(gtp::GtpArgs),
}

/// Reads the command line of this process; `None` after help or the version was printed.
pub fn parse() -> Result<Option<CommandLine>, Failure> {
    parse_from(std::env::args_os())
}

fn parse_from(
    arguments: impl IntoIterator<Item = OsString>,
) -> Result<Option<CommandLine>, Failure> {
    let matches = with_negative_numbers(CommandLine::command()).try_get_matches_from(arguments);
    match matches.and_then(|matches| CommandLine::from_arg_matches(&matches)) {
        Ok(line) => Ok(Some(line)),
        Err(error) => match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                output::text(&error.render().to_string())?;
                Ok(None)
            }
            _ => Err(Failure::usage(
                refused_value(&error).unwrap_or_else(|| one_line(&error)),
            )),
        },
    }
}

/// Takes `-1` for a value, so that its parser can say what is wrong with it.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    command
        .mut_args(|arg| {
            let takes_values = arg.get_action().takes_values();
            arg.allow_negative_numbers(takes_values)
        })
        .mut_subcommands(with_negative_numbers)
}

/// `--threads 0: REASON`, if one of our parsers refused a value.
fn refused_value(error: &clap::Error) -> Option<String> {
    use std::error::Error as _;
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let reason = error.source()?;
    let option = text(ContextKind::InvalidArg)?;
    let value = text(ContextKind::InvalidValue)?;
    // `--threads <N>`, or `<GAME>` for what is not an option.
    Some(match option.split_once(' ') {
        Some((name, _)) => format!("{name} {value}: {reason}"),
        None => format!("{value:?}: {reason}"),
    })
}

/// What clap says, without the usage that follows it, on one line.
fn one_line(error: &clap::Error) -> String {
    let rendered = error.render().to_string();
    let told = rendered
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        // How to pass what looks like an option as a value is beside the point.
        .filter(|line| !line.is_empty() && !line.starts_with("tip: to pass"));
    let joined = told.collect::<Vec<_>>().join(" ");
    let message = joined.strip_prefix("error: ").unwrap_or(&joined);
    format!("{message} (see narrows --help)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_consistent() {
        with_negative_numbers(CommandLine::command()).debug_assert();
    }
}
