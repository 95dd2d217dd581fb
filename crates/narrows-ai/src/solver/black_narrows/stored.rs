//! Results in a file: what a key and what is known of it look like there.

use super::key::Key;
use super::table::Known;
#[cfg(feature = "store")]
use super::table::{effort_bits, work_in};

impl From<Key> for u128 {
    fn from(key: Key) -> Self {
        Self::from(key.a) << 64 | Self::from(key.b)
    }
}

impl From<u128> for Key {
    #[expect(clippy::cast_possible_truncation, reason = "the two halves")]
    fn from(number: u128) -> Self {
        Self {
            a: (number >> 64) as u64,
            b: number as u64,
        }
    }
}

/// What is proven of a subgame's nimber, and what it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Proven {
    pub(super) known: Known,
    /// Expanded positions.
    pub(super) work: u64,
}

#[cfg(feature = "store")]
impl crate::solver::store::Kept for Proven {
    const FORMAT: &'static str = "narrows, results of Black Narrows, 4";
    const BYTES: usize = 4;

    fn key_bytes(_group: u16) -> usize {
        16
    }

    fn to_bits(self) -> u32 {
        self.known.to_bits() | effort_bits(self.work)
    }

    fn from_bits(bits: u32) -> Option<Self> {
        let known = Known::from_bits(bits);
        let work = work_in(bits);
        let proven = Self { known, work };
        (proven.to_bits() == bits).then_some(proven)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_come_back() {
        for key in [Key::of(1, 2), Key::of(2, 1), Key { a: 0, b: u64::MAX }] {
            assert_eq!(Key::from(u128::from(key)), key);
        }
    }

    #[test]
    #[cfg(feature = "store")]
    fn results_come_back() {
        use crate::solver::effort::SAMPLES;
        use crate::solver::store::Kept as _;

        for known in [
            Known::Exact(0),
            Known::Exact(13),
            Known::Not(1),
            Known::Not(0xff_ffff),
        ] {
            for (work, least) in SAMPLES {
                let bits = Proven { known, work }.to_bits();
                let back = Proven { known, work: least };
                assert_eq!(Proven::from_bits(bits), Some(back));
            }
        }
        assert_eq!(Proven::from_bits(1 << 30), None);
    }
}
