//! Property tests that print their seed, and what they draw from.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "the seed of a test run comes from the environment or the clock, and is shown if it fails"
)]

use std::fmt::Debug;
use std::time::{SystemTime, UNIX_EPOCH};

use narrows_core::{Pie, Size};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseResult, TestRng, TestRunner};

/// Checks that `holds` for `cases` values of a strategy, drawn from a new seed in each run.
///
/// # Panics
/// If it does not, with the smallest value found and the seed; the variable `NARROWS_SEED` set to that seed
/// draws the same values again.
pub fn check<S: Strategy<Value: Debug>>(
    cases: u32,
    strategy: S,
    holds: impl Fn(S::Value) -> TestCaseResult,
) {
    let seed = std::env::var("NARROWS_SEED")
        .ok()
        .map_or_else(new_seed, |text| {
            text.parse().expect("NARROWS_SEED is a number")
        });
    // Shown only if the test fails, as all that a test prints.
    println!("NARROWS_SEED={seed}");
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    let mut runner =
        TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes));
    if let Err(failure) = runner.run(&strategy, holds) {
        panic!("{failure}\nNARROWS_SEED={seed} shows it again");
    }
}

fn new_seed() -> u64 {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .expect("a clock after 1970");
    u64::from(now.subsec_nanos()) ^ now.as_secs()
}

/// Numbers below 2^16 that choose among the legal moves: the `n`-th is `choice % moves`. A list of them makes a
/// legal game of any position, and shrinks to a shorter game.
pub fn choices(longest: usize) -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 0..=longest)
}

/// With the pie rule and without.
pub fn pies() -> impl Strategy<Value = Pie> {
    prop::sample::select(vec![Pie::On, Pie::Off])
}

/// Sizes of a game, evenly over the widths of boards (up to 64, 192, 384 and 704 points) as far as
/// `most_points` allows, small and large ones in each.
pub fn sizes(narrows: bool, most_points: usize) -> impl Strategy<Value = Size> {
    let mut classes = Vec::new();
    for (above, up_to) in [(0, 64), (64, 192), (192, 384), (384, 676)] {
        let fits = move |size: &Size| {
            let points = size.points();
            let playable = if narrows {
                points >= 4 && points.is_multiple_of(2)
            } else {
                size.columns() >= 2 && size.rows() >= 2
            };
            playable && points > above && points <= up_to.min(most_points)
        };
        let class: Vec<Size> = all_sizes().filter(fits).collect();
        if !class.is_empty() {
            classes.push(prop::sample::select(class).boxed());
        }
    }
    prop::strategy::Union::new(classes)
}

fn all_sizes() -> impl Iterator<Item = Size> {
    (1..=26).flat_map(|columns| (1..=26).filter_map(move |rows| Size::new(columns, rows).ok()))
}
