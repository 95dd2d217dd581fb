//! Boards of Narrows as someone wrote them down.

use alloc::vec::Vec;
use core::str::FromStr;

use super::{Color, Exchange, Narrows, Pie};
use crate::bitboard::Bitboard;
use crate::game::{GameKind, GameSizeError};
use crate::geometry::{Point, Size};
use crate::notation::{self, BoardError};

/// A board of Narrows as someone wrote it down: nothing is checked yet.
///
/// [`into_position`](Self::into_position) makes a [`Narrows`] of it, `TryFrom` too (with the pie rule on).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The size of the board.
    pub size: Size,
    /// The points that hold black stones, in any order.
    pub black: Vec<Point>,
    /// The points that hold white stones, in any order.
    pub white: Vec<Point>,
    /// The color to move.
    pub to_move: Color,
    /// Whether the exchange of colors is on offer.
    pub exchange_offered: bool,
    /// Whether the second player has Black, as after an exchange.
    pub second_has_black: bool,
}

/// Why a text or a [`Setup`] is not a position of Narrows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// The text is not a board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// What follows the board is not a color and the state of the exchange.
    #[error(
        "position, character {character}: after the board come the color to move (b or w), s if the exchange \
         is on offer, else -, and 2 if the second player has Black, with a space before each"
    )]
    Suffix {
        /// Where the trouble is, counted in characters from 1.
        character: usize,
    },
    /// The game cannot be played on this size.
    #[error(transparent)]
    Size(#[from] GameSizeError),
    /// The board has more points than this type can hold.
    #[error("a board of {size} has more than {capacity} points")]
    TooWide {
        /// The size.
        size: Size,
        /// The number of points that fit.
        capacity: usize,
    },
    /// A stone is not on the board.
    #[error("{point} is not on a board of {size}")]
    OffBoard {
        /// The stone's point.
        point: Point,
        /// The size of the board.
        size: Size,
    },
    /// A point holds stones of both colors.
    #[error("position, {0} holds stones of both colors")]
    BothColors(Point),
    /// A color has no stones.
    #[error("position, there are no {} stones; a game has both colors", .0.name())]
    NoStones(Color),
    /// The exchange is on offer to Black.
    #[error(
        "position, the exchange is offered to White only: the color to move must be w when s follows"
    )]
    ExchangeForBlack,
    /// The exchange is on offer although the pie rule is off.
    #[error("position, the exchange is on offer (s), but the pie rule is off")]
    ExchangeWithoutPie,
    /// The game is over.
    #[error("position, the game is over: all {} stones are linked", .0.name())]
    Finished(Color),
}

impl Setup {
    /// The checkerboard that the game starts with: a black stone at the top left.
    #[must_use]
    pub fn start(size: Size) -> Self {
        let dark = |point: &Point| {
            (point.column.index() + size.rows() - 1 - point.row.index()).is_multiple_of(2)
        };
        let (black, white) = size.iter().partition(dark);
        Self {
            size,
            black,
            white,
            to_move: Color::Black,
            exchange_offered: false,
            second_has_black: false,
        }
    }

    /// The position of an unfinished game. With the pie rule on, the exchange will be on offer after the
    /// first capture from a full board, and is on offer now if the setup says so; with the rule off a setup
    /// that says so is an error.
    ///
    /// # Errors
    /// Any [`SetupError`].
    pub fn into_position<const W: usize>(self, pie: Pie) -> Result<Narrows<W>, SetupError> {
        let position = self.into_any_position(pie)?;
        match position.winner {
            Some(color) => Err(SetupError::Finished(color)),
            None => Ok(position),
        }
    }

    /// Like [`into_position`](Self::into_position), but a finished game is accepted: for showing it. If
    /// both sides are linked, the side that is not to move has won, as it made the last move.
    ///
    /// # Errors
    /// Any [`SetupError`] but [`SetupError::Finished`].
    pub fn into_any_position<const W: usize>(self, pie: Pie) -> Result<Narrows<W>, SetupError> {
        let size = self.size;
        GameKind::Narrows.check_size(size)?;
        if size.points() > Bitboard::<W>::CAPACITY {
            return Err(SetupError::TooWide {
                size,
                capacity: Bitboard::<W>::CAPACITY,
            });
        }
        let all = || self.black.iter().chain(&self.white);
        if let Some(&point) = all().find(|&&point| !size.contains(point)) {
            return Err(SetupError::OffBoard { point, size });
        }
        let set = |points: &[Point]| {
            points
                .iter()
                .fold(Bitboard::EMPTY, |set, &point| set.with(size.index(point)))
        };
        let (black, white): (Bitboard<W>, _) = (set(&self.black), set(&self.white));
        if let Some(both) = (black & white).first() {
            return Err(SetupError::BothColors(size.point(both)));
        }
        for (color, stones) in [(Color::Black, black), (Color::White, white)] {
            if stones.is_empty() {
                return Err(SetupError::NoStones(color));
            }
        }
        if self.exchange_offered && self.to_move == Color::Black {
            return Err(SetupError::ExchangeForBlack);
        }
        if self.exchange_offered && pie == Pie::Off {
            return Err(SetupError::ExchangeWithoutPie);
        }
        let to_move = self.to_move;
        let mut position = Narrows {
            size,
            black,
            white,
            to_move,
            exchange: Exchange::Off,
            exchanged: self.second_has_black,
            winner: None,
        };
        position.settle(to_move.other());
        if position.winner.is_none() && self.exchange_offered {
            position.exchange = Exchange::Offered;
        } else if pie == Pie::On && position.would_await_exchange() {
            position.exchange = Exchange::Pending;
        }
        Ok(position)
    }
}

impl FromStr for Setup {
    type Err = SetupError;

    /// Reads a position line such as `bwbw/wbwb/bwbw b -`, with ` 2` at its end if the second player has Black.
    fn from_str(text: &str) -> Result<Self, SetupError> {
        let suffix = |offset: usize| {
            let character = text.get(..offset).unwrap_or(text).chars().count() + 1;
            SetupError::Suffix { character }
        };
        let board_end = text.find(char::is_whitespace).unwrap_or(text.len());
        let board = notation::parse_board(
            &text[..board_end],
            "b, w, a number, or / between rows",
            |letter| matches!(letter.to_ascii_lowercase(), 'b' | 'w'),
        )?;
        let mut words = text[board_end..].split_whitespace();
        let at = |word: &str| suffix(word.as_ptr().addr() - text.as_ptr().addr());
        let mover = words.next().ok_or_else(|| suffix(text.len()))?;
        let to_move = match mover {
            "b" | "B" => Color::Black,
            "w" | "W" => Color::White,
            _ => return Err(at(mover)),
        };
        let offer = words.next().ok_or_else(|| suffix(text.len()))?;
        let exchange_offered = match offer {
            "s" | "S" => true,
            "-" => false,
            _ => return Err(at(offer)),
        };
        let second_has_black = match words.next() {
            None => false,
            Some("2") => true,
            Some(extra) => return Err(at(extra)),
        };
        if let Some(extra) = words.next() {
            return Err(at(extra));
        }
        let (black, white): (Vec<_>, Vec<_>) = board
            .stones
            .into_iter()
            .partition(|(_, letter)| letter.eq_ignore_ascii_case(&'b'));
        let points =
            |stones: Vec<(Point, char)>| stones.into_iter().map(|(point, _)| point).collect();
        Ok(Self {
            size: board.size,
            black: points(black),
            white: points(white),
            to_move,
            exchange_offered,
            second_has_black,
        })
    }
}

impl<const W: usize> TryFrom<Setup> for Narrows<W> {
    type Error = SetupError;

    fn try_from(setup: Setup) -> Result<Self, SetupError> {
        setup.into_position(Pie::On)
    }
}
