//! A transposition table of fixed size with whole keys, shared by threads without locks.
//!
//! A key is a number below `numbers`. It is split into bucket and tag by a mapping that can be
//! undone (quotient and remainder, the remainder turned by a hash of the quotient), so bucket and
//! tag together are the whole key. Where tag and data fit in one word (boards up to about 40
//! points: 36 in any table, 42 from
//! 32 MiB on), an entry is one atomic word and cannot be torn. On larger boards an entry has two
//! words, and a version word in each bucket tells a reader that a writer was there (a sequence
//! lock; readers and writers who find the bucket busy turn away instead of waiting).
//!
//! A full bucket gives up the entry with the least work.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicU64, Ordering, fence};

/// Bits of data in an entry; 0 means "no entry".
pub(crate) const DATA_BITS: u32 = 16;
const DATA_MASK: u64 = (1 << DATA_BITS) - 1;
/// The low bits of the data hold the work that replacement compares.
pub(crate) const WORK_BITS: u32 = 4;
const WORK_MASK: u64 = (1 << WORK_BITS) - 1;

/// One cache line of entries.
#[repr(align(64))]
#[derive(Default)]
struct Bucket([AtomicU64; 8]);

/// Where a key lives: its bucket and the rest of the key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    bucket: usize,
    tag: u128,
}

impl Place {
    /// A hash of the key, never 0.
    pub(crate) fn mark(self) -> u64 {
        mix(self.bucket as u64 ^ mix(self.tag as u64)) | 1
    }
}

/// The table.
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    wide: bool,
}

/// A finaliser of MurmurHash3 type (Stafford's variant 13).
pub(crate) const fn mix(word: u64) -> u64 {
    let x = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

impl Table {
    /// A table for keys below `numbers` that takes at most `memory_bytes` (at least 4 KiB).
    pub(crate) fn new(numbers: u128, memory_bytes: usize) -> Self {
        // More entries than positions would be of no use.
        let useful = usize::try_from(numbers / 4 + 1).unwrap_or(usize::MAX);
        let count = (memory_bytes / size_of::<Bucket>()).min(useful).max(64);
        let mut buckets = Vec::new();
        buckets.resize_with(count, Bucket::default);
        let greatest_tag = (numbers - 1) / count as u128;
        let wide = greatest_tag >= 1 << (64 - DATA_BITS);
        Self { buckets, wide }
    }

    /// Bytes the table takes.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// Splits a key.
    #[inline]
    pub(crate) fn place(&self, key: u128) -> Place {
        let count = self.buckets.len() as u64;
        let (tag, rest) = match u64::try_from(key) {
            Ok(key) => (u128::from(key / count), key % count),
            Err(_) => {
                let count = u128::from(count);
                (key / count, (key % count) as u64)
            }
        };
        let hash = mix(tag as u64 ^ mix((tag >> 64) as u64));
        let turn = ((u128::from(hash) * u128::from(count)) >> 64) as u64;
        let sum = rest + turn;
        let bucket = if sum >= count { sum - count } else { sum };
        Place {
            bucket: bucket as usize,
            tag,
        }
    }

    /// Asks for the bucket's cache line early.
    #[inline]
    pub(crate) fn touch(&self, place: Place) -> u64 {
        self.buckets[place.bucket].0[0].load(Ordering::Relaxed)
    }

    /// The data stored for the key, work included.
    #[inline]
    pub(crate) fn get(&self, place: Place) -> Option<u64> {
        let words = &self.buckets[place.bucket].0;
        if self.wide {
            return get_wide(words, place.tag);
        }
        let tag = place.tag as u64;
        words
            .iter()
            .map(|word| word.load(Ordering::Relaxed))
            .find_map(|word| {
                (word >> DATA_BITS == tag && word & DATA_MASK != 0).then_some(word & DATA_MASK)
            })
    }

    /// Stores `data` (not 0, below 2^16, work in its low bits); replaces the key's entry, else a
    /// free one, else the one with the least work.
    #[inline]
    pub(crate) fn put(&self, place: Place, data: u64) {
        debug_assert!(data != 0 && data <= DATA_MASK);
        let words = &self.buckets[place.bucket].0;
        if self.wide {
            put_wide(words, place.tag, data);
            return;
        }
        let tag = place.tag as u64;
        let (mut least, mut victim) = (u64::MAX, 0);
        for (index, word) in words.iter().enumerate() {
            let word = word.load(Ordering::Relaxed);
            if word & DATA_MASK == 0 || word >> DATA_BITS == tag {
                victim = index;
                break;
            }
            if word & WORK_MASK < least {
                (least, victim) = (word & WORK_MASK, index);
            }
        }
        words[victim].store(tag << DATA_BITS | data, Ordering::Relaxed);
    }

    /// The work of a search of this many nodes on the scale of the low bits: half its logarithm.
    pub(crate) const fn work(nodes: u64) -> u64 {
        let half = (64 - nodes.leading_zeros() as u64) / 2;
        if half > WORK_MASK { WORK_MASK } else { half }
    }

    /// Number of entries in use among the first 4096 buckets, per mille.
    pub(crate) fn fill_permille(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(4096)];
        let per_bucket = if self.wide { 3 } else { 8 };
        let used: usize = sample
            .iter()
            .map(|bucket| {
                let entries = if self.wide {
                    &bucket.0[1..4]
                } else {
                    &bucket.0[..]
                };
                entries
                    .iter()
                    .filter(|w| w.load(Ordering::Relaxed) & DATA_MASK != 0)
                    .count()
            })
            .sum();
        (used * 1000 / (sample.len() * per_bucket)) as u32
    }
}

/// Wide buckets: word 0 is the version (odd while a writer is there), words 1 to 3 hold the low
/// part of each tag and the data, words 4 to 6 the high part of the tag.
fn get_wide(words: &[AtomicU64; 8], tag: u128) -> Option<u64> {
    let (low, high) = wide_parts(tag);
    let before = words[0].load(Ordering::Acquire);
    let found = (1..4).find_map(|index| {
        let word = words[index].load(Ordering::Relaxed);
        (word >> DATA_BITS == low
            && word & DATA_MASK != 0
            && words[index + 3].load(Ordering::Relaxed) == high)
            .then_some(word & DATA_MASK)
    });
    fence(Ordering::Acquire);
    let after = words[0].load(Ordering::Relaxed);
    if before & 1 == 0 && before == after {
        found
    } else {
        None
    }
}

fn put_wide(words: &[AtomicU64; 8], tag: u128, data: u64) {
    let (low, high) = wide_parts(tag);
    let version = words[0].load(Ordering::Relaxed);
    if version & 1 == 1
        || words[0]
            .compare_exchange(
                version,
                version.wrapping_add(1),
                Ordering::Acquire,
                Ordering::Relaxed,
            )
            .is_err()
    {
        return;
    }
    fence(Ordering::Release);
    let (mut least, mut victim) = (u64::MAX, 1);
    for index in 1..4 {
        let word = words[index].load(Ordering::Relaxed);
        let same = word >> DATA_BITS == low && words[index + 3].load(Ordering::Relaxed) == high;
        if word & DATA_MASK == 0 || same {
            victim = index;
            break;
        }
        if word & WORK_MASK < least {
            (least, victim) = (word & WORK_MASK, index);
        }
    }
    words[victim].store(low << DATA_BITS | data, Ordering::Relaxed);
    words[victim + 3].store(high, Ordering::Relaxed);
    words[0].store(version.wrapping_add(2), Ordering::Release);
}

const fn wide_parts(tag: u128) -> (u64, u64) {
    (
        (tag as u64) << DATA_BITS >> DATA_BITS,
        (tag >> (64 - DATA_BITS)) as u64,
    )
}
