//! The `narrows` command: both games, their records, an opponent, and exact answers.
//!
//! This crate is where arguments, clocks, threads, the terminal, files and exit codes live; the rules
//! are in `narrows-core`, the thinking is in `narrows-ai`.
#![allow(
    clippy::disallowed_methods,
    reason = "clocks, threads and the environment belong to this crate"
)]

mod args;
mod commands;
mod failure;
mod gtp;
mod input;
mod interrupt;
mod output;
mod progress;

use std::process::ExitCode;

use args::{Cli, Command};
use failure::Failure;
use interrupt::Interrupt;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run() -> Result<(), Failure> {
    let Some(cli) = args::parse()? else {
        return Ok(());
    };
    let interrupt = Interrupt::install()?;
    dispatch(&cli, &interrupt)
}

fn dispatch(cli: &Cli, interrupt: &Interrupt) -> Result<(), Failure> {
    match &cli.command {
        Command::Show(args) => commands::show::run(args),
        Command::Perft(args) => commands::perft::run(args, interrupt),
        Command::Census(args) => commands::census::run(args, interrupt),
        Command::Rules(args) => commands::rules::run(args),
        Command::Gtp(args) => gtp::run(args, interrupt),
    }
}
