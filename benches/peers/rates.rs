//! Playouts and nodes a second, each search alone on the empty board.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use narrows_ai::budget::Limits;
use narrows_ai::evaluation::Evaluate;
use narrows_ai::mcts::Search;
use narrows_ai::solver::{AnySolver, Question};
use narrows_core::any::Concrete;
use narrows_core::{AnyPosition, with_position};
use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::peers;

/// One search: how much it does in a second.
pub struct Speed {
    pub search: &'static str,
    pub playouts: Option<f64>,
    pub nodes: Option<f64>,
}

/// All searches on a position, each for a time.
pub fn measure(start: &AnyPosition, time: Duration) -> Vec<Speed> {
    with_position!(start, position => {
        let mut speeds = ours(position, time);
        speeds.extend(theirs(position, time));
        speeds
    })
}

fn ours<G: Concrete + Evaluate>(position: &G, time: Duration) -> Vec<Speed> {
    let limits = Limits::default();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let since = Instant::now();
    let report =
        Search::<G>::default().search(position, &limits, &mut random, &|| since.elapsed() >= time);
    let playouts = report.playouts as f64 / since.elapsed().as_secs_f64();
    let any = position.clone().wrap();
    let mut solver = AnySolver::new(64 << 20).unwrap().without_book();
    let since = Instant::now();
    let answer = solver.solve(&any, Question::default(), &limits, &|| {
        since.elapsed() >= time
    });
    let nodes = answer.nodes as f64 / since.elapsed().as_secs_f64();
    vec![
        Speed {
            search: "narrows mcts",
            playouts: Some(playouts),
            nodes: None,
        },
        Speed {
            search: "narrows solver",
            playouts: None,
            nodes: Some(nodes),
        },
    ]
}

fn theirs<G: Concrete + Evaluate>(position: &G, time: Duration) -> Vec<Speed> {
    let measured = |peer: peers::Peer<G>| {
        let rate = peer.rate?;
        let (before, since) = (rate.counter.load(Ordering::Relaxed), Instant::now());
        (rate.search)(position, time);
        let done = rate.counter.load(Ordering::Relaxed) - before;
        let speed = done as f64 / since.elapsed().as_secs_f64();
        Some(Speed {
            search: peer.name,
            playouts: (!rate.nodes).then_some(speed),
            nodes: rate.nodes.then_some(speed),
        })
    };
    peers::all::<G>(time)
        .into_iter()
        .filter_map(measured)
        .collect()
}
