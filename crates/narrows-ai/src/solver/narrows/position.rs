//! Positions and moves as others hand them to the solver, in raw parts.

use thiserror::Error;

use super::board::{Board, Pair};

/// Where the exchange of colours (the pie rule) stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Exchange {
    /// Not on offer now nor later.
    #[default]
    Off,
    /// On offer after the next capture, unless that ends the game.
    Pending,
    /// One of the moves now.
    Offered,
}

/// A position in raw parts is not one the solver can take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RawError {
    /// No points, or more than 64.
    #[error("the solver takes boards of 1 to 64 points")]
    Size,
    /// A stone lies outside the board.
    #[error("a stone lies outside the board")]
    Outside,
    /// Two stones on one point.
    #[error("a black and a white stone lie on the same point")]
    Overlap,
}

/// A position on a board of at most 64 points.
///
/// Point `row * columns + column` is bit `row * columns + column`; row 0 is the bottom row. The
/// sides are named by whose turn it is; which of them is Black plays no part (lemma N3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RawPosition {
    pub(super) columns: u8,
    pub(super) rows: u8,
    pub(super) pair: Pair,
    pub(super) exchange: Exchange,
}

impl RawPosition {
    /// Checks the parts: the stones of the side to move, those of the other side.
    ///
    /// # Errors
    /// If the board does not suit the solver or the stones do not lie on it, one a point.
    pub fn new(
        columns: u8,
        rows: u8,
        own: u64,
        other: u64,
        exchange: Exchange,
    ) -> Result<Self, RawError> {
        let points = u32::from(columns) * u32::from(rows);
        if points == 0 || points > 64 {
            return Err(RawError::Size);
        }
        if points < 64 && (own | other) >> points != 0 {
            return Err(RawError::Outside);
        }
        if own & other != 0 {
            return Err(RawError::Overlap);
        }
        Ok(Self {
            columns,
            rows,
            pair: Pair { own, other },
            exchange,
        })
    }

    /// The full board before the first move: a checkerboard, the top left stone the mover's.
    ///
    /// # Errors
    /// If the board does not suit the solver.
    pub fn start(columns: u8, rows: u8, exchange: Exchange) -> Result<Self, RawError> {
        let points = u32::from(columns) * u32::from(rows);
        if points == 0 || points > 64 {
            return Err(RawError::Size);
        }
        let pair = Board::<false>::new(columns.into(), rows.into()).start();
        Ok(Self {
            columns,
            rows,
            pair,
            exchange,
        })
    }

    /// Columns and rows.
    #[must_use]
    pub const fn size(&self) -> (u8, u8) {
        (self.columns, self.rows)
    }

    /// Stones of the side to move.
    #[must_use]
    pub const fn own(&self) -> u64 {
        self.pair.own
    }

    /// Stones of the other side.
    #[must_use]
    pub const fn other(&self) -> u64 {
        self.pair.other
    }

    /// Where the exchange stands.
    #[must_use]
    pub const fn exchange(&self) -> Exchange {
        self.exchange
    }

    /// The position after a legal move (not checked).
    #[must_use]
    pub fn after(&self, play: RawMove) -> Self {
        match play {
            RawMove::Swap => Self {
                exchange: Exchange::Off,
                ..*self
            },
            RawMove::Capture { from, to } => Self {
                pair: Board::<false>::after(self.pair, 1 << (from & 63), 1 << (to & 63)),
                exchange: match self.exchange {
                    Exchange::Pending => Exchange::Offered,
                    _ => Exchange::Off,
                },
                ..*self
            },
        }
    }
}

/// A move: a capture by the numbers of its points, or the exchange of colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RawMove {
    /// The stone on `from` takes the enemy stone on `to` and its place.
    Capture {
        /// Point of the capturing stone.
        from: u8,
        /// Point of the captured stone.
        to: u8,
    },
    /// The exchange of colours.
    Swap,
}
