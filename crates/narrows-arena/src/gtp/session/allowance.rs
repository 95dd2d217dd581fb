//! What a search may take, as the controller says it.

use std::time::Duration;

use narrows_core::Color;

use super::Answer;
use crate::gtp::parse_color;

/// What the controller said about time and other limits.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Allowance {
    pub(super) playouts: Option<u64>,
    pub(super) nodes: Option<u64>,
    /// Time for each move.
    time: Option<Duration>,
    /// `time_settings`: main time, byo-yomi period, stones in a period.
    settings: Option<(Duration, Duration, u32)>,
    /// `time_left` for black and white: time and stones (0: main time).
    left: [Option<(Duration, u32)>; 2],
}

impl Allowance {
    /// The time for a move, if the controller said anything about time.
    pub(super) fn advised(&self, color: Color) -> Option<Duration> {
        if let Some(time) = self.time {
            return Some(time);
        }
        let (main, period, stones) = self.settings?;
        let index = usize::from(color == Color::White);
        let (left, in_period) = self.left[index].unwrap_or((main, 0));
        let lag = Duration::from_millis(20);
        let of_period = |time: Duration, stones: u32| {
            let share = time / stones.max(1);
            share.saturating_sub(lag).max(share / 2)
        };
        Some(if in_period > 0 {
            of_period(left, in_period)
        } else if left.is_zero() {
            of_period(period, stones)
        } else {
            // A game of these sizes leaves each side about this many moves.
            left / 20
                + if stones > 0 {
                    of_period(period, stones)
                } else {
                    Duration::ZERO
                }
        })
    }

    /// `time_settings MAIN PERIOD STONES`.
    pub(super) fn time_settings(&mut self, words: &[&str]) -> Answer {
        let [main, period, stones] = words else {
            return Err("syntax error: three numbers".into());
        };
        let seconds = |word: &str| {
            let number = word.parse().ok().filter(|n| (0.0..=1e7).contains(n));
            number.ok_or_else(|| format!("syntax error: {word} is not a number of seconds"))
        };
        let (main, period): (f64, f64) = (seconds(main)?, seconds(period)?);
        let stones: u32 = stones
            .parse()
            .map_err(|_| format!("syntax error: {stones} is not a number of stones"))?;
        *self = Allowance {
            playouts: self.playouts,
            nodes: self.nodes,
            ..Allowance::default()
        };
        // "byo_yomi_time > 0 and byo_yomi_stones = 0" means no time limit.
        if !(period > 0.0 && stones == 0) {
            let time = Duration::from_secs_f64;
            self.settings = Some((time(main), time(period), stones));
        }
        Ok(String::new())
    }

    /// `time_left COLOR SECONDS STONES`.
    pub(super) fn time_left(&mut self, words: &[&str]) -> Answer {
        let [color, time, stones] = words else {
            return Err("syntax error".into());
        };
        let color = parse_color(color).ok_or("syntax error")?;
        let time: f64 = time
            .parse()
            .ok()
            .filter(|t| (0.0..=1e7).contains(t))
            .ok_or("syntax error")?;
        let stones: u32 = stones.parse().map_err(|_| "syntax error")?;
        let index = usize::from(color == Color::White);
        self.left[index] = Some((Duration::from_secs_f64(time), stones));
        Ok(String::new())
    }

    /// `narrows-budget playouts=N nodes=N time=SECONDS`: limits of each move; without any, none.
    pub(super) fn budget(&mut self, words: &[&str]) -> Answer {
        let mut budget = Allowance {
            settings: self.settings,
            left: self.left,
            ..Allowance::default()
        };
        for word in words {
            let (name, value) = word.split_once('=').ok_or("syntax error: NAME=VALUE")?;
            let whole = || {
                value
                    .parse::<u64>()
                    .ok()
                    .filter(|&n| n > 0)
                    .ok_or("syntax error: a number from 1 up")
            };
            match name {
                "playouts" => budget.playouts = Some(whole()?),
                "nodes" => budget.nodes = Some(whole()?),
                "time" => {
                    let time: f64 = value.parse().map_err(|_| "syntax error: seconds")?;
                    let time =
                        Duration::try_from_secs_f64(time).map_err(|_| "syntax error: seconds")?;
                    budget.time = Some(time);
                }
                _ => return Err("syntax error: playouts, nodes or time".into()),
            }
        }
        *self = budget;
        Ok(String::new())
    }
}
