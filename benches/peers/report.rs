//! The tables.

use std::any::Any;
use std::fmt::Write as _;

use narrows_arena::{Fault, GameRecord};
use narrows_core::any::Concrete;
use narrows_core::{AnyPosition, with_position};

use super::rates::Rate;
use super::{Line, Options};

/// The position as the type that the peer was made for.
pub fn concrete<G: Concrete>(any: &AnyPosition) -> Result<G, Fault> {
    fn cast<F: Concrete, G: Concrete>(position: &F) -> Option<G> {
        (position as &dyn Any).downcast_ref::<G>().cloned()
    }
    with_position!(any, position => cast::<_, G>(position))
        .ok_or_else(|| Fault::Crashed("a peer plays boards of at most 64 points".to_owned()))
}

/// A game in a line: who won, and from where on we knew.
pub fn game(game: &GameRecord) -> String {
    format!(
        "game {}: {} in {} plies, proven from ply {:?}: {}",
        game.game,
        if game.first_won == (game.first == 0) {
            "won"
        } else {
            "lost"
        },
        game.moves.len(),
        game.proven_ply,
        game.moves.join(" ")
    )
}

/// A line for people who wait.
pub fn line(line: &Line) -> String {
    let [lost, split, both] = line.pairs;
    let expected = line.comparison.expected;
    format!(
        "{} {}: {} pairs lost/split/won {lost}/{split}/{both}, score {:.1} % [{:.1}, {:.1}], Elo {:+.0} [{:+.0}, {:+.0}], {:.1} and {:.1} ms a move",
        line.kind.slug(),
        line.size,
        line.peer,
        100.0 * line.comparison.expected.value,
        100.0 * expected.low,
        100.0 * expected.high,
        line.comparison.elo.value,
        line.comparison.elo.low,
        line.comparison.elo.high,
        1e3 * line.seconds[0],
        1e3 * line.seconds[1],
    )
}

/// Both tables as Markdown.
pub fn tables(lines: &[Line], rates: &[Rate], options: &Options) -> String {
    let mut text = format!(
        "{} ms a move, one thread, seats exchanged, openings random to two plies.\n\n",
        options.time.as_millis()
    );
    text += "| game | board | peer | pairs lost / split / won | score of level 6, 95 % | Elo, 95 % | ms a move: ours, theirs |\n|---|---|---|---|---|---|---|\n";
    for line in lines {
        let [lost, split, both] = line.pairs;
        let (expected, elo) = (line.comparison.expected, line.comparison.elo);
        let failed = if line.failures > 0 {
            format!(" ({} failed games)", line.failures)
        } else {
            String::new()
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "| {} | {} | {} | {lost} / {split} / {both}{failed} | {:.1} % [{:.1}, {:.1}] | {:+.0} [{:+.0}, {:+.0}] | {:.1}, {:.1} |",
            line.kind,
            line.size,
            line.peer,
            100.0 * line.comparison.expected.value,
            100.0 * expected.low,
            100.0 * expected.high,
            elo.value,
            elo.low,
            elo.high,
            1e3 * line.seconds[0],
            1e3 * line.seconds[1],
        );
    }
    if !rates.is_empty() {
        text += "\nPer second, alone on the empty board:\n\n| game | board | search | playouts | nodes |\n|---|---|---|---|---|\n";
        for rate in rates {
            let number = |n: Option<f64>| n.map_or_else(|| "–".to_owned(), |n| format!("{n:.0}"));
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} | {} |",
                rate.kind,
                rate.size,
                rate.search,
                number(rate.playouts),
                number(rate.nodes)
            );
        }
    }
    text
}
