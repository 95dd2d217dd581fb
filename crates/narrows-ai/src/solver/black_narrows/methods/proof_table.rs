//! Proof numbers by subgame: they only guide, no result rests on them.
#![allow(
    clippy::cast_possible_truncation,
    reason = "fields of packed words are cut out by casts"
)]

use alloc::boxed::Box;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::super::key::Key;

/// More work than any.
pub(super) const INFINITE: u32 = (1 << 28) - 1;

/// What proving is estimated to cost, or how much of it is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) phi: u32,
    pub(super) delta: u32,
}

impl Numbers {
    pub(super) const NO_LIMIT: Numbers = Numbers {
        phi: INFINITE,
        delta: INFINITE,
    };

    /// The numbers of a couple whose nimber is its heap, or is not.
    pub(super) fn proven(equal: bool) -> Numbers {
        let (phi, delta) = if equal { (INFINITE, 0) } else { (0, INFINITE) };
        Numbers { phi, delta }
    }

    /// Whether the nimber is the heap, if that is proven.
    pub(super) fn answer(self) -> Option<bool> {
        (self.phi == 0 || self.delta == 0).then_some(self.delta == 0)
    }
}

/// Proof numbers by key: the key with the word, and the word of `phi`, `delta` and work.
#[derive(Debug)]
pub(crate) struct ProofTable(Box<[[AtomicU64; 2]]>);

const WAYS: usize = 4;

impl ProofTable {
    pub(crate) fn new(bytes: usize) -> Self {
        let buckets = (bytes / (16 * WAYS)).max(1);
        let slots = (0..buckets * WAYS).map(|_| [const { AtomicU64::new(0) }; 2]);
        ProofTable(slots.collect())
    }

    fn bucket(&self, key: Key) -> &[[AtomicU64; 2]] {
        let bucket = key.b % (self.0.len() / WAYS) as u64;
        &self.0[bucket as usize * WAYS..][..WAYS]
    }

    pub(super) fn probe(&self, key: Key) -> Option<Numbers> {
        self.bucket(key).iter().find_map(|slot| {
            let word = slot[1].load(Relaxed);
            (word != 0 && slot[0].load(Relaxed) ^ word == key.a).then_some(Numbers {
                phi: word as u32 & INFINITE,
                delta: (word >> 28) as u32 & INFINITE,
            })
        })
    }

    pub(super) fn store(&self, key: Key, numbers: Numbers, work: u64) {
        let bucket = self.bucket(key);
        let same = |slot: &&[AtomicU64; 2]| slot[0].load(Relaxed) ^ slot[1].load(Relaxed) == key.a;
        let cheapest = || bucket.iter().min_by_key(|slot| slot[1].load(Relaxed) >> 56);
        let Some(slot) = bucket.iter().find(same).or_else(cheapest) else {
            return;
        };
        let effort = u64::from(64 - work.leading_zeros());
        let word = u64::from(numbers.phi) | u64::from(numbers.delta) << 28 | effort << 56;
        slot[0].store(key.a ^ word, Relaxed);
        slot[1].store(word, Relaxed);
    }
}
