//! Narrows on one machine word per colour: captures, links and threats.
//!
//! Boards within 8x8 lie in rows of eight bits (`EIGHT`), so that shifts are constants and
//! reflections are byte swaps; all others of up to 64 points lie in rows of `columns` bits.
//! A position is a [`Pair`]: the stones of the side to move and those of the other side. Which
//! of the two is Black plays no part (lemma N3).

use alloc::boxed::Box;

/// The stones of the side to move and of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) struct Pair {
    /// Stones of the side to move.
    pub own: u64,
    /// Stones of the other side.
    pub other: u64,
}

impl Pair {
    /// Number of stones on the board.
    pub(crate) const fn stones(self) -> u32 {
        self.own.count_ones() + self.other.count_ones()
    }
}

/// How one side stands, seen before its own move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// All its stones are linked.
    Linked,
    /// Not linked, but one capture links it.
    LinksNext,
    /// No single capture of its own links it.
    Apart,
}

/// Shape of the board and everything that depends on the shape alone.
#[derive(Clone, Debug)]
pub(crate) struct Board<const EIGHT: bool> {
    columns: u32,
    rows: u32,
    row_bits: u32,
    full: u64,
    not_first: u64,
    not_last: u64,
    /// For each direction (east, north, west, south) and point: the points beyond it.
    rays: Box<[[u64; 64]; 4]>,
}

/// The lowest bit alone.
const fn lowest(set: u64) -> u64 {
    set & set.wrapping_neg()
}

impl<const EIGHT: bool> Board<EIGHT> {
    /// The board of `columns` times `rows` points.
    ///
    /// The caller has checked that it fits: both at most 8 with `EIGHT`, at most 64 points without.
    pub(crate) fn new(columns: u32, rows: u32) -> Self {
        let row_bits = if EIGHT { 8 } else { columns };
        debug_assert!(columns <= row_bits && row_bits * rows <= 64);
        let mut board = Self {
            columns,
            rows,
            row_bits,
            full: 0,
            not_first: 0,
            not_last: 0,
            rays: Box::new([[0; 64]; 4]),
        };
        for row in 0..rows {
            for column in 0..columns {
                let bit = board.bit(column, row);
                board.full |= bit;
                if column > 0 {
                    board.not_first |= bit;
                }
                if column + 1 < columns {
                    board.not_last |= bit;
                }
            }
        }
        for row in 0..rows {
            for column in 0..columns {
                let index = (row * row_bits + column) as usize;
                board.rays[0][index] = (column + 1..columns).map(|c| board.bit(c, row)).sum();
                board.rays[1][index] = (row + 1..rows).map(|r| board.bit(column, r)).sum();
                board.rays[2][index] = (0..column).map(|c| board.bit(c, row)).sum();
                board.rays[3][index] = (0..row).map(|r| board.bit(column, r)).sum();
            }
        }
        board
    }

    const fn bit(&self, column: u32, row: u32) -> u64 {
        1 << (row * self.row_bits + column)
    }

    /// Bits from one row to the next.
    #[inline(always)]
    pub(crate) const fn row_bits(&self) -> u32 {
        if EIGHT { 8 } else { self.row_bits }
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

    /// Bit number of the point with this row-by-row number.
    pub(crate) const fn spread_index(&self, compact: u32) -> u32 {
        compact / self.columns * self.row_bits() + compact % self.columns
    }

    /// Row-by-row number of the point at this bit.
    pub(crate) const fn compact_index(&self, bit: u32) -> u32 {
        bit / self.row_bits() * self.columns + bit % self.row_bits()
    }

    /// From row-by-row bits (`row * columns + column`) to this board's bits.
    pub(crate) fn spread(&self, compact: u64) -> u64 {
        let mut set = 0;
        let mut rest = compact;
        while rest != 0 {
            set |= 1 << self.spread_index(rest.trailing_zeros());
            rest &= rest - 1;
        }
        set
    }

    /// From this board's bits to row-by-row bits.
    pub(crate) fn compact(&self, set: u64) -> u64 {
        let mut out = 0;
        let mut rest = set;
        while rest != 0 {
            out |= 1 << self.compact_index(rest.trailing_zeros());
            rest &= rest - 1;
        }
        out
    }

    /// Points beside the set, the set's own points included only if they are beside another one.
    #[inline(always)]
    fn beside(&self, set: u64) -> u64 {
        let step = self.row_bits();
        ((set << 1) & self.not_first)
            | ((set >> 1) & self.not_last)
            | (((set << step) | (set >> step)) & self.full)
    }

    /// The points of `within` that a walk inside it reaches from `seed` (a subset of it).
    #[inline(always)]
    fn flood(&self, seed: u64, within: u64) -> u64 {
        let step = self.row_bits();
        let (east, west) = (within & self.not_first, within & self.not_last);
        let mut reached = seed;
        loop {
            let wide = reached | ((reached << 1) & east) | ((reached >> 1) & west);
            let next = wide | (((wide << step) | (wide >> step)) & within);
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// Whether all of `own` is linked over empty points and its own stones.
    pub(crate) fn is_linked(&self, own: u64, other: u64) -> bool {
        own & !self.flood(lowest(own), self.full & !other) == 0
    }

    /// The first stone from `index` in `direction` as a bit, or 0.
    #[inline(always)]
    fn first_stone(&self, direction: usize, index: u32, stones: u64) -> u64 {
        let seen = self.rays[direction][index as usize & 63] & stones;
        if direction < 2 {
            lowest(seen)
        } else if seen == 0 {
            0
        } else {
            1 << (63 - seen.leading_zeros())
        }
    }

    /// Everything the stone (or point) at `index` sees first along its row and column.
    #[inline(always)]
    fn seen_from(&self, index: u32, stones: u64) -> u64 {
        self.first_stone(0, index, stones)
            | self.first_stone(1, index, stones)
            | self.first_stone(2, index, stones)
            | self.first_stone(3, index, stones)
    }

    /// How the side `own` stands if it is its turn, and into how many parts it is split (exact up
    /// to five; above that a lower bound).
    ///
    /// Its stones lie in the components of the points that `other` leaves. A capture adds one
    /// point to them and takes its stone off another, so it links exactly if its target is beside
    /// every component that holds an own stone, the one that only held the capturing stone
    /// excepted. A point has four neighbours, so with six components nothing can link.
    #[inline]
    pub(crate) fn survey(&self, own: u64, other: u64) -> (Standing, u32) {
        let within = self.full & !other;
        let alone = own & !self.beside(within);
        let alone_count = alone.count_ones();
        if alone_count > 5 {
            return (Standing::Apart, alone_count + u32::from(own != alone));
        }
        // For each component: its own stones, and the enemy stones beside it.
        let mut parts = [(0_u64, 0_u64); 5];
        let mut count = 0;
        let mut rest = own;
        while rest != 0 {
            if count == 5 {
                return (Standing::Apart, 5 + (rest & alone).count_ones().max(1));
            }
            let part = self.flood(lowest(rest), within);
            if rest & !part == 0 && count == 0 {
                return (Standing::Linked, 1);
            }
            parts[count] = (own & part, self.beside(part) & other);
            rest &= !part;
            count += 1;
        }
        if count == 0 {
            return (Standing::Linked, 1);
        }
        let stones = own | other;
        let parts = &parts[..count];
        let mut targets = parts.iter().fold(other, |set, part| set & part.1);
        while targets != 0 {
            if self.seen_from(targets.trailing_zeros(), stones) & own != 0 {
                return (Standing::LinksNext, count as u32);
            }
            targets &= targets - 1;
        }
        for (skipped, part) in parts.iter().enumerate() {
            if part.0 & (part.0 - 1) != 0 {
                continue;
            }
            let mut targets = self.seen_from(part.0.trailing_zeros(), stones) & other;
            for (index, other_part) in parts.iter().enumerate() {
                if index != skipped {
                    targets &= other_part.1;
                }
            }
            if targets != 0 {
                return (Standing::LinksNext, count as u32);
            }
        }
        (Standing::Apart, count as u32)
    }

    /// How the side `own` stands if it is its turn.
    #[inline]
    pub(crate) fn standing(&self, own: u64, other: u64) -> Standing {
        self.survey(own, other).0
    }

    /// Calls `each` with every capture of the side to move as (from, to) bits.
    #[inline(always)]
    pub(crate) fn for_each_capture(&self, pair: Pair, mut each: impl FnMut(u64, u64)) {
        let stones = pair.own | pair.other;
        let mut own = pair.own;
        while own != 0 {
            let from = lowest(own);
            let mut targets = self.seen_from(own.trailing_zeros(), stones) & pair.other;
            while targets != 0 {
                let to = lowest(targets);
                each(from, to);
                targets ^= to;
            }
            own ^= from;
        }
    }

    /// The position after the capture, seen by the side that then moves.
    #[inline(always)]
    pub(crate) const fn after(pair: Pair, from: u64, to: u64) -> Pair {
        Pair {
            own: pair.other & !to,
            other: (pair.own & !from) | to,
        }
    }

    /// The starting position: a checkerboard, the point at the top left black, Black to move.
    pub(crate) fn start(&self) -> Pair {
        let (mut black, mut white) = (0, 0);
        for row in 0..self.rows {
            for column in 0..self.columns {
                let top = self.rows - 1 - row;
                if (column + top).is_multiple_of(2) {
                    black |= self.bit(column, row);
                } else {
                    white |= self.bit(column, row);
                }
            }
        }
        Pair {
            own: black,
            other: white,
        }
    }

    /// The set turned upside down (rows exchanged).
    #[inline(always)]
    fn flip_rows(&self, set: u64) -> u64 {
        if EIGHT {
            return set.swap_bytes() >> (64 - 8 * self.rows);
        }
        let mut out = 0;
        let mask = (1 << self.columns) - 1;
        for row in 0..self.rows {
            out |= ((set >> (row * self.columns)) & mask) << ((self.rows - 1 - row) * self.columns);
        }
        out
    }

    /// The set turned by half a turn.
    #[inline(always)]
    fn half_turn(&self, set: u64) -> u64 {
        // In rows of eight the columns end up at the high side of their byte.
        let spare = self.row_bits() * self.rows;
        set.reverse_bits() >> (64 - spare + self.row_bits() - self.columns)
    }

    /// Reflection in the long diagonal from the first point; square boards only.
    #[inline(always)]
    fn transposed(&self, set: u64) -> u64 {
        if EIGHT {
            let mut x = set;
            let t = (x ^ (x >> 7)) & 0x00AA_00AA_00AA_00AA;
            x ^= t ^ (t << 7);
            let t = (x ^ (x >> 14)) & 0x0000_CCCC_0000_CCCC;
            x ^= t ^ (t << 14);
            let t = (x ^ (x >> 28)) & 0x0000_0000_F0F0_F0F0;
            return x ^ t ^ (t << 28);
        }
        let mut out = 0;
        let mut rest = set;
        while rest != 0 {
            let index = rest.trailing_zeros();
            out |= self.bit(index / self.columns, index % self.columns);
            rest &= rest - 1;
        }
        out
    }

    /// The least image of the pair under the board's 4 or 8 symmetries.
    ///
    /// Symmetries that exchange the colours of the starting pattern are among them: the pair names
    /// the sides by whose turn it is, so their images are positions of the same game.
    #[inline]
    pub(crate) fn canonical(&self, pair: Pair) -> Pair {
        let mut least = pair;
        let mut consider = |p: Pair| {
            if p < least {
                least = p;
            }
        };
        let map = |p: Pair, f: &dyn Fn(u64) -> u64| Pair {
            own: f(p.own),
            other: f(p.other),
        };
        let flipped = map(pair, &|s| self.flip_rows(s));
        consider(flipped);
        consider(map(pair, &|s| self.half_turn(s)));
        consider(map(flipped, &|s| self.half_turn(s)));
        if self.columns == self.rows {
            let turned = map(pair, &|s| self.transposed(s));
            consider(turned);
            let flipped = map(turned, &|s| self.flip_rows(s));
            consider(flipped);
            consider(map(turned, &|s| self.half_turn(s)));
            consider(map(flipped, &|s| self.half_turn(s)));
        }
        least
    }
}
