//! `narrows census`: the legal sets of stones of Black Narrows, by number of stones.

mod counting;

use std::num::NonZero;

use clap::Args;
use narrows_arena::limits::{self, Memory};
use narrows_console::census::{self, Counted};

use crate::args::GameArg;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output;

/// Memory for sets of stones unless `--memory` says otherwise.
const DEFAULT_MIB: u64 = 2048;

/// Arguments of `narrows census`.
#[derive(Args, Debug)]
pub struct CensusArgs {
    #[command(flatten)]
    game: GameArg,
    /// Board size, COLUMNSxROWS
    #[arg(long, value_name = "SIZE")]
    size: String,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = limits::threads)]
    threads: Option<NonZero<usize>>,
    /// Memory for sets of stones, in MiB; what does not fit is counted without being kept [default: 2048]
    #[arg(long, value_name = "MIB", value_parser = limits::memory)]
    memory: Option<Memory>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &CensusArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    let size = census::size(args.game.game, &args.size)?;
    let (bytes, threads) = (
        Memory::bytes(args.memory, DEFAULT_MIB),
        limits::threads_or_cores(args.threads),
    );
    let counts = counting::count(size, bytes, threads, interrupt)?;
    let counted = Counted {
        total: counts.iter().sum(),
        counts,
    };
    if args.json {
        output::json(&counted)
    } else {
        output::line(&counted.text(size))
    }
}
