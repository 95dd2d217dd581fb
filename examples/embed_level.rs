//! How another program asks a level for a move, with its own clock:
//! `cargo run --release --example embed_level -- narrows 6x5`
#![allow(clippy::print_stdout, reason = "an example shows what it does")]
#![allow(
    clippy::disallowed_methods,
    reason = "the clock belongs to the program around the library"
)]

use std::time::{Duration, Instant};

use narrows::ai::budget::Limits;
use narrows::ai::level::{Engine, Level};
use narrows::{AnyPosition, GameKind, Pie};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let kind: GameKind = arguments.next().unwrap_or("black-narrows".into()).parse()?;
    let size = kind.parse_size(&arguments.next().unwrap_or("7x7".into()))?;

    let mut position = AnyPosition::start(kind, size, Pie::On)?;
    // An engine keeps what it knows from one move to the next: one for each player and game.
    let mut engine = Engine::new(Level::UNBEATABLE, 42);
    let limits = Limits {
        threads: 2,
        ..Limits::default()
    };

    for _ in 0..2 {
        let begun = Instant::now();
        // The search reads no clock. It asks this now and then; a key press would do as well.
        let stop = || begun.elapsed() >= Duration::from_secs(1);
        let choice = engine.choose(&position, &limits, &stop, &|progress| {
            if let Some(best) = progress.best {
                let percent = 100.0 * progress.expected;
                println!(
                    "  so far {best}, {percent:.0} % after {} playouts",
                    progress.playouts
                );
            }
        });
        let Some(play) = choice.play else { break };
        println!(
            "{play}: {} after {} playouts",
            choice.value.name(),
            choice.playouts
        );
        position.play(play)?;
    }
    println!("\n{}", position.drawing());
    Ok(())
}
