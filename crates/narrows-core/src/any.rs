//! The choice of game and board width at run time, in one place.
//!
//! [`AnyPosition`] is one of the concrete position types; [`with_position!`](crate::with_position) runs
//! generic code on it.

use alloc::vec::Vec;
use core::fmt;

use crate::black_narrows::{self, BlackNarrows};
use crate::game::{Game, GameKind, GameSizeError, Illegal, PlayError};
use crate::geometry::{Point, Size};
use crate::narrows::{self, Color, Narrows, Pie};
use crate::player::{Outcome, Player};

/// A move of either game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AnyMove {
    /// Black Narrows: a stone is placed.
    Place(Point),
    /// Narrows: a stone captures, or the players exchange colours.
    Narrows(narrows::Move),
}

impl fmt::Display for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(point) => point.fmt(f),
            Self::Narrows(capture) => capture.fmt(f),
        }
    }
}

impl From<Point> for AnyMove {
    fn from(point: Point) -> Self {
        Self::Place(point)
    }
}

impl From<narrows::Move> for AnyMove {
    fn from(capture: narrows::Move) -> Self {
        Self::Narrows(capture)
    }
}

/// Why a text is not a move of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseAnyMoveError {
    /// Not a move of Black Narrows.
    #[error("a move of Black Narrows is a point, such as c3")]
    BlackNarrows,
    /// Not a move of Narrows.
    #[error("a move of Narrows is two points, such as a2xb2, or swap")]
    Narrows,
}

impl AnyMove {
    /// Reads a move of a game.
    ///
    /// # Errors
    /// [`ParseAnyMoveError`] says what a move looks like.
    pub fn parse(kind: GameKind, text: &str) -> Result<Self, ParseAnyMoveError> {
        match kind {
            GameKind::BlackNarrows => text
                .parse()
                .map(Self::Place)
                .map_err(|_| ParseAnyMoveError::BlackNarrows),
            GameKind::Narrows => text
                .parse()
                .map(Self::Narrows)
                .map_err(|_| ParseAnyMoveError::Narrows),
        }
    }
}

/// Why a text or a size does not give a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnySetupError {
    /// Not a position of Black Narrows.
    #[error(transparent)]
    BlackNarrows(#[from] black_narrows::SetupError),
    /// Not a position of Narrows.
    #[error(transparent)]
    Narrows(#[from] narrows::SetupError),
    /// The game cannot be played on this size.
    #[error(transparent)]
    Size(#[from] GameSizeError),
}

/// A concrete position type that [`AnyPosition`] can hold: how generic code gets in and out.
pub trait Concrete: Game {
    /// Wraps a position.
    fn wrap(self) -> AnyPosition;

    /// Wraps a move.
    fn wrap_move(concrete: Self::Move) -> AnyMove;

    /// The move of this game, `None` if it is one of the other game.
    fn unwrap_move(any: AnyMove) -> Option<Self::Move>;
}

/// Declares the variants of [`AnyPosition`]: the only list of widths.
macro_rules! widths {
    ($($width:literal $black_narrows:ident $narrows:ident,)*) => {
        /// A position of either game on a board of any size.
        ///
        /// # Equality
        /// As in [`BlackNarrows`] and [`Narrows`].
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub enum AnyPosition {
            $(
                #[doc = concat!("Black Narrows on at most 64 · ", $width, " points.")]
                $black_narrows(BlackNarrows<$width>),
                #[doc = concat!("Narrows on at most 64 · ", $width, " points.")]
                $narrows(Narrows<$width>),
            )*
        }

        $(
            impl Concrete for BlackNarrows<$width> {
                fn wrap(self) -> AnyPosition {
                    AnyPosition::$black_narrows(self)
                }

                fn wrap_move(concrete: Point) -> AnyMove {
                    AnyMove::Place(concrete)
                }

                fn unwrap_move(any: AnyMove) -> Option<Point> {
                    match any {
                        AnyMove::Place(point) => Some(point),
                        AnyMove::Narrows(_) => None,
                    }
                }
            }

            impl Concrete for Narrows<$width> {
                fn wrap(self) -> AnyPosition {
                    AnyPosition::$narrows(self)
                }

                fn wrap_move(concrete: narrows::Move) -> AnyMove {
                    AnyMove::Narrows(concrete)
                }

                fn unwrap_move(any: AnyMove) -> Option<narrows::Move> {
                    match any {
                        AnyMove::Narrows(capture) => Some(capture),
                        AnyMove::Place(_) => None,
                    }
                }
            }
        )*

        impl AnyPosition {
            fn black_narrows(setup: black_narrows::Setup) -> Result<Self, black_narrows::SetupError> {
                $(
                    if setup.size.points() <= 64 * $width {
                        return BlackNarrows::<$width>::try_from(setup).map(Self::$black_narrows);
                    }
                )*
                Err(black_narrows::SetupError::TooWide { size: setup.size, capacity: 0 })
            }

            fn narrows(setup: narrows::Setup, pie: Pie) -> Result<Self, narrows::SetupError> {
                $(
                    if setup.size.points() <= 64 * $width {
                        return setup.into_any_position::<$width>(pie).map(Self::$narrows);
                    }
                )*
                Err(narrows::SetupError::TooWide { size: setup.size, capacity: 0 })
            }
        }

        /// Runs an expression on the concrete position inside an [`AnyPosition`], whatever its type.
        ///
        /// ```
        /// use narrows_core::{AnyPosition, Game, GameKind, Pie, with_position};
        ///
        /// fn stones_left<G: Game>(position: &G) -> usize { position.legal_moves().len() }
        ///
        /// let start = AnyPosition::start(GameKind::BlackNarrows, "19x19".parse()?, Pie::On)?;
        /// assert_eq!(with_position!(&start, position => stones_left(position)), 361);
        /// # Ok::<(), Box<dyn core::error::Error>>(())
        /// ```
        #[macro_export]
        macro_rules! with_position {
            ($any:expr, $position:ident => $body:expr) => {
                match $any {
                    $(
                        $crate::AnyPosition::$black_narrows($position) => $body,
                        $crate::AnyPosition::$narrows($position) => $body,
                    )*
                }
            };
        }
    };
}

widths! {
    1 BlackNarrows1 Narrows1,
    3 BlackNarrows3 Narrows3,
    6 BlackNarrows6 Narrows6,
    11 BlackNarrows11 Narrows11,
}

/// What a point holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stone {
    /// A stone of Black Narrows, or a black stone of Narrows.
    Black,
    /// A white stone of Narrows.
    White,
}

impl AnyPosition {
    /// The position a game starts with.
    ///
    /// # Errors
    /// [`AnySetupError::Size`] if the game cannot be played on this size.
    pub fn start(kind: GameKind, size: Size, pie: Pie) -> Result<Self, AnySetupError> {
        kind.check_size(size)?;
        Ok(match kind {
            GameKind::BlackNarrows => Self::black_narrows(black_narrows::Setup {
                size,
                stones: Vec::new(),
            })?,
            GameKind::Narrows => Self::narrows(narrows::Setup::start(size), pie)?,
        })
    }

    /// Reads a position line. A finished game is accepted; ask [`is_over`](Self::is_over) where a move is
    /// wanted.
    ///
    /// # Errors
    /// [`AnySetupError`] says what is wrong and where.
    pub fn parse(kind: GameKind, line: &str, pie: Pie) -> Result<Self, AnySetupError> {
        Ok(match kind {
            GameKind::BlackNarrows => Self::black_narrows(
                line.trim()
                    .parse::<black_narrows::Setup>()
                    .map_err(black_narrows::SetupError::from)?,
            )?,
            GameKind::Narrows => Self::narrows(line.trim().parse()?, pie)?,
        })
    }

    /// Which game this is.
    #[must_use]
    pub fn kind(&self) -> GameKind {
        fn kind<G: Game>(_: &G) -> GameKind {
            G::KIND
        }
        with_position!(self, position => kind(position))
    }

    /// The size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        with_position!(self, position => position.size())
    }

    /// The player to move, also after the end.
    #[must_use]
    pub fn to_move(&self) -> Player {
        with_position!(self, position => position.to_move())
    }

    /// Who won, once the game is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        with_position!(self, position => position.outcome())
    }

    /// Whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// All legal moves in ascending order; none when the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<AnyMove> {
        fn moves<G: Concrete>(position: &G) -> Vec<AnyMove> {
            position
                .legal_moves()
                .into_iter()
                .map(G::wrap_move)
                .collect()
        }
        with_position!(self, position => moves(position))
    }

    /// Why a move is not legal; `None` if it is.
    #[must_use]
    pub fn why_illegal(&self, candidate: AnyMove) -> Option<Illegal> {
        fn why<G: Concrete>(position: &G, candidate: AnyMove) -> Option<Illegal> {
            match G::unwrap_move(candidate) {
                Some(concrete) => position.why_illegal(concrete),
                None => Some(Illegal::OtherGame(G::KIND)),
            }
        }
        with_position!(self, position => why(position, candidate))
    }

    /// Plays a move.
    ///
    /// # Errors
    /// [`PlayError`] with the reason if the move is not legal; the position is unchanged then.
    pub fn play(&mut self, candidate: AnyMove) -> Result<(), PlayError<AnyMove>> {
        fn play<G: Concrete>(position: &mut G, candidate: AnyMove) {
            if let Some(concrete) = G::unwrap_move(candidate) {
                position.play_unchecked(concrete);
            }
        }
        if let Some(reason) = self.why_illegal(candidate) {
            return Err(PlayError {
                refused: candidate,
                reason,
            });
        }
        with_position!(self, position => play(position, candidate));
        Ok(())
    }

    /// What a point holds, if it is on the board and not empty.
    #[must_use]
    pub fn stone_at(&self, point: Point) -> Option<Stone> {
        fn black<const W: usize>(position: &BlackNarrows<W>, point: Point) -> Option<Stone> {
            let on_board = position.size().contains(point);
            let stone = on_board && position.stones().contains(position.grid().index(point));
            stone.then_some(Stone::Black)
        }
        fn colored<const W: usize>(position: &Narrows<W>, point: Point) -> Option<Stone> {
            position.color_at(point).map(|color| match color {
                Color::Black => Stone::Black,
                Color::White => Stone::White,
            })
        }
        by_game!(self, position => black(position, point), colored(position, point))
    }

    /// Number of stones on the board.
    #[must_use]
    pub fn stones(&self) -> usize {
        by_game!(self, position => position.stones().len(), {
            position.stones(Color::Black).len() + position.stones(Color::White).len()
        })
    }

    /// Number of placements or captures that lead from the start to this position.
    #[must_use]
    pub fn plies(&self) -> usize {
        match self.kind() {
            GameKind::BlackNarrows => self.stones(),
            GameKind::Narrows => self.size().points() - self.stones(),
        }
    }

    /// Black Narrows: the empty points where a placement is illegal, in order; `None` in Narrows.
    #[must_use]
    pub fn dead_points(&self) -> Option<Vec<Point>> {
        by_game!(self, position => Some(sorted(position.grid().points(position.dead()))), {
            let _ = position;
            None
        })
    }

    /// Narrows: whether all stones of a colour are linked; `None` in Black Narrows.
    #[must_use]
    pub fn is_linked(&self, color: Color) -> Option<bool> {
        by_game!(self, position => { let _ = position; None }, Some(position.is_linked(color)))
    }

    /// Narrows: the empty points that link the winner's groups, in order; none while the game goes on and
    /// in Black Narrows.
    #[must_use]
    pub fn linking_points(&self) -> Vec<Point> {
        by_game!(self, position => { let _ = position; Vec::new() }, {
            position.winning_color().map_or_else(Vec::new, |color| {
                sorted(position.grid().points(position.linking_points(color)))
            })
        })
    }

    /// Narrows: the colour to move; `None` in Black Narrows.
    #[must_use]
    pub fn color_to_move(&self) -> Option<Color> {
        by_game!(self, position => { let _ = position; None }, Some(position.color_to_move()))
    }

    /// Narrows: the colour a player has now; `None` in Black Narrows.
    #[must_use]
    pub fn color_of(&self, player: Player) -> Option<Color> {
        by_game!(self, position => { let _ = position; None }, Some(position.color_of(player)))
    }

    /// Narrows: the colour that has won; `None` while the game goes on and in Black Narrows.
    #[must_use]
    pub fn winning_color(&self) -> Option<Color> {
        by_game!(self, position => { let _ = position; None }, position.winning_color())
    }

    /// Narrows: whether the exchange of colours is one of the moves now.
    #[must_use]
    pub fn exchange_is_offered(&self) -> bool {
        by_game!(self, position => { let _ = position; false }, position.exchange_is_offered())
    }

    /// Narrows: whether the exchange of colours is on offer now or after the next move.
    #[must_use]
    pub fn exchange_is_to_come(&self) -> bool {
        by_game!(self, position => { let _ = position; false }, {
            position.exchange_is_offered() || position.exchange_is_pending()
        })
    }

    /// The position as its line tells it: in Narrows the first player has Black.
    pub(crate) fn into_written(mut self) -> Self {
        by_game!(&mut self, position => { let _ = position; }, position.give_black_to_first());
        self
    }

    /// A drawing over several lines, with letters and numbers around the board.
    #[must_use]
    pub fn drawing(&self) -> alloc::string::String {
        alloc::format!("{self:#?}")
    }
}

/// Runs one of two expressions, by game: inside one of them the position is a [`BlackNarrows`], inside the
/// other a [`Narrows`].
macro_rules! by_game {
    ($any:expr, $position:ident => $black_narrows:expr, $narrows:expr) => {
        match $any {
            AnyPosition::BlackNarrows1($position) => $black_narrows,
            AnyPosition::BlackNarrows3($position) => $black_narrows,
            AnyPosition::BlackNarrows6($position) => $black_narrows,
            AnyPosition::BlackNarrows11($position) => $black_narrows,
            AnyPosition::Narrows1($position) => $narrows,
            AnyPosition::Narrows3($position) => $narrows,
            AnyPosition::Narrows6($position) => $narrows,
            AnyPosition::Narrows11($position) => $narrows,
        }
    };
}
use by_game;

fn sorted(points: impl Iterator<Item = Point>) -> Vec<Point> {
    let mut points: Vec<_> = points.collect();
    points.sort_unstable();
    points
}

impl fmt::Display for AnyPosition {
    /// Writes the position line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_position!(self, position => fmt::Display::fmt(position, f))
    }
}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_position!(self, position => fmt::Debug::fmt(position, f))
    }
}
