//! A count as a plan: a job for each part of a level, and the sums of the answers.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use narrows_console::census::Counted;
use serde::{Deserialize, Serialize};

use crate::coordinator::plan::{Entry, Plan, Standing};
use crate::wire::{Answer, Job, Outcome, Work};
use crate::worker::tasks::census::Level;

/// The most images that a set has, with itself.
const MOST_IMAGES: u64 = 8;
/// The most points of a board that is counted.
const MOST_POINTS: u64 = 64;

/// What is kept of an answer, under the number of its part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Kept {
    /// Sets by number of stones, from one more stone than those of the level on.
    counts: Vec<u64>,
    /// Who counted them.
    worker: String,
}

/// A count in progress.
pub struct Sums {
    epoch: u32,
    /// Sets of up to as many stones as those of the level.
    small: Vec<u64>,
    /// The sets of one more stone of each part, counted here: what an answer must begin with.
    firsts: Vec<u64>,
    kept: BTreeMap<u32, Kept>,
    waiting: VecDeque<u32>,
    set_aside: BTreeSet<u32>,
}

impl Sums {
    /// A count of the sets that come from a level in so many parts, going on from what is kept of it.
    pub fn new(level: &Level, jobs: u32, epoch: u32, entries: Vec<Entry>) -> Self {
        let jobs = jobs as usize;
        let parts = jobs.min(level.classes());
        let mut sums = Self {
            epoch,
            small: level.levels.iter().map(|level| level.sets).collect(),
            firsts: (0..parts)
                .map(|part| level.first_sets(part, jobs))
                .collect(),
            kept: BTreeMap::new(),
            waiting: VecDeque::new(),
            set_aside: BTreeSet::new(),
        };
        for (key, value) in entries {
            let kept = serde_json::from_slice::<Kept>(&value).ok();
            if let (Ok(part), Some(kept)) = (key.parse(), kept)
                && sums.check(part, &kept.counts).is_ok()
            {
                sums.kept.insert(part, kept);
            }
        }
        sums.wait_for_the_rest();
        sums
    }

    fn wait_for_the_rest(&mut self) {
        let parts = 0..self.firsts.len() as u32;
        self.waiting = parts.filter(|part| !self.kept.contains_key(part)).collect();
    }

    fn job(&self, part: u32) -> Job {
        Job {
            id: format!("c{}-{part}", self.epoch),
            epoch: self.epoch,
            work: Work::Count { part },
            not: None,
        }
    }

    /// Whether sums can be those of a part: its smallest sets were counted here, and larger ones come from smaller ones.
    fn check(&self, part: u32, counts: &[u64]) -> Result<(), String> {
        let first = self
            .firsts
            .get(part as usize)
            .ok_or("there is no such part")?;
        let said = counts.first().copied().unwrap_or(0);
        if said != *first {
            let stones = self.small.len();
            return Err(format!(
                "{said} sets of {stones} stones, where there are {first}"
            ));
        }
        if (self.small.len() + counts.len()) as u64 > MOST_POINTS + 1 {
            return Err("sets of more stones than there are points".to_owned());
        }
        let can_follow = |pair: &[u64]| {
            pair[1] > 0 && pair[1] <= pair[0].saturating_mul(MOST_IMAGES * MOST_POINTS)
        };
        if !counts.windows(2).all(can_follow) {
            return Err("so many sets do not come from so many smaller ones".to_owned());
        }
        Ok(())
    }

    /// The sums, once all parts are there.
    ///
    /// # Errors
    /// Why there are none.
    pub fn counted(&self) -> Result<Counted, String> {
        if !self.set_aside.is_empty() {
            return Err(format!(
                "{} of {} jobs were set aside, and without them there is no sum; the same command tries them again",
                self.set_aside.len(),
                self.firsts.len()
            ));
        }
        let wrong = || "the sums are too large; a worker is wrong, and --audit 0.1 finds out which";
        let mut counts = self.small.clone();
        for kept in self.kept.values() {
            for (more, sets) in kept.counts.iter().enumerate() {
                let stones = self.small.len() + more;
                if counts.len() <= stones {
                    counts.push(0);
                }
                counts[stones] = counts[stones].checked_add(*sets).ok_or_else(wrong)?;
            }
        }
        // The level itself may be beyond the largest sets.
        while counts.last() == Some(&0) {
            counts.pop();
        }
        let total = counts
            .iter()
            .try_fold(0_u64, |sum, &sets| sum.checked_add(sets));
        let total = total.ok_or_else(wrong)?;
        Ok(Counted { counts, total })
    }
}

impl Plan for Sums {
    fn next(&mut self) -> Option<Job> {
        let part = self.waiting.pop_front()?;
        Some(self.job(part))
    }

    fn take(
        &mut self,
        job: &Job,
        answer: &Answer,
        _certificate: Option<Vec<u8>>,
    ) -> Result<Vec<Entry>, String> {
        let (Work::Count { part }, Outcome::Counted { counts }) = (&job.work, &answer.outcome)
        else {
            return Err("an answer to another kind of job".to_owned());
        };
        if self.kept.contains_key(part) {
            return Ok(Vec::new());
        }
        self.check(*part, counts)?;
        let kept = Kept {
            counts: counts.clone(),
            worker: answer.worker.clone(),
        };
        let text = serde_json::to_vec(&kept).unwrap_or_default();
        self.kept.insert(*part, kept);
        Ok(vec![(part.to_string(), text)])
    }

    fn set_aside(&mut self, job: &Job) -> Vec<Entry> {
        if let Work::Count { part } = job.work {
            self.set_aside.insert(part);
        }
        Vec::new()
    }

    fn audit(&self, job: &Job, _answer: &Answer) -> Option<Work> {
        Some(job.work.clone())
    }

    fn agree(&self, one: &Outcome, other: &Outcome) -> bool {
        matches!(
            (one, other),
            (Outcome::Counted { counts: one }, Outcome::Counted { counts: other }) if one == other
        )
    }

    fn taken(&self, job: &str) -> Option<(Job, Answer)> {
        let part = job
            .strip_prefix(&format!("c{}-", self.epoch))?
            .parse()
            .ok()?;
        let kept = self.kept.get(&part)?;
        let answer = Answer {
            job: job.to_owned(),
            worker: kept.worker.clone(),
            seconds: 0.0,
            outcome: Outcome::Counted {
                counts: kept.counts.clone(),
            },
        };
        Some((self.job(part), answer))
    }

    fn distrust(&mut self, liar: &str, epoch: u32) -> Vec<String> {
        // Nobody builds on what others counted: only the liar's parts are counted again.
        self.epoch = epoch;
        let is_by_liar = |(_, kept): &(&u32, &Kept)| kept.worker == liar;
        let wrong = self.kept.iter().filter(is_by_liar);
        let wrong: Vec<u32> = wrong.map(|(&part, _)| part).collect();
        for part in &wrong {
            self.kept.remove(part);
        }
        self.set_aside.clear();
        self.wait_for_the_rest();
        wrong.iter().map(ToString::to_string).collect()
    }

    fn is_done(&self) -> bool {
        self.kept.len() + self.set_aside.len() == self.firsts.len()
    }

    fn standing(&self) -> Standing {
        Standing {
            done: self.kept.len() as u64,
            total: Some(self.firsts.len() as u64),
            ..Standing::default()
        }
    }
}
