//! From which ply on the exact solver knows the outcome of 8x8 Black Narrows (a game by Mark Steere,
//! marksteeregames.com) within a given time: `cargo run --release -p narrows-ai --example proof_ply -- [GAMES [SECONDS]]`
//!
//! Games are played by a search of 32 playouts a move from the seeds 0, 1, …; each is then solved
//! backwards from ply 24, on one thread and with a table of 128 MiB, until the time does not suffice.
#![allow(clippy::print_stdout, reason = "an example talks")]
#![allow(
    clippy::disallowed_methods,
    reason = "the clock belongs to the program around the library"
)]

use std::time::{Duration, Instant};

use narrows_ai::budget::{Limits, NEVER};
use narrows_ai::evaluation::{Evaluate, Parameter, ParameterError, Parameters};
use narrows_ai::mcts::Search;
use narrows_ai::solver::{AnySolver, Question};
use narrows_core::{AnyPosition, BlackNarrows, Game};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The last ply that is solved; from there on it takes milliseconds.
const LAST_PLY: usize = 24;

/// The constants of the search that plays; written out, so that the games stay the same when the levels change.
fn constants() -> Result<Parameters, ParameterError> {
    [
        (Parameter::Exploration, 0.5),
        (Parameter::FirstPlay, 1.1),
        (Parameter::Bias, 0.0),
        (Parameter::Looks, 0.0),
    ]
    .into_iter()
    .try_fold(BlackNarrows::<1>::PARAMETERS, |all, (name, value)| {
        all.with(name, value)
    })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let games: u64 = arguments.next().map_or(Ok(50), |text| text.parse())?;
    let seconds: f64 = arguments.next().map_or(Ok(3.0), |text| text.parse())?;
    let time = Duration::try_from_secs_f64(seconds)?;
    let mut plies: Vec<usize> = Vec::new();
    for seed in 0..games {
        let ply = first_solved(&play(seed)?, time);
        println!("game {seed}: from ply {ply}");
        plies.push(ply);
    }
    plies.sort_unstable();
    if let (Some(first), Some(last)) = (plies.first(), plies.last()) {
        let mean = plies.iter().sum::<usize>() as f64 / plies.len() as f64;
        let median = plies[plies.len() / 2];
        println!(
            "{seconds} s suffice from ply {first} to {last} on, median {median}, mean {mean:.2}"
        );
    }
    Ok(())
}

/// The positions of a game before each ply.
fn play(seed: u64) -> Result<Vec<BlackNarrows<1>>, Box<dyn std::error::Error>> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = BlackNarrows::<1>::start("8x8".parse()?)?;
    let mut positions = Vec::new();
    let limits = Limits {
        playouts: Some(32),
        ..Limits::default()
    };
    while !position.is_over() {
        positions.push(position.clone());
        let report = Search::new(constants()?).search(&position, &limits, &mut random, NEVER);
        match report.best {
            Some(play) => position.play(play)?,
            None => break,
        }
    }
    Ok(positions)
}

/// The first ply from which on, up to [`LAST_PLY`], every position is solved within the time.
fn first_solved(positions: &[BlackNarrows<1>], time: Duration) -> usize {
    let last = positions.len().min(LAST_PLY + 1);
    let unsolved = positions[..last].iter().rposition(|position| {
        // What was found out about later positions must not help.
        let mut solver = AnySolver::with_memory_at_most(128 << 20);
        let position = AnyPosition::BlackNarrows1(position.clone());
        let since = Instant::now();
        let stop = || since.elapsed() >= time;
        let answer = solver.solve(&position, Question::default(), &Limits::default(), &stop);
        !answer.value.is_known()
    });
    unsolved.map_or(0, |ply| ply + 1)
}
