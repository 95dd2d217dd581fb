//! Results in a file: what a key and what is known of it look like there.

use super::keys::Key;
#[cfg(feature = "store")]
use super::table::Known;

impl From<Key> for u128 {
    fn from(key: Key) -> Self {
        Self::from(key.a) << 64 | Self::from(key.b)
    }
}

impl From<u128> for Key {
    fn from(number: u128) -> Self {
        Self {
            a: (number >> 64) as u64,
            b: number as u64,
        }
    }
}

#[cfg(feature = "store")]
impl crate::solver::store::Kept for Known {
    const FORMAT: &'static str = "narrows, results of Black Narrows, 2";

    fn to_bits(self) -> u32 {
        self.to_bits()
    }

    fn from_bits(bits: u32) -> Option<Self> {
        let known = Self::from_bits(bits);
        (known.to_bits() == bits).then_some(known)
    }

    fn and(self, other: Self) -> Self {
        self.and(other)
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
}
