//! Playouts and nodes a second of the searches: `cargo bench --bench search`
//!
//! The Monte Carlo search is measured beside bare playouts, the exact solver beside the plain one.
#![allow(
    missing_docs,
    reason = "criterion's macros make undocumented functions"
)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use narrows::ai::budget::{Limits, NEVER};
use narrows::ai::evaluation::Evaluate;
use narrows::ai::mcts::Search;
use narrows::ai::solver::{AlphaBeta, ExactSolver, Question, Solvable};
use narrows::rules::{BlackNarrows, Game, Narrows, Pie};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const PLAYOUTS: u64 = 500;

fn monte_carlo<G: Evaluate>(criterion: &mut Criterion, start: &G) {
    let name = format!("{} {} {PLAYOUTS} playouts", G::KIND.slug(), start.size());
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(PLAYOUTS));
    group.bench_function("in the tree", |bencher| {
        let limits = Limits {
            playouts: Some(PLAYOUTS),
            ..Limits::default()
        };
        bencher.iter(|| black_box(Search::default().search(start, &limits, &mut random, NEVER)));
    });
    group.bench_function("bare", |bencher| {
        bencher.iter(|| {
            for _ in 0..PLAYOUTS {
                black_box(start.playout(&mut random));
            }
        });
    });
    group.finish();
}

/// The position after some random moves, if the game goes on there.
fn after<G: Game>(start: &G, plies: usize, seed: u64) -> Option<G> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = start.clone();
    for _ in 0..plies {
        let moves = position.legal_moves();
        let chosen = random.random_range(0..moves.len().max(1) as u32);
        position.play_unchecked(*moves.get(chosen as usize)?);
    }
    (!position.is_over()).then_some(position)
}

/// The strongest solver beside the plain one, on a position after some random moves.
fn exact<G: Solvable>(criterion: &mut Criterion, start: &G, plies: usize) {
    let position = (2..10_000)
        .find_map(|seed| after(start, plies, seed))
        .expect("a game that long");
    let name = format!(
        "{} {} solve after {plies} plies",
        G::KIND.slug(),
        start.size()
    );
    let mut group = criterion.benchmark_group(name);
    group.bench_function("strongest", |bencher| {
        bencher.iter(|| solve::<G, G::Solver>(&position));
    });
    group.bench_function("plain", |bencher| {
        bencher.iter(|| solve::<G, AlphaBeta<G>>(&position));
    });
    group.finish();
}

fn solve<G: Game, S: ExactSolver<G>>(position: &G) {
    let mut solver = S::with_memory_at_most(4 << 20);
    black_box(solver.answer(position, Question::default(), &Limits::default(), NEVER));
}

fn size(text: &str) -> narrows::rules::Size {
    text.parse().expect("a size")
}

fn search(criterion: &mut Criterion) {
    let black_narrows = |text| BlackNarrows::<1>::start(size(text)).expect("a size of the game");
    let narrows = |text| Narrows::<1>::start(size(text), Pie::Off).expect("a size of the game");
    monte_carlo(criterion, &black_narrows("6x6"));
    monte_carlo(criterion, &black_narrows("8x8"));
    monte_carlo(
        criterion,
        &BlackNarrows::<3>::start(size("13x13")).expect("a size of the game"),
    );
    monte_carlo(
        criterion,
        &BlackNarrows::<6>::start(size("19x19")).expect("a size of the game"),
    );
    monte_carlo(criterion, &narrows("6x5"));
    monte_carlo(criterion, &narrows("8x7"));
    exact(criterion, &black_narrows("6x6"), 8);
    exact(criterion, &black_narrows("8x8"), 18);
    exact(criterion, &narrows("5x4"), 7);
    exact(criterion, &narrows("6x6"), 16);
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .without_plots()
        .warm_up_time(std::time::Duration::from_millis(300))
        .measurement_time(std::time::Duration::from_secs(1))
        .sample_size(10);
    targets = search
}
criterion_main!(benches);
