//! Writes the file of solved boards of Narrows: solves the named boards, without the exchange, and
//! keeps the lines of all others.
//!
//! `cargo run --release -p narrows-ai --example narrows_results -- [--memory MiB] [--threads N]
//! [--plies-nodes N] [--value-only] BOARD… > new.txt`, then `new.txt` replaces
//! `crates/narrows-ai/data/narrows-boards.txt`.
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

use narrows_ai::solver::narrows::{
    BoardResult, Exchange, Question, RawPosition, SolveLimits, Solver, results,
};
use narrows_core::Size;

fn main() {
    let (mut memory, mut threads) = (256_usize, 1);
    let mut question = Question {
        all: true,
        plies_nodes: 1_000_000,
    };
    let mut boards: Vec<Size> = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut number = |or: usize| args.next().and_then(|arg| arg.parse().ok()).unwrap_or(or);
        match arg.as_str() {
            "--memory" => memory = number(memory),
            "--threads" => threads = number(threads),
            "--plies-nodes" => question.plies_nodes = number(0) as u64,
            "--value-only" => question.all = false,
            board => match board.parse() {
                Ok(size) => boards.push(size),
                Err(error) => eprintln!("{board}: {error}"),
            },
        }
    }
    let mut found = results();
    for size in boards {
        let begin = Instant::now();
        let (columns, rows) = (size.columns(), size.rows());
        let Ok(position) = RawPosition::start(columns, rows, Exchange::Off) else {
            eprintln!("{size}: not a board for this solver");
            continue;
        };
        let mut solver = Solver::new(memory << 20);
        let limits = SolveLimits {
            nodes: None,
            threads,
        };
        let solution = solver.solve(&position, question, limits, &|| false);
        if let Some(result) = BoardResult::new(size, &solution) {
            let seconds = begin.elapsed().as_secs_f64();
            eprintln!(
                "{size} {} {} nodes, {seconds:.1} s",
                result.value.name(),
                solution.nodes
            );
            found.retain(|other| other.size != size);
            found.push(result);
        }
    }
    found.sort_by_key(|result| (result.size.rows(), result.size.columns()));
    println!(
        "# Full boards of Narrows without the exchange: size, value for the first player, plies, winning captures."
    );
    println!("# Written by the example narrows_results of narrows-ai.");
    for result in found {
        println!("{}", result.to_line());
    }
}
