//! The command line: commands, options, and errors that fit on one line.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{Args, Parser, Subcommand};
use narrows_core::GameKind;

use crate::commands;
use crate::failure::Failure;
use crate::output;

/// Black Narrows and Narrows, two games by Mark Steere (marksteeregames.com).
#[derive(Debug, Parser)]
#[command(
    name = "narrows",
    version,
    subcommand_required = true,
    max_term_width = 100
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Draw a position and say what is true of it
    Show(commands::show::ShowArgs),
    /// Count the move sequences of exactly so many plies
    Perft(commands::perft::PerftArgs),
    /// Count the legal sets of stones by number of stones (Black Narrows)
    Census(commands::census::CensusArgs),
    /// Explain a game in short
    Rules(commands::rules::RulesArgs),
    /// Speak the Go Text Protocol on standard input and output
    Gtp(crate::gtp::GtpArgs),
}

/// The options that give a position, common to most commands.
#[derive(Args, Clone, Debug, Default)]
pub struct PositionArgs {
    /// Board size as COLUMNSxROWS [default: 8x8 for Black Narrows, 8x7 for Narrows]
    #[arg(long, value_name = "SIZE")]
    pub size: Option<String>,
    /// Begin at this position, one line such as 5/1x3/5/xx3 or "bwbw/wbwb/bwbw b -"
    #[arg(long, value_name = "POSITION")]
    pub position: Option<String>,
    /// Then play these moves, separated by spaces
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// Begin where this record ends; - is standard input
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Narrows: without the exchange of colors after the first move
    #[arg(long)]
    pub no_pie: bool,
}

/// The game, as the first argument of a command.
#[derive(Args, Clone, Debug)]
pub struct GameArg {
    /// black-narrows or narrows
    #[arg(value_name = "GAME")]
    pub game: GameKind,
}

/// Reads the command line of this process; `None` after help or the version was printed.
pub fn parse() -> Result<Option<Cli>, Failure> {
    parse_from(std::env::args_os())
}

fn parse_from(arguments: impl IntoIterator<Item = OsString>) -> Result<Option<Cli>, Failure> {
    match Cli::try_parse_from(arguments) {
        Ok(cli) => Ok(Some(cli)),
        Err(error) => match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                output::text(&error.render().to_string())?;
                Ok(None)
            }
            _ => Err(Failure::usage(one_line(&error))),
        },
    }
}

/// What clap says, without the usage that follows it, on one line.
fn one_line(error: &clap::Error) -> String {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return "a command is missing; narrows --help lists them".into();
    }
    let rendered = error.render().to_string();
    let told = rendered
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        .filter(|line| !line.is_empty());
    let joined = told.collect::<Vec<_>>().join(" ");
    let message = joined.strip_prefix("error: ").unwrap_or(&joined);
    format!("{message} (see narrows --help)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_consistent() {
        use clap::CommandFactory as _;
        Cli::command().debug_assert();
    }
}
