//! Sets of points as machine words: one, or several.
#![allow(
    clippy::cast_possible_truncation,
    reason = "numbers of points of a board, or of fewer things"
)]

use alloc::vec::Vec;
use core::fmt::Debug;
use core::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of points, each a bit. Boards of up to 64 points pay for one word alone.
pub(crate) trait Set:
    Copy
    + Default
    + Ord
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// Number of bits.
    const BITS: u32;

    /// A set for each point.
    type PerPoint: Clone + Debug + Send + Sync;

    /// The empty set for each point.
    fn per_point() -> Self::PerPoint;

    /// The set of a point; for an index beyond [`BITS`](Self::BITS) any set.
    fn at(sets: &Self::PerPoint, index: u32) -> Self;

    /// The set of a point, to be changed.
    fn at_mut(sets: &mut Self::PerPoint, index: u32) -> &mut Self;

    /// The set of one point, of index below [`BITS`](Self::BITS).
    fn bit(index: u32) -> Self;

    /// All points moved up by less than 64.
    fn up(self, count: u32) -> Self;

    /// All points moved down by less than 64.
    fn down(self, count: u32) -> Self;

    /// Whether there are no points.
    fn is_empty(self) -> bool;

    /// Number of points.
    fn len(self) -> u32;

    /// Index of the lowest point; [`BITS`](Self::BITS) if there is none.
    fn first(self) -> u32;

    /// The lowest point alone.
    fn lowest(self) -> Self;

    /// The highest point alone.
    fn highest(self) -> Self;

    /// All but the lowest point.
    fn without_lowest(self) -> Self;

    /// The first 64 points from `index` on.
    fn word_from(self, index: u32) -> u64;

    /// The points of a row: `bits`, moved up to begin at `index`.
    fn from_word(bits: u64, index: u32) -> Self;

    /// Bit 0 becomes bit `bits - 1`, and so on; the set has no points from `bits` on.
    fn reversed(self, bits: u32) -> Self;
}

impl Set for u64 {
    const BITS: u32 = 64;

    type PerPoint = [Self; 64];

    fn per_point() -> [Self; 64] {
        [0; 64]
    }

    #[inline(always)]
    fn at(sets: &[Self; 64], index: u32) -> Self {
        sets[index as usize & 63]
    }

    fn at_mut(sets: &mut [Self; 64], index: u32) -> &mut Self {
        &mut sets[index as usize & 63]
    }

    #[inline(always)]
    fn bit(index: u32) -> Self {
        1 << (index & 63)
    }

    #[inline(always)]
    fn up(self, count: u32) -> Self {
        self << count
    }

    #[inline(always)]
    fn down(self, count: u32) -> Self {
        self >> count
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self == 0
    }

    #[inline(always)]
    fn len(self) -> u32 {
        self.count_ones()
    }

    #[inline(always)]
    fn first(self) -> u32 {
        self.trailing_zeros()
    }

    #[inline(always)]
    fn lowest(self) -> Self {
        self & self.wrapping_neg()
    }

    #[inline(always)]
    fn highest(self) -> Self {
        if self == 0 {
            0
        } else {
            1 << (63 - self.leading_zeros())
        }
    }

    #[inline(always)]
    fn without_lowest(self) -> Self {
        self & self.wrapping_sub(1)
    }

    #[inline(always)]
    fn word_from(self, index: u32) -> u64 {
        self >> (index & 63)
    }

    #[inline(always)]
    fn from_word(bits: u64, index: u32) -> Self {
        bits << (index & 63)
    }

    #[inline(always)]
    fn reversed(self, bits: u32) -> Self {
        self.reverse_bits() >> (64 - bits)
    }
}

/// A set in `N` words, the lowest points first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Words<const N: usize>(pub(crate) [u64; N]);

impl<const N: usize> Default for Words<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> PartialOrd for Words<N> {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> Ord for Words<N> {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

macro_rules! word_by_word {
    ($($operation:ident $function:ident $apply:tt)*) => {
        $(impl<const N: usize> $operation for Words<N> {
            type Output = Self;

            #[inline(always)]
            fn $function(mut self, other: Self) -> Self {
                for (word, other) in self.0.iter_mut().zip(other.0) {
                    *word $apply other;
                }
                self
            }
        })*
    };
}

word_by_word! {
    BitAnd bitand &=
    BitOr bitor |=
    BitXor bitxor ^=
}

impl<const N: usize> Not for Words<N> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl<const N: usize> Words<N> {
    /// The word with this number; 0 beyond the last.
    #[inline(always)]
    fn word(&self, number: usize) -> u64 {
        self.0.get(number).copied().unwrap_or(0)
    }
}

impl<const N: usize> Set for Words<N> {
    const BITS: u32 = 64 * N as u32;

    /// One more than there are points, for the index that stands for none.
    type PerPoint = Vec<Self>;

    fn per_point() -> Vec<Self> {
        alloc::vec![Self::default(); 64 * N + 1]
    }

    #[inline(always)]
    fn at(sets: &Vec<Self>, index: u32) -> Self {
        sets[index as usize]
    }

    fn at_mut(sets: &mut Vec<Self>, index: u32) -> &mut Self {
        &mut sets[index as usize]
    }

    #[inline(always)]
    fn bit(index: u32) -> Self {
        Self::from_word(1, index)
    }

    #[inline(always)]
    fn up(self, count: u32) -> Self {
        let carried = |word: usize| (self.0[word] >> 1) >> (63 - count);
        Self(core::array::from_fn(|word| {
            self.0[word] << count | word.checked_sub(1).map_or(0, carried)
        }))
    }

    #[inline(always)]
    fn down(self, count: u32) -> Self {
        let carried = |word: u64| (word << 1) << (63 - count);
        Self(core::array::from_fn(|word| {
            self.0[word] >> count | carried(self.word(word + 1))
        }))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    fn first(self) -> u32 {
        let found = self.0.iter().enumerate().find(|(_, word)| **word != 0);
        found.map_or(Self::BITS, |(number, word)| {
            64 * number as u32 + word.trailing_zeros()
        })
    }

    #[inline(always)]
    fn lowest(self) -> Self {
        self & !self.without_lowest()
    }

    #[inline(always)]
    fn highest(self) -> Self {
        let mut words = [0; N];
        if let Some(number) = self.0.iter().rposition(|word| *word != 0) {
            words[number] = self.0[number].highest();
        }
        Self(words)
    }

    #[inline(always)]
    fn without_lowest(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }

    #[inline(always)]
    fn word_from(self, index: u32) -> u64 {
        let (number, shift) = (index as usize / 64, index % 64);
        self.word(number) >> shift | (self.word(number + 1) << 1) << (63 - shift)
    }

    #[inline(always)]
    fn from_word(bits: u64, index: u32) -> Self {
        let (number, shift) = (index as usize / 64, index % 64);
        let mut words = [0; N];
        words[number] = bits << shift;
        if let Some(next) = words.get_mut(number + 1) {
            *next = (bits >> 1) >> (63 - shift);
        }
        Self(words)
    }

    fn reversed(self, bits: u32) -> Self {
        let mut all = self.0.map(u64::reverse_bits);
        all.reverse();
        let all = Self(all);
        Self(core::array::from_fn(|word| {
            all.word_from(Self::BITS - bits + 64 * word as u32)
        }))
    }
}
