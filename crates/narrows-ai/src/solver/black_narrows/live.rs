//! Which placements are legal: lemmas L1 to L5, whole sets at once.
//!
//! Names of lemmas are those of the module documentation ([`super`]).

use super::board::Board;
use crate::solver::board::{Cells as _, cells};

/// Tests of legality on any board.
pub(crate) trait Legality: Board {
    /// The rule as written: every pair of `stones` shares an empty region adjacent to both.
    fn is_legal(&self, stones: Self::Cells) -> bool {
        if stones.is_at_most_one() {
            return true;
        }
        let empty = self.full() & !stones;
        let mut touched = [Self::Cells::NONE; 128];
        let mut regions = 0;
        let mut rest = empty;
        while rest.is_some() {
            let region = self.flood(rest.lowest(), empty);
            rest &= !region;
            let near = self.neighbours(region) & stones;
            if near == stones {
                return true;
            }
            touched[regions] = near;
            regions += 1;
        }
        cells(stones).all(|stone| {
            let joined = touched[..regions]
                .iter()
                .filter(|&&t| (t & stone).is_some())
                .fold(Self::Cells::NONE, |j, &t| j | t);
            joined == stones
        })
    }

    /// The points of `candidates` on which a stone may be placed. `stones` must be legal;
    /// points outside `candidates` are not looked at.
    fn live(&self, stones: Self::Cells, candidates: Self::Cells) -> Self::Cells {
        let empty = self.full() & !stones;
        let mut rest = candidates & empty;
        if stones.is_none() {
            return rest;
        }
        let mut live = Self::Cells::NONE;
        while rest.is_some() {
            let region = self.flood(rest.lowest(), empty);
            let inside = rest & region;
            rest &= !region;
            // L1: only a region that touches every stone has live points.
            if (stones & !self.neighbours(region)).is_none() {
                live |= self.live_in_region(stones, region, inside);
            }
        }
        live
    }

    /// L2 to L5 within one region that touches every stone.
    #[inline(always)]
    fn live_in_region(
        &self,
        stones: Self::Cells,
        region: Self::Cells,
        candidates: Self::Cells,
    ) -> Self::Cells {
        // L2: the only liberty of a stone in this region must stay empty.
        let single = self.with_one_neighbour(region, stones);
        let candidates = candidates & !self.neighbours(single);
        // L3, L4: where the region has one arc, nothing is cut off.
        let suspicious = self.maybe_cut_points(region, candidates);
        let mut live = candidates & !suspicious;
        for point in cells(suspicious) {
            if self.is_live_cut(stones, region, point) {
                live |= point;
            }
        }
        live
    }

    /// L5: a point around which the region has several arcs.
    fn is_live_cut(&self, stones: Self::Cells, region: Self::Cells, point: Self::Cells) -> bool {
        let around = self.neighbours(point) & region;
        let within = region & !point;
        let first = self.flood_until(around.lowest(), within, around);
        if (around & !first).is_none() {
            return true;
        }
        if (stones & !self.neighbours(first)).is_none() {
            return true;
        }
        let mut rest = around & !first;
        while rest.is_some() {
            let part = self.flood(rest.lowest(), within);
            rest &= !part;
            if (stones & !self.neighbours(part)).is_none() {
                return true;
            }
        }
        self.is_legal(stones | point)
    }
}

impl<B: Board> Legality for B {}
