//! The upper tree: job-level proof-number search.
//!
//! I-C. Wu, H.-H. Lin, D.-J. Sun, K.-Y. Kao, P.-H. Lin, Y.-C. Chan, P.-T. Chen, "Job-Level Proof Number Search", IEEE
//! Transactions on Computational Intelligence and AI in Games 5 (2013): the leaves of a proof-number search are jobs,
//! and several are at work at a time. Here a leaf's job is a search of its subgame with a limit of nodes; a leaf whose
//! search did not suffice is expanded. Positions that pose the same problem are one node, so the tree is a graph.
//!
//! Proof numbers are in units of work, not of leaves: a leaf counts as many nodes as its search is expected to take
//! (Seo, Iida and Uiterwijk's PN* and Kishimoto's df-pn variants begin leaves with such estimates too). `proof` is the
//! work to show that the player to move wins: that of the cheapest lost position among the children; `disproof` the
//! work to show that he loses: that of all children together.
//!
//! A leaf at work is not chosen again, and until its answer comes it counts as a *virtual loss* of who moved there:
//! its disproof number is doubled, so that others are preferred unless they cost more.

use std::collections::HashMap;

use narrows_ai::value::Value;
use narrows_core::{AnyMove, AnyPosition, GameKind, with_position};

use crate::worker::mind::problem;

/// A node's place in the tree.
pub type Id = usize;

/// A leaf that is expected to take more than so many times the limit of a job is expanded without one.
const HOPELESS: f64 = 4.0;
/// A leaf at work is divided among idle workers only if it is expected to take this part of the limit of a job.
const WORTH_DIVIDING: f64 = 0.25;

/// A position and what is known of it.
#[derive(Debug)]
pub struct Node {
    /// The name of the problem.
    pub name: String,
    /// A position that poses it.
    pub position: AnyPosition,
    /// Whether the player to move wins, once it is known.
    pub wins: Option<bool>,
    /// Whether a job said so.
    pub by_job: bool,
    /// Whether a job is at work.
    pub is_at_work: bool,
    /// Whether a job was tried and did not suffice.
    is_tried: bool,
    /// After its moves, each problem once; empty until it is expanded.
    children: Vec<Id>,
    parents: Vec<Id>,
    /// The nodes that a search is expected to take.
    estimate: f64,
    proof: f64,
    disproof: f64,
    /// Whether there is a leaf below that no job is at.
    has_leaf: bool,
}

/// The upper tree of a position.
#[derive(Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    by_name: HashMap<String, Id>,
    /// The limit of a job.
    job_nodes: u64,
    /// What was known before, by name: the value, or that a job did not suffice.
    known: HashMap<String, Option<bool>>,
}

impl Tree {
    /// The tree of a position, whose leaves are searched with so many nodes.
    pub fn new(root: &AnyPosition, job_nodes: u64, known: HashMap<String, Option<bool>>) -> Self {
        let mut tree = Self {
            nodes: Vec::new(),
            by_name: HashMap::new(),
            job_nodes,
            known,
        };
        tree.add(root.clone());
        tree
    }

    /// The root.
    pub const ROOT: Id = 0;

    /// A node.
    pub fn node(&self, id: Id) -> &Node {
        &self.nodes[id]
    }

    /// What is known of a node, for the player to move there.
    pub fn value(&self, id: Id) -> Value {
        let wins = self.nodes[id].wins;
        wins.map_or(Value::Unknown, Value::of_mover)
    }

    /// The node of a problem.
    pub fn find(&self, name: &str) -> Option<Id> {
        self.by_name.get(name).copied()
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The work that is left to show that the player to move at a node wins, and that he loses, in nodes.
    pub fn numbers(&self, id: Id) -> (f64, f64) {
        (self.nodes[id].proof, self.nodes[id].disproof)
    }

    /// The leaf to be searched next for the value of a node, which is then at work; none if there is nothing to do but
    /// to wait.
    pub fn choose(&mut self, goal: Id) -> Option<Id> {
        loop {
            if self.nodes[goal].wins.is_some() {
                return None;
            }
            let leaf = if self.nodes[goal].has_leaf {
                self.descend(goal, |node| node.has_leaf)
            } else {
                let busiest = self.descend(goal, |_| true);
                if self.nodes[busiest].estimate < WORTH_DIVIDING * self.job_nodes as f64 {
                    return None;
                }
                self.expand(busiest);
                continue;
            };
            let node = &self.nodes[leaf];
            let most = HOPELESS * self.job_nodes as f64;
            if node.is_tried || node.estimate > most {
                self.expand(leaf);
                continue;
            }
            self.nodes[leaf].is_at_work = true;
            self.update(leaf);
            return Some(leaf);
        }
    }

    /// The most promising leaf below a node, through children that fit.
    fn descend(&self, from: Id, fits: impl Fn(&Node) -> bool) -> Id {
        let mut at = from;
        loop {
            let open = self.nodes[at].children.iter().copied();
            let open = open.filter(|&id| self.nodes[id].wins.is_none() && fits(&self.nodes[id]));
            let best = open.min_by(|&a, &b| {
                let (a, b) = (self.nodes[a].disproof, self.nodes[b].disproof);
                a.total_cmp(&b)
            });
            match best {
                Some(child) => at = child,
                None => return at,
            }
        }
    }

    /// Takes the answer of a job: the value, or that it did not suffice.
    pub fn answer(&mut self, id: Id, wins: Option<bool>) {
        let node = &mut self.nodes[id];
        node.is_at_work = false;
        node.is_tried = true;
        if node.wins.is_none() && wins.is_some() {
            node.wins = wins;
            node.by_job = true;
        }
        if wins.is_none() {
            node.estimate = node.estimate.max(2.0 * self.job_nodes as f64);
        }
        self.update(id);
    }

    /// The nodes after the moves of a node, once it is expanded: the moves of one problem together.
    pub fn expand(&mut self, id: Id) {
        if !self.nodes[id].children.is_empty() || self.nodes[id].wins.is_some() {
            return;
        }
        for (_, after) in after_moves(&self.nodes[id].position) {
            match after {
                After::Over { mover_won: true } => {
                    self.nodes[id].wins = Some(true);
                    break;
                }
                After::Over { mover_won: false } => {}
                After::Open(after) => {
                    let child = self.add(*after);
                    if !self.nodes[id].children.contains(&child) {
                        self.nodes[id].children.push(child);
                        self.nodes[child].parents.push(id);
                    }
                }
            }
        }
        if self.nodes[id].children.is_empty() && self.nodes[id].wins.is_none() {
            // Every move ends the game and loses it.
            self.nodes[id].wins = Some(false);
        }
        self.update(id);
    }

    /// The node of a position's problem.
    pub fn add(&mut self, position: AnyPosition) -> Id {
        let name = problem(&position);
        if let Some(&id) = self.by_name.get(&name) {
            return id;
        }
        let known = self.known.get(&name).copied();
        let estimate = estimate(&position);
        let id = self.nodes.len();
        self.by_name.insert(name.clone(), id);
        self.nodes.push(Node {
            name,
            position,
            wins: known.flatten(),
            by_job: known.flatten().is_some(),
            is_at_work: false,
            is_tried: known.is_some(),
            children: Vec::new(),
            parents: Vec::new(),
            estimate,
            proof: estimate,
            disproof: estimate,
            has_leaf: true,
        });
        self.refresh(id);
        id
    }

    /// Brings a node's numbers up to date, and those of all above that change with it.
    fn update(&mut self, id: Id) {
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            if self.refresh(id) {
                waiting.extend(&self.nodes[id].parents);
            }
        }
    }

    /// Brings a node's numbers up to date from its children; tells whether they changed.
    fn refresh(&mut self, id: Id) -> bool {
        let node = &self.nodes[id];
        let before = (node.wins, node.proof, node.disproof, node.has_leaf);
        let mut wins = node.wins;
        let (mut proof, mut disproof, mut has_leaf);
        if node.children.is_empty() {
            (proof, disproof) = (node.estimate, node.estimate);
            has_leaf = !node.is_at_work;
        } else {
            (proof, disproof, has_leaf) = (f64::INFINITY, 0.0, false);
            let mut open = false;
            for &child in &node.children {
                let child = &self.nodes[child];
                match child.wins {
                    Some(false) => wins = Some(true),
                    Some(true) => {}
                    None => {
                        open = true;
                        proof = child.disproof.min(proof);
                        disproof += child.proof;
                        has_leaf |= child.has_leaf;
                    }
                }
            }
            if wins.is_none() && !open {
                wins = Some(false);
            }
        }
        if node.is_at_work {
            disproof *= 2.0;
        }
        match wins {
            Some(true) => (proof, disproof, has_leaf) = (0.0, f64::INFINITY, false),
            Some(false) => (proof, disproof, has_leaf) = (f64::INFINITY, 0.0, false),
            None => {}
        }
        let node = &mut self.nodes[id];
        (node.wins, node.proof, node.disproof, node.has_leaf) = (wins, proof, disproof, has_leaf);
        before != (wins, proof, disproof, has_leaf)
    }
}

/// Where a move leads.
#[derive(Debug)]
pub enum After {
    /// The game is over.
    Over {
        /// Whether who made the move has won.
        mover_won: bool,
    },
    /// It goes on from here.
    Open(Box<AnyPosition>),
}

impl After {
    /// The position, if the game goes on.
    pub fn open(self) -> Option<AnyPosition> {
        match self {
            Self::Over { .. } => None,
            Self::Open(position) => Some(*position),
        }
    }
}

/// The moves of a position and where they lead.
pub fn after_moves(position: &AnyPosition) -> Vec<(AnyMove, After)> {
    let after = |play| {
        let mut after = position.clone();
        // Legal moves can be played.
        let _played = after.play(play);
        let after = match after.outcome() {
            Some(outcome) => After::Over {
                mover_won: outcome.winner == position.to_move(),
            },
            None => After::Open(Box::new(after)),
        };
        (play, after)
    };
    position.legal_moves().into_iter().map(after).collect()
}

/// The nodes that a search of a position is expected to take, within a factor of a few.
///
/// Black Narrows: 6x6 empty takes 13.7 million nodes, and each point less divides that by 1.85 (6x5, 5x5 and 7x4 fit
/// within 2.5 times). Narrows: 7x4 takes 282,000, 6x4 19,000, with 45 and 38 captures at the start.
pub fn estimate(position: &AnyPosition) -> f64 {
    fn moves<G: narrows_core::Game>(position: &G) -> f64 {
        position.legal_moves().len() as f64
    }
    let moves = with_position!(position, position => moves(position));
    let (nodes, growth, from): (f64, f64, f64) = match position.kind() {
        GameKind::BlackNarrows => (13.7e6, 1.85, 36.0),
        GameKind::Narrows => (282e3, 1.45, 45.0),
    };
    (nodes * growth.powf(moves - from)).max(1.0)
}
