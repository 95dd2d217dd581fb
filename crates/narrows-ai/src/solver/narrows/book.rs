//! Solved boards of Narrows ([`crate::solver::book`]), without the exchange; the figure is the number of plies to
//! the end.
//!
//! With the pie rule the second player wins (lemma N5): after a capture listed there by the exchange, after any
//! other by a capture. The exceptions are 2x2, 3x2 and 4x1, where a first capture ends the game.

use narrows_core::narrows::{Color, Move, Narrows, Pie};
use narrows_core::{Game, Point, Size};

use crate::solver::book::{Booked, result_of};
use crate::solver::{Answer, Question};
use crate::value::Value;

impl<const W: usize> Booked for Narrows<W> {
    const FILE: &'static str = include_str!("../../../data/narrows-boards.txt");

    fn first(size: Size) -> Option<Self> {
        Self::start(size, Pie::Off).ok()
    }

    /// The top left point, where a black stone starts, stays where it is.
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
}

/// The answer to a question about a position of the opening, if the book has all that is asked: the full board
/// without the exchange, or the exchange on offer after a capture of which the book knows that it wins.
pub(crate) fn answer<const W: usize>(
    position: &Narrows<W>,
    question: Question,
) -> Option<Answer<Move>> {
    let size = position.size();
    let stones = position.stones(Color::Black).len() + position.stones(Color::White).len();
    let taken = size.points().checked_sub(stones)?;
    if taken > 1 || position.exchange_is_pending() {
        return None;
    }
    let result = result_of::<Narrows<W>>(size)?;
    if taken == 0 && *position == Narrows::<W>::first(size)? {
        let mut answer = result.answer(position, question.all)?;
        answer.plies_to_end = result.figure;
        return Some(answer);
    }
    if taken == 0 || !position.exchange_is_offered() || question.all {
        return None;
    }
    let start = Narrows::<W>::start(size, Pie::On).ok()?;
    let wins = |&play: &Move| start.played(play) == *position;
    if !result.best.iter().any(wins) {
        return None;
    }
    let mut answer = Answer::unsolved(position);
    for (play, value) in &mut answer.moves {
        *value = match play {
            Move::Swap => Value::Win,
            Move::Capture { .. } => Value::Loss,
        };
    }
    answer.best = alloc::vec![Move::Swap];
    answer.value = Value::Win;
    Some(answer)
}
