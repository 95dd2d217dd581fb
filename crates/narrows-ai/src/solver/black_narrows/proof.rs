//! Finds the lost positions on which a position's value rests, for a certificate.
//!
//! Answers come in this order: a position that is listed already, the known lost position that has fewest placements
//! left, what a search finds in that order.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::sync::atomic::AtomicU64;
use std::io;

use narrows_core::{BlackNarrows, Point, Size};

use super::live::Legality as _;
use super::position::{Layout, RawPosition, Stride};
use super::solver::BlackNarrowsSolver;
use super::worker::{Shared, Worker};
use crate::budget::{Limits, Stop};
use crate::order::sort_by_key;
use crate::solver::board::{WordBoard, cells};
use crate::solver::certificate::{NoAnswer, Prover, write};
use crate::solver::{Answer, CertifyingSolver, ExactSolver as _, Question};
use crate::value::Value;
use crate::verify::Certified;

impl<const W: usize> CertifyingSolver<BlackNarrows<W>> for BlackNarrowsSolver {
    fn certify(
        &mut self,
        position: &BlackNarrows<W>,
        limits: &Limits,
        stop: Stop<'_>,
        out: &mut dyn io::Write,
    ) -> io::Result<bool> {
        let Some(raw) = RawPosition::of(position) else {
            return Ok(false);
        };
        let Answer { value, best, .. } = self.answer(position, Question::default(), limits, stop);
        let best = match value {
            Value::Win => best.first().copied(),
            Value::Loss => None,
            Value::Unknown => return Ok(false),
        };
        let layout = Layout::new(raw.columns(), raw.rows());
        match layout.stride {
            Stride::Eight => self.write_proof::<8, _>(layout, position, &raw, best, stop, out),
            #[cfg(not(target_family = "wasm"))]
            Stride::Four => self.write_proof::<4, _>(layout, position, &raw, best, stop, out),
            Stride::Other => self.write_proof::<0, _>(layout, position, &raw, best, stop, out),
        }
    }
}

impl BlackNarrowsSolver {
    fn write_proof<const S: usize, G: Certified<Move = Point>>(
        &mut self,
        layout: Layout,
        position: &G,
        raw: &RawPosition,
        best: Option<Point>,
        stop: Stop<'_>,
        out: &mut dyn io::Write,
    ) -> io::Result<bool> {
        let board = &layout.board::<S>();
        let size = position.size();
        let nodes = AtomicU64::new(0);
        let shared = Shared::alone(self.table.open(), &nodes, stop);
        let index = best.and_then(|play| G::number_of(size, play));
        let first = index.map_or(0, |index| 1 << index);
        let stones = layout.to_cells(raw.stones() | first);
        let mut prover = Placements {
            board,
            worker: Worker::new(board, self.options, &shared),
            layout,
            size,
        };
        let unfinished = board.live(stones, board.full()) != 0;
        let first = unfinished.then(|| prover.least(stones));
        write(out, position, best, first, &mut prover)
    }
}

struct Placements<'a, const S: usize> {
    board: &'a WordBoard<S>,
    worker: Worker<'a, WordBoard<S>>,
    layout: Layout,
    size: Size,
}

impl<const S: usize> Placements<'_, S> {
    fn least(&self, stones: u64) -> u64 {
        let images = (0..self.board.board_images()).map(|c| self.board.board_image(stones, c));
        images.min().unwrap_or(stones)
    }

    /// The positions after all placements, and what is live in them.
    fn placements(&self, stones: u64) -> Vec<(u64, u64)> {
        let live = self.board.live(stones, self.board.full());
        let after = |point: u64| {
            let after = stones | point;
            (after, self.board.live(after, live & !point))
        };
        cells(live).map(after).collect()
    }
}

impl<const S: usize, G: Certified<Move = Point>> Prover<G> for Placements<'_, S> {
    type Node = u64;

    fn after(&self, lost: u64) -> Vec<u64> {
        let after = self.placements(lost).into_iter();
        after.map(|(stones, _)| self.least(stones)).collect()
    }

    fn answer(&mut self, won: u64, listed: &BTreeSet<u64>) -> Result<Option<u64>, NoAnswer> {
        let mut replies = self.placements(won);
        let settled =
            |&(stones, live): &(u64, u64)| live == 0 || listed.contains(&self.least(stones));
        if replies.iter().any(settled) {
            return Ok(None);
        }
        sort_by_key(&mut replies, |reply| reply.1.count_ones());
        let mut open = Vec::new();
        for &(stones, live) in &replies {
            match self.worker.known_to_be(stones, live, 0) {
                Some(true) => return Ok(Some(self.least(stones))),
                Some(false) => {}
                None => open.push((stones, live)),
            }
        }
        for (stones, live) in open {
            let is_lost = self.worker.position_is(stones, live, 0);
            if is_lost.map_err(|_| NoAnswer)? {
                return Ok(Some(self.least(stones)));
            }
        }
        unreachable!("some reply wins, or the position before was not lost")
    }

    fn listed(&self, stones: u64) -> G::Listed {
        G::listed_of(self.size, &[self.layout.to_points(stones)], &[])
    }
}
