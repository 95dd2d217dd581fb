//! The jobs of `solve`: the values of positions, and their certificates.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use narrows_ai::solver::AnySolver;
use narrows_core::AnyPosition;

use super::{Craft, Done, Means};
use crate::wire::{self, Outcome, Task, Work};
use crate::worker::mind::{self, Mind};

/// A solver with its table.
pub struct Solving {
    pie: bool,
    /// The position of the run.
    root: AnyPosition,
    fact_nodes: u64,
    table_bytes: usize,
    /// Made when it is first needed.
    mind: Option<Box<dyn Mind>>,
}

impl Solving {
    /// A solver for the position of a run.
    ///
    /// # Errors
    /// Why there is none.
    pub fn new(task: &Task, means: &Means) -> Result<Self, String> {
        let Task::Solve {
            game,
            pie,
            position,
            fact_nodes,
        } = task
        else {
            return Err("it is no run of this kind".to_owned());
        };
        let root = wire::position(game, *pie, position)?;
        if !AnySolver::accepts(&root) {
            let size = root.size();
            return Err(format!("a board of {size} is too large for the solver"));
        }
        Ok(Self {
            pie: *pie,
            root,
            fact_nodes: *fact_nodes,
            table_bytes: means.table_bytes,
            mind: None,
        })
    }

    fn mind(&mut self) -> &mut dyn Mind {
        let (root, bytes, fact_nodes) = (&self.root, self.table_bytes, self.fact_nodes);
        self.mind
            .get_or_insert_with(|| mind::for_position(root, bytes, fact_nodes))
            .as_mut()
    }

    fn solve(&mut self, position: &AnyPosition, nodes: Option<u64>, stop: &AtomicBool) -> Done {
        let stopped = || stop.load(Relaxed);
        let (value, found_nodes) = if nodes.is_some() {
            self.mind().solve(position, nodes, &stopped)
        } else {
            // An audit begins from nothing: what is checked must not come from what was believed.
            let mut fresh = mind::for_position(&self.root, self.table_bytes, self.fact_nodes);
            fresh.solve(position, nodes, &stopped)
        };
        if stopped() && !value.is_known() {
            return Done::Stopped;
        }
        Done::Outcome(Outcome::Solved {
            value: value.name().to_owned(),
            nodes: found_nodes,
        })
    }

    fn prove(&mut self, position: &AnyPosition, stop: &AtomicBool) -> Result<Done, String> {
        let certificate = self.mind().prove(position, &|| stop.load(Relaxed));
        match certificate {
            _ if stop.load(Relaxed) => Ok(Done::Stopped),
            Some(certificate) => Ok(Done::Certificate(certificate)),
            None => Err(format!("there is no certificate of {position}")),
        }
    }

    /// The position of a job, if it is one on the run's board that can be searched.
    fn position(&self, line: &str) -> Result<AnyPosition, String> {
        let position = wire::position(self.root.kind().slug(), self.pie, line)?;
        if position.size() != self.root.size() {
            return Err(format!(
                "{line:?} is on {}, its run on {}",
                position.size(),
                self.root.size()
            ));
        }
        if !AnySolver::accepts(&position) {
            return Err(format!("{line:?} is too large for the solver"));
        }
        Ok(position)
    }
}

impl Craft for Solving {
    fn work(&mut self, work: &Work, stop: &AtomicBool) -> Result<Done, String> {
        match work {
            Work::Solve { position, nodes } => {
                let position = self.position(position)?;
                Ok(self.solve(&position, *nodes, stop))
            }
            Work::Prove { position } => {
                let position = self.position(position)?;
                self.prove(&position, stop)
            }
            _ => Err("a job of another kind of run".to_owned()),
        }
    }

    fn learn(&mut self, facts: &[u8]) {
        self.mind().learn(facts);
    }

    fn take_facts(&mut self, most_bytes: usize) -> Vec<Vec<u8>> {
        let mind = self.mind.as_mut();
        mind.map_or_else(Vec::new, |mind| mind.take_facts(most_bytes))
    }
}
