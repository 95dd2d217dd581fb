//! The parts of the solver against slow, obvious code, and the whole against full recursion.

mod boards;
mod known;
mod layers;
mod slow;
mod tables;
#[cfg(feature = "threads")]
mod threads;
mod values;

use narrows_core::narrows::{Color, Move, Narrows, Pie, Setup};
use narrows_core::{Grid, Size};

use self::slow::SlowBoard;
use super::NarrowsSolver;
use super::position::{Exchange, Given, Pair};
use super::root::Asked;
use crate::budget::{Limits, NEVER};
use crate::solver::{Answer, Monitor};

/// SplitMix64: enough for tests.
pub(super) struct Random(pub(super) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    }

    pub(super) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

const EVERYTHING: Asked = Asked {
    all: true,
    plies_nodes: u64::MAX,
};

const ALL_MOVES: Asked = Asked {
    all: true,
    plies_nodes: 0,
};

fn limits(nodes: Option<u64>, threads: usize) -> Limits {
    Limits {
        nodes,
        threads,
        ..Limits::default()
    }
}

fn solve_within(
    solver: &mut NarrowsSolver,
    given: &Given,
    asked: Asked,
    limits: &Limits,
) -> Answer<Move> {
    let found = solver.solve(given, asked, limits, NEVER, &Monitor::default());
    found.expect("there is memory")
}

fn solve(solver: &mut NarrowsSolver, given: &Given, asked: Asked) -> Answer<Move> {
    solve_within(solver, given, asked, &limits(None, 1))
}

/// The position of the core, the side to move as Black; `None` if it is finished.
fn position<const W: usize>(given: &Given) -> Option<Narrows<W>> {
    let grid = Grid::<11>::new(given.size);
    let points = |words: &[u64]| {
        let inside = |index: &usize| words[index / 64] >> (index % 64) & 1 == 1;
        let points = (0..given.size.points()).filter(inside);
        points.map(|index| grid.point(index)).collect()
    };
    let setup = Setup {
        size: given.size,
        black: points(&given.stones.own),
        white: points(&given.stones.other),
        to_move: Color::Black,
        exchange_offered: false,
        second_has_black: false,
    };
    setup.into_position(Pie::Off).ok()
}

/// A position from random play, of at most so many stones; `None` if the game ended before.
fn played(columns: usize, rows: usize, stones: usize, random: &mut Random) -> Option<SlowBoard> {
    let mut board = SlowBoard::start(columns, rows);
    loop {
        if board.is_linked(true) || board.is_linked(false) {
            return None;
        }
        if board.points.iter().flatten().count() <= stones {
            return Some(board);
        }
        let captures = board.captures();
        let (from, to) = captures[random.below(captures.len())];
        board = board.after(from, to);
    }
}

/// Stones thrown on the board.
fn thrown(columns: usize, rows: usize, stones: usize, random: &mut Random) -> SlowBoard {
    let mut board = SlowBoard {
        columns,
        points: vec![None; columns * rows],
    };
    for _ in 0..stones {
        board.points[random.below(columns * rows)] = Some(random.next() & 1 == 0);
    }
    board
}

/// Size, most stones, and how many positions by play and by throwing. The games on large boards
/// hardly ever come to so few stones; the thrown positions do.
const SAMPLES: [(usize, usize, usize, usize); 26] = [
    (2, 2, 4, 20),
    (3, 2, 6, 60),
    (2, 3, 6, 60),
    (4, 2, 8, 200),
    (5, 2, 10, 200),
    (6, 2, 12, 200),
    (2, 7, 10, 100),
    (9, 2, 10, 100),
    (2, 10, 9, 100),
    (8, 1, 8, 100),
    (1, 8, 8, 100),
    (12, 1, 12, 100),
    (4, 3, 11, 900),
    (3, 4, 11, 900),
    (4, 4, 10, 300),
    (5, 4, 10, 200),
    (4, 5, 10, 200),
    (10, 3, 9, 100),
    (6, 5, 9, 100),
    (9, 8, 9, 500),
    (10, 10, 9, 500),
    (4, 26, 9, 400),
    (16, 8, 10, 200),
    (13, 10, 9, 300),
    (14, 14, 9, 200),
    (26, 26, 8, 40),
];

fn samples(random: &mut Random) -> Vec<SlowBoard> {
    let mut all = Vec::new();
    for (columns, rows, stones, count) in SAMPLES {
        for _ in 0..count {
            let stones = 2 + random.below(stones - 1);
            if columns * rows <= 30 {
                all.extend(played(columns, rows, stones, random));
            }
            all.push(thrown(columns, rows, stones, random));
        }
    }
    all
}

impl SlowBoard {
    fn size(&self) -> Size {
        let rows = self.points.len() / self.columns;
        Size::new(self.columns as u8, rows as u8).unwrap()
    }

    /// The same position as the solver takes it.
    fn given(&self, exchange: Exchange) -> Given {
        let stones = |side: bool| {
            let mut words = vec![0; self.points.len().div_ceil(64)];
            for (index, point) in self.points.iter().enumerate() {
                if *point == Some(side) {
                    words[index / 64] |= 1 << (index % 64);
                }
            }
            words
        };
        Given {
            size: self.size(),
            stones: Pair {
                own: stones(true),
                other: stones(false),
            },
            exchange,
        }
    }

    /// A capture of this board as a move.
    fn capture(&self, (from, to): (usize, usize)) -> Move {
        let grid = Grid::<11>::new(self.size());
        Move::Capture {
            from: grid.point(from),
            to: grid.point(to),
        }
    }
}
