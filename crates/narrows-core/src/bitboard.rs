//! Sets of points as bits, and the grid that gives the bits their neighbors.
//!
//! A [`Bitboard<W>`] is `W` words of 64 bits; which point a bit stands for is the numbering of
//! [`geometry`](crate::geometry), so a set is only meaningful together with a size. [`Grid`] is that
//! size with the masks that keep columns from running into one another.
//!
//! The width is a const parameter: with `W = 1` every loop over words disappears and a set costs what
//! a plain `u64` costs.

mod grid;

use core::fmt;
use core::iter::FusedIterator;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Sub, SubAssign};

use crate::geometry::MAX_SIDE;

pub use grid::Grid;

/// A set of points.
///
/// # Equality
/// Two sets are equal if they hold the same bits; the order is by words from the highest, so it is the
/// numerical order of the set read as one long number.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bitboard<const W: usize>([u64; W]);

impl<const W: usize> Bitboard<W> {
    /// The empty set.
    pub const EMPTY: Self = Self([0; W]);

    /// Number of bits, `64 * W`.
    pub const CAPACITY: usize = 64 * W;

    /// The bits of the leftmost column, by number of columns.
    const FIRST_COLUMN: [Self; MAX_SIDE as usize + 1] = {
        let mut table = [Self::EMPTY; MAX_SIDE as usize + 1];
        let mut columns = 1;
        while columns <= MAX_SIDE as usize {
            let mut bit = 0;
            while bit < Self::CAPACITY {
                table[columns].0[bit / 64] |= 1 << (bit % 64);
                bit += columns;
            }
            columns += 1;
        }
        table
    };

    /// A set from its words, lowest bits first.
    #[must_use]
    pub const fn from_words(words: [u64; W]) -> Self {
        Self(words)
    }

    /// The words of the set, lowest bits first.
    #[must_use]
    pub const fn words(self) -> [u64; W] {
        self.0
    }

    /// The same set in another width, which must have room for it.
    pub(crate) fn in_width<const V: usize>(self) -> Bitboard<V> {
        debug_assert!(
            self.0.iter().skip(V).all(|&word| word == 0),
            "{self:?} does not fit in {V} words"
        );
        Bitboard(core::array::from_fn(|word| {
            self.0.get(word).copied().unwrap_or(0)
        }))
    }

    /// The set of one point.
    ///
    /// # Panics
    /// If `index` is not below [`CAPACITY`](Self::CAPACITY).
    #[inline]
    #[must_use]
    pub const fn from_index(index: usize) -> Self {
        let mut words = [0; W];
        words[index / 64] = 1 << (index % 64);
        Self(words)
    }

    /// The set of the bits below `count`.
    #[inline(always)]
    fn below(count: usize) -> Self {
        let mut words = [0; W];
        for (word, bits) in words.iter_mut().enumerate() {
            #[allow(clippy::cast_possible_truncation, reason = "at most 64")]
            let inside = count.saturating_sub(64 * word).min(64) as u32;
            *bits = u64::MAX.checked_shr(64 - inside).unwrap_or(0);
        }
        Self(words)
    }

    /// The set with one more point.
    ///
    /// # Panics
    /// If `index` is not below [`CAPACITY`](Self::CAPACITY).
    #[inline]
    #[must_use]
    pub const fn with(mut self, index: usize) -> Self {
        self.0[index / 64] |= 1 << (index % 64);
        self
    }

    /// The set without a point.
    ///
    /// # Panics
    /// If `index` is not below [`CAPACITY`](Self::CAPACITY).
    #[inline]
    #[must_use]
    pub const fn without(mut self, index: usize) -> Self {
        self.0[index / 64] &= !(1 << (index % 64));
        self
    }

    /// Whether the point is in the set.
    ///
    /// # Panics
    /// If `index` is not below [`CAPACITY`](Self::CAPACITY).
    #[inline]
    #[must_use]
    pub const fn contains(self, index: usize) -> bool {
        self.0[index / 64] & (1 << (index % 64)) != 0
    }

    /// Whether the set has no point.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Number of points in the set.
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        self.count() as usize
    }

    /// The same number as the random numbers of all machines have it.
    #[inline]
    pub(crate) fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether the set has two points or more.
    #[inline]
    #[must_use]
    pub fn has_several(self) -> bool {
        !self.without_first().is_empty()
    }

    /// The lowest point.
    #[inline]
    #[must_use]
    pub fn first(self) -> Option<usize> {
        for (word, &bits) in self.0.iter().enumerate() {
            if bits != 0 {
                return Some(64 * word + bits.trailing_zeros() as usize);
            }
        }
        None
    }

    /// The set of the lowest point only; empty if the set is.
    #[inline]
    #[must_use]
    pub fn lowest(self) -> Self {
        let mut words = [0; W];
        for (word, &bits) in self.0.iter().enumerate() {
            if bits != 0 {
                words[word] = bits & bits.wrapping_neg();
                break;
            }
        }
        Self(words)
    }

    /// The set without its lowest point.
    #[inline]
    #[must_use]
    pub fn without_first(mut self) -> Self {
        for bits in &mut self.0 {
            if *bits != 0 {
                *bits &= *bits - 1;
                break;
            }
        }
        self
    }

    /// The point with `rank` lower points in the set; `None` if there are not so many.
    #[must_use]
    pub fn nth(self, mut rank: usize) -> Option<usize> {
        for (word, &bits) in self.0.iter().enumerate() {
            let here = bits.count_ones() as usize;
            if rank < here {
                let mut bits = bits;
                for _ in 0..rank {
                    bits &= bits - 1;
                }
                return Some(64 * word + bits.trailing_zeros() as usize);
            }
            rank -= here;
        }
        None
    }

    /// Whether every point of this set is in the other.
    #[inline]
    #[must_use]
    pub fn is_subset(self, other: Self) -> bool {
        (self - other).is_empty()
    }

    /// Whether the sets share a point.
    #[inline]
    #[must_use]
    pub fn intersects(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// The points' indexes, lowest first.
    #[inline]
    pub fn iter(self) -> Iter<W> {
        Iter(self)
    }

    /// All bits moved up by `count`, 1 to 63.
    #[inline(always)]
    #[must_use]
    pub(crate) fn up(self, count: u32) -> Self {
        Self(core::array::from_fn(|word| {
            let carried = if word > 0 {
                self.0[word - 1] >> (64 - count)
            } else {
                0
            };
            self.0[word] << count | carried
        }))
    }

    /// All bits moved down by `count`, 1 to 63.
    #[inline(always)]
    #[must_use]
    pub(crate) fn down(self, count: u32) -> Self {
        Self(core::array::from_fn(|word| {
            let carried = if word + 1 < W {
                self.0[word + 1] << (64 - count)
            } else {
                0
            };
            self.0[word] >> count | carried
        }))
    }
}

impl<const W: usize> Default for Bitboard<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> PartialOrd for Bitboard<W> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<const W: usize> Ord for Bitboard<W> {
    #[inline]
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl<const W: usize> fmt::Debug for Bitboard<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

macro_rules! set_operation {
    ($operation:ident, $function:ident, $assign:ident, $assign_function:ident, $apply:expr) => {
        impl<const W: usize> $operation for Bitboard<W> {
            type Output = Self;

            #[inline]
            fn $function(mut self, other: Self) -> Self {
                for word in 0..W {
                    self.0[word] = $apply(self.0[word], other.0[word]);
                }
                self
            }
        }

        impl<const W: usize> $assign for Bitboard<W> {
            #[inline]
            fn $assign_function(&mut self, other: Self) {
                *self = $operation::$function(*self, other);
            }
        }
    };
}

set_operation!(
    BitAnd,
    bitand,
    BitAndAssign,
    bitand_assign,
    |a: u64, b: u64| a & b
);
set_operation!(BitOr, bitor, BitOrAssign, bitor_assign, |a: u64, b: u64| a
    | b);
set_operation!(
    BitXor,
    bitxor,
    BitXorAssign,
    bitxor_assign,
    |a: u64, b: u64| a ^ b
);
// The difference of sets.
set_operation!(Sub, sub, SubAssign, sub_assign, |a: u64, b: u64| a & !b);

/// The indexes of the points of a set, lowest first.
#[derive(Clone, Debug)]
pub struct Iter<const W: usize>(Bitboard<W>);

impl<const W: usize> Iterator for Iter<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let index = self.0.first()?;
        self.0 = self.0.without_first();
        Some(index)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.len();
        (left, Some(left))
    }
}

impl<const W: usize> ExactSizeIterator for Iter<W> {}

impl<const W: usize> FusedIterator for Iter<W> {}

impl<const W: usize> Extend<usize> for Bitboard<W> {
    /// Adds points by their indexes.
    ///
    /// # Panics
    /// If one is not below [`CAPACITY`](Self::CAPACITY).
    fn extend<I: IntoIterator<Item = usize>>(&mut self, indexes: I) {
        *self = indexes.into_iter().fold(*self, Self::with);
    }
}

impl<const W: usize> FromIterator<usize> for Bitboard<W> {
    /// The set of the points with these indexes.
    ///
    /// # Panics
    /// If one is not below [`CAPACITY`](Self::CAPACITY).
    fn from_iter<I: IntoIterator<Item = usize>>(indexes: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(indexes);
        set
    }
}

impl<const W: usize> IntoIterator for Bitboard<W> {
    type Item = usize;
    type IntoIter = Iter<W>;

    fn into_iter(self) -> Iter<W> {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn set_verbs() {
        let set = Bitboard::<3>::EMPTY.with(5).with(64).with(190);
        assert_eq!(set.iter().collect::<Vec<_>>(), [5, 64, 190]);
        assert_eq!([190, 5, 64, 5].into_iter().collect::<Bitboard<3>>(), set);
        assert_eq!(
            (set.len(), set.first(), set.nth(2), set.nth(3)),
            (3, Some(5), Some(190), None)
        );
        assert!(set.without(64).is_subset(set) && !set.is_subset(set.without(64)));
        assert_eq!(set.lowest(), Bitboard::from_index(5));
        assert!(set > set.without(190) && set.has_several() && !set.lowest().has_several());
    }
}
