//! Solved boards: what the solvers found out about the first positions of boards, as an opening book.
//!
//! The files `data/black-narrows-boards.txt` and `data/narrows-boards.txt` are written by one command,
//! `cargo run --release -p narrows-ai --example board_results -- GAME BOARD…`, which solves the named boards
//! and keeps the lines of all others. A line reads
//!
//! ```text
//! 5x3 win 3 all b2 c2 d2
//! ```
//!
//! size, value for the first player, a figure (`-`: not computed), whether `all` winning first moves follow or
//! only `some`. Boards are listed with columns >= rows.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::str::FromStr;

use narrows_core::{Game, Size};

use super::Answer;
use crate::order::sort_by_key;
use crate::value::Value;

/// What is known of the first position of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardResult<M> {
    /// The board.
    pub size: Size,
    /// The value for the first player.
    pub value: Value,
    /// In Black Narrows the nimber; in Narrows the plies to the end if the winner hastens and the loser delays.
    /// `None` if it was not computed.
    pub figure: Option<u32>,
    /// Whether `best` has all winning moves.
    pub complete: bool,
    /// Winning first moves in ascending order; empty if the first player loses.
    pub best: Vec<M>,
}

/// A game with a file of solved boards.
pub trait Booked: Game<Move: FromStr> {
    /// The file.
    const FILE: &'static str;

    /// The position that the file says something of: without stones in Black Narrows, the full board without
    /// the exchange in Narrows. `None` if the game is not played on such a board, or it is too large.
    fn first(size: Size) -> Option<Self>;

    /// A first move on the board with columns and rows exchanged; `size` is the board before.
    fn turned(play: Self::Move, size: Size) -> Option<Self::Move>;
}

/// All solved boards, with columns >= rows, in the order of the file.
#[must_use]
pub fn results<G: Booked>() -> Vec<BoardResult<G::Move>> {
    lines::<G>().collect()
}

fn lines<G: Booked>() -> impl Iterator<Item = BoardResult<G::Move>> {
    G::FILE.lines().filter_map(BoardResult::from_line)
}

/// What is known of one board; columns and rows may be exchanged.
#[must_use]
pub fn result_of<G: Booked>(size: Size) -> Option<BoardResult<G::Move>> {
    let turn = size.columns() < size.rows();
    let listed = if turn { size.transposed() } else { size };
    let mut result = lines::<G>().find(|result| result.size == listed)?;
    if turn {
        let best = result.best.iter().map(|&play| G::turned(play, listed));
        result.best = best.collect::<Option<_>>()?;
        sort_by_key(&mut result.best, |&play| play);
        result.size = size;
    }
    Some(result)
}

impl<M: Copy + Ord> BoardResult<M> {
    /// The result of a solved board; `None` while the value is unknown.
    #[must_use]
    pub fn new(size: Size, answer: &Answer<M>) -> Option<Self> {
        answer.value.is_known().then(|| Self {
            size,
            value: answer.value,
            figure: answer.nimber.or(answer.plies_to_end),
            complete: answer.moves.iter().all(|(_, value)| value.is_known()),
            best: answer.best.clone(),
        })
    }

    /// What it says of the first position's value and moves; nothing if `all` moves are asked for and not
    /// known.
    pub(super) fn answer<G: Game<Move = M>>(&self, first: &G, all: bool) -> Option<Answer<M>> {
        let complete = self.value == Value::Loss || self.complete;
        if all && !complete {
            return None;
        }
        let mut answer = Answer::unsolved(first);
        for (play, value) in &mut answer.moves {
            *value = match self.best.contains(play) {
                true => Value::Win,
                false if complete => Value::Loss,
                false => Value::Unknown,
            };
        }
        answer.value = self.value;
        answer.best.clone_from(&self.best);
        Some(answer)
    }
}

impl<M: ToString> BoardResult<M> {
    /// The line of the file.
    #[must_use]
    pub fn to_line(&self) -> String {
        let figure = self.figure.map(|figure| figure.to_string());
        let mut words = alloc::vec![
            self.size.to_string(),
            self.value.name().into(),
            figure.unwrap_or_else(|| "-".into()),
            if self.complete { "all" } else { "some" }.into(),
        ];
        words.extend(self.best.iter().map(ToString::to_string));
        words.join(" ")
    }
}

impl<M: FromStr> BoardResult<M> {
    /// Reads a line; comments, empty lines and lines that are none give `None`.
    #[must_use]
    pub fn from_line(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        let size = words.next()?.parse().ok()?;
        let value = match words.next()? {
            "win" => Value::Win,
            "loss" => Value::Loss,
            _ => return None,
        };
        let figure = words.next()?.parse().ok();
        let complete = words.next()? == "all";
        let best = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
        Some(Self {
            size,
            value,
            figure,
            complete,
            best,
        })
    }
}
