//! Depth-first proof-number search over couples.
//!
//! Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002, over the
//! couples of Lemoine and Viennot ("Computer analysis of Sprouts with nimbers", 2015): a node
//! is a subgame and a nim heap, `phi` estimates the work to prove that its mover wins, `delta`
//! that the mover loses. Choices:
//!
//! * `delta` of a node is the largest `phi` of its open children plus their number less one
//!   (the weak sum of Ueda, Hashimoto, Hashimoto and Iida, 2008): positions meet by all orders
//!   of the same stones, and sums would count them again and again.
//! * A new node has `phi = 1` and `delta` the number of moves. Moves that refuted a sibling
//!   count a sixth less.
//! * The threshold of the second best child is raised by a quarter (1+ε, Pawlewicz and Lew,
//!   2007).
//! * A child that is a sum has the numbers of a new node; once selected, all its parts but the
//!   largest are evaluated, which makes it a couple.
//! * Small couples are decided depth first. Proof numbers lie in a table of their own, four
//!   in a bucket; the least work is replaced. They only guide: no result rests on them.
#![allow(
    clippy::cast_possible_truncation,
    reason = "indices into what is in memory, far below 2^32"
)]

use alloc::vec::Vec;

use super::super::board::Board;
use super::super::hub::Entry;
use super::super::table::Known;
use super::super::worker::{Batch, Child, Stopped, Worker, bit, weight_of};
use super::proof_table::{INFINITE, Numbers};
use crate::solver::board::Cells as _;

/// The open children of a node, from `first` on, and their numbers.
struct Open<C> {
    first: usize,
    x: u32,
    numbers: Vec<Numbers>,
    /// Moves known not to lead to nimber `x`.
    refuted: C,
}

/// What the numbers of the children say of their parent.
struct Summary {
    numbers: Numbers,
    best: usize,
    /// `delta` of the second best child.
    second: u32,
    open: u32,
}

impl<B: Board> Worker<'_, B> {
    /// Whether the nimber of a subgame is `x`, and a move that refutes it, as far as known.
    pub(in super::super) fn prove_couple(
        &mut self,
        entry: &Entry<B::Cells>,
        x: u32,
        prefer: B::Cells,
        depth_first: u32,
    ) -> Result<(bool, B::Cells), Stopped> {
        if entry.part.live.count() <= depth_first {
            return self.couple(entry, x, prefer);
        }
        loop {
            let (numbers, reply) =
                self.improve(entry, x, Numbers::NO_LIMIT, prefer, depth_first)?;
            if let Some(equal) = numbers.answer() {
                return Ok((equal, reply));
            }
        }
    }

    /// Searches a couple until one of its numbers reaches the limit.
    fn improve(
        &mut self,
        entry: &Entry<B::Cells>,
        x: u32,
        limit: Numbers,
        prefer: B::Cells,
        depth_first: u32,
    ) -> Result<(Numbers, B::Cells), Stopped> {
        let Entry { part, key } = entry;
        let known = self.shared.table.probe(*key);
        if let Some(answer) = known.is(x) {
            return Ok((Numbers::proven(answer), B::Cells::NONE));
        }
        let points = part.live.count();
        if x > points {
            return Ok((Numbers::proven(false), B::Cells::NONE));
        }
        if points <= depth_first || self.is_small(part) {
            let (equal, reply) = self.couple(entry, x, prefer)?;
            return Ok((Numbers::proven(equal), reply));
        }
        self.count_node()?;
        let before = self.nodes;
        let (first, entries) = (self.children.len(), self.entries.len());
        let mut batch = Batch {
            x,
            excluded: 0,
            reply: B::Cells::NONE,
            waiting: 0,
        };
        self.expand(part, prefer, &mut batch);
        let result = if batch.reply.is_none() {
            for y in (0..x).filter(|&y| known.is(y).is_none()) {
                self.add_heap_move(entry, x ^ y);
            }
            self.select(first, x, limit, prefer, depth_first)
        } else {
            Ok((Numbers::proven(false), batch.reply))
        };
        self.children.truncate(first);
        self.entries.truncate(entries);
        let (numbers, reply) = result?;
        let work = self.nodes - before + 1;
        match numbers.answer() {
            Some(true) => self.shared.table.store(*key, Known::Exact(x), work),
            Some(false) => {
                let found = Known::Not(batch.excluded | bit(x));
                self.shared.table.store(*key, found, work);
            }
            None => {
                if let Some(table) = &self.shared.numbers {
                    table.store(key.then(x.into()), numbers, work);
                }
            }
        }
        Ok((numbers, reply))
    }

    /// A move in the heap is a child that is the same subgame with a smaller heap.
    fn add_heap_move(&mut self, entry: &Entry<B::Cells>, nim: u32) {
        let start = self.entries.len() as u32;
        self.entries.push(*entry);
        self.children.push(Child {
            point: B::Cells::NONE,
            nim,
            start,
            end: start + 1,
            weight: weight_of(&entry.part),
        });
    }

    /// The numbers of a child: those noted, or those of a new node.
    fn numbers_of(&self, child: &Child<B::Cells>, x: u32, prefer: B::Cells) -> Numbers {
        let parts = &self.entries[child.start as usize..child.end as usize];
        if let ([entry], Some(table)) = (parts, &self.shared.numbers)
            && let Some(numbers) = table.probe(entry.key.then((x ^ child.nim).into()))
        {
            return numbers;
        }
        let moves: u32 = parts.iter().map(|e| e.part.live.count()).sum();
        let percent = if (child.point & prefer).is_some() {
            83
        } else {
            100
        };
        Numbers {
            phi: 1,
            delta: (moves * percent / 100).max(1),
        }
    }

    fn summary(&self, open: &Open<B::Cells>) -> Summary {
        let (mut most, mut count) = (0, 0);
        let mut summary = Summary {
            numbers: Numbers::proven(true),
            best: 0,
            second: INFINITE,
            open: 0,
        };
        for (i, numbers) in open.numbers.iter().enumerate() {
            let point = self.children[open.first + i].point;
            if numbers.phi == 0 || (open.refuted & point).is_some() {
                continue;
            }
            count += 1;
            most = most.max(numbers.phi);
            if numbers.delta < summary.numbers.phi {
                summary.second = summary.numbers.phi;
                summary.numbers.phi = numbers.delta;
                summary.best = i;
            } else {
                summary.second = summary.second.min(numbers.delta);
            }
        }
        if count > 0 {
            summary.numbers.delta = (most + count - 1).min(INFINITE - 1);
        }
        summary.open = count;
        summary
    }

    /// Searches the most promising child again and again.
    fn select(
        &mut self,
        first: usize,
        x: u32,
        limit: Numbers,
        prefer: B::Cells,
        depth_first: u32,
    ) -> Result<(Numbers, B::Cells), Stopped> {
        self.children[first..].sort_unstable_by_key(|child| (child.weight, child.point));
        let mut open = Open {
            first,
            x,
            numbers: Vec::new(),
            refuted: B::Cells::NONE,
        };
        for child in &self.children[first..] {
            open.numbers.push(self.numbers_of(child, x, prefer));
        }
        loop {
            let summary = self.summary(&open);
            let Numbers { phi, delta } = summary.numbers;
            if summary.open == 0 || phi >= limit.phi || delta >= limit.delta {
                return Ok((summary.numbers, B::Cells::NONE));
            }
            let second = summary.second;
            let limit = Numbers {
                phi: limit.delta - (summary.open - 1),
                delta: limit.phi.min(second.saturating_add(second / 4 + 1)),
            };
            let (numbers, reply) =
                self.improve_child(&mut open, summary.best, limit, depth_first)?;
            if numbers.answer() == Some(true) {
                return Ok((
                    Numbers::proven(false),
                    self.children[first + summary.best].point,
                ));
            }
            open.refuted |= reply;
            open.numbers[summary.best] = numbers;
        }
    }

    /// Searches one child, which is made a couple first.
    fn improve_child(
        &mut self,
        open: &mut Open<B::Cells>,
        best: usize,
        limit: Numbers,
        depth_first: u32,
    ) -> Result<(Numbers, B::Cells), Stopped> {
        let at = open.first + best;
        let mut child = self.look_up(self.children[at]);
        if child.start == child.end {
            return Ok((Numbers::proven(child.nim == open.x), B::Cells::NONE));
        }
        let was_sum = child.end - child.start > 1;
        let (nim, entry) = self.couple_of(child, Self::value)?;
        child.nim = nim;
        self.entries[child.start as usize] = entry;
        child.end = child.start + 1;
        self.children[at] = child;
        if was_sum {
            let numbers = self.numbers_of(&child, open.x, B::Cells::NONE);
            if numbers.phi >= limit.phi || numbers.delta >= limit.delta {
                return Ok((numbers, B::Cells::NONE));
            }
        }
        self.improve(&entry, open.x ^ child.nim, limit, open.refuted, depth_first)
    }
}
