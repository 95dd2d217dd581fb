//! Flood fill, connected components and cut points.

use crate::bitboard::{Bitboard, Grid};
use crate::geometry::Direction;

/// The points of `within` that a path inside `within` joins to a point of `seed`.
///
/// Points of `seed` outside `within` are ignored.
#[inline]
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
#[inline]
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
#[inline]
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

    #[inline]
    fn next(&mut self) -> Option<Bitboard<W>> {
        if self.left.is_empty() {
            return None;
        }
        let component = flood(self.grid, self.left.lowest(), self.left);
        self.left -= component;
        Some(component)
    }
}

/// The points around which `set` has two arcs or more: those whose Yokoi connectivity number (the number
/// of sides in the set that the next side counter-clockwise does not continue through the corner between
/// them) is at least 2. Taking any *other* point out of a connected set leaves it connected.
///
/// Source: S. Yokoi, J. Toriwaki, T. Fukumura, "An analysis of topological properties of digitized binary
/// pictures using local features", Computer Graphics and Image Processing 4 (1975).
#[inline]
#[must_use]
pub fn several_arcs<const W: usize>(grid: &Grid<W>, set: Bitboard<W>) -> Bitboard<W> {
    use Direction::{East, North, South, West};
    // `east` holds the points whose eastern neighbour is in the set, and so on.
    let east = grid.step(set, West);
    let west = grid.step(set, East);
    let north = grid.step(set, South);
    let south = grid.step(set, North);
    let arcs = [
        east - (grid.step(north, West) & north),
        north - (grid.step(north, East) & west),
        west - (grid.step(south, East) & south),
        south - (grid.step(south, West) & east),
    ];
    at_least_two(arcs)
}

/// The points around which the complement of `island` has two arcs or more, the outside of the board being
/// part of the complement: [`several_arcs`] told from the other side.
#[inline]
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
#[inline]
fn at_least_two<const W: usize>([a, b, c, d]: [Bitboard<W>; 4]) -> Bitboard<W> {
    (a & b) | (c & d) | ((a | b) & (c | d))
}

/// The points of `set` that have exactly one neighbour in `region`.
#[inline]
#[must_use]
pub fn one_neighbour<const W: usize>(
    grid: &Grid<W>,
    set: Bitboard<W>,
    region: Bitboard<W>,
) -> Bitboard<W> {
    let sides = Direction::ALL.map(|way| grid.step(region, way));
    let any = sides[0] | sides[1] | sides[2] | sides[3];
    (set & any) - at_least_two(sides)
}

/// The points of `suspects` whose removal disconnects the connected set `region`; all suspects are points
/// of `region` with [`several_arcs`].
///
/// A point is a cut point exactly when two arcs of the complement around it belong to the same diagonally
/// connected component of the complement, where everything off the board is one component: such a
/// component and the point close a ring around a part of the region, and without one the arcs of the
/// region are joined around each component. So a few floods of the complement answer for all suspects at
/// once, where the obvious way is one flood for each.
#[inline]
#[must_use]
pub fn cut_points<const W: usize>(
    grid: &Grid<W>,
    region: Bitboard<W>,
    suspects: Bitboard<W>,
) -> Bitboard<W> {
    let complement = grid.full() - region;
    let outer = flood_diagonally(grid, complement & grid.rim(), complement);
    let mut cut = several_arcs(grid, grid.full() - outer) & suspects;
    let mut rest = complement - outer;
    let mut open = suspects - cut;
    while !open.is_empty() && !rest.is_empty() {
        let island = flood_diagonally(grid, rest.lowest(), rest);
        rest -= island;
        // A ring through one point needs three more around a neighbour.
        if island.without_first().has_several() {
            cut |= several_gaps(grid, island) & open;
            open -= cut;
        }
    }
    cut
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
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
                let suspects = several_arcs(&grid, region) & region;
                let cut = cut_points(&grid, region, suspects);
                for point in region {
                    let rest = region.without(point);
                    let parts = components(&grid, rest).count();
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
