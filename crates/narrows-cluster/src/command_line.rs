//! The commands.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Parser, Subcommand};

use crate::failure::Failure;
use crate::{output, solve, worker};

/// Black Narrows and Narrows, two games by Mark Steere (marksteeregames.com), on many machines.
#[derive(Debug, Parser)]
#[command(name = "narrows-cluster", version, max_term_width = 100)]
pub struct CommandLine {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Work on the jobs of all runs until interrupted
    Worker(worker::WorkerArgs),
    /// Find the exact value of a position
    Solve(solve::SolveArgs),
}

/// Reads the command line of this process; `None` after help or the version was printed.
pub fn parse() -> Result<Option<CommandLine>, Failure> {
    match CommandLine::try_parse() {
        Ok(line) => Ok(Some(line)),
        Err(error) => match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                output::text(&error.render().to_string())?;
                Ok(None)
            }
            _ => Err(Failure::usage(message(&error))),
        },
    }
}

/// What is wrong, on one line: `--threads 0: REASON` if one of our parsers refused a value.
fn message(error: &clap::Error) -> String {
    use std::error::Error as _;
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    if let (Some(reason), Some(option), Some(value)) = (
        error.source(),
        context(ContextKind::InvalidArg),
        context(ContextKind::InvalidValue),
    ) {
        let name = option.split(' ').next().unwrap_or(option);
        return format!("{name} {value}: {reason}");
    }
    let rendered = error.render().to_string();
    let told = rendered.lines().map(str::trim);
    let told = told.take_while(|line| !line.starts_with("Usage:"));
    let told = told.filter(|line| !line.is_empty()).collect::<Vec<_>>();
    let message = told.join(" ");
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    format!("{message} (see narrows-cluster --help)")
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_definition_is_consistent() {
        CommandLine::command().debug_assert();
    }
}
