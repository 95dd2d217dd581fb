//! What a report says, before it is text or a page.

use std::time::Duration;

use crate::results::Run;
use crate::stats::Estimate;
use crate::{MatchLimits, TimeControl};

/// A part of a report.
#[derive(Clone, Debug, Default)]
pub(super) struct Section {
    /// Empty for the first.
    pub(super) heading: String,
    pub(super) blocks: Vec<Block>,
}

/// What stands in a part.
#[derive(Clone, Debug)]
pub(super) enum Block {
    /// Names and what they are.
    Facts(Vec<(String, String)>),
    /// What follows from it, in words.
    Verdict(String),
    /// Figures in rows; the first column is words.
    Grid {
        head: Vec<String>,
        rows: Vec<Vec<String>>,
    },
    /// What to bear in mind.
    Note(String),
}

impl Section {
    pub(super) fn new(heading: impl Into<String>) -> Self {
        Self {
            heading: heading.into(),
            blocks: Vec::new(),
        }
    }

    pub(super) fn fact(&mut self, name: &str, value: impl Into<String>) {
        let fact = (name.to_owned(), value.into());
        match self.blocks.last_mut() {
            Some(Block::Facts(facts)) => facts.push(fact),
            _ => self.blocks.push(Block::Facts(vec![fact])),
        }
    }

    pub(super) fn verdict(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Verdict(text.into()));
    }

    pub(super) fn note(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Note(text.into()));
    }

    pub(super) fn grid(&mut self, head: &[&str], rows: Vec<Vec<String>>) {
        let head = head.iter().map(|word| (*word).to_owned()).collect();
        self.blocks.push(Block::Grid { head, rows });
    }
}

/// A share with its interval, as percentages.
pub(super) fn percent(e: &Estimate) -> String {
    format!(
        "{:.1} %  [{:.1}, {:.1}]",
        100.0 * e.value,
        100.0 * e.low,
        100.0 * e.high
    )
}

/// Elo with its interval.
pub(super) fn signed(e: &Estimate) -> String {
    let [value, low, high] = [e.value, e.low, e.high].map(|elo| rounded(elo, 1));
    format!("{value}  [{low}, {high}]")
}

/// A number with its sign and so many digits after the point; zero has no sign, from whichever side it is rounded.
pub(super) fn rounded(number: f64, digits: usize) -> String {
    let text = format!("{number:+.digits$}");
    let is_zero = text.bytes().all(|byte| b"+-0.".contains(&byte));
    if is_zero { text[1..].into() } else { text }
}

/// How the runs were made: what it takes to repeat them.
pub(super) fn runs(section: &mut Section, runs: &[Run]) {
    for run in runs {
        let games = match run.concurrency {
            0 => ", which handed the games out to the workers of a cluster".to_owned(),
            1 => String::new(),
            games => format!(", {games} games at once"),
        };
        section.fact(
            "played",
            format!(
                "{} by narrows {} on {}{games}",
                run.started, run.version, run.machine
            ),
        );
        if !run.command.is_empty() {
            section.fact("command", run.command.clone());
        }
    }
}

/// What bounds a move, in words.
pub(super) fn limits(limits: &MatchLimits) -> String {
    let mut words = Vec::new();
    match limits.time {
        TimeControl::None => words.push("no clock".to_owned()),
        TimeControl::PerMove(time) => words.push(format!("{} a move", seconds(time))),
        TimeControl::Game { base, increment } => words.push(format!(
            "{} for the game and {} after each move",
            seconds(base),
            seconds(increment)
        )),
    }
    if limits.time != TimeControl::None {
        words.push(format!("grace period {}", seconds(limits.margin)));
    }
    for (name, count) in [("playouts", limits.playouts), ("nodes", limits.nodes)] {
        words.extend(count.map(|count| format!("{count} {name} a move")));
    }
    words.join(", ")
}

fn seconds(time: Duration) -> String {
    format!("{} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn zero_has_no_sign() {
        let texts = [0.0, -0.0, -0.4, 0.4, -0.6, 10.0].map(|number| rounded(number, 0));
        assert_eq!(texts, ["0", "0", "0", "0", "-1", "+10"]);
        assert_eq!(
            [-0.04, 0.06].map(|number| rounded(number, 1)),
            ["0.0", "+0.1"]
        );
    }
}
