//! Solves an empty board of Black Narrows (a game by Mark Steere, marksteeregames.com):
//! `cargo run --release -p narrows-ai --example solve_black_narrows -- 6x5 [MiB] [nimber] [all]`
#![allow(clippy::print_stdout, reason = "an example talks to its reader")]
#![allow(
    clippy::disallowed_methods,
    reason = "the clock is outside the library"
)]

use std::time::Instant;

use narrows_ai::budget::{Limits, NEVER};
use narrows_ai::solver::black_narrows::Reductions;
use narrows_ai::solver::{BlackNarrowsSolver, ExactSolver as _, Question};
use narrows_core::{BlackNarrows, Size};

const USAGE: &str = "usage: solve_black_narrows COLUMNSxROWS [MiB] [all] [nimber] [plain] [threads=N] [small=N] [table=N]";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().collect();
    let size: Size = args.get(1).ok_or(USAGE)?.parse()?;
    let mebibytes: usize = args.get(2).map_or(Ok(256), |number| number.parse())?;
    let mut options = Reductions::default();
    let mut threads = 1;
    for arg in args.iter().skip(3) {
        match arg.split_once('=') {
            Some(("small", number)) => options.small = number.parse()?,
            Some(("table", number)) => options.small_in_table = number.parse()?,
            Some(("threads", number)) => threads = number.parse()?,
            None if arg == "plain" => options = Reductions::plain(),
            None if arg == "all" || arg == "nimber" => {}
            _ => return Err(USAGE.into()),
        }
    }
    let position = BlackNarrows::<1>::start(size)?;
    let mut solver = BlackNarrowsSolver::with_reductions(mebibytes << 20, options)?;
    let question = Question {
        all: args.iter().any(|a| a == "all"),
        nimber: args.iter().any(|a| a == "nimber"),
    };
    let limits = Limits {
        threads,
        ..Limits::default()
    };
    let start = Instant::now();
    let answer = solver.answer(&position, question, &limits, NEVER);
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{size} {:?} nimber {:?} best {:?} nodes {} seconds {seconds:.3} table {}",
        answer.value,
        answer.nimber,
        answer.best,
        answer.nodes,
        solver.table_entries(),
    );
    Ok(())
}
