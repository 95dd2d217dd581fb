//! Plays two threads in one graph against two threads in a graph each, at equal numbers of playouts, and says how many games
//! each has won: `cargo run --release -p narrows-ai --example threads -- narrows 8x7 4000 20`.
#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use std::error::Error;

use narrows_ai::budget::{Limits, NEVER};
use narrows_ai::evaluation::Evaluate;
use narrows_ai::mcts::{Search, Worker};
use narrows_ai::value::Value;
use narrows_core::{AnyPosition, GameKind, Pie, with_position};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, size, playouts, pairs] = arguments.as_slice() else {
        return Err("usage: threads GAME SIZE PLAYOUTS PAIRS".into());
    };
    let (playouts, pairs) = (playouts.parse()?, pairs.parse()?);
    let start = AnyPosition::start(game.parse::<GameKind>()?, size.parse()?, Pie::Off)?;
    with_position!(&start, start => compete(start, playouts, pairs));
    Ok(())
}

fn compete<G: Evaluate>(start: &G, playouts: u64, pairs: u64) {
    let mut wins = [0, 0];
    let mut split = 0;
    for pair in 0..pairs {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(pair);
        let mut opening = start.clone();
        for _ in 0..2 {
            let moves = opening.legal_moves();
            opening.play_unchecked(moves[random.random_range(0..moves.len() as u32) as usize]);
        }
        let won = [false, true].map(|one_graph_first| {
            let won = play(&opening, playouts, one_graph_first, &mut random);
            wins[usize::from(!won)] += 1;
            won
        });
        split += u64::from(won[0] != won[1]);
        println!(
            "pair {}: one graph {}, two graphs {}, split pairs {split}",
            pair + 1,
            wins[0],
            wins[1]
        );
    }
}

/// Whether the side with one graph wins.
fn play<G: Evaluate>(
    opening: &G,
    playouts: u64,
    one_graph_first: bool,
    random: &mut Xoshiro256PlusPlus,
) -> bool {
    let one_graph = if one_graph_first {
        opening.to_move()
    } else {
        opening.to_move().other()
    };
    let mut together = Search::default();
    let mut apart = [Search::default(), Search::default()];
    let mut position = opening.clone();
    loop {
        if let Some(outcome) = position.outcome() {
            return outcome.winner == one_graph;
        }
        let best = if position.to_move() == one_graph {
            let limits = limits(playouts);
            let workers = [(); 2].map(|()| Worker {
                random: Xoshiro256PlusPlus::from_rng(random),
                oracle: |_: &G| Value::Unknown,
            });
            let workers = workers.into_iter().collect();
            together
                .search_together(&position, &limits, workers, NEVER, &|_| {})
                .best
        } else {
            search_apart(&mut apart, &position, playouts / 2, random)
        };
        match best {
            Some(play) => position.play_unchecked(play),
            None => return false,
        }
    }
}

/// The move with the most visits in both graphs together, or one that either has proven to win.
fn search_apart<G: Evaluate>(
    searches: &mut [Search<G>; 2],
    position: &G,
    playouts: u64,
    random: &mut impl Rng,
) -> Option<G::Move> {
    let [a, b] = searches
        .each_mut()
        .map(|search| search.search(position, &limits(playouts), random, NEVER));
    if let Some(proven) = [&a, &b].into_iter().find(|report| report.value.is_known()) {
        return proven.best;
    }
    let both = a.moves.iter().zip(&b.moves);
    let rank = |(a, b): &(
        &narrows_ai::mcts::RootMove<G::Move>,
        &narrows_ai::mcts::RootMove<G::Move>,
    )| {
        let lost = a.value == Value::Loss || b.value == Value::Loss;
        (!lost, a.visits + b.visits)
    };
    both.max_by_key(rank).map(|(a, _)| a.play)
}

fn limits(playouts: u64) -> Limits {
    Limits {
        playouts: Some(playouts),
        ..Limits::default()
    }
}
