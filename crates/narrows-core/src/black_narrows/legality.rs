//! Which sets of stones are legal, and where one more may be placed.
//!
//! Words used here: a *region* is a connected component of the empty points; two stones are *joined* if
//! some region is adjacent to both; a *main region* is adjacent to every stone; an empty point is *live* if
//! a placement there is legal.

use core::ops::Deref;

use crate::bitboard::{Bitboard, Grid};
use crate::geometry::Direction;
use crate::region;

/// Whether every pair of these stones is joined by a path of empty points: the rule as written.
#[must_use]
pub fn is_legal_set<const W: usize>(grid: &Grid<W>, stones: Bitboard<W>) -> bool {
    unjoined_pair(grid, stones).is_none()
}

/// Two stones that no region joins, if there are such.
pub(super) fn unjoined_pair<const W: usize>(
    grid: &Grid<W>,
    stones: Bitboard<W>,
) -> Option<(usize, usize)> {
    let touched = |region| grid.neighbors(region) & stones;
    let empty = grid.full() - stones;
    if stones.len() <= 1 || region::components(grid, empty).any(|region| touched(region) == stones)
    {
        return None;
    }
    stones.iter().find_map(|stone| {
        let partners = region::components(grid, empty)
            .map(touched)
            .filter(|touched| touched.contains(stone))
            .fold(Bitboard::from_index(stone), |all, touched| all | touched);
        (stones - partners).first().map(|other| (stone, other))
    })
}

/// Where one more stone is legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placements<const W: usize> {
    /// The points where it is.
    pub live: Bitboard<W>,
    /// Those of them that leave no main region, so that the game is over: see [`placements`].
    pub finishing: Bitboard<W>,
}

/// The points of `candidates` where one more stone is legal, given a legal set of stones; and those of them that
/// end the game by what they do to the regions.
///
/// A *finishing* point is live only because regions that each miss some stone join every pair between them.
/// After a placement there no region touches all stones, so no further stone could be joined to all of them.
/// Every placement on such a point wins at once, however many live points there are. The reverse does not
/// hold: the last live point of a game need not be one.
///
/// # Algorithm
/// With at least one stone, every live point lies in a main region R and is not the only neighbor in R
/// of any stone (after the placement each part of R next to the new stone would miss that stone). A point
/// of that kind that is not a cut point of R is live, since what is left of R is one region that touches
/// everything. Only the true cut points need the rule spelled out, and they are few; all other points are
/// decided together, in a few operations on whole sets ([`region::arcs`], [`region::cut_points`]).
#[must_use]
pub fn placements<const W: usize>(
    grid: &Grid<W>,
    stones: Bitboard<W>,
    candidates: Bitboard<W>,
) -> Placements<W> {
    grid.known(|grid| placements_on(grid, stones, candidates))
}

/// The same for a grid that may be known when this is compiled.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn placements_on<const W: usize>(
    grid: &Grid<W>,
    stones: Bitboard<W>,
    candidates: Bitboard<W>,
) -> Placements<W> {
    let mut found = Placements {
        live: Bitboard::EMPTY,
        finishing: Bitboard::EMPTY,
    };
    if stones.is_empty() {
        found.live = candidates;
        return found;
    }
    let empty = grid.full() - stones;
    // A main region touches every stone, so also the first.
    let mut seeds = grid.neighbors(stones.lowest()) & empty;
    while !seeds.is_empty() {
        let main = region::flood(grid, seeds.lowest(), empty);
        seeds -= main;
        if stones.is_subset(grid.neighbors(main)) {
            add_placements(grid, stones, main, candidates & main, &mut found);
        }
    }
    found
}

/// The live points alone, see [`placements`].
#[inline]
#[must_use]
pub fn live_points<const W: usize>(
    grid: &Grid<W>,
    stones: Bitboard<W>,
    candidates: Bitboard<W>,
) -> Bitboard<W> {
    placements(grid, stones, candidates).live
}

/// Adds the placements on `candidates`, all of which are in the main region `main`.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn add_placements<const W: usize>(
    grid: &Grid<W>,
    stones: Bitboard<W>,
    main: Bitboard<W>,
    candidates: Bitboard<W>,
    found: &mut Placements<W>,
) {
    let sole = region::one_neighbor(grid, stones, main);
    let sole_liberties = grid.neighbors(sole);
    let live = candidates - sole_liberties;
    found.live |= live;
    let arcs = region::arcs(grid, main);
    let suspects = live & arcs.several;
    if suspects.is_empty() {
        return;
    }
    let cut = region::cut_points(grid, main, suspects);
    let joinable = joinable(grid, stones, main);
    let ends = Ends::behind(grid, stones, main, sole, joinable);
    found.live -= cut & ends.illegal;
    let mut left = cut - ends.illegal - (ends.legal - arcs.more_than_two);
    while !left.is_empty() {
        let point = left.lowest();
        left -= point;
        let rest = main - point;
        let divided = if point.intersects(arcs.more_than_two) {
            let sides = grid.neighbors(point) & rest;
            let first = region::flood(grid, sides.lowest(), rest);
            let parts = Parts::new(grid, rest, sides, first);
            judge(grid, stones, &parts, || joinable)
        } else {
            let halves = region::two_parts(grid, rest, point);
            judge(grid, stones, &halves, || joinable)
        };
        match divided {
            Divided::Live => {}
            Divided::Open if is_legal_set(grid, stones | point) => found.finishing |= point,
            Divided::Open | Divided::Dead => found.live -= point,
        }
    }
}

/// Points next to a dead end, which is a point of a main region with one neighbor in it. They are cut points, about half
/// of all, and the end alone tells what a placement on most of them is.
struct Ends<const W: usize> {
    /// Where a placement is legal if it makes two parts. The rest touches all stones: one that it does not
    /// touch would have no liberties but the end and the point, and no stone is next to two points that are next to
    /// each other; so it would have one.
    legal: Bitboard<W>,
    /// Where a placement is illegal: some stone touches the end and nothing else, and the end does not touch
    /// all stones.
    illegal: Bitboard<W>,
}

impl<const W: usize> Ends<W> {
    /// `sole` are the stones with one liberty in the region, `joinable` those that touch another.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn behind(
        grid: &Grid<W>,
        stones: Bitboard<W>,
        main: Bitboard<W>,
        sole: Bitboard<W>,
        joinable: Bitboard<W>,
    ) -> Self {
        let ends = region::one_neighbor(grid, main, main);
        let illegal = if stones.count() > 3 {
            grid.neighbors(ends & grid.neighbors(sole - joinable))
        } else {
            Bitboard::EMPTY
        };
        Self {
            legal: grid.neighbors(ends - grid.neighbors(sole)),
            illegal,
        }
    }
}

/// What the parts tell that a cut point divides a main region into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Divided {
    /// One part touches all stones: a placement on the point is legal.
    Live,
    /// Some stone touches only one part and no other region, and some other stone does not touch that part: a
    /// placement is illegal.
    Dead,
    /// Other regions would have to join what the parts do not.
    Open,
}

/// The stones that touch another region than this one.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn joinable<const W: usize>(
    grid: &Grid<W>,
    stones: Bitboard<W>,
    main: Bitboard<W>,
) -> Bitboard<W> {
    grid.neighbors(grid.full() - stones - main) & stones
}

/// Judges a placement on a cut point by the parts that it divides a main region into. `joinable` are the stones
/// that touch another region; they are asked for only if no part touches all stones.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn judge<const W: usize>(
    grid: &Grid<W>,
    stones: Bitboard<W>,
    parts: &[Bitboard<W>],
    joinable: impl FnOnce() -> Bitboard<W>,
) -> Divided {
    let (mut once, mut twice) = (Bitboard::EMPTY, Bitboard::EMPTY);
    // The last is the largest as a rule, so the one that touches all stones if one does.
    for &part in parts.iter().rev() {
        let touched = grid.neighbors(part) & stones;
        if touched == stones {
            return Divided::Live;
        }
        twice |= once & touched;
        once |= touched;
    }
    if (stones - twice).is_subset(joinable()) {
        Divided::Open
    } else {
        Divided::Dead
    }
}

/// The parts that a cut point divides a region into, four at most.
pub(super) struct Parts<const W: usize> {
    parts: [Bitboard<W>; 4],
    count: usize,
}

impl<const W: usize> Parts<W> {
    /// `rest` is the region without the point, `sides` its points next to it, `first` the part that holds some of
    /// them. What is left over when one side is, is the last part.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn new(
        grid: &Grid<W>,
        mut rest: Bitboard<W>,
        mut sides: Bitboard<W>,
        first: Bitboard<W>,
    ) -> Self {
        let (mut parts, mut count) = (
            [first, Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::EMPTY],
            1,
        );
        while count < parts.len() {
            rest -= parts[count - 1];
            sides -= parts[count - 1];
            if sides.is_empty() {
                break;
            }
            parts[count] = if sides.has_several() {
                region::flood(grid, sides.lowest(), rest)
            } else {
                rest
            };
            count += 1;
        }
        Self { parts, count }
    }
}

impl<const W: usize> Deref for Parts<W> {
    type Target = [Bitboard<W>];

    fn deref(&self) -> &[Bitboard<W>] {
        &self.parts[..self.count]
    }
}

/// Whether a set has two arcs or more around one point, see [`region::arcs`]: for callers that ask
/// about a single point.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) fn has_several_arcs_at<const W: usize>(
    grid: &Grid<W>,
    set: Bitboard<W>,
    point: Bitboard<W>,
) -> bool {
    let [east, north, west, south] = Direction::ALL.map(|way| grid.step(point, way));
    let corner = |side, way| grid.step(side, way).intersects(set);
    let sides = [east, north, west, south].map(|side| side.intersects(set));
    // A corner joins its two sides if all three are in the set.
    let corners = [
        corner(east, Direction::North),
        corner(west, Direction::North),
        corner(west, Direction::South),
        corner(east, Direction::South),
    ];
    let arcs = (0..4)
        .filter(|&side| sides[side] && !(corners[side] && sides[(side + 1) % 4]))
        .count();
    arcs > 1
}
