//! The `narrows-cluster` command: solving, matches and counting on many machines, over NATS JetStream.
//!
//! A coordinator (`solve`, `arena`, `census`) cuts its work into jobs and puts them into a queue; workers take jobs
//! and put answers back. An answer is a fact: it can be given twice, in any order, and checked. The queue, the acks
//! and the storage are JetStream's; nothing here schedules machines or agrees on anything.
//!
//! From the ground up: `wire` (what messages say), `queue` (where they go), `heard` (what is told every second), `worker`,
//! `coordinator` (what all runs have in common), `solve`, `arena` and `census` (what they hand out and make of the
//! answers), `status` (how it all stands).
#![allow(
    clippy::disallowed_methods,
    reason = "clocks, threads and the network belong to this crate"
)]

mod arena;
mod args;
mod census;
mod command_line;
mod coordinator;
mod heard;
mod interrupt;
mod queue;
mod solve;
mod status;
mod wire;
mod worker;

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
    if matches!(line.command, Command::Guard) {
        narrows_arena::gtp::guard_engines(std::io::stdin().lock());
        return Ok(());
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| Failure::could_not(format!("cannot start: {error}")))?;
    let ended = runtime.block_on(async {
        let interrupt = Interrupt::install()?;
        dispatch(&line, &interrupt).await
    });
    // A search that was told to stop must not keep the process.
    runtime.shutdown_background();
    ended
}

async fn dispatch(line: &CommandLine, interrupt: &Interrupt) -> Result<(), Failure> {
    match &line.command {
        Command::Worker(args) => worker::run(args, interrupt).await,
        Command::Solve(args) => solve::run(args, interrupt).await,
        Command::Census(args) => census::run(args, interrupt).await,
        Command::Status(args) => status::run(args, interrupt).await,
        Command::Arena(args) => arena::run(args, interrupt).await,
        Command::Guard => Ok(()),
    }
}
