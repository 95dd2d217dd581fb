//! Uniformly random play to the end, in one pass.
//!
//! Running once through a uniformly random permutation of the live points and placing each one that is
//! still legal when it is reached gives exactly the distribution of "choose a uniformly random legal point
//! until there is none": a point that was skipped stays illegal, and given the history the points not yet
//! reached are exchangeable, so the next one that is accepted is uniform among the live ones.

use rand::{Rng, RngExt};
use smallvec::SmallVec;

use super::legality::{Divided, Parts, has_several_arcs_at, is_legal_set, joinable, judge};
use crate::bitboard::{Bitboard, Grid};
use crate::geometry::MAX_SIDE;
use crate::region;

/// The most points a board can have.
const MAX_POINTS: usize = MAX_SIDE as usize * MAX_SIDE as usize;

/// The number of stones placed by one random playout from a legal set of stones.
pub(super) fn random_placements<const W: usize>(
    grid: &Grid<W>,
    stones: Bitboard<W>,
    live: Bitboard<W>,
    random: &mut impl Rng,
) -> u32 {
    grid.known(|grid| random_placements_on(grid, stones, live, random))
}

/// The same for a grid that may be known when this is compiled.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn random_placements_on<const W: usize>(
    grid: &Grid<W>,
    stones: Bitboard<W>,
    live: Bitboard<W>,
    random: &mut impl Rng,
) -> u32 {
    #[allow(clippy::cast_possible_truncation, reason = "a board has 676 points")]
    let mut order: SmallVec<[u16; MAX_POINTS]> = live.iter().map(|index| index as u16).collect();
    let mut state = State::new(grid, stones, live);
    let mut placements = 0;
    for left in (1..=live.count()).rev() {
        // Fisher–Yates, drawn only as far as the playout goes; u32 so that every machine draws the same.
        let (drawn, last) = (random.random_range(0..left) as usize, left as usize - 1);
        order.swap(drawn, last);
        if state.place(usize::from(order[last])) {
            placements += 1;
        }
        if state.mains.is_empty() {
            break;
        }
    }
    placements
}

/// The stones and the main regions, kept up to date through a playout.
struct State<'a, const W: usize> {
    grid: &'a Grid<W>,
    stones: Bitboard<W>,
    /// The regions that touch every stone, nearly always one; live points lie nowhere else.
    mains: SmallVec<[Bitboard<W>; 2]>,
}

impl<'a, const W: usize> State<'a, W> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn new(grid: &'a Grid<W>, stones: Bitboard<W>, live: Bitboard<W>) -> Self {
        let main = region::flood(grid, live, grid.full() - stones);
        Self {
            grid,
            stones,
            mains: region::components(grid, main).collect(),
        }
    }

    /// Places a stone if that is legal. Afterwards only parts of the region it went into are main
    /// regions, since no other region touches it.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn place(&mut self, index: usize) -> bool {
        let Some(&main) = self.mains.iter().find(|main| main.contains(index)) else {
            return false;
        };
        let point = Bitboard::from_index(index);
        let around = self.grid.neighbors(point);
        if self.is_sole_liberty(main, point, around) {
            return false;
        }
        let (rest, sides) = (main - point, around & main);
        let first = has_several_arcs_at(self.grid, main, point)
            .then(|| self.first_part(rest, sides))
            .flatten();
        if let Some(first) = first {
            let parts = Parts::new(self.grid, rest, sides, first);
            return self.place_on_cut_point(main, point, &parts);
        }
        self.stones |= point;
        self.mains.clear();
        self.mains.push(rest);
        true
    }

    /// Whether some stone next to the point has no other neighbor in the region.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn is_sole_liberty(&self, main: Bitboard<W>, point: Bitboard<W>, around: Bitboard<W>) -> bool {
        let stones = around & self.stones;
        stones
            .iter()
            .any(|stone| self.grid.neighbors(Bitboard::from_index(stone)) & main == point)
    }

    /// The part of `rest` that holds the lowest of `sides`, unless all of them are in it; looks no farther than
    /// needed.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn first_part(&self, rest: Bitboard<W>, sides: Bitboard<W>) -> Option<Bitboard<W>> {
        let mut filled = sides.lowest();
        loop {
            let next = (filled | self.grid.neighbors(filled)) & rest;
            if sides.is_subset(next) {
                return None;
            }
            if next == filled {
                return Some(filled);
            }
            filled = next;
        }
    }

    /// Places a stone where it divides a main region into these parts, if that is legal.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn place_on_cut_point(
        &mut self,
        main: Bitboard<W>,
        point: Bitboard<W>,
        parts: &[Bitboard<W>],
    ) -> bool {
        let (grid, stones) = (self.grid, self.stones);
        let is_legal = match judge(grid, stones, parts, || joinable(grid, stones, main)) {
            Divided::Live => true,
            Divided::Dead => false,
            Divided::Open => is_legal_set(grid, stones | point),
        };
        if is_legal {
            self.stones = stones | point;
            let touches_all = |part: &Bitboard<W>| stones.is_subset(grid.neighbors(*part));
            self.mains = parts.iter().copied().filter(touches_all).collect();
        }
        is_legal
    }
}
