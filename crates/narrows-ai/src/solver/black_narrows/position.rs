//! Positions in raw parts, and how their points are laid out as cells for the search.

use narrows_core::{BlackNarrows, Game};

use crate::solver::board::WordBoard;

/// A legal set of stones on a board of at most 64 points, in raw parts.
///
/// Point `row * columns + column` is bit `row * columns + column`; row 0 is the bottom row.
/// The player to move follows from nothing: the game is impartial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RawPosition {
    columns: u8,
    rows: u8,
    stones: u64,
}

impl RawPosition {
    /// The parts of a position on a board that is not too large.
    pub(super) fn of<const W: usize>(position: &BlackNarrows<W>) -> Option<Self> {
        let size = position.size();
        (size.points() <= 64).then(|| Self {
            columns: size.columns(),
            rows: size.rows(),
            stones: position.stones().words()[0],
        })
    }

    /// Checks the parts, of a board that may have sides too long for the core.
    #[cfg(test)]
    pub(super) fn new(columns: u8, rows: u8, stones: u64) -> Option<Self> {
        let points = u32::from(columns) * u32::from(rows);
        let fits = columns >= 2 && rows >= 2 && points <= 64;
        if !fits || points < 64 && stones >> points != 0 {
            return None;
        }
        use super::live::Legality as _;

        let layout = Layout::new(columns, rows);
        let cells = layout.to_cells(stones);
        let legal = match layout.stride {
            Stride::Eight => layout.board::<8>().is_legal(cells),
            #[cfg(not(target_family = "wasm"))]
            Stride::Four => layout.board::<4>().is_legal(cells),
            Stride::Other => layout.board::<0>().is_legal(cells),
        };
        legal.then_some(Self {
            columns,
            rows,
            stones,
        })
    }

    pub(super) fn columns(&self) -> u8 {
        self.columns
    }

    pub(super) fn rows(&self) -> u8 {
        self.rows
    }

    pub(super) fn stones(&self) -> u64 {
        self.stones
    }
}

/// Which instance of the search serves a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stride {
    Eight,
    /// Not in a browser, which downloads what is compiled: there boards of four columns are read like others.
    #[cfg(not(target_family = "wasm"))]
    Four,
    Other,
}

/// The way between point indexes and cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    columns: u32,
    rows: u32,
    /// Columns and rows change places, so that the board stands upright.
    turned: bool,
    pub(crate) stride: Stride,
}

impl Layout {
    pub(crate) fn new(columns: u8, rows: u8) -> Layout {
        let (long, short) = (columns.max(rows), columns.min(rows));
        let stride = match (short, long) {
            (_, ..=8) => Stride::Eight,
            #[cfg(not(target_family = "wasm"))]
            (..=4, ..=16) => Stride::Four,
            _ => Stride::Other,
        };
        let turned = columns > rows && stride != Stride::Eight;
        Layout {
            columns: columns.into(),
            rows: rows.into(),
            turned,
            stride,
        }
    }

    /// The board of cells.
    pub(crate) fn board<const S: usize>(&self) -> WordBoard<S> {
        if self.turned {
            WordBoard::new(self.rows, self.columns)
        } else {
            WordBoard::new(self.columns, self.rows)
        }
    }

    fn cell(&self, index: u32) -> u32 {
        let (mut column, mut row) = (index % self.columns, index / self.columns);
        let mut width = self.columns;
        if self.turned {
            core::mem::swap(&mut column, &mut row);
            width = self.rows;
        }
        let stride = match self.stride {
            Stride::Eight => 8,
            #[cfg(not(target_family = "wasm"))]
            Stride::Four => 4,
            Stride::Other => width,
        };
        row * stride + column
    }

    /// A set of point indexes as cells.
    pub(crate) fn to_cells(self, points: u64) -> u64 {
        self.indexes()
            .filter(|&i| points >> i & 1 == 1)
            .fold(0, |set, i| set | 1 << self.cell(i))
    }

    /// A set of cells as point indexes.
    pub(crate) fn to_points(self, cells: u64) -> u64 {
        self.indexes()
            .filter(|&i| cells >> self.cell(i) & 1 == 1)
            .fold(0, |set, i| set | 1 << i)
    }

    fn indexes(&self) -> impl Iterator<Item = u32> {
        0..self.columns * self.rows
    }
}
