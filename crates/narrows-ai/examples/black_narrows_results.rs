//! Writes the file of solved boards: solves the named boards and keeps the lines of all others.
//!
//! `cargo run --release -p narrows-ai --example black_narrows_results -- [--memory MiB] [--threads N]
//! [--value-only] BOARD… > new.txt`, then `new.txt` replaces `crates/narrows-ai/data/black-narrows-boards.txt`.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "its output is the file"
)]
#![allow(
    clippy::disallowed_methods,
    reason = "the clock is outside the library"
)]

use std::time::Instant;

use narrows_ai::solver::black_narrows::{
    BoardResult, Question, RawPosition, SolveLimits, Solver, results,
};
use narrows_core::Size;

fn main() {
    let (mut memory, mut threads) = (256usize, 1);
    let mut question = Question {
        all: true,
        nimber: true,
    };
    let mut boards: Vec<Size> = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--memory" => memory = args.next().and_then(|a| a.parse().ok()).unwrap_or(memory),
            "--threads" => threads = args.next().and_then(|a| a.parse().ok()).unwrap_or(threads),
            "--value-only" => question = Question::default(),
            board => match board.parse() {
                Ok(size) => boards.push(size),
                Err(error) => eprintln!("{board}: {error}"),
            },
        }
    }
    let mut found = results();
    for size in boards {
        let start = Instant::now();
        let Ok(position) = RawPosition::new(size.columns(), size.rows(), 0) else {
            eprintln!("{size}: not a board for this solver");
            continue;
        };
        let mut solver = Solver::new(memory << 20);
        let limits = SolveLimits {
            nodes: None,
            threads,
        };
        let solution = solver.solve(&position, question, &limits, &|| false);
        if let Some(result) = BoardResult::new(size, &solution) {
            let seconds = start.elapsed().as_secs_f64();
            eprintln!(
                "{} # {} nodes, {seconds:.1} s",
                result.to_line(),
                solution.nodes
            );
            found.retain(|other| other.size != size);
            found.push(result);
        }
    }
    found.sort_by_key(|result| (result.size.rows(), result.size.columns()));
    println!(
        "# Empty boards of Black Narrows: size, value for the first player, nimber, winning first placements."
    );
    println!("# Written by the example black_narrows_results of narrows-ai.");
    for result in found {
        println!("{}", result.to_line());
    }
}
