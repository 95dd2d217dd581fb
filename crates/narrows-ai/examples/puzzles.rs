//! Writes the puzzles of the page: positions in which exactly one move wins, proven by the solver, each with a rating.
//!
//! `cargo run --release -p narrows-ai --example puzzles -- [--seed N] > puzzles.txt`, then `puzzles.txt` replaces
//! `crates/narrows-wasm/web/src/puzzles.txt`. The same seed writes the same file on every machine.
//!
//! The rating is the Elo performance of the puzzle against levels 1 to 4: a level that finds the move has won.
//! Their own ratings are set ([`RANDOM`], [`LEVELS`]): a scale needs some point to hang from, and a person's rating finds its place on it.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "its output is the file"
)]

use std::collections::HashSet;
use std::process::ExitCode;

use narrows_ai::budget::{Limits, NEVER};
use narrows_ai::level::{Engine, Level};
use narrows_ai::solver::{AnySolver, Question};
use narrows_ai::value::Value;
use narrows_core::{AnyMove, AnyPosition, Game as _, GameKind, Pie, with_position};

/// Boards, the fewest and the most moves to choose from, and how many puzzles of each.
const WANTED: [(GameKind, &str, usize, usize, usize); 9] = [
    (GameKind::BlackNarrows, "4x4", 5, 12, 20),
    (GameKind::BlackNarrows, "5x5", 6, 16, 50),
    (GameKind::BlackNarrows, "6x6", 7, 20, 60),
    (GameKind::BlackNarrows, "7x7", 8, 24, 40),
    (GameKind::BlackNarrows, "8x8", 8, 26, 30),
    (GameKind::Narrows, "5x4", 5, 16, 40),
    (GameKind::Narrows, "6x5", 7, 18, 60),
    (GameKind::Narrows, "6x6", 8, 20, 50),
    (GameKind::Narrows, "8x7", 8, 24, 30),
];
/// Games played on a board before it is given up: small boards have few such positions.
const GAMES: u64 = 200_000;
/// Nodes for the value of every move: few enough that a phone answers at once what is wrong with another one.
const NODES: u64 = 100_000;
/// Levels and their ratings.
const LEVELS: [(u8, f64); 3] = [(2, 900.0), (3, 1150.0), (4, 1400.0)];
/// What level 1, which moves at random, is rated; how often it would find the move is known without a try.
const RANDOM: f64 = 500.0;
/// How often each level tries a puzzle.
const TRIES: u64 = 8;
/// A puzzle that everyone or no one solves has no performance; a draw against this rating gives it one.
const MIDDLE: f64 = 1150.0;

struct Puzzle {
    position: AnyPosition,
    win: AnyMove,
    rating: u32,
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let seed = match args.as_slice() {
        [] => Some(1),
        [flag, seed] if flag == "--seed" => seed.parse().ok(),
        _ => None,
    };
    let Some(seed) = seed else {
        eprintln!("expected: [--seed N]");
        return ExitCode::from(2);
    };
    match write(seed) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn write(seed: u64) -> Result<(), Box<dyn std::error::Error>> {
    let mut puzzles = Vec::new();
    for (number, (kind, size, fewest, most, count)) in (0..).zip(WANTED) {
        let size = kind.parse_size(size)?;
        let start = AnyPosition::start(kind, size, Pie::Off)?;
        let mut known = HashSet::new();
        let mut solver = AnySolver::with_memory_at_most(64 << 20).without_book();
        // Games of different boards never share a seed.
        let mut game = seed.wrapping_add(number << 32);
        let last = game.wrapping_add(GAMES);
        while known.len() < count && game != last {
            game = game.wrapping_add(1);
            let Some((position, win)) = find(&start, game, fewest..=most, &mut solver) else {
                continue;
            };
            let canonical =
                with_position!(&position, position => position.canonical().0.to_string());
            if known.insert(canonical) {
                let rating = rate(&position, win, game);
                puzzles.push(Puzzle {
                    position,
                    win,
                    rating,
                });
            }
        }
        eprintln!("{kind} {size}: {} of {count}", known.len());
    }
    puzzles.sort_by_key(|puzzle| puzzle.rating);
    println!(
        "# Game, position, the only move that wins, rating. Written by the example puzzles of narrows-ai, seed {seed}."
    );
    for Puzzle {
        position,
        win,
        rating,
    } in puzzles
    {
        // The position comes last: it may have spaces.
        println!("{} {win} {rating} {position}", position.kind().slug());
    }
    Ok(())
}

/// The first position of a game between two weak players in which one move wins and all others lose.
fn find(
    start: &AnyPosition,
    seed: u64,
    choices: std::ops::RangeInclusive<usize>,
    solver: &mut AnySolver,
) -> Option<(AnyPosition, AnyMove)> {
    let mut engine = Engine::new(Level::ALL[1], seed);
    let mut position = start.clone();
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    let question = Question {
        all: true,
        nimber: false,
    };
    while !position.is_over() {
        if choices.contains(&position.legal_moves().len()) {
            let answer = solver.solve(&position, question, &limits, NEVER);
            let known = answer
                .moves
                .iter()
                .all(|(_, value)| *value != Value::Unknown);
            if let (true, [win]) = (known, answer.best.as_slice()) {
                return Some((position, *win));
            }
        }
        let play = engine
            .choose(&position, &Limits::default(), NEVER, &|_| {})
            .play?;
        position.play(play).ok()?;
    }
    None
}

/// The rating at which the puzzle would be expected to score what it did score against the levels.
fn rate(position: &AnyPosition, win: AnyMove, seed: u64) -> u32 {
    let mut games = vec![(MIDDLE, 0.5)];
    let choices = u32::try_from(position.legal_moves().len()).unwrap_or(u32::MAX);
    for _ in 0..TRIES {
        games.push((RANDOM, 1.0 - 1.0 / f64::from(choices)));
    }
    for (level, rating) in LEVELS {
        let Some(level) = Level::new(level) else {
            continue;
        };
        for attempt in 0..TRIES {
            let mut engine = Engine::new(level, seed.wrapping_mul(TRIES).wrapping_add(attempt));
            let choice = engine.choose(position, &Limits::default(), NEVER, &|_| {});
            games.push((rating, if choice.play == Some(win) { 0.0 } else { 1.0 }));
        }
    }
    let score: f64 = games.iter().map(|(_, score)| score).sum();
    // The Elo system: a player is expected to score 1 / (1 + 10^(difference / 400)).
    let expected = |own: u32| -> f64 {
        let against = games.iter().map(|(rating, _)| rating - f64::from(own));
        against
            .map(|difference| 1.0 / (1.0 + 10f64.powf(difference / 400.0)))
            .sum()
    };
    (0..3000)
        .step_by(5)
        .find(|&own| expected(own) >= score)
        .unwrap_or(3000)
}
