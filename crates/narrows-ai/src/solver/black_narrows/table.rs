//! The transposition table: at most a given number of bytes, shared by threads without locks.
//!
//! An entry is two words, `key.a ^ word` and `word`, where `word` holds the upper half of
//! `key.b` and the 32 bits of data (Hyatt and Mann, "A lockless transposition-table
//! implementation for parallel search", 2002). A reader that sees halves of two different
//! writes finds that the key does not fit and treats the entry as absent; no lock and no
//! `unsafe` is needed. Four entries share a cache line; the entry that cost least work is
//! overwritten.
//!
//! The table begins small and grows bucket by bucket as it fills (Litwin, "Linear hashing: a new
//! tool for file and table addressing", 1980): of `m` buckets the first are told apart by one bit
//! of the key more than the others, and the next new bucket takes its entries from one of those.
//! So a small search touches little memory, a large one touches it from the front, and there is
//! never a pause to move everything. An entry that is written while its bucket is split may be lost,
//! which costs work and nothing else.
#![allow(
    clippy::cast_possible_truncation,
    reason = "fields of packed words are cut out by casts"
)]

use core::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

use super::key::Key;
use crate::solver::effort::effort;
#[cfg(feature = "store")]
use crate::solver::effort::least_work;
use crate::solver::memory::{LINE_WORDS, Memory};

const WAYS: usize = 4;
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
const LINE: usize = 2 * WAYS;
const _: () = assert!(LINE == LINE_WORDS);

/// More buckets than this cannot be told apart by the bits of a key that choose one.
const MOST_BUCKETS: usize = u32::MAX as usize;

/// The buckets of a new table.
const FIRST_BUCKETS: usize = 1 << 12;

/// Buckets added at a time. They are added when there are more entries than buckets: then one bucket in a
/// hundred is full, and 6x5 takes 0.3 % more positions than with the whole table from the start.
const STEP_BUCKETS: usize = 1 << 8;

/// A table, closed: to be opened for each search.
#[derive(Debug)]
pub(crate) struct TableMemory {
    memory: Memory,
    growth: Growth,
}

/// How much of the memory is in use.
#[derive(Debug)]
struct Growth {
    /// Entries.
    used: AtomicUsize,
    /// Buckets, at least 1.
    buckets: AtomicUsize,
    /// Whether some thread is adding buckets.
    is_growing: AtomicBool,
}

impl TableMemory {
    /// An empty table in this memory.
    pub(crate) fn new(memory: Memory) -> TableMemory {
        let buckets = (memory.bytes() / (8 * LINE)).min(FIRST_BUCKETS);
        TableMemory {
            memory,
            growth: Growth {
                used: AtomicUsize::new(0),
                buckets: AtomicUsize::new(buckets),
                is_growing: AtomicBool::new(false),
            },
        }
    }

    /// The bytes the entries may take.
    pub(crate) fn bytes(&self) -> usize {
        self.memory.bytes()
    }

    /// The bytes of the buckets in use.
    pub(crate) fn bytes_in_use(&self) -> usize {
        self.growth.buckets.load(Relaxed) * 8 * LINE
    }

    /// The number of entries there is room for.
    pub(crate) fn capacity(&self) -> usize {
        self.bytes() / (8 * LINE) * WAYS
    }

    /// The number of entries in use.
    pub(crate) fn entries(&self) -> usize {
        self.growth.used.load(Relaxed)
    }

    /// The table, ready for use.
    pub(crate) fn open(&mut self) -> Table<'_> {
        let buckets = self.memory.words().as_chunks::<LINE>().0;
        Table {
            buckets: &buckets[..buckets.len().min(MOST_BUCKETS)],
            growth: &self.growth,
        }
    }
}

/// A table, open for use by many threads.
#[derive(Clone, Copy)]
pub(crate) struct Table<'a> {
    buckets: &'a [[AtomicU64; LINE]],
    growth: &'a Growth,
}

/// The bucket of a key with these low bits, of so many.
#[inline(always)]
fn bucket_of(hash: u64, buckets: usize) -> usize {
    let mask = (1 << (usize::BITS - (buckets - 1).leading_zeros())) - 1;
    let index = hash as u32 as usize & mask;
    if index < buckets {
        index
    } else {
        index & (mask >> 1)
    }
}

impl<'a> Table<'a> {
    /// The number of entries in use.
    pub(crate) fn entries(&self) -> usize {
        self.growth.used.load(Relaxed)
    }

    #[inline(always)]
    fn bucket(&self, key: Key) -> &'a [AtomicU64; LINE] {
        &self.buckets[bucket_of(key.a, self.growth.buckets.load(Relaxed))]
    }

    /// Counts a new entry, and adds buckets when there are many.
    fn count_entry(&self) {
        let growth = self.growth;
        let used = growth.used.fetch_add(1, Relaxed);
        let buckets = growth.buckets.load(Relaxed);
        if used <= buckets || buckets >= self.buckets.len() {
            return;
        }
        if !growth.is_growing.swap(true, Relaxed) {
            let buckets = growth.buckets.load(Relaxed);
            for new in buckets..self.buckets.len().min(buckets + STEP_BUCKETS) {
                self.split(new);
                growth.buckets.store(new + 1, Relaxed);
            }
            growth.is_growing.store(false, Relaxed);
        }
    }

    /// Moves the entries that belong into bucket `new`, the first one not yet in use, from the bucket where they
    /// are.
    fn split(&self, new: usize) {
        let old = &self.buckets[bucket_of(new as u64, new)];
        let mut filled = 0;
        for way in 0..WAYS {
            let (first, word) = (old[2 * way].load(Relaxed), old[2 * way + 1].load(Relaxed));
            let vacant = first == 0 && word == 0;
            if vacant || bucket_of(first ^ word, new + 1) != new {
                continue;
            }
            self.buckets[new][2 * filled].store(first, Relaxed);
            self.buckets[new][2 * filled + 1].store(word, Relaxed);
            filled += 1;
            old[2 * way].store(0, Relaxed);
            old[2 * way + 1].store(0, Relaxed);
        }
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
        write(bucket, victim, key, known.to_bits() | effort);
        if empty {
            self.count_entry();
        }
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
    use super::*;

    fn table_memory(bytes: usize) -> TableMemory {
        TableMemory::new(Memory::new(bytes).unwrap())
    }

    #[test]
    fn a_table_grows_and_keeps_what_it_has() {
        let mut memory = table_memory(16 << 20);
        let table = memory.open();
        let before = table.growth.buckets.load(Relaxed);
        assert_eq!(before, FIRST_BUCKETS);
        let count = 200_000;
        for word in 0..count {
            table.store(
                Key::of(word, 7),
                Known::Exact(word as u32 & 15),
                1 << (word & 7),
            );
        }
        let after = table.growth.buckets.load(Relaxed);
        assert!(after > 100_000 && after < table.buckets.len(), "{after}");
        let found = (0..count).filter(|&word| {
            let known = table.probe(Key::of(word, 7));
            assert!(known == Known::NOTHING || known == Known::Exact(word as u32 & 15));
            known != Known::NOTHING
        });
        let found = found.count();
        assert!(found > count as usize * 9 / 10, "{found}");
        assert_eq!(table.entries(), found);
    }

    #[test]
    fn buckets_are_split_evenly() {
        for buckets in 1..300 {
            for hash in 0..1000u64 {
                let index = bucket_of(hash, buckets);
                assert!(index < buckets);
                let next = bucket_of(hash, buckets + 1);
                assert!(
                    next == index || next == buckets && index == bucket_of(next as u64, buckets)
                );
            }
        }
    }

    #[test]
    #[cfg(feature = "threads")]
    fn threads_that_grow_a_table_find_nothing_wrong() {
        let mut memory = table_memory(64 << 20);
        let table = memory.open();
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                scope.spawn(move || {
                    for word in (0..300_000).map(|word| word * 4 + thread) {
                        table.store(Key::of(word, 7), Known::Exact(word as u32 & 15), 3);
                        let other = word / 2;
                        let known = table.probe(Key::of(other, 7));
                        assert!(
                            known == Known::NOTHING || known == Known::Exact(other as u32 & 15)
                        );
                    }
                });
            }
        });
        // A thread that is held up while it adds buckets holds up growth for all: later entries make up for it.
        for word in 1_200_000..1_500_000 {
            table.store(Key::of(word, 7), Known::Exact(word as u32 & 15), 3);
        }
        assert!(table.growth.buckets.load(Relaxed) > 500_000);
    }

    #[test]
    fn results_are_kept_merged_and_bounded() {
        let mut memory = table_memory(1 << 12);
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
        let mut memory = table_memory(64);
        let table = memory.open();
        for word in 0..4 {
            table.store(Key::of(word, 7), Known::Exact(1), 1 << (10 + word));
        }
        table.store(Key::of(9, 7), Known::Exact(1), 1);
        assert_eq!(table.probe(Key::of(0, 7)), Known::NOTHING);
        assert_eq!(table.probe(Key::of(3, 7)), Known::Exact(1));
    }
}
