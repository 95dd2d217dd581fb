//! Who is there, how the run stands, and whether the queue still has what it should.

use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::PullConsumer;
use narrows_arena::limits::grouped;
use tokio::task::JoinHandle;

use super::Coordinator;
use super::plan::Plan;
use crate::failure::Failure;
use crate::heard::{Heard, SILENCE};
use crate::output;
use crate::queue::{BEATS, JOBS, Published, Queue, bytes_of};
use crate::wire::{Beat, Status, VERSION};

/// So many looks at a queue that stands still, with jobs outstanding and somebody to do them: what was in it is lost.
const MOST_IDLE_LOOKS: u32 = 5;
/// Samples of the proof numbers that are kept.
const MOST_NUMBERS: usize = 200;
/// How long the server may take to say how the queue stands.
const QUICK: Duration = Duration::from_secs(2);

/// The workers that were heard of.
#[derive(Clone)]
pub struct Workers {
    heard: Heard<Beat>,
    since: Instant,
}

impl Default for Workers {
    fn default() -> Self {
        Self {
            heard: Heard::default(),
            since: Instant::now(),
        }
    }
}

impl Workers {
    /// Listens to them in the background.
    pub async fn listen(&self, queue: &Queue) -> JoinHandle<()> {
        self.heard.listen(queue, BEATS).await
    }

    /// Those of this version: others do not join.
    fn there(&self) -> Vec<Beat> {
        let mut there = self.heard.there();
        there.retain(|beat| beat.version == VERSION);
        there
    }

    /// The jobs they can do at a time.
    pub fn threads(&self) -> usize {
        let threads = self.there().into_iter().map(|beat| beat.threads.min(1024));
        threads.sum()
    }

    /// The jobs they are at.
    fn busy(&self) -> usize {
        self.there().iter().map(|beat| beat.busy).sum()
    }

    /// Whether there is anybody else, or may be: whoever is there has told it after some seconds.
    pub fn may_have_other_than(&self, worker: &str) -> bool {
        self.since.elapsed() < SILENCE || (self.there().iter()).any(|beat| beat.worker != worker)
    }
}

impl Coordinator {
    /// What is done every second.
    pub(super) async fn look_after(&mut self, plan: &dyn Plan) -> Result<(), Failure> {
        for _ in 0..self.again.len() {
            if let Some(job) = self.again.pop_front()
                && self.put(&job).await? == Published::Already
            {
                self.again.push_back(job);
            }
        }
        let id = self.run.id.clone();
        let look = async {
            let consumer: PullConsumer = self
                .queue
                .js
                .get_consumer_from_stream(id, JOBS)
                .await
                .ok()?;
            let info = consumer.cached_info();
            let handed_out = info.delivered.consumer_sequence;
            Some((info.num_pending, info.num_ack_pending as u64, handed_out))
        };
        let Ok(Some((waiting, running, handed_out))) = tokio::time::timeout(QUICK, look).await
        else {
            return Ok(());
        };
        self.look_for_lost(waiting + running, handed_out).await?;
        self.tell(plan, waiting, running).await;
        Ok(())
    }

    /// Sets the queue going again where jobs are outstanding that no worker is at, and nothing moves though somebody has
    /// time for them.
    ///
    /// A server that was killed forgets what it had not written: a job, or that one was answered. Then its consumer waits
    /// for acks of jobs that are gone, and hands nothing out (seen with nats-server 2.9). A new one begins with the jobs
    /// that there are. A job that a silent worker may be at is left to it for as long as it was promised.
    async fn look_for_lost(&mut self, known: u64, handed_out: u64) -> Result<(), Failure> {
        let (busy, moved) = (self.workers.busy(), (handed_out, self.answered));
        let has_time = busy < self.workers.threads() && busy < self.outstanding.len();
        if !has_time || self.moved != moved {
            self.moved = moved;
            self.idle_looks = 0;
            return Ok(());
        }
        self.idle_looks += 1;
        let promised = if known == 0 {
            0
        } else {
            self.run.ack_wait as u32
        };
        if self.idle_looks < MOST_IDLE_LOOKS + promised {
            return Ok(());
        }
        self.idle_looks = 0;
        self.remake_consumer().await?;
        let lost: Vec<_> = self.outstanding.values().cloned().collect();
        for job in lost {
            self.put(&job).await?;
        }
        Ok(())
    }

    async fn tell(&mut self, plan: &dyn Plan, waiting: u64, running: u64) {
        let standing = plan.standing();
        let seconds = self.started.elapsed().as_secs_f64();
        if let Some((proof, disproof)) = standing.numbers {
            // JSON has no infinity; a proven root has none either.
            self.numbers
                .push([seconds, proof.min(1e300), disproof.min(1e300)]);
            if self.numbers.len() > MOST_NUMBERS {
                // Half as many, over the same time.
                let mut keep = false;
                self.numbers.retain(|_| {
                    keep = !keep;
                    keep
                });
            }
        }
        let there = self.workers.there();
        let rate = self.answered as f64 / seconds.max(1e-3);
        let left = standing
            .total
            .map(|total| total.saturating_sub(standing.done));
        let status = Status {
            run: self.run.id.clone(),
            title: self.title.clone(),
            seconds,
            workers: there.len(),
            threads: there.iter().map(|beat| beat.threads).sum(),
            waiting,
            running,
            done: standing.done,
            total: standing.total,
            rate,
            left_seconds: left.map(|left| left as f64 / rate.max(1e-9)),
            set_aside: self.set_aside.clone(),
            banned: self.run.banned.clone(),
            tree: standing.tree,
            llr: standing.llr,
            numbers: self.numbers.clone(),
        };
        let subject = format!("narrows.status.{}", self.run.id);
        let payload = bytes_of(serde_json::to_vec(&status).unwrap_or_default());
        let _unheard = self.queue.client.publish(subject, payload).await;
        if std::io::stderr().is_terminal() && (seconds as u64).is_multiple_of(10) {
            output::note(&line(&status));
        }
    }
}

/// How a run stands, in a line.
pub fn line(status: &Status) -> String {
    let mut line = format!(
        "{:.0} s  {} workers, {} threads  {} jobs done, {:.1}/s, {} at work, {} waiting",
        status.seconds,
        status.workers,
        status.threads,
        grouped(status.done),
        status.rate,
        status.running,
        status.waiting
    );
    if let Some([_, proof, disproof]) = status.numbers.last() {
        line += &format!("  proof {proof:.2e}, disproof {disproof:.2e} nodes");
    }
    if let Some(llr) = status.llr {
        line += &format!("  LLR {llr:+.2}");
    }
    line
}
