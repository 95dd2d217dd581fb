//! From positions of the core to the solver and back.

use alloc::vec::Vec;
#[cfg(feature = "store")]
use std::path::Path;

use narrows_core::{BlackNarrows, Game, Point};

#[cfg(feature = "store")]
use super::kept::Proven;
use super::{RawPosition, Solver, book};
use crate::budget::{Limits, Stop};
#[cfg(feature = "store")]
use crate::solver::store::{Store, StoreError};
use crate::solver::{Answer, ExactSolver, LastingSolver, Monitor, Question};
use crate::value::Value;

impl From<&BlackNarrows<1>> for RawPosition {
    fn from(position: &BlackNarrows<1>) -> Self {
        let size = position.size();
        let [stones] = position.stones().words();
        match Self::new(size.columns(), size.rows(), stones) {
            Ok(position) => position,
            Err(_) => unreachable!("a position of the core is legal and fits"),
        }
    }
}

impl ExactSolver<BlackNarrows<1>> for Solver {
    fn with_memory(bytes: usize) -> Self {
        Self::new(bytes)
    }

    fn verdict(&mut self, position: &BlackNarrows<1>, nodes: u64) -> Value {
        self.verdict_on(&position.into(), nodes)
    }

    fn look_up(position: &BlackNarrows<1>, question: Question) -> Option<Answer<Point>> {
        book::answer(position, question)
    }

    fn answer_watched(
        &mut self,
        position: &BlackNarrows<1>,
        question: Question,
        limits: &Limits,
        stop: Stop,
        monitor: &Monitor,
    ) -> Answer<Point> {
        let mut answer = Answer::unsolved(position);
        let grid = position.grid();
        let point = |index: u8| grid.point(usize::from(index));
        let index_of = |play| answer.moves.binary_search_by_key(&play, |found| found.0);
        let tell = |index, value| {
            if let Ok(at) = index_of(point(index)) {
                monitor.note(at, value);
            }
        };
        let watch = monitor.watch(&tell);
        let solution = self.solve_watched(&position.into(), question, &limits.into(), stop, &watch);
        answer.value = solution.value;
        answer.best = sorted(solution.best.into_iter().map(point));
        answer.moves = sorted(
            solution
                .moves
                .into_iter()
                .map(|(index, value)| (point(index), value)),
        );
        answer.nimber = solution.nimber;
        answer.nodes = solution.nodes;
        answer
    }
}

impl LastingSolver<BlackNarrows<1>> for Solver {
    #[cfg(feature = "store")]
    fn attach(&mut self, path: &Path) -> Result<(), StoreError> {
        let table = self.table.open();
        let take = |key: u128, Proven { known, work }| table.store(key.into(), known, work);
        self.store = Some(Store::open(path, take)?);
        Ok(())
    }

    #[cfg(feature = "store")]
    fn detach(&mut self) -> Result<(), StoreError> {
        self.store.take().map_or(Ok(()), |store| store.finish())
    }

    fn certify(
        &mut self,
        position: &BlackNarrows<1>,
        limits: &Limits,
        stop: Stop,
    ) -> Option<Vec<u8>> {
        self.prove(&position.into(), &limits.into(), stop)
    }
}

/// Points in the order of the core, which is not the order of their indexes.
fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort_unstable();
    items
}
