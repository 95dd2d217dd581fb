//! The children of a subgame, and looking them up.
#![allow(
    clippy::cast_possible_truncation,
    reason = "indices into what is in memory, far below 2^32"
)]

use alloc::vec::Vec;

use super::board::Board;
use super::hub::{Entry, HubMode as _, Part, Splitter};
use super::live::Legality as _;
use super::worker::{Batch, Child, Worker, bit, weight_of};
use crate::solver::board::{Cells as _, cells};

/// Children looked up together: the batch must be large enough for table misses to overlap
/// and small enough for an early hit to save the rest (6x5: 1 and 64 are both slower).
const BATCH: usize = 4;

impl<B: Board> Worker<'_, B> {
    /// Adds the children of a subgame to the stacks, but for those known not to have nimber
    /// `x`. Ends at a child that has it.
    pub(super) fn expand(
        &mut self,
        part: &Part<B::Cells>,
        prefer: B::Cells,
        batch: &mut Batch<B::Cells>,
    ) {
        let mut points = [B::Cells::NONE; 128];
        let mut count = 0;
        for point in cells(part.live & prefer).chain(cells(part.live & !prefer)) {
            points[count] = point;
            count += 1;
        }
        let mut scratch = core::mem::take(&mut self.scratch);
        if part.hub {
            self.expand_hub(part, &points[..count], &mut scratch, batch);
        } else {
            self.expand_board(part, &points[..count], &mut scratch, batch);
        }
        self.scratch = scratch;
    }

    /// The same without a stop: all children, but for those that are known. With `x` a single
    /// nimber it ends at a child that has it.
    #[cfg(feature = "comparison")]
    pub(super) fn expand_all(&mut self, part: &Part<B::Cells>, batch: &mut Batch<B::Cells>) {
        let symmetric = core::mem::replace(&mut self.options.symmetric, false);
        self.expand(part, B::Cells::NONE, batch);
        self.options.symmetric = symmetric;
    }

    fn expand_hub(
        &mut self,
        part: &Part<B::Cells>,
        points: &[B::Cells],
        scratch: &mut Vec<Entry<B::Cells>>,
        batch: &mut Batch<B::Cells>,
    ) {
        let mut live = [B::Cells::NONE; 128];
        let mut later = part.live;
        let cuts = self.board.hub_suspects(part);
        for (i, &point) in points.iter().enumerate() {
            later &= !point;
            let candidates = self.candidates(part.live, later, point);
            let (row, reached) = self.board.hub_live(part, point, candidates, cuts);
            live[i] |= row;
            self.mirror(row, point, &points[i + 1..], &mut live[i + 1..]);
            scratch.clear();
            let (options, sets) = (&self.hub_options, &mut self.sets);
            let mut splitter = Splitter {
                options,
                sets,
                out: scratch,
            };
            let nim = self
                .board
                .play_in_hub(part, point, live[i], reached, &mut splitter);
            self.add_child(point, nim, scratch, batch);
            if (batch.reply.is_some() || batch.waiting >= BATCH) && self.flush(batch) {
                return;
            }
        }
        self.flush(batch);
    }

    fn expand_board(
        &mut self,
        part: &Part<B::Cells>,
        points: &[B::Cells],
        scratch: &mut Vec<Entry<B::Cells>>,
        batch: &mut Batch<B::Cells>,
    ) {
        let skip = if self.options.symmetric {
            self.symmetric_moves(part)
        } else {
            B::Cells::NONE
        };
        let mut live = [B::Cells::NONE; 128];
        let mut later = part.live;
        for (i, &point) in points.iter().enumerate() {
            later &= !point;
            let stones = part.stones | point;
            let candidates = self.candidates(part.live, later, point);
            let row = self.board.live(stones, candidates);
            live[i] |= row;
            self.mirror(row, point, &points[i + 1..], &mut live[i + 1..]);
            if (skip & point).is_some() {
                continue;
            }
            scratch.clear();
            let nim = self.entries_of(stones, live[i], scratch);
            self.add_child(point, nim, scratch, batch);
            if (batch.reply.is_some() || batch.waiting >= BATCH) && self.flush(batch) {
                return;
            }
        }
        self.flush(batch);
    }

    /// L0: with the pair matrix only later points are looked at.
    #[inline(always)]
    fn candidates(&self, live: B::Cells, later: B::Cells, point: B::Cells) -> B::Cells {
        if self.options.pair_matrix {
            later
        } else {
            live & !point
        }
    }

    /// L0: what holds for a pair holds in both orders.
    #[inline(always)]
    fn mirror(&self, row: B::Cells, point: B::Cells, later: &[B::Cells], live: &mut [B::Cells]) {
        if self.options.pair_matrix {
            for (&other, live) in later.iter().zip(live) {
                if (row & other).is_some() {
                    *live |= point;
                }
            }
        }
    }

    /// Adds a child, unless its nimber is known without the table.
    #[inline(always)]
    fn add_child(
        &mut self,
        point: B::Cells,
        nim: u32,
        parts: &[Entry<B::Cells>],
        batch: &mut Batch<B::Cells>,
    ) {
        if parts.is_empty() {
            batch.excluded |= bit(nim);
            if nim == batch.x {
                batch.reply = point;
            }
            return;
        }
        let start = self.entries.len() as u32;
        let mut weight = 0;
        for entry in parts {
            self.shared.table.prefetch(entry.key);
            self.entries.push(*entry);
            weight += weight_of(&entry.part);
        }
        self.children.push(Child {
            nim,
            start,
            end: self.entries.len() as u32,
            weight,
            point,
        });
        batch.waiting += 1;
    }

    /// Looks up the children that wait; true if one of nimber `x` has been found.
    fn flush(&mut self, batch: &mut Batch<B::Cells>) -> bool {
        if batch.reply.is_some() {
            return true;
        }
        let first = self.children.len() - batch.waiting;
        batch.waiting = 0;
        if !self.options.cutoffs {
            return false;
        }
        let mut kept = first;
        for i in first..self.children.len() {
            let child = self.look_up(self.children[i]);
            if child.start == child.end {
                batch.excluded |= bit(child.nim);
                if child.nim == batch.x {
                    batch.reply = child.point;
                    return true;
                }
                continue;
            }
            if child.end - child.start == 1 {
                let key = self.entries[child.start as usize].key;
                if self.shared.table.probe(key).is(batch.x ^ child.nim) == Some(false) {
                    continue;
                }
            }
            self.children[kept] = child;
            kept += 1;
        }
        self.children.truncate(kept);
        false
    }

    /// L13: moves that are images of an earlier move under a symmetry of the stones.
    fn symmetric_moves(&self, part: &Part<B::Cells>) -> B::Cells {
        let mut skip = B::Cells::NONE;
        for code in 1..self.board.board_images() {
            if self.board.board_image(part.stones, code) != part.stones {
                continue;
            }
            for point in cells(part.live & !skip) {
                if self.board.board_image(point, code) < point {
                    skip |= point;
                }
            }
        }
        skip
    }
}
