//! A Monte Carlo search with an exact solver at its leaves.

use alloc::vec::Vec;

use rand::Rng;
#[cfg(feature = "threads")]
use {crate::mcts::Worker, rand::SeedableRng, rand_xoshiro::Xoshiro256PlusPlus};

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

/// The solver that a search asks about new positions near the end, made when it is first needed.
struct Leaves<G: Solvable>(Option<G::Solver>);

impl<G: Solvable + Evaluate + Tuned> Leaves<G> {
    fn ask(&mut self, leaf: &G) -> Value {
        if G::TUNING.leaf_moves == 0 || leaf.count_moves() > G::TUNING.leaf_moves {
            return Value::Unknown;
        }
        self.0
            .get_or_insert_with(|| G::Solver::with_memory_at_most(LEAF_MEMORY))
            .verdict(leaf, LEAF_NODES)
    }
}

/// A search, and for each of its threads a solver at the leaves.
pub(super) struct Searcher<G: Solvable + Evaluate> {
    search: Search<G>,
    leaves: Vec<Leaves<G>>,
}

impl<G: Solvable + Evaluate> Default for Searcher<G> {
    fn default() -> Self {
        Self {
            search: Search::default(),
            leaves: alloc::vec![Leaves(None)],
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
        let leaves = &mut self.leaves[0];
        let oracle = &mut |leaf: &G| leaves.ask(leaf);
        self.search
            .search_asking(position, limits, random, stop, oracle)
    }

    /// See [`Search::search_together`]: on as many threads as `limits` say.
    #[cfg(feature = "threads")]
    pub(super) fn search_together(
        &mut self,
        position: &G,
        limits: &Limits,
        random: &mut Xoshiro256PlusPlus,
        stop: Stop,
        tell: &(dyn Fn(&Report<G::Move>) + Sync),
    ) -> Report<G::Move> {
        self.leaves
            .resize_with(limits.threads.max(1), || Leaves(None));
        let workers = self.leaves.iter_mut().map(|leaves| Worker {
            random: Xoshiro256PlusPlus::from_rng(random),
            oracle: |leaf: &G| leaves.ask(leaf),
        });
        let workers: Vec<_> = workers.collect();
        self.search
            .search_together(position, limits, workers, stop, tell)
    }

    /// The same as [`search`](Self::search) without the solver.
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
