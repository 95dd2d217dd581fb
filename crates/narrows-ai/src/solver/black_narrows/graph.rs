//! A board that is a graph of at most 64 cells: what is left of a position on a larger board.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::board::Board;
use super::key::{Frame, Key};
use crate::solver::board::cells;

/// A graph whose cells stand for points of a grid, or for groups of them.
///
/// # Keys
/// A cell is named by a point that it stands for. Two live points of a subgame are neighbours exactly if their
/// names are neighbours on the grid, so a subgame's key names it completely, as on a board of words:
/// different graphs of positions on boards with the same number of columns may share a table.
#[derive(Debug)]
pub(crate) struct GraphBoard {
    full: u64,
    near: Vec<u64>,
    /// For each byte of a set, the cells next to it.
    near_bytes: Box<[[u64; 256]; 8]>,
    /// For each cell the key of its name.
    names: Vec<Key>,
    tag: u64,
}

/// Tells graphs from words in keys.
const GRAPH: u64 = 1 << 32;

impl GraphBoard {
    /// The graph with these neighbours of each of at most 64 cells, and the point that names each, of a grid with
    /// so many columns.
    pub(crate) fn new(near: Vec<u64>, names: &[u16], columns: u8) -> GraphBoard {
        let mut near_bytes = Box::new([[0; 256]; 8]);
        for (byte, table) in near_bytes.iter_mut().enumerate() {
            for set in 1..256usize {
                let lowest = set.trailing_zeros() as usize;
                let cell = near.get(8 * byte + lowest).copied().unwrap_or_default();
                table[set] = table[set & (set - 1)] | cell;
            }
        }
        let names = names.iter().map(|&name| Key::of(name.into(), GRAPH));
        GraphBoard {
            full: near.iter().fold(0, |full, _| full << 1 | 1),
            near,
            near_bytes,
            names: names.collect(),
            tag: GRAPH + u64::from(columns),
        }
    }

    #[inline(always)]
    fn key_of(&self, x: u64) -> Key {
        let mut sum = Key::default();
        for cell in cells(x) {
            sum.add(self.names[cell.trailing_zeros() as usize]);
        }
        sum
    }

    #[inline(always)]
    fn near(&self, cell: u64) -> u64 {
        self.near[cell.trailing_zeros() as usize]
    }

    /// The cells of `among` of whose neighbours in `x` the number passes a test.
    #[inline(always)]
    fn counted(&self, x: u64, among: u64, test: impl Fn(u32) -> bool) -> u64 {
        cells(among)
            .filter(|&cell| test((self.near(cell) & x).count_ones()))
            .fold(0, |all, cell| all | cell)
    }
}

impl Board for GraphBoard {
    #[inline(always)]
    fn full(&self) -> u64 {
        self.full
    }

    #[inline(always)]
    fn neighbours(&self, x: u64) -> u64 {
        (x.to_le_bytes().iter().zip(self.near_bytes.iter()))
            .fold(0, |near, (&byte, table)| near | table[usize::from(byte)])
    }

    fn flood(&self, seed: u64, within: u64) -> u64 {
        self.flood_until(seed, within, u64::MAX)
    }

    fn flood_until(&self, seed: u64, within: u64, targets: u64) -> u64 {
        let mut reached = seed;
        loop {
            let next = reached | self.neighbours(reached) & within;
            if next == reached || targets & !next == 0 {
                return next;
            }
            reached = next;
        }
    }

    #[inline(always)]
    fn with_one_neighbour(&self, x: u64, among: u64) -> u64 {
        self.counted(x, among, |count| count == 1)
    }

    #[inline(always)]
    fn maybe_cut_points(&self, x: u64, among: u64) -> u64 {
        self.counted(x, among, |count| count > 1)
    }

    fn board_images(&self) -> u32 {
        1
    }

    fn board_image(&self, x: u64, _code: u32) -> u64 {
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
    fn image_key(&self, x: u64, _code: u32, tag: u64) -> Key {
        Key::of(tag, GRAPH).with(self.key_of(x))
    }

    fn frame(&self, live: u64) -> Frame {
        Frame {
            live,
            codes: 1,
            shift: 0,
            width: 0,
            height: 0,
        }
    }

    #[inline(always)]
    fn framed_key(&self, _frame: &Frame, x: u64, code: u32, tag: u64) -> Key {
        self.image_key(x, code, tag)
    }

    #[inline(always)]
    fn framed_pair(&self, _frame: &Frame, live: u64, x: u64, code: u32, tag: u64) -> Key {
        self.image_key(live, code, tag).with(self.key_of(x))
    }
}
