//! Plays a game with random moves and prints its record:
//! `cargo run --release --example play_random -- black-narrows 8x8 1`
#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use narrows::{AnyPosition, GameKind, Pie, Record};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let kind: GameKind = arguments.next().unwrap_or("black-narrows".into()).parse()?;
    let size = kind.parse_size(&arguments.next().unwrap_or("8x8".into()))?;
    let seed = arguments.next().unwrap_or("1".into()).parse()?;

    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = Record::new(AnyPosition::start(kind, size, Pie::On)?);
    while !game.position().is_over() {
        let moves = game.position().legal_moves();
        game.play(moves[random.random_range(0..moves.len())])?;
    }
    println!("{}\n\n{game}", game.position().drawing());
    Ok(())
}
