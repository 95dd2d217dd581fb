//! A Monte Carlo search with an exact solver at its leaves.

use rand::Rng;

use super::tuning::Tuned;
use crate::budget::{Limits, Stop};
use crate::evaluation::Evaluate;
use crate::mcts::{Report, Search};
use crate::solver::{ExactSolver, Solvable};
use crate::value::Value;

/// Positions the solver expands at most for one leaf.
const LEAF_NODES: u64 = 64;

/// The table of the leaves' solver: it should stay in the processor's cache.
const LEAF_MEMORY: usize = 1 << 20;

/// A search, and the solver that it asks about new positions near the end.
pub(super) struct Searcher<G: Solvable + Evaluate> {
    search: Search<G>,
    leaves: Option<G::Solver>,
}

impl<G: Solvable + Evaluate> Default for Searcher<G> {
    fn default() -> Self {
        Self {
            search: Search::default(),
            leaves: None,
        }
    }
}

impl<G: Solvable + Evaluate + Tuned> Searcher<G> {
    /// See [`Search::search`].
    pub(super) fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        random: &mut impl Rng,
        stop: Stop,
    ) -> Report<G::Move> {
        let leaves = &mut self.leaves;
        self.search
            .search_asking(position, limits, random, stop, &mut |leaf| {
                if G::TUNING.leaf_moves == 0 || leaf.count_moves() > G::TUNING.leaf_moves {
                    return Value::Unknown;
                }
                leaves
                    .get_or_insert_with(|| G::Solver::with_memory_at_most(LEAF_MEMORY))
                    .verdict(leaf, LEAF_NODES)
            })
    }

    /// The same without the solver.
    pub(super) fn search_alone(
        &mut self,
        position: &G,
        limits: &Limits,
        random: &mut impl Rng,
        stop: Stop,
    ) -> Report<G::Move> {
        self.search.search(position, limits, random, stop)
    }
}
