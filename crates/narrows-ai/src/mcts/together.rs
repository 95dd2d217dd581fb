//! Several threads search one graph: tree parallelization with one lock and virtual loss (G. Chaslot, M. Winands,
//! J. van den Herik, "Parallel Monte-Carlo tree search", CG 2008).
//!
//! The lock is held for the walk down and the walk up, a few microseconds, and not for what lies between: canonical
//! forms, looks, questions to the oracle, playouts. So a few threads wait little for each other, nothing needs to be
//! atomic, and memory is bounded as in a search by one thread. The result depends on who comes first.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use rand::Rng;

use super::graph::Graph;
use super::playout::{Access, Path, play_once};
use super::report::{Question, Report};
use super::{Oracle, Search};
use crate::budget::{Limits, Stop};
use crate::evaluation::{Evaluate, Parameters};
use crate::value::Value;

/// Playouts of the first thread between two reports.
const PLAYOUTS_BETWEEN_REPORTS: u64 = 1024;

/// What one thread of a search needs for itself: its random numbers and its oracle.
#[derive(Debug)]
pub struct Worker<R, O> {
    /// Random numbers for the playouts.
    pub random: R,
    /// Answers as an [`Oracle`] does.
    pub oracle: O,
}

/// A graph that is shared.
struct Shared<'a, G: Evaluate>(&'a Mutex<Graph<G>>);

impl<G: Evaluate> Access<G> for Shared<'_, G> {
    const SHARED: bool = true;

    fn with<T>(&mut self, act: impl FnOnce(&mut Graph<G>) -> T) -> T {
        // Where another thread panics, the search ends with that panic.
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A search by several threads, while it runs.
struct Crew<'a, G: Evaluate> {
    question: Question<'a, G>,
    parameters: Parameters,
    most: u64,
    stop: Stop<'a>,
    /// The playouts that have begun, and those that were asked for beyond `most`.
    begun: AtomicU64,
    tell: &'a (dyn Fn(&Report<G::Move>) + Sync),
}

impl<G: Evaluate> Search<G> {
    /// Searches like [`search_asking`](Self::search_asking) with one thread for each worker; `limits.playouts` is for
    /// all together. The same workers may find something else the next time: who comes first is not determined.
    ///
    /// `tell` hears from one of the threads now and then how the search stands.
    ///
    /// # Panics
    /// If there is no worker.
    pub fn search_together<R: Rng + Send, O: FnMut(&G) -> Value + Send>(
        &mut self,
        position: &G,
        limits: &Limits,
        workers: Vec<Worker<R, O>>,
        stop: Stop,
        tell: &(dyn Fn(&Report<G::Move>) + Sync),
    ) -> Report<G::Move> {
        let crew = Crew {
            question: self.ask(position, limits),
            parameters: self.parameters,
            most: limits.playouts.unwrap_or(u64::MAX),
            stop,
            begun: AtomicU64::new(0),
            tell,
        };
        let graph = Mutex::new(core::mem::take(&mut self.graph));
        let mut workers = workers.into_iter();
        let mut first = workers.next().expect("a search has at least one worker");
        std::thread::scope(|scope| {
            for mut worker in workers {
                let (crew, graph) = (&crew, &graph);
                scope.spawn(move || {
                    crew.work(
                        &mut Shared(graph),
                        &mut worker.random,
                        &mut worker.oracle,
                        false,
                    );
                });
            }
            crew.work(
                &mut Shared(&graph),
                &mut first.random,
                &mut first.oracle,
                true,
            );
        });
        self.graph = graph.into_inner().unwrap_or_else(PoisonError::into_inner);
        let playouts = crew.begun.into_inner().min(crew.most);
        crew.question.report(&self.graph, playouts)
    }
}

impl<G: Evaluate> Crew<'_, G> {
    /// What one thread does.
    fn work(
        &self,
        graph: &mut Shared<'_, G>,
        random: &mut impl Rng,
        oracle: Oracle<'_, G>,
        tells: bool,
    ) {
        let root = self.question.root;
        let (mut path, mut playouts) = (Path::new(), 0_u64);
        while !graph.with(|graph| graph.value(root)).is_known() {
            if playouts > 0 && playouts.is_multiple_of(16) && (self.stop)() {
                break;
            }
            if self.begun.fetch_add(1, Ordering::Relaxed) >= self.most {
                break;
            }
            play_once(graph, root, &self.parameters, &mut path, random, oracle);
            playouts += 1;
            if tells && playouts.is_multiple_of(PLAYOUTS_BETWEEN_REPORTS) {
                let begun = self.begun.load(Ordering::Relaxed).min(self.most);
                let report = graph.with(|graph| self.question.report(graph, begun));
                (self.tell)(&report);
            }
        }
    }
}
