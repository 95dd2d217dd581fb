//! How many nodes the exact solver takes for seeded positions, to compare two builds of it:
//! `cargo run --release -p narrows-ai --example seeded_solves -- GAME SIZE after=PLIES [positions=N] [nodes=N] [MiB=N]`
//!
//! Each position comes from random moves (Narrows without the exchange), and is solved on one thread with a new table.
//! One that takes more than the nodes given counts with those.
#![allow(clippy::print_stdout, reason = "an example talks")]

use narrows_ai::budget::{Limits, NEVER};
use narrows_ai::solver::{AnySolver, Question};
use narrows_core::narrows::Pie;
use narrows_core::{AnyPosition, GameKind, Size};

const USAGE: &str =
    "usage: seeded_solves black-narrows|narrows SIZE after=PLIES [positions=N] [nodes=N] [MiB=N]";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let game: GameKind = arguments.next().ok_or(USAGE)?.parse()?;
    let size: Size = arguments.next().ok_or(USAGE)?.parse()?;
    let (mut plies, mut positions, mut nodes, mut mebibytes) = (0, 20, 1_000_000, 64);
    for argument in arguments {
        let (name, number) = argument.split_once('=').ok_or(USAGE)?;
        let number: u64 = number.parse()?;
        match name {
            "after" => plies = number,
            "positions" => positions = number,
            "nodes" => nodes = number,
            "MiB" => mebibytes = number as usize,
            _ => return Err(USAGE.into()),
        }
    }
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let (mut sum, mut logarithms, mut solved, mut seed) = (0, 0.0, 0, 0);
    let mut counted = 0;
    while counted < positions {
        seed += 1;
        let Some(position) = random_position(game, size, plies, seed)? else {
            continue;
        };
        let mut solver = AnySolver::new(mebibytes << 20)?.without_book();
        let answer = solver.solve(&position, Question::default(), &limits, NEVER);
        counted += 1;
        sum += answer.nodes;
        logarithms += (answer.nodes.max(1) as f64).ln();
        solved += u64::from(answer.value.is_known());
    }
    println!(
        "{game} {size} after {plies} plies: {solved} of {positions} solved, {sum} nodes, geometric mean {:.0}",
        (logarithms / positions as f64).exp()
    );
    Ok(())
}

/// A position after so many random moves that is not over.
fn random_position(
    game: GameKind,
    size: Size,
    plies: u64,
    seed: u64,
) -> Result<Option<AnyPosition>, Box<dyn std::error::Error>> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut position = AnyPosition::start(game, size, Pie::Off)?;
    for _ in 0..plies {
        if position.is_over() {
            return Ok(None);
        }
        let moves = position.legal_moves();
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let chosen = moves[(state >> 33) as usize % moves.len()];
        position.play(chosen)?;
    }
    Ok((!position.is_over()).then_some(position))
}
