//! Threads that search in one graph.
#![cfg(feature = "threads")]

use std::sync::atomic::{AtomicU64, Ordering};

use narrows_ai::budget::{Limits, NEVER};
use narrows_ai::evaluation::Evaluate;
use narrows_ai::mcts::{Report, Search, Worker};
use narrows_ai::value::Value;
use narrows_core::{BlackNarrows, Narrows, Pie};
use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::support::{random_position, wins_by_recursion, with_playouts};

/// A search by three threads.
fn together<G: Evaluate>(
    search: &mut Search<G>,
    position: &G,
    limits: &Limits,
    seed: u64,
    tell: &(dyn Fn(&Report<G::Move>) + Sync),
) -> Report<G::Move> {
    let workers = (0..3).map(|number| Worker {
        random: Xoshiro256PlusPlus::seed_from_u64(3 * seed + number),
        oracle: |_: &G| Value::Unknown,
    });
    search.search_together(position, limits, workers.collect(), NEVER, tell)
}

/// What several threads prove of a position and its moves is true, whoever comes first.
fn check_proofs_together<G: Evaluate>(start: &G, seed: u64) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    for round in 0..30 {
        let position = random_position(start, 7, &mut random);
        let limits = with_playouts(60_000);
        let report = together(&mut Search::default(), &position, &limits, round, &|_| {});
        let expected = Value::of_mover(wins_by_recursion(&position));
        assert_eq!(report.value, expected, "{position:?} seed {seed}");
        for found in report.moves.iter().filter(|found| found.value.is_known()) {
            let next = position.played(found.play);
            let wins = Value::of_mover(!wins_by_recursion(&next));
            assert_eq!(found.value, wins, "{position:?} {}", found.play);
        }
    }
}

#[test]
fn threads_in_one_graph_prove_what_is_true() {
    let size = |text: &str| text.parse().unwrap();
    check_proofs_together(&BlackNarrows::<1>::start(size("6x6")).unwrap(), 11);
    check_proofs_together(&Narrows::<1>::start(size("4x4"), Pie::On).unwrap(), 12);
}

/// No visit is lost or counted twice, and what was counted as a loss for the time of a playout is taken back.
#[test]
fn threads_in_one_graph_count_every_playout_once() {
    let position = Narrows::<1>::start("8x7".parse().unwrap(), Pie::Off).unwrap();
    for memory_bytes in [1 << 16, 64 << 20] {
        let limits = Limits {
            memory_bytes,
            ..with_playouts(10_001)
        };
        let told = AtomicU64::new(0);
        let mut search = Search::default();
        let report = together(&mut search, &position, &limits, 5, &|report| {
            assert!(report.playouts <= 10_001 && report.best.is_some());
            told.fetch_add(1, Ordering::Relaxed);
        });
        assert_eq!(report.playouts, 10_001);
        let visits: u64 = report.moves.iter().map(|found| found.visits).sum();
        assert_eq!(visits, 10_001);
        // Each move's expected result is its playouts', so theirs add up to the root's.
        assert!((0.3..0.7).contains(&report.expected), "{}", report.expected);
        let sum: f64 = report
            .moves
            .iter()
            .map(|m| m.visits as f64 * m.expected)
            .sum();
        assert!((sum / 10_001.0 - report.expected).abs() < 0.1, "{sum}");
        // The same graph goes on with one thread.
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let more = search.search(&position, &limits, &mut random, NEVER);
        let visits: u64 = more.moves.iter().map(|found| found.visits).sum();
        assert_eq!(visits, 20_002);
    }
}
