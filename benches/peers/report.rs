//! The tables.

use std::fmt::Write as _;

use narrows_arena::stats::Estimate;
use narrows_core::GameKind;

use super::matches::Tally;
use super::options::Options;
use super::rates::Speed;

/// One line of the table of matches.
pub struct Line {
    pub kind: GameKind,
    pub size: &'static str,
    pub peer: &'static str,
    pub has: &'static str,
    pub tally: Tally,
}

fn score(expected: Estimate) -> String {
    let Estimate { value, low, high } = expected;
    format!(
        "{:.1} % [{:.1}, {:.1}]",
        100.0 * value,
        100.0 * low,
        100.0 * high
    )
}

fn elo(Estimate { value, low, high }: Estimate) -> String {
    format!("{value:+.0} [{low:+.0}, {high:+.0}]")
}

fn milliseconds(tally: &Tally) -> String {
    let [ours, theirs] = tally.seconds_a_move();
    format!("{:.1}, {:.1}", 1e3 * ours, 1e3 * theirs)
}

/// A line for people who wait.
pub fn line(line: &Line) -> String {
    let [lost, split, both] = line.tally.pairs();
    let comparison = line.tally.comparison();
    format!(
        "{} {}: {} pairs lost/split/won {lost}/{split}/{both}, score {}, Elo {}, {} ms a move",
        line.kind.slug(),
        line.size,
        line.peer,
        score(comparison.expected),
        elo(comparison.elo),
        milliseconds(&line.tally),
    )
}

/// Both tables as Markdown.
pub fn tables(
    lines: &[Line],
    speeds: &[(GameKind, &'static str, Speed)],
    options: &Options,
) -> String {
    let mut text = format!(
        "{} ms a move, one thread, seats exchanged, openings random to two plies.\n\n",
        options.time.as_millis()
    );
    text += "| game | board | peer | has beside its search | pairs lost / split / won | score of level 6, 95 % | Elo, 95 % | ms a move: ours, theirs |\n|---|---|---|---|---|---|---|---|\n";
    for line in lines {
        let [lost, split, both] = line.tally.pairs();
        let comparison = line.tally.comparison();
        let failed = match line.tally.failures {
            0 => String::new(),
            failures => format!(" ({failures} failed games)"),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {lost} / {split} / {both}{failed} | {} | {} | {} |",
            line.kind,
            line.size,
            line.peer,
            line.has,
            score(comparison.expected),
            elo(comparison.elo),
            milliseconds(&line.tally),
        );
    }
    if !speeds.is_empty() {
        text += "\nPer second, alone on the empty board:\n\n| game | board | search | playouts | nodes |\n|---|---|---|---|---|\n";
        for (kind, size, speed) in speeds {
            let number = |n: Option<f64>| n.map_or_else(|| "–".to_owned(), |n| format!("{n:.0}"));
            let _ = writeln!(
                text,
                "| {kind} | {size} | {} | {} | {} |",
                speed.search,
                number(speed.playouts),
                number(speed.nodes)
            );
        }
    }
    text
}
