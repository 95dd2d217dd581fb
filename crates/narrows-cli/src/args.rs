//! The command line: commands, options, and errors that fit on one line.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::{Args, Parser, Subcommand};
use narrows_ai::level::Level;
use narrows_core::GameKind;

use crate::commands;
use crate::failure::Failure;
use crate::output;
use crate::play;

/// Black Narrows and Narrows, two games by Mark Steere (marksteeregames.com).
#[derive(Debug, Parser)]
#[command(name = "narrows", version, max_term_width = 100)]
pub struct Cli {
    /// What to do; on a terminal the default is to play.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play a game: a full-screen board on a terminal, plain lines when piped
    Play(play::PlayArgs),
    /// Draw a position and say what is true of it
    Show(commands::show::ShowArgs),
    /// Count the move sequences of exactly so many plies
    Perft(commands::perft::PerftArgs),
    /// Count the legal sets of stones by number of stones (Black Narrows)
    Census(commands::census::CensusArgs),
    /// Find the exact value of a position
    Solve(commands::solve::SolveArgs),
    /// Check a certificate that solve --proof wrote, with nothing but the rules
    Verify(commands::proof::VerifyArgs),
    /// Ask a level for a move
    Hint(commands::hint::HintArgs),
    /// Explain a game in short
    Rules(commands::rules::RulesArgs),
    /// Let players meet and measure how strong they are
    Arena(Box<crate::arena::ArenaArgs>),
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

/// Reads a number of seconds, such as `2` or `0.5`.
pub fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().unwrap_or(f64::NAN);
    Duration::try_from_secs_f64(seconds).map_err(|_| "a number of seconds, such as 2 or 0.5".into())
}

/// Reads the number of a level.
pub fn parse_level(text: &str) -> Result<Level, String> {
    let level = text.parse().ok().and_then(Level::new);
    level.ok_or_else(|| "a level is a number from 1 to 6".into())
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
        use clap::CommandFactory as _;
        Cli::command().debug_assert();
    }
}
