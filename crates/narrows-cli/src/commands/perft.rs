//! `narrows perft`: counts move sequences.

use std::time::Instant;

use clap::Args;
use narrows_arena::limits::{self, grouped};
use narrows_core::perft::perft_until;
use narrows_core::with_position;
use serde::Serialize;

use crate::args::{GameArg, PositionArgs};
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output;

/// Arguments of `narrows perft`.
#[derive(Args, Debug)]
pub struct PerftArgs {
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    position: PositionArgs,
    /// Number of plies (single moves) in each sequence
    #[arg(long, value_name = "PLIES", value_parser = limits::plies)]
    depth: u32,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The JSON of `narrows perft`.
#[derive(Serialize)]
struct Counted {
    depth: u32,
    nodes: u64,
    seconds: f64,
}

/// Runs the command.
pub fn run(args: &PerftArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    let game = args.position.game(args.game.game)?;
    let started = Instant::now();
    let stop = || interrupt.is_raised();
    let nodes =
        with_position!(game.position(), position => perft_until(position, args.depth, &stop))
            .ok_or_else(Failure::interrupted)?;
    let counted = Counted {
        depth: args.depth,
        nodes,
        seconds: started.elapsed().as_secs_f64(),
    };
    if args.json {
        output::json(&counted)
    } else {
        output::line(&format!(
            "{} sequences of {} plies in {:.3} s",
            grouped(counted.nodes),
            counted.depth,
            counted.seconds
        ))
    }
}
