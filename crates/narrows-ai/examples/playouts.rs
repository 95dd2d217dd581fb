//! Runs a search of so many playouts and prints what it found, for counting instructions and comparing two builds
//! move by move: `perf stat -e instructions:u target/release/examples/playouts narrows 8x7 20000`.
#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use std::error::Error;

use narrows_ai::budget::{Limits, NEVER};
use narrows_ai::evaluation::Evaluate;
use narrows_ai::mcts::Search;
use narrows_core::{AnyPosition, GameKind, Pie, with_position};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, size, playouts] = arguments.as_slice() else {
        return Err("usage: playouts GAME SIZE PLAYOUTS".into());
    };
    let playouts = playouts.parse()?;
    let start = AnyPosition::start(game.parse::<GameKind>()?, size.parse()?, Pie::Off)?;
    for plies in [0, 2, 8, 12] {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(plies);
        let mut position = start.clone();
        for _ in 0..plies {
            let moves = position.legal_moves();
            position.play(moves[random.random_range(0..moves.len() as u32) as usize])?;
        }
        with_position!(&position, position => show(position, playouts, &mut random));
    }
    Ok(())
}

fn show<G: Evaluate>(position: &G, playouts: u64, random: &mut Xoshiro256PlusPlus) {
    let limits = Limits {
        playouts: Some(playouts),
        ..Limits::default()
    };
    let report = Search::default().search(position, &limits, random, NEVER);
    let mut line = String::new();
    for found in report.moves.iter().filter(|found| found.visits > 0) {
        line.push_str(&format!(" {}:{}", found.play, found.visits));
    }
    println!("{} nodes, {:.6}:{line}", report.nodes, report.expected);
}
