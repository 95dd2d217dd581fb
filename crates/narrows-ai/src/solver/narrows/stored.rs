//! Results in a file: the whole position as a key, and who wins it.

use narrows_core::Size;

#[cfg(feature = "store")]
use super::key::numbers;
#[cfg(feature = "store")]
use crate::solver::effort::{effort, least_work};

/// Whether the side to move wins, and what it took to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Proven {
    pub(super) won: bool,
    /// Expanded positions.
    pub(super) work: u64,
}

/// The lowest bit says who wins, six others the effort.
#[cfg(feature = "store")]
impl crate::solver::store::Kept for Proven {
    const FORMAT: &'static str = "narrows, results of Narrows, 3";
    const BYTES: usize = 1;

    fn key_bytes(group: u16) -> usize {
        let [columns, rows] = group.to_be_bytes();
        let points = (u32::from(columns) * u32::from(rows)).clamp(1, 64);
        let bits = 128 - numbers(points).leading_zeros();
        bits.div_ceil(8) as usize
    }

    fn to_bits(self) -> u32 {
        u32::from(self.won) | effort(self.work) << 1
    }

    fn from_bits(bits: u32) -> Option<Self> {
        (bits < 1 << 7).then(|| Self {
            won: bits & 1 == 1,
            work: least_work(bits >> 1),
        })
    }
}

/// The group of all positions of a board.
pub(super) const fn group(size: Size) -> u16 {
    u16::from_be_bytes([size.columns(), size.rows()])
}

#[cfg(all(test, feature = "store"))]
mod tests {
    use super::*;
    use crate::solver::effort::SAMPLES;
    use crate::solver::store::Kept as _;

    #[test]
    fn results_come_back() {
        for won in [false, true] {
            for (work, least) in SAMPLES {
                let bits = Proven { won, work }.to_bits();
                let back = Proven { won, work: least };
                assert_eq!(Proven::from_bits(bits), Some(back));
            }
        }
        assert_eq!(Proven::from_bits(1 << 7), None);
    }

    #[test]
    fn keys_fit() {
        for (columns, rows, bytes) in [(2, 2, 1), (6, 5, 6), (8, 5, 8), (8, 8, 13), (26, 2, 11)] {
            let size = Size::new(columns, rows).unwrap();
            assert_eq!(Proven::key_bytes(group(size)), bytes);
        }
        // What no board is, in a damaged file.
        assert_eq!(Proven::key_bytes(0), 1);
        assert_eq!(Proven::key_bytes(u16::MAX), 13);
    }
}
