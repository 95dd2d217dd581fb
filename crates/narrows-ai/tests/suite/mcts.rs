//! The Monte Carlo search.

use std::sync::atomic::{AtomicU64, Ordering};

use narrows_ai::budget::{Limits, NEVER};
use narrows_ai::evaluation::Evaluate;
use narrows_ai::mcts::Search;
use narrows_ai::value::Value;
use narrows_core::{BlackNarrows, Game, Narrows, Pie};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::support::{random_position, wins_by_recursion, with_playouts};

/// What the search proves is true, and with enough playouts it proves small positions.
fn check_proofs<G: Evaluate>(start: &G, seed: u64) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    for round in 0..40 {
        let position = random_position(start, 7, &mut random);
        let report =
            Search::default().search(&position, &with_playouts(20_000), &mut random, NEVER);
        let expected = Value::of_mover(wins_by_recursion(&position));
        assert_eq!(
            report.value, expected,
            "{position:?} seed {seed} round {round}"
        );
        for found in &report.moves {
            if found.value.is_known() {
                let wins = !wins_by_recursion(&position.played(found.play));
                assert_eq!(
                    found.value,
                    Value::of_mover(wins),
                    "{position:?} {}",
                    found.play
                );
            }
        }
        if expected == Value::Win {
            assert!(
                !wins_by_recursion(&position.played(report.best.unwrap())),
                "{position:?}"
            );
        }
    }
}

/// What an oracle says is carried up like the results of finished games; what it said of a position does not
/// stand for a move to play when that position becomes the root.
#[test]
fn an_oracle_proves_positions() {
    let start = BlackNarrows::<1>::start("6x6".parse().unwrap()).unwrap();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(8);
    let mut asked = 0;
    for round in 0..60 {
        let mut position = random_position(&start, 9, &mut random);
        let mut oracle = |leaf: &BlackNarrows<1>| {
            asked += 1;
            match leaf.legal_moves().len() {
                0..=5 => Value::of_mover(wins_by_recursion(leaf)),
                _ => Value::Unknown,
            }
        };
        let mut search = Search::default();
        // To the end, with the graph kept from move to move.
        while !position.is_over() {
            let limits = with_playouts(2_000);
            let report = search.search_asking(&position, &limits, &mut random, NEVER, &mut oracle);
            let wins = wins_by_recursion(&position);
            assert_eq!(
                report.value,
                Value::of_mover(wins),
                "{position} round {round}"
            );
            position.play(report.best.unwrap()).unwrap();
            assert_eq!(
                wins,
                !wins_by_recursion(&position),
                "{position} round {round}"
            );
        }
    }
    assert!(asked > 100);
}

#[test]
fn proofs_are_true() {
    check_proofs(
        &BlackNarrows::<1>::start("6x6".parse().unwrap()).unwrap(),
        1,
    );
    check_proofs(
        &BlackNarrows::<3>::start("9x8".parse().unwrap()).unwrap(),
        2,
    );
    check_proofs(
        &Narrows::<1>::start("4x4".parse().unwrap(), Pie::On).unwrap(),
        3,
    );
    check_proofs(
        &Narrows::<1>::start("6x3".parse().unwrap(), Pie::Off).unwrap(),
        4,
    );
}

#[test]
fn symmetric_positions_get_symmetric_moves() {
    let position: BlackNarrows<1> = "5/1x3/5/xx3/5".parse().unwrap();
    for &symmetry in narrows_core::Symmetry::of(position.size()) {
        let search = |position: &BlackNarrows<1>| {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
            Search::default().search(position, &with_playouts(500), &mut random, NEVER)
        };
        let (plain, image) = (search(&position), search(&position.transformed(symmetry)));
        let mapped = BlackNarrows::<1>::map_move(plain.best.unwrap(), symmetry, position.size());
        assert_eq!(
            (Some(mapped), plain.nodes),
            (image.best, image.nodes),
            "{symmetry:?}"
        );
    }
}

#[test]
fn the_tree_is_kept_between_moves() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut position = BlackNarrows::<1>::start("7x7".parse().unwrap()).unwrap();
    let mut search = Search::default();
    let report = search.search(&position, &with_playouts(2000), &mut random, NEVER);
    position.play(report.best.unwrap()).unwrap();
    let kept = search.search(&position, &with_playouts(1), &mut random, NEVER);
    assert!(kept.nodes > 10, "only {} nodes are left", kept.nodes);
    let visits: u64 = kept.moves.iter().map(|found| found.visits).sum();
    assert!(visits > 10, "only {visits} visits are left");
}

#[test]
fn a_small_memory_is_enough_and_stop_is_asked() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(6);
    let position = Narrows::<3>::start("12x11".parse().unwrap(), Pie::On).unwrap();
    for memory_bytes in [0, 1 << 10, 1 << 20] {
        let limits = Limits {
            playouts: Some(300),
            memory_bytes,
            ..Limits::default()
        };
        let report = Search::default().search(&position, &limits, &mut random, NEVER);
        assert_eq!(report.playouts, 300);
        assert!(report.best.is_some());
        assert!(
            report.nodes * 100 < (memory_bytes as u64).max(200),
            "{} nodes in {memory_bytes} bytes",
            report.nodes
        );
    }
    let asked = AtomicU64::new(0);
    let stop = || asked.fetch_add(1, Ordering::Relaxed) == 4;
    let report = Search::default().search(&position, &Limits::default(), &mut random, &stop);
    assert_eq!(asked.load(Ordering::Relaxed), 5);
    assert!(report.playouts < 200 && report.best.is_some());
}
