//! What all runs have in common: jobs go out, answers come in, what is known is kept.
//!
//! Everything that a run knows is in its bucket before the answer it came from is forgotten, so a coordinator that is
//! killed resumes where it stopped. Jobs have names: one that is in the queue already is not put there again, and an
//! answer that comes twice counts once.

mod audit;
pub mod plan;
mod receive;
mod setup;
mod watch;

use std::collections::{HashMap, HashSet, VecDeque};
use std::time::{Duration, Instant};

use async_nats::jetstream::kv;
use clap::Args;
use narrows_arena::limits;
use tokio::sync::mpsc;

use crate::args::ServerArgs;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::queue::{Published, Queue};
use crate::wire::{Answer, Job, Run};
use audit::Audits;
use plan::Plan;
use watch::Workers;

/// A job that fails so often is set aside.
const MOST_FAILURES: u32 = 3;
/// How often the coordinator looks after things.
const TICK: Duration = Duration::from_secs(1);

/// Arguments of all coordinators.
#[derive(Args, Debug)]
pub struct CoordinatorArgs {
    #[command(flatten)]
    pub server: ServerArgs,
    /// Seconds after which the job of a silent worker is given to another
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = limits::seconds)]
    pub ack_wait: Duration,
    /// The part of all answers that another worker checks, from 0 to 1
    #[arg(long, value_name = "PART", default_value = "0", value_parser = part)]
    pub audit: f64,
}

fn part(text: &str) -> Result<f64, String> {
    let part = text.parse().ok();
    part.filter(|part| (0.0..=1.0).contains(part))
        .ok_or_else(|| "use a number from 0 to 1, such as 0.02".into())
}

/// A run in progress.
pub struct Coordinator {
    queue: Queue,
    run: Run,
    title: String,
    bucket: kv::Store,
    interrupt: Interrupt,
    started: Instant,
    /// Jobs that were handed out and are not answered.
    outstanding: HashMap<String, Job>,
    /// Jobs to be put into the queue again once it has forgotten them.
    again: VecDeque<Job>,
    failures: HashMap<String, u32>,
    /// Answers to jobs that were not handed out yet: those of an earlier coordinator.
    early: HashMap<String, Answer>,
    set_aside: Vec<[String; 2]>,
    audits: Audits,
    workers: Workers,
    /// Jobs answered while this coordinator is at work.
    answered: u64,
    numbers: Vec<[f64; 3]>,
    /// Jobs handed out by the queue, and answered, at the last look at it; and looks since then.
    moved: (u64, u64),
    idle_looks: u32,
    /// Jobs that were answered; the answers of others that come late do not count.
    finished: HashSet<String>,
}

impl Coordinator {
    /// Hands out jobs and takes answers until there is nothing left to do.
    pub async fn drive(&mut self, plan: &mut dyn Plan) -> Result<(), Failure> {
        let (send, mut answers) = mpsc::channel(1024);
        let reading = tokio::spawn(receive::read(self.queue.clone(), self.run.id.clone(), send));
        let beating = self.workers.listen(&self.queue).await;
        let interrupt = self.interrupt.clone();
        let mut clock = tokio::time::interval(TICK);
        let ended = loop {
            self.hand_out(plan).await?;
            if self.is_over(plan) {
                break Ok(());
            }
            tokio::select! {
                message = answers.recv() => match message {
                    Some(message) => self.receive(plan, message).await?,
                    None => break Err(Failure::could_not("the answers ended")),
                },
                _ = clock.tick() => self.look_after(plan).await?,
                () = interrupt.raised() => break Err(Failure::Interrupted(
                    "interrupted; what is known is kept, and the same command resumes from there".into(),
                )),
            }
        };
        reading.abort();
        beating.abort();
        ended
    }

    fn is_over(&mut self, plan: &dyn Plan) -> bool {
        plan.is_done() && self.audits.are_over(&self.workers)
    }

    /// Keeps the queue a little fuller than the workers need: too full, and jobs are out of date when their turn comes.
    async fn hand_out(&mut self, plan: &mut dyn Plan) -> Result<(), Failure> {
        let threads = self.workers.threads();
        let wanted = threads + threads / 4 + 2;
        while self.outstanding.len() < wanted && !self.interrupt.is_raised() {
            let Some(job) = plan.next() else { break };
            if let Some(answer) = self.early.remove(&job.id) {
                self.outstanding.insert(job.id.clone(), job);
                self.take(plan, answer).await?;
                continue;
            }
            self.put(&job).await?;
            self.outstanding.insert(job.id.clone(), job);
        }
        Ok(())
    }

    /// Puts a job into the queue, unless it is there.
    async fn put(&self, job: &Job) -> Result<Published, Failure> {
        let subject = format!("narrows.jobs.{}.{}", self.run.id, job.id);
        let payload = serde_json::to_vec(job)
            .map_err(|error| Failure::could_not(format!("a job cannot be written: {error}")))?;
        let interrupt = self.interrupt.clone();
        tokio::select! {
            put = self.queue.publish(&subject, payload) => put,
            () = interrupt.raised() => Ok(Published::Already),
        }
    }

    /// The run as it is announced now.
    pub fn run(&self) -> &Run {
        &self.run
    }
}
