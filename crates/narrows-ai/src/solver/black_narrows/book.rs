//! Solved boards of Black Narrows ([`crate::solver::book`]); the figure is the nimber.

use narrows_core::{BlackNarrows, Game, Point, Size};

use crate::solver::book::{Booked, result_of};
use crate::solver::{Answer, Question};

impl<const W: usize> Booked for BlackNarrows<W> {
    const FILE: &'static str = include_str!("../../../data/black-narrows-boards.txt");

    fn first(size: Size) -> Option<Self> {
        Self::start(size).ok()
    }

    fn turned(play: Point, _size: Size) -> Option<Point> {
        Point::from_indices(play.row.index(), play.column.index())
    }
}

/// The answer to a question about an empty board, if the book has all that is asked.
pub(crate) fn answer<const W: usize>(
    position: &BlackNarrows<W>,
    question: Question,
) -> Option<Answer<Point>> {
    if !position.stones().is_empty() {
        return None;
    }
    let result = result_of::<BlackNarrows<W>>(position.size())?;
    if question.nimber && result.figure.is_none() {
        return None;
    }
    let mut answer = result.answer(position, question.all)?;
    answer.nimber = result.figure.filter(|_| question.nimber);
    Some(answer)
}
