//! From which ply on the exact solver knows the outcome of a game, and how many legal moves are left then:
//! `cargo run --release -p narrows-ai --example proof_ply -- GAME SIZE… [games=N] [nodes=N] [MiB=N]`
//!
//! Level 3 plays against itself from the seeds 0, 1, …; each game is then solved backwards with so many nodes a
//! position, on one thread and with a new table each time, until they do not suffice.
#![allow(clippy::print_stdout, reason = "an example talks")]

use narrows_ai::budget::{Limits, NEVER};
use narrows_ai::level::{Engine, Level};
use narrows_ai::solver::{AnySolver, MemoryError, Question};
use narrows_core::narrows::Pie;
use narrows_core::{AnyPosition, GameKind, Size};

const USAGE: &str = "usage: proof_ply black-narrows|narrows SIZE… [games=N] [nodes=N] [MiB=N]";

/// What is asked of each position.
struct Budget {
    nodes: u64,
    memory_bytes: usize,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let game = match arguments.next().as_deref() {
        Some("black-narrows") => GameKind::BlackNarrows,
        Some("narrows") => GameKind::Narrows,
        _ => return Err(USAGE.into()),
    };
    let mut budget = Budget {
        nodes: 150_000,
        memory_bytes: 64 << 20,
    };
    let (mut games, mut sizes) = (3, Vec::<Size>::new());
    for argument in arguments {
        match argument.split_once('=') {
            Some(("games", number)) => games = number.parse()?,
            Some(("nodes", number)) => budget.nodes = number.parse()?,
            Some(("MiB", number)) => budget.memory_bytes = number.parse::<usize>()? << 20,
            Some(_) => return Err(USAGE.into()),
            None => sizes.push(argument.parse()?),
        }
    }
    for size in sizes {
        let start = AnyPosition::start(game, size, Pie::Off)?;
        for seed in 0..games {
            let positions = play(&start, seed);
            let ply = first_solved(&positions, &budget)?;
            let left = positions[ply].legal_moves().len();
            let last = positions.len() - 1;
            println!("{size} game {seed}: from ply {ply} of {last} on, {left} legal moves left");
        }
    }
    Ok(())
}

/// The positions of a game of level 3 against itself, the start and the end among them.
fn play(start: &AnyPosition, seed: u64) -> Vec<AnyPosition> {
    let mut engine = Engine::new(Level::ALL[2], seed);
    let mut positions = vec![start.clone()];
    loop {
        let position = &positions[positions.len() - 1];
        let choice = engine.choose(position, &Limits::default(), NEVER, &|_| {});
        let mut next = position.clone();
        match choice.play {
            Some(play) if next.play(play).is_ok() => positions.push(next),
            _ => return positions,
        }
    }
}

/// The first of the positions at the end of a game that are all solved.
fn first_solved(positions: &[AnyPosition], budget: &Budget) -> Result<usize, MemoryError> {
    let limits = Limits {
        nodes: Some(budget.nodes),
        ..Limits::default()
    };
    for (ply, position) in positions.iter().enumerate().rev().skip(1) {
        // What was found out about later positions must not help.
        let mut solver = AnySolver::new(budget.memory_bytes)?;
        let answer = solver.solve(position, Question::default(), &limits, NEVER);
        if !answer.value.is_known() {
            return Ok(ply + 1);
        }
    }
    Ok(0)
}
