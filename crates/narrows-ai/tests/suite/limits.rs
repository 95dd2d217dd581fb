//! What a search may use is never exceeded.

use std::sync::atomic::{AtomicU64, Ordering};

use narrows_ai::budget::{Limits, NEVER};
use narrows_ai::solver::{
    AlphaBeta, AnySolver, BlackNarrowsSolver, ExactSolver, MemoryError, Question, Solvable,
};
use narrows_core::narrows::Pie;
use narrows_core::{AnyPosition, BlackNarrows, Game, GameKind, Narrows};

const ALL: Question = Question {
    all: true,
    nimber: true,
};

fn start(kind: GameKind, size: &str) -> AnyPosition {
    AnyPosition::start(kind, size.parse().unwrap(), Pie::Off).unwrap()
}

/// A position with at most so many legal moves.
fn later(mut position: AnyPosition, moves: usize) -> AnyPosition {
    loop {
        let legal = position.legal_moves();
        if legal.len() <= moves {
            return position;
        }
        position.play(legal[legal.len() / 2]).unwrap();
    }
}

fn positions() -> Vec<AnyPosition> {
    vec![
        start(GameKind::BlackNarrows, "6x5"),
        start(GameKind::BlackNarrows, "8x8"),
        start(GameKind::BlackNarrows, "20x3"),
        later(start(GameKind::BlackNarrows, "9x9"), 40),
        later(start(GameKind::BlackNarrows, "13x13"), 40),
        start(GameKind::BlackNarrows, "19x19"),
        start(GameKind::Narrows, "6x6"),
        start(GameKind::Narrows, "8x7"),
        start(GameKind::Narrows, "9x8"),
    ]
}

#[test]
fn nodes_are_never_exceeded() {
    for position in positions() {
        for nodes in [0, 1, 2, 15, 16, 17, 100, 1001] {
            for threads in [1, 2, 4] {
                let mut solver = AnySolver::new(1 << 20).unwrap().without_book();
                let limits = Limits {
                    nodes: Some(nodes),
                    threads,
                    ..Limits::default()
                };
                let answer = solver.solve(&position, ALL, &limits, NEVER);
                assert!(
                    answer.nodes <= nodes,
                    "{position}: {} of {nodes} nodes, {threads} threads",
                    answer.nodes
                );
            }
        }
    }
}

#[test]
fn a_stop_is_obeyed_within_some_nodes() {
    for position in positions() {
        for threads in [1, 2] {
            let calls = AtomicU64::new(0);
            let stop = || calls.fetch_add(1, Ordering::Relaxed) >= 3;
            let limits = Limits {
                threads,
                ..Limits::default()
            };
            let mut solver = AnySolver::new(1 << 20).unwrap().without_book();
            let answer = solver.solve(&position, ALL, &limits, &stop);
            // The plain solver asks every 256 nodes, the others more often.
            assert!(answer.nodes <= 4 * 256, "{position}: {}", answer.nodes);
        }
    }
}

fn refused<G: Game, S: ExactSolver<G>>(bytes: usize) -> MemoryError {
    match S::with_memory(bytes) {
        Err(error) => error,
        Ok(_) => panic!("{bytes} bytes were taken"),
    }
}

#[test]
fn absurd_memory_is_refused_with_figures() {
    type Strong = <BlackNarrows<1> as Solvable>::Solver;
    for bytes in [usize::MAX, 1 << 50] {
        let errors = [
            refused::<BlackNarrows<1>, Strong>(bytes),
            refused::<BlackNarrows<6>, AlphaBeta<_>>(bytes),
            refused::<Narrows<3>, AlphaBeta<_>>(bytes),
        ];
        for error in errors {
            assert_eq!(error.asked_bytes, bytes);
            assert!(error.to_string().contains("MiB"), "{error}");
        }
        assert!(AnySolver::new(bytes).is_err());
    }
}

#[test]
fn a_small_solve_takes_little_of_a_large_table() {
    let position = BlackNarrows::<1>::start("5x4".parse().unwrap()).unwrap();
    let mut nodes = Vec::new();
    for bytes in [1 << 20, 512 << 20] {
        let mut solver = BlackNarrowsSolver::new(bytes).unwrap();
        let answer = solver.answer(&position, Question::default(), &Limits::default(), NEVER);
        nodes.push(answer.nodes);
        assert!(solver.table_bytes_in_use() <= 1 << 20);
        assert_eq!(solver.table_bytes(), bytes);
    }
    assert_eq!(nodes[0], nodes[1]);
}
