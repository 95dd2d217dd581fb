//! What every capture of a position does to the parts of both sides, from one look at the position.
//!
//! A side's stones lie in the components of the points that the enemy leaves, its *water*. A capture from `a` to `b` adds
//! `b` to the water of the side that makes it, so that parts only grow together. From the enemy's water it takes `b` away
//! and adds `a`: parts grow together at `a`, and the part of `b` stays whole unless `b` was a cut point of it,
//! which the eight points around tell nearly always. So there is nothing to flood for most captures.
#![allow(
    clippy::cast_possible_truncation,
    reason = "numbers of points of a board, or of fewer things"
)]

use alloc::vec::Vec;

use super::board::Board;
use super::links::Standing;
use super::position::{Layout, Pair};
use super::set::Set;

/// Components that are kept; a position with more is looked at capture by capture.
const MOST: usize = 10;

/// A component of a side's water.
#[derive(Clone, Copy, Debug, Default)]
struct Part<S> {
    /// All its points.
    points: S,
    /// Enemy stones beside it.
    beside: S,
}

/// The water of one side.
#[derive(Clone, Debug)]
struct Water<S> {
    parts: [Part<S>; MOST],
    count: usize,
    /// How many of the parts, the first ones, hold a stone.
    held: usize,
    /// Whether there are more parts.
    more: bool,
}

impl<S: Set> Water<S> {
    /// The parts of `own`; with `all` also those without stones.
    fn new<L: Layout<Set = S>>(board: &Board<L>, own: S, other: S) -> Self {
        let within = board.full() & !other;
        let mut water = Self {
            parts: [Part::default(); MOST],
            count: 0,
            held: 0,
            more: false,
        };
        let mut rest = within;
        for stones in [own, within] {
            let mut seeds = stones & rest;
            while !seeds.is_empty() {
                if water.count == MOST {
                    water.more = true;
                    if stones == own {
                        water.held = MOST;
                    }
                    return water;
                }
                let points = board.flood(seeds.lowest(), within);
                let beside = board.beside(points) & other;
                water.parts[water.count] = Part { points, beside };
                water.count += 1;
                rest = rest & !points;
                seeds = seeds & !points;
            }
            if stones == own {
                water.held = water.count;
            }
        }
        water
    }

    fn parts(&self) -> &[Part<S>] {
        &self.parts[..self.count]
    }
}

/// What captures do to the enemy's water.
pub(super) struct EnemyWater<'a, L: Layout> {
    board: &'a Board<L>,
    pair: Pair<L::Set>,
    enemy: Water<L::Set>,
}

/// What captures do to the mover's water.
pub(super) struct MoverWater<'a, L: Layout> {
    board: &'a Board<L>,
    mover: Water<L::Set>,
}

/// The parts of a side after a capture: its stones in each, and the enemy stones beside.
struct Parts<S> {
    parts: [(S, S); 5],
    count: usize,
    /// The enemy stones beside each of the parts.
    beside_all: S,
}

impl<S: Set> Parts<S> {
    fn new() -> Self {
        Self {
            parts: [Default::default(); 5],
            count: 0,
            beside_all: !S::default(),
        }
    }

    /// Counts a part; its stones and what is beside it are kept for the first five.
    #[inline(always)]
    fn push(&mut self, stones: S, beside: S) {
        if stones.is_empty() {
            return;
        }
        if let Some(part) = self.parts.get_mut(self.count) {
            *part = (stones, beside);
        }
        self.count += 1;
        self.beside_all = self.beside_all & beside;
    }

    /// How the mover of a position stands with these parts.
    #[inline(always)]
    fn standing<L: Layout<Set = S>>(&self, board: &Board<L>, pair: Pair<S>) -> Standing {
        match self.count {
            0 | 1 => Standing::Linked,
            count @ 2..=5 => {
                let (beside_all, parts) = (self.beside_all, &self.parts[..count]);
                if board.links_next(pair.own, pair.other, beside_all, parts) {
                    Standing::LinksNext
                } else {
                    Standing::Apart
                }
            }
            _ => Standing::Apart,
        }
    }
}

/// What may keep a side from linking next.
///
/// Say a side's capture from `f` to `t` would link it now, and the other side captures `b` from `a` first. If `a` is not
/// `t` and `b` not `f`, then `f` still sees `t`, for no capture fills an empty point. If `b` is not next to `t`
/// either, and its neighbors in the water lie in one arc around it, then whatever was linked by way of `b` is linked
/// around it. So the capture links as before. All other replies have to be looked at.
pub(super) struct Parries<S> {
    /// The stone that each linking capture takes, and what has to be captured to prevent it.
    threats: Vec<(S, S)>,
    /// Stones whose loss may divide the water.
    cuts: S,
}

impl<S: Set> Parries<S> {
    /// Adds the captures of a stone from some others.
    fn add<L: Layout<Set = S>>(&mut self, board: &Board<L>, from: S, target: S) {
        let mut stones = board.beside(target);
        if from.without_lowest().is_empty() {
            stones = stones | from;
        }
        self.threats.push((target, stones));
    }

    /// The stones whose capture from there may prevent all.
    #[inline(always)]
    pub(super) fn targets(&self, from: S) -> S {
        let prevented = (self.threats.iter())
            .filter(|(target, _)| *target != from)
            .fold(!S::default(), |set, (_, stones)| set & *stones);
        prevented | self.cuts
    }
}

impl<'a, L: Layout> EnemyWater<'a, L> {
    pub(super) fn new(board: &'a Board<L>, pair: Pair<L::Set>) -> Self {
        Self {
            board,
            pair,
            enemy: Water::new(board, pair.other, pair.own),
        }
    }

    /// The captures that may keep the enemy from linking next.
    pub(super) fn parries(&self) -> Parries<L::Set> {
        let (board, enemy) = (self.board, &self.enemy);
        let Pair { own, other } = self.pair;
        let mut parries = Parries {
            threats: Vec::new(),
            cuts: L::Set::default(),
        };
        if enemy.more || enemy.held > 5 {
            return parries;
        }
        let parts = &enemy.parts[..enemy.held];
        let beside_all = |but: usize| {
            (parts.iter().enumerate())
                .filter(|&(index, _)| index != but)
                .fold(own, |set, (_, part)| set & part.beside)
        };
        let mut targets = beside_all(usize::MAX);
        while !targets.is_empty() {
            let target = targets.lowest();
            targets = targets ^ target;
            let from = board.seen_from(target.first(), own | other) & other;
            if !from.is_empty() {
                parries.add(board, from, target);
            }
        }
        for (index, part) in parts.iter().enumerate() {
            let stone = part.points & other;
            if !stone.without_lowest().is_empty() {
                continue;
            }
            let seen = board.seen_from(stone.first(), own | other);
            let mut targets = seen & beside_all(index);
            while !targets.is_empty() {
                let target = targets.lowest();
                targets = targets ^ target;
                parries.add(board, stone, target);
            }
        }
        if !parries.threats.is_empty() {
            parries.cuts = board.with_two_arcs(board.full() & !own);
        }
        parries
    }

    /// How the enemy stands after a capture, when it is to move.
    #[inline]
    pub(super) fn enemy_after(&self, from: L::Set, to: L::Set) -> Standing {
        let child = self.pair.after(from, to);
        // Four parts grow together at most, and one may lose its stone: with more nothing links.
        if self.enemy.held > 9 {
            return Standing::Apart;
        }
        if self.enemy.more {
            return self.board.standing(child.own, child.other);
        }
        let mut parts = Parts::new();
        self.enemy_parts(from, to, child, &mut parts);
        parts.standing(self.board, child)
    }

    /// Adds the enemy's parts after a capture. (Not as a value: a list just written is slow to move.)
    #[inline(always)]
    fn enemy_parts(
        &self,
        from: L::Set,
        to: L::Set,
        child: Pair<L::Set>,
        apart: &mut Parts<L::Set>,
    ) {
        let board = self.board;
        let mut joined = from;
        let mut split = L::Set::default();
        for part in self.enemy.parts() {
            let has_to = !(part.points & to).is_empty();
            if !(part.beside & from).is_empty() {
                joined = joined | part.points;
            } else if has_to {
                split = part.points & !to;
            } else {
                apart.push(part.points & child.own, part.beside);
            }
        }
        let joined = joined & !to;
        let mut push = |points| apart.push(points & child.own, board.beside(points) & child.other);
        let (whole, other) = if split.is_empty() {
            (joined, split)
        } else {
            (split, joined)
        };
        push(other);
        if board.stays_whole(to, whole) {
            push(whole);
        } else {
            let mut ends = board.beside(to) & whole;
            while !ends.is_empty() {
                let piece = board.flood(ends.lowest(), whole);
                push(piece);
                ends = ends & !piece;
            }
        }
    }
}

impl<'a, L: Layout> MoverWater<'a, L> {
    pub(super) fn new(board: &'a Board<L>, pair: Pair<L::Set>) -> Self {
        Self {
            board,
            mover: Water::new(board, pair.own, pair.other),
        }
    }

    /// How the mover stands after its capture of `to`, which leads to `child`, if it were to move again, and in how many parts.
    #[inline]
    pub(super) fn mover_after(&self, to: L::Set, child: Pair<L::Set>) -> (Standing, u32) {
        if self.mover.more {
            return self.board.survey(child.other, child.own);
        }
        let mut parts = Parts::new();
        let mut joined = to;
        for part in self.mover.parts() {
            if (part.beside & to).is_empty() {
                parts.push(part.points & child.other, part.beside & !to);
            } else {
                joined = joined | part.points;
            }
        }
        parts.push(joined & child.other, self.board.beside(joined) & child.own);
        let turned = Pair {
            own: child.other,
            other: child.own,
        };
        (parts.standing(self.board, turned), parts.count as u32)
    }
}

impl<L: Layout> Board<L> {
    /// Whether the neighbors that a point has in a set are connected in it (the point is not in it).
    #[inline(always)]
    fn stays_whole(&self, point: L::Set, set: L::Set) -> bool {
        let neighbors = self.beside(point) & set;
        if neighbors.without_lowest().is_empty() {
            return true;
        }
        let around = self.around(point) & set;
        let near = self.flood(neighbors.lowest(), around);
        if (neighbors & !near).is_empty() {
            return true;
        }
        (neighbors & !self.flood(neighbors.lowest(), set)).is_empty()
    }

    /// The eight points around a point, and the point.
    #[inline(always)]
    fn around(&self, point: L::Set) -> L::Set {
        let row = point | self.beside(point);
        row | self.beside(row)
    }
}
