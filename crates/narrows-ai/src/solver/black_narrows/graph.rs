//! A board that is a graph of at most 64 or 128 cells: what is left of a position on a larger board.

use alloc::vec::Vec;

use super::board::Board;
use super::key::{Frame, Key};
use crate::solver::board::{Cells, cells};

/// A graph whose cells stand for points of a grid, or for groups of them.
///
/// # Keys
/// A cell is named by a point that it stands for. Two live points of a subgame are neighbours exactly if their
/// names are neighbours on the grid, so a subgame's key names it completely, as on a board of words:
/// different graphs of positions on boards with the same number of columns may share a table.
#[derive(Debug)]
pub(crate) struct GraphBoard<C> {
    full: C,
    near: Vec<C>,
    /// For each byte of a set, the cells next to it.
    near_bytes: Vec<[C; 256]>,
    /// For each cell the key of its name.
    names: Vec<Key>,
    tag: u64,
}

/// Tells graphs from words in keys.
const GRAPH: u64 = 1 << 32;

impl<C: Cells> GraphBoard<C> {
    /// The graph with these neighbors of each cell, and the point that names each, of a grid with so many columns.
    pub(crate) fn new(near: Vec<C>, names: &[u16], columns: u8) -> Self {
        let table = |cells: &[C]| {
            let mut table = [C::NONE; 256];
            for set in 1..256usize {
                let cell = cells.get(set.trailing_zeros() as usize).copied();
                table[set] = table[set & (set - 1)] | cell.unwrap_or(C::NONE);
            }
            table
        };
        let full = (0..near.len()).fold(C::NONE, |full, cell| full | C::cell(cell));
        let names = names.iter().map(|&name| Key::of(name.into(), GRAPH));
        Self {
            full,
            near_bytes: near.chunks(8).map(table).collect(),
            near,
            names: names.collect(),
            tag: GRAPH + u64::from(columns),
        }
    }

    #[inline(always)]
    fn key_of(&self, x: C) -> Key {
        let mut sum = Key::default();
        for cell in cells(x) {
            sum.add(self.names[cell.first()]);
        }
        sum
    }

    #[inline(always)]
    fn near(&self, cell: C) -> C {
        self.near[cell.first()]
    }

    /// The cells of `among` of whose neighbours in `x` the number passes a test.
    #[inline(always)]
    fn counted(&self, x: C, among: C, test: impl Fn(u32) -> bool) -> C {
        cells(among)
            .filter(|&cell| test((self.near(cell) & x).count()))
            .fold(C::NONE, |all, cell| all | cell)
    }
}

impl<C: Cells> Board for GraphBoard<C> {
    type Cells = C;

    #[inline(always)]
    fn full(&self) -> C {
        self.full
    }

    #[inline(always)]
    fn neighbours(&self, x: C) -> C {
        (self.near_bytes.iter().enumerate())
            .fold(C::NONE, |near, (i, table)| near | table[x.byte(i) & 0xff])
    }

    fn flood(&self, seed: C, within: C) -> C {
        self.flood_until(seed, within, !C::NONE)
    }

    fn flood_until(&self, seed: C, within: C, targets: C) -> C {
        let mut reached = seed;
        loop {
            let next = reached | self.neighbours(reached) & within;
            if next == reached || (targets & !next).is_none() {
                return next;
            }
            reached = next;
        }
    }

    #[inline(always)]
    fn with_one_neighbour(&self, x: C, among: C) -> C {
        self.counted(x, among, |count| count == 1)
    }

    #[inline(always)]
    fn maybe_cut_points(&self, x: C, among: C) -> C {
        self.counted(x, among, |count| count > 1)
    }

    fn board_images(&self) -> u32 {
        1
    }

    fn board_image(&self, x: C, _code: u32) -> C {
        x
    }

    fn tag(&self) -> u64 {
        self.tag
    }

    /// The names and neighbours of all cells.
    fn whole_key(&self) -> Key {
        (self.names.iter().zip(&self.near)).fold(Key::default(), |key, (&name, &near)| {
            key.with(name).with(self.key_of(near))
        })
    }

    #[inline(always)]
    fn image_key(&self, x: C, _code: u32, tag: u64) -> Key {
        Key::of(tag, GRAPH).with(self.key_of(x))
    }

    fn frame(&self, _live: C) -> Frame {
        Frame {
            live: 0,
            codes: 1,
            shift: 0,
            width: 0,
            height: 0,
        }
    }

    #[inline(always)]
    fn framed_key(&self, _frame: &Frame, x: C, code: u32, tag: u64) -> Key {
        self.image_key(x, code, tag)
    }

    #[inline(always)]
    fn framed_pair(&self, _frame: &Frame, live: C, x: C, code: u32, tag: u64) -> Key {
        self.image_key(live, code, tag).with(self.key_of(x))
    }
}
