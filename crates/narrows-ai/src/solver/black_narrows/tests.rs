//! The solver against slow, obvious code.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::*;
use crate::value::Value;

/// The rules by breadth-first search over every pair of stones, and full recursion.
struct Slow {
    columns: i32,
    rows: i32,
    memo: BTreeMap<u64, u32>,
}

impl Slow {
    fn new(columns: u8, rows: u8) -> Slow {
        Slow {
            columns: columns.into(),
            rows: rows.into(),
            memo: BTreeMap::new(),
        }
    }

    fn near(&self, point: i32) -> Vec<i32> {
        let (column, row) = (point % self.columns, point / self.columns);
        [(1, 0), (-1, 0), (0, 1), (0, -1)]
            .iter()
            .map(|(c, r)| (column + c, row + r))
            .filter(|&(c, r)| c >= 0 && r >= 0 && c < self.columns && r < self.rows)
            .map(|(c, r)| r * self.columns + c)
            .collect()
    }

    fn joined(&self, stones: u64, from: i32, to: i32) -> bool {
        let mut seen = 1u64 << from;
        let mut queue = alloc::vec![from];
        while let Some(point) = queue.pop() {
            for next in self.near(point) {
                if next == to && point != from {
                    return true;
                }
                if seen >> next & 1 == 0 && stones >> next & 1 == 0 {
                    seen |= 1 << next;
                    queue.push(next);
                }
            }
        }
        false
    }

    fn legal(&self, stones: u64) -> bool {
        let all: Vec<i32> = (0..self.columns * self.rows)
            .filter(|p| stones >> p & 1 == 1)
            .collect();
        all.iter()
            .all(|&a| all.iter().all(|&b| a >= b || self.joined(stones, a, b)))
    }

    fn live(&self, stones: u64) -> Vec<i32> {
        (0..self.columns * self.rows)
            .filter(|p| stones >> p & 1 == 0 && self.legal(stones | 1 << p))
            .collect()
    }

    fn nimber(&mut self, stones: u64) -> u32 {
        if let Some(&value) = self.memo.get(&stones) {
            return value;
        }
        let mut seen = 0u32;
        for point in self.live(stones) {
            seen |= 1 << self.nimber(stones | 1 << point);
        }
        let value = seen.trailing_ones();
        self.memo.insert(stones, value);
        value
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

#[cfg(feature = "comparison")]
fn methods() -> Vec<Options> {
    let mut list = Vec::new();
    for method in [
        Method::NimberSets,
        Method::ProofNumbers { depth_first: 0 },
        Method::ProofNumbers { depth_first: 8 },
    ] {
        for (small, small_in_table) in [(0, 0), (2, 4), (6, 13)] {
            list.push(Options {
                method,
                small,
                small_in_table,
                ..Options::default()
            });
        }
        list.push(Options {
            method,
            ..Options::plain()
        });
    }
    list
}

#[cfg(not(feature = "comparison"))]
fn methods() -> Vec<Options> {
    Vec::new()
}

fn options() -> Vec<Options> {
    let mut list = switches();
    list.extend(methods());
    list
}

fn switches() -> Vec<Options> {
    let all = Options::default();
    alloc::vec![
        all,
        Options::plain(),
        Options {
            quotient: true,
            ..Options::plain()
        },
        Options {
            quotient: true,
            hub: true,
            ..Options::plain()
        },
        Options {
            quotient: true,
            hub: true,
            split: true,
            ..Options::plain()
        },
        Options {
            quotient: true,
            hub: true,
            reduce: true,
            ..Options::plain()
        },
        Options {
            quotient: true,
            hub: true,
            small: 10,
            ..Options::plain()
        },
        Options {
            small: 0,
            small_in_table: 0,
            ..all
        },
        Options { small: 10, ..all },
        Options {
            small: 3,
            small_in_table: 5,
            ..all
        },
        Options {
            small: 6,
            pair_matrix: false,
            ..all
        },
        Options {
            small: 4,
            symmetric: false,
            ..all
        },
        Options {
            small: 0,
            cutoffs: false,
            cancel: false,
            ..all
        },
        Options {
            small: 3,
            split: false,
            ..all
        },
        Options {
            small: 3,
            reduce: false,
            ..all
        },
    ]
}

const NEVER: &(dyn Fn() -> bool + Sync) = &|| false;

/// A random legal position with at most `most` live points.
fn random_position(slow: &Slow, random: &mut Random, most: usize) -> u64 {
    let mut stones = 0;
    loop {
        let live = slow.live(stones);
        if live.len() <= most {
            return stones;
        }
        stones |= 1 << live[random.below(live.len())];
    }
}

#[test]
fn nimbers_agree_with_full_recursion() {
    let mut random = Random(0x5eed);
    // The same solvers for all boards: keys of different boards must not meet.
    let mut solvers: Vec<Solver> = options()
        .into_iter()
        .map(|o| Solver::with_options(1 << 20, o))
        .collect();
    let options = options();
    for (columns, rows) in [
        (5, 5),
        (4, 4),
        (6, 4),
        (7, 3),
        (3, 8),
        (2, 11),
        (9, 3),
        (3, 17),
        (9, 5),
        (2, 18),
    ] {
        let mut slow = Slow::new(columns, rows);
        for _ in 0..24 {
            let most = 3 + random.below(10);
            let stones = random_position(&slow, &mut random, most);
            slow.memo.clear();
            let expected = slow.nimber(stones);
            let position = RawPosition::new(columns, rows, stones).unwrap();
            for (solver, options) in solvers.iter_mut().zip(&options) {
                let question = Question {
                    all: true,
                    nimber: true,
                };
                let solution = solver.solve(&position, question, &SolveLimits::default(), NEVER);
                assert_eq!(
                    solution.nimber,
                    Some(expected),
                    "{columns}x{rows} {stones:#x} {options:?}"
                );
                assert_eq!(solution.value == Value::Win, expected != 0);
                for &(point, value) in &solution.moves {
                    let after = slow.nimber(stones | 1 << point);
                    assert_eq!(value == Value::Win, after == 0);
                }
                assert_eq!(
                    solution
                        .moves
                        .iter()
                        .map(|m| i32::from(m.0))
                        .collect::<Vec<_>>(),
                    slow.live(stones)
                );
            }
        }
    }
}
