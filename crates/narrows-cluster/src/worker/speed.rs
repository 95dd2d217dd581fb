//! How fast a machine is: what its threads make while all of them are busy.

use std::time::{Duration, Instant};

use narrows_ai::budget::{Limits, NEVER};
use narrows_ai::solver::{AnySolver, Question, machine_bytes};
use narrows_core::{AnyPosition, GameKind, Pie};

/// How long it is measured.
const MEASURED: Duration = Duration::from_millis(200);

/// Nodes a second of the slowest of so many threads that search at the same time, as they will when they have jobs.
pub async fn of_threads(threads: usize) -> f64 {
    let measuring: Vec<_> = (0..threads)
        .map(|_| tokio::task::spawn_blocking(of_this_thread))
        .collect();
    let mut slowest = f64::INFINITY;
    for thread in measuring {
        slowest = slowest.min(thread.await.unwrap_or(0.0));
    }
    slowest
}

/// Positions a second of one thread on a small board.
fn of_this_thread() -> f64 {
    let size = GameKind::BlackNarrows.parse_size("6x4");
    let start = size
        .ok()
        .and_then(|size| AnyPosition::start(GameKind::BlackNarrows, size, Pie::On).ok());
    let Some(start) = start else { return 0.0 };
    let started = Instant::now();
    let mut nodes = 0;
    while started.elapsed() < MEASURED {
        let bytes = machine_bytes().map_or(1 << 20, |bytes| bytes.min(1 << 20));
        let mut solver = AnySolver::with_memory_at_most(bytes).without_book();
        let limits = Limits::default();
        nodes += solver
            .solve(&start, Question::default(), &limits, NEVER)
            .nodes;
    }
    nodes as f64 / started.elapsed().as_secs_f64()
}
