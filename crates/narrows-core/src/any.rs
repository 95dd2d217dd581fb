//! The choice of game and board width at run time, in one place.
//!
//! [`AnyPosition`] is one of the concrete position types; [`with_position!`](crate::with_position) runs
//! generic code on it.

mod moves;
#[macro_use]
mod widths;

use alloc::vec::Vec;
use core::any::Any;
use core::fmt;
use core::str::FromStr;

use crate::black_narrows::{self, BlackNarrows};
use crate::game::{Game, GameKind, GameSizeError, Illegal, PlayError};
use crate::geometry::{Point, Size};
use crate::narrows::{self, Color, Narrows, Pie};
use crate::player::{Outcome, Player};

pub use moves::{AnyMove, ParseAnyMoveError};
pub use widths::{AnyPosition, Concrete};
// Where the macro `with_wider` of its tests looks for it.
#[cfg(test)]
use widths::tests::Wider;

/// Why a text or a size does not give a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
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

/// What a point holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stone {
    /// A stone of Black Narrows, or a black stone of Narrows.
    Black,
    /// A white stone of Narrows.
    White,
}

impl fmt::Display for Stone {
    /// Writes `black` or `white`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let color = match self {
            Self::Black => Color::Black,
            Self::White => Color::White,
        };
        color.fmt(f)
    }
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

    /// Which game a position line belongs to, which need not be right otherwise: that of Narrows has more than
    /// one word.
    #[must_use]
    pub fn kind_of_line(line: &str) -> GameKind {
        match line.split_whitespace().nth(1) {
            Some(_) => GameKind::Narrows,
            None => GameKind::BlackNarrows,
        }
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
        with_position!(self,
            black_narrows(position) => black(position, point),
            narrows(position) => colored(position, point)
        )
    }

    /// Number of stones on the board.
    #[must_use]
    pub fn stones(&self) -> usize {
        with_position!(self,
            black_narrows(position) => position.stones().len(),
            narrows(position) => {
                position.stones(Color::Black).len() + position.stones(Color::White).len()
            }
        )
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
        with_position!(self,
            black_narrows(position) => Some(sorted(position.grid().points(position.dead()))),
            narrows(_) => None
        )
    }

    /// Narrows: whether all stones of a color are linked; `None` in Black Narrows.
    #[must_use]
    pub fn is_linked(&self, color: Color) -> Option<bool> {
        with_position!(self, black_narrows(_) => None, narrows(position) => Some(position.is_linked(color)))
    }

    /// Narrows: the empty points that link the winner's groups, in order; none while the game goes on and
    /// in Black Narrows.
    #[must_use]
    pub fn linking_points(&self) -> Vec<Point> {
        with_position!(self,
            black_narrows(_) => Vec::new(),
            narrows(position) => position.winning_color().map_or_else(Vec::new, |color| {
                sorted(position.grid().points(position.linking_points(color)))
            })
        )
    }

    /// Narrows: the color to move; `None` in Black Narrows.
    #[must_use]
    pub fn color_to_move(&self) -> Option<Color> {
        with_position!(self, black_narrows(_) => None, narrows(position) => Some(position.color_to_move()))
    }

    /// Narrows: the color a player has now; `None` in Black Narrows.
    #[must_use]
    pub fn color_of(&self, player: Player) -> Option<Color> {
        with_position!(self, black_narrows(_) => None, narrows(position) => Some(position.color_of(player)))
    }

    /// Narrows: the color that has won; `None` while the game goes on and in Black Narrows.
    #[must_use]
    pub fn winning_color(&self) -> Option<Color> {
        with_position!(self, black_narrows(_) => None, narrows(position) => position.winning_color())
    }

    /// Narrows: whether the exchange of colors is one of the moves now.
    #[must_use]
    pub fn exchange_is_offered(&self) -> bool {
        with_position!(self, black_narrows(_) => false, narrows(position) => position.exchange_is_offered())
    }

    /// Narrows: whether the exchange of colors is on offer now or after the next move.
    #[must_use]
    pub fn exchange_is_to_come(&self) -> bool {
        with_position!(self,
            black_narrows(_) => false,
            narrows(position) => position.exchange_is_offered() || position.exchange_is_pending()
        )
    }

    /// The concrete position, if it is one of this type.
    ///
    /// ```
    /// use narrows_core::{AnyPosition, BlackNarrows, Narrows};
    ///
    /// let position: AnyPosition = "5/1x3/5/xx3".parse()?;
    /// assert!(position.downcast_ref::<BlackNarrows<1>>().is_some());
    /// assert!(position.downcast_ref::<Narrows<1>>().is_none());
    /// # Ok::<(), narrows_core::any::AnySetupError>(())
    /// ```
    #[must_use]
    pub fn downcast_ref<G: Game>(&self) -> Option<&G> {
        with_position!(self, position => (position as &dyn Any).downcast_ref())
    }

    /// A drawing over several lines, with letters and numbers around the board.
    #[must_use]
    pub fn drawing(&self) -> alloc::string::String {
        alloc::format!("{self:#?}")
    }
}

fn sorted(points: impl Iterator<Item = Point>) -> Vec<Point> {
    let mut points: Vec<_> = points.collect();
    points.sort_unstable();
    points
}

impl FromStr for AnyPosition {
    type Err = AnySetupError;

    /// Reads a position line of either game; on a full board of Narrows the pie rule is on.
    fn from_str(line: &str) -> Result<Self, AnySetupError> {
        Self::parse(Self::kind_of_line(line), line, Pie::On)
    }
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
