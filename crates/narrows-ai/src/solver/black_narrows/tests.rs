//! The solver against slow, obvious code.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use super::position::RawPosition;
use super::solver::{Asked, RawSolution};
use super::*;
use crate::budget::{Limits, NEVER};
use crate::solver::{Monitor, Question};
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
fn methods() -> Vec<Reductions> {
    let mut list = Vec::new();
    for method in [
        Method::NimberSets,
        Method::ProofNumbers { depth_first: 0 },
        Method::ProofNumbers { depth_first: 8 },
    ] {
        for (small, small_in_table) in [(0, 0), (2, 4), (6, 13)] {
            list.push(Reductions {
                method,
                small,
                small_in_table,
                ..Reductions::default()
            });
        }
        list.push(Reductions {
            method,
            ..Reductions::plain()
        });
    }
    list
}

#[cfg(not(feature = "comparison"))]
fn methods() -> Vec<Reductions> {
    Vec::new()
}

fn options() -> Vec<Reductions> {
    let mut list = switches();
    list.extend(methods());
    list
}

fn switches() -> Vec<Reductions> {
    let all = Reductions::default();
    alloc::vec![
        all,
        Reductions::plain(),
        Reductions {
            quotient: true,
            ..Reductions::plain()
        },
        Reductions {
            quotient: true,
            hub: true,
            ..Reductions::plain()
        },
        Reductions {
            quotient: true,
            hub: true,
            split: true,
            ..Reductions::plain()
        },
        Reductions {
            quotient: true,
            hub: true,
            reduce: true,
            ..Reductions::plain()
        },
        Reductions {
            quotient: true,
            hub: true,
            small: 10,
            ..Reductions::plain()
        },
        Reductions {
            small: 0,
            small_in_table: 0,
            ..all
        },
        Reductions { small: 10, ..all },
        Reductions {
            small: 3,
            small_in_table: 5,
            ..all
        },
        Reductions {
            small: 6,
            pair_matrix: false,
            ..all
        },
        Reductions {
            small: 4,
            symmetric: false,
            ..all
        },
        Reductions {
            small: 0,
            cutoffs: false,
            cancel: false,
            ..all
        },
        Reductions {
            small: 3,
            split: false,
            ..all
        },
        Reductions {
            small: 3,
            reduce: false,
            ..all
        },
    ]
}

fn solve(
    solver: &mut BlackNarrowsSolver,
    position: &RawPosition,
    question: Question,
) -> RawSolution {
    let monitor = Monitor::default();
    let watch = monitor.watch(&|_, _| ());
    let asked = Asked {
        question,
        limits: &Limits::default(),
        stop: NEVER,
        watch: &watch,
    };
    solver.solve_raw(position, &asked)
}

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
    let mut solvers: Vec<BlackNarrowsSolver> = options()
        .into_iter()
        .map(|o| BlackNarrowsSolver::with_reductions(1 << 20, o).unwrap())
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
                let solution = solve(solver, &position, question);
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

/// Positions solved by programs that share no code with this project, of the core's tests.
const SOLVED: &str = include_str!("../../../../narrows-core/tests/data/black-narrows-solved.jsonl");

/// The text or number after `"name": `.
fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let start = line.find(&format!("\"{name}\": "))? + name.len() + 4;
    let rest = line[start..].trim_start_matches('"');
    Some(&rest[..rest.find(['"', ',', '}'])?])
}

/// A position line as raw parts: some boards of the file are wider than the core's 26 columns.
fn raw(line: &str) -> RawPosition {
    let (columns, rows) = field(line, "size").unwrap().split_once('x').unwrap();
    let (columns, rows): (u8, u8) = (columns.parse().unwrap(), rows.parse().unwrap());
    let mut stones = 0;
    for (down, text) in field(line, "position").unwrap().split('/').enumerate() {
        let (mut column, mut run) = (0, 0);
        for letter in text.chars().chain(['/']) {
            match letter.to_digit(10) {
                Some(digit) => run = 10 * run + digit as usize,
                None => {
                    column += run;
                    run = 0;
                    if letter == 'x' {
                        stones |=
                            1 << ((usize::from(rows) - 1 - down) * usize::from(columns) + column);
                        column += 1;
                    }
                }
            }
        }
        assert_eq!(column, usize::from(columns));
    }
    RawPosition::new(columns, rows, stones).unwrap()
}

#[test]
fn solved_positions_have_their_values_and_nimbers() {
    let mut solver = BlackNarrowsSolver::new(8 << 20).unwrap();
    let question = Question {
        all: true,
        nimber: true,
    };
    for line in SOLVED.lines() {
        let solution = solve(&mut solver, &raw(line), question);
        assert_eq!(
            Some(solution.value.name()),
            field(line, "outcome"),
            "{line}"
        );
        assert_eq!(
            solution.nimber.map(|n| n.to_string()).as_deref(),
            field(line, "nimber"),
            "{line}"
        );
        assert_eq!(
            solution.moves.len().to_string(),
            field(line, "live").unwrap(),
            "{line}"
        );
    }
    assert_eq!(SOLVED.lines().count(), 154);
}
