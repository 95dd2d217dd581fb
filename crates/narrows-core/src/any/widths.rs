//! The one list of board widths in use, and what depends on it.

use crate::any::AnyMove;
use crate::black_narrows::{self, BlackNarrows};
use crate::game::Game;
use crate::geometry::{MAX_SIDE, Point};
use crate::narrows::{self, Narrows, Pie};

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

            pub(super) fn black_narrows(setup: black_narrows::Setup) -> Result<Self, black_narrows::SetupError> {
                $(
                    if setup.size.points() <= 64 * $width {
                        return BlackNarrows::<$width>::try_from(setup).map(Self::$black_narrows);
                    }
                )*
                widest_holds_every_size(Self::WIDTHS)
            }

            pub(super) fn narrows(setup: narrows::Setup, pie: Pie) -> Result<Self, narrows::SetupError> {
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

#[cfg(test)]
pub(super) mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::game::GameKind;
    use crate::geometry::Size;

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
