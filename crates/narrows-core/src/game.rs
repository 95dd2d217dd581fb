//! What the two games have in common: the [`Game`] trait that searches are written against.

use core::fmt::{self, Debug, Display};
use core::hash::Hash;

use rand::Rng;
use smallvec::SmallVec;

use crate::geometry::{Point, Size};
pub use crate::kind::{GameKind, GameSizeError, ParseGameKindError};
use crate::player::{Outcome, Player};
use crate::symmetry::Symmetry;

/// A list of moves; up to 64 moves stay off the heap.
pub type MoveList<M> = SmallVec<[M; 64]>;

/// Why a move is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Illegal {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// A point of the move is not on the board.
    #[error("{point} is not on a board of {size}")]
    OffBoard {
        /// The point.
        point: Point,
        /// The size of the board.
        size: Size,
    },
    /// Black Narrows: the point holds a stone.
    #[error("there is a stone on {0} already")]
    Occupied(Point),
    /// Black Narrows: some pair of stones would not be joined.
    #[error("a stone on {0} would leave two stones without a path of empty points between them")]
    Separates(Point),
    /// Narrows: the capturing stone is not the mover's.
    #[error("{0} does not hold a stone of the side to move")]
    NotOwnStone(Point),
    /// Narrows: the captured stone is not the opponent's.
    #[error("{0} does not hold an enemy stone, and every move is a capture")]
    NotEnemyStone(Point),
    /// Narrows: the two points are in no common row or column.
    #[error("{from} and {to} are neither in one row nor in one column")]
    NotInLine {
        /// The capturing stone.
        from: Point,
        /// The target.
        to: Point,
    },
    /// Narrows: a stone stands between the two points.
    #[error("there is a stone between {from} and {to}")]
    Blocked {
        /// The capturing stone.
        from: Point,
        /// The target.
        to: Point,
    },
    /// Narrows: the exchange of colors is not on offer.
    #[error("the exchange of colors is offered only to White, right after Black's first move")]
    NoExchange,
    /// The move belongs to the other game.
    #[error("that is not a move of {0}")]
    OtherGame(GameKind),
}

/// A move that was refused; the position is as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayError<M> {
    /// The move.
    pub refused: M,
    /// Why it is not legal.
    pub reason: Illegal,
}

impl<M: Display> Display for PlayError<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "illegal move {}: {}", self.refused, self.reason)
    }
}

impl<M: Debug + Display> core::error::Error for PlayError<M> {}

/// A position of a game of two players with perfect information and without draws.
///
/// # Contract
/// * [`outcome`](Self::outcome) is `None` exactly when [`legal_moves`](Self::legal_moves) is not empty.
/// * Every move passes the turn to the other player.
/// * Positions map to one another under the symmetries of the board, and
///   `p.played(m).transformed(s) == p.transformed(s).played(map_move(m, s, size))`.
pub trait Game: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// A move. Its text is the one of records and the command line.
    type Move: Copy + Eq + Ord + Hash + Debug + Display + Send + Sync + 'static;

    /// Which game this is.
    const KIND: GameKind;

    /// The size of the board.
    fn size(&self) -> Size;

    /// The player to move, also after the end.
    fn to_move(&self) -> Player;

    /// Who won, once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// All legal moves in ascending order; none when the game is over.
    fn legal_moves(&self) -> MoveList<Self::Move>;

    /// Why a move is not legal; `None` if it is.
    fn why_illegal(&self, candidate: Self::Move) -> Option<Illegal>;

    /// Plays a move that is known to be legal.
    ///
    /// An illegal move leaves a position that is not one of the game (in debug builds it panics).
    fn play_unchecked(&mut self, legal: Self::Move);

    /// The image under a symmetry of the board.
    ///
    /// # Panics
    /// In debug builds, if the symmetry does not map the board onto itself.
    #[must_use]
    fn transformed(&self, symmetry: Symmetry) -> Self;

    /// The image of a move on a board of this size.
    fn map_move(source: Self::Move, symmetry: Symmetry, size: Size) -> Self::Move;

    /// The representative of all positions that are worth the same to the mover because a symmetry of the
    /// game maps them to one another, and a symmetry of the board that leads from this position to it.
    ///
    /// In Narrows the representative also has the colors exchanged where that makes Black the mover.
    /// Legal moves map by the symmetry alone, and whether the mover has won is the same. The exchange may be on
    /// offer to Black there, which no position line can say.
    fn canonical(&self) -> (Self, Symmetry);

    /// Plays uniformly random legal moves to the end and says who won. Does not allocate.
    fn playout(&self, random: &mut impl Rng) -> Outcome;

    /// Whether the game is over.
    #[inline]
    fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// Whether the player to move has won; `None` while the game goes on.
    #[inline]
    fn mover_won(&self) -> Option<bool> {
        self.outcome()
            .map(|outcome| outcome.winner == self.to_move())
    }

    /// Whether a move is legal.
    #[inline]
    fn is_legal(&self, candidate: Self::Move) -> bool {
        self.why_illegal(candidate).is_none()
    }

    /// Plays a move.
    ///
    /// # Errors
    /// [`PlayError`] with the reason if the move is not legal; the position is unchanged then.
    fn play(&mut self, candidate: Self::Move) -> Result<(), PlayError<Self::Move>> {
        if let Some(reason) = self.why_illegal(candidate) {
            return Err(PlayError {
                refused: candidate,
                reason,
            });
        }
        self.play_unchecked(candidate);
        Ok(())
    }

    /// The position after a move that is known to be legal, see [`play_unchecked`](Self::play_unchecked).
    #[must_use]
    fn played(&self, legal: Self::Move) -> Self {
        let mut next = self.clone();
        next.play_unchecked(legal);
        next
    }
}
