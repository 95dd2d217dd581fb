//! Solves an empty board of Black Narrows (a game by Mark Steere, marksteeregames.com):
//! `cargo run --release -p narrows-ai --example solve_black_narrows -- 6x5 [MiB] [nimber] [all]`
#![allow(clippy::print_stdout, reason = "an example talks to its reader")]
#![allow(
    clippy::disallowed_methods,
    reason = "the clock is outside the library"
)]

use std::time::Instant;

use narrows_ai::solver::black_narrows::{Options, Question, RawPosition, SolveLimits, Solver};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (c, r) = args[1].split_once('x').expect("a size like 6x5");
    let (columns, rows): (u8, u8) = (c.parse().expect("columns"), r.parse().expect("rows"));
    let mebibytes: usize = args.get(2).map_or(256, |a| a.parse().expect("MiB"));
    let mut options = Options::default();
    let mut threads = 1;
    for arg in &args {
        if let Some(n) = arg.strip_prefix("small=") {
            options.small = n.parse().expect("a number");
        }
        if let Some(n) = arg.strip_prefix("table=") {
            options.small_in_table = n.parse().expect("a number");
        }
        if let Some(n) = arg.strip_prefix("threads=") {
            threads = n.parse().expect("a number");
        }
        if arg == "plain" {
            options = Options::plain();
        }
    }
    let position = RawPosition::new(columns, rows, 0).expect("a board of at most 64 points");
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
}
