//! The commands.

use clap::{Parser, Subcommand};

use crate::{arena, census, solve, status, worker};

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
    /// Count the legal sets of stones of Black Narrows
    Census(census::CensusArgs),
    /// Show workers, runs and the remaining work
    Status(status::StatusArgs),
    /// Play matches between players
    Arena(Box<arena::ArenaArgs>),
    /// End outside engines when their worker is gone; the worker starts this itself
    #[command(hide = true)]
    Guard,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_consistent() {
        narrows_console::command_line::command::<CommandLine>().debug_assert();
    }
}
