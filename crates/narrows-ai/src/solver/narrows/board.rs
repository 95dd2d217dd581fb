//! Boards of Narrows as sets of points: shape, neighbors, symmetries.
//!
//! Boards within 8x8 lie in rows of eight bits ([`Eight`]), so that shifts are constants and
//! reflections are byte swaps; all others lie in rows of `columns` bits ([`Rows`]), in as many
//! words as it takes.
//!
//! [`Eight`]: super::position::Eight
//! [`Rows`]: super::position::Rows
#![allow(
    clippy::cast_possible_truncation,
    reason = "numbers of points of a board, or of fewer things"
)]

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use narrows_core::Point;

use super::position::{Given, Layout, Pair};
use super::set::Set;

/// Shape of the board and everything that depends on the shape alone.
#[derive(Clone, Debug)]
pub(crate) struct Board<L: Layout> {
    columns: u32,
    rows: u32,
    row_bits: u32,
    full: L::Set,
    not_first: L::Set,
    not_last: L::Set,
    /// For each direction (east, north, west, south) and point: the points beyond it.
    rays: Box<[<L::Set as Set>::PerPoint; 4]>,
}

impl<L: Layout> Board<L> {
    /// The board of `columns` times `rows` points.
    ///
    /// The caller has checked that it fits the layout.
    pub(crate) fn new(columns: u32, rows: u32) -> Self {
        let row_bits = if L::EIGHT { 8 } else { columns };
        debug_assert!(columns <= row_bits && row_bits * rows <= L::Set::BITS);
        let mut board = Self {
            columns,
            rows,
            row_bits,
            full: L::Set::default(),
            not_first: L::Set::default(),
            not_last: L::Set::default(),
            rays: Box::new(core::array::from_fn(|_| L::Set::per_point())),
        };
        for row in 0..rows {
            for column in 0..columns {
                board.add_point(column, row);
            }
        }
        board
    }

    fn add_point(&mut self, column: u32, row: u32) {
        let bit = self.bit(column, row);
        self.full = self.full | bit;
        if column > 0 {
            self.not_first = self.not_first | bit;
        }
        if column + 1 < self.columns {
            self.not_last = self.not_last | bit;
        }
        let index = row * self.row_bits + column;
        let rays = [
            self.row_points(column + 1..self.columns, row),
            self.column_points(column, row + 1..self.rows),
            self.row_points(0..column, row),
            self.column_points(column, 0..row),
        ];
        for (sets, ray) in self.rays.iter_mut().zip(rays) {
            *L::Set::at_mut(sets, index) = ray;
        }
    }

    fn bit(&self, column: u32, row: u32) -> L::Set {
        L::Set::bit(row * self.row_bits + column)
    }

    fn row_points(&self, columns: Range<u32>, row: u32) -> L::Set {
        columns.fold(L::Set::default(), |set, column| set | self.bit(column, row))
    }

    fn column_points(&self, column: u32, rows: Range<u32>) -> L::Set {
        rows.fold(L::Set::default(), |set, row| set | self.bit(column, row))
    }

    /// Bits from one row to the next.
    #[inline(always)]
    pub(crate) const fn row_bits(&self) -> u32 {
        if L::EIGHT { 8 } else { self.row_bits }
    }

    pub(crate) const fn columns(&self) -> u32 {
        self.columns
    }

    pub(crate) const fn rows(&self) -> u32 {
        self.rows
    }

    pub(crate) const fn points(&self) -> u32 {
        self.columns * self.rows
    }

    /// All points.
    #[inline(always)]
    pub(crate) const fn full(&self) -> L::Set {
        self.full
    }

    /// Bit number of the point with this row-by-row number.
    pub(crate) const fn spread_index(&self, compact: u32) -> u32 {
        compact / self.columns * self.row_bits() + compact % self.columns
    }

    /// Row-by-row number of the point at this bit.
    pub(crate) const fn compact_index(&self, bit: u32) -> u32 {
        bit / self.row_bits() * self.columns + bit % self.row_bits()
    }

    /// The set of one point of the board.
    pub(crate) fn set_of(&self, point: Point) -> L::Set {
        self.bit(point.column.index().into(), point.row.index().into())
    }

    /// The lowest point of a set.
    pub(crate) fn point_of(&self, set: L::Set) -> Option<Point> {
        let index = set.first();
        let (column, row) = (index % self.row_bits(), index / self.row_bits());
        Point::from_indices(column as u8, row as u8)
    }

    /// The set of the points with row-by-row numbers (`row * columns + column`) in these words.
    pub(crate) fn spread(&self, words: &[u64]) -> L::Set {
        let mut set = L::Set::default();
        for (number, &word) in (0..).zip(words) {
            let mut rest = word;
            while rest != 0 {
                let point = 64 * number + rest.trailing_zeros();
                set = set | L::Set::bit(self.spread_index(point));
                rest &= rest - 1;
            }
        }
        set
    }

    /// A position as it comes, on this board.
    pub(crate) fn pair(&self, given: &Given) -> Pair<L::Set> {
        Pair {
            own: self.spread(&given.stones.own),
            other: self.spread(&given.stones.other),
        }
    }

    /// From this board's bits to words of row-by-row bits.
    pub(crate) fn compact(&self, set: L::Set) -> Vec<u64> {
        let mut words = alloc::vec![0; self.points().div_ceil(64) as usize];
        let mut rest = set;
        while !rest.is_empty() {
            let point = self.compact_index(rest.first());
            words[point as usize / 64] |= 1 << (point % 64);
            rest = rest.without_lowest();
        }
        words
    }

    /// Points beside the set, the set's own points included only if they are beside another one.
    #[inline(always)]
    pub(crate) fn beside(&self, set: L::Set) -> L::Set {
        let step = self.row_bits();
        (set.up(1) & self.not_first)
            | (set.down(1) & self.not_last)
            | ((set.up(step) | set.down(step)) & self.full)
    }

    /// The points around which a set has two or more arcs: only without such a point can a connected set fall apart
    /// (Yokoi's connectivity number).
    #[inline(always)]
    pub(crate) fn with_two_arcs(&self, set: L::Set) -> L::Set {
        let step = self.row_bits();
        // Masked after the shift, as elsewhere: masked before it, LLVM 22.1 loses points of sets of two words in some
        // builds (seen at opt-level 2 with incremental compilation, by `boards_agree_with_the_slow_ones`).
        let west_of = |set: L::Set| set.down(1) & self.not_last;
        let east_of = |set: L::Set| set.up(1) & self.not_first;
        let (e, w, n, s) = (west_of(set), east_of(set), set.down(step), set.up(step));
        let (ne, nw) = (west_of(n), east_of(n));
        let (se, sw) = (west_of(s), east_of(s));
        let (a, b, c, d) = (e & !(ne & n), n & !(nw & w), w & !(sw & s), s & !(se & e));
        (a & b) | (c & d) | ((a | b) & (c | d))
    }

    /// The points of `within` that a walk inside it reaches from `seed` (a subset of it).
    #[inline(always)]
    pub(crate) fn flood(&self, seed: L::Set, within: L::Set) -> L::Set {
        let step = self.row_bits();
        let (east, west) = (within & self.not_first, within & self.not_last);
        let mut reached = seed;
        loop {
            let wide = reached | (reached.up(1) & east) | (reached.down(1) & west);
            let next = wide | ((wide.up(step) | wide.down(step)) & within);
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// The first stone from `index` in `direction` as a bit, or nothing.
    #[inline(always)]
    fn first_stone(&self, direction: usize, index: u32, stones: L::Set) -> L::Set {
        let seen = L::Set::at(&self.rays[direction], index) & stones;
        if direction < 2 {
            seen.lowest()
        } else {
            seen.highest()
        }
    }

    /// Everything the stone (or point) at `index` sees first along its row and column.
    #[inline(always)]
    pub(crate) fn seen_from(&self, index: u32, stones: L::Set) -> L::Set {
        self.first_stone(0, index, stones)
            | self.first_stone(1, index, stones)
            | self.first_stone(2, index, stones)
            | self.first_stone(3, index, stones)
    }

    /// The set turned upside down (rows exchanged).
    #[inline(always)]
    fn flip_rows(&self, set: L::Set) -> L::Set {
        if L::EIGHT {
            let flipped = set.word_from(0).swap_bytes() >> (64 - 8 * self.rows);
            return L::Set::from_word(flipped, 0);
        }
        let mut out = L::Set::default();
        let mask = (1 << (self.columns & 63)) - 1;
        for row in 0..self.rows {
            let bits = set.word_from(row * self.columns) & mask;
            out = out | L::Set::from_word(bits, (self.rows - 1 - row) * self.columns);
        }
        out
    }

    /// The set turned by half a turn.
    #[inline(always)]
    fn half_turn(&self, set: L::Set) -> L::Set {
        // In rows of eight the columns end up at the high side of their byte.
        let spare = self.row_bits() - self.columns;
        set.reversed(self.row_bits() * self.rows - spare)
    }

    /// Reflection in the long diagonal from the first point; square boards only.
    #[inline(always)]
    fn transposed(&self, set: L::Set) -> L::Set {
        if L::EIGHT {
            return L::Set::from_word(transposed_bytes(set.word_from(0)), 0);
        }
        let mut out = L::Set::default();
        let mut rest = set;
        while !rest.is_empty() {
            let index = rest.first();
            out = out | self.bit(index / self.columns, index % self.columns);
            rest = rest.without_lowest();
        }
        out
    }

    /// The least image of the pair under the board's 4 or 8 symmetries.
    ///
    /// Symmetries that exchange the colors of the starting pattern are among them: the pair names
    /// the sides by whose turn it is, so their images are positions of the same game.
    #[inline]
    pub(crate) fn canonical(&self, pair: Pair<L::Set>) -> Pair<L::Set> {
        let mut least = pair;
        let mut consider = |image: Pair<L::Set>| {
            if image < least {
                least = image;
            }
        };
        let flipped = pair.map(|set| self.flip_rows(set));
        consider(flipped);
        consider(pair.map(|set| self.half_turn(set)));
        consider(flipped.map(|set| self.half_turn(set)));
        if self.columns == self.rows {
            let turned = pair.map(|set| self.transposed(set));
            consider(turned);
            let flipped = turned.map(|set| self.flip_rows(set));
            consider(flipped);
            consider(turned.map(|set| self.half_turn(set)));
            consider(flipped.map(|set| self.half_turn(set)));
        }
        least
    }
}

/// Rows of eight bits with rows and columns exchanged (H. S. Warren, "Hacker's Delight", 7-3).
#[inline(always)]
const fn transposed_bytes(set: u64) -> u64 {
    let mut x = set;
    let t = (x ^ (x >> 7)) & 0x00AA_00AA_00AA_00AA;
    x ^= t ^ (t << 7);
    let t = (x ^ (x >> 14)) & 0x0000_CCCC_0000_CCCC;
    x ^= t ^ (t << 14);
    let t = (x ^ (x >> 28)) & 0x0000_0000_F0F0_F0F0;
    x ^ t ^ (t << 28)
}
