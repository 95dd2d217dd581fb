//! Which placements are legal: lemmas L1 to L5, whole sets at once.
//!
//! Names of lemmas are those of the module documentation ([`super`]).

use super::board::Board;
use crate::solver::board::{cells, lowest};

/// Tests of legality on any board.
pub(crate) trait Legality: Board {
    /// The rule as written: every pair of `stones` shares an empty region adjacent to both.
    fn is_legal(&self, stones: u64) -> bool {
        if stones.count_ones() <= 1 {
            return true;
        }
        let empty = self.full() & !stones;
        let mut touched = [0u64; 64];
        let mut regions = 0;
        let mut rest = empty;
        while rest != 0 {
            let region = self.flood(lowest(rest), empty);
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
                .filter(|&&t| t & stone != 0)
                .fold(0, |j, t| j | t);
            joined == stones
        })
    }

    /// The points of `candidates` on which a stone may be placed. `stones` must be legal;
    /// points outside `candidates` are not looked at.
    fn live(&self, stones: u64, candidates: u64) -> u64 {
        let empty = self.full() & !stones;
        let mut rest = candidates & empty;
        if stones == 0 {
            return rest;
        }
        let mut live = 0;
        while rest != 0 {
            let region = self.flood(lowest(rest), empty);
            let inside = rest & region;
            rest &= !region;
            // L1: only a region that touches every stone has live points.
            if stones & !self.neighbours(region) == 0 {
                live |= self.live_in_region(stones, region, inside);
            }
        }
        live
    }

    /// L2 to L5 within one region that touches every stone.
    #[inline(always)]
    fn live_in_region(&self, stones: u64, region: u64, candidates: u64) -> u64 {
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
    fn is_live_cut(&self, stones: u64, region: u64, point: u64) -> bool {
        let around = self.neighbours(point) & region;
        let within = region & !point;
        let first = self.flood_until(lowest(around), within, around);
        if around & !first == 0 {
            return true;
        }
        if stones & !self.neighbours(first) == 0 {
            return true;
        }
        let mut rest = around & !first;
        while rest != 0 {
            let part = self.flood(lowest(rest), within);
            rest &= !part;
            if stones & !self.neighbours(part) == 0 {
                return true;
            }
        }
        self.is_legal(stones | point)
    }
}

impl<B: Board> Legality for B {}
