//! What a coordinator does not know about its run: which jobs there are, and what answers mean.
//!
//! A plan reads no clock and no network, so that the same one is driven by the queue and by a simulation.

use crate::wire::{Answer, Job, Outcome, Work};

/// Something to be kept in the run's bucket: key and value.
pub type Entry = (String, Vec<u8>);

/// What a coordinator hands out, and what it makes of the answers.
pub trait Plan: Send {
    /// The next job; none if there is nothing to do but to wait.
    fn next(&mut self) -> Option<Job>;

    /// Takes an answer, with the certificate that came with it; an answer that was taken before changes nothing. Gives
    /// what is to be kept.
    ///
    /// # Errors
    /// Why it cannot be the answer to this job.
    fn take(
        &mut self,
        job: &Job,
        answer: &Answer,
        certificate: Option<Vec<u8>>,
    ) -> Result<Vec<Entry>, String>;

    /// Goes on without the answer to a job that failed too often.
    fn set_aside(&mut self, job: &Job) -> Vec<Entry>;

    /// The same job to be done again by somebody who believes nothing, if an answer can be checked so.
    fn audit(&self, job: &Job, answer: &Answer) -> Option<Work>;

    /// Whether two answers to the same job agree.
    fn agree(&self, one: &Outcome, other: &Outcome) -> bool;

    /// The job of this name and the answer that was taken, where that is still known: another answer is compared with it.
    fn taken(&self, job: &str) -> Option<(Job, Answer)> {
        let _forgotten = job;
        None
    }

    /// Drops what a liar said and what may rest on it. Gives the keys that are kept no longer.
    fn distrust(&mut self, liar: &str, epoch: u32) -> Vec<String>;

    /// Whether there is nothing left to do.
    fn is_done(&self) -> bool;

    /// How it stands, for people.
    fn standing(&self) -> Standing;
}

/// How a run stands.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Standing {
    /// Jobs answered.
    pub done: u64,
    /// Jobs in all, where that is known.
    pub total: Option<u64>,
    /// Proof and disproof number of the root, in nodes.
    pub numbers: Option<(f64, f64)>,
    /// Nodes of the upper tree.
    pub tree: Option<u64>,
    /// The log-likelihood ratio of a sequential test.
    pub llr: Option<f64>,
}
