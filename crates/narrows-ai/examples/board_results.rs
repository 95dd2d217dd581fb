//! Writes a file of solved boards: solves the first positions of the named boards (of Narrows without the
//! exchange) and keeps the lines of all others.
//!
//! `cargo run --release -p narrows-ai --example board_results -- GAME [--memory MiB] [--threads N] [--nodes N]
//! [--value-only] BOARD… > new.txt`, then `new.txt` replaces `crates/narrows-ai/data/GAME-boards.txt`.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "its output is the file"
)]
#![allow(
    clippy::disallowed_methods,
    reason = "the clock is outside the library"
)]

use std::process::ExitCode;
use std::time::Instant;

use narrows_ai::budget::{Limits, NEVER};
use narrows_ai::solver::book::{BoardResult, Booked, results};
use narrows_ai::solver::{ExactSolver as _, Question, Solvable};
use narrows_core::{BlackNarrows, GameKind, Narrows, Size};

const USAGE: &str = "expected: GAME [--memory MiB] [--threads N] [--nodes N] [--value-only] BOARD…";

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let kind = args.next().and_then(|game| game.parse().ok());
    let done = match kind {
        Some(GameKind::BlackNarrows) => write::<BlackNarrows<1>>(args),
        Some(GameKind::Narrows) => write::<Narrows<1>>(args),
        None => Err(USAGE.into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn write<G: Booked + Solvable>(mut args: impl Iterator<Item = String>) -> Result<(), String> {
    let mut limits = Limits::default();
    let mut question = Question {
        all: true,
        nimber: G::KIND == GameKind::BlackNarrows,
    };
    let mut boards: Vec<Size> = Vec::new();
    while let Some(arg) = args.next() {
        let mut number = || {
            let number = args.next().and_then(|arg| arg.parse().ok());
            number.ok_or_else(|| format!("{arg}: a number must follow"))
        };
        match arg.as_str() {
            "--memory" => limits.memory_bytes = number()? << 20,
            "--threads" => limits.threads = number()?,
            "--nodes" => limits.nodes = Some(number()? as u64),
            "--value-only" => question = Question::default(),
            board => boards.push(board.parse().map_err(|error| format!("{board}: {error}"))?),
        }
    }
    let mut found = results::<G>();
    for size in boards {
        let result = solve::<G>(size, question, &limits)?;
        found.retain(|other| other.size != size);
        found.push(result);
    }
    found.sort_by_key(|result| (result.size.rows(), result.size.columns()));
    println!(
        "# {}, the first position of boards: size, value for the first player, {}, winning moves.",
        G::KIND,
        match G::KIND {
            GameKind::BlackNarrows => "nimber",
            GameKind::Narrows => "plies to the end",
        }
    );
    println!("# Written by the example board_results of narrows-ai.");
    for result in found {
        println!("{}", result.to_line());
    }
    Ok(())
}

fn solve<G: Booked + Solvable>(
    size: Size,
    question: Question,
    limits: &Limits,
) -> Result<BoardResult<G::Move>, String> {
    let first = G::first(size).ok_or_else(|| format!("{size}: not a board for this solver"))?;
    let begin = Instant::now();
    let answer =
        G::Solver::with_memory_at_most(limits.memory_bytes).answer(&first, question, limits, NEVER);
    let result = BoardResult::new(size, &answer)
        .ok_or_else(|| format!("{size}: not solved within the nodes given"))?;
    eprintln!(
        "{size} {} {} nodes, {:.1} s",
        result.value.name(),
        answer.nodes,
        begin.elapsed().as_secs_f64()
    );
    Ok(result)
}
