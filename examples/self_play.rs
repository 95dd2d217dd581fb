//! Two levels play each other, and the game is printed as a record:
//! `cargo run --release --example self_play -- narrows 6x5 5 2`
#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use narrows::ai::budget::{Limits, NEVER};
use narrows::ai::level::{Engine, Level};
use narrows::{AnyPosition, ByPlayer, GameKind, Pie, Record};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut argument = |default: &str| arguments.next().unwrap_or(default.into());
    let kind: GameKind = argument("black-narrows").parse()?;
    let size = kind.parse_size(&argument("6x6"))?;
    let levels = ByPlayer {
        first: argument("4").parse::<Level>()?,
        second: argument("3").parse::<Level>()?,
    };

    let mut game = Record::new(AnyPosition::start(kind, size, Pie::On)?);
    game.names.first = format!("level {}", levels.first);
    game.names.second = format!("level {}", levels.second);
    // Each player has an engine of its own, which keeps what it found out. The same seeds make the same game.
    let mut engines = ByPlayer {
        first: Engine::new(levels.first, 1),
        second: Engine::new(levels.second, 2),
    };
    while !game.position().is_over() {
        let engine = &mut engines[game.position().to_move()];
        let choice = engine.choose(game.position(), &Limits::default(), NEVER, &|_| {});
        let Some(play) = choice.play else { break };
        game.play(play)?;
    }
    println!("{}\n\n{game}", game.position().drawing());
    Ok(())
}
