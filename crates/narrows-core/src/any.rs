//! The choice of game and board width at run time, in one place.
//!
//! [`AnyPosition`] is one of the concrete position types; [`with_position!`](crate::with_position) runs
//! generic code on it.

mod moves;

use alloc::vec::Vec;
use core::any::Any;
use core::fmt;
use core::str::FromStr;

use crate::black_narrows::{self, BlackNarrows};
use crate::game::{Game, GameKind, GameSizeError, Illegal, PlayError};
use crate::geometry::{MAX_SIDE, Point, Size};
use crate::narrows::{self, Color, Narrows, Pie};
use crate::player::{Outcome, Player};

pub use moves::{AnyMove, ParseAnyMoveError};

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

/// A concrete position type that [`AnyPosition`] can hold: how generic code gets in and out.
///
/// Positions of every width have it, so code that is generic over the width needs no list of widths either.
pub trait Concrete: Game + Into<AnyPosition> {
    /// Wraps a position. It is held at the least width in use that its board fits in, whatever its own.
    fn wrap(self) -> AnyPosition {
        self.into()
    }

    /// Wraps a move.
    fn wrap_move(concrete: Self::Move) -> AnyMove;

    /// The move of this game, `None` if it is one of the other game.
    fn unwrap_move(any: AnyMove) -> Option<Self::Move>;
}

impl<const W: usize> Concrete for BlackNarrows<W> {
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

impl<const W: usize> Concrete for Narrows<W> {
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

/// Makes an enum of positions and the macro that dispatches on it from a list of widths, in ascending order.
/// Whatever depends on the list is made here; another width is another line of it.
macro_rules! widths {
    (
        $(#[$enum_attribute:meta])*
        enum $enum:ident;
        $(#[$macro_attribute:meta])*
        macro $with:ident;
        $($width:literal $black_narrows:ident $narrows:ident,)*
    ) => {
        $(#[$enum_attribute])*
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub enum $enum {
            $(
                #[doc = concat!("Black Narrows on at most 64 · ", $width, " points.")]
                $black_narrows(BlackNarrows<$width>),
                #[doc = concat!("Narrows on at most 64 · ", $width, " points.")]
                $narrows(Narrows<$width>),
            )*
        }

        impl $enum {
            /// The widths of boards in use, in words of 64 points.
            pub const WIDTHS: &[usize] = &[$($width),*];

            fn black_narrows(setup: black_narrows::Setup) -> Result<Self, black_narrows::SetupError> {
                $(
                    if setup.size.points() <= 64 * $width {
                        return BlackNarrows::<$width>::try_from(setup).map(Self::$black_narrows);
                    }
                )*
                widest_holds_every_size(Self::WIDTHS)
            }

            fn narrows(setup: narrows::Setup, pie: Pie) -> Result<Self, narrows::SetupError> {
                $(
                    if setup.size.points() <= 64 * $width {
                        return setup.into_any_position::<$width>(pie).map(Self::$narrows);
                    }
                )*
                widest_holds_every_size(Self::WIDTHS)
            }
        }

        impl<const W: usize> From<BlackNarrows<W>> for $enum {
            fn from(position: BlackNarrows<W>) -> Self {
                $(
                    if position.size().points() <= 64 * $width {
                        return Self::$black_narrows(position.in_width());
                    }
                )*
                widest_holds_every_size(Self::WIDTHS)
            }
        }

        impl<const W: usize> From<Narrows<W>> for $enum {
            fn from(position: Narrows<W>) -> Self {
                $(
                    if position.size().points() <= 64 * $width {
                        return Self::$narrows(position.in_width());
                    }
                )*
                widest_holds_every_size(Self::WIDTHS)
            }
        }

        $(#[$macro_attribute])*
        macro_rules! $with {
            ($any:expr, $position:ident => $body:expr) => {
                match $any {
                    $(
                        $crate::any::$enum::$black_narrows($position) => $body,
                        $crate::any::$enum::$narrows($position) => $body,
                    )*
                }
            };
            (
                $any:expr,
                black_narrows($first:pat) => $black_narrows_body:expr,
                narrows($second:pat) => $narrows_body:expr
            ) => {
                match $any {
                    $(
                        $crate::any::$enum::$black_narrows($first) => $black_narrows_body,
                        $crate::any::$enum::$narrows($second) => $narrows_body,
                    )*
                }
            };
        }
    };
}

/// What follows the last width of the list: no size is left.
fn widest_holds_every_size<T>(widths: &[usize]) -> T {
    unreachable!("some board is larger than all of {widths:?} words")
}

widths! {
    /// A position of either game on a board of any size.
    ///
    /// # Equality
    /// As in [`BlackNarrows`] and [`Narrows`].
    enum AnyPosition;

    /// Runs an expression on the concrete position inside an [`AnyPosition`](crate::AnyPosition), whatever its
    /// type; or one of two expressions, by game.
    ///
    /// ```
    /// use narrows_core::{AnyPosition, Game, GameKind, Pie, with_position};
    ///
    /// fn stones_left<G: Game>(position: &G) -> usize { position.legal_moves().len() }
    ///
    /// let start = AnyPosition::start(GameKind::BlackNarrows, "19x19".parse()?, Pie::On)?;
    /// assert_eq!(with_position!(&start, position => stones_left(position)), 361);
    ///
    /// let dead = with_position!(&start,
    ///     black_narrows(position) => Some(position.dead().len()),
    ///     narrows(_) => None
    /// );
    /// assert_eq!(dead, Some(0));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[macro_export]
    macro with_position;

    1 BlackNarrows1 Narrows1,
    3 BlackNarrows3 Narrows3,
    6 BlackNarrows6 Narrows6,
    11 BlackNarrows11 Narrows11,
}

const _: () = assert!(
    64 * AnyPosition::WIDTHS[AnyPosition::WIDTHS.len() - 1]
        >= MAX_SIDE as usize * MAX_SIDE as usize,
    "the widest board holds every size"
);

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

// Where the macro `with_wider` looks for it.
#[cfg(test)]
use tests::Wider;

#[cfg(test)]
mod tests {
    use super::*;

    // The list with one more line.
    widths! {
        /// Positions on boards of one more width.
        enum Wider;
        macro with_wider;
        1 BlackNarrows1 Narrows1,
        2 BlackNarrows2 Narrows2,
        3 BlackNarrows3 Narrows3,
        6 BlackNarrows6 Narrows6,
        11 BlackNarrows11 Narrows11,
    }

    /// What generic code sees of a position: no list of widths is needed for it.
    trait Seen: Concrete {
        fn words(&self) -> usize;
    }

    impl<const W: usize> Seen for BlackNarrows<W> {
        fn words(&self) -> usize {
            W
        }
    }

    impl<const W: usize> Seen for Narrows<W> {
        fn words(&self) -> usize {
            W
        }
    }

    /// Every size of either game gets the least width that holds it, from a setup, from a line, and from
    /// a position of any other width; and what generic code does with it is the same.
    #[test]
    fn another_width_is_another_line() {
        let least = |points| {
            Wider::WIDTHS
                .iter()
                .copied()
                .find(|words| points <= 64 * words)
        };
        for side in 2..=MAX_SIDE {
            let size = Size::new(side, side & !1).expect("a size");
            let setup = || black_narrows::Setup {
                size,
                stones: Vec::new(),
            };
            let placed = Wider::black_narrows(setup()).expect("a size of the game");
            let filled =
                Wider::narrows(narrows::Setup::start(size), Pie::On).expect("a size of the game");
            for (wider, kind) in [
                (placed, GameKind::BlackNarrows),
                (filled, GameKind::Narrows),
            ] {
                let listed = AnyPosition::start(kind, size, Pie::On).expect("a size of the game");
                let words = with_wider!(&wider, position => position.words());
                assert_eq!(Some(words), least(size.points()), "{kind} {size}");
                let moves = with_wider!(&wider, position => position.legal_moves().len());
                assert_eq!(moves, listed.legal_moves().len());
                let by_game = with_wider!(&wider,
                    black_narrows(position) => position.dead().len(),
                    narrows(position) => position.empty().len()
                );
                assert_eq!(by_game, 0);
                assert!(with_wider!(wider.clone(), position => position.wrap()) == listed);
                assert!(with_position!(listed, position => Wider::from(position)) == wider);
            }
        }
        assert_eq!(AnyPosition::WIDTHS.len() + 1, Wider::WIDTHS.len());
    }
}
