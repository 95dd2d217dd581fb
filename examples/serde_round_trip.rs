//! Positions, moves and records as JSON and back:
//! `cargo run --example serde_round_trip --features serde`
#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use narrows::{AnyMove, AnyPosition, GameKind, Pie, Record};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = Record::new(AnyPosition::start(
        GameKind::Narrows,
        "4x3".parse()?,
        Pie::On,
    )?);
    for text in ["a1xa2", "swap", "b1xc1"] {
        game.play(AnyMove::parse(GameKind::Narrows, text)?)?;
    }

    // A position is its line, a move its text, a record the text that is saved and exchanged.
    let json = serde_json::json!({
        "position": game.position(),
        "moves": game.moves(),
        "record": &game,
    })
    .to_string();
    println!("{json}");

    let mut read: serde_json::Value = serde_json::from_str(&json)?;
    let position: AnyPosition = serde_json::from_value(read["position"].take())?;
    let moves: Vec<AnyMove> = serde_json::from_value(read["moves"].take())?;
    let record: Record = serde_json::from_value(read["record"].take())?;
    // Nothing is lost: the players have exchanged colors.
    assert_eq!(&position, game.position());
    assert_eq!(moves, game.moves());
    assert_eq!(record, game);
    Ok(())
}
