//! Proven results on their way from one solver to others, in memory.
//!
//! Facts are bytes: the group of their keys (two bytes), a checksum of the rest (eight), then keys and results as a
//! [`store`](super::store) has them in its blocks.

use core::marker::PhantomData;
use std::sync::{Mutex, PoisonError};
use std::vec::Vec;

use super::store::Kept;
use crate::checksum::checksum;

/// Bytes before the first result.
const HEAD_BYTES: usize = 10;

/// Why bytes are not facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FactsError {
    /// Cut off, changed on the way, or something else from the start.
    #[error("the facts are damaged: their length or checksum is wrong")]
    Damaged,
    /// A key or a result that no solver of this game can have.
    #[error("the facts hold something that is no result of this game")]
    Foreign,
}

/// Collects results that cost at least so much, until somebody takes them.
pub(super) struct Feed<R> {
    least_work: u64,
    /// The group of the keys, and results as in a block of a store.
    waiting: Mutex<(u16, Vec<u8>)>,
    results: PhantomData<fn(R)>,
}

impl<R: Kept> Feed<R> {
    pub(super) fn new(least_work: u64) -> Self {
        Self {
            least_work,
            waiting: Mutex::default(),
            results: PhantomData,
        }
    }

    /// Whether a result that took so many expanded positions is taken.
    #[inline]
    pub(super) fn wants(&self, work: u64) -> bool {
        work >= self.least_work
    }

    /// Takes a result, whose key has the bytes of its group (others after them are left out). Results of another group
    /// that nobody has taken are dropped: they are about another board.
    pub(super) fn add(&self, group: u16, key: &[u8], result: R) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.0 != group {
            *waiting = (group, Vec::new());
        }
        let bits = result.to_bits().to_le_bytes();
        waiting.1.extend_from_slice(&key[..R::key_bytes(group)]);
        waiting.1.extend_from_slice(&bits[..R::BYTES]);
    }

    /// Takes what waits, in pieces of at most so many bytes (but at least one result).
    pub(super) fn take(&self, most_bytes: usize) -> Vec<Vec<u8>> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let (group, results) = core::mem::take(&mut *waiting);
        drop(waiting);
        let one = R::key_bytes(group) + R::BYTES;
        let many = (most_bytes.saturating_sub(HEAD_BYTES) / one).max(1) * one;
        let pieces = results.chunks(many);
        let sealed = pieces.map(|piece| {
            let mut facts = group.to_be_bytes().to_vec();
            facts.extend(check(group, piece).to_le_bytes());
            facts.extend_from_slice(piece);
            facts
        });
        sealed.collect()
    }
}

fn check(group: u16, results: &[u8]) -> u64 {
    u64::from(checksum(results)) ^ u64::from(group) << 32
}

/// The group of some results, and each with its key.
pub(super) type Facts<'a, R> = (u16, Vec<(&'a [u8], R)>);

/// The results in some facts.
pub(super) fn read<R: Kept>(facts: &[u8]) -> Result<Facts<'_, R>, FactsError> {
    let (group, rest) = facts.split_first_chunk().ok_or(FactsError::Damaged)?;
    let (sum, results) = rest.split_first_chunk().ok_or(FactsError::Damaged)?;
    let group = u16::from_be_bytes(*group);
    if u64::from_le_bytes(*sum) != check(group, results) {
        return Err(FactsError::Damaged);
    }
    let key_bytes = R::key_bytes(group);
    let results = results.chunks_exact(key_bytes + R::BYTES);
    if !results.remainder().is_empty() {
        return Err(FactsError::Damaged);
    }
    let read = results.map(|result| {
        let (key, result) = result.split_at(key_bytes);
        let mut bits = [0; 4];
        bits[..R::BYTES].copy_from_slice(result);
        let result = R::from_bits(u32::from_le_bytes(bits)).ok_or(FactsError::Foreign)?;
        Ok((key, result))
    });
    Ok((group, read.collect::<Result<_, _>>()?))
}
