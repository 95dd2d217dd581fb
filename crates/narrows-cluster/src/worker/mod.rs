//! `narrows-cluster worker`: takes jobs, does them, hands in the answers.

pub mod mind;
mod runs;
mod slot;
pub mod tasks;

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use clap::Args;
use narrows_ai::solver::Question;
use narrows_ai::solver::{AnySolver, machine_bytes};
use narrows_arena::limits::{self, Memory};
use narrows_core::{AnyPosition, GameKind, Pie};

use crate::args::ServerArgs;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output;
use crate::queue::{Queue, bytes_of};
use crate::wire::{Beat, VERSION};

pub use runs::Joined;
use tasks::Means;

/// Memory for tables unless `--memory` says otherwise, in MiB.
const DEFAULT_MIB: u64 = 256;
/// A worker tells how it is so often.
const BEAT: Duration = Duration::from_secs(1);
/// How long the speed of a worker is measured.
const MEASURED: Duration = Duration::from_millis(200);

/// Arguments of `narrows-cluster worker`.
#[derive(Args, Debug)]
pub struct WorkerArgs {
    #[command(flatten)]
    server: ServerArgs,
    /// Number of jobs to do at a time [default: all cores]
    #[arg(long, value_name = "N", value_parser = limits::threads)]
    threads: Option<NonZero<usize>>,
    /// Memory for the tables of all jobs together, in MiB [default: 256]
    #[arg(long, value_name = "MIB", value_parser = limits::memory)]
    memory: Option<Memory>,
}

/// A worker as its parts see it.
pub struct Worker {
    /// Its name, a token of subjects.
    pub name: String,
    /// The connection.
    pub queue: Queue,
    /// The runs it works for.
    pub joined: Joined,
    /// When to end.
    pub interrupt: Interrupt,
    /// What each slot has.
    pub means: Means,
    /// What it tells of itself.
    pub figures: Figures,
}

/// What a worker tells of itself.
#[derive(Default)]
pub struct Figures {
    /// Jobs at work.
    pub busy: AtomicUsize,
    /// Jobs done.
    pub done: AtomicU64,
    /// Jobs that failed.
    pub failed: AtomicU64,
}

/// Runs the command.
pub async fn run(args: &WorkerArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    let queue = Queue::connect(&args.server, "narrows-cluster worker").await?;
    let threads = limits::threads_or_cores(args.threads);
    let memory = Memory::bytes(args.memory, DEFAULT_MIB);
    let inbox = queue.client.new_inbox();
    let name = inbox.rsplit('.').next().unwrap_or("worker").to_owned();
    let speed = tokio::task::spawn_blocking(measure).await.unwrap_or(0.0);
    let joined = Joined::default();
    let worker = Arc::new(Worker {
        name,
        queue,
        joined,
        interrupt: interrupt.clone(),
        means: Means {
            table_bytes: memory / threads,
        },
        figures: Figures::default(),
    });
    output::note(&format!(
        "worker {}: {threads} threads, {speed:.0} nodes a second each; waiting for jobs",
        worker.name
    ));
    let watching = tokio::spawn(runs::watch(Arc::clone(&worker)));
    let beating = tokio::spawn(beat(Arc::clone(&worker), threads, speed));
    let slots: Vec<_> = (0..threads)
        .map(|number| tokio::spawn(slot::work(Arc::clone(&worker), number)))
        .collect();
    for slot in slots {
        let _ended = slot.await;
    }
    watching.abort();
    beating.abort();
    // What was said last must be on its way.
    let flushed = tokio::time::timeout(Duration::from_millis(300), worker.queue.client.flush());
    let _unheard = flushed.await;
    Err(Failure::Interrupted(
        "interrupted; the jobs at hand were given back".into(),
    ))
}

/// Tells every second how the worker is.
async fn beat(worker: Arc<Worker>, threads: usize, speed: f64) {
    let subject = format!("narrows.workers.{}", worker.name);
    let mut clock = tokio::time::interval(BEAT);
    loop {
        clock.tick().await;
        let figures = &worker.figures;
        let beat = Beat {
            worker: worker.name.clone(),
            version: VERSION.to_owned(),
            threads,
            speed,
            busy: figures.busy.load(Relaxed),
            done: figures.done.load(Relaxed),
            failed: figures.failed.load(Relaxed),
        };
        let payload = serde_json::to_vec(&beat).unwrap_or_default();
        let _unheard = worker
            .queue
            .client
            .publish(subject.clone(), bytes_of(payload))
            .await;
    }
}

/// Positions a second of one thread on a small board.
fn measure() -> f64 {
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
        let limits = narrows_ai::budget::Limits::default();
        let never = narrows_ai::budget::NEVER;
        nodes += solver
            .solve(&start, Question::default(), &limits, never)
            .nodes;
    }
    nodes as f64 / started.elapsed().as_secs_f64()
}
