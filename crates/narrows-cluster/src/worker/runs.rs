//! The runs a worker works for: those in the bucket that it can do.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_nats::jetstream::kv::{Entry, Operation};
use futures_util::StreamExt as _;
use tokio::sync::Notify;

use super::Worker;
use super::tasks::craft;
use crate::failure::one_line;
use crate::output;
use crate::queue::RUNS;
use crate::wire::{self, PROTOCOL, Run, VERSION};

/// Between two looks for a bucket that is not there yet.
const PAUSE: Duration = Duration::from_millis(500);

/// The runs that were joined, by name.
#[derive(Default)]
pub struct Joined {
    runs: Mutex<BTreeMap<String, Arc<Run>>>,
    changed: Notify,
}

impl Joined {
    /// All of them.
    pub fn all(&self) -> Vec<Arc<Run>> {
        self.locked().values().cloned().collect()
    }

    /// Whether a run is among them.
    pub fn has(&self, id: &str) -> bool {
        self.locked().contains_key(id)
    }

    /// Waits until there is another one or one fewer, or a while.
    pub async fn changed(&self) {
        let _late = tokio::time::timeout(PAUSE, self.changed.notified()).await;
    }

    /// Joins a run, or takes note of what is new about it; whether it was not joined before.
    fn insert(&self, run: Run) -> bool {
        let is_new = (self.locked().insert(run.id.clone(), Arc::new(run))).is_none();
        self.changed.notify_waiters();
        is_new
    }

    fn remove(&self, id: &str) {
        self.locked().remove(id);
        self.changed.notify_waiters();
    }

    fn locked(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Run>>> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Keeps the list up to date.
pub async fn watch(worker: Arc<Worker>) {
    loop {
        if let Ok(Some(bucket)) = worker.queue.existing_bucket(RUNS).await
            && let Ok(mut entries) = bucket.watch_with_history(">").await
        {
            while let Some(Ok(entry)) = entries.next().await {
                take(&worker, entry).await;
            }
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn take(worker: &Arc<Worker>, entry: Entry) {
    let key = entry.key.clone();
    if entry.operation != Operation::Put {
        worker.joined.remove(&key);
        return;
    }
    // To try out an engine takes a while.
    let reading = {
        let worker = Arc::clone(worker);
        tokio::task::spawn_blocking(move || read_for(&worker, &entry))
    };
    let read = reading.await;
    let read = read.unwrap_or_else(|_| Err("to look at it ended in a panic".to_owned()));
    match read {
        Ok(run) => {
            let title = run.task.title();
            if worker.joined.insert(run) {
                output::note(&one_line(&format!("joined run {key}: {title}")));
            }
        }
        Err(reason) => {
            worker.joined.remove(&key);
            output::note(&one_line(&format!("not joined run {key}: {reason}")));
        }
    }
}

/// The run, if this worker can do its jobs.
fn read_for(worker: &Worker, entry: &Entry) -> Result<Run, String> {
    let run = read(&entry.key, &entry.value)?;
    check(&run, worker)?;
    Ok(run)
}

fn read(key: &str, value: &[u8]) -> Result<Run, String> {
    // What other versions write may not even look alike: first who it is by.
    #[derive(serde::Deserialize)]
    struct Head {
        protocol: u32,
        version: String,
    }
    let garbled = |error: serde_json::Error| format!("its description cannot be read: {error}");
    let head: Head = serde_json::from_slice(value).map_err(garbled)?;
    if head.protocol != PROTOCOL || head.version != VERSION {
        return Err(format!(
            "it is of version {} (protocol {}), this worker of {VERSION} (protocol {PROTOCOL})",
            head.version, head.protocol
        ));
    }
    let run: Run = serde_json::from_slice(value).map_err(garbled)?;
    if run.id != key || !wire::is_token(key) {
        return Err("its description is of another run".to_owned());
    }
    if !(0.1..=3600.0).contains(&run.ack_wait) {
        return Err(format!("{} seconds to wait for an ack", run.ack_wait));
    }
    Ok(run)
}

/// Whether this worker can do the jobs of a run.
fn check(run: &Run, worker: &Worker) -> Result<(), String> {
    if run.banned.contains(&worker.name) {
        return Err("answers of this worker were found to be wrong there".to_owned());
    }
    if let Some(least) = run.least_speed
        && worker.speed < least
    {
        return Err(format!(
            "time has an influence on its games: it wants {least:.0} nodes a second, and a thread here makes {:.0}",
            worker.speed
        ));
    }
    craft(&run.task, &worker.means)?.try_out()
}
