//! The baseline: what anybody would write first. Depth-first search, win or loss, a table of
//! canonical sets of stones, legality by a flood fill for every point, fewest replies first.

use std::collections::HashMap;

/// A plain solver for boards of at most 8x8 points, in rows of eight bits.
pub struct Plain {
    columns: u32,
    rows: u32,
    full: u64,
    table: HashMap<u64, bool>,
    /// Expanded positions.
    pub nodes: u64,
}

impl Plain {
    /// A solver with an empty table.
    pub fn new(columns: u32, rows: u32) -> Self {
        let full = (0..rows).fold(0, |full, r| full | ((1u64 << columns) - 1) << (8 * r));
        Self {
            columns,
            rows,
            full,
            table: HashMap::new(),
            nodes: 0,
        }
    }

    /// Whether the player to move wins on the empty board.
    pub fn solve(&mut self) -> bool {
        self.wins(0, self.full)
    }

    /// Entries of its table.
    pub fn entries(&self) -> usize {
        self.table.len()
    }

    fn flood(&self, seed: u64, within: u64) -> u64 {
        let mut reached = seed;
        loop {
            let next = within & (reached | neighbours(reached));
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    fn is_legal(&self, stones: u64) -> bool {
        if stones.count_ones() < 2 {
            return true;
        }
        let mut touched = Vec::new();
        let mut rest = self.full & !stones;
        while rest != 0 {
            let region = self.flood(rest & rest.wrapping_neg(), self.full & !stones);
            rest &= !region;
            let near = neighbours(region) & stones;
            if near == stones {
                return true;
            }
            touched.push(near);
        }
        let mut left = stones;
        while left != 0 {
            let stone = left & left.wrapping_neg();
            left ^= stone;
            let joined = touched
                .iter()
                .filter(|near| *near & stone != 0)
                .fold(0, |all, near| all | near);
            if joined != stones {
                return false;
            }
        }
        true
    }

    fn live(&self, stones: u64, candidates: u64) -> u64 {
        let mut live = 0;
        let mut rest = candidates & !stones;
        while rest != 0 {
            let point = rest & rest.wrapping_neg();
            rest ^= point;
            if self.is_legal(stones | point) {
                live |= point;
            }
        }
        live
    }

    /// The least image under the symmetries of the board, row by row.
    fn canonical(&self, stones: u64) -> u64 {
        let mut least = u64::MAX;
        for code in 0..if self.columns == self.rows { 8 } else { 4 } {
            let mut image = 0;
            for row in 0..self.rows {
                for column in 0..self.columns {
                    if stones >> (8 * row + column) & 1 == 1 {
                        let (mut c, mut r) = (column, row);
                        if code & 1 != 0 {
                            c = self.columns - 1 - c;
                        }
                        if code & 2 != 0 {
                            r = self.rows - 1 - r;
                        }
                        if code & 4 != 0 {
                            (c, r) = (r, c);
                        }
                        image |= 1 << (8 * r + c);
                    }
                }
            }
            least = least.min(image);
        }
        least
    }

    fn wins(&mut self, stones: u64, live: u64) -> bool {
        if live == 0 {
            return false;
        }
        let key = self.canonical(stones);
        if let Some(&value) = self.table.get(&key) {
            return value;
        }
        self.nodes += 1;
        let mut children = Vec::new();
        let mut rest = live;
        while rest != 0 {
            let point = rest & rest.wrapping_neg();
            rest ^= point;
            children.push((stones | point, self.live(stones | point, live & !point)));
        }
        children.sort_by_key(|(_, live)| live.count_ones());
        let value = children
            .into_iter()
            .any(|(stones, live)| !self.wins(stones, live));
        self.table.insert(key, value);
        value
    }
}

fn neighbours(x: u64) -> u64 {
    (x << 1) & 0xfefe_fefe_fefe_fefe | (x >> 1) & 0x7f7f_7f7f_7f7f_7f7f | x << 8 | x >> 8
}
