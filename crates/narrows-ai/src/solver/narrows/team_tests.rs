//! One, two and four threads against full recursion, also after a search that was cut short.

use super::slow::{SlowBoard, SlowSolver};
use super::tests::{NEVER, Random, played, raw, value_of};
use super::{Exchange, Question, RawMove, RawPosition, Solver};
use crate::budget::Limits;
use crate::value::Value;

const ALL: Question = Question {
    all: true,
    plies_nodes: 0,
};

/// A position with its value and those of its captures.
struct Sample {
    position: RawPosition,
    value: Value,
    moves: Vec<(RawMove, Value)>,
}

/// Positions from random play that no capture ends, with so many stones that threads note which of them they are in.
fn samples() -> Vec<Sample> {
    let mut random = Random(17);
    let mut slow = SlowSolver::default();
    let mut samples = Vec::new();
    for (columns, rows, stones, count) in [(4, 4, 15, 200), (6, 3, 16, 40), (5, 4, 14, 40)] {
        for _ in 0..count {
            let stones = stones - random.below(3);
            let Some(pair) = played(columns, rows, stones, &mut random) else {
                continue;
            };
            let board = SlowBoard::from_words(columns, rows, pair.own, pair.other);
            let (won, plies) = slow.solve(&board);
            if plies < 3 {
                continue;
            }
            let moves = board.captures().into_iter().map(|(from, to)| {
                let won = !slow.solve(&board.after(from, to)).0;
                let (from, to) = (from as u8, to as u8);
                (RawMove::Capture { from, to }, value_of(won))
            });
            samples.push(Sample {
                moves: moves.collect(),
                position: raw(columns, rows, pair, Exchange::Off),
                value: value_of(won),
            });
        }
    }
    samples
}

#[test]
fn any_number_of_threads_agrees_with_full_recursion() {
    let samples = samples();
    assert!(samples.len() > 60, "{}", samples.len());
    for sample in &samples {
        for threads in [1, 2, 4] {
            let limits = Limits {
                nodes: None,
                threads,
                ..Limits::default()
            };
            // New solvers: nothing is known but what these threads find. The table is small, so
            // that entries are replaced as well.
            let solve =
                |question| Solver::new(8 << 10).solve(&sample.position, question, &limits, NEVER);
            let quick = solve(Question::default());
            assert_eq!(quick.value, sample.value, "{:?}", sample.position);
            let wins = |best: &RawMove| sample.moves.contains(&(*best, Value::Win));
            assert_eq!(!quick.best.is_empty(), quick.value == Value::Win);
            assert!(quick.best.iter().all(wins), "{:?}", sample.position);
            assert_eq!(solve(ALL).moves, sample.moves, "{:?}", sample.position);
        }
    }
}

#[test]
fn a_search_cut_short_holds_its_limit_and_leaves_nothing_wrong() {
    let mut cut_short = 0;
    for sample in samples() {
        for threads in [2, 4] {
            let mut solver = Solver::new(64 << 10);
            for nodes in [1, 5, 50] {
                let limits = Limits {
                    nodes: Some(nodes),
                    threads,
                    ..Limits::default()
                };
                let solution = solver.solve(&sample.position, ALL, &limits, NEVER);
                assert!(solution.nodes <= nodes + 128 * (threads as u64 - 1));
                for (found, known) in solution.moves.iter().zip(&sample.moves) {
                    assert!(found.1 == Value::Unknown || found == known);
                }
                cut_short += u32::from(solution.value == Value::Unknown);
            }
            let limits = Limits {
                nodes: None,
                threads,
                ..Limits::default()
            };
            let solution = solver.solve(&sample.position, ALL, &limits, NEVER);
            assert_eq!(solution.moves, sample.moves, "{:?}", sample.position);
        }
    }
    assert!(cut_short > 20, "{cut_short}");
}
