//! What a job is to a worker: work without a network, on a thread of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use narrows_ai::solver::AnySolver;
use narrows_ai::value::Value;
use narrows_core::AnyPosition;

use super::mind::{self, Mind};
use crate::wire::{self, Outcome, Run, Task, Work};

/// What came of some work.
pub enum Done {
    /// An answer as it is.
    Outcome(Outcome),
    /// A certificate, to be sent in pieces.
    Certificate(Vec<u8>),
    /// It was stopped.
    Stopped,
}

/// The state of a slot: a solver with its table, for the run and epoch at hand.
#[derive(Default)]
pub struct Desk {
    mind: Option<Box<dyn Mind>>,
}

impl Desk {
    /// Takes what others have proven.
    pub fn learn(&mut self, facts: &[u8]) {
        if let Some(mind) = &mut self.mind {
            mind.learn(facts);
        }
    }

    /// What others should know.
    pub fn take_facts(&mut self, most_bytes: usize) -> Vec<Vec<u8>> {
        let mind = self.mind.as_mut();
        mind.map_or_else(Vec::new, |mind| mind.take_facts(most_bytes))
    }

    /// A solver for the run's position, unless it is there.
    pub fn prepare(&mut self, run: &Run, memory_bytes: usize) {
        if let Task::Solve {
            game,
            pie,
            position,
            fact_nodes,
        } = &run.task
            && self.mind.is_none()
            && let Ok(position) = wire::position(game, *pie, position)
        {
            self.mind = Some(mind::for_position(&position, memory_bytes, *fact_nodes));
        }
    }

    /// Does some work. A panic is an answer like any other: the job failed.
    pub fn work(&mut self, run: &Run, work: &Work, memory_bytes: usize, stop: &AtomicBool) -> Done {
        let done = catch_unwind(AssertUnwindSafe(|| {
            self.work_on(run, work, memory_bytes, stop)
        }));
        match done {
            Ok(Ok(done)) => done,
            Ok(Err(text)) => Done::Outcome(Outcome::Failed { text }),
            Err(_) => {
                // Whatever the solver had half done is gone with it.
                self.mind = None;
                let text = "it ended in a panic, which is a bug of the program".to_owned();
                Done::Outcome(Outcome::Failed { text })
            }
        }
    }

    fn work_on(
        &mut self,
        run: &Run,
        work: &Work,
        memory_bytes: usize,
        stop: &AtomicBool,
    ) -> Result<Done, String> {
        match work {
            Work::Solve { position, nodes } => {
                let position = job_position(run, position)?;
                Ok(self.solve(run, &position, *nodes, memory_bytes, stop))
            }
            Work::Prove { position } => {
                let position = job_position(run, position)?;
                self.prepare(run, memory_bytes);
                let mind = self.mind.as_mut().ok_or("there is no solver for it")?;
                let certificate = mind.prove(&position, &|| stop.load(Relaxed));
                match certificate {
                    _ if stop.load(Relaxed) => Ok(Done::Stopped),
                    Some(certificate) => Ok(Done::Certificate(certificate)),
                    None => Err(format!("there is no certificate of {position}")),
                }
            }
        }
    }

    fn solve(
        &mut self,
        run: &Run,
        position: &AnyPosition,
        nodes: Option<u64>,
        memory_bytes: usize,
        stop: &AtomicBool,
    ) -> Done {
        // An audit begins from nothing: what is checked must not come from what was believed.
        let mut fresh = Desk::default();
        let desk = if nodes.is_some() { self } else { &mut fresh };
        desk.prepare(run, memory_bytes);
        let stopped = || stop.load(Relaxed);
        let mind = desk.mind.as_mut();
        let (value, nodes) = mind.map_or((Value::Unknown, 0), |mind| {
            mind.solve(position, nodes, &stopped)
        });
        if stopped() && !value.is_known() {
            return Done::Stopped;
        }
        Done::Outcome(Outcome::Solved {
            value: value.name().to_owned(),
            nodes,
        })
    }
}

/// The position of a job, if it is one on the run's board that can be searched.
fn job_position(run: &Run, line: &str) -> Result<AnyPosition, String> {
    let Task::Solve {
        game,
        pie,
        position,
        ..
    } = &run.task;
    let root = wire::position(game, *pie, position)?;
    let position = wire::position(game, *pie, line)?;
    if position.size() != root.size() {
        return Err(format!(
            "{line:?} is on {}, its run on {}",
            position.size(),
            root.size()
        ));
    }
    if !AnySolver::accepts(&position) {
        return Err(format!("{line:?} is too large for the solver"));
    }
    Ok(position)
}
