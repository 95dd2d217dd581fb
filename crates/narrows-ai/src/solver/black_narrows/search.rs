//! The depth-first search over couples (L12): is the nimber of this subgame `x`?

use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::board::{Board, cells};
use super::hub::{HubOptions, Part};
use super::keys::Key;
use super::options::Options;
use super::quotient::{Quotient, stones_key};
use super::table::{Known, MAX_EXCLUDED, Table};

/// A budget ran out or the caller asked to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// What all workers of one search share.
pub(crate) struct Shared<'a> {
    /// The table.
    pub(crate) table: &'a Table,
    /// Positions expanded by all workers (counted in steps of [`POLL_NODES`]).
    pub(crate) nodes: AtomicU64,
    /// At most so many are expanded.
    pub(crate) max_nodes: u64,
    /// Set when the search must end.
    pub(crate) stopped: AtomicBool,
    /// Asked now and then whether to stop.
    pub(crate) stop: &'a (dyn Fn() -> bool + Sync),
}

/// A worker asks the callback after so many expansions, that is every 50 to 200 microseconds.
pub(crate) const POLL_NODES: u64 = 16;

/// A subgame of a child, with its key.
#[derive(Clone, Copy)]
struct Entry {
    part: Part,
    key: Key,
}

/// A move's outcome: a nim heap and subgames not evaluated yet.
#[derive(Clone, Copy)]
struct Child {
    nim: u32,
    start: u32,
    end: u32,
    weight: u32,
}

/// One thread of the search, with its stacks.
pub(crate) struct Worker<'a, const S: usize> {
    board: Board<S>,
    options: Options,
    hub_options: HubOptions,
    shared: &'a Shared<'a>,
    nodes: u64,
    entries: Vec<Entry>,
    children: Vec<Child>,
    scratch: Vec<Part>,
}

impl<'a, const S: usize> Worker<'a, S> {
    pub(crate) fn new(board: Board<S>, options: Options, shared: &'a Shared<'a>) -> Self {
        let options = options.checked();
        Worker {
            board,
            options,
            hub_options: HubOptions {
                split: options.split,
                small: options.small,
                reduce: options.reduce,
            },
            shared,
            nodes: 0,
            entries: Vec::new(),
            children: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// Positions expanded by this worker.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts an expanded position; ends the search when a limit is reached.
    #[inline]
    fn count_node(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL_NODES) {
            let shared = self.shared;
            let all = shared.nodes.fetch_add(POLL_NODES, Relaxed) + POLL_NODES;
            if all >= shared.max_nodes || (shared.stop)() {
                shared.stopped.store(true, Relaxed);
            }
        }
        if self.shared.stopped.load(Relaxed) {
            Err(Stopped)
        } else {
            Ok(())
        }
    }

    /// The subgames of a whole position: a nim heap, and parts added to `out`.
    pub(crate) fn parts_of(&self, stones: u64, live: u64, out: &mut Vec<Part>) -> u32 {
        match live.count_ones() {
            0 => return 0,
            1 => return 1,
            2 => {
                // L14: the two points exclude each other, or both fit.
                return u32::from(!self.board.is_legal(stones | live));
            }
            _ => {}
        }
        if self.options.hub {
            let quotient = Quotient::new(&self.board, stones, live);
            if let Some(hub) = quotient.hub() {
                let kept = quotient.kept();
                return self
                    .board
                    .split_at_hub(stones, kept, live, hub, &self.hub_options, out);
            }
        }
        out.push(Part {
            live,
            anchored: 0,
            dead: 0,
            stones,
            hub: false,
        });
        0
    }

    /// The key of a subgame.
    #[inline]
    pub(crate) fn key(&self, part: &Part) -> Key {
        if part.hub {
            self.board.hub_key(part)
        } else if self.options.quotient {
            Quotient::new(&self.board, part.stones, part.live).key(&self.board)
        } else {
            stones_key(&self.board, part.stones)
        }
    }

    /// Whether a sum of subgames and a nim heap has nimber `x`.
    pub(crate) fn sum_is(&mut self, nim: u32, parts: &[Part], x: u32) -> Result<bool, Stopped> {
        let start = self.entries.len();
        for part in parts {
            let key = self.key(part);
            self.entries.push(Entry { part: *part, key });
        }
        let child = Child {
            nim,
            start: start as u32,
            end: self.entries.len() as u32,
            weight: 0,
        };
        let result = self.child_is(child, x);
        self.entries.truncate(start);
        result
    }

    /// The nimber of a sum.
    pub(crate) fn sum_value(&mut self, nim: u32, parts: &[Part]) -> Result<u32, Stopped> {
        let mut value = nim;
        for part in parts {
            value ^= self.value(part, self.key(part))?;
        }
        Ok(value)
    }

    /// The nimber of a subgame.
    fn value(&mut self, part: &Part, key: Key) -> Result<u32, Stopped> {
        let mut x = 0;
        loop {
            match self.shared.table.probe(key) {
                Known::Exact(value) => return Ok(value),
                known => {
                    while known.is(x) == Some(false) {
                        x += 1;
                    }
                }
            }
            if self.couple(part, key, x)? {
                return Ok(x);
            }
            x += 1;
        }
    }

    /// Whether the nimber of a subgame is `x`.
    fn couple(&mut self, part: &Part, key: Key, x: u32) -> Result<bool, Stopped> {
        let known = self.shared.table.probe(key);
        if let Some(answer) = known.is(x) {
            return Ok(answer);
        }
        if x > part.live.count_ones() {
            return Ok(false);
        }
        for y in 0..x {
            if known.is(y).is_none() && self.couple(part, key, y)? {
                return Ok(false);
            }
        }
        self.count_node()?;
        let before = self.nodes;
        let (children, entries) = (self.children.len(), self.entries.len());
        self.expand(part);
        let result = self.decide(children, x);
        self.children.truncate(children);
        self.entries.truncate(entries);
        let (equal, excluded) = result?;
        let known = if equal {
            Known::Exact(x)
        } else {
            Known::Not(excluded)
        };
        self.shared.table.store(key, known, self.nodes - before + 1);
        Ok(equal)
    }

    /// Whether no child (those from `first` on) has nimber `x`, and which nimbers the parent
    /// cannot have because a child has them.
    fn decide(&mut self, first: usize, x: u32) -> Result<(bool, u32), Stopped> {
        let mut excluded = 0u32;
        let bit = |value: u32| if value < MAX_EXCLUDED { 1 << value } else { 0 };
        if self.options.cutoffs {
            let mut kept = first;
            for i in first..self.children.len() {
                let child = self.look_up(self.children[i]);
                if child.start == child.end {
                    excluded |= bit(child.nim);
                    if child.nim == x {
                        return Ok((false, excluded));
                    }
                    continue;
                }
                if child.end - child.start == 1 {
                    let entry = &self.entries[child.start as usize];
                    if self.shared.table.probe(entry.key).is(x ^ child.nim) == Some(false) {
                        continue;
                    }
                }
                self.children[kept] = child;
                kept += 1;
            }
            self.children.truncate(kept);
        }
        self.children[first..].sort_by_key(|child| child.weight);
        for i in first..self.children.len() {
            if self.child_is(self.children[i], x)? {
                return Ok((false, excluded | bit(x)));
            }
        }
        Ok((true, excluded))
    }

    /// Replaces what the table knows of a child's parts by its nimber, and cancels equal parts.
    fn look_up(&mut self, mut child: Child) -> Child {
        let mut kept = child.start;
        let mut weight = 0;
        for i in child.start..child.end {
            let entry = self.entries[i as usize];
            if let Known::Exact(value) = self.shared.table.probe(entry.key) {
                child.nim ^= value;
                continue;
            }
            let kept_entries = &self.entries[child.start as usize..kept as usize];
            if self.options.cancel
                && let Some(j) = kept_entries.iter().position(|other| other.key == entry.key)
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
    fn child_is(&mut self, child: Child, x: u32) -> Result<bool, Stopped> {
        let mut child = self.look_up(child);
        if child.start == child.end {
            return Ok(child.nim == x);
        }
        let largest = (child.start..child.end)
            .max_by_key(|&i| self.entries[i as usize].part.live.count_ones())
            .unwrap_or(child.start);
        for i in child.start..child.end {
            if i != largest {
                let Entry { part, key } = self.entries[i as usize];
                child.nim ^= self.value(&part, key)?;
            }
        }
        let Entry { part, key } = self.entries[largest as usize];
        self.couple(&part, key, x ^ child.nim)
    }

    /// Adds the children of a subgame to the stacks, with keys.
    fn expand(&mut self, part: &Part) {
        let mut points = [0u64; 64];
        let mut count = 0;
        for point in cells(part.live) {
            points[count] = point;
            count += 1;
        }
        let points = &points[..count];
        let mut live = [0u64; 64];
        if part.hub {
            self.expand_hub(part, points, &mut live);
        } else {
            self.expand_board(part, points, &mut live);
        }
    }

    fn expand_hub(&mut self, part: &Part, points: &[u64], live: &mut [u64; 64]) {
        let mut scratch = core::mem::take(&mut self.scratch);
        for (i, &point) in points.iter().enumerate() {
            let candidates = self.candidates(part.live, point);
            let (row, reached) = self.board.hub_live(part, point, candidates);
            live[i] |= row;
            self.mirror(row, point, &points[i + 1..], &mut live[i + 1..]);
            scratch.clear();
            let nim = self.board.play_in_hub(
                part,
                point,
                live[i],
                reached,
                &self.hub_options,
                &mut scratch,
            );
            self.push_child(nim, &scratch);
        }
        self.scratch = scratch;
    }

    fn expand_board(&mut self, part: &Part, points: &[u64], live: &mut [u64; 64]) {
        let skip = if self.options.symmetric {
            self.symmetric_moves(part)
        } else {
            0
        };
        let mut scratch = core::mem::take(&mut self.scratch);
        for (i, &point) in points.iter().enumerate() {
            let stones = part.stones | point;
            let row = self.board.live(stones, self.candidates(part.live, point));
            live[i] |= row;
            self.mirror(row, point, &points[i + 1..], &mut live[i + 1..]);
            if skip & point != 0 {
                continue;
            }
            scratch.clear();
            let nim = self.parts_of(stones, live[i], &mut scratch);
            self.push_child(nim, &scratch);
        }
        self.scratch = scratch;
    }

    /// L0: with the pair matrix only later points are looked at.
    #[inline(always)]
    fn candidates(&self, live: u64, point: u64) -> u64 {
        if self.options.pair_matrix {
            live & !(point | (point - 1))
        } else {
            live & !point
        }
    }

    /// L0: what holds for a pair holds in both orders.
    #[inline(always)]
    fn mirror(&self, row: u64, point: u64, later: &[u64], live: &mut [u64]) {
        if self.options.pair_matrix {
            for (&other, live) in later.iter().zip(live) {
                if row & other != 0 {
                    *live |= point;
                }
            }
        }
    }

    #[inline(always)]
    fn push_child(&mut self, nim: u32, parts: &[Part]) {
        let start = self.entries.len() as u32;
        let mut weight = 0;
        let mut near = 0;
        for part in parts {
            let key = self.key(part);
            near ^= self.shared.table.touch(key);
            self.entries.push(Entry { part: *part, key });
            weight += weight_of(part);
        }
        core::hint::black_box(near);
        self.children.push(Child {
            nim,
            start,
            end: self.entries.len() as u32,
            weight,
        });
    }

    /// L13: moves that are images of an earlier move under a symmetry of the stones.
    fn symmetric_moves(&self, part: &Part) -> u64 {
        let mut skip = 0;
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

/// How much work a subgame is expected to be: the square of its live points, twice that for a
/// whole position.
#[inline(always)]
fn weight_of(part: &Part) -> u32 {
    let points = part.live.count_ones();
    points * points * if part.hub { 1 } else { 2 }
}
