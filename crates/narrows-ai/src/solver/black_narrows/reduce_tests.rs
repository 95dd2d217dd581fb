//! Positions of large boards, reduced to graphs, against full recursion by the rules of the core.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use narrows_core::{AnyPosition, Bitboard, BlackNarrows, Game};
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::position::RawPosition;
use super::reduce::System;
use super::solver::Asked;
use super::*;
use crate::budget::{Limits, NEVER};
use crate::solver::{Answer, AnySolver, ExactSolver as _, Monitor, Question};
use crate::value::Value;

const ALL: Question = Question {
    all: true,
    nimber: true,
};

/// A position in the middle of a random game, with at most `most` live points.
fn random_position<const W: usize>(
    size: &str,
    most: usize,
    random: &mut Xoshiro256PlusPlus,
) -> BlackNarrows<W> {
    let mut position = BlackNarrows::start(size.parse().unwrap()).unwrap();
    loop {
        let moves = position.legal_moves();
        if moves.len() <= most {
            return position;
        }
        position = position.played(moves[random.random_range(0..moves.len())]);
    }
}

fn nimber<const W: usize>(
    position: &BlackNarrows<W>,
    known: &mut BTreeMap<Bitboard<W>, u32>,
) -> u32 {
    if let Some(&nimber) = known.get(&position.stones()) {
        return nimber;
    }
    let moves = position.legal_moves().into_iter();
    let seen = moves.fold(0u32, |seen, play| {
        seen | 1 << nimber(&position.played(play), known)
    });
    known.insert(position.stones(), seen.trailing_ones());
    seen.trailing_ones()
}

/// Plies to the end, the winner hastening and the loser delaying.
fn plies<const W: usize>(
    position: &BlackNarrows<W>,
    known: &mut BTreeMap<Bitboard<W>, u32>,
) -> u32 {
    if let Some(&plies) = known.get(&position.stones()) {
        return plies;
    }
    let moves = position.legal_moves().into_iter();
    let after: Vec<u32> = moves
        .map(|play| plies(&position.played(play), known))
        .collect();
    // An even number of plies means that the player to move loses.
    let shortest = after.iter().filter(|plies| *plies % 2 == 0).min();
    let found = match (shortest, after.iter().max()) {
        (Some(shortest), _) => shortest + 1,
        (None, Some(longest)) => longest + 1,
        (None, None) => 0,
    };
    known.insert(position.stones(), found);
    found
}

fn lengths_agree<const W: usize>(size: &str, rounds: usize, seed: u64) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut solver = BlackNarrowsSolver::new(1 << 20).unwrap();
    for _ in 0..rounds {
        let most = random.random_range(2..12);
        let position = random_position::<W>(size, most, &mut random);
        let expected = plies(&position, &mut BTreeMap::new());
        let limits = Limits::default();
        let found = solver.plies_to_end(&position, &limits, NEVER);
        assert_eq!(found, Some(expected), "{position}");
        // Without room for what was found it takes longer.
        let limits = Limits {
            memory_bytes: 0,
            ..limits
        };
        let found = solver.plies_to_end(&position, &limits, NEVER);
        assert_eq!(found, Some(expected), "{position}");
    }
}

#[test]
fn lengths_agree_with_full_recursion() {
    for (size, seed) in [("4x4", 1), ("5x5", 2), ("8x8", 3), ("3x16", 4), ("12x5", 5)] {
        lengths_agree::<1>(size, 120, seed);
    }
    for (size, seed) in [("9x8", 6), ("13x13", 7), ("26x3", 8)] {
        lengths_agree::<3>(size, 120, seed);
    }
}

#[test]
fn a_length_that_takes_too_long_is_not_told() {
    let start = BlackNarrows::<1>::start("5x4".parse().unwrap()).unwrap();
    let mut solver = BlackNarrowsSolver::new(1 << 20).unwrap();
    let within = |nodes| Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    assert_eq!(solver.plies_to_end(&start, &within(50), NEVER), None);
    let expected = plies(&start, &mut BTreeMap::new());
    let found = solver.plies_to_end(&start, &within(u64::MAX), NEVER);
    assert_eq!(found, Some(expected));
    assert_eq!(
        solver.plies_to_end(&start, &within(u64::MAX), &|| true),
        None
    );
    let large = BlackNarrows::<11>::start("19x19".parse().unwrap()).unwrap();
    assert_eq!(solver.plies_to_end(&large, &Limits::default(), NEVER), None);
}

fn check<const W: usize>(size: &str, rounds: usize, seed: u64) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut solver = BlackNarrowsSolver::new(1 << 20).unwrap();
    let mut verdicts = BlackNarrowsSolver::new(1 << 16).unwrap();
    for round in 0..rounds {
        let most = random.random_range(2..11);
        let position = random_position::<W>(size, most, &mut random);
        assert!(
            System::of(&position).unwrap().graph::<u64>().is_some(),
            "{position}"
        );
        let mut known = BTreeMap::new();
        let expected = nimber(&position, &mut known);
        let limits = Limits {
            threads: [1, 2, 4][round % 3],
            ..Limits::default()
        };
        let answer = solver.answer(&position, ALL, &limits, NEVER);
        assert_eq!(answer.nimber, Some(expected), "{position}");
        assert_eq!(answer.value, Value::of_mover(expected != 0), "{position}");
        let moves: Vec<_> = position.legal_moves().into_iter().collect();
        assert!(moves.iter().eq(answer.moves.iter().map(|found| &found.0)));
        for (play, value) in answer.moves {
            let after = nimber(&position.played(play), &mut known);
            assert_eq!(value, Value::of_mover(after == 0), "{position} {play}");
        }
        let verdict = verdicts.verdict(&position, u64::MAX);
        assert_eq!(verdict, Value::of_mover(expected != 0), "{position}");
    }
}

#[test]
fn large_boards_agree_with_full_recursion() {
    for (size, seed) in [
        ("9x8", 1),
        ("13x5", 2),
        ("9x9", 3),
        ("3x24", 4),
        ("10x10", 5),
    ] {
        check::<3>(size, 260, seed);
    }
    for (size, seed) in [("13x13", 6), ("26x6", 7), ("2x26", 8), ("11x18", 9)] {
        check::<6>(size, 180, seed);
    }
    check::<11>("19x19", 20, 10);
}

/// The answer by way of a graph, though the board is small enough for words.
fn answer_on_graph(
    solver: &mut BlackNarrowsSolver,
    position: &BlackNarrows<1>,
) -> (Value, Option<u32>, Vec<(u16, Value)>, u64) {
    let monitor = Monitor::default();
    let watch = monitor.watch(&|_, _| ());
    let asked = Asked {
        question: ALL,
        limits: &Limits::default(),
        stop: NEVER,
        watch: &watch,
    };
    let system = System::of(position).unwrap();
    // The wide graph where it is needed, and now and then where it is not.
    let wide = position.stones().len().is_multiple_of(3);
    let solution = match system.graph::<u64>().filter(|_| !wide) {
        Some(reduced) => solver.solve_reduced(&reduced, &asked),
        None => solver.solve_reduced(&system.graph::<u128>().unwrap(), &asked),
    };
    (
        solution.value,
        solution.nimber,
        solution.moves,
        solution.nodes,
    )
}

#[test]
fn graphs_and_words_agree() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
    let mut on_words = BlackNarrowsSolver::new(8 << 20).unwrap();
    let mut on_graphs = BlackNarrowsSolver::new(8 << 20).unwrap();
    for size in ["4x4", "5x4", "6x5", "8x5", "8x8", "3x20"] {
        for round in 0..20 {
            let most = if round == 0 { 20 } else { 26 };
            let position = random_position::<1>(size, most, &mut random);
            let Answer {
                value,
                moves,
                nimber,
                ..
            } = on_words.answer(&position, ALL, &Limits::default(), NEVER);
            let found = answer_on_graph(&mut on_graphs, &position);
            let grid = position.grid();
            let mut same: Vec<_> = found
                .2
                .iter()
                .map(|m| (grid.point(m.0.into()), m.1))
                .collect();
            same.sort_unstable();
            assert_eq!(
                (value, nimber, &moves),
                (found.0, found.1, &same),
                "{position}"
            );
        }
    }
    let raw = RawPosition::of(&BlackNarrows::<3>::start("9x9".parse().unwrap()).unwrap());
    assert_eq!(raw, None);
}

#[test]
fn a_large_board_with_too_many_live_points_is_not_reduced() {
    let start = BlackNarrows::<3>::start("12x11".parse().unwrap()).unwrap();
    assert!(!AnySolver::accepts(&AnyPosition::BlackNarrows3(
        start.clone()
    )));
    let small = BlackNarrows::<1>::start("8x8".parse().unwrap()).unwrap();
    assert!(AnySolver::accepts(&AnyPosition::BlackNarrows1(small)));
    let mut solver = BlackNarrowsSolver::new(1 << 20).unwrap();
    let limits = Limits {
        nodes: Some(100),
        ..Limits::default()
    };
    let answer = solver.answer(&start, ALL, &limits, NEVER);
    assert_eq!(answer.value, Value::Unknown);
    assert_eq!(answer.nodes, 0);
}

#[test]
fn a_move_that_ends_the_game_is_found_among_many() {
    let start = BlackNarrows::<3>::start("9x9".parse().unwrap()).unwrap();
    let mut solver = BlackNarrowsSolver::new(1 << 20).unwrap();
    let limits = Limits {
        nodes: Some(100),
        ..Limits::default()
    };
    // A placement that divides the last region that touches all stones ends the game at once.
    let moves = ["a1", "a4", "c1", "b2"].map(|point| point.parse().unwrap());
    let position = moves
        .into_iter()
        .fold(start, |position, play| position.played(play));
    assert!(position.legal_moves().len() > 70);
    let answer = solver.answer(&position, Question::default(), &limits, NEVER);
    assert_eq!(answer.value, Value::Win);
    assert_eq!(answer.best, ["b3".parse().unwrap()]);
}

#[test]
fn wide_graphs_keep_to_their_limits() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(12);
    for size in ["9x9", "13x13"] {
        let position = random_position::<3>(size, 50, &mut random);
        assert!(System::of(&position).unwrap().graph::<u128>().is_some());
        for threads in [1, 4] {
            let mut solver = BlackNarrowsSolver::new(1 << 20).unwrap();
            let limits = Limits {
                nodes: Some(3000),
                threads,
                ..Limits::default()
            };
            let answer = solver.answer(&position, ALL, &limits, NEVER);
            assert!(
                answer.nodes <= 3000 && answer.nodes > 1000,
                "{}",
                answer.nodes
            );
        }
    }
}
