//! Counts move sequences: `cargo run --release --example perft -- narrows 4x3 5`
#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use narrows::rules::perft::perft;
use narrows::{AnyPosition, GameKind, Pie, with_position};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let kind: GameKind = arguments.next().unwrap_or("narrows".into()).parse()?;
    let size = kind.parse_size(&arguments.next().unwrap_or("4x3".into()))?;
    let most_plies = arguments.next().unwrap_or("5".into()).parse()?;

    let start = AnyPosition::start(kind, size, Pie::Off)?;
    for plies in 0..=most_plies {
        // The macro runs generic code on the concrete position type.
        let sequences = with_position!(&start, position => perft(position, plies));
        println!("{plies:2} {sequences:>16}");
    }
    Ok(())
}
