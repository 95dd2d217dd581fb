//! Solved boards: what the solver found for full boards without the exchange, as an opening book.
//!
//! The file `data/narrows-boards.txt` is written by one command,
//! `cargo run --release -p narrows-ai --example narrows_results -- BOARD…`, which solves the named
//! boards and keeps the lines of all others. A line reads
//!
//! ```text
//! 4x3 win 3 all a1xa2 a1xb1 a3xa2
//! ```
//!
//! size, value for the first player, plies to the end if the winner hastens and the loser delays
//! (`-`: not computed), whether `all` winning first captures follow or only `some`. Boards are
//! listed with columns >= rows.
//!
//! With the pie rule the second player wins (lemma N5): after a capture listed here by the exchange,
//! after any other by a capture. The exceptions are 2x2, 3x2 and 4x1, where a first capture ends the
//! game.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use narrows_core::narrows::{Color, Move, Narrows, Pie};
use narrows_core::{Game, Point, Size};

use super::Solution;
use crate::solver::{Answer, Question};
use crate::value::Value;

/// What is known of a full board, Black to move, without the exchange.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardResult {
    /// The board.
    pub size: Size,
    /// The value for the first player.
    pub value: Value,
    /// Plies to the end if the winner hastens and the loser delays, if it was computed.
    pub plies_to_end: Option<u32>,
    /// Whether `best` has all winning captures.
    pub complete: bool,
    /// Winning first captures in ascending order; empty if the first player loses.
    pub best: Vec<Move>,
}

static FILE: &str = include_str!("../../../data/narrows-boards.txt");

/// All solved boards, with columns >= rows, in the order of the file.
#[must_use]
pub fn results() -> Vec<BoardResult> {
    FILE.lines().filter_map(BoardResult::from_line).collect()
}

/// What is known of one board; columns and rows may be exchanged.
#[must_use]
pub fn result_of(size: Size) -> Option<BoardResult> {
    let turn = size.columns() < size.rows();
    let listed = if turn { size.transposed() } else { size };
    let mut result = FILE
        .lines()
        .filter_map(BoardResult::from_line)
        .find(|result| result.size == listed)?;
    if turn {
        let captures = result.best.iter().map(|play| turned(*play, listed));
        result.best = captures.collect::<Option<_>>()?;
        result.best.sort_unstable();
        result.size = size;
    }
    Some(result)
}

/// The capture on the board with columns and rows exchanged. The top left point, where a black
/// stone starts, stays where it is.
fn turned(play: Move, size: Size) -> Option<Move> {
    let point = |point: Point| {
        let from_top = size.rows() - 1 - point.row.index();
        Point::from_indices(from_top, size.columns() - 1 - point.column.index())
    };
    match play {
        Move::Swap => None,
        Move::Capture { from, to } => Some(Move::Capture {
            from: point(from)?,
            to: point(to)?,
        }),
    }
}

fn stones_on(position: &Narrows<1>) -> usize {
    position.stones(Color::Black).len() + position.stones(Color::White).len()
}

/// The answer to a question about a position of the opening, if the book has all that is asked:
/// the full board without the exchange, or the exchange on offer after a capture of which the book
/// knows that it wins.
pub(crate) fn answer(position: &Narrows<1>, question: Question) -> Option<Answer<Move>> {
    let size = position.size();
    let taken = size.points().checked_sub(stones_on(position))?;
    if taken > 1 || position.exchange_is_pending() {
        return None;
    }
    let result = result_of(size)?;
    let start = Narrows::<1>::start(size, Pie::Off).ok()?;
    let mut known = Answer::unsolved(position);
    if taken == 0 && *position == start {
        let complete = result.value == Value::Loss || result.complete;
        if question.all && !complete {
            return None;
        }
        for (play, value) in &mut known.moves {
            *value = match result.best.contains(play) {
                true => Value::Win,
                false if complete => Value::Loss,
                false => Value::Unknown,
            };
        }
        known.plies_to_end = result.plies_to_end;
        known.best = result.best;
        known.value = result.value;
        return Some(known);
    }
    if taken == 1 && position.exchange_is_offered() && !question.all {
        let start = Narrows::<1>::start(size, Pie::On).ok()?;
        let first = result.best.iter().find(|play| {
            let mut child = start.clone();
            child.play_unchecked(**play);
            child == *position
        });
        first?;
        for (play, value) in &mut known.moves {
            *value = match play {
                Move::Swap => Value::Win,
                Move::Capture { .. } => Value::Loss,
            };
        }
        known.best = alloc::vec![Move::Swap];
        known.value = Value::Win;
        return Some(known);
    }
    None
}

impl BoardResult {
    /// The result of a solved full board without the exchange; `None` while the value is unknown.
    #[must_use]
    pub fn new(size: Size, solution: &Solution) -> Option<Self> {
        if solution.value == Value::Unknown {
            return None;
        }
        let columns = size.columns();
        let point = |index: u8| Point::from_indices(index % columns, index / columns);
        let capture = |play: &super::RawMove| match *play {
            super::RawMove::Swap => None,
            super::RawMove::Capture { from, to } => Some(Move::Capture {
                from: point(from)?,
                to: point(to)?,
            }),
        };
        let mut best = solution
            .best
            .iter()
            .map(capture)
            .collect::<Option<Vec<_>>>()?;
        best.sort_unstable();
        Some(Self {
            size,
            value: solution.value,
            plies_to_end: solution.plies_to_end,
            complete: solution.moves.iter().all(|(_, value)| value.is_known()),
            best,
        })
    }

    /// The line of the file.
    #[must_use]
    pub fn to_line(&self) -> String {
        let mut line = String::new();
        let plies = self
            .plies_to_end
            .map_or(String::from("-"), |plies| alloc::format!("{plies}"));
        let extent = if self.complete { "all" } else { "some" };
        // Writing to a string cannot fail.
        let _ = write!(line, "{} {} {plies} {extent}", self.size, self.value.name());
        for play in &self.best {
            let _ = write!(line, " {play}");
        }
        line
    }

    /// Reads a line; comments and empty lines give `None`.
    #[must_use]
    pub fn from_line(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        let size = words.next()?.parse().ok()?;
        let value = match words.next()? {
            "win" => Value::Win,
            "loss" => Value::Loss,
            _ => return None,
        };
        let plies_to_end = words.next()?.parse().ok();
        let complete = words.next()? == "all";
        let best = words
            .map(|word| word.parse().ok())
            .collect::<Option<Vec<_>>>()?;
        Some(Self {
            size,
            value,
            plies_to_end,
            complete,
            best,
        })
    }
}
