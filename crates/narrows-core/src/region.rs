//! Flood fill, connected components and cut points.

use crate::bitboard::{Bitboard, Grid};
use crate::geometry::Direction;

/// The points of `within` that a path inside `within` joins to a point of `seed`.
///
/// Points of `seed` outside `within` are ignored.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
#[must_use]
pub fn flood<const W: usize>(
    grid: &Grid<W>,
    seed: Bitboard<W>,
    within: Bitboard<W>,
) -> Bitboard<W> {
    let mut filled = seed & within;
    loop {
        // Two steps along the rows and two along the columns for each test of convergence.
        let mut next = filled;
        next |= (grid.step(next, Direction::East) | grid.step(next, Direction::West)) & within;
        next |= (grid.step(next, Direction::North) | grid.step(next, Direction::South)) & within;
        next |= (grid.step(next, Direction::East) | grid.step(next, Direction::West)) & within;
        next |= (grid.step(next, Direction::North) | grid.step(next, Direction::South)) & within;
        if next == filled {
            return filled;
        }
        filled = next;
    }
}

/// Like [`flood`], with diagonal steps as well.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
#[must_use]
pub fn flood_diagonally<const W: usize>(
    grid: &Grid<W>,
    seed: Bitboard<W>,
    within: Bitboard<W>,
) -> Bitboard<W> {
    let mut filled = seed & within;
    loop {
        let next = grid.surrounded(filled) & within;
        if next == filled {
            return filled;
        }
        filled = next;
    }
}

/// The orthogonally connected components of a set, in the order of their lowest points.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub fn components<const W: usize>(grid: &Grid<W>, set: Bitboard<W>) -> Components<'_, W> {
    Components { grid, left: set }
}

/// Iterator over connected components, see [`components`].
#[derive(Clone, Debug)]
pub struct Components<'a, const W: usize> {
    grid: &'a Grid<W>,
    left: Bitboard<W>,
}

impl<const W: usize> Iterator for Components<'_, W> {
    type Item = Bitboard<W>;

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn next(&mut self) -> Option<Bitboard<W>> {
        if self.left.is_empty() {
            return None;
        }
        let component = flood(self.grid, self.left.lowest(), self.left);
        self.left -= component;
        Some(component)
    }
}

/// The points around which a set has several arcs: see [`arcs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arcs<const W: usize> {
    /// The points with two arcs or more.
    pub several: Bitboard<W>,
    /// The points with three or four.
    pub more_than_two: Bitboard<W>,
}

/// The number of arcs of `set` around every point: the Yokoi connectivity number, which counts the sides in
/// the set that the next side counter-clockwise does not continue through the corner between them. Taking a
/// point with one arc out of a connected set leaves it connected.
///
/// Source: S. Yokoi, J. Toriwaki, T. Fukumura, "An analysis of topological properties of digitized binary
/// pictures using local features", Computer Graphics and Image Processing 4 (1975).
#[cfg_attr(not(target_family = "wasm"), inline(always))]
#[must_use]
pub fn arcs<const W: usize>(grid: &Grid<W>, set: Bitboard<W>) -> Arcs<W> {
    use Direction::{East, North, South, West};
    // `east` holds the points whose eastern neighbor is in the set, and so on.
    let east = grid.step(set, West);
    let west = grid.step(set, East);
    let north = grid.step(set, South);
    let south = grid.step(set, North);
    let ends = [
        east - (grid.step(north, West) & north),
        north - (grid.step(north, East) & west),
        west - (grid.step(south, East) & south),
        south - (grid.step(south, West) & east),
    ];
    let [a, b, c, d] = ends;
    Arcs {
        several: at_least_two(ends),
        more_than_two: ((a & b) & (c | d)) | ((c & d) & (a | b)),
    }
}

/// The points around which the complement of `island` has two arcs or more, the outside of the board being
/// part of the complement: [`arcs`] told from the other side.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn several_gaps<const W: usize>(grid: &Grid<W>, island: Bitboard<W>) -> Bitboard<W> {
    use Direction::{East, North, South, West};
    let east = grid.step(island, West);
    let west = grid.step(island, East);
    let north = grid.step(island, South);
    let south = grid.step(island, North);
    // A side outside the island whose next corner or side is in it ends an arc.
    let arcs = [
        (grid.step(north, West) | north) - east,
        (grid.step(north, East) | west) - north,
        (grid.step(south, East) | south) - west,
        (grid.step(south, West) | east) - south,
    ];
    at_least_two(arcs)
}

/// The points that are in at least two of four sets.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn at_least_two<const W: usize>([a, b, c, d]: [Bitboard<W>; 4]) -> Bitboard<W> {
    (a & b) | (c & d) | ((a | b) & (c | d))
}

/// The points of `set` that have exactly one neighbor in `region`.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
#[must_use]
pub fn one_neighbor<const W: usize>(
    grid: &Grid<W>,
    set: Bitboard<W>,
    region: Bitboard<W>,
) -> Bitboard<W> {
    let sides = Direction::ALL.map(|way| grid.step(region, way));
    let any = sides[0] | sides[1] | sides[2] | sides[3];
    (set & any) - at_least_two(sides)
}

/// The points of `suspects` whose removal disconnects the connected set `region`; all suspects are points
/// of `region` with several [`arcs`].
///
/// A point is a cut point exactly when two arcs of the complement around it belong to the same diagonally
/// connected component of the complement, where everything off the board is one component: such a
/// component and the point close a ring around a part of the region, and without one the arcs of the
/// region are joined around each component. So a few floods of the complement answer for all suspects at
/// once, where the obvious way is one flood for each.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
#[must_use]
pub fn cut_points<const W: usize>(
    grid: &Grid<W>,
    region: Bitboard<W>,
    suspects: Bitboard<W>,
) -> Bitboard<W> {
    let complement = grid.full() - region;
    let outer = flood_diagonally(grid, complement & grid.rim(), complement);
    let mut cut = arcs(grid, grid.full() - outer).several & suspects;
    // A point on its own closes no ring.
    let inner = complement - outer;
    let mut rest = inner & grid.surrounding(inner);
    let mut open = suspects - cut;
    while !open.is_empty() && !rest.is_empty() {
        let island = flood_diagonally(grid, rest.lowest(), rest);
        rest -= island;
        // A ring through one point needs three more around a neighbor.
        if island.without_first().has_several() {
            cut |= several_gaps(grid, island) & open;
            open -= cut;
        }
    }
    cut
}

/// The two parts a cut point with two arcs divides a connected set into, the one that closes first before the
/// other; `within` is the set without the point.
///
/// Both sides are flooded in step, so the work is that of the smaller part.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
#[must_use]
pub fn two_parts<const W: usize>(
    grid: &Grid<W>,
    within: Bitboard<W>,
    point: Bitboard<W>,
) -> [Bitboard<W>; 2] {
    let sides = grid.neighbors(point) & within;
    let mut one = sides.lowest();
    let mut other = sides - one;
    if other.has_several() {
        // Two steps lead around a corner to the next side of the same arc, and an arc has at most three sides.
        one |= grid.neighbors(one) & within;
        one |= grid.neighbors(one) & within;
        if sides.count() > 3 {
            one |= grid.neighbors(one) & within;
            one |= grid.neighbors(one) & within;
        }
        other = sides - one;
    }
    loop {
        let next = one | grid.neighbors(one) & within;
        if next == one {
            return [one, within - one];
        }
        one = next;
        let next = other | grid.neighbors(other) & within;
        if next == other {
            return [other, within - other];
        }
        other = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
    use alloc::vec::Vec;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn check_cut_points<const W: usize>(size: Size, seed: u64) {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let grid = Grid::<W>::new(size);
        for round in 0..200 {
            let mut words = [0; W];
            words.fill_with(|| random.next_u64() | random.next_u64() & random.next_u64());
            let open = Bitboard::from_words(words) & grid.full();
            for region in components(&grid, open) {
                let arcs = arcs(&grid, region);
                let suspects = arcs.several & region;
                let cut = cut_points(&grid, region, suspects);
                for point in region {
                    let rest = region.without(point);
                    let parts: Vec<_> = components(&grid, rest).collect();
                    if cut.contains(point) && !arcs.more_than_two.contains(point) {
                        let mut two = two_parts(&grid, rest, Bitboard::from_index(point));
                        two.sort_by_key(|part| part.first());
                        assert_eq!(two.to_vec(), parts);
                    }
                    let parts = parts.len();
                    assert_eq!(
                        cut.contains(point),
                        parts > 1,
                        "{size} seed {seed} round {round} point {point}"
                    );
                }
            }
        }
    }

    #[test]
    fn cut_points_are_those_whose_removal_leaves_several_components() {
        for (columns, rows) in [(2, 2), (8, 8), (7, 5), (16, 4), (4, 16), (1, 26), (26, 2)] {
            check_cut_points::<1>(Size::new(columns, rows).unwrap(), 1);
        }
        check_cut_points::<3>(Size::new(13, 13).unwrap(), 2);
        check_cut_points::<11>(Size::new(26, 26).unwrap(), 3);
    }
}
