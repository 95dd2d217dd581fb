//! Reading and drawing the one-line text of a board: rows from the top, `/` between them, a letter for a
//! stone, a decimal number for a run of empty points.

use alloc::vec::Vec;
use core::fmt;

use crate::geometry::{Column, MAX_SIDE, Point, Row, Size};

/// Why a text is not a board, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("position, character {character}: {problem}")]
pub struct BoardError {
    /// Where the trouble is, counted in characters from 1.
    pub character: usize,
    /// What the trouble is.
    pub problem: BoardProblem,
}

/// What is wrong with the text of a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardProblem {
    /// A character that means nothing here.
    #[error("expected {expected}, found {found:?}")]
    Unexpected {
        /// What may stand here.
        expected: &'static str,
        /// What stands here.
        found: char,
    },
    /// A run of empty points that is 0, starts with 0, or is longer than a row can be.
    #[error("a run of empty points is a number from 1 to 26")]
    BadRun,
    /// A row of more than 26 points.
    #[error("a row has at most 26 points")]
    RowTooLong,
    /// More than 26 rows.
    #[error("a board has at most 26 rows")]
    TooManyRows,
    /// A row without a point.
    #[error("a row is empty")]
    EmptyRow,
    /// A row of another length than the top row.
    #[error("this row has {found} points, the top row has {expected}")]
    UnevenRow {
        /// The points of the top row.
        expected: usize,
        /// The points of this row.
        found: usize,
    },
}

/// The stones of a board as they were read: a point and the letter it holds.
pub(crate) struct BoardText {
    pub size: Size,
    pub stones: Vec<(Point, char)>,
}

/// Reads a board whose stones are the letters that `is_stone` accepts.
pub(crate) fn parse_board(
    text: &str,
    expected: &'static str,
    is_stone: impl Fn(char) -> bool,
) -> Result<BoardText, BoardError> {
    let mut rows: Vec<Vec<Option<char>>> = Vec::new();
    let mut start = 1;
    for row_text in text.split('/') {
        if rows.len() == MAX_SIDE as usize {
            return Err(BoardError {
                character: start,
                problem: BoardProblem::TooManyRows,
            });
        }
        let row = parse_row(row_text, start, expected, &is_stone)?;
        if let Some(top) = rows.first()
            && top.len() != row.len()
        {
            let problem = BoardProblem::UnevenRow {
                expected: top.len(),
                found: row.len(),
            };
            return Err(BoardError {
                character: start,
                problem,
            });
        }
        rows.push(row);
        start += row_text.chars().count() + 1;
    }
    rows.reverse();
    let empty = BoardError {
        character: 1,
        problem: BoardProblem::EmptyRow,
    };
    // No row, and no list of rows, is longer than a side may be.
    let side = |length: usize| u8::try_from(length).unwrap_or(u8::MAX);
    let size = Size::new(side(rows[0].len()), side(rows.len())).map_err(|_| empty)?;
    let cells = rows.iter().zip(0..).flat_map(|(cells, row)| {
        cells.iter().zip(0..).filter_map(move |(&cell, column)| {
            Some((Point::new(Column::new(column)?, Row::new(row)?), cell?))
        })
    });
    Ok(BoardText {
        size,
        stones: cells.collect(),
    })
}

/// Reads one row; `start` is the place of its first character.
fn parse_row(
    text: &str,
    start: usize,
    expected: &'static str,
    is_stone: &impl Fn(char) -> bool,
) -> Result<Vec<Option<char>>, BoardError> {
    let mut row = Vec::new();
    let mut characters = text.chars().zip(start..).peekable();
    while let Some((found, character)) = characters.next() {
        let fail = |problem| BoardError { character, problem };
        if is_stone(found) {
            row.push(Some(found));
        } else if let Some(digit) = found.to_digit(10) {
            let mut run = digit as usize;
            while let Some(next) = characters.peek().and_then(|(next, _)| next.to_digit(10)) {
                run = (run * 10 + next as usize).min(1000);
                characters.next();
            }
            if digit == 0 || run > MAX_SIDE as usize {
                return Err(fail(BoardProblem::BadRun));
            }
            row.extend(core::iter::repeat_n(None, run));
        } else {
            return Err(fail(BoardProblem::Unexpected { expected, found }));
        }
        if row.len() > MAX_SIDE as usize {
            return Err(fail(BoardProblem::RowTooLong));
        }
    }
    if row.is_empty() {
        return Err(BoardError {
            character: start,
            problem: BoardProblem::EmptyRow,
        });
    }
    Ok(row)
}

/// Writes a board; `stone` gives the letter of a point that holds a stone.
pub(crate) fn write_board(
    f: &mut fmt::Formatter<'_>,
    size: Size,
    stone: impl Fn(Point) -> Option<char>,
) -> fmt::Result {
    for row in (0..size.rows()).rev() {
        let mut run = 0;
        for point in row_points(size, row) {
            match stone(point) {
                None => run += 1,
                Some(letter) => {
                    write_run(f, &mut run)?;
                    write!(f, "{letter}")?;
                }
            }
        }
        write_run(f, &mut run)?;
        if row > 0 {
            f.write_str("/")?;
        }
    }
    Ok(())
}

fn write_run(f: &mut fmt::Formatter<'_>, run: &mut usize) -> fmt::Result {
    if *run > 0 {
        write!(f, "{run}")?;
    }
    *run = 0;
    Ok(())
}

/// Draws a board over several lines, with letters and numbers around it.
pub(crate) fn draw_board(
    f: &mut impl fmt::Write,
    size: Size,
    mark: impl Fn(Point) -> char,
) -> fmt::Result {
    for row in (0..size.rows()).rev() {
        write!(f, "{:>2} ", row + 1)?;
        for point in row_points(size, row) {
            write!(f, " {}", mark(point))?;
        }
        f.write_char('\n')?;
    }
    f.write_str("   ")?;
    for point in row_points(size, 0) {
        write!(f, " {}", point.column)?;
    }
    Ok(())
}

/// The points of one row from the left.
fn row_points(size: Size, row: u8) -> impl Iterator<Item = Point> {
    (0..size.columns()).filter_map(move |column| Point::from_indices(column, row))
}
