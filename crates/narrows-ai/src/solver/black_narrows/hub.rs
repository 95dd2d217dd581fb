//! Hub mode (L9 to L11): components of the game once one dead group joins everything.
#![allow(
    clippy::cast_possible_truncation,
    reason = "numbers of points of a board, or of fewer things"
)]

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::board::Board;
use super::key::{Key, tag};
use super::small::{Graph, MAX_POINTS, MAX_STONES, Tables};
use crate::solver::board::{Cells, cells};

/// The most dead groups there can be: on a graph every cell may be one.
pub(super) const MAX_GROUPS: usize = 128;

/// A subgame: a component in hub mode, or a whole position.
///
/// In hub mode a set of placements `T` is legal if and only if every stone of `stones` and
/// every placed point outside `anchored` has a neighbour in `(live | dead) - T` that is
/// connected within it to an anchored empty point. Nothing is ever moved on the board; only
/// keys are normalised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part<C> {
    /// The live points.
    pub(crate) live: C,
    /// Hub mode: the live points next to the hub.
    pub(crate) anchored: C,
    /// Hub mode: dead points apart from the hub that can still carry a connection.
    pub(crate) dead: C,
    /// Hub mode: the stones not yet satisfied for ever. Otherwise: all stones.
    pub(crate) stones: C,
    /// Whether this is a component in hub mode.
    pub(crate) hub: bool,
}

/// Which reductions are in force in hub mode.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HubOptions {
    /// Split into independent components (L11).
    pub(crate) split: bool,
    /// Components of at most this many points are evaluated by truth tables.
    pub(crate) small: u32,
    /// Delete dominated stones (L7) and useless groups (L8, L10).
    pub(crate) reduce: bool,
}

/// A subgame with its key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<C> {
    pub(crate) part: Part<C>,
    pub(crate) key: Key,
}

/// Stones and groups as sets of live points, once dead groups are replaced by cliques (L10).
/// Kept by the worker, so that no memory is cleared for each position.
#[derive(Debug)]
pub(crate) struct Sets<C> {
    stones: [C; MAX_STONES],
    stone_cells: [C; MAX_STONES],
    stone_count: usize,
    cliques: [C; MAX_GROUPS],
    groups: [C; MAX_GROUPS],
    group_count: usize,
    tables: Box<Tables>,
}

impl<C: Cells> Default for Sets<C> {
    fn default() -> Self {
        Sets {
            stones: [C::NONE; MAX_STONES],
            stone_cells: [C::NONE; MAX_STONES],
            stone_count: 0,
            cliques: [C::NONE; MAX_GROUPS],
            groups: [C::NONE; MAX_GROUPS],
            group_count: 0,
            tables: Box::default(),
        }
    }
}

impl<C: Cells> Sets<C> {
    #[inline(always)]
    fn fill<B: Board<Cells = C> + ?Sized>(&mut self, board: &B, part: &Part<C>) {
        self.stone_count = 0;
        self.group_count = 0;
        let mut rest = part.stones;
        while rest.is_some() {
            let stone = rest.lowest();
            rest ^= stone;
            self.stones[self.stone_count] = board.neighbours(stone) & part.live;
            self.stone_cells[self.stone_count] = stone;
            self.stone_count += 1;
        }
        let mut rest = part.dead;
        while rest.is_some() {
            let group = board.flood(rest.lowest(), part.dead);
            rest &= !group;
            let near = board.neighbours(group);
            let clique = near & part.live;
            self.groups[self.group_count] = group;
            self.cliques[self.group_count] = clique;
            self.group_count += 1;
            if (near & part.stones).is_some() {
                for i in 0..self.stone_count {
                    if (self.stone_cells[i] & near).is_some() {
                        self.stones[i] |= clique;
                    }
                }
            }
        }
    }

    /// L7 in hub mode: of the stones only those with inclusion-minimal sets matter.
    #[inline(always)]
    fn drop_dominated(&mut self) {
        let mut i = 0;
        while i < self.stone_count {
            let set = self.stones[i];
            let dominated =
                (0..self.stone_count).any(|j| j != i && (self.stones[j] & !set).is_none());
            if dominated {
                self.stone_count -= 1;
                self.stones[i] = self.stones[self.stone_count];
                self.stone_cells[i] = self.stone_cells[self.stone_count];
            } else {
                i += 1;
            }
        }
    }

    /// L8, L10: groups that join nothing. Returns the cells of the others.
    #[inline(always)]
    fn drop_useless_groups<B: Board<Cells = C> + ?Sized>(
        &mut self,
        board: &B,
        anchored: C,
        stones: C,
    ) -> C {
        let mut kept = 0;
        let mut dead = C::NONE;
        for i in 0..self.group_count {
            let (group, clique) = (self.groups[i], self.cliques[i]);
            let idle = (board.neighbours(group) & stones).is_none();
            let joins_nothing = clique.is_at_most_one() || (clique & !anchored).is_none();
            if clique.is_none() || idle && joins_nothing {
                continue;
            }
            self.groups[kept] = group;
            self.cliques[kept] = clique;
            kept += 1;
            dead |= group;
        }
        self.group_count = kept;
        dead
    }
}

/// What taking a position apart needs beside the position.
pub(crate) struct Splitter<'a, C> {
    /// Which reductions are in force.
    pub(crate) options: &'a HubOptions,
    /// Room to work in.
    pub(crate) sets: &'a mut Sets<C>,
    /// Receives the components whose nimbers are not known.
    pub(crate) out: &'a mut Vec<Entry<C>>,
}

/// Hub mode on any board.
pub(crate) trait HubMode: Board {
    /// The components of hub mode for a whole position. `hub` is a dead group to which some
    /// stone is confined, `kept` the stones that still matter. Returns the nim sum of the
    /// components of known value.
    fn split_at_hub(
        &self,
        stones: Self::Cells,
        kept: Self::Cells,
        live: Self::Cells,
        hub: Self::Cells,
        splitter: &mut Splitter<'_, Self::Cells>,
    ) -> u32 {
        let region = self.flood(hub, self.full() & !stones);
        let near = self.neighbours(hub);
        let part = Part {
            live,
            anchored: near & live,
            dead: region & !live & !hub,
            stones: kept & !near,
            hub: true,
        };
        self.normalise(part, splitter)
    }

    /// The subgame after a stone on `point`, where `live` are the points still live and
    /// `reached` the empty points still connected to the hub.
    #[inline(always)]
    fn play_in_hub(
        &self,
        part: &Part<Self::Cells>,
        point: Self::Cells,
        live: Self::Cells,
        reached: Self::Cells,
        splitter: &mut Splitter<'_, Self::Cells>,
    ) -> u32 {
        let mut stones = part.stones | (point & !part.anchored);
        let fresh = part.live & reached & !live;
        let mut dead = (part.dead & reached) | fresh;
        let mut anchored = part.anchored & live;
        let touching = fresh & part.anchored;
        if touching.is_some() {
            // Dead points next to the hub belong to it, and so do dead points next to these.
            let joined = self.flood(touching, dead);
            dead &= !joined;
            let near = self.neighbours(joined);
            anchored |= near & live;
            stones &= !near;
        }
        self.normalise(
            Part {
                live,
                anchored,
                dead,
                stones,
                hub: true,
            },
            splitter,
        )
    }

    /// Deletes what cannot matter any more, splits into components, and evaluates small ones.
    fn normalise(&self, part: Part<Self::Cells>, splitter: &mut Splitter<'_, Self::Cells>) -> u32 {
        let Splitter { options, sets, out } = splitter;
        let Part {
            live,
            anchored,
            mut dead,
            mut stones,
            ..
        } = part;
        sets.fill(self, &part);
        if options.reduce {
            if sets.stone_count > 1 {
                sets.drop_dominated();
                stones = sets.stone_cells[..sets.stone_count]
                    .iter()
                    .fold(Self::Cells::NONE, |all, &s| all | s);
            }
            if dead.is_some() {
                dead = sets.drop_useless_groups(self, anchored, stones);
            }
        }
        if !options.split {
            let part = Part {
                live,
                anchored,
                dead,
                stones,
                hub: true,
            };
            return self.finish(part, options, sets, out);
        }
        // An anchored point next to other anchored points only is *1.
        let inner = live & !anchored;
        let alone = anchored & !self.neighbours(inner | dead | stones);
        let mut nim = alone.count() & 1;
        let mut rest = live & !alone;
        while rest.is_some() {
            let mut all = rest.lowest();
            loop {
                // Two anchored points do not need each other, two stones neither.
                let next = all
                    | self.neighbours(all & (inner | dead)) & (live | dead | stones)
                    | self.neighbours(all & anchored) & (inner | dead | stones)
                    | self.neighbours(all & stones) & (live | dead);
                if next == all {
                    break;
                }
                all = next;
            }
            rest &= !all;
            let component = Part {
                live: live & all,
                anchored: anchored & all,
                dead: dead & all,
                stones: stones & all,
                hub: true,
            };
            nim ^= self.finish(component, options, sets, out);
        }
        nim
    }

    /// Evaluates a small component, or adds a large one to the list with its key. The sets may
    /// be those of several components.
    #[inline(always)]
    fn finish(
        &self,
        part: Part<Self::Cells>,
        options: &HubOptions,
        sets: &mut Sets<Self::Cells>,
        out: &mut Vec<Entry<Self::Cells>>,
    ) -> u32 {
        if part.live.is_none() {
            return 0;
        }
        if part.live.count() <= options.small {
            return self.graph_of(&part, sets).nimber(&mut sets.tables);
        }
        out.push(Entry {
            part,
            key: self.hub_key(&part, sets),
        });
        0
    }

    /// The nimber of a component of at most [`MAX_POINTS`] points, if it is at most `most`.
    fn small_nimber(
        &self,
        part: &Part<Self::Cells>,
        sets: &mut Sets<Self::Cells>,
        most: u32,
    ) -> Option<u32> {
        sets.fill(self, part);
        self.graph_of(part, sets)
            .nimber_up_to(most, &mut sets.tables)
    }

    fn graph_of(&self, part: &Part<Self::Cells>, sets: &Sets<Self::Cells>) -> Graph {
        let mut graph = Graph::new();
        let mut index = [0u8; 128];
        for (i, cell) in cells(part.live).enumerate() {
            index[cell.first()] = i as u8;
            graph.points = i + 1;
        }
        debug_assert!(graph.points <= MAX_POINTS);
        let pack = |set: Self::Cells| {
            cells(set).fold(0u32, |packed, cell| packed | 1 << index[cell.first()])
        };
        graph.anchored = pack(part.anchored);
        // Edges matter only at points that are not anchored.
        for (i, cell) in cells(part.live).enumerate() {
            if (cell & part.anchored).is_none() {
                graph.adjacent[i] = pack(self.neighbours(cell) & part.live);
            }
        }
        for &clique in &sets.cliques[..sets.group_count] {
            if (clique & part.live).is_some() {
                let packed = pack(clique);
                for i in 0..graph.points {
                    if packed >> i & 1 == 1 {
                        graph.adjacent[i] |= packed & !(1 << i);
                    }
                }
            }
        }
        for &stone in &sets.stones[..sets.stone_count] {
            if (stone & part.live).is_some() {
                graph.stones[graph.stone_count] = pack(stone);
                graph.stone_count += 1;
            }
        }
        graph
    }

    /// The key of a component: live points, anchored points, cliques and stones as sets of
    /// live points, in the least of its images.
    #[inline(always)]
    fn hub_key(&self, part: &Part<Self::Cells>, sets: &Sets<Self::Cells>) -> Key {
        let frame = self.frame(part.live);
        let mut best: Option<Key> = None;
        for code in frame.codes() {
            let mut members = Key::default();
            for &stone in &sets.stones[..sets.stone_count] {
                if (stone & part.live).is_some() {
                    members.add(self.framed_key(&frame, stone & part.live, code, tag::STONE));
                }
            }
            for &clique in &sets.cliques[..sets.group_count] {
                let joins = !clique.is_at_most_one() && (clique & !part.anchored).is_some();
                if (clique & part.live).is_some() && joins {
                    members.add(self.framed_key(&frame, clique, code, tag::GROUP));
                }
            }
            let tag = tag::HUB.wrapping_add(self.tag());
            let key = self
                .framed_pair(&frame, part.live, part.anchored, code, tag)
                .with(members);
            if best.is_none_or(|best| key < best) {
                best = Some(key);
            }
        }
        best.unwrap_or_default()
    }

    /// The points of `candidates` that stay live when a stone is placed on the live `point`,
    /// and the empty points still connected to the hub.
    #[inline(always)]
    fn hub_live(
        &self,
        part: &Part<Self::Cells>,
        point: Self::Cells,
        candidates: Self::Cells,
        suspects: Self::Cells,
    ) -> (Self::Cells, Self::Cells) {
        let Part { anchored, .. } = *part;
        let empty = (part.live | part.dead) & !point;
        let reached = if (suspects & point).is_none() {
            empty
        } else {
            let around = self.neighbours(point) & empty;
            let seen = self.flood_until(anchored & empty, empty, around);
            if (around & !seen).is_none() {
                empty
            } else {
                seen
            }
        };
        let stones = part.stones | (point & !anchored);
        let candidates = candidates & reached & !point;
        // L2: the only reached liberty of an unsatisfied stone must stay empty.
        let single = self.with_one_neighbour(reached, stones);
        let candidates = candidates & !self.neighbours(single);
        // L3, L4.
        let suspicious = self.suspects(reached, anchored, candidates);
        let mut live = candidates & !suspicious;
        for other in cells(suspicious) {
            let within = reached & !other;
            let around = self.neighbours(other) & within;
            let seen = self.flood_until(anchored & within, within, around);
            if (around & !seen).is_none() {
                live |= other;
                continue;
            }
            let stones = stones | (other & !anchored);
            if (stones & !self.neighbours(seen)).is_none() {
                live |= other;
            }
        }
        (live, reached)
    }

    /// The points of a component whose loss may cut others off from the hub.
    #[inline(always)]
    fn hub_suspects(&self, part: &Part<Self::Cells>) -> Self::Cells {
        self.suspects(part.live | part.dead, part.anchored, part.live)
    }

    /// L4 with the hub as one more neighbour of anchored points: a point is safe if all its
    /// neighbours are anchored, or if they form one arc (which, for an anchored point, must
    /// contain an anchored neighbour).
    #[inline(always)]
    fn suspects(
        &self,
        reached: Self::Cells,
        anchored: Self::Cells,
        among: Self::Cells,
    ) -> Self::Cells {
        let beside_inner = self.neighbours(reached & !anchored);
        let beside_anchored = self.neighbours(reached & anchored);
        let alone = among & anchored & !beside_anchored;
        beside_inner & (self.maybe_cut_points(reached, among) | alone)
    }
}

impl<B: Board> HubMode for B {}
