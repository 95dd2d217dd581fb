//! Keys of subgames: 128 mixed bits of what still matters, in the least symmetric image.
//!
//! # Why a part of the key is enough
//!
//! The table ([`super::table`]) keeps 96 bits, so two different subgames are confused only if these
//! agree. For `n` subgames the chance of *any* confusion is below
//! `n^2 / 2^97`: about 10^-9 for a solve that sees 2^33 of them. The mixing function is a
//! bijection on each word (two different finalizers in the two lanes), and unordered
//! sets are sums of mixed words, so nothing but chance can make two keys agree. A certificate
//! ([`crate::verify`]) removes even that chance.

use crate::solver::mix::{mix, mix_otherwise};

/// 128 bits that stand for a subgame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Key {
    /// Kept whole by the table; the lower half chooses the bucket.
    pub(crate) a: u64,
    /// The upper half is kept by the table.
    pub(crate) b: u64,
}

/// Kinds of subgames; equal words of different kinds must not share a key.
pub(crate) mod tag {
    pub(crate) const STONES: u64 = 0x9e37_79b9_7f4a_7c15;
    pub(crate) const QUOTIENT: u64 = 0xc2b2_ae3d_27d4_eb4f;
    pub(crate) const HUB: u64 = 0x1656_67b1_9e37_79f9;
    pub(crate) const GROUP: u64 = 0x27d4_eb2f_1656_67c5;
    pub(crate) const TIED: u64 = 0x8ebc_6af0_9c88_c6e3;
    pub(crate) const STONE: u64 = 0x5851_f42d_4c95_7f2d;
}

impl Key {
    /// A key of one word.
    #[inline(always)]
    pub(crate) fn of(word: u64, tag: u64) -> Key {
        Key {
            a: mix(word ^ tag),
            b: mix_otherwise(word.wrapping_add(tag)),
        }
    }

    /// The key of the ordered pair of `self` and a word.
    #[inline(always)]
    pub(crate) fn then(self, word: u64) -> Key {
        Key {
            a: mix(self.a.rotate_left(17) ^ word),
            b: mix_otherwise(self.b.rotate_left(29).wrapping_add(word)),
        }
    }

    /// Adds a member to an unordered collection of keys.
    #[inline(always)]
    pub(crate) fn add(&mut self, member: Key) {
        self.a = self.a.wrapping_add(member.a);
        self.b = self.b.wrapping_add(member.b);
    }

    /// The key of the ordered pair of `self` and a collection.
    #[inline(always)]
    pub(crate) fn with(self, collection: Key) -> Key {
        Key {
            a: mix(self.a.rotate_left(17) ^ collection.a),
            b: mix_otherwise(self.b.rotate_left(29).wrapping_add(collection.b)),
        }
    }
}

/// A set of live points moved to the corner, with the symmetries that make its image least.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// The least image.
    pub(super) live: u64,
    /// Bit `c` is set if symmetry `c` gives the least image.
    pub(super) codes: u32,
    pub(super) shift: u32,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Frame {
    /// The symmetries that give the least image.
    #[inline(always)]
    pub(crate) fn codes(&self) -> impl Iterator<Item = u32> + use<> {
        let mut rest = self.codes;
        core::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let code = rest.trailing_zeros();
            rest &= rest - 1;
            Some(code)
        })
    }
}
