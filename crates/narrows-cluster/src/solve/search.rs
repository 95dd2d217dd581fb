//! A solve as a plan: jobs from the upper tree, then the parts of the proof.

use std::collections::{HashMap, VecDeque};

use narrows_ai::solver::{Answer as Found, assemble_certificate};
use narrows_ai::value::Value;
use narrows_core::{AnyMove, AnyPosition};
use serde::{Deserialize, Serialize};

use super::proof::{Upper, canonical, upper};
use super::tree::{After, Id, Tree, after_moves};
use crate::coordinator::plan::{Entry, Plan, Standing};
use crate::wire::{Answer, Job, Outcome, Work};
use crate::worker::mind::problem;

/// What is kept of an answer, under the name of its problem.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Kept {
    /// Whether the player to move wins; nothing if the job did not suffice.
    wins: Option<bool>,
    /// Positions expanded.
    nodes: u64,
}

/// A solve in progress.
pub struct Search {
    root: AnyPosition,
    epoch: u32,
    job_nodes: u64,
    tree: Tree,
    /// The nodes whose values are wanted: the root, or each move.
    goals: Vec<Id>,
    kept: HashMap<String, Kept>,
    nodes: u64,
    done: u64,
    proof: Option<Proof>,
}

/// A proof being put together.
#[derive(Default)]
struct Proof {
    upper: Option<Upper>,
    waiting: VecDeque<AnyPosition>,
    parts: HashMap<String, Vec<u8>>,
    wanted: usize,
}

impl Search {
    /// A solve with jobs of so many nodes, going on from what is kept of it.
    pub fn new(
        root: AnyPosition,
        (job_nodes, all, proof): (u64, bool, bool),
        epoch: u32,
        entries: Vec<Entry>,
    ) -> Self {
        let read = |(name, value): Entry| Some((name, serde_json::from_slice(&value).ok()?));
        let kept: HashMap<String, Kept> = entries.into_iter().filter_map(read).collect();
        let (tree, goals) = plant(&root, job_nodes, &kept, all);
        Self {
            root,
            epoch,
            job_nodes,
            tree,
            goals,
            nodes: kept.values().map(|kept| kept.nodes).sum(),
            done: kept.len() as u64,
            kept,
            proof: proof.then(Proof::default),
        }
    }

    fn solve_job(&self, id: Id) -> Job {
        let node = self.tree.node(id);
        Job {
            id: format!("s{}-{}", self.epoch, node.name),
            epoch: self.epoch,
            work: Work::Solve {
                position: node.position.to_string(),
                nodes: Some(self.job_nodes),
            },
            not: None,
        }
    }

    fn is_solved(&self) -> bool {
        let known = |&goal: &Id| self.tree.node(goal).wins.is_some();
        self.goals.iter().all(known)
    }

    /// The next part of the proof, once the tree is proven.
    fn next_part(&mut self) -> Option<Job> {
        let proof = self.proof.as_mut()?;
        if proof.upper.is_none() {
            let upper = upper(&self.tree, &self.root);
            proof.waiting = upper.parts.iter().cloned().collect();
            proof.wanted = upper.parts.len();
            proof.upper = Some(upper);
        }
        let position = proof.waiting.pop_front()?;
        Some(Job {
            id: format!("p{}-{}", self.epoch, canonical(&position)),
            epoch: self.epoch,
            work: Work::Prove {
                position: position.to_string(),
            },
            not: None,
        })
    }

    /// Takes the value of a node.
    fn take_value(&mut self, job: &Job, wins: Option<bool>, nodes: u64) -> Vec<Entry> {
        let prefix = format!("s{}-", self.epoch);
        let Some(name) = job.id.strip_prefix(&prefix).map(str::to_owned) else {
            return Vec::new();
        };
        let Some(id) = self.tree.find(&name) else {
            return Vec::new();
        };
        self.tree.answer(id, wins);
        self.nodes += nodes;
        self.done += 1;
        let kept = Kept { wins, nodes };
        let text = serde_json::to_vec(&kept).unwrap_or_default();
        self.kept.insert(name.clone(), kept);
        vec![(name, text)]
    }

    /// What was found, as the local solver says it.
    pub fn found(&self) -> Found<AnyMove> {
        let moves = after_moves(&self.root).into_iter().map(|(play, after)| {
            let value = match after {
                After::Over { mover_won } => Value::of_mover(mover_won),
                After::Open(after) => {
                    let id = self.tree.find(&problem(&after));
                    id.map_or(Value::Unknown, |id| self.tree.value(id))
                        .reversed()
                }
            };
            (play, value)
        });
        let moves: Vec<_> = moves.collect();
        let wins = moves.iter().filter(|(_, value)| *value == Value::Win);
        Found {
            value: self.tree.value(Tree::ROOT),
            best: wins.map(|(play, _)| *play).collect(),
            moves,
            nimber: None,
            plies_to_end: None,
            nodes: self.nodes,
        }
    }

    /// The certificate, if it was asked for and all its parts are there.
    pub fn certificate(&self) -> Result<Option<Vec<u8>>, String> {
        let Some(proof) = &self.proof else {
            return Ok(None);
        };
        let Some(upper) = &proof.upper else {
            return Ok(None);
        };
        let mut certificate = Vec::new();
        assemble_certificate(
            &self.root,
            upper.winning_move,
            &upper.lost,
            proof.parts.values().map(|part| &part[..]),
            &mut certificate,
        )
        .map_err(|error| error.to_string())?;
        Ok(Some(certificate))
    }
}

/// The tree of a position with what is kept, and the nodes whose values are wanted: the root, or each move.
fn plant(
    root: &AnyPosition,
    job_nodes: u64,
    kept: &HashMap<String, Kept>,
    all: bool,
) -> (Tree, Vec<Id>) {
    let known = kept.iter().map(|(name, kept)| (name.clone(), kept.wins));
    let mut tree = Tree::new(root, job_nodes, known.collect());
    // The value of the root comes from its moves, so that the winning ones are known.
    tree.expand(Tree::ROOT);
    let goals = if all {
        let after = after_moves(root).into_iter();
        let after = after.filter_map(|(_, after)| after.open());
        after.map(|after| tree.add(after)).collect()
    } else {
        vec![Tree::ROOT]
    };
    (tree, goals)
}

impl Plan for Search {
    fn next(&mut self) -> Option<Job> {
        for at in 0..self.goals.len() {
            let goal = self.goals[at];
            if let Some(id) = self.tree.choose(goal) {
                return Some(self.solve_job(id));
            }
        }
        if self.is_solved() {
            self.next_part()
        } else {
            None
        }
    }

    fn take(
        &mut self,
        job: &Job,
        answer: &Answer,
        certificate: Option<Vec<u8>>,
    ) -> Result<Vec<Entry>, String> {
        match (&job.work, &answer.outcome, certificate) {
            (Work::Solve { .. }, Outcome::Solved { value, nodes }, _) => {
                let value: Value = value.parse().map_err(|_| "a value that is none")?;
                let wins = value.is_known().then_some(value == Value::Win);
                Ok(self.take_value(job, wins, *nodes))
            }
            (Work::Prove { .. }, Outcome::Proved { .. }, Some(certificate)) => {
                if let Some(proof) = &mut self.proof {
                    proof.parts.insert(job.id.clone(), certificate);
                }
                self.done += 1;
                Ok(Vec::new())
            }
            _ => Err("an answer to another kind of job".to_owned()),
        }
    }

    fn set_aside(&mut self, job: &Job) -> Vec<Entry> {
        if let Some(proof) = self.proof.as_mut().filter(|_| job.is_proof()) {
            // Nothing takes the place of a part.
            proof.wanted = proof.wanted.saturating_sub(1);
        }
        self.take_value(job, None, 0)
    }

    fn audit(&self, job: &Job, answer: &Answer) -> Option<Work> {
        match (&job.work, &answer.outcome) {
            (Work::Solve { position, .. }, Outcome::Solved { value, .. }) => {
                let is_known = value.parse().is_ok_and(Value::is_known);
                is_known.then(|| Work::Solve {
                    position: position.clone(),
                    nodes: None,
                })
            }
            _ => None,
        }
    }

    fn agree(&self, one: &Outcome, other: &Outcome) -> bool {
        match (one, other) {
            (Outcome::Solved { value: one, .. }, Outcome::Solved { value: other, .. }) => {
                one == other
            }
            _ => false,
        }
    }

    fn distrust(&mut self, _liar: &str, epoch: u32) -> Vec<String> {
        // Whoever believed the liar's facts may be wrong as well: all begins anew.
        let keys = self.kept.drain().map(|(name, _)| name).collect();
        self.epoch = epoch;
        let all = self.goals != [Tree::ROOT];
        self.proof = self.proof.as_ref().map(|_| Proof::default());
        (self.tree, self.goals) = plant(&self.root, self.job_nodes, &self.kept, all);
        keys
    }

    fn is_done(&self) -> bool {
        let proven = self.proof.as_ref().is_none_or(|proof| {
            proof.upper.is_some() && proof.parts.len() >= proof.wanted && proof.waiting.is_empty()
        });
        self.is_solved() && proven
    }

    fn standing(&self) -> Standing {
        let total = match &self.proof {
            Some(proof) if proof.upper.is_some() => {
                let left = proof.wanted - proof.parts.len().min(proof.wanted);
                Some(self.done + left as u64)
            }
            _ => None,
        };
        Standing {
            done: self.done,
            total,
            numbers: Some(self.tree.numbers(Tree::ROOT)),
            tree: Some(self.tree.len() as u64),
            llr: None,
        }
    }
}
