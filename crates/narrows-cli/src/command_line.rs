//! The commands.

use clap::{Parser, Subcommand};

use crate::{arena, commands, gtp, play};

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
    /// Suggest a move, as a level would choose it
    Hint(commands::hint::HintArgs),
    /// Print the rules of a game
    Rules(commands::rules::RulesArgs),
    /// Play matches between engines and measure their strength
    Arena(Box<arena::ArenaArgs>),
    /// Run as a Go Text Protocol engine on standard input and output
    Gtp(gtp::GtpArgs),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_consistent() {
        narrows_console::command_line::command::<CommandLine>().debug_assert();
    }
}
