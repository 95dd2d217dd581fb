//! Answers that are checked by doing the work again elsewhere.
//!
//! Where two workers contradict each other, the coordinator does the work itself: then it is known who is wrong. All
//! that came from that worker is dropped, and what others may have built on its facts.

use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasher as _;

use foldhash::fast::FixedState;

use super::Coordinator;
use super::plan::Plan;
use super::watch::Workers;
use crate::failure::{Failure, one_line};
use crate::output;
use crate::queue::JOBS;
use crate::wire::{Answer, Job, Outcome, Work};
use crate::worker::tasks::{Desk, Done, Means};

/// Memory for work that the coordinator checks itself.
const ARBITER_BYTES: usize = 256 << 20;

/// The audits of a run.
#[derive(Default)]
pub struct Audits {
    /// The part of all answers that is checked.
    part: f64,
    /// What is being checked, by the name of the audit's job.
    open: HashMap<String, (Job, Answer)>,
    told: bool,
}

impl Audits {
    pub fn new(part: f64) -> Self {
        Self {
            part,
            ..Self::default()
        }
    }

    /// Whether a job is an audit in progress.
    pub fn is_one(&self, id: &str) -> bool {
        self.open.contains_key(id)
    }

    /// Whether nothing is left to check, or nobody is left to do it.
    pub fn are_over(&mut self, workers: &Workers) -> bool {
        let can_be_done = |(_, answer): &(Job, Answer)| workers.may_have_other_than(&answer.worker);
        if self.open.values().any(can_be_done) {
            return false;
        }
        if !self.open.is_empty() && !self.told {
            self.told = true;
            output::note(&format!(
                "{} answers were not checked: there was no second worker",
                self.open.len()
            ));
        }
        true
    }

    /// Whether chance, which is the same in every run, wants an answer checked.
    fn wants(&self, id: &str) -> bool {
        let number = FixedState::default().hash_one(id);
        // 53 bits are what a number of this type holds exactly.
        ((number >> 11) as f64) < self.part * (1_u64 << 53) as f64
    }
}

impl Coordinator {
    /// Has an answer checked, if it is to be.
    pub(super) async fn begin_audit(
        &mut self,
        plan: &dyn Plan,
        job: Job,
        answer: Answer,
    ) -> Result<(), Failure> {
        let work = self
            .audits
            .wants(&job.id)
            .then(|| plan.audit(&job, &answer));
        let Some(work) = work.flatten() else {
            return Ok(());
        };
        let audit = Job {
            id: format!("audit-{}", job.id),
            epoch: job.epoch,
            work,
            not: Some(answer.worker.clone()),
        };
        self.put(&audit).await?;
        self.audits.open.insert(audit.id, (job, answer));
        Ok(())
    }

    /// Compares an audit with what it checks.
    pub(super) async fn settle(
        &mut self,
        plan: &mut dyn Plan,
        check: Answer,
    ) -> Result<(), Failure> {
        match self.audits.open.remove(&check.job) {
            Some((job, answer)) => self.compare(plan, job, answer, check).await,
            None => Ok(()),
        }
    }

    /// Compares the answer that was taken with another one to the same job.
    pub(super) async fn compare(
        &mut self,
        plan: &mut dyn Plan,
        job: Job,
        answer: Answer,
        check: Answer,
    ) -> Result<(), Failure> {
        let is_failed = matches!(check.outcome, Outcome::Failed { .. });
        if is_failed || plan.agree(&answer.outcome, &check.outcome) {
            return Ok(());
        }
        let Some(work) = plan.audit(&job, &answer) else {
            return Ok(());
        };
        output::note(&format!(
            "workers {} and {} contradict each other about job {}; doing it here",
            answer.worker, check.worker, job.id
        ));
        let Some(truth) = self.arbitrate(work).await else {
            return Ok(());
        };
        for wrong in [answer, check] {
            if !plan.agree(&wrong.outcome, &truth) {
                self.ban(plan, &wrong, &truth).await;
            }
        }
        Ok(())
    }

    /// Does some work here.
    async fn arbitrate(&self, work: Work) -> Option<Outcome> {
        let (run, interrupt) = (self.run.clone(), self.interrupt.clone());
        let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
        let stopped = std::sync::Arc::clone(&stop);
        let doing = tokio::task::spawn_blocking(move || {
            let means = Means {
                table_bytes: ARBITER_BYTES,
                engines: BTreeMap::new(),
            };
            Desk::default().work(&run, &work, &means, &stopped)
        });
        tokio::select! {
            done = doing => match done {
                Ok(Done::Outcome(outcome)) => Some(outcome),
                _ => None,
            },
            () = interrupt.raised() => {
                stop.store(true, std::sync::atomic::Ordering::Relaxed);
                None
            }
        }
    }

    /// Believes a worker no longer.
    async fn ban(&mut self, plan: &mut dyn Plan, wrong: &Answer, truth: &Outcome) {
        let text = |outcome: &Outcome| serde_json::to_string(outcome).unwrap_or_default();
        output::note(&one_line(&format!(
            "worker {} lied about job {}: it said {}, true is {}; what it said is dropped",
            wrong.worker,
            wrong.job,
            text(&wrong.outcome),
            text(truth)
        )));
        if !self.run.banned.contains(&wrong.worker) {
            self.run.banned.push(wrong.worker.clone());
        }
        self.run.epoch += 1;
        let id = self.run.id.clone();
        for key in plan.distrust(&wrong.worker, self.run.epoch) {
            let _left = self.bucket.purge(key).await;
        }
        self.announce().await;
        self.purge(JOBS, &format!("narrows.jobs.{id}.*")).await;
        self.drop_answers().await;
        self.outstanding.clear();
        self.again.clear();
        self.early.clear();
        self.audits.open.clear();
        self.finished.clear();
        self.failures.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The part that is asked for is checked, of names like those of jobs.
    #[test]
    fn so_many_answers_are_checked() {
        for part in [0.0, 0.02, 0.5, 1.0] {
            let audits = Audits::new(part);
            let names = (0..20_000).map(|number| format!("s0-{number:032x}"));
            let checked = names.filter(|name| audits.wants(name)).count();
            assert!((checked as f64 / 20_000.0 - part).abs() < 0.01, "{checked}");
        }
    }
}
