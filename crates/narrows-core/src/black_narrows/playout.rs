//! Uniformly random play to the end, in one pass.
//!
//! Running once through a uniformly random permutation of the live points and placing each one that is
//! still legal when it is reached gives exactly the distribution of "choose a uniformly random legal point
//! until there is none": a point that was skipped stays illegal, and given the history the points not yet
//! reached are exchangeable, so the next one that is accepted is uniform among the live ones.

use rand::{Rng, RngExt};
use smallvec::SmallVec;

use super::legality::{has_several_arcs_at, is_legal_set, main_parts};
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
    let mut order: SmallVec<[u16; MAX_POINTS]> = live.iter().map(|index| index as u16).collect();
    let mut state = State::new(grid, stones, live);
    let mut placements = 0;
    for left in (1..=order.len()).rev() {
        // Fisher–Yates, drawn only as far as the playout goes; u32 so that every machine draws the same.
        order.swap(random.random_range(0..left as u32) as usize, left - 1);
        if state.place(order[left - 1] as usize) {
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
    fn place(&mut self, index: usize) -> bool {
        let Some(&main) = self.mains.iter().find(|main| main.contains(index)) else {
            return false;
        };
        let point = Bitboard::from_index(index);
        let around = self.grid.neighbors(point);
        if self.is_sole_liberty(main, point, around) {
            return false;
        }
        let cut = has_several_arcs_at(self.grid, main, point)
            && !self.is_connected_around(main.without(index), around & main);
        if cut {
            return self.place_on_cut_point(main, index);
        }
        self.stones = self.stones.with(index);
        self.mains.clear();
        self.mains.push(main.without(index));
        true
    }

    /// Whether some stone next to the point has no other neighbor in the region.
    fn is_sole_liberty(&self, main: Bitboard<W>, point: Bitboard<W>, around: Bitboard<W>) -> bool {
        let stones = around & self.stones;
        stones
            .iter()
            .any(|stone| self.grid.neighbors(Bitboard::from_index(stone)) & main == point)
    }

    /// Whether a path inside `rest` joins all of `sides`, looking no farther than needed.
    fn is_connected_around(&self, rest: Bitboard<W>, sides: Bitboard<W>) -> bool {
        let mut filled = sides.lowest();
        loop {
            let next = (filled | self.grid.neighbors(filled)) & rest;
            if sides.is_subset(next) {
                return true;
            }
            if next == filled {
                return false;
            }
            filled = next;
        }
    }

    fn place_on_cut_point(&mut self, main: Bitboard<W>, index: usize) -> bool {
        let parts = main_parts(self.grid, self.stones, main, index).collect::<SmallVec<[_; 2]>>();
        if parts.is_empty() && !is_legal_set(self.grid, self.stones.with(index)) {
            return false;
        }
        self.stones = self.stones.with(index);
        self.mains = parts;
        true
    }
}
