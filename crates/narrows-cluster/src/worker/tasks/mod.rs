//! What a job is to a worker: work without a network, on a thread of its own.
//!
//! Each kind of run has a [`Craft`] in a room of its own; [`craft`] is the one place where a worker chooses among them.

mod arena;
pub mod census;
mod solve;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;

use crate::wire::{Outcome, Run, Task, Work};

/// What came of some work.
pub enum Done {
    /// An answer as it is.
    Outcome(Outcome),
    /// A certificate, to be sent in pieces.
    Certificate(Vec<u8>),
    /// It was stopped.
    Stopped,
}

/// What a worker has for one job at a time.
#[derive(Clone, Debug)]
pub struct Means {
    /// Bytes for tables.
    pub table_bytes: usize,
    /// Command lines of outside engines, by the names that its owner gave them.
    pub engines: BTreeMap<String, String>,
}

/// How the jobs of one kind of run are done. What is worth keeping is kept from job to job.
pub trait Craft: Send {
    /// Tries what may not work on this machine, before its first job.
    ///
    /// # Errors
    /// What does not work, in a line.
    fn try_out(&self) -> Result<(), String> {
        Ok(())
    }

    /// Does some work.
    ///
    /// # Errors
    /// Why it cannot be done, in a line: the job failed.
    fn work(&mut self, work: &Work, stop: &AtomicBool) -> Result<Done, String>;

    /// Takes what others have proven.
    fn learn(&mut self, facts: &[u8]) {
        let _unused = facts;
    }

    /// What others should know.
    fn take_facts(&mut self, most_bytes: usize) -> Vec<Vec<u8>> {
        let _unused = most_bytes;
        Vec::new()
    }
}

/// The craft for a run, which is cheap to make; or why its jobs cannot be done here.
pub fn craft(task: &Task, means: &Means) -> Result<Box<dyn Craft>, String> {
    Ok(match task {
        Task::Solve { .. } => Box::new(solve::Solving::new(task, means)?),
        Task::Arena { plan, own_patience } => {
            Box::new(arena::Playing::new(plan, *own_patience, means)?)
        }
        Task::Census { size, stones, jobs } => {
            Box::new(census::Counting::new(size, *stones, *jobs)?)
        }
    })
}

/// The state of a slot for the run and epoch at hand.
#[derive(Default)]
pub struct Desk {
    craft: Option<Box<dyn Craft>>,
}

impl Desk {
    /// Takes what others have proven.
    pub fn learn(&mut self, run: &Run, means: &Means, facts: &[u8]) {
        if let Ok(craft) = self.craft(run, means) {
            craft.learn(facts);
        }
    }

    /// What others should know.
    pub fn take_facts(&mut self, most_bytes: usize) -> Vec<Vec<u8>> {
        let craft = self.craft.as_mut();
        craft.map_or_else(Vec::new, |craft| craft.take_facts(most_bytes))
    }

    /// Does some work. A panic is an answer like any other: the job failed.
    pub fn work(&mut self, run: &Run, work: &Work, means: &Means, stop: &AtomicBool) -> Done {
        let done = catch_unwind(AssertUnwindSafe(|| {
            self.craft(run, means)?.work(work, stop)
        }));
        match done {
            Ok(Ok(done)) => done,
            Ok(Err(text)) => Done::Outcome(Outcome::Failed { text }),
            Err(_) => {
                // Whatever was half done is gone with it.
                self.craft = None;
                let text = "it ended in a panic, which is a bug of the program".to_owned();
                Done::Outcome(Outcome::Failed { text })
            }
        }
    }

    fn craft(&mut self, run: &Run, means: &Means) -> Result<&mut Box<dyn Craft>, String> {
        let craft = match self.craft.take() {
            Some(craft) => craft,
            None => craft(&run.task, means)?,
        };
        Ok(self.craft.insert(craft))
    }
}
