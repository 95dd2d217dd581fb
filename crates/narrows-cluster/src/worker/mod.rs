//! `narrows-cluster worker`: takes jobs, does them, hands in the answers.

mod engines;
pub mod mind;
mod runs;
mod slot;
pub mod speed;
pub mod tasks;

use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use clap::Args;
use narrows_arena::limits::{self, Memory};

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
    /// Outside engines for matches, one a line: NAME = COMMAND; # begins a comment. No other program is run
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,
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
    /// Nodes a second of a thread while all of them are busy.
    pub speed: f64,
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
    let engines = match &args.engines {
        Some(path) => engines::read(path)?,
        None => BTreeMap::new(),
    };
    let queue = Queue::connect(&args.server, "narrows-cluster worker").await?;
    let threads = limits::threads_or_cores(args.threads);
    let memory = Memory::bytes(args.memory, DEFAULT_MIB);
    let inbox = queue.client.new_inbox();
    let name = inbox.rsplit('.').next().unwrap_or("worker").to_owned();
    let speed = speed::of_threads(threads).await;
    let joined = Joined::default();
    let worker = Arc::new(Worker {
        name,
        queue,
        joined,
        interrupt: interrupt.clone(),
        means: Means {
            table_bytes: memory / threads,
            engines,
        },
        speed,
        figures: Figures::default(),
    });
    output::note(&format!(
        "worker {}: {threads} threads, {speed:.0} nodes a second each; waiting for jobs",
        worker.name
    ));
    let watching = tokio::spawn(runs::watch(Arc::clone(&worker)));
    let beating = tokio::spawn(beat(Arc::clone(&worker), threads));
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
async fn beat(worker: Arc<Worker>, threads: usize) {
    let subject = format!("narrows.workers.{}", worker.name);
    let mut clock = tokio::time::interval(BEAT);
    loop {
        clock.tick().await;
        let figures = &worker.figures;
        let beat = Beat {
            worker: worker.name.clone(),
            version: VERSION.to_owned(),
            threads,
            speed: worker.speed,
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
