//! The transposition table: whole keys in memory of a fixed number of bytes, shared by threads
//! without locks.
//!
//! No answer rests on a hash. On boards of up to 64 points a key is a number, split into bucket and
//! tag by a mapping that can be undone (quotient and remainder, the remainder turned by a hash of
//! the quotient), so that bucket and tag together are the whole key. Where tag and data fit in one
//! word (36 points in any table, 42 from 32 MiB on), an entry is one atomic word and cannot be torn.
//! Else an entry has several words, the whole key among them on boards of more than 64 points, and
//! a version in each bucket tells a reader that a writer was there (a sequence lock; who finds the
//! bucket busy turns away instead of waiting).
//!
//! A full bucket gives up the entry with the least work.
#![allow(
    clippy::cast_possible_truncation,
    reason = "fields of packed words are cut out by casts"
)]

use core::fmt::Debug;
use core::marker::PhantomData;
use core::sync::atomic::{AtomicU64, Ordering, fence};

use crate::solver::memory::LINE_WORDS;
use crate::solver::mix::mix;

/// Bits of data in an entry where the key is a number; 0 means "no entry".
const DATA_BITS: u32 = 16;
const DATA_MASK: u64 = (1 << DATA_BITS) - 1;
/// The low bits of the data hold the work that replacement compares.
pub(crate) const WORK_BITS: u32 = 4;
const WORK_MASK: u64 = (1 << WORK_BITS) - 1;

/// What names a position: a number, or words.
pub(crate) trait Key: Copy + Default + PartialEq + Debug + Send + Sync + 'static {
    /// Words of a key that is no number; 0 if it is one.
    const WORDS: usize;

    /// Bits for a number of plies in an entry's data.
    const PLIES_BITS: u32;

    /// The word with this number.
    fn word(&self, number: usize) -> u64;

    /// The key with these words.
    fn from_words(word: impl Fn(usize) -> u64) -> Self;

    /// The key as a number.
    fn number(self) -> u128;

    /// The key that is a number.
    fn from_number(number: u128) -> Self;

    /// Another key for each key; no two share it, nor is it a key without a flag. In a table of
    /// flagged keys all are.
    fn flagged(self, flag: bool) -> Self;

    /// A mixed word.
    fn hash(&self) -> u64;
}

impl Key for u128 {
    const WORDS: usize = 0;
    // At most 63 captures on 64 points.
    const PLIES_BITS: u32 = 6;

    fn word(&self, number: usize) -> u64 {
        (*self >> (64 * number)) as u64
    }

    fn from_words(word: impl Fn(usize) -> u64) -> Self {
        Self::from(word(0)) | Self::from(word(1)) << 64
    }

    #[inline(always)]
    fn number(self) -> u128 {
        self
    }

    #[inline(always)]
    fn from_number(number: u128) -> Self {
        number
    }

    fn flagged(self, flag: bool) -> Self {
        self * 2 + Self::from(flag)
    }

    #[inline(always)]
    fn hash(&self) -> u64 {
        mix(*self as u64 ^ mix((*self >> 64) as u64))
    }
}

/// Where a key lives: its bucket and the rest of the key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place<K> {
    pub(super) bucket: usize,
    pub(super) tag: K,
}

impl<K: Key> Place<K> {
    /// A mixed word that stands for the key, never 0.
    pub(crate) fn mark(self) -> u64 {
        mix(self.bucket as u64 ^ self.tag.hash()) | 1
    }
}

/// How entries lie in their buckets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Eight words, each an entry: the tag above the data.
    Single,
    /// A version, then entries: first the data (and below them the low part of a number's tag),
    /// then the other words of the tag.
    Versioned,
}

/// A table in some memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table<'a, K> {
    words: &'a [AtomicU64],
    /// Number of buckets, and how often it goes into the greatest word.
    count: u64,
    inverse: u64,
    form: Form,
    keys: PhantomData<K>,
}

impl<'a, K: Key> Table<'a, K> {
    /// Words of the tag beside the first of an entry.
    const TAG_WORDS: usize = if K::WORDS == 0 { 1 } else { K::WORDS };
    /// Words of an entry with a version.
    const ENTRY: usize = 1 + Self::TAG_WORDS;
    /// Entries that share a version.
    const WAYS: usize = if K::WORDS == 0 {
        3
    } else if K::WORDS <= 4 {
        15 / Self::ENTRY
    } else {
        2
    };
    /// Words of a bucket.
    const BUCKET: usize = (1 + Self::WAYS * Self::ENTRY).next_multiple_of(LINE_WORDS);
    /// Bits of an entry's first word that are data.
    const DATA: u64 = if K::WORDS == 0 { DATA_MASK } else { u64::MAX };

    /// A table for keys whose numbers are below `numbers`, if they are numbers. The memory must
    /// have been cleared or have held such a table, and be one bucket at least.
    pub(crate) fn new(numbers: u128, words: &'a [AtomicU64]) -> Self {
        let count = (words.len() / Self::BUCKET).max(1) as u64;
        let single = K::WORDS == 0 && (numbers - 1) / u128::from(count) < 1 << (64 - DATA_BITS);
        Self {
            words,
            count,
            inverse: u64::MAX / count,
            form: if single {
                Form::Single
            } else {
                Form::Versioned
            },
            keys: PhantomData,
        }
    }

    /// The least bytes that serve as memory.
    pub(crate) const LEAST_BYTES: usize = 64 * size_of::<[AtomicU64; LINE_WORDS]>();

    /// Number of entries that so many bytes have room for, at least.
    pub(crate) const fn entries(bytes: usize) -> u64 {
        let buckets = bytes / (Self::BUCKET * size_of::<AtomicU64>());
        (buckets * Self::WAYS + 1) as u64
    }

    /// Number of entries there is room for.
    pub(crate) fn capacity(&self) -> u64 {
        let ways = match self.form {
            Form::Single => Self::BUCKET,
            Form::Versioned => Self::WAYS,
        };
        self.count * ways as u64
    }

    /// Splits a key.
    #[inline]
    pub(crate) fn place(&self, key: K) -> Place<K> {
        if K::WORDS > 0 {
            let bucket = (u128::from(key.hash()) * u128::from(self.count)) >> 64;
            return Place {
                bucket: bucket as usize,
                tag: key,
            };
        }
        let number = key.number();
        let (tag, rest) = match u64::try_from(number) {
            Ok(number) => self.divided(number),
            Err(_) => {
                let count = u128::from(self.count);
                (number / count, (number % count) as u64)
            }
        };
        let sum = rest + self.turn(tag);
        let bucket = if sum >= self.count {
            sum - self.count
        } else {
            sum
        };
        Place {
            bucket: bucket as usize,
            tag: K::from_number(tag),
        }
    }

    /// Quotient and remainder by the number of buckets, without a division.
    #[inline(always)]
    fn divided(&self, number: u64) -> (u128, u64) {
        // At most one too small.
        let quotient = ((u128::from(number) * u128::from(self.inverse)) >> 64) as u64;
        let rest = number - quotient * self.count;
        let more = rest >= self.count;
        let rest = if more { rest - self.count } else { rest };
        (u128::from(quotient + u64::from(more)), rest)
    }

    /// How far the buckets of keys with this tag are turned.
    #[inline(always)]
    fn turn(&self, tag: u128) -> u64 {
        ((u128::from(tag.hash()) * u128::from(self.count)) >> 64) as u64
    }

    /// The key that lives there.
    fn key(&self, place: Place<K>) -> K {
        if K::WORDS > 0 {
            return place.tag;
        }
        let tag = place.tag.number();
        let rest = place.bucket as u64 + self.count - self.turn(tag);
        K::from_number(tag * u128::from(self.count) + u128::from(rest % self.count))
    }

    #[inline(always)]
    pub(super) fn bucket(&self, number: usize) -> &'a [AtomicU64] {
        &self.words[number * Self::BUCKET..][..Self::BUCKET]
    }

    /// Asks for the bucket's first cache line early.
    #[inline]
    pub(crate) fn touch(&self, place: Place<K>) -> u64 {
        self.bucket(place.bucket)[0].load(Ordering::Relaxed)
    }

    /// The data stored for the key, work included.
    #[inline]
    pub(crate) fn get(&self, place: Place<K>) -> Option<u64> {
        let words = self.bucket(place.bucket);
        if self.form == Form::Versioned {
            return self.get_versioned(words, place.tag);
        }
        let tag = place.tag.number() as u64;
        words
            .iter()
            .map(|word| word.load(Ordering::Relaxed))
            .find_map(|word| {
                (word >> DATA_BITS == tag && word & DATA_MASK != 0).then_some(word & DATA_MASK)
            })
    }

    /// Stores `data` (not 0, work in its low bits); replaces the key's entry, else a free one, else
    /// the one with the least work. Tells whether a free one was taken.
    #[inline]
    pub(crate) fn put(&self, place: Place<K>, data: u64) -> bool {
        debug_assert!(data != 0 && data <= Self::DATA);
        let words = self.bucket(place.bucket);
        if self.form == Form::Versioned {
            return self.put_versioned(words, place.tag, data);
        }
        let tag = place.tag.number() as u64;
        let (mut least, mut victim, mut free) = (u64::MAX, 0, false);
        for (index, word) in words.iter().enumerate() {
            let word = word.load(Ordering::Relaxed);
            if word & DATA_MASK == 0 || word >> DATA_BITS == tag {
                (victim, free) = (index, word & DATA_MASK == 0);
                break;
            }
            if word & WORK_MASK < least {
                (least, victim) = (word & WORK_MASK, index);
            }
        }
        words[victim].store(tag << DATA_BITS | data, Ordering::Relaxed);
        free
    }

    /// The work of a search of this many nodes on the scale of the low bits: half its logarithm.
    pub(crate) const fn work(nodes: u64) -> u64 {
        let half = (64 - nodes.leading_zeros() as u64) / 2;
        if half > WORK_MASK { WORK_MASK } else { half }
    }

    /// Puts all entries of another table into this one; tells how many are in use then. No other
    /// thread may use either meanwhile.
    pub(crate) fn take_over(&self, other: &Table<'_, K>) -> u64 {
        let mut used = 0;
        for bucket in 0..other.count as usize {
            let words = other.bucket(bucket);
            let mut take = |tag: K, data: u64| {
                if data != 0 {
                    let key = other.key(Place { bucket, tag });
                    used += u64::from(self.put(self.place(key), data));
                }
            };
            if other.form == Form::Single {
                for word in words {
                    let word = word.load(Ordering::Relaxed);
                    take(
                        K::from_number(u128::from(word >> DATA_BITS)),
                        word & DATA_MASK,
                    );
                }
                continue;
            }
            for entry in words[1..].chunks_exact(Self::ENTRY).take(Self::WAYS) {
                let word = |number: usize| entry[number].load(Ordering::Relaxed);
                let tag = if K::WORDS == 0 {
                    let low = u128::from(word(0) >> DATA_BITS);
                    K::from_number(u128::from(word(1)) << (64 - DATA_BITS) | low)
                } else {
                    K::from_words(|number| word(1 + number))
                };
                take(tag, word(0) & Self::DATA);
            }
        }
        used
    }

    /// The tag's bits in an entry's first word.
    #[inline(always)]
    fn first_word(tag: K) -> u64 {
        if K::WORDS == 0 {
            (tag.number() as u64) << DATA_BITS
        } else {
            0
        }
    }

    /// The tag's other words.
    #[inline(always)]
    fn tag_word(tag: K, number: usize) -> u64 {
        if K::WORDS == 0 {
            (tag.number() >> (64 - DATA_BITS)) as u64
        } else {
            tag.word(number)
        }
    }

    /// The data of an entry if it is of this tag.
    #[inline(always)]
    fn data_of(entry: &[AtomicU64], tag: K) -> Option<u64> {
        let first = entry[0].load(Ordering::Relaxed);
        let same = (first ^ Self::first_word(tag)) & !Self::DATA == 0
            && first & Self::DATA != 0
            && (0..Self::TAG_WORDS).all(|number| {
                entry[1 + number].load(Ordering::Relaxed) == Self::tag_word(tag, number)
            });
        same.then_some(first & Self::DATA)
    }

    fn get_versioned(&self, words: &[AtomicU64], tag: K) -> Option<u64> {
        Self::get_since(words[0].load(Ordering::Acquire), words, tag)
    }

    /// Reads an entry of a bucket that had this version a moment ago; nothing if a writer was there since.
    #[inline]
    pub(super) fn get_since(before: u64, words: &[AtomicU64], tag: K) -> Option<u64> {
        let mut entries = words[1..].chunks_exact(Self::ENTRY).take(Self::WAYS);
        let found = entries.find_map(|entry| Self::data_of(entry, tag));
        fence(Ordering::Acquire);
        let after = words[0].load(Ordering::Relaxed);
        // An odd version: a writer is there.
        if before & 1 == 0 && before == after {
            found
        } else {
            None
        }
    }

    fn put_versioned(&self, words: &[AtomicU64], tag: K, data: u64) -> bool {
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
            return false;
        }
        fence(Ordering::Release);
        let (mut least, mut victim, mut free) = (u64::MAX, 0, false);
        for (index, entry) in words[1..]
            .chunks_exact(Self::ENTRY)
            .take(Self::WAYS)
            .enumerate()
        {
            let stored = entry[0].load(Ordering::Relaxed) & Self::DATA;
            if stored == 0 || Self::data_of(entry, tag).is_some() {
                (victim, free) = (index, stored == 0);
                break;
            }
            if stored & WORK_MASK < least {
                (least, victim) = (stored & WORK_MASK, index);
            }
        }
        let entry = &words[1 + victim * Self::ENTRY..][..Self::ENTRY];
        entry[0].store(Self::first_word(tag) | data, Ordering::Relaxed);
        for (number, word) in entry[1..].iter().enumerate() {
            word.store(Self::tag_word(tag, number), Ordering::Relaxed);
        }
        words[0].store(version.wrapping_add(2), Ordering::Release);
        free
    }
}
