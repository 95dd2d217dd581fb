//! One, two and four threads against full recursion, also after a search that was cut short.

use super::slow::{SlowBoard, SlowSolver};
use super::*;
use crate::value::Value;

/// A position with its value and those of its captures.
struct Sample {
    given: Given,
    value: Value,
    moves: Vec<(Move, Value)>,
}

impl Sample {
    /// `None` if the game ends too soon.
    fn new(board: &SlowBoard, slow: &mut SlowSolver) -> Option<Self> {
        let (won, plies) = slow.solve(board);
        if plies < 3 {
            return None;
        }
        let moves = board.captures().into_iter().map(|(from, to)| {
            let won = !slow.solve(&board.after(from, to)).0;
            (board.capture((from, to)), Value::of_mover(won))
        });
        let mut moves: Vec<_> = moves.collect();
        moves.sort_unstable_by_key(|known| known.0);
        Some(Self {
            moves,
            given: board.given(Exchange::Off),
            value: Value::of_mover(won),
        })
    }
}

/// Positions from random play that no capture ends, with so many stones that threads mark which of
/// them they are in, and thrown ones on larger boards.
fn samples() -> Vec<Sample> {
    let mut random = Random(17);
    let mut slow = SlowSolver::default();
    let mut samples = Vec::new();
    for (columns, rows, stones, count) in [(4, 4, 15, 200), (6, 3, 16, 40), (5, 4, 14, 40)] {
        for _ in 0..count {
            let stones = stones - random.below(3);
            let board = played(columns, rows, stones, &mut random);
            samples.extend(board.and_then(|board| Sample::new(&board, &mut slow)));
        }
    }
    for (columns, rows) in [(9, 8), (12, 11), (20, 20)] {
        for _ in 0..60 {
            let board = thrown(columns, rows, 10, &mut random);
            samples.extend(Sample::new(&board, &mut slow));
        }
    }
    samples
}

#[test]
fn any_number_of_threads_agrees_with_full_recursion() {
    let samples = samples();
    assert!(samples.len() > 80, "{}", samples.len());
    for sample in &samples {
        for threads in [1, 2, 4] {
            let limits = limits(None, threads);
            // New solvers: nothing is known but what these threads find. The table is small, so
            // that entries are replaced as well.
            let solve = |asked| {
                solve_within(
                    &mut NarrowsSolver::new(8 << 10).unwrap(),
                    &sample.given,
                    asked,
                    &limits,
                )
            };
            let quick = solve(Asked::default());
            assert_eq!(quick.value, sample.value, "{:?}", sample.given);
            let wins = |best: &Move| sample.moves.contains(&(*best, Value::Win));
            assert_eq!(!quick.best.is_empty(), quick.value == Value::Win);
            assert!(quick.best.iter().all(wins), "{:?}", sample.given);
            assert_eq!(solve(ALL_MOVES).moves, sample.moves, "{:?}", sample.given);
        }
    }
}

#[test]
fn a_search_cut_short_holds_its_limit_and_leaves_nothing_wrong() {
    let mut cut_short = 0;
    for sample in samples() {
        for threads in [2, 4] {
            let mut solver = NarrowsSolver::new(64 << 10).unwrap();
            for nodes in [1, 5, 50] {
                let within = limits(Some(nodes), threads);
                let answer = solve_within(&mut solver, &sample.given, ALL_MOVES, &within);
                assert!(answer.nodes <= nodes, "{} of {nodes}", answer.nodes);
                for (found, known) in answer.moves.iter().zip(&sample.moves) {
                    assert!(found.1 == Value::Unknown || found == known);
                }
                cut_short += u32::from(answer.value == Value::Unknown);
            }
            let answer = solve_within(
                &mut solver,
                &sample.given,
                ALL_MOVES,
                &limits(None, threads),
            );
            assert_eq!(answer.moves, sample.moves, "{:?}", sample.given);
        }
    }
    assert!(cut_short > 20, "{cut_short}");
}
