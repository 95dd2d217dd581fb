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
//! * Several threads can search one graph (`search_together`): the walks through it take turns, and what is done with
//!   positions, most of the work, runs at the same time.
//!
//! One seed, one number of playouts, one thread: one result, on every machine. Only operations that IEEE 754 defines
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
mod report;
mod statistics;
#[cfg(feature = "threads")]
mod together;

use rand::Rng;

use crate::budget::{Limits, Stop};
use crate::evaluation::{Evaluate, Parameters};
use crate::value::Value;
use graph::Graph;
use playout::{Path, play_once};
use report::Question;

pub use report::{Report, RootMove};
#[cfg(feature = "threads")]
pub use together::Worker;

/// Says how a position ends for the player to move, or [`Value::Unknown`].
///
/// It is asked once for each node, except the root and those that are decided at a glance.
pub type Oracle<'a, G> = &'a mut dyn FnMut(&G) -> Value;

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
        let question = self.ask(position, limits);
        let most = limits.playouts.unwrap_or(u64::MAX);
        let (mut playouts, mut path) = (0, Path::new());
        // Even a search that is stopped at once looks once, so that it has a move to give.
        while playouts < most && !self.graph.value(question.root).is_known() {
            if playouts > 0 && playouts.is_multiple_of(16) && stop() {
                break;
            }
            play_once(
                &mut self.graph,
                question.root,
                &self.parameters,
                &mut path,
                random,
                oracle,
            );
            playouts += 1;
        }
        question.report(&self.graph, playouts)
    }

    /// Makes a position the root of the graph.
    fn ask<'a>(&mut self, position: &'a G, limits: &Limits) -> Question<'a, G> {
        let (root_position, symmetry) = position.canonical();
        self.graph.set_memory(limits.memory_bytes);
        Question {
            position,
            symmetry,
            root: self.graph.reroot(root_position),
        }
    }
}
