//! Sets of points as one 64-bit word with a fixed distance ("stride") between rows.
//!
//! ```text
//! stride 8, a 6x3 board:       row 2   16 17 18 19 20 21  .  .
//! cell = row * stride + column  row 1    8  9 10 11 12 13  .  .
//!                               row 0    0  1  2  3  4  5  .  .
//! ```
//!
//! The stride is a constant (8 for boards up to 8x8, 4 for boards up to 4x16 after turning them
//! upright) so that the compiler sees constant shifts and masks; `S = 0` stands for "read the
//! stride from the board", which serves every other board of at most 64 points.
#![allow(
    clippy::cast_possible_truncation,
    reason = "numbers of points of a board, or of fewer things"
)]

use core::fmt::Debug;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// The shape of a board, the masks that keep shifts inside it, and operations on sets of cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WordBoard<const S: usize> {
    /// Columns of the upright board, `1..=stride`.
    columns: u32,
    /// Rows of the upright board.
    rows: u32,
    stride: u32,
    /// All cells of the board.
    full: u64,
    /// All cells but those of the first column.
    not_first: u64,
}

impl<const S: usize> WordBoard<S> {
    /// A board of this shape; the caller has checked that it fits the stride.
    pub(crate) fn new(columns: u32, rows: u32) -> Self {
        let stride = if S == 0 { columns } else { S as u32 };
        debug_assert!(columns <= stride && stride * rows <= 64);
        let row = (1u64 << columns) - 1;
        let mut full = 0;
        let mut first = 0;
        for r in 0..rows {
            full |= row << (r * stride);
            first |= 1u64 << (r * stride);
        }
        WordBoard {
            columns,
            rows,
            stride,
            full,
            not_first: full & !first,
        }
    }

    /// All cells of the board.
    #[inline(always)]
    pub(crate) fn full(&self) -> u64 {
        self.full
    }

    #[inline(always)]
    pub(crate) fn stride(&self) -> u32 {
        if S == 0 { self.stride } else { S as u32 }
    }

    #[inline(always)]
    fn not_first(&self) -> u64 {
        match S {
            8 => 0xfefe_fefe_fefe_fefe,
            4 => 0xeeee_eeee_eeee_eeee,
            _ => self.not_first,
        }
    }

    /// One step towards higher columns.
    #[inline(always)]
    fn east(&self, x: u64) -> u64 {
        (x << 1) & self.not_first()
    }

    /// One step towards lower columns.
    #[inline(always)]
    fn west(&self, x: u64) -> u64 {
        (x & self.not_first()) >> 1
    }

    /// One step towards higher rows. May leave the board: mask the result.
    #[inline(always)]
    fn north(&self, x: u64) -> u64 {
        x << self.stride()
    }

    /// One step towards lower rows.
    #[inline(always)]
    fn south(&self, x: u64) -> u64 {
        x >> self.stride()
    }

    /// The cells with a neighbour in `x`. May reach outside the board: mask the result.
    #[inline(always)]
    pub(crate) fn neighbours(&self, x: u64) -> u64 {
        self.east(x) | self.west(x) | self.north(x) | self.south(x)
    }

    /// The cells of `within` connected to `seed`, which must be a subset of it.
    #[inline(always)]
    pub(crate) fn flood(&self, seed: u64, within: u64) -> u64 {
        let mut reached = seed;
        loop {
            let wide = reached | ((self.east(reached) | self.west(reached)) & within);
            let next = wide | ((self.north(wide) | self.south(wide)) & within);
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// Like [`flood`](Self::flood), but stops as soon as all of `targets` is reached.
    #[inline(always)]
    pub(crate) fn flood_until(&self, seed: u64, within: u64, targets: u64) -> u64 {
        let mut reached = seed;
        loop {
            let wide = reached | ((self.east(reached) | self.west(reached)) & within);
            let next = wide | ((self.north(wide) | self.south(wide)) & within);
            if next == reached || targets & !next == 0 {
                return next;
            }
            reached = next;
        }
    }

    /// The cells (of any set) with exactly one neighbour in `x`.
    #[inline(always)]
    pub(crate) fn with_one_neighbour(&self, x: u64) -> u64 {
        let (e, w, n, s) = (self.east(x), self.west(x), self.north(x), self.south(x));
        let (odd1, even1) = (e ^ w, e & w);
        let (odd2, even2) = (n ^ s, n & s);
        (odd1 ^ odd2) & !(even1 | even2)
    }

    /// The cells around which `x` has two or more arcs: the Yokoi number of L4 is at least 2.
    /// For a connected `x` only these can be cut points of it.
    #[inline(always)]
    pub(crate) fn with_two_arcs(&self, x: u64) -> u64 {
        let (e, w, n, s) = (self.west(x), self.east(x), self.south(x), self.north(x));
        // `e` holds the cells whose eastern neighbour is in `x`, and so on round the ring.
        let ne = self.south(self.west(x));
        let nw = self.south(self.east(x));
        let se = self.north(self.west(x));
        let sw = self.north(self.east(x));
        let a = e & !(ne & n);
        let b = n & !(nw & w);
        let c = w & !(sw & s);
        let d = s & !(se & e);
        (a & b) | (c & d) | ((a | b) & (c | d))
    }

    /// Whether the position keeps its meaning under all eight symmetries, not only four.
    pub(crate) fn is_square(&self) -> bool {
        S == 8 && self.columns == self.rows
    }

    /// The image of a set under one of the board's symmetries, numbered as in [`image`].
    #[inline(always)]
    pub(crate) fn board_image(&self, x: u64, code: u32) -> u64 {
        image::<S>(x, code, self.columns, self.rows, self.stride())
    }

    /// The symmetries of the whole board: codes `0..board_images()`.
    #[inline(always)]
    pub(crate) fn board_images(&self) -> u32 {
        if self.is_square() { 8 } else { 4 }
    }

    /// The symmetries for a part of a board moved into the corner: a stride of 8 has room to
    /// exchange rows and columns.
    #[inline(always)]
    pub(crate) fn part_images(&self) -> u32 {
        if S == 8 { 8 } else { 4 }
    }

    /// The lowest row and column a nonempty set uses as a shift to the corner, and its extent.
    #[inline(always)]
    pub(crate) fn bounds(&self, x: u64) -> (u32, u32, u32) {
        let stride = self.stride();
        let row = x.trailing_zeros() / stride;
        let height = (63 - x.leading_zeros()) / stride + 1 - row;
        let mut columns = x;
        match S {
            8 => {
                columns |= columns >> 32;
                columns |= columns >> 16;
                columns |= columns >> 8;
                columns &= 0xff;
            }
            4 => {
                columns |= columns >> 32;
                columns |= columns >> 16;
                columns |= columns >> 8;
                columns |= columns >> 4;
                columns &= 0xf;
            }
            _ => {
                let mut folded = 0;
                let mut rest = x;
                while rest != 0 {
                    folded |= rest;
                    rest >>= stride;
                }
                columns = folded & ((1u64 << stride) - 1);
            }
        }
        let column = columns.trailing_zeros();
        let width = 64 - columns.leading_zeros() - column;
        (row * stride + column, width, height)
    }
}

/// Exchanges rows and columns of an 8x8 frame (three masked swaps).
#[inline(always)]
fn transpose8(mut x: u64) -> u64 {
    let t = (x ^ (x >> 7)) & 0x00aa_00aa_00aa_00aa;
    x ^= t ^ (t << 7);
    let t = (x ^ (x >> 14)) & 0x0000_cccc_0000_cccc;
    x ^= t ^ (t << 14);
    let t = (x ^ (x >> 28)) & 0x0000_0000_f0f0_f0f0;
    x ^ t ^ (t << 28)
}

/// Reverses the cells of every row within the stride.
#[inline(always)]
fn mirror<const S: usize>(x: u64, stride: u32) -> u64 {
    match S {
        8 => x.swap_bytes().reverse_bits(),
        4 => {
            let x = ((x & 0x5555_5555_5555_5555) << 1) | ((x >> 1) & 0x5555_5555_5555_5555);
            ((x & 0x3333_3333_3333_3333) << 2) | ((x >> 2) & 0x3333_3333_3333_3333)
        }
        _ => {
            let row = (1u64 << stride) - 1;
            let mut out = 0;
            let mut at = 0;
            while at + stride <= 64 {
                let bits = (x >> at) & row;
                out |= (bits.reverse_bits() >> (64 - stride)) << at;
                at += stride;
            }
            out
        }
    }
}

/// The image of a set that lies in the lower left corner (`width` columns, `height` rows) under
/// symmetry `code`: bit 2 exchanges rows and columns (stride 8 only), then bit 0 reverses the
/// columns and bit 1 the rows. The image lies in the corner again.
#[inline(always)]
pub(crate) fn image<const S: usize>(
    x: u64,
    code: u32,
    width: u32,
    height: u32,
    stride: u32,
) -> u64 {
    let (mut x, mut width, mut height) = (x, width, height);
    if S == 8 && code & 4 != 0 {
        x = transpose8(x);
        core::mem::swap(&mut width, &mut height);
    }
    match code & 3 {
        0 => x,
        1 => mirror::<S>(x, stride) >> (stride - width),
        2 => {
            // Reversing all bits turns by 180 degrees; mirroring undoes the columns.
            let turned = x.reverse_bits() >> (64 - stride * height);
            mirror::<S>(turned, stride)
        }
        _ => (x.reverse_bits() >> (64 - stride * height)) >> (stride - width),
    }
}

/// A set of cells.
pub(crate) trait Cells:
    Copy
    + Ord
    + Default
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
{
    /// No cells.
    const NONE: Self;
    /// How many cells there can be.
    const MOST: usize;

    /// The set of one cell.
    fn cell(index: usize) -> Self;

    /// The number of cells in the set.
    fn count(self) -> u32;

    /// Eight neighboring bits of the set.
    fn byte(self, index: usize) -> usize;

    /// The index of the lowest cell.
    fn first(self) -> usize;

    /// The lowest cell of a nonempty set, as a set.
    fn lowest(self) -> Self;

    /// Whether there are no cells in the set.
    #[inline(always)]
    fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Whether there is at least one cell in the set.
    #[inline(always)]
    fn is_some(self) -> bool {
        self != Self::NONE
    }

    /// Whether there is at most one cell in the set.
    #[inline(always)]
    fn is_at_most_one(self) -> bool {
        self.is_none() || self == self.lowest()
    }
}

macro_rules! cells {
    ($($word:ty)*) => {
        $(impl Cells for $word {
            const NONE: Self = 0;
            const MOST: usize = <$word>::BITS as usize;

            #[inline(always)]
            fn cell(index: usize) -> Self {
                1 << index
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn byte(self, index: usize) -> usize {
                (self >> (8 * index)) as usize & 0xff
            }

            #[inline(always)]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline(always)]
            fn lowest(self) -> Self {
                self & self.wrapping_neg()
            }

            #[inline(always)]
            fn is_at_most_one(self) -> bool {
                self & self.wrapping_sub(1) == 0
            }
        })*
    };
}

cells! { u64 u128 }

/// The cells of a set one by one, each as a set.
#[inline(always)]
pub(crate) fn cells<C: Cells>(mut x: C) -> impl Iterator<Item = C> {
    core::iter::from_fn(move || {
        if x.is_none() {
            return None;
        }
        let cell = x.lowest();
        x ^= cell;
        Some(cell)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: u64, stride: u32, c: i32, r: i32, w: i32, h: i32) -> bool {
        c >= 0 && r >= 0 && c < w && r < h && x >> (r as u32 * stride + c as u32) & 1 == 1
    }

    fn check<const S: usize>(w: u32, h: u32) {
        let board = WordBoard::<S>::new(w, h);
        let stride = board.stride();
        let mut state = 0x1234_5678_9abc_def1u64;
        for _ in 0..200 {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            let x = (state ^ state >> 29) & board.full();
            for code in 0..board.part_images() {
                let y = image::<S>(x, code, w, h, stride);
                for r in 0..h {
                    for c in 0..w {
                        let (mut w2, mut h2, mut c2, mut r2) = (w, h, c, r);
                        if code & 4 != 0 {
                            (w2, h2, c2, r2) = (h, w, r, c);
                        }
                        if code & 1 != 0 {
                            c2 = w2 - 1 - c2;
                        }
                        if code & 2 != 0 {
                            r2 = h2 - 1 - r2;
                        }
                        assert_eq!(x >> (r * stride + c) & 1, y >> (r2 * stride + c2) & 1);
                    }
                }
                assert_eq!(x.count_ones(), y.count_ones());
            }
            let near = board.neighbours(x);
            let one = board.with_one_neighbour(x);
            let arcs = board.with_two_arcs(x);
            let (wi, hi) = (w as i32, h as i32);
            for r in 0..hi {
                for c in 0..wi {
                    let cell = r as u32 * stride + c as u32;
                    let p = |dc: i32, dr: i32| at(x, stride, c + dc, r + dr, wi, hi);
                    let sides = [p(1, 0), p(0, 1), p(-1, 0), p(0, -1)];
                    let corners = [p(1, 1), p(-1, 1), p(-1, -1), p(1, -1)];
                    let n = sides.iter().filter(|&&b| b).count();
                    assert_eq!(near >> cell & 1 == 1, n > 0);
                    assert_eq!(one >> cell & 1 == 1, n == 1);
                    let yokoi = (0..4)
                        .filter(|&d| sides[d] && !(corners[d] && sides[(d + 1) % 4]))
                        .count();
                    assert_eq!(arcs >> cell & 1 == 1, yokoi >= 2);
                }
            }
            if x != 0 {
                let (shift, bw, bh) = board.bounds(x);
                let y = x >> shift;
                assert!(y & ((0..bh).fold(0, |m, r| m | 1 << (r * stride))) != 0);
                assert!(bw <= w && bh <= h);
                assert!((0..bw).any(|c| at(y, stride, c as i32, 0, bw as i32, bh as i32)));
                let inside = (0..bh).fold(0u64, |m, r| m | ((1 << bw) - 1) << (r * stride));
                assert_eq!(y & !inside, 0);
            }
        }
    }

    #[test]
    fn shifts_and_images_agree_with_coordinates() {
        check::<8>(8, 8);
        check::<8>(6, 5);
        check::<8>(5, 8);
        check::<4>(4, 16);
        check::<4>(3, 9);
        check::<0>(5, 12);
        check::<0>(2, 32);
        check::<0>(3, 21);
        check::<0>(7, 9);
        check::<0>(6, 10);
    }
}
