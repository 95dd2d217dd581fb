//! Positions: as the solver takes them from the core, and as sets of points on a board.
//!
//! A position is a [`Pair`]: the stones of the side to move and those of the other side. Which of
//! the two is Black plays no part (lemma N3).

use alloc::vec::Vec;
use core::fmt::Debug;
use core::marker::PhantomData;

use narrows_core::narrows::{Color, Narrows};
use narrows_core::{Game, Size};

use super::key::Numbering;
use super::set::{Set, Words};
use super::table::Key;
use crate::solver::mix::mix;

/// The stones of the side to move and of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) struct Pair<S> {
    /// Stones of the side to move.
    pub own: S,
    /// Stones of the other side.
    pub other: S,
}

impl<S: Set> Pair<S> {
    /// Number of stones on the board.
    pub(crate) fn stones(self) -> u32 {
        self.own.len() + self.other.len()
    }

    /// The position after the capture, seen by the side that then moves.
    #[inline(always)]
    pub(crate) fn after(self, from: S, to: S) -> Self {
        Self {
            own: self.other & !to,
            other: (self.own & !from) | to,
        }
    }

    /// The pair with both sets changed alike.
    pub(crate) fn map<T>(self, mut each: impl FnMut(S) -> T) -> Pair<T> {
        Pair {
            own: each(self.own),
            other: each(self.other),
        }
    }
}

/// How points lie in a set, and what names a position.
pub(crate) trait Layout: Copy + Debug + Send + Sync + 'static {
    /// The set of points.
    type Set: Set;
    /// What names a position in a table.
    type Key: Key;
    /// Whether rows have eight bits, whatever the number of columns.
    const EIGHT: bool;

    /// The name of this very pair (bring it to canonical form first).
    fn key(numbering: &Numbering, pair: Pair<Self::Set>) -> Self::Key;
}

/// Rows of eight bits in one word, for boards within 8x8.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Eight;

/// Rows of as many bits as there are columns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows<S>(PhantomData<S>);

impl Layout for Eight {
    type Set = u64;
    type Key = u128;
    const EIGHT: bool = true;

    #[inline(always)]
    fn key(numbering: &Numbering, pair: Pair<u64>) -> u128 {
        numbering.number(pair.own, pair.other)
    }
}

impl Layout for Rows<u64> {
    type Set = u64;
    type Key = u128;
    const EIGHT: bool = false;

    #[inline(always)]
    fn key(numbering: &Numbering, pair: Pair<u64>) -> u128 {
        numbering.number(pair.own, pair.other)
    }
}

impl<const N: usize> Layout for Rows<Words<N>> {
    type Set = Words<N>;
    type Key = Pair<Words<N>>;
    const EIGHT: bool = false;

    #[inline(always)]
    fn key(_numbering: &Numbering, pair: Self::Key) -> Self::Key {
        pair
    }
}

impl<const N: usize> Key for Pair<Words<N>> {
    const WORDS: usize = 2 * N;

    // At most 675 captures on 26x26 points.
    const PLIES_BITS: u32 = 10;

    fn word(&self, number: usize) -> u64 {
        let Words(words) = if number < N { self.own } else { self.other };
        words[number % N]
    }

    fn from_words(word: impl Fn(usize) -> u64) -> Self {
        Self {
            own: Words(core::array::from_fn(&word)),
            other: Words(core::array::from_fn(|number| word(N + number))),
        }
    }

    fn number(self) -> u128 {
        0
    }

    fn from_number(_number: u128) -> Self {
        Self::default()
    }

    /// No position has a point of both sides: that is the flag.
    fn flagged(self, flag: bool) -> Self {
        Self {
            own: self.own,
            other: if flag {
                self.own | self.other
            } else {
                self.other
            },
        }
    }

    #[inline]
    fn hash(&self) -> u64 {
        let words = self.own.0.iter().chain(&self.other.0);
        words.fold(0, |hash, word| mix(hash ^ word))
    }
}

/// Where the exchange of colors (the pie rule) stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Exchange {
    /// Not on offer now nor later.
    #[default]
    Off,
    /// On offer after the next capture, unless that ends the game.
    Pending,
    /// One of the moves now.
    Offered,
}

/// A position as it comes from the core, whatever its width: point (column, row) is bit
/// `row * columns + column`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Given {
    pub(crate) size: Size,
    /// The stones of the side to move and of the other, in as many words as it takes.
    pub(crate) stones: Pair<Vec<u64>>,
    pub(crate) exchange: Exchange,
}

impl<const W: usize> From<&Narrows<W>> for Given {
    fn from(position: &Narrows<W>) -> Self {
        let size = position.size();
        let stones = |color: Color| {
            let words = position.stones(color).words();
            let count = size.points().div_ceil(64);
            words.into_iter().take(count).collect()
        };
        let to_move = position.color_to_move();
        let exchange = if position.exchange_is_offered() {
            Exchange::Offered
        } else if position.exchange_is_pending() {
            Exchange::Pending
        } else {
            Exchange::Off
        };
        Self {
            size,
            stones: Pair {
                own: stones(to_move),
                other: stones(to_move.other()),
            },
            exchange,
        }
    }
}

/// Runs code on the layout for a size: `with_layout!(size, L => …)`.
macro_rules! with_layout {
    ($size:expr, $layout:ident => $run:expr) => {{
        use $crate::solver::narrows::position::{Eight, Rows};
        use $crate::solver::narrows::set::Words;
        let size: narrows_core::Size = $size;
        if size.columns() <= 8 && size.rows() <= 8 {
            type $layout = Eight;
            $run
        } else {
            match size.points() {
                // A browser downloads what is compiled: there two words serve smaller boards, too, and eleven all
                // larger ones.
                #[cfg(not(target_family = "wasm"))]
                0..=64 => {
                    type $layout = Rows<u64>;
                    $run
                }
                0..=128 => {
                    type $layout = Rows<Words<2>>;
                    $run
                }
                #[cfg(not(target_family = "wasm"))]
                129..=192 => {
                    type $layout = Rows<Words<3>>;
                    $run
                }
                _ => {
                    type $layout = Rows<Words<11>>;
                    $run
                }
            }
        }
    }};
}
pub(crate) use with_layout;
