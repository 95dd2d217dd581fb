//! Solves a position exactly: `cargo run --release --example solve_board -- black-narrows 6x4`
//! or, from a position line, `… -- narrows "bwbw/wbwb/bwbw b -"`.
#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use narrows::ai::budget::{Limits, NEVER};
use narrows::ai::solver::{AnySolver, Question};
use narrows::{AnyPosition, GameKind, Pie};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let kind: GameKind = arguments.next().unwrap_or("black-narrows".into()).parse()?;
    let board = arguments.next().unwrap_or("6x4".into());
    let position = match kind.parse_size(&board) {
        Ok(size) => AnyPosition::start(kind, size, Pie::Off)?,
        Err(_) => AnyPosition::parse(kind, &board, Pie::Off)?,
    };

    // The most that its table may take; it takes memory as it fills.
    let mut solver = AnySolver::new(256 << 20)?;
    let question = Question {
        all: true,
        nimber: kind == GameKind::BlackNarrows,
    };
    let answer = solver.solve(&position, question, &Limits::default(), NEVER);

    println!("{}\n", position.drawing());
    println!(
        "for the player to move: {} ({} nodes)",
        answer.value.name(),
        answer.nodes
    );
    if let Some(nimber) = answer.nimber {
        println!("nimber: {nimber}");
    }
    for (play, value) in answer.moves {
        println!("{play:8} {}", value.name());
    }
    Ok(())
}
