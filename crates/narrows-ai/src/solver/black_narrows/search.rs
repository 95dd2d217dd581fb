//! The depth-first search over couples (L12): is the nimber of this subgame `x`?
//!
//! What keeps it small, beside the reductions of [`super::hub`] and [`super::quotient`]:
//!
//! * All children are looked up before one is searched (enhanced transposition cutoffs), in
//!   batches, so that the misses of a batch overlap, and only until one refutes.
//! * If the move `b` is refuted by the reply `r`, then `r` is refuted by `b`: both lead to the
//!   same position. The child `r` is never looked at.
//! * Replies that refuted one move are tried first against its siblings.
#![allow(
    clippy::cast_possible_truncation,
    reason = "indices into what is in memory, far below 2^32"
)]

use alloc::vec::Vec;

use super::board::Board;
use super::hub::{Entry, HubMode as _, Part, Splitter};
use super::key::Key;
use super::live::Legality as _;
#[cfg(feature = "comparison")]
use super::options::Method;
use super::quotient::stones_key;
use super::table::Known;
use super::worker::{Batch, Child, Stopped, Worker, bit, weight_of};
use crate::order::sort_by_key;
use crate::solver::board::Cells as _;
use crate::solver::threads::Marks;

/// Replies that worked before count as lighter by this many percent of the weight.
const REPLY_BONUS: u32 = 20;

/// The weight of a child that needs no further attention.
const DONE: u32 = u32::MAX;

impl<B: Board> Worker<'_, B> {
    /// The subgames of a whole position: a nim heap, and entries added to `out`.
    pub(super) fn entries_of(
        &mut self,
        stones: B::Cells,
        live: B::Cells,
        out: &mut Vec<Entry<B::Cells>>,
    ) -> u32 {
        match live.count() {
            0 => return 0,
            1 => return 1,
            // L14: the two points exclude each other, or both fit.
            2 => return u32::from(!self.board.is_legal(stones | live)),
            _ => {}
        }
        let part = Part {
            live,
            anchored: B::Cells::NONE,
            dead: B::Cells::NONE,
            stones,
            hub: false,
        };
        if !self.options.quotient {
            out.push(Entry {
                part,
                key: stones_key(self.board, stones),
            });
            return 0;
        }
        let quotient = &mut self.quotient;
        quotient.fill(self.board, stones, live);
        if self.options.hub
            && let Some(hub) = quotient.hub()
        {
            let kept = quotient.kept();
            let (options, sets) = (&self.hub_options, &mut self.sets);
            let mut splitter = Splitter { options, sets, out };
            return self
                .board
                .split_at_hub(stones, kept, live, hub, &mut splitter);
        }
        out.push(Entry {
            part,
            key: quotient.key(self.board),
        });
        0
    }

    /// Puts a whole position on the stack, as a child without a move.
    fn enter(&mut self, stones: B::Cells, live: B::Cells) -> Child<B::Cells> {
        let start = self.entries.len() as u32;
        let mut scratch = core::mem::take(&mut self.scratch);
        scratch.clear();
        let nim = self.entries_of(stones, live, &mut scratch);
        self.entries.extend_from_slice(&scratch);
        self.scratch = scratch;
        Child {
            point: B::Cells::NONE,
            nim,
            start,
            end: self.entries.len() as u32,
            weight: 0,
        }
    }

    /// Whether a whole position has nimber `x`.
    pub(crate) fn position_is(
        &mut self,
        stones: B::Cells,
        live: B::Cells,
        x: u32,
    ) -> Result<bool, Stopped> {
        let child = self.enter(stones, live);
        let result = self.child_is(child, x, B::Cells::NONE);
        self.entries.truncate(child.start as usize);
        Ok(result?.0)
    }

    /// Whether a whole position has nimber `x`, as far as the table knows.
    pub(crate) fn known_to_be(&mut self, stones: B::Cells, live: B::Cells, x: u32) -> Option<bool> {
        let child = self.enter(stones, live);
        let start = child.start as usize;
        let child = self.look_up(child);
        let known = match child.end - child.start {
            0 => Some(child.nim == x),
            1 => {
                let key = self.entries[start].key;
                self.shared.table.probe(key).is(x ^ child.nim)
            }
            _ => None,
        };
        self.entries.truncate(start);
        known
    }

    /// The nimber of a whole position.
    pub(crate) fn position_value(
        &mut self,
        stones: B::Cells,
        live: B::Cells,
    ) -> Result<u32, Stopped> {
        let child = self.enter(stones, live);
        let mut value = child.nim;
        for i in child.start..child.end {
            let entry = self.entries[i as usize];
            value ^= self.value(&entry)?;
        }
        self.entries.truncate(child.start as usize);
        Ok(value)
    }

    /// The nimber of a subgame.
    pub(super) fn value(&mut self, entry: &Entry<B::Cells>) -> Result<u32, Stopped> {
        let mut x = 0;
        loop {
            match self.shared.table.probe(entry.key) {
                Known::Exact(value) => return Ok(value),
                known => {
                    while known.is(x) == Some(false) {
                        x += 1;
                    }
                }
            }
            if self.is_small(&entry.part)
                && let Known::Exact(value) = self.small(entry, u32::MAX)
            {
                return Ok(value);
            }
            if self.is_nimber(entry, x, B::Cells::NONE)?.0 {
                return Ok(x);
            }
            x += 1;
        }
    }

    /// Whether a subgame is evaluated by truth tables.
    pub(super) fn is_small(&self, part: &Part<B::Cells>) -> bool {
        part.hub && part.live.count() <= self.options.small_in_table
    }

    /// The nimber of a small subgame, or that it is larger than `most`, by truth tables.
    pub(super) fn small(&mut self, entry: &Entry<B::Cells>, most: u32) -> Known {
        let Entry { part, key } = entry;
        let value = self.board.small_nimber(part, &mut self.sets, most);
        let found = value.map_or_else(|| Known::Not((2 << most) - 1), Known::Exact);
        self.shared.table.store(*key, found, 1);
        found
    }

    /// Whether the nimber of a subgame is `x`, by the method in force; see
    /// [`couple`](Self::couple).
    #[inline(always)]
    fn is_nimber(
        &mut self,
        entry: &Entry<B::Cells>,
        x: u32,
        prefer: B::Cells,
    ) -> Result<(bool, B::Cells), Stopped> {
        #[cfg(feature = "comparison")]
        match self.options.method {
            Method::DepthFirst => {}
            Method::ProofNumbers { depth_first } => {
                return self.prove_couple(entry, x, prefer, depth_first);
            }
            Method::NimberSets => {
                let value = self.nimber_in_set(entry, 1 << x.min(63))?;
                return Ok((value == Some(x), B::Cells::NONE));
            }
        }
        self.couple(entry, x, prefer)
    }

    /// Whether the nimber of a subgame is `x`. If not, because a move leads to nimber `x`, that
    /// move, where it is known. Moves in `prefer` are tried first.
    pub(super) fn couple(
        &mut self,
        entry: &Entry<B::Cells>,
        x: u32,
        prefer: B::Cells,
    ) -> Result<(bool, B::Cells), Stopped> {
        let Entry { part, key } = entry;
        let known = self.shared.table.probe(*key);
        if let Some(answer) = known.is(x) {
            return Ok((answer, B::Cells::NONE));
        }
        let points = part.live.count();
        if x > points {
            return Ok((false, B::Cells::NONE));
        }
        if self.is_small(part) {
            return Ok((self.small(entry, x).is(x) == Some(true), B::Cells::NONE));
        }
        for y in 0..x {
            if known.is(y).is_none() && self.couple(entry, y, B::Cells::NONE)?.0 {
                return Ok((false, B::Cells::NONE));
            }
        }
        self.count_node()?;
        let before = self.nodes;
        let (children, entries) = (self.children.len(), self.entries.len());
        let mut batch = Batch {
            x,
            excluded: 0,
            reply: B::Cells::NONE,
            waiting: 0,
        };
        self.expand(part, prefer, &mut batch);
        let mut result = Ok(batch.reply);
        if batch.reply.is_none() && self.children.len() > children {
            result = self.decide(*key, children, x, prefer);
        }
        self.children.truncate(children);
        self.entries.truncate(entries);
        let reply = result?;
        let equal = reply.is_none();
        let found = if equal {
            Known::Exact(x)
        } else {
            Known::Not(batch.excluded | bit(x))
        };
        let work = self.nodes - before + 1;
        self.shared.table.store(*key, found, work);
        if let Some(sink) = self.shared.sink {
            sink(*key, found, work);
        }
        // Another worker's result comes without a move.
        Ok((
            equal,
            if reply == !B::Cells::NONE {
                B::Cells::NONE
            } else {
                reply
            },
        ))
    }

    /// Searches the children from `first` on for one of nimber `x`. Returns its move, or 0.
    fn decide(
        &mut self,
        key: Key,
        first: usize,
        x: u32,
        prefer: B::Cells,
    ) -> Result<B::Cells, Stopped> {
        for child in &mut self.children[first..] {
            if (child.point & prefer).is_some() {
                child.weight = child.weight * 100 / (100 + REPLY_BONUS);
            }
        }
        sort_by_key(&mut self.children[first..], |child| {
            (child.weight, child.point)
        });
        let shared = self.shared;
        if let Some(busy) = &shared.busy {
            return self.decide_together(busy, key, first, x);
        }
        let mut refuted = B::Cells::NONE;
        for i in first..self.children.len() {
            let child = self.children[i];
            if (refuted & child.point).is_some() {
                continue;
            }
            let (equal, reply) = self.child_is(child, x, refuted)?;
            if equal {
                return Ok(child.point);
            }
            refuted |= reply;
        }
        Ok(B::Cells::NONE)
    }

    /// The same beside other workers: children that others are at come last (Weill, "The
    /// ABDADA distributed minimax search algorithm", 1996, with marks outside the table).
    fn decide_together(
        &mut self,
        busy: &Marks,
        key: Key,
        first: usize,
        x: u32,
    ) -> Result<B::Cells, Stopped> {
        let mut refuted = B::Cells::NONE;
        for last in [false, true] {
            let mut postponed = false;
            for i in first..self.children.len() {
                let child = self.children[i];
                if child.weight == DONE || (refuted & child.point).is_some() {
                    continue;
                }
                let child_key = self.entries[child.start as usize].key;
                if !last && i > first && busy.contains(child_key.a) {
                    postponed = true;
                    continue;
                }
                self.children[i].weight = DONE;
                busy.enter(child_key.a);
                let result = self.child_is(child, x, refuted);
                busy.leave(child_key.a);
                let (equal, reply) = result?;
                if equal {
                    return Ok(child.point);
                }
                refuted |= reply;
                match self.shared.table.probe(key).is(x) {
                    Some(true) => return Ok(B::Cells::NONE),
                    // All cells stand for a reply that another worker found.
                    Some(false) => return Ok(!B::Cells::NONE),
                    None => {}
                }
            }
            if !postponed {
                break;
            }
        }
        Ok(B::Cells::NONE)
    }

    /// Replaces what the table knows of a child's parts by its nimber, and cancels equal parts.
    pub(super) fn look_up(&mut self, mut child: Child<B::Cells>) -> Child<B::Cells> {
        let mut kept = child.start;
        let mut weight = 0;
        for i in child.start..child.end {
            let entry = self.entries[i as usize];
            if let Known::Exact(value) = self.shared.table.probe(entry.key) {
                child.nim ^= value;
                continue;
            }
            let before = &self.entries[child.start as usize..kept as usize];
            if self.options.cancel
                && let Some(j) = before.iter().position(|other| other.key == entry.key)
            {
                kept -= 1;
                weight -= weight_of(&entry.part);
                self.entries[child.start as usize + j] = self.entries[kept as usize];
                continue;
            }
            self.entries[kept as usize] = entry;
            kept += 1;
            weight += weight_of(&entry.part);
        }
        child.end = kept;
        child.weight = weight;
        child
    }

    /// Whether a child's nimber is `x`: exact values of all parts but the largest, then a
    /// couple of the largest.
    fn child_is(
        &mut self,
        child: Child<B::Cells>,
        x: u32,
        prefer: B::Cells,
    ) -> Result<(bool, B::Cells), Stopped> {
        let child = self.look_up(child);
        if child.start == child.end {
            return Ok((child.nim == x, B::Cells::NONE));
        }
        let (nim, entry) = self.couple_of(child, Self::value)?;
        self.is_nimber(&entry, x ^ nim, prefer)
    }

    /// A child with parts as a couple: its largest part, and the nim sum of all others, whose
    /// nimbers `value` finds.
    pub(super) fn couple_of(
        &mut self,
        child: Child<B::Cells>,
        value: impl Fn(&mut Self, &Entry<B::Cells>) -> Result<u32, Stopped>,
    ) -> Result<(u32, Entry<B::Cells>), Stopped> {
        let largest = (child.start..child.end)
            .max_by_key(|&i| self.entries[i as usize].part.live.count())
            .unwrap_or(child.start);
        let mut nim = child.nim;
        for i in child.start..child.end {
            if i != largest {
                let entry = self.entries[i as usize];
                nim ^= value(self, &entry)?;
            }
        }
        Ok((nim, self.entries[largest as usize]))
    }
}
