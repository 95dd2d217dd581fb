//! **Black Narrows**, a game by Mark Steere (August 2026), <https://marksteeregames.com>.
//!
//! Two players take turns placing black stones on the empty points of a rectangular grid, one stone a
//! turn. After each placement every pair of stones must be joined by an orthogonally connected path of
//! empty points, of length at least 1. The last player to place a stone wins.

pub mod census;
mod legality;
mod playout;

use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::str::FromStr;

use rand::Rng;

use crate::bitboard::{Bitboard, Grid};
use crate::game::{Game, GameKind, GameSizeError, Illegal, MoveList};
use crate::geometry::{Point, Size};
use crate::notation::{self, BoardError};
use crate::player::{Outcome, Player};
use crate::symmetry::Symmetry;

pub use legality::{Placements, is_legal_set, live_points, placements};

/// A board of Black Narrows as someone wrote it down: nothing is checked yet.
///
/// `TryFrom` makes a [`BlackNarrows`] of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The size of the board.
    pub size: Size,
    /// The points that hold stones, in any order.
    pub stones: Vec<Point>,
}

impl FromStr for Setup {
    type Err = BoardError;

    /// Reads a position line such as `5/1x3/5/xx3`.
    fn from_str(text: &str) -> Result<Self, BoardError> {
        let board = notation::parse_board(text, "x, a number, or / between rows", |letter| {
            letter.eq_ignore_ascii_case(&'x')
        })?;
        Ok(Self {
            size: board.size,
            stones: board.stones.into_iter().map(|(point, _)| point).collect(),
        })
    }
}

/// Why a text or a [`Setup`] is not a position of Black Narrows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// The text is not a board.
    #[error(transparent)]
    Board(#[from] BoardError),
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
    /// Two stones have no path of empty points between them.
    #[error(
        "position, stones {0} and {1}: no path of empty points joins them, as every pair must have"
    )]
    Separate(Point, Point),
}

/// A legal position of Black Narrows on a board of at most `64 * W` points.
///
/// ```
/// use narrows_core::{Game, black_narrows::BlackNarrows};
///
/// // Dead points, the red dots of the rule sheet, are drawn as `!`.
/// let position: BlackNarrows<1> = "5/1x3/5/xx3".parse()?;
/// assert_eq!(position.legal_moves().len(), 16);
/// assert_eq!(format!("\n{position:#?}"), "
///  4  . . . . .
///  3  . x . . .
///  2  ! . . . .
///  1  x x . . .
///     a b c d e");
/// # Ok::<(), narrows_core::black_narrows::SetupError>(())
/// ```
///
/// # Equality
/// Positions are equal if size and stones are; the order in which the stones were placed is irrelevant.
#[derive(Clone)]
pub struct BlackNarrows<const W: usize> {
    size: Size,
    stones: Bitboard<W>,
    /// The points where a stone may be placed: determined by the stones, kept because every question
    /// about a position needs them and the next position's are among them.
    live: Bitboard<W>,
    /// Those of them after which no region touches all stones: found on the way, and kept for the same reason.
    finishing: Bitboard<W>,
}

impl<const W: usize> BlackNarrows<W> {
    /// The empty board.
    ///
    /// # Errors
    /// [`SetupError::Size`] outside 2 to 26 each way, [`SetupError::TooWide`] if `64 * W` points are too
    /// few.
    pub fn start(size: Size) -> Result<Self, SetupError> {
        GameKind::BlackNarrows.check_size(size)?;
        if size.points() > Bitboard::<W>::CAPACITY {
            return Err(SetupError::TooWide {
                size,
                capacity: Bitboard::<W>::CAPACITY,
            });
        }
        Ok(Self {
            size,
            stones: Bitboard::EMPTY,
            live: Grid::new(size).full(),
            finishing: Bitboard::EMPTY,
        })
    }

    /// The grid the sets of this position belong to.
    #[inline]
    #[must_use]
    pub fn grid(&self) -> Grid<W> {
        Grid::new(self.size)
    }

    /// The points that hold stones.
    #[inline]
    #[must_use]
    pub fn stones(&self) -> Bitboard<W> {
        self.stones
    }

    /// The empty points where a placement is legal.
    #[inline]
    #[must_use]
    pub fn live(&self) -> Bitboard<W> {
        self.live
    }

    /// The points where a placement ends the game at once because it leaves no region that touches every
    /// stone: those that only other regions than the main one make legal.
    ///
    /// # Contract
    /// All of them are [`live`](Self::live), and each wins for the player to move. A live point that is not among them
    /// leaves a region that touches every stone; it ends the game only if no point of that region is live
    /// then, which happens when few are left, not while there are dozens.
    ///
    /// ```
    /// use narrows_core::{Game, black_narrows::BlackNarrows};
    ///
    /// let position: BlackNarrows<3> = "9/9/9/9/9/x8/9/1x7/x1x6".parse()?;
    /// assert_eq!((position.live().len(), position.finishing().len()), (74, 1));
    /// let [b3] = position.grid().points(position.finishing()).collect::<Vec<_>>()[..] else { panic!() };
    /// assert!(position.played(b3).is_over());
    /// # Ok::<(), narrows_core::black_narrows::SetupError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn finishing(&self) -> Bitboard<W> {
        self.finishing
    }

    /// The empty points where a placement is illegal: the red dots of the rule sheet.
    #[inline]
    #[must_use]
    pub fn dead(&self) -> Bitboard<W> {
        self.grid().full() - self.stones - self.live
    }

    /// The same position in words of another width, which must hold its board.
    pub(crate) fn in_width<const V: usize>(self) -> BlackNarrows<V> {
        BlackNarrows {
            size: self.size,
            stones: self.stones.in_width(),
            live: self.live.in_width(),
            finishing: self.finishing.in_width(),
        }
    }

    /// The position with the stones of a legal set.
    fn from_legal_set(size: Size, stones: Bitboard<W>) -> Self {
        let grid = Grid::new(size);
        let Placements { live, finishing } = placements(&grid, stones, grid.full() - stones);
        Self {
            size,
            stones,
            live,
            finishing,
        }
    }
}

impl<const W: usize> Game for BlackNarrows<W> {
    type Move = Point;

    const KIND: GameKind = GameKind::BlackNarrows;

    #[inline]
    fn size(&self) -> Size {
        self.size
    }

    #[inline]
    fn to_move(&self) -> Player {
        if self.stones.len().is_multiple_of(2) {
            Player::First
        } else {
            Player::Second
        }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.live.is_empty().then(|| Outcome {
            winner: self.to_move().other(),
        })
    }

    fn legal_moves(&self) -> MoveList<Point> {
        // Points come in ascending order; to sort the live ones takes longer.
        let is_live = |point: &Point| self.live.contains(self.size.index(*point));
        self.size.iter().filter(is_live).collect()
    }

    fn why_illegal(&self, candidate: Point) -> Option<Illegal> {
        if !self.size.contains(candidate) {
            return Some(Illegal::OffBoard {
                point: candidate,
                size: self.size,
            });
        }
        let index = self.size.index(candidate);
        if self.live.contains(index) {
            None
        } else if self.stones.contains(index) {
            Some(Illegal::Occupied(candidate))
        } else if self.live.is_empty() {
            Some(Illegal::GameOver)
        } else {
            Some(Illegal::Separates(candidate))
        }
    }

    #[inline]
    fn play_unchecked(&mut self, legal: Point) {
        debug_assert!(self.is_legal(legal), "{legal} is illegal in {self}");
        let index = self.size.index(legal);
        self.stones = self.stones.with(index);
        // Whatever is illegal now stays illegal, because legal sets are closed under removal.
        let candidates = self.live.without(index);
        let found = placements(&self.grid(), self.stones, candidates);
        (self.live, self.finishing) = (found.live, found.finishing);
    }

    fn transformed(&self, symmetry: Symmetry) -> Self {
        debug_assert!(
            self.size.is_square() || !symmetry.is_transposing(),
            "{symmetry:?} turns {}",
            self.size
        );
        let map = |set| symmetry.map(set, self.size);
        Self {
            size: self.size,
            stones: map(self.stones),
            live: map(self.live),
            finishing: map(self.finishing),
        }
    }

    fn map_move(source: Point, symmetry: Symmetry, size: Size) -> Point {
        symmetry.map_point(source, size)
    }

    fn canonical(&self) -> (Self, Symmetry) {
        let (symmetry, [stones]) = Symmetry::least_image([self.stones], self.size);
        (
            Self {
                size: self.size,
                stones,
                live: symmetry.map(self.live, self.size),
                finishing: symmetry.map(self.finishing, self.size),
            },
            symmetry,
        )
    }

    fn playout(&self, random: &mut impl Rng) -> Outcome {
        let placements = playout::random_placements(&self.grid(), self.stones, self.live, random);
        let last_mover = if placements % 2 == 1 {
            self.to_move()
        } else {
            self.to_move().other()
        };
        Outcome { winner: last_mover }
    }
}

impl<const W: usize> PartialEq for BlackNarrows<W> {
    fn eq(&self, other: &Self) -> bool {
        (self.size, self.stones) == (other.size, other.stones)
    }
}

impl<const W: usize> Eq for BlackNarrows<W> {}

impl<const W: usize> Hash for BlackNarrows<W> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.stones.hash(state);
    }
}

impl<const W: usize> TryFrom<Setup> for BlackNarrows<W> {
    type Error = SetupError;

    fn try_from(setup: Setup) -> Result<Self, SetupError> {
        let size = setup.size;
        let grid = Self::start(size)?.grid();
        if let Some(&point) = setup.stones.iter().find(|&&point| !size.contains(point)) {
            return Err(SetupError::OffBoard { point, size });
        }
        let stones = grid.set(setup.stones);
        match legality::unjoined_pair(&grid, stones) {
            Some((a, b)) => Err(SetupError::Separate(grid.point(a), grid.point(b))),
            None => Ok(Self::from_legal_set(size, stones)),
        }
    }
}

impl<const W: usize> FromStr for BlackNarrows<W> {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Self, SetupError> {
        text.parse::<Setup>()?.try_into()
    }
}

impl<const W: usize> fmt::Display for BlackNarrows<W> {
    /// Writes the position line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        notation::write_board(f, self.size, |point| {
            self.stones.contains(self.size.index(point)).then_some('x')
        })
    }
}

impl<const W: usize> fmt::Debug for BlackNarrows<W> {
    /// The position line, or with `{:#?}` a drawing: `x` a stone, `.` a live point, `!` a dead one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !f.alternate() {
            return fmt::Display::fmt(self, f);
        }
        notation::draw_board(f, self.size, |point| {
            let index = self.size.index(point);
            match (self.stones.contains(index), self.live.contains(index)) {
                (true, _) => 'x',
                (false, true) => '.',
                (false, false) => '!',
            }
        })
    }
}
