//! The transposition table: a fixed number of bytes, shared by threads without locks.
//!
//! An entry is two words, `key.a ^ word` and `word`, where `word` holds the upper half of
//! `key.b` and the 32 bits of data (Hyatt and Mann, "A lockless transposition-table
//! implementation for parallel search", 2002). A reader that sees halves of two different
//! writes finds that the key does not fit and treats the entry as absent; no lock and no
//! `unsafe` is needed. Four entries share a cache line; the entry that cost least work is
//! overwritten.

use core::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use super::keys::Key;
use crate::solver::effort::effort;
#[cfg(feature = "store")]
use crate::solver::effort::least_work;

pub(super) const WAYS: usize = 4;
const EXACT: u32 = 1 << 31;
const WORK_SHIFT: u32 = 24;
const WORK_BITS: u32 = 0x3f << WORK_SHIFT;
const DATA_BITS: u32 = (1 << WORK_SHIFT) - 1;
/// Nimbers from here on are never noted as excluded (an exact one may be larger).
pub(crate) const MAX_EXCLUDED: u32 = 24;

/// What is proven of a subgame's nimber.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// The nimber.
    Exact(u32),
    /// The nimber is none of the set bits.
    Not(u32),
}

impl Known {
    /// Nothing is known.
    pub(crate) const NOTHING: Known = Known::Not(0);

    /// Whether the nimber is `x`, if that is known.
    #[inline(always)]
    pub(crate) fn is(self, x: u32) -> Option<bool> {
        match self {
            Known::Exact(value) => Some(value == x),
            Known::Not(excluded) if x < MAX_EXCLUDED && excluded >> x & 1 == 1 => Some(false),
            Known::Not(_) => None,
        }
    }

    /// Both results together.
    pub(crate) fn and(self, other: Known) -> Known {
        match (self, other) {
            (Known::Exact(_), _) => self,
            (_, Known::Exact(_)) => other,
            (Known::Not(a), Known::Not(b)) => Known::Not(a | b),
        }
    }

    /// The result in 24 bits and a flag.
    pub(crate) fn to_bits(self) -> u32 {
        match self {
            Known::Exact(value) => EXACT | value & DATA_BITS,
            Known::Not(excluded) => excluded & DATA_BITS,
        }
    }

    /// The result in [`to_bits`](Self::to_bits); other bits are ignored.
    pub(crate) fn from_bits(bits: u32) -> Known {
        if bits & EXACT != 0 {
            Known::Exact(bits & DATA_BITS)
        } else {
            Known::Not(bits & DATA_BITS)
        }
    }
}

/// The bits of an entry that hold the work.
pub(crate) fn effort_bits(work: u64) -> u32 {
    effort(work) << WORK_SHIFT
}

/// The least work with these bits in an entry.
#[cfg(feature = "store")]
pub(crate) fn work_in(bits: u32) -> u64 {
    least_work((bits & WORK_BITS) >> WORK_SHIFT)
}

/// The words of a bucket: one cache line.
pub(super) const LINE: usize = 2 * WAYS;

/// A table of a fixed number of bytes, open for use by many threads.
#[derive(Clone, Copy)]
pub(crate) struct Table<'a> {
    buckets: &'a [[AtomicU64; LINE]],
    used: &'a AtomicUsize,
}

impl<'a> Table<'a> {
    /// The table in this memory. `used` counts its entries.
    pub(crate) fn new(words: &'a [AtomicU64], used: &'a AtomicUsize) -> Table<'a> {
        let buckets = words.as_chunks::<LINE>().0;
        Table { buckets, used }
    }

    /// The number of entries in use.
    pub(crate) fn entries(&self) -> usize {
        self.used.load(Relaxed)
    }

    #[inline(always)]
    fn bucket(&self, key: Key) -> &'a [AtomicU64; LINE] {
        let index = (u64::from(key.b as u32) * self.buckets.len() as u64) >> 32;
        &self.buckets[index as usize]
    }

    /// Has a bucket brought near while the caller goes on.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: Key) {
        #[cfg(target_arch = "x86_64")]
        safe_arch::prefetch_t0(self.bucket(key));
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of a subgame.
    #[inline(always)]
    pub(crate) fn probe(&self, key: Key) -> Known {
        let bucket = self.bucket(key);
        let high = key.b >> 32;
        for way in 0..WAYS {
            let word = bucket[2 * way + 1].load(Relaxed);
            if word >> 32 == high && bucket[2 * way].load(Relaxed) ^ word == key.a {
                return Known::from_bits(word as u32);
            }
        }
        Known::NOTHING
    }

    /// Notes a result that took `work` expanded positions. What was known stays known.
    pub(crate) fn store(&self, key: Key, known: Known, work: u64) {
        let bucket = self.bucket(key);
        let high = key.b >> 32;
        let effort = effort_bits(work);
        let mut victim = 0;
        let mut least = u32::MAX;
        let mut empty = false;
        for way in 0..WAYS {
            let word = bucket[2 * way + 1].load(Relaxed);
            let first = bucket[2 * way].load(Relaxed);
            if word >> 32 == high && first ^ word == key.a {
                let old = Known::from_bits(word as u32);
                if matches!(old, Known::Exact(_)) {
                    return;
                }
                let merged = old.and(known);
                let effort = effort.max(word as u32 & WORK_BITS);
                write(bucket, way, key, merged.to_bits() | effort);
                return;
            }
            let vacant = first == 0 && word == 0;
            let cost = if vacant {
                0
            } else {
                1 + (word as u32 & WORK_BITS)
            };
            if cost < least {
                (least, victim, empty) = (cost, way, vacant);
            }
        }
        if empty {
            self.used.fetch_add(1, Relaxed);
        }
        write(bucket, victim, key, known.to_bits() | effort);
    }
}

#[inline(always)]
fn write(bucket: &[AtomicU64; LINE], way: usize, key: Key, data: u32) {
    let word = key.b >> 32 << 32 | u64::from(data);
    bucket[2 * way].store(key.a ^ word, Relaxed);
    bucket[2 * way + 1].store(word, Relaxed);
}

#[cfg(test)]
mod tests {
    use super::super::memory::Memory;
    use super::*;

    #[test]
    fn results_are_kept_merged_and_bounded() {
        let mut memory = Memory::new(1 << 12);
        let capacity = memory.capacity();
        assert_eq!(capacity, 256);
        let table = memory.open();
        let key = Key::of(1, 2);
        assert_eq!(table.probe(key), Known::NOTHING);
        table.store(key, Known::Not(0b10), 5);
        table.store(key, Known::Not(0b100), 1);
        assert_eq!(table.probe(key), Known::Not(0b110));
        assert_eq!(table.probe(key).is(2), Some(false));
        assert_eq!(table.probe(key).is(3), None);
        table.store(key, Known::Exact(3), 1);
        table.store(key, Known::Not(1), 1);
        assert_eq!(table.probe(key), Known::Exact(3));
        for word in 0..10_000 {
            table.store(Key::of(word, 7), Known::Exact(word as u32 & 15), word % 50);
        }
        assert!(table.entries() <= capacity);
        let mut found = 0;
        for word in 0..10_000 {
            match table.probe(Key::of(word, 7)) {
                Known::Exact(value) => {
                    assert_eq!(value, word as u32 & 15);
                    found += 1;
                }
                known => assert_eq!(known, Known::NOTHING),
            }
        }
        assert!(found > 200 && found <= 256);
    }

    #[test]
    fn work_of_least_effort_goes_first() {
        let mut memory = Memory::new(64);
        let table = memory.open();
        for word in 0..4 {
            table.store(Key::of(word, 7), Known::Exact(1), 1 << (10 + word));
        }
        table.store(Key::of(9, 7), Known::Exact(1), 1);
        assert_eq!(table.probe(Key::of(0, 7)), Known::NOTHING);
        assert_eq!(table.probe(Key::of(3, 7)), Known::Exact(1));
    }
}
