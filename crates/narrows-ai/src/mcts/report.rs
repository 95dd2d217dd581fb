//! What a search found, in the frame of the position that was asked about.

use alloc::vec::Vec;

use narrows_core::Symmetry;

use super::graph::{Graph, NodeIndex};
use crate::evaluation::Evaluate;
use crate::value::Value;

/// One move of the root, as the search sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootMove<M> {
    /// The move.
    pub play: M,
    /// How often the search went this way.
    pub visits: u64,
    /// The expected result for the player to move, 0 (lost) to 1 (won); 0.5 without visits.
    pub expected: f64,
    /// What is proven about the move, for the player to move.
    pub value: Value,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// The move to play; `None` only if the game is over.
    pub best: Option<M>,
    /// What is proven about the position, for the player to move.
    pub value: Value,
    /// The expected result for the player to move, 0 to 1.
    pub expected: f64,
    /// The playouts of this search.
    pub playouts: u64,
    /// The nodes in the graph.
    pub nodes: u64,
    /// All moves of the root, in ascending order.
    pub moves: Vec<RootMove<M>>,
    /// The line the search holds for best, the move to play first.
    pub principal_variation: Vec<M>,
}

/// The order of moves in a report. A function rather than a closure, which would be another one, with a sort of its own,
/// for every width.
fn in_order<M: Ord>(a: &RootMove<M>, b: &RootMove<M>) -> core::cmp::Ordering {
    a.play.cmp(&b.play)
}

/// The position that a search is about, and how it lies in the graph.
#[derive(Clone, Debug)]
pub(super) struct Question<'a, G> {
    pub(super) position: &'a G,
    /// Leads from the position to that of the root.
    pub(super) symmetry: Symmetry,
    pub(super) root: NodeIndex,
}

impl<G: Evaluate> Question<'_, G> {
    /// What the graph says after so many playouts.
    pub(super) fn report(&self, graph: &Graph<G>, playouts: u64) -> Report<G::Move> {
        let size = self.position.size();
        let mut moves = graph.root_moves(self.root);
        for root_move in &mut moves {
            root_move.play = G::map_move(root_move.play, self.symmetry.inverse(), size);
        }
        moves.sort_unstable_by(in_order);
        let principal_variation = self.principal_variation(graph);
        Report {
            best: principal_variation.first().copied(),
            value: graph.value(self.root),
            expected: graph.stats(self.root).expected(),
            playouts,
            nodes: graph.len() as u64,
            moves,
            principal_variation,
        }
    }

    /// Follows the best moves, translating each node's canonical frame back to the board of the position.
    fn principal_variation(&self, graph: &Graph<G>) -> Vec<G::Move> {
        let size = self.position.size();
        let (mut line, mut position) = (Vec::new(), self.position.clone());
        let mut node = Some(self.root);
        while let Some(edge) = node.and_then(|node| graph.best_edge(node)) {
            let (_, symmetry) = position.canonical();
            let play = G::map_move(graph.edge(edge).play, symmetry.inverse(), size);
            line.push(play);
            position.play_unchecked(play);
            node = graph.child(edge).filter(|_| !position.is_over());
        }
        line
    }
}
