//! From positions of the core to the solver and back.

use alloc::vec::Vec;

use narrows_core::{BlackNarrows, Game, Point};

use super::{RawPosition, SolveLimits, Solver, book};
use crate::budget::{Limits, Stop};
use crate::solver::{Answer, ExactSolver, Monitor, Question};

impl ExactSolver<BlackNarrows<1>> for Solver {
    const MOST_MOVES: usize = 64;
    const NODES_PER_PLAYOUT: u64 = 16;

    fn with_memory(bytes: usize) -> Self {
        Self::new(bytes)
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
        let size = position.size();
        let [stones] = position.stones().words();
        let Ok(raw) = RawPosition::new(size.columns(), size.rows(), stones) else {
            unreachable!("a position of the core is legal and fits")
        };
        let solve_limits = SolveLimits {
            nodes: limits.nodes,
            threads: limits.threads,
        };
        let grid = position.grid();
        let point = |index: u8| grid.point(usize::from(index));
        let index_of = |play| answer.moves.binary_search_by_key(&play, |found| found.0);
        let tell = |index, value| {
            if let Ok(at) = index_of(point(index)) {
                monitor.note(at, value);
            }
        };
        let watch = monitor.watch(&tell);
        let solution = self.solve_watched(&raw, question, &solve_limits, stop, &watch);
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

/// Points in the order of the core, which is not the order of their indexes.
fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort_unstable();
    items
}
