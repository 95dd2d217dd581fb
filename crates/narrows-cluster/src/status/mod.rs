//! `narrows-cluster status`: who is at work, how the runs stand, and what is left.
//!
//! Workers and coordinators tell it every second whether anybody listens or not, so watching costs them nothing.

mod metrics;
mod serve;
mod table;

use std::collections::BTreeMap;
use std::io::IsTerminal as _;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_nats::jetstream::kv::Operation;
use clap::Args;
use futures_util::StreamExt as _;
use serde::Serialize;

use crate::args::ServerArgs;
use crate::failure::Failure;
use crate::heard::Heard;
use crate::interrupt::Interrupt;
use crate::output;
use crate::queue::{BEATS, Queue, RUNS, STATUSES};
use crate::wire::{Beat, Run, Status};

/// Everybody tells how he is once in this time.
const ROUND: Duration = Duration::from_millis(1500);
/// Between two tables, and between two looks for a bucket that is not there.
const TICK: Duration = Duration::from_secs(1);

/// Arguments of `narrows-cluster status`.
#[derive(Args, Debug)]
pub struct StatusArgs {
    #[command(flatten)]
    server: ServerArgs,
    /// Print how things stand as one JSON object, and end
    #[arg(long, conflicts_with = "metrics")]
    json: bool,
    /// Serve metrics for Prometheus at http://ADDR/metrics until interrupted, such as 127.0.0.1:9464
    #[arg(long, value_name = "ADDR", value_parser = address)]
    metrics: Option<SocketAddr>,
}

fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse()
        .map_err(|_| "use an address and a port, such as 127.0.0.1:9464".into())
}

/// How things stand: the JSON of `narrows-cluster status`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Snapshot {
    /// The workers that are there.
    pub workers: Vec<Beat>,
    /// The runs whose coordinators are there.
    pub runs: Vec<Status>,
    /// Other runs: workers go on with what is in the queue.
    pub without_coordinator: Vec<Unattended>,
}

/// A run without a coordinator.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Unattended {
    /// Its name.
    pub run: String,
    /// What it does, if this version can read it.
    pub title: Option<String>,
}

/// What is heard, and what runs there are.
#[derive(Clone, Default)]
struct Watch {
    workers: Heard<Beat>,
    statuses: Heard<Status>,
    announced: Arc<Mutex<BTreeMap<String, Option<String>>>>,
}

/// Runs the command.
pub async fn run(args: &StatusArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    let listener = match args.metrics {
        Some(address) => Some(serve::bind(address).await?),
        None => None,
    };
    let queue = Queue::connect(&args.server, "narrows-cluster status").await?;
    let watch = Watch::default();
    let _beats = watch.workers.listen(&queue, BEATS).await;
    let _statuses = watch.statuses.listen(&queue, STATUSES).await;
    let _runs = tokio::spawn(watch.clone().follow_runs(queue));
    tokio::select! {
        () = tokio::time::sleep(ROUND) => {}
        () = interrupt.raised() => return Err(Failure::interrupted()),
    }
    if let Some(listener) = listener {
        let address = listener.local_addr().map(|address| address.to_string());
        output::note(&format!(
            "metrics are at http://{}/metrics",
            address.unwrap_or_default()
        ));
        let watched = watch.clone();
        let page = move || metrics::text(&watched.snapshot());
        tokio::spawn(serve::answer_all(listener, page));
    } else if args.json {
        return output::json(&watch.snapshot());
    } else if !is_live() {
        return output::line(&table::text(&watch.snapshot()));
    }
    let mut clock = tokio::time::interval(TICK);
    loop {
        tokio::select! {
            _ = clock.tick() => if is_live() {
                output::text(&redrawn(&table::text(&watch.snapshot())))?;
            },
            () = interrupt.raised() => return Err(Failure::interrupted()),
        }
    }
}

/// Whether a table can be drawn over the last one.
fn is_live() -> bool {
    std::io::stdout().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// A text from the upper left corner of the screen on, with nothing of the last one left (ECMA-48: CUP, EL, ED).
fn redrawn(text: &str) -> String {
    format!("\x1b[H{}\x1b[K\n\x1b[J", text.replace('\n', "\x1b[K\n"))
}

impl Watch {
    fn snapshot(&self) -> Snapshot {
        let runs = self.statuses.there();
        let announced = self.announced.lock();
        let announced = announced.unwrap_or_else(PoisonError::into_inner);
        let unattended = announced
            .iter()
            .filter(|(id, _)| !runs.iter().any(|status| status.run == **id))
            .map(|(run, title)| Unattended {
                run: run.clone(),
                title: title.clone(),
            })
            .collect();
        Snapshot {
            workers: self.workers.there(),
            runs,
            without_coordinator: unattended,
        }
    }

    /// Keeps the list of runs up to date.
    async fn follow_runs(self, queue: Queue) {
        loop {
            if let Ok(Some(bucket)) = queue.existing_bucket(RUNS).await
                && let Ok(mut entries) = bucket.watch_with_history(">").await
            {
                while let Some(Ok(entry)) = entries.next().await {
                    let announced = self.announced.lock();
                    let mut announced = announced.unwrap_or_else(PoisonError::into_inner);
                    if entry.operation == Operation::Put {
                        let run = serde_json::from_slice::<Run>(&entry.value).ok();
                        announced.insert(entry.key, run.map(|run| run.task.title()));
                    } else {
                        announced.remove(&entry.key);
                    }
                }
            }
            tokio::time::sleep(TICK).await;
        }
    }
}
