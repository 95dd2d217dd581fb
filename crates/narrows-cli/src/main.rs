//! The `narrows` command: both games, their records, an opponent, and exact answers.
//!
//! This crate has the arguments, the terminal and the exit codes; the rules are in `narrows-core`, the search in
//! `narrows-ai`, matches and files in `narrows-arena`.
#![allow(
    clippy::disallowed_methods,
    reason = "clocks, threads and the environment belong to this crate"
)]

mod arena;
mod args;
mod command_line;
mod commands;
mod gtp;
mod input;
mod interrupt;
mod play;
mod progress;
mod thinking;

use std::process::ExitCode;

use command_line::{Command, CommandLine};
use failure::Failure;
use interrupt::Interrupt;
use narrows_console::{failure, output};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run() -> Result<(), Failure> {
    let Some(line) = narrows_console::command_line::parse::<CommandLine>()? else {
        return Ok(());
    };
    let interrupt = Interrupt::install(play::restore_terminal)?;
    dispatch(&line, &interrupt)
}

fn dispatch(line: &CommandLine, interrupt: &Interrupt) -> Result<(), Failure> {
    let Some(command) = &line.command else {
        return play_or_explain(interrupt);
    };
    match command {
        Command::Play(args) => play::run(args, interrupt),
        Command::Show(args) => commands::show::run(args),
        Command::Perft(args) => commands::perft::run(args, interrupt),
        Command::Census(args) => commands::census::run(args, interrupt),
        Command::Solve(args) => commands::solve::run(args, interrupt),
        Command::Verify(args) => commands::verify::run(args),
        Command::Hint(args) => commands::hint::run(args, interrupt),
        Command::Rules(args) => commands::rules::run(args),
        Command::Arena(args) => arena::run(args, interrupt),
        Command::Gtp(args) => gtp::run(args, interrupt),
    }
}

/// No command: the game, where there is somebody to play it.
fn play_or_explain(interrupt: &Interrupt) -> Result<(), Failure> {
    if play::has_screen() {
        play::run(&play::PlayArgs::default(), interrupt)
    } else {
        Err(Failure::usage("missing command; narrows --help lists them"))
    }
}
