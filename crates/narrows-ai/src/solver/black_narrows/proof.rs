//! Finds the lost positions on which a position's value rests, for a certificate.
//!
//! Answers come in this order: a position that is listed already, the known lost position that has fewest placements
//! left, what a search finds in that order. Of a position on a large board the search is that of its graph; what is
//! listed are the board's positions.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::sync::atomic::AtomicU64;
use std::io;

use narrows_core::{BlackNarrows, Game, Point, Size};

use super::board::Board;
use super::live::Legality as _;
use super::position::{Layout, RawPosition, Stride};
use super::reduce::{Reduced, System};
use super::solver::BlackNarrowsSolver;
use super::worker::{Shared, Worker};
use crate::budget::{Limits, Stop};
use crate::order::sort_by_key;
use crate::solver::board::{Cells, cells};
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
        let Answer { value, best, .. } = self.answer(position, Question::default(), limits, stop);
        let best = match value {
            Value::Win => best.first().copied(),
            Value::Loss => None,
            Value::Unknown => return Ok(false),
        };
        let mut claimed = Claimed {
            position,
            best,
            stop,
            out,
        };
        if let Some(raw) = RawPosition::of(position) {
            let layout = Layout::new(raw.columns(), raw.rows());
            return match layout.stride {
                Stride::Eight => claimed.prove_in::<8>(self, layout, &raw),
                #[cfg(not(target_family = "wasm"))]
                Stride::Four => claimed.prove_in::<4>(self, layout, &raw),
                Stride::Other => claimed.prove_in::<0>(self, layout, &raw),
            };
        }
        let system = System::of(position);
        let system = system.as_ref();
        if let Some(reduced) = system.and_then(System::graph::<u64>) {
            claimed.prove_reduced(self, &reduced)
        } else if let Some(reduced) = system.and_then(System::graph::<u128>) {
            claimed.prove_reduced(self, &reduced)
        } else {
            claimed.prove_at_a_glance()
        }
    }
}

/// A position with its value, of which a certificate is wanted.
struct Claimed<'a, const W: usize> {
    position: &'a BlackNarrows<W>,
    /// A winning placement, if there is one.
    best: Option<Point>,
    stop: Stop<'a>,
    out: &'a mut dyn io::Write,
}

impl<const W: usize> Claimed<'_, W> {
    fn prove_in<const S: usize>(
        &mut self,
        solver: &mut BlackNarrowsSolver,
        layout: Layout,
        raw: &RawPosition,
    ) -> io::Result<bool> {
        let board = layout.board::<S>();
        let stones = layout.to_cells(raw.stones());
        let points = |stones: u64| [layout.to_points(stones)].to_vec();
        let cell = |index: usize| layout.to_cells(1 << index);
        self.prove(solver, &board, (stones, board.full()), &points, &cell)
    }

    fn prove_reduced<C: Cells>(
        &mut self,
        solver: &mut BlackNarrowsSolver,
        reduced: &Reduced<C>,
    ) -> io::Result<bool> {
        let before = self.position.stones().words();
        let points = |stones: C| {
            let mut words = before.to_vec();
            for cell in cells(stones & reduced.live) {
                let point = usize::from(reduced.points[cell.first()]);
                words[point / 64] |= 1 << (point % 64);
            }
            words
        };
        let cell = |index: usize| {
            let found = reduced
                .points
                .binary_search_by_key(&index, |&point| point.into());
            found.map_or(C::NONE, C::cell)
        };
        let root = (reduced.stones, reduced.live);
        self.prove(solver, &reduced.board, root, &points, &cell)
    }

    /// A proof for a position too large to search: some placement ends the game.
    fn prove_at_a_glance(&mut self) -> io::Result<bool> {
        let ends = |&best: &Point| self.position.played(best).is_over();
        if !self.best.as_ref().is_some_and(ends) {
            return Ok(false);
        }
        let (position, best) = (self.position, self.best);
        write(self.out, position, best, None, &mut Nothing)
    }

    /// Writes the proof of a position with these stones, in which at most those cells are live. `points` has the words of
    /// all stones on the board, `cell` the cell of a point.
    fn prove<B: Board>(
        &mut self,
        solver: &mut BlackNarrowsSolver,
        board: &B,
        (stones, live): (B::Cells, B::Cells),
        points: &dyn Fn(B::Cells) -> Vec<u64>,
        cell: &dyn Fn(usize) -> B::Cells,
    ) -> io::Result<bool> {
        let nodes = AtomicU64::new(0);
        let shared = Shared::alone(solver.table.open(), &nodes, self.stop);
        let grid = self.position.grid();
        let first = self.best.map(|best| cell(grid.index(best)));
        let stones = stones | first.unwrap_or(B::Cells::NONE);
        let mut prover = Placements {
            board,
            worker: Worker::new(board, solver.options, &shared),
            live,
            points,
            size: self.position.size(),
        };
        let unfinished = board.live(stones, live & !stones).is_some();
        let first = unfinished.then(|| prover.least(stones));
        write(self.out, self.position, self.best, first, &mut prover)
    }
}

/// For a proof that lists nothing.
struct Nothing;

impl<G: Certified> Prover<G> for Nothing {
    type Node = G::Listed;

    fn after(&self, _lost: G::Listed) -> Vec<G::Listed> {
        Vec::new()
    }

    fn answer(
        &mut self,
        _won: G::Listed,
        _listed: &BTreeSet<G::Listed>,
    ) -> Result<Option<G::Listed>, NoAnswer> {
        Ok(None)
    }

    fn listed(&self, node: G::Listed) -> G::Listed {
        node
    }
}

struct Placements<'a, B: Board> {
    board: &'a B,
    worker: Worker<'a, B>,
    /// The cells that were live when it began.
    live: B::Cells,
    points: &'a dyn Fn(B::Cells) -> Vec<u64>,
    size: Size,
}

impl<B: Board> Placements<'_, B> {
    fn least(&self, stones: B::Cells) -> B::Cells {
        let images = (0..self.board.board_images()).map(|c| self.board.board_image(stones, c));
        images.min().unwrap_or(stones)
    }

    /// The positions after all placements, and what is live in them.
    fn placements(&self, stones: B::Cells) -> Vec<(B::Cells, B::Cells)> {
        let live = self.board.live(stones, self.live & !stones);
        let after = |point: B::Cells| {
            let after = stones | point;
            (after, self.board.live(after, live & !point))
        };
        cells(live).map(after).collect()
    }
}

impl<B: Board, G: Certified<Move = Point>> Prover<G> for Placements<'_, B> {
    type Node = B::Cells;

    fn after(&self, lost: B::Cells) -> Vec<B::Cells> {
        let after = self.placements(lost).into_iter();
        after.map(|(stones, _)| self.least(stones)).collect()
    }

    fn answer(
        &mut self,
        won: B::Cells,
        listed: &BTreeSet<B::Cells>,
    ) -> Result<Option<B::Cells>, NoAnswer> {
        let mut replies = self.placements(won);
        let settled = |&(stones, live): &(B::Cells, B::Cells)| {
            live.is_none() || listed.contains(&self.least(stones))
        };
        if replies.iter().any(settled) {
            return Ok(None);
        }
        sort_by_key(&mut replies, |reply| reply.1.count());
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

    fn listed(&self, stones: B::Cells) -> G::Listed {
        G::listed_of(self.size, &(self.points)(stones), &[])
    }
}
