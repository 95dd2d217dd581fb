//! Numbers of one word and of several in base 128 (LEB128), least digit first.

use core::array::from_fn;

use narrows_core::Bitboard;

/// The set in these words; words that it does not have are left out.
pub(crate) fn set_of<const W: usize>(words: &[u64]) -> Bitboard<W> {
    Bitboard::from_words(from_fn(|word| words.get(word).copied().unwrap_or(0)))
}

/// Appends a number in words, the least first. (The crates for LEB128 end at 128 bits.)
pub(crate) fn put(bytes: &mut Vec<u8>, words: &[u64]) {
    let bits = 64 * words.len();
    let digit = |at: usize| {
        let (word, shift) = (at / 64, at % 64);
        let high = words
            .get(word + 1)
            .map_or(0, |next| (next << 1) << (63 - shift));
        ((words[word] >> shift | high) & 127) as u8
    };
    let used = words.iter().rposition(|word| *word != 0).map_or(1, |word| {
        64 * word + 64 - words[word].leading_zeros() as usize
    });
    for at in (0..bits).step_by(7) {
        if at + 7 >= used {
            bytes.push(digit(at));
            return;
        }
        bytes.push(digit(at) | 128);
    }
}

/// A number being read, digit by digit.
pub(crate) struct Digits<const W: usize> {
    words: [u64; W],
    bits: usize,
}

/// The digits are none of a number of so many words in its shortest form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoNumber;

impl<const W: usize> Digits<W> {
    pub(crate) const fn new() -> Self {
        Self {
            words: [0; W],
            bits: 0,
        }
    }

    /// Takes the next byte; the number if it was the last.
    pub(crate) fn take(&mut self, byte: u8) -> Result<Option<[u64; W]>, NoNumber> {
        let digit = u64::from(byte & 127);
        let (word, shift) = (self.bits / 64, self.bits % 64);
        let high = (digit >> 1) >> (63 - shift);
        match self.words.get_mut(word) {
            Some(low) => *low |= digit << shift,
            None => return Err(NoNumber),
        }
        match self.words.get_mut(word + 1) {
            Some(next) => *next |= high,
            None if high != 0 => return Err(NoNumber),
            None => {}
        }
        if byte & 128 == 0 {
            let padded = digit == 0 && self.bits > 0;
            return if padded {
                Err(NoNumber)
            } else {
                Ok(Some(self.words))
            };
        }
        self.bits += 7;
        Ok(None)
    }
}

/// The sum of two numbers, if it has no more words.
pub(crate) fn sum<const W: usize>(a: [u64; W], b: [u64; W]) -> Option<[u64; W]> {
    let mut carry = false;
    let sum = from_fn(|word| {
        let (part, first) = a[word].overflowing_add(b[word]);
        let (part, second) = part.overflowing_add(carry.into());
        carry = first || second;
        part
    });
    (!carry).then_some(sum)
}

/// What is left of a number if another, no greater one is taken away.
pub(crate) fn difference<const W: usize>(a: [u64; W], b: [u64; W]) -> [u64; W] {
    let mut borrow = false;
    from_fn(|word| {
        let (part, first) = a[word].overflowing_sub(b[word]);
        let (part, second) = part.overflowing_sub(borrow.into());
        borrow = first || second;
        part
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read<const W: usize>(bytes: &[u8]) -> Option<[u64; W]> {
        let mut digits = Digits::<W>::new();
        for (at, &byte) in bytes.iter().enumerate() {
            if let Some(number) = digits.take(byte).ok()? {
                assert_eq!(at + 1, bytes.len());
                return Some(number);
            }
        }
        None
    }

    #[test]
    fn numbers_come_back() {
        for bit in 0..192 {
            for low in [0, 1, 127, 128, 0xFFFF, u64::MAX] {
                let mut words = [0_u64; 3];
                words[bit / 64] = 1 << (bit % 64);
                words[0] |= low;
                let mut bytes = Vec::new();
                put(&mut bytes, &words);
                assert_eq!(read(&bytes), Some(words), "{bytes:?}");
                assert!(bytes.len() <= (bit.max(63) + 7) / 7);
                bytes.pop();
                assert_eq!(read::<3>(&bytes), None);
                let small = u128::from(words[0]) | u128::from(words[1]) << 64;
                if words[2] == 0 {
                    let mut again = Vec::new();
                    put(&mut again, &[small as u64, (small >> 64) as u64]);
                    assert_eq!(read(&again), Some(words));
                }
            }
        }
        let mut bytes = Vec::new();
        put(&mut bytes, &[0]);
        put(&mut bytes, &[300]);
        assert_eq!(bytes, [0, 172, 2]);
    }

    #[test]
    fn what_is_no_number_is_refused() {
        assert_eq!(read::<1>(&[128, 0]), None);
        assert_eq!(read::<1>(&[255; 20]), None);
        let most = [255, 255, 255, 255, 255, 255, 255, 255, 255, 1];
        assert_eq!(read::<1>(&most), Some([u64::MAX]));
        let beyond = [255, 255, 255, 255, 255, 255, 255, 255, 255, 2];
        assert_eq!(read::<1>(&beyond), None);
        assert_eq!(read::<2>(&beyond), Some([u64::MAX >> 1, 1]));
    }

    #[test]
    fn sums_and_differences_carry() {
        let (a, b) = ([u64::MAX, 0, 5], [1, 0, 0]);
        assert_eq!(sum(a, b), Some([0, 1, 5]));
        assert_eq!(difference([0, 1, 5], b), a);
        assert_eq!(sum([u64::MAX, u64::MAX], [1, 0]), None);
        assert_eq!(difference([0, 0, 1], [1, 0, 0]), [u64::MAX, u64::MAX, 0]);
    }
}
