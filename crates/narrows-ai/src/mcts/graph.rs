//! The graph of positions that the search has met.

use alloc::vec::Vec;
use core::hash::BuildHasher;
use core::mem::size_of;

use foldhash::fast::FixedState;
use hashbrown::HashTable;

use super::RootMove;
use crate::evaluation::{Evaluate, Parameters};
use crate::value::Value;

/// The place of a node in the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeIndex(u32);

/// A position in its canonical form, with the moves of that form.
#[derive(Clone, Debug)]
struct Node<G> {
    position: G,
    first_edge: u32,
    edge_count: u32,
    visits: u32,
    /// What the playouts were worth for the player to move here, 0 to 1 each.
    sum: f64,
    /// What the position looks like to the player to move, 0 to 1.
    looks: f32,
    value: Value,
}

/// A move and where it leads.
#[derive(Clone, Copy, Debug)]
struct Edge<M> {
    play: M,
    /// The node the move leads to, or `NOWHERE`.
    child: u32,
    visits: u32,
    /// The looks of the move.
    looks: i8,
}

const NOWHERE: u32 = u32::MAX;

/// Bytes beside a node: its place in the hash table, with spare room, and in the lists of `keep_only`.
const BYTES_BESIDE_NODE: usize = 24;

#[derive(Clone, Debug)]
pub(super) struct Graph<G: Evaluate> {
    nodes: Vec<Node<G>>,
    edges: Vec<Edge<G::Move>>,
    /// The nodes by the hash of their position.
    table: HashTable<u32>,
    hasher: FixedState,
    max_nodes: usize,
    max_edges: usize,
}

impl<G: Evaluate> Graph<G> {
    pub(super) fn new() -> Self {
        Self {
            nodes: Vec::new(),
            edges: Vec::new(),
            table: HashTable::new(),
            hasher: FixedState::default(),
            max_nodes: 0,
            max_edges: 0,
        }
    }

    /// Sets how many bytes the graph may use. At least a root fits.
    pub(super) fn set_memory(&mut self, bytes: usize) {
        // While a list grows or is copied, the old one and the new one are there together: so lists may take
        // half of the memory. Edges outnumber nodes, but only nodes hold positions.
        let (for_nodes, for_edges) = (bytes / 6, bytes / 3);
        self.max_nodes =
            (for_nodes / (size_of::<Node<G>>() + BYTES_BESIDE_NODE)).clamp(1, NOWHERE as usize);
        self.max_edges = (for_edges / size_of::<Edge<G::Move>>()).min(NOWHERE as usize);
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn value(&self, node: NodeIndex) -> Value {
        self.nodes[node.0 as usize].value
    }

    /// The number of moves of a node that no playout has met and of which nothing is proven.
    pub(super) fn moves_if_new(&self, node: NodeIndex) -> Option<usize> {
        let node = &self.nodes[node.0 as usize];
        (node.visits == 0 && !node.value.is_known()).then_some(node.edge_count as usize)
    }

    pub(super) fn set_value(&mut self, node: NodeIndex, value: Value) {
        self.nodes[node.0 as usize].value = value;
    }

    pub(super) fn position(&self, node: NodeIndex) -> &G {
        &self.nodes[node.0 as usize].position
    }

    pub(super) fn play(&self, edge: usize) -> G::Move {
        self.edges[edge].play
    }

    pub(super) fn child(&self, edge: usize) -> Option<NodeIndex> {
        let child = self.edges[edge].child;
        (child != NOWHERE).then_some(NodeIndex(child))
    }

    /// The expected result for the player to move, 0 to 1.
    pub(super) fn expected(&self, node: NodeIndex) -> f64 {
        self.nodes[node.0 as usize].expected()
    }

    /// What the position of a node looks like to the player to move, 0 to 1.
    pub(super) fn looks(&self, node: NodeIndex) -> f64 {
        f64::from(self.nodes[node.0 as usize].looks)
    }

    pub(super) fn connect(&mut self, edge: usize, child: NodeIndex) {
        self.edges[edge].child = child.0;
    }

    /// Makes a position the root. What can be reached from it stays, the rest is forgotten.
    pub(super) fn reroot(&mut self, position: G) -> NodeIndex {
        match self.find(&position) {
            // The root comes first: after each change of root, and when it was added to an empty graph.
            Some(NodeIndex(0)) => return NodeIndex(0),
            Some(root) => {
                self.keep_only(root);
                self.doubt_root();
            }
            None => self.clear(),
        }
        // An empty graph has room for a root.
        self.find(&position).unwrap_or_else(|| self.add(position))
    }

    /// What an oracle said of the root does not tell which move to play: only what its moves show stays.
    fn doubt_root(&mut self) {
        let root = NodeIndex(0);
        let mut edges = self.edges_of(root);
        let shown = match self.value(root) {
            Value::Win => edges.len() == 1 || edges.any(|edge| self.edge_value(edge) == Value::Win),
            Value::Loss => edges.all(|edge| self.edge_value(edge) == Value::Loss),
            Value::Unknown => true,
        };
        if !shown {
            self.set_value(root, Value::Unknown);
        }
    }

    fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.table.clear();
    }

    fn find(&self, position: &G) -> Option<NodeIndex> {
        let hash = self.hasher.hash_one(position);
        self.table
            .find(hash, |&node| {
                self.nodes[node as usize].position == *position
            })
            .map(|&node| NodeIndex(node))
    }

    /// The node of a position; `None` if there is none yet and no room for it.
    pub(super) fn find_or_add(&mut self, position: G) -> Option<NodeIndex> {
        if let Some(node) = self.find(&position) {
            return Some(node);
        }
        let most_moves = self.edges.len() + 4 * position.size().points() + 1;
        let room = self.nodes.len() < self.max_nodes && most_moves < self.max_edges;
        room.then(|| {
            grow(&mut self.nodes, self.max_nodes);
            grow(&mut self.edges, self.max_edges);
            self.add(position)
        })
    }

    fn add(&mut self, position: G) -> NodeIndex {
        let index = self.nodes.len() as u32;
        let mut node = Node {
            first_edge: self.edges.len() as u32,
            edge_count: 0,
            visits: 0,
            sum: 0.0,
            looks: 0.5,
            value: position.mover_won().map_or(Value::Unknown, Value::of_mover),
            position,
        };
        if !node.value.is_known() {
            self.add_edges(&mut node);
        }
        let hasher = &self.hasher;
        let hash = hasher.hash_one(&node.position);
        self.nodes.push(node);
        let nodes = &self.nodes;
        self.table.insert_unique(hash, index, |&node| {
            hasher.hash_one(&nodes[node as usize].position)
        });
        NodeIndex(index)
    }

    /// Lists a node's moves; if one of them wins at once, it is the only one that matters.
    fn add_edges(&mut self, node: &mut Node<G>) {
        let edge = |play, looks| Edge {
            play,
            child: NOWHERE,
            visits: 0,
            looks,
        };
        let seen = node.position.glance();
        node.looks = seen.worth;
        match seen.win {
            Some(play) => {
                node.value = Value::Win;
                self.edges.push(edge(play, 0));
            }
            None => node
                .position
                .list_moves(|play, looks| self.edges.push(edge(play, looks))),
        }
        node.edge_count = self.edges.len() as u32 - node.first_edge;
    }

    fn edges_of(&self, node: NodeIndex) -> core::ops::Range<usize> {
        let node = &self.nodes[node.0 as usize];
        let first = node.first_edge as usize;
        first..first + node.edge_count as usize
    }

    /// What is proven about the move, for the player who makes it.
    fn edge_value(&self, edge: usize) -> Value {
        self.child(edge)
            .map_or(Value::Unknown, |child| self.value(child).reversed())
    }

    /// The expected result of a move for the player who makes it; `None` if it was never tried.
    fn edge_expected(&self, edge: usize) -> Option<f64> {
        match self.edge_value(edge) {
            Value::Win => Some(1.0),
            Value::Loss => Some(0.0),
            Value::Unknown => {
                let child = &self.nodes[self.child(edge)?.0 as usize];
                (child.visits > 0).then(|| 1.0 - child.expected())
            }
        }
    }

    /// The edge to follow from a node whose value is not known: the largest upper confidence bound among
    /// those that are not proven to lose.
    pub(super) fn select(&self, node: NodeIndex, parameters: &Parameters) -> usize {
        let edges = self.edges_of(node);
        let visits = edges
            .clone()
            .map(|edge| u64::from(self.edges[edge].visits))
            .sum::<u64>();
        let log_visits = log2(visits + 1);
        let (mut best, mut best_bound) = (edges.start, f64::NEG_INFINITY);
        for edge in edges {
            let bound = match self.edge_value(edge) {
                Value::Win => return edge,
                Value::Loss => continue,
                Value::Unknown => {
                    let tried = self.edges[edge].visits;
                    let looks =
                        f64::from(self.edges[edge].looks) / f64::from(tried.saturating_add(1));
                    let bias = parameters.bias * looks;
                    bias + match self.edge_expected(edge) {
                        Some(expected) => {
                            expected
                                + parameters.exploration
                                    * (log_visits / f64::from(tried.max(1))).sqrt()
                        }
                        None => parameters.first_play,
                    }
                }
            };
            if bound > best_bound {
                (best, best_bound) = (edge, bound);
            }
        }
        best
    }

    /// Counts a playout that began at a node, and what it was worth to the player to move there.
    pub(super) fn count_playout(&mut self, node: NodeIndex, worth: f64) {
        let node = &mut self.nodes[node.0 as usize];
        node.visits = node.visits.saturating_add(1);
        node.sum += worth;
    }

    /// Counts a playout that went through an edge, and what it was worth to the player who made that move;
    /// proves the node if it can.
    pub(super) fn record(&mut self, node: NodeIndex, edge: usize, worth: f64) {
        self.edges[edge].visits = self.edges[edge].visits.saturating_add(1);
        self.count_playout(node, worth);
        if self.value(node).is_known() {
            return;
        }
        let proven = match self.edge_value(edge) {
            Value::Win => Value::Win,
            Value::Loss
                if self
                    .edges_of(node)
                    .all(|edge| self.edge_value(edge) == Value::Loss) =>
            {
                Value::Loss
            }
            _ => return,
        };
        self.nodes[node.0 as usize].value = proven;
    }

    /// The edge to play from a node: one that is proven to win, else the one with the most visits that is
    /// not proven to lose, else (all are lost) the one with the most visits.
    pub(super) fn best_edge(&self, node: NodeIndex) -> Option<usize> {
        if self.value(node) == Value::Win && self.edges_of(node).len() == 1 {
            return Some(self.edges_of(node).start);
        }
        self.edges_of(node).max_by_key(|&edge| {
            let rank = match self.edge_value(edge) {
                Value::Win => 2,
                Value::Unknown => 1,
                Value::Loss => 0,
            };
            // The first of equals, so that nothing depends on the order of equal maxima.
            (rank, self.edges[edge].visits, core::cmp::Reverse(edge))
        })
    }

    /// The root's moves with their statistics, in the frame of the canonical position.
    pub(super) fn root_moves(&self, root: NodeIndex) -> Vec<RootMove<G::Move>> {
        let wins_at_once = self.value(root) == Value::Win && self.edges_of(root).len() == 1;
        self.edges_of(root)
            .map(|edge| RootMove {
                play: self.edges[edge].play,
                visits: u64::from(self.edges[edge].visits),
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
            })
            .collect()
    }

    /// Forgets every node that cannot be reached from a root.
    fn keep_only(&mut self, root: NodeIndex) {
        let mut old = core::mem::replace(self, Self::new());
        (self.max_nodes, self.max_edges) = (old.max_nodes, old.max_edges);
        let mut new_index: Vec<u32> = alloc::vec![NOWHERE; old.nodes.len()];
        let mut queue = alloc::vec![root.0];
        new_index[root.0 as usize] = 0;
        let mut next = 0;
        while let Some(&index) = queue.get(next) {
            next += 1;
            let edges = old.edges_of(NodeIndex(index));
            for edge in &mut old.edges[edges] {
                if edge.child != NOWHERE {
                    let target = &mut new_index[edge.child as usize];
                    if *target == NOWHERE {
                        *target = queue.len() as u32;
                        queue.push(edge.child);
                    }
                    edge.child = *target;
                }
            }
        }
        for &index in &queue {
            let mut node = old.nodes[index as usize].clone();
            let edges = old.edges_of(NodeIndex(index));
            node.first_edge = self.edges.len() as u32;
            self.edges.extend_from_slice(&old.edges[edges]);
            self.nodes.push(node);
        }
        let (nodes, hasher) = (&self.nodes, &self.hasher);
        for (index, node) in (0..).zip(nodes) {
            let hash = hasher.hash_one(&node.position);
            self.table.insert_unique(hash, index, |&node| {
                hasher.hash_one(&nodes[node as usize].position)
            });
        }
    }
}

impl<G> Node<G> {
    fn expected(&self) -> f64 {
        if self.visits == 0 {
            0.5
        } else {
            self.sum / f64::from(self.visits)
        }
    }
}

/// Doubles the room of a full list, but not beyond `most`.
fn grow<T>(list: &mut Vec<T>, most: usize) {
    if list.capacity() < most && list.len() + 1024 > list.capacity() {
        let room = (2 * list.capacity()).clamp(4096, most.max(4096));
        list.reserve_exact(room - list.len());
    }
}

/// The binary logarithm, linear between powers of two: unlike `ln`, the same on every machine.
fn log2(number: u64) -> f64 {
    let exponent = number.max(1).ilog2();
    let power = (1_u64 << exponent) as f64;
    f64::from(exponent) + (number.max(1) as f64 - power) / power
}
