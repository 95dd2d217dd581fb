//! The exact solvers, through the door every front end uses.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use narrows_ai::budget::{Limits, NEVER};
use narrows_ai::solver::{AlphaBeta, AnySolver, ExactSolver, Monitor, Question};
use narrows_ai::value::Value;
use narrows_core::{AnyPosition, BlackNarrows, Game, GameKind, Narrows, Pie};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::support::{random_position, wins_by_recursion};

const ALL: Question = Question {
    all: true,
    nimber: false,
};

/// The plain solver against recursion: the value, every move, and the best moves.
fn check<G: Game>(start: &G, most_moves: usize, seed: u64) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    // So small a table that entries are replaced all the time.
    let mut solver = AlphaBeta::<G>::new(10_000).unwrap();
    for round in 0..40 {
        let position = random_position(start, most_moves, &mut random);
        let answer = solver.answer(&position, ALL, &Limits::default(), NEVER);
        assert_eq!(
            answer.value,
            Value::of_mover(wins_by_recursion(&position)),
            "seed {seed} round {round}"
        );
        for &(play, value) in &answer.moves {
            let wins = !wins_by_recursion(&position.played(play));
            assert_eq!(
                value,
                Value::of_mover(wins),
                "{position:?} {play} seed {seed} round {round}"
            );
            assert_eq!(answer.best.contains(&play), wins);
        }
    }
}

#[test]
fn plain_solver_equals_recursion() {
    check(
        &BlackNarrows::<1>::start("6x5".parse().unwrap()).unwrap(),
        9,
        1,
    );
    check(
        &BlackNarrows::<3>::start("10x7".parse().unwrap()).unwrap(),
        8,
        2,
    );
    check(
        &Narrows::<1>::start("4x4".parse().unwrap(), Pie::On).unwrap(),
        7,
        3,
    );
    check(
        &Narrows::<1>::start("3x4".parse().unwrap(), Pie::Off).unwrap(),
        9,
        4,
    );
}

#[test]
fn small_boards_have_their_known_values() {
    for (size, value) in [
        ("2x2", Value::Loss),
        ("3x3", Value::Win),
        ("5x2", Value::Win),
        ("4x4", Value::Loss),
    ] {
        let start =
            AnyPosition::start(GameKind::BlackNarrows, size.parse().unwrap(), Pie::On).unwrap();
        let answer = AnySolver::new(1 << 20).unwrap().solve(
            &start,
            Question::default(),
            &Limits::default(),
            NEVER,
        );
        assert_eq!(answer.value, value, "{size}");
    }
    let start = AnyPosition::start(GameKind::Narrows, "4x3".parse().unwrap(), Pie::Off).unwrap();
    let answer = AnySolver::new(1 << 20).unwrap().solve(
        &start,
        Question::default(),
        &Limits::default(),
        NEVER,
    );
    assert_eq!(answer.value, Value::Win, "4x3 without the exchange");
}

#[test]
fn limits_end_a_search_and_nothing_false_is_said() {
    let start =
        AnyPosition::start(GameKind::BlackNarrows, "7x7".parse().unwrap(), Pie::On).unwrap();
    let limits = Limits {
        nodes: Some(50),
        ..Limits::default()
    };
    let answer = AnySolver::new(1 << 20)
        .unwrap()
        .solve(&start, ALL, &limits, NEVER);
    assert_eq!(
        (answer.value, answer.best.len(), answer.moves.len()),
        (Value::Unknown, 0, 49)
    );
    let answer = AnySolver::new(1 << 20)
        .unwrap()
        .solve(&start, ALL, &Limits::default(), &|| true);
    assert_eq!(answer.value, Value::Unknown);
}

/// The figures at the end are the answer's, and a search that is stopped has told what it had found.
#[test]
fn a_monitor_tells_what_a_search_finds_out() {
    for (kind, size, nodes) in [
        (GameKind::BlackNarrows, "7x4", 20_000),
        (GameKind::BlackNarrows, "13x5", 10_000),
        (GameKind::Narrows, "6x5", 20_000),
        (GameKind::Narrows, "22x3", 1_000),
    ] {
        for threads in [1, 2] {
            let position = AnyPosition::start(kind, size.parse().unwrap(), Pie::Off).unwrap();
            let monitor = Monitor::new(position.legal_moves().len());
            let most = AtomicU64::new(0);
            let searched = AtomicBool::new(false);
            let stop = || {
                most.fetch_max(monitor.nodes(), Relaxed);
                let known = (0..position.legal_moves().len()).map(|at| monitor.move_value(at));
                searched.fetch_or(
                    known.clone().any(|value| value == Some(Value::Unknown)),
                    Relaxed,
                );
                false
            };
            let limits = Limits {
                nodes: Some(nodes),
                memory_bytes: 1 << 16,
                threads,
                ..Limits::default()
            };
            let mut solver = AnySolver::new(limits.memory_bytes).unwrap().without_book();
            let answer = solver.solve_watched(&position, ALL, &limits, &stop, &monitor);
            let case = format!("{kind} {size}, {threads} threads");
            assert!(searched.load(Relaxed), "{case}");
            assert!(answer.nodes >= monitor.nodes(), "{case}");
            assert!(answer.nodes - monitor.nodes() < 256, "{case}");
            assert!(most.load(Relaxed) > nodes / 2, "{case}");
            assert!((1..=1000).contains(&monitor.table_permille()), "{case}");
            for (at, (play, value)) in answer.moves.iter().enumerate() {
                let told = monitor.move_value(at);
                let told = told.unwrap_or(Value::Unknown);
                assert!(told == *value || told == Value::Unknown, "{case}, {play}");
                assert_eq!(told.is_known(), value.is_known(), "{case}, {play}");
            }
        }
    }
}

/// A verdict is true, and there is one if the nodes suffice.
fn check_verdicts<G: Game, S: ExactSolver<G>>(start: &G, seed: u64) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut solver = S::with_memory_at_most(1 << 16);
    for _ in 0..60 {
        let position = random_position(start, 8, &mut random);
        let expected = Value::of_mover(wins_by_recursion(&position));
        let hasty = S::with_memory_at_most(1 << 16).verdict(&position, 5);
        assert!(hasty == expected || hasty == Value::Unknown, "{position:?}");
        assert_eq!(
            solver.verdict(&position, 1_000_000),
            expected,
            "{position:?}"
        );
    }
}

#[test]
fn verdicts_are_true() {
    for (size, seed) in [("6x6", 1), ("3x9", 2), ("5x7", 3)] {
        let start = BlackNarrows::<1>::start(size.parse().unwrap()).unwrap();
        check_verdicts::<_, narrows_ai::solver::BlackNarrowsSolver>(&start, seed);
        check_verdicts::<_, AlphaBeta<BlackNarrows<1>>>(&start, seed);
    }
    let start = Narrows::<1>::start("5x4".parse().unwrap(), Pie::Off).unwrap();
    check_verdicts::<_, narrows_ai::solver::NarrowsSolver>(&start, 4);
}
