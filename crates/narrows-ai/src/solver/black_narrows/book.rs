//! Solved boards: what the solver found for empty boards, as the opening book.
//!
//! The file `data/black-narrows-boards.txt` is written by one command,
//! `cargo run --release -p narrows-ai --example black_narrows_results -- BOARD…`, which solves the
//! named boards and keeps the lines of all others. A line reads
//!
//! ```text
//! 5x3 win 3 all c2 d2
//! ```
//!
//! size, outcome for the first player, nimber (`-`: not computed), whether `all` winning first
//! placements follow or only `some`. Boards are listed with columns >= rows.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use narrows_core::{BlackNarrows, Game, Point, Size};

use super::Solution;
use crate::solver::{Answer, Question};
use crate::value::Value;

/// What is known of an empty board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardResult {
    /// The board.
    pub size: Size,
    /// The value for the first player.
    pub value: Value,
    /// The nimber, if it was computed.
    pub nimber: Option<u32>,
    /// Whether `best` has all winning placements.
    pub complete: bool,
    /// Winning first placements in ascending order; empty if the first player loses.
    pub best: Vec<Point>,
}

static FILE: &str = include_str!("../../../data/black-narrows-boards.txt");

/// All solved boards, with columns >= rows, in the order of the file.
#[must_use]
pub fn results() -> Vec<BoardResult> {
    FILE.lines().filter_map(BoardResult::from_line).collect()
}

/// What is known of one board; columns and rows may be exchanged.
#[must_use]
pub fn result_of(size: Size) -> Option<BoardResult> {
    let listed = if size.columns() >= size.rows() {
        size
    } else {
        size.transposed()
    };
    let mut result = FILE
        .lines()
        .filter_map(BoardResult::from_line)
        .find(|r| r.size == listed)?;
    if listed != size {
        let turned = result
            .best
            .iter()
            .map(|point| Point::from_indices(point.row.index(), point.column.index()));
        result.best = turned.collect::<Option<_>>()?;
        result.best.sort_unstable();
        result.size = size;
    }
    Some(result)
}

/// The answer to a question about an empty board, if the book has all that is asked.
pub(crate) fn answer(position: &BlackNarrows<1>, question: Question) -> Option<Answer<Point>> {
    if !position.stones().is_empty() {
        return None;
    }
    let result = result_of(position.size())?;
    let complete = result.value == Value::Loss || result.complete;
    if question.all && !complete || question.nimber && result.nimber.is_none() {
        return None;
    }
    let value_of = |point: &Point| match result.best.contains(point) {
        true => Value::Win,
        false if complete => Value::Loss,
        false => Value::Unknown,
    };
    Some(Answer {
        value: result.value,
        moves: position
            .legal_moves()
            .into_iter()
            .map(|point| (point, value_of(&point)))
            .collect(),
        best: result.best,
        nimber: result.nimber.filter(|_| question.nimber),
        plies_to_end: None,
        nodes: 0,
    })
}

impl BoardResult {
    /// The result of a solved board; `None` while the value is unknown.
    #[must_use]
    pub fn new(size: Size, solution: &Solution) -> Option<BoardResult> {
        if solution.value == Value::Unknown {
            return None;
        }
        let columns = size.columns();
        let point = |&index: &u8| Point::from_indices(index % columns, index / columns);
        let mut best = solution
            .best
            .iter()
            .map(point)
            .collect::<Option<Vec<_>>>()?;
        best.sort_unstable();
        Some(BoardResult {
            size,
            value: solution.value,
            nimber: solution.nimber,
            complete: solution.moves.iter().all(|(_, value)| value.is_known()),
            best,
        })
    }

    /// The line of the file.
    #[must_use]
    pub fn to_line(&self) -> String {
        let mut line = String::new();
        let nimber = self
            .nimber
            .map_or(String::from("-"), |nimber| alloc::format!("{nimber}"));
        let extent = if self.complete { "all" } else { "some" };
        // Writing to a string cannot fail.
        let _ = write!(
            line,
            "{} {} {nimber} {extent}",
            self.size,
            self.value.name()
        );
        for point in &self.best {
            let _ = write!(line, " {point}");
        }
        line
    }

    /// Reads a line; comments and empty lines give `None`.
    #[must_use]
    pub fn from_line(line: &str) -> Option<BoardResult> {
        let mut words = line.split_whitespace();
        let size = words.next()?.parse().ok()?;
        let value = match words.next()? {
            "win" => Value::Win,
            "loss" => Value::Loss,
            _ => return None,
        };
        let nimber = words.next()?.parse().ok();
        let complete = words.next()? == "all";
        let best = words
            .map(|word| word.parse().ok())
            .collect::<Option<Vec<_>>>()?;
        Some(BoardResult {
            size,
            value,
            nimber,
            complete,
            best,
        })
    }
}
