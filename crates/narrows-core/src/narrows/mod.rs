//! **Narrows**, a game by Mark Steere (May 2026), <https://marksteeregames.com>.
//!
//! The board starts full, black and white stones in a checkerboard pattern. Black begins; the players take
//! turns, and every move is a capture: a stone takes the place of the nearest enemy stone in a row or
//! column, which is next to it or separated from it by empty points only. A player wins when all stones of
//! that color are linked by paths of empty points and friendly stones, on either player's turn; if a move
//! links both sides, the mover wins. After Black's first move White may exchange colors (the pie rule).

mod captures;
mod color;
mod moves;
mod setup;

use core::fmt;
use core::str::FromStr;

use rand::{Rng, RngExt};

use crate::bitboard::{Bitboard, Grid};
use crate::game::{Game, GameKind, Illegal, MoveList};
use crate::geometry::{Point, Size};
use crate::notation;
use crate::player::{Outcome, Player};
use crate::region;
use crate::symmetry::Symmetry;

pub use color::{Color, ParseColorError, ParsePieError, Pie};
pub use moves::{Move, ParseMoveError};
pub use setup::{Setup, SetupError};

/// The state of the pie rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Exchange {
    /// Never again in this game.
    Off,
    /// On offer after the next move.
    Pending,
    /// One of the moves now.
    Offered,
}

/// A position of Narrows on a board of at most `64 * W` points.
///
/// ```
/// use narrows_core::{Game, narrows::Narrows};
///
/// // Figure 2 of the rule sheet: the stone on b3 captures exactly a3, e3 and b2.
/// let position: Narrows<1> = "bb1wb/wb2w/bwwbb/1wwbw b -".parse()?;
/// let captures = position.legal_moves().iter().map(|m| m.to_string())
///     .filter(|m| m.starts_with("b3")).collect::<Vec<_>>();
/// assert_eq!(captures, ["b3xa3", "b3xb2", "b3xe3"]);
/// # Ok::<(), narrows_core::narrows::SetupError>(())
/// ```
///
/// # Equality
/// Positions are equal if the stones, the color to move, the state of the exchange and the players'
/// colors are.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Narrows<const W: usize> {
    size: Size,
    black: Bitboard<W>,
    white: Bitboard<W>,
    to_move: Color,
    exchange: Exchange,
    /// Whether the first player has White now.
    exchanged: bool,
    /// The color that won: determined by the stones and whose move was last, kept because every question
    /// about a position needs it.
    winner: Option<Color>,
}

impl<const W: usize> Narrows<W> {
    /// The full board, a black stone at the top left, Black to move; with the pie rule or without.
    ///
    /// # Errors
    /// [`SetupError::Size`] unless there are an even number of points, at least 4;
    /// [`SetupError::TooWide`] if `64 * W` points are too few.
    pub fn start(size: Size, pie: Pie) -> Result<Self, SetupError> {
        Setup::start(size).into_position(pie)
    }

    /// The grid the sets of this position belong to.
    #[inline]
    #[must_use]
    pub fn grid(&self) -> Grid<W> {
        Grid::new(self.size)
    }

    /// The stones of one color.
    #[inline]
    #[must_use]
    pub fn stones(&self, color: Color) -> Bitboard<W> {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }

    /// The empty points.
    #[inline]
    #[must_use]
    pub fn empty(&self) -> Bitboard<W> {
        self.grid().full() - self.black - self.white
    }

    /// The color to move, also after the end.
    #[inline]
    #[must_use]
    pub fn color_to_move(&self) -> Color {
        self.to_move
    }

    /// The color a player has now.
    #[inline]
    #[must_use]
    pub fn color_of(&self, player: Player) -> Color {
        match (player, self.exchanged) {
            (Player::First, false) | (Player::Second, true) => Color::Black,
            (Player::First, true) | (Player::Second, false) => Color::White,
        }
    }

    /// The player who has a color now.
    #[inline]
    #[must_use]
    pub fn player_of(&self, color: Color) -> Player {
        if self.color_of(Player::First) == color {
            Player::First
        } else {
            Player::Second
        }
    }

    /// The color that has won.
    #[inline]
    #[must_use]
    pub fn winning_color(&self) -> Option<Color> {
        self.winner
    }

    /// Whether the exchange of colors is one of the moves now.
    #[inline]
    #[must_use]
    pub fn exchange_is_offered(&self) -> bool {
        self.exchange == Exchange::Offered
    }

    /// Whether the exchange is still to come: it will be on offer after the next move.
    #[inline]
    #[must_use]
    pub fn exchange_is_pending(&self) -> bool {
        self.exchange == Exchange::Pending
    }

    /// Whether this is how a game begins, so that the exchange is still to come if the pie rule is on.
    pub(crate) fn would_await_exchange(&self) -> bool {
        self.empty().is_empty() && self.to_move == Color::Black && self.winner.is_none()
    }

    /// Whether all stones of a color are linked by empty points and friendly stones.
    #[must_use]
    pub fn is_linked(&self, color: Color) -> bool {
        is_linked(&self.grid(), self.stones(color), self.empty())
    }

    /// The empty regions that touch the stones of a color: when that color has won, the water that links
    /// its groups.
    #[must_use]
    pub fn linking_points(&self, color: Color) -> Bitboard<W> {
        let (grid, empty) = (self.grid(), self.empty());
        region::flood(&grid, grid.neighbors(self.stones(color)), empty)
    }

    /// The points a stone can capture from here; none unless it is the mover's and the game goes on.
    #[must_use]
    pub fn captures_from(&self, from: Point) -> Bitboard<W> {
        let index = self.size.index(from);
        let own = self.stones(self.to_move);
        if self.winner.is_some() || !self.size.contains(from) || !own.contains(index) {
            return Bitboard::EMPTY;
        }
        captures::targets(
            &self.grid(),
            index,
            self.stones(self.to_move.other()),
            self.empty(),
        )
    }

    /// Finds out whether the last move, made by `mover`, ended the game.
    fn settle(&mut self, mover: Color) {
        let (grid, empty) = (self.grid(), self.empty());
        // Both linked: the mover wins. Only the other: the other wins, on the mover's turn.
        self.winner = [mover, mover.other()]
            .into_iter()
            .find(|&color| is_linked(&grid, self.stones(color), empty));
    }

    fn capture(&mut self, from: usize, to: usize) {
        let (own, other) = match self.to_move {
            Color::Black => (&mut self.black, &mut self.white),
            Color::White => (&mut self.white, &mut self.black),
        };
        *own = own.without(from).with(to);
        *other = other.without(to);
        let mover = self.to_move;
        self.to_move = mover.other();
        self.settle(mover);
        self.exchange = match self.exchange {
            Exchange::Pending if self.winner.is_none() => Exchange::Offered,
            _ => Exchange::Off,
        };
    }

    fn swap(&mut self) {
        self.exchanged = !self.exchanged;
        self.exchange = Exchange::Off;
    }

    /// The same position in words of another width, which must hold its board.
    pub(crate) fn in_width<const V: usize>(self) -> Narrows<V> {
        Narrows {
            size: self.size,
            black: self.black.in_width(),
            white: self.white.in_width(),
            to_move: self.to_move,
            exchange: self.exchange,
            exchanged: self.exchanged,
            winner: self.winner,
        }
    }
}

/// Whether one region of friendly stones and empty points holds all these stones; true without stones.
#[inline]
fn is_linked<const W: usize>(grid: &Grid<W>, stones: Bitboard<W>, empty: Bitboard<W>) -> bool {
    let open = stones | empty;
    // Mostly some stone is a region by itself, which is seen without a flood.
    let lone = stones - grid.neighbors(open);
    if !lone.is_empty() && stones.has_several() {
        return false;
    }
    stones.is_subset(region::flood(grid, stones.lowest(), open))
}

impl<const W: usize> Game for Narrows<W> {
    type Move = Move;

    const KIND: GameKind = GameKind::Narrows;

    #[inline]
    fn size(&self) -> Size {
        self.size
    }

    #[inline]
    fn to_move(&self) -> Player {
        self.player_of(self.to_move)
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.winner.map(|color| Outcome {
            winner: self.player_of(color),
        })
    }

    fn legal_moves(&self) -> MoveList<Move> {
        let mut moves = MoveList::new();
        if self.winner.is_some() {
            return moves;
        }
        let (own, other) = (self.stones(self.to_move), self.stones(self.to_move.other()));
        captures::for_each(self.size, own, other, |from, to| {
            moves.push(Move::Capture { from, to });
        });
        // N1 in the project's lemmas: without a capture some side would be linked.
        debug_assert!(
            !moves.is_empty(),
            "no capture in the unfinished game {self}"
        );
        if self.exchange == Exchange::Offered {
            moves.push(Move::Swap);
        }
        moves
    }

    fn why_illegal(&self, candidate: Move) -> Option<Illegal> {
        let Move::Capture { from, to } = candidate else {
            return (self.exchange != Exchange::Offered).then_some(Illegal::NoExchange);
        };
        if let Some(&point) = [from, to].iter().find(|&&point| !self.size.contains(point)) {
            return Some(Illegal::OffBoard {
                point,
                size: self.size,
            });
        }
        if self.winner.is_some() {
            return Some(Illegal::GameOver);
        }
        let (start, end) = (self.size.index(from), self.size.index(to));
        let other = self.stones(self.to_move.other());
        if !self.stones(self.to_move).contains(start) {
            Some(Illegal::NotOwnStone(from))
        } else if !other.contains(end) {
            Some(Illegal::NotEnemyStone(to))
        } else if from.column != to.column && from.row != to.row {
            Some(Illegal::NotInLine { from, to })
        } else if !captures::targets(&self.grid(), start, other, self.empty()).contains(end) {
            Some(Illegal::Blocked { from, to })
        } else {
            None
        }
    }

    #[inline]
    fn play_unchecked(&mut self, legal: Move) {
        debug_assert!(self.is_legal(legal), "{legal} is illegal in {self}");
        match legal {
            Move::Capture { from, to } => self.capture(self.size.index(from), self.size.index(to)),
            Move::Swap => self.swap(),
        }
    }

    fn transformed(&self, symmetry: Symmetry) -> Self {
        debug_assert!(
            self.size.is_square() || !symmetry.is_transposing(),
            "{symmetry:?} turns {}",
            self.size
        );
        let map = |set| symmetry.map(set, self.size);
        Self {
            black: map(self.black),
            white: map(self.white),
            ..*self
        }
    }

    fn map_move(source: Move, symmetry: Symmetry, size: Size) -> Move {
        let map = |point| symmetry.map_point(point, size);
        match source {
            Move::Capture { from, to } => Move::Capture {
                from: map(from),
                to: map(to),
            },
            Move::Swap => Move::Swap,
        }
    }

    fn canonical(&self) -> (Self, Symmetry) {
        let own_first = [self.stones(self.to_move), self.stones(self.to_move.other())];
        let (symmetry, [black, white]) = Symmetry::least_image(own_first, self.size);
        let winner = match self.to_move {
            Color::Black => self.winner,
            Color::White => self.winner.map(Color::other),
        };
        let canonical = Self {
            black,
            white,
            to_move: Color::Black,
            exchanged: false,
            winner,
            ..*self
        };
        (canonical, symmetry)
    }

    fn playout(&self, random: &mut impl Rng) -> Outcome {
        let mut position = self.clone();
        let grid = position.grid();
        loop {
            if let Some(outcome) = position.outcome() {
                return outcome;
            }
            if position.exchange == Exchange::Offered && position.random_exchange(random) {
                continue;
            }
            let (own, other) = (position.to_move, position.to_move.other());
            let (own, other) = (position.stones(own), position.stones(other));
            let (from, to) = captures::random_capture(&grid, own, other, random);
            position.capture(from, to);
        }
    }
}

impl<const W: usize> Narrows<W> {
    /// Lets chance decide about an exchange on offer, as about one move among the captures; whether it
    /// was made.
    fn random_exchange(&mut self, random: &mut impl Rng) -> bool {
        let (own, other) = (self.stones(self.to_move), self.stones(self.to_move.other()));
        let captures = captures::count(&self.grid(), own, other);
        let chosen = random.random_range(0..=captures) == 0;
        if chosen {
            self.swap();
        }
        chosen
    }
}

impl<const W: usize> FromStr for Narrows<W> {
    type Err = SetupError;

    /// Reads the position line of an unfinished game; on a full board the pie rule is on.
    fn from_str(text: &str) -> Result<Self, SetupError> {
        text.parse::<Setup>()?.into_position(Pie::On)
    }
}

impl<const W: usize> fmt::Display for Narrows<W> {
    /// Writes the position line; it ends with ` 2` if the second player has Black.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        notation::write_board(f, self.size, |point| {
            self.color_at(point).map(Color::letter)
        })?;
        let offer = if self.exchange == Exchange::Offered {
            's'
        } else {
            '-'
        };
        write!(f, " {} {offer}", self.to_move.letter())?;
        f.write_str(if self.exchanged { " 2" } else { "" })
    }
}

impl<const W: usize> fmt::Debug for Narrows<W> {
    /// The position line, or with `{:#?}` a drawing.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !f.alternate() {
            return fmt::Display::fmt(self, f);
        }
        notation::draw_board(f, self.size, |point| {
            self.color_at(point).map_or('.', Color::letter)
        })
    }
}

impl<const W: usize> Narrows<W> {
    /// The color of the stone on a point of the board.
    #[must_use]
    pub fn color_at(&self, point: Point) -> Option<Color> {
        let index = self.size.contains(point).then(|| self.size.index(point))?;
        [Color::Black, Color::White]
            .into_iter()
            .find(|&color| self.stones(color).contains(index))
    }
}
