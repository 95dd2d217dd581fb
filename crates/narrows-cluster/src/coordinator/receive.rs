//! Answers: read, checked against the job, kept.

use std::time::Duration;

use async_nats::jetstream;
use bytes::Bytes;
use futures_util::StreamExt as _;
use tokio::sync::mpsc::Sender;

use super::plan::{Entry, Plan};
use super::{Coordinator, MOST_FAILURES};
use crate::failure::{Failure, one_line};
use crate::output;
use crate::queue::{PARTS, Published, Queue, RESULTS, bytes_of};
use crate::wire::{Answer, Job, Outcome, is_token};

/// A certificate is not longer: 64 GiB in pieces.
const MOST_PIECES: u32 = 1 << 18;
/// After so long without an answer they are asked for anew.
const SILENCE: Duration = Duration::from_secs(3);
/// After so many answers those that are kept are removed from the stream.
const PURGED: u64 = 1000;

/// An answer as it came.
pub struct Message {
    /// Who sent it, by its subject.
    worker: String,
    payload: Bytes,
    sequence: u64,
}

/// Reads the answers of a run from the first on, and those that come later.
pub async fn read(queue: Queue, run: String, send: Sender<Message>) {
    let subject = format!("narrows.results.{run}.*");
    let mut last = 0;
    loop {
        let mut messages = queue.read_from(RESULTS, &subject, last + 1).await;
        while let Ok(Some(Ok(message))) = tokio::time::timeout(SILENCE, messages.next()).await {
            let sequence = message.info().map_or(0, |info| info.stream_sequence);
            if sequence <= last {
                continue;
            }
            last = sequence;
            let message = Message {
                worker: worker_of(&message),
                payload: message.payload.clone(),
                sequence,
            };
            if send.send(message).await.is_err() {
                return;
            }
        }
    }
}

fn worker_of(message: &jetstream::Message) -> String {
    let last = message.subject.rsplit('.').next();
    last.unwrap_or_default().to_owned()
}

impl Coordinator {
    /// Takes a message for what it is.
    pub(super) async fn receive(
        &mut self,
        plan: &mut dyn Plan,
        message: Message,
    ) -> Result<(), Failure> {
        let read: Result<Answer, _> = serde_json::from_slice(&message.payload);
        let answer = match read {
            Ok(answer) if answer.worker == message.worker && is_token(&answer.job) => answer,
            Ok(_) => {
                self.refuse(&message.worker, "its answer names somebody else");
                return Ok(());
            }
            Err(error) => {
                self.refuse(&message.worker, &format!("it cannot be read: {error}"));
                return Ok(());
            }
        };
        self.answered += 1;
        if self.answered.is_multiple_of(PURGED) {
            self.forget(message.sequence).await;
        }
        if self.run.banned.contains(&answer.worker) {
            // It should not take jobs any more; what it took is still to be done.
            if let Some(job) = self.outstanding.get(&answer.job).cloned() {
                self.put_again(job).await?;
            }
            return Ok(());
        }
        if let Some((job, taken)) = plan.taken(&answer.job) {
            return self.compare(plan, job, taken, answer).await;
        }
        if self.finished.contains(&answer.job) {
            return Ok(());
        }
        if self.audits.is_one(&answer.job) {
            return self.settle(plan, answer).await;
        }
        if self.outstanding.contains_key(&answer.job) {
            self.take(plan, answer).await
        } else {
            // Of an earlier coordinator, or a job that is out of date.
            self.early.insert(answer.job.clone(), answer);
            Ok(())
        }
    }

    /// Takes the answer to a job that was handed out.
    pub(super) async fn take(
        &mut self,
        plan: &mut dyn Plan,
        answer: Answer,
    ) -> Result<(), Failure> {
        let Some(job) = self.outstanding.get(&answer.job).cloned() else {
            return Ok(());
        };
        if let Outcome::Failed { text } = &answer.outcome {
            return self.fail(plan, job, &answer.worker, text).await;
        }
        let certificate = match &answer.outcome {
            Outcome::Proved {
                attempt, pieces, ..
            } => match self.pieces(&job, attempt, *pieces).await {
                Some(certificate) => Some(certificate),
                None => {
                    return self
                        .fail(plan, job, &answer.worker, "its certificate is not there")
                        .await;
                }
            },
            _ => None,
        };
        match plan.take(&job, &answer, certificate) {
            Ok(entries) => {
                self.keep(entries).await;
                self.outstanding.remove(&job.id);
                self.again.retain(|again| again.id != job.id);
                self.finished.insert(job.id.clone());
                self.begin_audit(plan, job, answer).await
            }
            Err(text) => self.fail(plan, job, &answer.worker, &text).await,
        }
    }

    /// A job that failed is tried again, up to a point.
    async fn fail(
        &mut self,
        plan: &mut dyn Plan,
        job: Job,
        worker: &str,
        text: &str,
    ) -> Result<(), Failure> {
        let failures = self.failures.entry(job.id.clone()).or_default();
        *failures += 1;
        let number = *failures;
        let line = format!(
            "job {} failed at worker {worker} ({number}): {text}",
            job.id
        );
        output::note(&one_line(&line));
        if number < MOST_FAILURES {
            return self.put_again(job).await;
        }
        output::note(&one_line(&format!(
            "job {} is set aside after {number} failures: {text}",
            job.id
        )));
        self.outstanding.remove(&job.id);
        self.finished.insert(job.id.clone());
        self.set_aside.push([job.id.clone(), one_line(text)]);
        let entries = plan.set_aside(&job);
        self.keep(entries).await;
        Ok(())
    }

    /// Puts a job back that was answered in vain: at once, or when the queue has forgotten it.
    async fn put_again(&mut self, job: Job) -> Result<(), Failure> {
        let is_waiting = self.again.iter().any(|again| again.id == job.id);
        if !is_waiting && self.put(&job).await? == Published::Already {
            self.again.push_back(job);
        }
        Ok(())
    }

    /// Keeps what is known, however long the server is away.
    pub(super) async fn keep(&self, entries: Vec<Entry>) {
        for (key, value) in entries {
            let interrupt = self.interrupt.clone();
            let kept = self
                .queue
                .insist(|| self.bucket.put(key.clone(), bytes_of(value.clone())));
            tokio::select! {
                _ = kept => {}
                () = interrupt.raised() => return,
            }
        }
    }

    /// The pieces of a certificate, put together; `None` if one is missing.
    async fn pieces(&self, job: &Job, attempt: &str, pieces: u32) -> Option<Vec<u8>> {
        if !is_token(attempt) || pieces > MOST_PIECES {
            return None;
        }
        let stream = self
            .queue
            .insist(|| self.queue.js.get_stream_no_info(PARTS))
            .await;
        let mut certificate = Vec::new();
        for piece in 0..pieces {
            let run = &self.run.id;
            let subject = format!("narrows.parts.{run}.{}.{attempt}.{piece}", job.id);
            let mut tries = 0;
            let message = loop {
                match stream.direct_get_last_for_subject(subject.clone()).await {
                    Ok(message) => break message,
                    Err(_) if tries < 20 => tries += 1,
                    Err(_) => return None,
                }
                tokio::time::sleep(Duration::from_millis(100)).await;
            };
            certificate.extend_from_slice(&message.payload);
        }
        Some(certificate)
    }

    /// Removes answers that are kept in the bucket.
    async fn forget(&self, sequence: u64) {
        if self.outstanding.values().any(|job| job.is_proof()) {
            return;
        }
        if let Ok(stream) = self.queue.js.get_stream_no_info(RESULTS).await {
            let subject = format!("narrows.results.{}.*", self.run.id);
            let _left = stream.purge().filter(subject).sequence(sequence).await;
        }
    }

    fn refuse(&self, worker: &str, text: &str) {
        output::note(&one_line(&format!(
            "refused an answer of worker {worker}: {text}"
        )));
    }
}
