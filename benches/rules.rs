//! Legal moves and playouts, each beside the slow way in the same run:
//! `cargo bench --bench rules`
#![allow(
    missing_docs,
    reason = "criterion's macros make undocumented functions"
)]

mod slow;

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use narrows::rules::black_narrows::live_points;
use narrows::rules::{BlackNarrows, Game, Narrows, Pie};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const SEED: u64 = 1;

/// Positions from the middle of random games: half of the moves a random game lasts are played.
fn middle_game<G: Game>(start: &G, count: usize) -> Vec<G> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(SEED);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut line = vec![start.clone()];
        loop {
            let position = &line[line.len() - 1];
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            line.push(position.played(moves[random.random_range(0..moves.len() as u32) as usize]));
        }
        positions.push(line.swap_remove(line.len() / 2));
    }
    positions
}

/// Runs one function over many positions in turn.
fn over<T>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    inputs: &[T],
    mut run: impl FnMut(&T),
) {
    let mut inputs = inputs.iter().cycle();
    group.bench_function(name, |bencher| {
        bencher.iter(|| run(inputs.next().expect("there are inputs")));
    });
}

fn black_narrows<const W: usize>(criterion: &mut Criterion, size: &str) {
    let start =
        BlackNarrows::<W>::start(size.parse().expect("a size")).expect("a size of the game");
    let positions = middle_game(&start, 64);
    let grid = start.grid();

    let mut group = criterion.benchmark_group(format!("black-narrows {size} legal set"));
    over(&mut group, "ours", &positions, |position| {
        let empty = grid.full() - position.stones();
        black_box(live_points(&grid, black_box(position.stones()), empty));
    });
    over(&mut group, "per-point flood", &positions, |position| {
        black_box(slow::live_points(&grid, black_box(position.stones())));
    });
    group.finish();

    let mut random = Xoshiro256PlusPlus::seed_from_u64(SEED);
    let mut group = criterion.benchmark_group(format!("black-narrows {size} playout"));
    over(
        &mut group,
        "one pass",
        std::slice::from_ref(&start),
        |start| {
            black_box(start.playout(&mut random));
        },
    );
    over(&mut group, "list, pick, repeat", &[start], |start| {
        black_box(slow::playout(start, &mut random));
    });
    group.finish();
}

fn narrows<const W: usize>(criterion: &mut Criterion, size: &str) {
    let start =
        Narrows::<W>::start(size.parse().expect("a size"), Pie::Off).expect("a size of the game");
    let positions = middle_game(&start, 64);
    let mut group = criterion.benchmark_group(format!("narrows {size} captures"));
    over(&mut group, "ours", &positions, |position| {
        black_box(black_box(position).legal_moves());
    });
    over(&mut group, "point by point", &positions, |position| {
        black_box(slow::captures(black_box(position)));
    });
    group.finish();

    let mut random = Xoshiro256PlusPlus::seed_from_u64(SEED);
    let mut group = criterion.benchmark_group(format!("narrows {size} playout"));
    over(&mut group, "ours", std::slice::from_ref(&start), |start| {
        black_box(start.playout(&mut random));
    });
    over(&mut group, "list, pick, repeat", &[start], |start| {
        let mut position = start.clone();
        while !position.is_over() {
            let moves = position.legal_moves();
            position.play_unchecked(moves[random.random_range(0..moves.len() as u32) as usize]);
        }
        black_box(position);
    });
    group.finish();
}

fn rules(criterion: &mut Criterion) {
    black_narrows::<1>(criterion, "6x6");
    black_narrows::<1>(criterion, "8x8");
    black_narrows::<3>(criterion, "13x13");
    black_narrows::<6>(criterion, "19x19");
    black_narrows::<11>(criterion, "26x26");
    narrows::<1>(criterion, "6x5");
    narrows::<1>(criterion, "8x7");
    narrows::<3>(criterion, "13x12");
    narrows::<6>(criterion, "19x18");
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .without_plots()
        .warm_up_time(std::time::Duration::from_millis(300))
        .measurement_time(std::time::Duration::from_secs(1))
        .sample_size(20);
    targets = rules
}
criterion_main!(benches);
