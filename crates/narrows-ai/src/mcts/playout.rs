//! One playout of the search: walk down, add a node, play at random, and carry the result up.

use alloc::vec::Vec;

use rand::Rng;

use super::Oracle;
use super::graph::{Graph, NodeIndex, Sight};
use crate::evaluation::{Evaluate, Parameters};
use crate::value::Value;

/// The edges that a playout follows, from the root on.
pub(super) type Path = Vec<(NodeIndex, usize)>;

/// How a playout reaches the graph: by itself, or beside others that run at the same time.
pub(super) trait Access<G: Evaluate> {
    /// Whether other playouts run at the same time. Then each counts as lost, for the player who made the move to a
    /// node, until its result is known ("virtual loss": G. Chaslot, M. Winands, J. van den Herik, "Parallel Monte-Carlo
    /// tree search", CG 2008), which leads the others elsewhere.
    const SHARED: bool;

    /// Does something to the graph that no other playout may see half done.
    fn with<T>(&mut self, act: impl FnOnce(&mut Graph<G>) -> T) -> T;
}

impl<G: Evaluate> Access<G> for Graph<G> {
    const SHARED: bool = false;

    #[inline]
    fn with<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> T {
        act(self)
    }
}

/// Where the way down ends.
enum End<G: Evaluate> {
    /// At a node whose value is known.
    Known(Value),
    /// At a node whose moves memory does not allow to list.
    Full(NodeIndex, G),
    /// At the last edge of the path, which leads to this canonical position, and to no node yet.
    New(G),
}

/// What the graph has of a position.
enum Entry {
    /// The node, what is known of it, and its looks.
    Node(NodeIndex, Value, f64),
    Room,
    NoRoom,
}

/// Plays once from the root. Only the walks through the graph keep other playouts waiting, not what is done with
/// positions.
pub(super) fn play_once<G: Evaluate, A: Access<G>>(
    graph: &mut A,
    root: NodeIndex,
    parameters: &Parameters,
    path: &mut Path,
    random: &mut impl Rng,
    oracle: Oracle<'_, G>,
) {
    path.clear();
    // What it was worth to the player to move at the end of the path.
    let worth = match graph.with(|graph| descend::<G, A>(graph, root, parameters, path)) {
        End::Known(value) => worth_of(value),
        End::Full(node, position) => {
            let worth = playout(&position, random);
            graph.with(|graph| graph.count_playout(node, worth));
            worth
        }
        End::New(position) => expand(graph, path, position, parameters, random, oracle),
    };
    graph.with(|graph| ascend::<G, A>(graph, path, worth));
}

fn descend<G: Evaluate, A: Access<G>>(
    graph: &mut Graph<G>,
    root: NodeIndex,
    parameters: &Parameters,
    path: &mut Path,
) -> End<G> {
    let mut node = root;
    loop {
        let value = graph.value(node);
        if value.is_known() {
            return End::Known(value);
        }
        if !graph.list_if_room(node) {
            return End::Full(node, graph.position(node).clone());
        }
        let edge = graph.select(node, parameters, A::SHARED);
        path.push((node, edge));
        if A::SHARED {
            graph.count_try(node, edge);
            graph.count_playout(node, 1.0);
        }
        match graph.child(edge) {
            Some(child) => node = child,
            None => {
                let next = graph.position(node).played(graph.edge(edge).play);
                return End::New(next.canonical().0);
            }
        }
    }
}

/// Carries what a playout was worth to the player at the end of the path up to the root.
fn ascend<G: Evaluate, A: Access<G>>(graph: &mut Graph<G>, path: &Path, mut worth: f64) {
    for &(node, edge) in path.iter().rev() {
        worth = 1.0 - worth;
        if A::SHARED {
            graph.stats_mut(node).sum += worth - 1.0;
        } else {
            graph.count_try(node, edge);
            graph.count_playout(node, worth);
        }
        graph.prove(node, edge);
    }
}

/// What the graph has of the position that a path leads to.
fn look_up<G: Evaluate>(graph: &mut Graph<G>, path: &Path, position: &G) -> Entry {
    match (graph.find(position), path.last()) {
        (Some(node), Some(&(_, edge))) => {
            graph.connect(edge, node);
            Entry::Node(node, graph.value(node), graph.looks(node))
        }
        _ if graph.has_room() => Entry::Room,
        _ => Entry::NoRoom,
    }
}

/// Adds the node the path leads to, if memory allows, and plays on from it. Says what that was worth to the
/// player to move there.
fn expand<G: Evaluate>(
    graph: &mut impl Access<G>,
    path: &Path,
    position: G,
    parameters: &Parameters,
    random: &mut impl Rng,
    oracle: Oracle<'_, G>,
) -> f64 {
    match graph.with(|graph| look_up(graph, path, &position)) {
        Entry::NoRoom => playout(&position, random),
        Entry::Node(_, value, _) if value.is_known() => worth_of(value),
        Entry::Node(node, _, looks) => {
            let worth = mixed(&position, looks, parameters, random);
            graph.with(|graph| graph.count_playout(node, worth));
            worth
        }
        Entry::Room => {
            let mut seen = Sight::of(position);
            if !seen.value.is_known() {
                seen.value = oracle(seen.position());
            }
            let is_known = seen.value.is_known();
            let worth = if is_known {
                worth_of(seen.value)
            } else {
                mixed(seen.position(), f64::from(seen.looks), parameters, random)
            };
            graph.with(|graph| {
                let Some(node) = place(graph, path, seen) else {
                    return;
                };
                if !is_known {
                    graph.count_playout(node, worth);
                }
            });
            worth
        }
    }
}

/// The node of the position that a path leads to, a new one unless another playout has added it meanwhile.
fn place<G: Evaluate>(graph: &mut Graph<G>, path: &Path, seen: Sight<G>) -> Option<NodeIndex> {
    let node = match graph.find(seen.position()) {
        Some(node) => node,
        None if graph.has_room() => graph.add(seen),
        None => return None,
    };
    if let Some(&(_, edge)) = path.last() {
        graph.connect(edge, node);
    }
    Some(node)
}

/// What a new node is worth to the player to move: a playout, or its looks, or both.
fn mixed<G: Evaluate>(
    position: &G,
    looks: f64,
    parameters: &Parameters,
    random: &mut impl Rng,
) -> f64 {
    let mut worth = 0.0;
    if parameters.looks > 0.0 {
        worth += parameters.looks * looks;
    }
    if parameters.looks < 1.0 {
        worth += (1.0 - parameters.looks) * playout(position, random);
    }
    worth
}

/// What a value that is known is worth to the player to move.
fn worth_of(value: Value) -> f64 {
    f64::from(u8::from(value == Value::Win))
}

/// Plays a position to its end at random: 1 if the player to move won, else 0.
fn playout<G: Evaluate>(position: &G, random: &mut impl Rng) -> f64 {
    f64::from(u8::from(
        position.playout(random).winner == position.to_move(),
    ))
}
