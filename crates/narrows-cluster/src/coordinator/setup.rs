//! How a run begins, or goes on, and how it ends.

use std::collections::{HashMap, HashSet, VecDeque};
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use futures_util::StreamExt as _;

use super::audit::Audits;
use super::plan::Entry;
use super::watch::Workers;
use super::{Coordinator, CoordinatorArgs};
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output;
use crate::queue::{FACTS, JOBS, PARTS, Queue, RESULTS, RUNS, bytes_of, causes};
use crate::wire::{PROTOCOL, Run, Task, VERSION, name_of};

/// The name of the run of a task: the same command gives the same name, and so resumes.
pub fn run_id(task: &Task) -> String {
    let text = serde_json::to_string(task).unwrap_or_default();
    name_of(&format!("{PROTOCOL} {VERSION} {text}"))
}

/// Between two entries of a bucket that is read.
const SILENCE: Duration = Duration::from_secs(10);

impl Coordinator {
    /// Begins a run, or resumes it: gives what is known of it already.
    pub async fn open(
        args: &CoordinatorArgs,
        task: Task,
        least_speed: Option<f64>,
        interrupt: &Interrupt,
    ) -> Result<(Self, Vec<Entry>), Failure> {
        let queue = Queue::connect(&args.server, "narrows-cluster coordinator").await?;
        queue.retry(|| queue.prepare()).await?;
        let id = run_id(&task);
        let title = task.title();
        let runs = queue.retry(|| queue.bucket(RUNS)).await?;
        let announced = queue.retry(|| runs.get(id.clone())).await.ok().flatten();
        let resumed = announced.and_then(|text| serde_json::from_slice::<Run>(&text).ok());
        let (epoch, banned) = resumed
            .as_ref()
            .map_or((0, Vec::new()), |run| (run.epoch, run.banned.clone()));
        let run = Run {
            protocol: PROTOCOL,
            version: VERSION.to_owned(),
            id: id.clone(),
            task,
            epoch,
            banned,
            ack_wait: args.ack_wait.as_secs_f64().clamp(0.1, 3600.0),
            least_speed,
        };
        check_length(&run, &queue)?;
        let name = bucket_of(&id);
        let bucket = queue.retry(|| queue.bucket(&name)).await?;
        let known = queue.retry(|| read_bucket(&bucket)).await?;
        if resumed.is_some() {
            output::note(&format!("run {id} resumes with {} answers", known.len()));
        }
        let coordinator = Self {
            audits: Audits::new(args.audit),
            title,
            bucket,
            interrupt: interrupt.clone(),
            started: Instant::now(),
            outstanding: HashMap::new(),
            again: VecDeque::new(),
            failures: HashMap::new(),
            early: HashMap::new(),
            set_aside: Vec::new(),
            workers: Workers::default(),
            answered: 0,
            numbers: Vec::new(),
            moved: (0, 0),
            idle_looks: 0,
            finished: HashSet::new(),
            queue,
            run,
        };
        coordinator
            .queue
            .retry(|| coordinator.make_consumer())
            .await?;
        coordinator.announce().await;
        Ok((coordinator, known))
    }

    /// The consumer that workers take the run's jobs from.
    async fn make_consumer(&self) -> Result<(), Failure> {
        let id = &self.run.id;
        let config = pull::Config {
            durable_name: Some(id.clone()),
            filter_subject: format!("narrows.jobs.{id}.*"),
            ack_policy: AckPolicy::Explicit,
            ack_wait: Duration::from_secs_f64(self.run.ack_wait),
            max_ack_pending: 100_000,
            max_waiting: 100_000,
            ..pull::Config::default()
        };
        let refused = |error: &dyn std::error::Error| {
            Failure::could_not(format!("cannot make the run's consumer: {}", causes(error)))
        };
        let stream = self.queue.js.get_stream_no_info(JOBS).await;
        let stream = stream.map_err(|error| refused(&error))?;
        let made: Result<PullConsumer, _> = stream.create_consumer(config).await;
        made.map(drop).map_err(|error| refused(&error))
    }

    /// A new consumer in the place of the one there is: it hands out every job that is in the queue.
    pub(super) async fn remake_consumer(&self) -> Result<(), Failure> {
        let js = &self.queue.js;
        let _gone = js.delete_consumer_from_stream(&self.run.id, JOBS).await;
        self.queue.retry(|| self.make_consumer()).await
    }

    /// Tells workers of the run, or of a new epoch.
    pub(super) async fn announce(&self) {
        let text = serde_json::to_vec(&self.run).unwrap_or_default();
        let runs = self.queue.insist(|| self.queue.bucket(RUNS)).await;
        let id = self.run.id.clone();
        self.queue
            .insist(|| runs.put(id.clone(), bytes_of(text.clone())))
            .await;
    }

    /// Removes the answers from the queue: what set a job aside must not do so again when the run resumes.
    pub async fn drop_answers(&self) {
        let id = &self.run.id;
        self.purge(RESULTS, &format!("narrows.results.{id}.*"))
            .await;
    }

    /// Takes the run off the server, with all that was kept of it.
    pub async fn close(self) {
        let id = &self.run.id;
        // What cannot be removed now is in nobody's way.
        if let Ok(runs) = self.queue.bucket(RUNS).await {
            let _left = runs.purge(id).await;
        }
        let js = &self.queue.js;
        let _left = js.delete_consumer_from_stream(id, JOBS).await;
        self.purge(JOBS, &format!("narrows.jobs.{id}.*")).await;
        self.drop_answers().await;
        self.purge(FACTS, &format!("narrows.facts.{id}.*.*")).await;
        self.purge(PARTS, &format!("narrows.parts.{id}.*.*.*"))
            .await;
        let _left = js.delete_key_value(bucket_of(id)).await;
    }

    /// Removes the messages under a subject.
    pub(super) async fn purge(&self, stream: &str, subject: &str) {
        if let Ok(stream) = self.queue.js.get_stream_no_info(stream).await {
            let _left = stream.purge().filter(subject).await;
        }
    }
}

/// A run whose description is too long would be announced for ever.
fn check_length(run: &Run, queue: &Queue) -> Result<(), Failure> {
    let bytes = serde_json::to_vec(run).unwrap_or_default().len();
    let most = queue.client.server_info().max_payload;
    if bytes > most {
        return Err(Failure::could_not(format!(
            "the run takes {bytes} bytes to describe, and the server takes messages of {most}; raise its max_payload"
        )));
    }
    Ok(())
}

fn bucket_of(id: &str) -> String {
    format!("narrows_run_{id}")
}

/// All of a bucket.
async fn read_bucket(bucket: &async_nats::jetstream::kv::Store) -> Result<Vec<Entry>, Failure> {
    let failed = |error: &dyn std::error::Error| {
        Failure::could_not(format!("cannot read what the run knows: {}", causes(error)))
    };
    let status = bucket.status().await.map_err(|error| failed(&error))?;
    let mut entries = Vec::new();
    if status.values() == 0 {
        return Ok(entries);
    }
    let mut current = bucket
        .watch_with_history(">")
        .await
        .map_err(|error| failed(&error))?;
    loop {
        // Who is silent so long has lost the reader with the server.
        let next = tokio::time::timeout(SILENCE, current.next()).await;
        let Some(entry) = next.map_err(|error| failed(&error))? else {
            break;
        };
        let entry = entry.map_err(|error| failed(&error))?;
        let is_last = entry.delta == 0;
        if entry.operation == async_nats::jetstream::kv::Operation::Put {
            entries.push((entry.key, entry.value.to_vec()));
        }
        if is_last {
            break;
        }
    }
    Ok(entries)
}
