//! Results in a file: the whole position as a key, and who wins it.

use alloc::vec::Vec;

use narrows_core::Size;

#[cfg(feature = "store")]
use super::key::{numbers, numbers_on};
use super::table::Key;
#[cfg(feature = "store")]
use crate::solver::effort::{effort, least_work};
use crate::solver::store::number;

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
    const FORMAT: &'static str = "narrows, results of Narrows, 4";
    const BYTES: usize = 1;

    fn key_bytes(group: u16) -> usize {
        let [columns, rows] = group.to_be_bytes();
        let points = u16::from(columns) * u16::from(rows);
        if points > 64 {
            return usize::from(points).div_ceil(DIGITS);
        }
        let below = numbers(u32::from(points).max(1)).to_be_bytes();
        below.iter().skip_while(|&&byte| byte == 0).count()
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

/// On boards of more than 64 points so many points share a byte: 3 to this power is less than 256.
const DIGITS: usize = 5;
/// The powers of 3 that a byte holds.
const POWERS: [u8; DIGITS + 1] = [1, 3, 9, 27, 81, 243];

/// A key as a file has it: the number, least byte first, or the points five in a byte.
pub(super) fn to_bytes<K: Key>(key: K, size: Size) -> Vec<u8> {
    if K::WORDS == 0 {
        return key.number().to_le_bytes().into();
    }
    let bit = |point: usize, side: usize| {
        let word = key.word(point / 64 + side * K::WORDS / 2);
        u8::from(word >> (point % 64) & 1 == 1)
    };
    let mut bytes = alloc::vec![0; size.points().div_ceil(DIGITS)];
    for point in (0..size.points()).rev() {
        let digit = bit(point, 0) + 2 * bit(point, 1);
        let byte = &mut bytes[point / DIGITS];
        *byte = 3 * *byte + digit;
    }
    bytes
}

/// The key in these bytes.
pub(super) fn from_bytes<K: Key>(bytes: &[u8], size: Size) -> K {
    if K::WORDS == 0 {
        return K::from_number(number(bytes));
    }
    let mut words = alloc::vec![0; K::WORDS];
    for point in 0..size.points() {
        let digit = bytes[point / DIGITS] / POWERS[point % DIGITS] % 3;
        if digit > 0 {
            let side = usize::from(digit == 2) * K::WORDS / 2;
            words[point / 64 + side] |= 1 << (point % 64);
        }
    }
    K::from_words(|word| words[word])
}

/// Whether these bytes are the key of some set of stones on the board, of which each point has one at most.
#[cfg(feature = "store")]
pub(super) fn is_key(bytes: &[u8], size: Size) -> bool {
    if size.points() <= 64 {
        return number(bytes) < numbers_on(size);
    }
    let fits = |(at, &byte): (usize, &u8)| {
        let points = size.points().saturating_sub(at * DIGITS);
        byte < POWERS[points.min(DIGITS)]
    };
    bytes.iter().enumerate().all(fits)
}

/// The group of all positions of a board.
pub(super) const fn group(size: Size) -> u16 {
    u16::from_be_bytes([size.columns(), size.rows()])
}

#[cfg(all(test, feature = "store"))]
mod tests {
    use super::super::position::Pair;
    use super::super::set::Words;
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
        for (columns, rows, bytes) in [
            (2, 2, 1),
            (6, 5, 6),
            (8, 5, 8),
            (8, 8, 13),
            (26, 2, 11),
            (9, 8, 15),
            (26, 26, 136),
        ] {
            let size = Size::new(columns, rows).unwrap();
            assert_eq!(Proven::key_bytes(group(size)), bytes);
        }
        // What no board is, in a damaged file.
        assert_eq!(Proven::key_bytes(0), 1);
        assert_eq!(Proven::key_bytes(u16::MAX), 13_005);
    }

    #[test]
    fn keys_come_back() {
        fn check<K: Key>(key: K, size: &str) {
            let size: Size = size.parse().unwrap();
            let bytes = to_bytes(key, size);
            let length = Proven::key_bytes(group(size));
            assert_eq!(from_bytes::<K>(&bytes[..length], size), key);
            assert!(K::WORDS == 0 || bytes.len() == length);
        }
        check(3_u128.pow(64) - 1, "8x8");
        let (own, other) = (
            0x0123_4567_89AB_CDEF,
            0x1010_1010_1010_1010 & !0x0123_4567_89AB_CDEF,
        );
        check(
            Pair {
                own: Words([own, 0x55]),
                other: Words([other, 0xAA]),
            },
            "9x8",
        );
        let mut wide = Pair {
            own: Words([own; 11]),
            other: Words([other; 11]),
        };
        wide.own.0[10] = 0;
        wide.other.0[10] = 0xF_FFFF_FFFF;
        check(wide, "26x26");
    }
}
