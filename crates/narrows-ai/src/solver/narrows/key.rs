//! Positions as whole numbers: one digit of base three for every point.
//!
//! The number of a position is the table's whole key. Two positions share it only if they are
//! equal, so nothing that the table answers rests on a hash.
#![allow(
    clippy::cast_possible_truncation,
    reason = "a byte is cut out of a word"
)]

use alloc::vec::Vec;

use narrows_core::Size;

/// `THREE[b]`: the bits of `b` read as digits of base three.
const THREE: [u16; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut digit, mut power, mut sum) = (0, 1, 0);
        while digit < 8 {
            if byte >> digit & 1 == 1 {
                sum += power;
            }
            power *= 3;
            digit += 1;
        }
        table[byte] = sum;
        byte += 1;
    }
    table
};

/// One more than the greatest number of a position on so many points, up to 64.
pub(crate) const fn numbers(points: u32) -> u128 {
    3_u128.pow(if points > 64 { 64 } else { points })
}

/// The same for a board of this size.
pub(crate) fn numbers_on(size: Size) -> u128 {
    numbers(u32::from(size.columns()) * u32::from(size.rows()))
}

/// Turns positions of one board of at most 64 points into numbers.
#[derive(Clone, Debug)]
pub(crate) struct Numbering {
    /// Shift and power of three of each group of up to eight points.
    groups: Vec<(u32, u64)>,
    /// Groups that fit together in one word.
    low_groups: usize,
    low_power: u64,
}

impl Numbering {
    /// For sets in rows of so many bits.
    pub(crate) fn new(columns: u32, rows: u32, row_bits: u32) -> Self {
        let mut widths = Vec::new();
        if row_bits == 8 {
            widths.extend((0..rows).map(|row| (8 * row, columns)));
        } else {
            let points = columns * rows;
            widths.extend(
                (0..points)
                    .step_by(8)
                    .map(|shift| (shift, (points - shift).min(8))),
            );
        }
        let (mut low_points, mut low_groups) = (0, 0);
        while low_groups < widths.len() && low_points + widths[low_groups].1 <= 40 {
            low_points += widths[low_groups].1;
            low_groups += 1;
        }
        Self {
            groups: widths
                .iter()
                .map(|&(shift, width)| (shift, 3_u64.pow(width)))
                .collect(),
            low_groups,
            low_power: 3_u64.pow(low_points),
        }
    }

    /// The number of this very pair of sets.
    #[inline]
    pub(crate) fn number(&self, own: u64, other: u64) -> u128 {
        let digits = |shift: u32| {
            let own = THREE[(own >> (shift & 63)) as usize & 0xFF];
            let other = THREE[(other >> (shift & 63)) as usize & 0xFF];
            u64::from(own) + 2 * u64::from(other)
        };
        let (low, high) = self.groups.split_at(self.low_groups);
        let fold = |groups: &[(u32, u64)]| {
            groups
                .iter()
                .rev()
                .fold(0, |sum, &(shift, power)| sum * power + digits(shift))
        };
        if high.is_empty() {
            u128::from(fold(low))
        } else {
            u128::from(fold(high)) * u128::from(self.low_power) + u128::from(fold(low))
        }
    }
}
