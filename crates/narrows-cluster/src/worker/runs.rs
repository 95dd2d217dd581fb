//! The runs a worker works for: those in the bucket that it can do.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_nats::jetstream::kv::{Entry, Operation};
use futures_util::StreamExt as _;
use tokio::sync::Notify;

use super::Worker;
use super::tasks::{Means, craft};
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
                take(&worker, &entry);
            }
        }
        tokio::time::sleep(PAUSE).await;
    }
}

fn take(worker: &Worker, entry: &Entry) {
    let mut runs = worker.joined.locked();
    if entry.operation != Operation::Put {
        runs.remove(&entry.key);
        worker.joined.changed.notify_waiters();
        return;
    }
    let is_new = !runs.contains_key(&entry.key);
    match read_for(worker, entry) {
        Ok(run) => {
            if is_new {
                output::note(&format!("joined run {}: {}", run.id, run.task.title()));
            }
            runs.insert(entry.key.clone(), Arc::new(run));
            worker.joined.changed.notify_waiters();
        }
        Err(reason) => {
            runs.remove(&entry.key);
            output::note(&one_line(&format!(
                "not joined run {}: {reason}",
                entry.key
            )));
        }
    }
}

/// The run, if this worker can do its jobs.
fn read_for(worker: &Worker, entry: &Entry) -> Result<Run, String> {
    let run = read(&entry.key, &entry.value)?;
    check(&run, &worker.name, &worker.means)?;
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
fn check(run: &Run, name: &str, means: &Means) -> Result<(), String> {
    if run.banned.iter().any(|banned| banned == name) {
        return Err("answers of this worker were found to be wrong there".to_owned());
    }
    craft(&run.task, means).map(drop)
}
