//! The graph of positions that the search has met: what is stored, and how it is found and forgotten.
#![allow(
    clippy::cast_possible_truncation,
    reason = "the graph refuses to grow beyond 2^32 nodes and edges"
)]

use alloc::vec::Vec;
use core::hash::BuildHasher;
use core::mem::size_of;

use foldhash::fast::FixedState;
use hashbrown::HashTable;

use crate::evaluation::Evaluate;
use crate::value::Value;

/// The place of a node in the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeIndex(pub(super) u32);

/// A position in its canonical form. Its moves, those of that form, are listed when the search first chooses among
/// them: most nodes never get that far.
#[derive(Clone, Debug)]
struct Node<G> {
    position: G,
    first_edge: u32,
    /// No edges: they are not listed yet, or the game is over.
    edge_count: u16,
    /// What the position looks like to the player to move, 0 to 1.
    looks: f32,
    /// The visits of all edges.
    tried: u32,
}

/// What is known of a node. Choosing a move reads those of all children, so they lie close together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stats {
    /// What the playouts were worth for the player to move here, 0 to 1 each.
    pub(super) sum: f64,
    pub(super) visits: u32,
    pub(super) value: Value,
}

/// A move and where it leads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<M> {
    pub(super) play: M,
    /// The node the move leads to, or `NOWHERE`.
    child: u32,
    pub(super) visits: u32,
    /// The looks of the move.
    pub(super) looks: i8,
}

const NOWHERE: u32 = u32::MAX;

/// Bytes beside a node: its place in the hash table, with spare room, and in the lists of `keep_only`.
const BYTES_BESIDE_NODE: usize = 24;

/// A position that is about to become a node, with what is seen of it.
pub(super) struct Sight<G: Evaluate> {
    position: G,
    /// The one move that matters, if the player to move wins at once.
    win: Option<G::Move>,
    pub(super) looks: f32,
    pub(super) value: Value,
}

impl<G: Evaluate> Sight<G> {
    /// Looks at a canonical position.
    pub(super) fn of(position: G) -> Self {
        if let Some(won) = position.mover_won() {
            return Self {
                position,
                win: None,
                looks: 0.5,
                value: Value::of_mover(won),
            };
        }
        let seen = position.glance();
        Self {
            position,
            win: seen.win,
            looks: seen.worth,
            value: seen.win.map_or(Value::Unknown, |_| Value::Win),
        }
    }

    pub(super) fn position(&self) -> &G {
        &self.position
    }
}

#[derive(Clone, Debug)]
pub(super) struct Graph<G: Evaluate> {
    nodes: Vec<Node<G>>,
    /// Of each node.
    stats: Vec<Stats>,
    edges: Vec<Edge<G::Move>>,
    /// The nodes by the hash of their position.
    table: HashTable<u32>,
    hasher: FixedState,
    max_nodes: usize,
    max_edges: usize,
}

impl<G: Evaluate> Default for Graph<G> {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            stats: Vec::new(),
            edges: Vec::new(),
            table: HashTable::new(),
            hasher: FixedState::default(),
            max_nodes: 0,
            max_edges: 0,
        }
    }
}

impl<G: Evaluate> Graph<G> {
    /// Sets how many bytes the graph may use. At least a root fits.
    pub(super) fn set_memory(&mut self, bytes: usize) {
        // While a list grows or is copied, the old one and the new one are there together: so lists may take
        // half of the memory. Edges outnumber nodes, but only nodes hold positions.
        let (for_nodes, for_edges) = (bytes / 6, bytes / 3);
        let node_bytes = size_of::<Node<G>>() + size_of::<Stats>() + BYTES_BESIDE_NODE;
        self.max_nodes = (for_nodes / node_bytes).clamp(1, NOWHERE as usize);
        self.max_edges = (for_edges / size_of::<Edge<G::Move>>()).min(NOWHERE as usize);
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether another node fits.
    pub(super) fn has_room(&self) -> bool {
        self.nodes.len() < self.max_nodes
    }

    pub(super) fn stats(&self, node: NodeIndex) -> &Stats {
        &self.stats[node.0 as usize]
    }

    pub(super) fn stats_mut(&mut self, node: NodeIndex) -> &mut Stats {
        &mut self.stats[node.0 as usize]
    }

    pub(super) fn value(&self, node: NodeIndex) -> Value {
        self.stats(node).value
    }

    pub(super) fn position(&self, node: NodeIndex) -> &G {
        &self.nodes[node.0 as usize].position
    }

    /// What the position of a node looks like to the player to move, 0 to 1.
    pub(super) fn looks(&self, node: NodeIndex) -> f64 {
        f64::from(self.nodes[node.0 as usize].looks)
    }

    /// The visits of all edges of a node.
    pub(super) fn tried(&self, node: NodeIndex) -> u32 {
        self.nodes[node.0 as usize].tried
    }

    pub(super) fn edge(&self, edge: usize) -> &Edge<G::Move> {
        &self.edges[edge]
    }

    pub(super) fn child(&self, edge: usize) -> Option<NodeIndex> {
        self.edges[edge].child()
    }

    /// What is known of where an edge leads; `None` if it leads nowhere yet.
    pub(super) fn child_stats(&self, edge: &Edge<G::Move>) -> Option<&Stats> {
        self.stats.get(edge.child as usize)
    }

    /// The edges of a node that are listed.
    pub(super) fn edges_of(&self, node: NodeIndex) -> core::ops::Range<usize> {
        let node = &self.nodes[node.0 as usize];
        let first = node.first_edge as usize;
        first..first + usize::from(node.edge_count)
    }

    pub(super) fn edge_list(&self, node: NodeIndex) -> &[Edge<G::Move>] {
        &self.edges[self.edges_of(node)]
    }

    pub(super) fn connect(&mut self, edge: usize, child: NodeIndex) {
        self.edges[edge].child = child.0;
    }

    /// Counts a visit of an edge of a node.
    pub(super) fn count_try(&mut self, node: NodeIndex, edge: usize) {
        let node = &mut self.nodes[node.0 as usize];
        node.tried = node.tried.saturating_add(1);
        self.edges[edge].visits = self.edges[edge].visits.saturating_add(1);
    }

    /// Makes a position the root. What can be reached from it stays, the rest is forgotten.
    pub(super) fn reroot(&mut self, position: G) -> NodeIndex {
        let root = NodeIndex(0);
        match self.find(&position) {
            // The root comes first: after each change of root, and when it was added to an empty graph.
            Some(NodeIndex(0)) => return root,
            Some(found) => {
                self.keep_only(found);
                self.list_moves(root);
                self.doubt_root();
            }
            None => {
                self.clear();
                // An empty graph has room for a root.
                self.add(Sight::of(position));
                self.list_moves(root);
            }
        }
        root
    }

    /// What an oracle said of the root does not tell which move to play: only what its moves show stays.
    fn doubt_root(&mut self) {
        let root = NodeIndex(0);
        let edges = self.edge_list(root);
        let leads_to = |edge: &Edge<G::Move>, value| {
            self.child_stats(edge)
                .is_some_and(|stats| stats.value == value)
        };
        let shown = match self.value(root) {
            Value::Win => edges.len() == 1 || edges.iter().any(|edge| leads_to(edge, Value::Loss)),
            Value::Loss => edges.iter().all(|edge| leads_to(edge, Value::Win)),
            Value::Unknown => true,
        };
        if !shown {
            self.stats_mut(root).value = Value::Unknown;
        }
    }

    fn clear(&mut self) {
        self.nodes.clear();
        self.stats.clear();
        self.edges.clear();
        self.table.clear();
    }

    /// The node of a canonical position.
    pub(super) fn find(&self, position: &G) -> Option<NodeIndex> {
        let hash = self.hasher.hash_one(position);
        self.table
            .find(hash, |&node| {
                self.nodes[node as usize].position == *position
            })
            .map(|&node| NodeIndex(node))
    }

    /// Adds a node; there is none of this position yet, and [room](Self::has_room) for it.
    pub(super) fn add(&mut self, seen: Sight<G>) -> NodeIndex {
        grow(&mut self.nodes, self.max_nodes);
        grow(&mut self.stats, self.max_nodes);
        let index = self.nodes.len() as u32;
        let hasher = &self.hasher;
        let hash = hasher.hash_one(&seen.position);
        let first_edge = self.edges.len() as u32;
        // A move that wins at once is the only one that matters.
        self.edges.extend(seen.win.map(|play| Edge::new(play, 0)));
        self.nodes.push(Node {
            position: seen.position,
            first_edge,
            edge_count: u16::from(seen.win.is_some()),
            looks: seen.looks,
            tried: 0,
        });
        self.stats.push(Stats {
            sum: 0.0,
            visits: 0,
            value: seen.value,
        });
        let nodes = &self.nodes;
        self.table.insert_unique(hash, index, |&node| {
            hasher.hash_one(&nodes[node as usize].position)
        });
        NodeIndex(index)
    }

    /// Lists the moves of a node whose value is not known, unless they are listed; whether memory allows it.
    pub(super) fn list_if_room(&mut self, node: NodeIndex) -> bool {
        if self.nodes[node.0 as usize].edge_count > 0 {
            return true;
        }
        let points = self.nodes[node.0 as usize].position.size().points();
        // Each point has at most four moves; the exchange is one more.
        let room = self.edges.len() + 4 * points + 1 < self.max_edges;
        if room {
            grow(&mut self.edges, self.max_edges);
            self.list_moves(node);
        }
        room
    }

    /// Lists the moves of a node unless they are listed.
    fn list_moves(&mut self, node: NodeIndex) {
        let node = &mut self.nodes[node.0 as usize];
        if node.edge_count == 0 && !node.position.is_over() {
            let edges = &mut self.edges;
            node.first_edge = edges.len() as u32;
            node.position
                .list_moves(|play, looks| edges.push(Edge::new(play, looks)));
            node.edge_count = (edges.len() as u32 - node.first_edge) as u16;
        }
    }

    /// Forgets every node that cannot be reached from a root.
    fn keep_only(&mut self, root: NodeIndex) {
        let mut old = core::mem::take(self);
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
            self.stats.push(old.stats[index as usize]);
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

impl<M> Edge<M> {
    const fn new(play: M, looks: i8) -> Self {
        Self {
            play,
            child: NOWHERE,
            visits: 0,
            looks,
        }
    }

    fn child(&self) -> Option<NodeIndex> {
        (self.child != NOWHERE).then_some(NodeIndex(self.child))
    }
}

impl Stats {
    /// The expected result for the player to move, 0 to 1.
    pub(super) fn expected(&self) -> f64 {
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
