//! Playouts and nodes a second, each search alone on the empty board.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use minimax::Strategy as _;
use narrows_ai::budget::Limits;
use narrows_ai::evaluation::Evaluate;
use narrows_ai::mcts::Search;
use narrows_ai::solver::{AnySolver, Question};
use narrows_core::any::Concrete;
use narrows_core::{AnyPosition, GameKind, Pie};
use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{BOARDS, Options, board_game_peer, minimax_peer, treant_peer};

/// One line of the table: per second.
pub struct Rate {
    pub kind: GameKind,
    pub size: &'static str,
    pub search: &'static str,
    pub playouts: Option<f64>,
    pub nodes: Option<f64>,
}

pub fn measure(options: &Options) -> Vec<Rate> {
    let time = options.rate_time;
    let mut rates = Vec::new();
    for (kind, size) in BOARDS {
        let parsed = size.parse().unwrap_or_else(|e| panic!("{size}: {e}"));
        let start =
            AnyPosition::start(kind, parsed, Pie::Off).unwrap_or_else(|e| panic!("{size}: {e}"));
        let mut push = |search, playouts, nodes| {
            rates.push(Rate {
                kind,
                size,
                search,
                playouts,
                nodes,
            });
        };
        let (playouts, nodes) = match &start {
            AnyPosition::BlackNarrows1(position) => ours(position, time),
            AnyPosition::Narrows1(position) => ours(position, time),
            _ => continue,
        };
        push("narrows mcts", Some(playouts), None);
        push("narrows solver", None, Some(nodes));
        let of = |search| match &start {
            AnyPosition::BlackNarrows1(position) => peer(position, search, time),
            AnyPosition::Narrows1(position) => peer(position, search, time),
            _ => 0.0,
        };
        push("treant", Some(of(0)), None);
        push("minimax MonteCarloTreeSearch", Some(of(1)), None);
        push("minimax IterativeSearch", None, Some(of(2)));
        push("board-game MCTSBot", Some(of(3)), None);
    }
    rates
}

fn ours<G: Concrete + Evaluate>(position: &G, time: Duration) -> (f64, f64) {
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
    (
        playouts,
        answer.nodes as f64 / since.elapsed().as_secs_f64(),
    )
}

fn peer<G: Concrete>(position: &G, search: u8, time: Duration) -> f64 {
    let per_second = |counter: &AtomicU64, run: &mut dyn FnMut()| {
        let (before, since) = (counter.load(Ordering::Relaxed), Instant::now());
        run();
        (counter.load(Ordering::Relaxed) - before) as f64 / since.elapsed().as_secs_f64()
    };
    match search {
        0 => per_second(&treant_peer::PLAYOUTS, &mut || {
            treant_peer::choose(position, time);
        }),
        1 => {
            let mut search = minimax_peer::new_mcts::<G>();
            search.set_timeout(time);
            per_second(&minimax_peer::PLAYOUTS, &mut || {
                search.choose_move(position);
            })
        }
        2 => {
            let mut search = minimax_peer::new_iterative::<G>();
            search.set_timeout(time);
            per_second(&minimax_peer::NODES, &mut || {
                search.choose_move(position);
            })
        }
        _ => per_second(&board_game_peer::PLAYOUTS, &mut || {
            board_game_peer::choose(position, time, 1);
        }),
    }
}
