//! Nimber-set search (Beling and Rogalski, "On pruning search trees of impartial games",
//! Artificial Intelligence 283, 2020).
//!
//! The search asks for the nimber of a subgame only as far as it lies in a *requested* set `R`.
//! `P`, the nimbers still possible, starts as `{0, ..., k}` for `k` moves; every move removes
//! one member: its own nimber, or the largest member if its nimber is no member or was not
//! asked for. If `P` and `R` become disjoint, the nimber is not in `R`. A move is asked for
//! its nimber in `P` without the largest member, as far as no larger than the largest member of
//! `R`. Whether a position is lost is the request `{0}`; the nimber of a position is found by
//! requests of one nimber after the other (their *aspiration sets*).
//!
//! Two things are added: the table keeps what was excluded beside exact nimbers, as it does for
//! the other methods, and of a sum all parts but the largest are evaluated, then the largest is
//! asked for the request shifted by their nim sum.
#![allow(
    clippy::cast_possible_truncation,
    reason = "indices into what is in memory, far below 2^32"
)]

use super::super::board::Board;
use super::super::hub::Entry;
use super::super::table::{Known, MAX_EXCLUDED};
use super::super::worker::{Batch, Child, Stopped, Worker};

use crate::solver::board::Cells as _;

/// A set of nimbers as bits.
type Nimbers = u64;

/// Stands for "no single nimber" where the expansion stops at a child of a given nimber.
const NONE: u32 = u32::MAX;

impl<B: Board> Worker<'_, B> {
    /// The nimber of a subgame if it is one of `requested`; it may be known otherwise, too.
    pub(in super::super) fn nimber_in_set(
        &mut self,
        entry: &Entry<B::Cells>,
        requested: Nimbers,
    ) -> Result<Option<u32>, Stopped> {
        let mut open = requested;
        match self.shared.table.probe(entry.key) {
            Known::Exact(value) => return Ok(Some(value)),
            Known::Not(excluded) => open &= !u64::from(excluded),
        }
        let moves = entry.part.live.count();
        open &= up_to(moves);
        if open == 0 {
            return Ok(None);
        }
        if self.is_small(&entry.part) {
            return Ok(match self.small(entry, largest(open)) {
                Known::Exact(value) => Some(value),
                Known::Not(_) => None,
            });
        }
        self.count_node()?;
        let before = self.nodes;
        let (children, entries) = (self.children.len(), self.entries.len());
        let mut batch = Batch {
            // Only if 0 alone is asked for, a child is done with once it is known not to be 0.
            x: if open == 1 { 0 } else { NONE },
            excluded: 0,
            reply: B::Cells::NONE,
            waiting: 0,
        };
        self.expand_all(&entry.part, &mut batch);
        let result = if batch.reply.is_none() {
            let looked_up = moves - (self.children.len() - children) as u32;
            let possible = possible(moves, batch.excluded, looked_up);
            self.search_in_set(children, open, possible)
        } else {
            Ok(None)
        };
        self.children.truncate(children);
        self.entries.truncate(entries);
        let value = result?;
        let found = match value {
            Some(value) => Known::Exact(value),
            None => Known::Not((open & ((1 << MAX_EXCLUDED) - 1)) as u32 | batch.excluded),
        };
        let work = self.nodes - before + 1;
        self.shared.table.store(entry.key, found, work);
        Ok(value)
    }

    /// The nimber of a subgame whose children from `first` on are still open.
    fn search_in_set(
        &mut self,
        first: usize,
        requested: Nimbers,
        mut possible: Nimbers,
    ) -> Result<Option<u32>, Stopped> {
        let up_to = up_to(largest(requested));
        self.children[first..].sort_unstable_by_key(|child| (child.weight, child.point));
        // Asked for 0 alone, the expansion drops children of which no more is known.
        let mut exact = requested != 1;
        for i in first..self.children.len() {
            if possible & requested == 0 {
                return Ok(None);
            }
            let asked = possible & !(1 << largest(possible)) & up_to;
            match self.sum_in_set(self.children[i], asked)? {
                Some(value) => possible = remove(possible, value),
                None => {
                    possible &= !(1 << largest(possible));
                    exact = false;
                }
            }
        }
        let one = possible & possible.wrapping_neg();
        let known = exact || one & up_to != 0;
        Ok(known.then_some(one.trailing_zeros()))
    }

    /// The nimber of a child if it is one of `requested`; it may be known otherwise, too.
    fn sum_in_set(
        &mut self,
        child: Child<B::Cells>,
        requested: Nimbers,
    ) -> Result<Option<u32>, Stopped> {
        let child = self.look_up(child);
        if child.start == child.end {
            return Ok(Some(child.nim));
        }
        if requested == 0 {
            return Ok(None);
        }
        // Among all nimbers the nimber is always found.
        let (nim, entry) = self.couple_of(child, |worker, entry| {
            Ok(worker.nimber_in_set(entry, u64::MAX)?.unwrap_or_default())
        })?;
        let shifted = (0..64)
            .filter(|v| requested >> v & 1 == 1)
            .fold(0, |set, v| set | 1u64.checked_shl(v ^ nim).unwrap_or(0));
        let value = self.nimber_in_set(&entry, shifted)?;
        Ok(value.map(|value| value ^ nim))
    }
}

/// All nimbers up to `most`.
fn up_to(most: u32) -> Nimbers {
    !0 >> (63 - most.min(63))
}

fn largest(set: Nimbers) -> u32 {
    set.checked_ilog2().unwrap_or(0)
}

/// `P` after one move of this nimber.
fn remove(possible: Nimbers, value: u32) -> Nimbers {
    let own = 1u64.checked_shl(value).unwrap_or(0);
    if possible & own != 0 {
        possible & !own
    } else {
        possible & !(1 << largest(possible))
    }
}

/// `P` after `looked_up` of `moves` moves, whose nimbers are `seen` (below [`MAX_EXCLUDED`]) or
/// without use.
fn possible(moves: u32, seen: u32, looked_up: u32) -> Nimbers {
    let mut possible = up_to(moves);
    let all = possible.count_ones();
    possible &= !u64::from(seen);
    let removed = all - possible.count_ones();
    for _ in removed..looked_up {
        possible &= !(1 << largest(possible));
    }
    possible
}
