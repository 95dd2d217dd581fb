//! Solves an empty board of Black Narrows (a game by Mark Steere, marksteeregames.com):
//! `cargo run --release -p narrows-ai --example solve_black_narrows -- 6x5 [MiB] [nimber] [all]`
#![allow(clippy::print_stdout, reason = "an example talks to its reader")]
#![allow(
    clippy::disallowed_methods,
    reason = "the clock is outside the library"
)]

use std::time::Instant;

use narrows_ai::solver::black_narrows::{Options, Question, RawPosition, SolveLimits, Solver};

const USAGE: &str = "usage: solve_black_narrows COLUMNSxROWS [MiB] [all] [nimber] [plain] [threads=N] [small=N] [table=N]";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().collect();
    let (columns, rows) = args
        .get(1)
        .and_then(|size| size.split_once('x'))
        .ok_or(USAGE)?;
    let (columns, rows): (u8, u8) = (columns.parse()?, rows.parse()?);
    let mebibytes: usize = args.get(2).map_or(Ok(256), |number| number.parse())?;
    let mut options = Options::default();
    let mut threads = 1;
    for arg in args.iter().skip(3) {
        match arg.split_once('=') {
            Some(("small", number)) => options.small = number.parse()?,
            Some(("table", number)) => options.small_in_table = number.parse()?,
            Some(("threads", number)) => threads = number.parse()?,
            None if arg == "plain" => options = Options::plain(),
            None if arg == "all" || arg == "nimber" => {}
            _ => return Err(USAGE.into()),
        }
    }
    let position = RawPosition::new(columns, rows, 0)?;
    let mut solver = Solver::with_options(mebibytes << 20, options);
    let question = Question {
        all: args.iter().any(|a| a == "all"),
        nimber: args.iter().any(|a| a == "nimber"),
    };
    let start = Instant::now();
    let solution = solver.solve(
        &position,
        question,
        &SolveLimits {
            threads,
            ..SolveLimits::default()
        },
        &|| false,
    );
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{columns}x{rows} {:?} nimber {:?} best {:?} nodes {} seconds {seconds:.3} table {}",
        solution.value, solution.nimber, solution.best, solution.nodes, solution.table_entries,
    );
    Ok(())
}
