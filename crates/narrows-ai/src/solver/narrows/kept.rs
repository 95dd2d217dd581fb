//! Results in a file: the whole position as a key, and who wins it.

use core::ops::RangeInclusive;

/// Results that cost fewer expanded positions are found again sooner than they are read.
pub(super) const HEAVY_NODES: u64 = 128;

/// The numbers of positions of 64 points take 102 bits.
const NUMBER_BITS: u32 = 112;

/// Whether the side to move wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Won(pub(crate) bool);

#[cfg(feature = "store")]
impl crate::solver::store::Kept for Won {
    const FORMAT: &'static str = "narrows, results of Narrows, 2";

    fn to_bits(self) -> u32 {
        if self.0 { 1 } else { 2 }
    }

    fn from_bits(bits: u32) -> Option<Self> {
        match bits {
            1 => Some(Self(true)),
            2 => Some(Self(false)),
            _ => None,
        }
    }

    fn and(self, _same: Self) -> Self {
        self
    }
}

/// The keys of all positions of a board.
pub(super) fn keys(columns: u8, rows: u8) -> RangeInclusive<u128> {
    let first = key(columns, rows, 0);
    first..=first | ((1 << NUMBER_BITS) - 1)
}

/// The key of the position with this number on a board of at most 64 points.
pub(super) fn key(columns: u8, rows: u8, number: u128) -> u128 {
    (u128::from(columns) << 8 | u128::from(rows)) << NUMBER_BITS | number
}

/// The number in a key.
pub(super) const fn number(key: u128) -> u128 {
    key & ((1 << NUMBER_BITS) - 1)
}
