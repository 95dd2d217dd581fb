//! From positions of the core to the solver and back.

use alloc::vec::Vec;
#[cfg(feature = "store")]
use std::path::Path;

use narrows_core::narrows::{Color, Move, Narrows};
use narrows_core::{Game, Grid};

use super::{Exchange, Question, RawMove, RawPosition, Solver, book};
use crate::budget::{Limits, Stop};
#[cfg(feature = "store")]
use crate::solver::StoringSolver;
use crate::solver::memory::MemoryError;
#[cfg(feature = "store")]
use crate::solver::store::{Store, StoreError};
use crate::solver::{AlphaBeta, Answer, CertifyingSolver, ExactSolver, Monitor, typed};
use crate::value::Value;

/// Nodes spent on the length of a decided game: a few hundredths of a second, so that a level does
/// not wait for it, and a second or two for those who want to know everything (or as many as they allow).
const PLIES_NODES: u64 = 10_000;
const PLIES_NODES_FOR_ALL: u64 = 1_000_000;

impl RawPosition {
    /// The parts of a position on a board that is not too large.
    pub(super) fn of<const W: usize>(position: &Narrows<W>) -> Option<Self> {
        let size = position.size();
        if size.points() > 64 {
            return None;
        }
        let stones = |color: Color| position.stones(color).words()[0];
        let to_move = position.color_to_move();
        let exchange = if position.exchange_is_offered() {
            Exchange::Offered
        } else if position.exchange_is_pending() {
            Exchange::Pending
        } else {
            Exchange::Off
        };
        let (own, other) = (stones(to_move), stones(to_move.other()));
        Self::new(size.columns(), size.rows(), own, other, exchange).ok()
    }
}

impl RawMove {
    fn on<const W: usize>(self, grid: &Grid<W>) -> Move {
        match self {
            Self::Swap => Move::Swap,
            Self::Capture { from, to } => Move::Capture {
                from: grid.point(from.into()),
                to: grid.point(to.into()),
            },
        }
    }
}

impl Solver {
    /// The solver of boards that are too large for this one.
    fn plain<const W: usize>(&mut self) -> Option<&mut AlphaBeta<Narrows<W>>> {
        let bytes = self.memory_bytes;
        typed(&mut self.plain, || AlphaBeta::with_memory(bytes).ok()).as_mut()
    }
}

impl<const W: usize> ExactSolver<Narrows<W>> for Solver {
    fn with_memory(bytes: usize) -> Result<Self, MemoryError> {
        Ok(Self::new(bytes))
    }

    fn look_up(position: &Narrows<W>, question: crate::solver::Question) -> Option<Answer<Move>> {
        book::answer(position, question)
    }

    fn answer_watched(
        &mut self,
        position: &Narrows<W>,
        question: crate::solver::Question,
        limits: &Limits,
        stop: Stop,
        monitor: &Monitor,
    ) -> Answer<Move> {
        let mut answer = Answer::unsolved(position);
        if answer.value != Value::Unknown {
            return answer;
        }
        let Some(raw) = RawPosition::of(position) else {
            return match self.plain() {
                Some(plain) => plain.answer_watched(position, question, limits, stop, monitor),
                None => answer,
            };
        };
        let asked = Question {
            all: question.all,
            plies_nodes: if question.all {
                limits.nodes.unwrap_or(PLIES_NODES_FOR_ALL)
            } else {
                PLIES_NODES
            },
        };
        let grid = position.grid();
        let index_of = |play| answer.moves.binary_search_by_key(&play, |found| found.0);
        let tell = |play: RawMove, value| {
            if let Ok(at) = index_of(play.on(&grid)) {
                monitor.note(at, value);
            }
        };
        let watch = monitor.watch(&tell);
        let solution = self.solve_watched(&raw, asked, limits, stop, &watch);
        answer.value = solution.value;
        answer.best = sorted(solution.best.iter().map(|play| play.on(&grid)));
        answer.moves = sorted(
            solution
                .moves
                .iter()
                .map(|(play, value)| (play.on(&grid), *value)),
        );
        answer.plies_to_end = solution.plies_to_end;
        answer.nodes = solution.nodes;
        answer
    }
}

#[cfg(feature = "store")]
impl StoringSolver for Solver {
    fn attach(&mut self, path: &Path) -> Result<(), StoreError> {
        // The results of a board are taken over with its first position.
        self.clear();
        self.store = Some(Store::open(path, |_, _| ())?);
        Ok(())
    }

    fn detach(&mut self) -> Result<(), StoreError> {
        self.store.take().map_or(Ok(()), |store| store.finish())
    }
}

impl<const W: usize> CertifyingSolver<Narrows<W>> for Solver {
    fn certify(&mut self, position: &Narrows<W>, limits: &Limits, stop: Stop) -> Option<Vec<u8>> {
        self.prove(&RawPosition::of(position)?, limits, stop)
    }
}

/// Moves in the order of the core, which is not the order of their indexes.
fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort_unstable();
    items
}
