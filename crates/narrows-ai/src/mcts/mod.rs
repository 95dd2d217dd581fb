//! Monte Carlo tree search, for every game that can [`Evaluate`] its positions.
//!
//! * The tree is a graph: symmetric and transposed positions are one node, found by their canonical form.
//!   Edges count their own visits, nodes carry the value (UCT2 in B. Childs, J. Brodeur, L. Kocsis,
//!   "Transpositions and move groups in Monte Carlo tree search", CIG 2008).
//! * Proven wins and losses propagate (MCTS-Solver: M. Winands, Y. Björnsson, J.-T. Saito, CG 2008), and
//!   moves that win at once are found when a node is made.
//! * What a new node is worth is a playout, what its position looks like, or a mixture of both.
//! * An oracle, if there is one, is asked the value of each new node: an exact solver that answers near the
//!   end, where playouts are no better than guesses. Its proofs propagate like those of finished games.
//! * The graph is kept from one search to the next as far as it can still be reached.
//! * Memory is fixed: when it is used up the graph stops growing and the search goes on in it.
//!
//! One seed, one number of playouts: one result, on every machine. Only operations that IEEE 754 defines
//! to the last bit are used on floating-point numbers.
//!
//! ```
//! use narrows_ai::budget::{Limits, NEVER};
//! use narrows_ai::mcts::Search;
//! use narrows_core::{BlackNarrows, Game};
//! use rand::SeedableRng;
//! use rand_xoshiro::Xoshiro256PlusPlus;
//!
//! let position = BlackNarrows::<1>::start("6x6".parse()?)?;
//! let limits = Limits { playouts: Some(200), ..Limits::default() };
//! let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
//! let report = Search::default().search(&position, &limits, &mut random, NEVER);
//! assert_eq!(report.playouts, 200);
//! assert!(report.best.is_some_and(|play| position.is_legal(play)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod graph;
mod playout;
mod statistics;

use alloc::vec::Vec;

use narrows_core::Symmetry;
use rand::Rng;

use crate::budget::{Limits, Stop};
use crate::evaluation::{Evaluate, Parameters};
use crate::value::Value;
use graph::{Graph, NodeIndex};
use playout::{Path, play_once};

/// Says how a position ends for the player to move, or [`Value::Unknown`].
///
/// It is asked once for each node, except the root and those that are decided at a glance.
pub type Oracle<'a, G> = &'a mut dyn FnMut(&G) -> Value;

/// The order of moves in a report. A function rather than a closure in the search, which would be another one, with a
/// sort of its own, for every width.
fn in_order<M: Ord>(a: &RootMove<M>, b: &RootMove<M>) -> core::cmp::Ordering {
    a.play.cmp(&b.play)
}

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

/// A search that keeps its graph between moves.
#[derive(Clone, Debug)]
pub struct Search<G: Evaluate> {
    parameters: Parameters,
    graph: Graph<G>,
}

impl<G: Evaluate> Default for Search<G> {
    fn default() -> Self {
        Self::new(G::PARAMETERS)
    }
}

impl<G: Evaluate> Search<G> {
    /// A search with an empty graph.
    #[must_use]
    pub fn new(parameters: Parameters) -> Self {
        Self {
            parameters,
            graph: Graph::default(),
        }
    }

    /// Searches a position until a limit is reached, `stop` says so, or the position is proven.
    ///
    /// The graph of the search before is kept as far as this position leads into it, so the playouts that
    /// were spent on it still count.
    pub fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        random: &mut impl Rng,
        stop: Stop,
    ) -> Report<G::Move> {
        self.search_asking(position, limits, random, stop, &mut |_| Value::Unknown)
    }

    /// The same with an oracle. What it once said stays in the graph.
    pub fn search_asking(
        &mut self,
        position: &G,
        limits: &Limits,
        random: &mut impl Rng,
        stop: Stop,
        oracle: Oracle<'_, G>,
    ) -> Report<G::Move> {
        let (root_position, symmetry) = position.canonical();
        self.graph.set_memory(limits.memory_bytes);
        let root = self.graph.reroot(root_position);
        let most = limits.playouts.unwrap_or(u64::MAX);
        let (mut playouts, mut path) = (0, Path::new());
        // Even a search that is stopped at once looks once, so that it has a move to give.
        while playouts < most && !self.graph.value(root).is_known() {
            if playouts > 0 && playouts.is_multiple_of(16) && stop() {
                break;
            }
            play_once(
                &mut self.graph,
                root,
                &self.parameters,
                &mut path,
                random,
                oracle,
            );
            playouts += 1;
        }
        self.report(position, root, symmetry, playouts)
    }

    fn report(
        &self,
        position: &G,
        root: NodeIndex,
        symmetry: Symmetry,
        playouts: u64,
    ) -> Report<G::Move> {
        let size = position.size();
        let back = |play| G::map_move(play, symmetry.inverse(), size);
        let mut moves = self.graph.root_moves(root);
        for root_move in &mut moves {
            root_move.play = back(root_move.play);
        }
        moves.sort_unstable_by(in_order);
        let principal_variation = self.principal_variation(position, root);
        Report {
            best: principal_variation.first().copied(),
            value: self.graph.value(root),
            expected: self.graph.stats(root).expected(),
            playouts,
            nodes: self.graph.len() as u64,
            moves,
            principal_variation,
        }
    }

    /// Follows the best moves, translating each node's canonical frame back to the board of `position`.
    fn principal_variation(&self, position: &G, root: NodeIndex) -> Vec<G::Move> {
        let size = position.size();
        let (mut line, mut position, mut node) = (Vec::new(), position.clone(), Some(root));
        while let Some(edge) = node.and_then(|node| self.graph.best_edge(node)) {
            let (_, symmetry) = position.canonical();
            let play = G::map_move(self.graph.edge(edge).play, symmetry.inverse(), size);
            line.push(play);
            position.play_unchecked(play);
            node = self.graph.child(edge).filter(|_| !position.is_over());
        }
        line
    }
}
