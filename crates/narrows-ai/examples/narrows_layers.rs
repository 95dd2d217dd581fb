//! Counts the positions of Narrows by number of stones, and those that the side to move wins.
//!
//! `cargo run --release -p narrows-ai --example narrows_layers -- BOARD [MiB]`, such as `5x4 8000`.
//! Narrows is a game by Mark Steere (marksteeregames.com).
#![allow(clippy::print_stdout, reason = "its output is the table")]

use std::error::Error;

use narrows_ai::solver::narrows::Layers;
use narrows_core::{Narrows, Pie, Size};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let size: Size = args.next().unwrap_or_else(|| "4x4".into()).parse()?;
    let memory: usize = args.next().map_or(Ok(1024), |text| text.parse())?;
    let start = Narrows::<1>::start(size, Pie::Off)?;
    let layers = Layers::new(&start, memory << 20, &|| false)?;
    println!("stones  positions  won by the side to move");
    let mut total = 0;
    for layer in layers.layers() {
        let share = 100.0 * layer.won as f64 / layer.positions as f64;
        println!(
            "{:6}  {:9}  {:9} ({share:.1} %)",
            layer.stones, layer.positions, layer.won
        );
        total += layer.positions;
    }
    println!("{total} unfinished positions up to symmetry");
    if let Some((value, plies)) = layers.value(&start) {
        println!(
            "the first player's game is a {} in {plies} plies",
            value.name()
        );
    }
    Ok(())
}
