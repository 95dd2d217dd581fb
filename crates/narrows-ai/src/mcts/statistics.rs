//! What the graph says of moves: which one to try next, which one to play, and what a playout changes.

use alloc::vec::Vec;

use super::RootMove;
use super::graph::{Edge, Graph, NodeIndex};
use crate::evaluation::{Evaluate, Parameters};
use crate::value::Value;

impl<G: Evaluate> Graph<G> {
    /// What is proven about a move, for the player who makes it.
    fn edge_value(&self, edge: &Edge<G::Move>) -> Value {
        self.child_stats(edge)
            .map_or(Value::Unknown, |child| child.value.reversed())
    }

    /// The expected result of a move for the player who makes it; `None` if it was never tried.
    fn edge_expected(&self, edge: &Edge<G::Move>) -> Option<f64> {
        let child = self.child_stats(edge)?;
        match child.value {
            Value::Loss => Some(1.0),
            Value::Win => Some(0.0),
            Value::Unknown => (child.visits > 0).then(|| 1.0 - child.expected()),
        }
    }

    /// The edge to follow from a node whose value is not known and whose moves are listed: the largest upper
    /// confidence bound among those that are not proven to lose. In a `shared` graph, another playout may be about to
    /// add the node an edge leads to.
    pub(super) fn select(&self, node: NodeIndex, parameters: &Parameters, shared: bool) -> usize {
        let log_visits = log2(u64::from(self.tried(node)) + 1);
        let first = self.edges_of(node).start;
        let (mut best, mut best_bound) = (first, f64::NEG_INFINITY);
        for (index, edge) in (first..).zip(self.edge_list(node)) {
            let child = self.child_stats(edge);
            let value = child.map_or(Value::Unknown, |child| child.value);
            let tried = edge.visits;
            let bound = match (value, child) {
                (Value::Loss, _) => return index,
                (Value::Win, _) => continue,
                (Value::Unknown, Some(child)) if child.visits > 0 => {
                    let expected = 1.0 - child.expected();
                    let doubt = (log_visits / f64::from(tried.max(1))).sqrt();
                    expected + parameters.exploration * doubt
                }
                (Value::Unknown, None) if shared && tried > 0 => 0.0,
                (Value::Unknown, _) => parameters.first_play,
            };
            let bound = bias(edge, parameters) + bound;
            if bound > best_bound {
                (best, best_bound) = (index, bound);
            }
        }
        best
    }

    /// Counts a playout that began at a node, and what it was worth to the player to move there.
    pub(super) fn count_playout(&mut self, node: NodeIndex, worth: f64) {
        let stats = self.stats_mut(node);
        stats.visits = stats.visits.saturating_add(1);
        stats.sum += worth;
    }

    /// Proves a node if what is known of one of its edges allows it.
    pub(super) fn prove(&mut self, node: NodeIndex, edge: usize) {
        if self.value(node).is_known() {
            return;
        }
        let loses = |edge| self.edge_value(edge) == Value::Loss;
        let proven = match self.edge_value(self.edge(edge)) {
            Value::Win => Value::Win,
            Value::Loss if self.edge_list(node).iter().all(loses) => Value::Loss,
            _ => return,
        };
        self.stats_mut(node).value = proven;
    }

    /// Whether the one move that is listed wins at once.
    fn wins_at_once(&self, node: NodeIndex) -> bool {
        self.value(node) == Value::Win && self.edges_of(node).len() == 1
    }

    /// The edge to play from a node: one that is proven to win, else the one with the most visits that is
    /// not proven to lose, else (all are lost) the one with the most visits. `None` if no moves are listed.
    pub(super) fn best_edge(&self, node: NodeIndex) -> Option<usize> {
        if self.wins_at_once(node) {
            return Some(self.edges_of(node).start);
        }
        self.edges_of(node).max_by_key(|&index| {
            let edge = self.edge(index);
            let rank = match self.edge_value(edge) {
                Value::Win => 2,
                Value::Unknown => 1,
                Value::Loss => 0,
            };
            // The first of equals, so that nothing depends on the order of equal maxima.
            (rank, edge.visits, core::cmp::Reverse(index))
        })
    }

    /// The root's moves with their statistics, in the frame of the canonical position.
    pub(super) fn root_moves(&self, root: NodeIndex) -> Vec<RootMove<G::Move>> {
        let wins_at_once = self.wins_at_once(root);
        let found = |edge: &Edge<G::Move>| RootMove {
            play: edge.play,
            visits: u64::from(edge.visits),
            expected: if wins_at_once {
                1.0
            } else {
                self.edge_expected(edge).unwrap_or(0.5)
            },
            value: if wins_at_once {
                Value::Win
            } else {
                self.edge_value(edge)
            },
        };
        self.edge_list(root).iter().map(found).collect()
    }
}

/// What the looks of a move add to its bound: less with each visit.
fn bias<M>(edge: &Edge<M>, parameters: &Parameters) -> f64 {
    if edge.looks == 0 {
        return 0.0;
    }
    let looks = f64::from(edge.looks) / f64::from(edge.visits.saturating_add(1));
    parameters.bias * looks
}

/// The binary logarithm, linear between powers of two: unlike `ln`, the same on every machine.
fn log2(number: u64) -> f64 {
    let exponent = number.max(1).ilog2();
    let power = (1_u64 << exponent) as f64;
    f64::from(exponent) + (number.max(1) as f64 - power) / power
}
