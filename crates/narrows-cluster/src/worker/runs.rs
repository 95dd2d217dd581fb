//! The runs a worker works for: those in the bucket that it can do.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_nats::jetstream::kv::{Entry, Operation};
use futures_util::StreamExt as _;
use narrows_ai::solver::AnySolver;
use tokio::sync::Notify;

use super::Worker;
use crate::failure::one_line;
use crate::output;
use crate::queue::RUNS;
use crate::wire::{self, PROTOCOL, Run, Task, VERSION};

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

    /// Waits until there is another one, or a while.
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
        return;
    }
    let is_new = !runs.contains_key(&entry.key);
    match read(&entry.key, &entry.value).and_then(|run| check(&run, &worker.name).map(|()| run)) {
        Ok(run) => {
            if is_new {
                output::note(&format!("joined run {}: {}", run.id, title(&run.task)));
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
fn check(run: &Run, name: &str) -> Result<(), String> {
    if run.banned.iter().any(|banned| banned == name) {
        return Err("answers of this worker were found to be wrong there".to_owned());
    }
    match &run.task {
        Task::Solve {
            game,
            pie,
            position,
            ..
        } => {
            let position = wire::position(game, *pie, position)?;
            if !AnySolver::accepts(&position) {
                let size = position.size();
                return Err(format!("a board of {size} is too large for the solver"));
            }
            Ok(())
        }
    }
}

/// What a run does, in words.
pub fn title(task: &Task) -> String {
    match task {
        Task::Solve { game, position, .. } => format!("solve {game} {position}"),
    }
}
