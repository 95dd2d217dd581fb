//! Hub mode (L9 to L11): components of the game once one dead group joins everything.

use alloc::vec::Vec;

use super::board::{Board, cells, lowest};
use super::keys::{Frame, Key, tag};
use super::small::{Graph, MAX_POINTS, MAX_STONES};

/// A subgame: a component in hub mode, or a whole position.
///
/// In hub mode a set of placements `T` is legal if and only if every stone of `stones` and
/// every placed point outside `anchored` has a neighbour in `(live | dead) - T` that is
/// connected within it to an anchored empty point. Nothing is ever moved on the board; only
/// keys are normalised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// The live points.
    pub(crate) live: u64,
    /// Hub mode: the live points next to the hub.
    pub(crate) anchored: u64,
    /// Hub mode: dead points apart from the hub that can still carry a connection.
    pub(crate) dead: u64,
    /// Hub mode: the stones not yet satisfied for ever. Otherwise: all stones.
    pub(crate) stones: u64,
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

/// Stones and groups as sets of live points, once dead groups are replaced by cliques (L10).
struct Sets {
    stones: [u64; MAX_STONES],
    stone_cells: [u64; MAX_STONES],
    stone_count: usize,
    cliques: [u64; 32],
    groups: [u64; 32],
    group_count: usize,
}

impl Sets {
    fn of<const S: usize>(board: &Board<S>, part: &Part) -> Sets {
        let mut sets = Sets {
            stones: [0; MAX_STONES],
            stone_cells: [0; MAX_STONES],
            stone_count: 0,
            cliques: [0; 32],
            groups: [0; 32],
            group_count: 0,
        };
        for stone in cells(part.stones) {
            sets.stones[sets.stone_count] = board.neighbours(stone) & part.live;
            sets.stone_cells[sets.stone_count] = stone;
            sets.stone_count += 1;
        }
        let mut rest = part.dead;
        while rest != 0 {
            let group = board.flood(lowest(rest), part.dead);
            rest &= !group;
            let near = board.neighbours(group);
            let clique = near & part.live;
            sets.groups[sets.group_count] = group;
            sets.cliques[sets.group_count] = clique;
            sets.group_count += 1;
            if near & part.stones != 0 {
                for i in 0..sets.stone_count {
                    if sets.stone_cells[i] & near != 0 {
                        sets.stones[i] |= clique;
                    }
                }
            }
        }
        sets
    }

    /// L7 in hub mode: of the stones only those with inclusion-minimal sets matter.
    fn drop_dominated(&mut self) {
        let mut i = 0;
        while i < self.stone_count {
            let set = self.stones[i];
            let dominated = (0..self.stone_count).any(|j| j != i && self.stones[j] & !set == 0);
            if dominated {
                self.stone_count -= 1;
                self.stones[i] = self.stones[self.stone_count];
                self.stone_cells[i] = self.stone_cells[self.stone_count];
            } else {
                i += 1;
            }
        }
    }
}

impl<const S: usize> Board<S> {
    /// The components of hub mode for a whole position. `hub` is a dead group to which some
    /// stone is confined, `kept` the stones that still matter. Returns the nim sum of the
    /// components of known value.
    pub(crate) fn split_at_hub(
        &self,
        stones: u64,
        kept: u64,
        live: u64,
        hub: u64,
        options: &HubOptions,
        out: &mut Vec<Part>,
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
        self.normalise(part, options, out)
    }

    /// The subgame after a stone on `point`, where `live` are the points still live and
    /// `reached` the empty points still connected to the hub.
    #[inline(always)]
    pub(crate) fn play_in_hub(
        &self,
        part: &Part,
        point: u64,
        live: u64,
        reached: u64,
        options: &HubOptions,
        out: &mut Vec<Part>,
    ) -> u32 {
        let mut stones = part.stones | (point & !part.anchored);
        let fresh = part.live & reached & !live;
        let mut dead = (part.dead & reached) | fresh;
        let mut anchored = part.anchored & live;
        let touching = fresh & part.anchored;
        if touching != 0 {
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
            options,
            out,
        )
    }

    /// Deletes what cannot matter any more, splits into components, and evaluates small ones.
    fn normalise(&self, part: Part, options: &HubOptions, out: &mut Vec<Part>) -> u32 {
        let Part {
            live,
            anchored,
            mut dead,
            mut stones,
            ..
        } = part;
        if options.reduce && (dead != 0 || stones & stones.wrapping_sub(1) != 0) {
            let mut sets = Sets::of(self, &part);
            sets.drop_dominated();
            stones = sets.stone_cells[..sets.stone_count]
                .iter()
                .fold(0, |all, s| all | s);
            for i in 0..sets.group_count {
                let clique = sets.cliques[i];
                let idle = self.neighbours(sets.groups[i]) & stones == 0;
                let joins_nothing = clique & clique.wrapping_sub(1) == 0 || clique & !anchored == 0;
                if clique == 0 || idle && joins_nothing {
                    dead &= !sets.groups[i];
                }
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
            return self.finish(part, options, out);
        }
        let mut nim = 0;
        // An anchored point next to other anchored points only is *1.
        let inner = live & !anchored;
        let alone = anchored & !self.neighbours(inner | dead | stones);
        nim ^= alone.count_ones() & 1;
        let mut rest = live & !alone;
        while rest != 0 {
            let mut all = lowest(rest);
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
            nim ^= self.finish(component, options, out);
        }
        nim
    }

    /// Evaluates a small component, or adds a large one to the list.
    #[inline(always)]
    fn finish(&self, part: Part, options: &HubOptions, out: &mut Vec<Part>) -> u32 {
        let points = part.live.count_ones();
        if points == 0 {
            return 0;
        }
        if points <= options.small {
            return self.graph(&part).nimber();
        }
        out.push(part);
        0
    }

    /// A component of at most [`MAX_POINTS`] points as a graph.
    pub(crate) fn graph(&self, part: &Part) -> Graph {
        let mut graph = Graph::new();
        let mut index = [0u8; 64];
        for (i, cell) in cells(part.live).enumerate() {
            index[cell.trailing_zeros() as usize] = i as u8;
            graph.points = i + 1;
        }
        debug_assert!(graph.points <= MAX_POINTS);
        let pack = |mut set: u64| {
            let mut packed = 0u32;
            while set != 0 {
                packed |= 1 << index[set.trailing_zeros() as usize];
                set &= set - 1;
            }
            packed
        };
        graph.anchored = pack(part.anchored);
        for (i, cell) in cells(part.live).enumerate() {
            graph.adjacent[i] = pack(self.neighbours(cell) & part.live);
        }
        if part.stones | part.dead != 0 {
            let sets = Sets::of(self, part);
            for &clique in &sets.cliques[..sets.group_count] {
                let packed = pack(clique);
                for i in 0..graph.points {
                    if packed >> i & 1 == 1 {
                        graph.adjacent[i] |= packed & !(1 << i);
                    }
                }
            }
            for &stone in &sets.stones[..sets.stone_count] {
                graph.stones[graph.stone_count] = pack(stone);
                graph.stone_count += 1;
            }
        }
        graph
    }

    /// The key of a component: live points, anchored points, cliques and stones as sets of
    /// live points, in the least of its images.
    pub(crate) fn hub_key(&self, part: &Part) -> Key {
        let frame = Frame::part(self, part.live);
        let mut best: Option<Key> = None;
        let mut sets = [0u64; MAX_STONES + 32];
        let mut stones = 0;
        let mut count = 0;
        if part.stones | part.dead != 0 {
            let found = Sets::of(self, part);
            stones = found.stone_count;
            sets[..stones].copy_from_slice(&found.stones[..stones]);
            count = stones;
            for &clique in &found.cliques[..found.group_count] {
                if clique & clique.wrapping_sub(1) != 0 && clique & !part.anchored != 0 {
                    sets[count] = clique;
                    count += 1;
                }
            }
        }
        for code in frame.codes() {
            let mut members = Key::default();
            for (i, &set) in sets[..count].iter().enumerate() {
                let kind = if i < stones { tag::STONE } else { tag::GROUP };
                members.add(Key::of(frame.image::<S>(set, code), kind));
            }
            let key = Key::of(frame.live, tag::HUB + S as u64)
                .then(frame.image::<S>(part.anchored, code))
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
    pub(crate) fn hub_live(&self, part: &Part, point: u64, candidates: u64) -> (u64, u64) {
        let Part { anchored, .. } = *part;
        let empty = (part.live | part.dead) & !point;
        let around = self.neighbours(point) & empty;
        let reached = if around & !self.flood_hub(part, empty, around) == 0 {
            empty
        } else {
            self.flood(anchored & empty, empty)
        };
        let stones = part.stones | (point & !anchored);
        let candidates = candidates & reached & !point;
        // L2: the only reached liberty of an unsatisfied stone must stay empty.
        let single = self.with_one_neighbour(reached) & stones;
        let candidates = candidates & !self.neighbours(single);
        // L3, L4 with the hub as one more neighbour of anchored points.
        let beside_inner = self.neighbours(reached & !anchored);
        let beside_anchored = self.neighbours(reached & anchored);
        let suspicious = candidates
            & beside_inner
            & (self.with_two_arcs(reached) | (anchored & !beside_anchored));
        let mut live = candidates & !suspicious;
        for other in cells(suspicious) {
            let within = reached & !other;
            let around = self.neighbours(other) & within;
            let seen = self.flood_until(anchored & within, within, around);
            if around & !seen == 0 {
                live |= other;
                continue;
            }
            let stones = stones | (other & !anchored);
            if stones & !self.neighbours(seen) == 0 {
                live |= other;
            }
        }
        (live, reached)
    }

    /// Floods from the hub until `targets` are reached.
    #[inline(always)]
    fn flood_hub(&self, part: &Part, empty: u64, targets: u64) -> u64 {
        self.flood_until(part.anchored & empty, empty, targets)
    }
}
