//! Writes certificates: the lost positions on which a position's value rests.
//!
//! [`crate::verify`] has the format and the check. The proof is kept small by answering with a
//! position already in it where one can, then with the known lost position that has fewest
//! placements left.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::sync::atomic::AtomicU64;

use narrows_core::{BlackNarrows, Size};

use super::live::Legality as _;
use super::position::{Layout, RawPosition, Stride};
use super::solver::{Asked, BlackNarrowsSolver};
use super::worker::{Shared, Stopped, Worker};
use crate::budget::{Limits, Stop};
use crate::solver::board::{WordBoard, cells};
use crate::solver::certificate::write;
use crate::solver::{Monitor, Question};
use crate::value::Value;
use crate::verify::{Stones, least};

impl BlackNarrowsSolver {
    /// The certificate of a position's value, for [`crate::verify::verify`]. `None` if a limit
    /// ended the search before the value and its proof were complete.
    pub(super) fn prove(
        &mut self,
        position: &RawPosition,
        limits: &Limits,
        stop: Stop<'_>,
    ) -> Option<Vec<u8>> {
        let monitor = Monitor::default();
        let watch = monitor.watch(&|_, _| ());
        let asked = Asked {
            question: Question::default(),
            limits,
            stop,
            watch: &watch,
        };
        let solution = self.solve_raw(position, &asked);
        let layout = Layout::new(position.columns(), position.rows());
        let claim = match solution.value {
            Value::Win => solution
                .moves
                .iter()
                .find(|m| m.1 == Value::Win)
                .map(|m| m.0),
            Value::Loss => None,
            Value::Unknown => return None,
        };
        let lost = match layout.stride {
            Stride::Eight => self.lost_positions::<8>(layout, position, claim, stop),
            Stride::Four => self.lost_positions::<4>(layout, position, claim, stop),
            Stride::Other => self.lost_positions::<0>(layout, position, claim, stop),
        }?;
        let size = (position.columns(), position.rows());
        let stones = [position.stones(), 0];
        let claim = claim.map(u64::from);
        Some(write::<BlackNarrows<1>>(size, stones, claim, &lost))
    }

    fn lost_positions<const S: usize>(
        &mut self,
        layout: Layout,
        position: &RawPosition,
        claim: Option<u16>,
        stop: Stop<'_>,
    ) -> Option<BTreeSet<Stones>> {
        let board = &layout.board::<S>();
        let nodes = AtomicU64::new(0);
        let shared = Shared::alone(self.table.open(), &nodes, stop);
        let mut prover = Prover {
            board,
            worker: Worker::new(board, self.options, &shared),
            lost: BTreeSet::new(),
            answered: BTreeSet::new(),
        };
        let first = claim.map_or(0, |point| 1 << point);
        let stones = layout.to_cells(position.stones() | first);
        let live = board.live(stones, board.full());
        if live != 0 {
            prover.lose(stones, live).ok()?;
        }
        let size = Size::new(position.columns(), position.rows()).ok()?;
        let listed = prover
            .lost
            .into_iter()
            .map(|cells| least(size, [layout.to_points(cells), 0]));
        Some(listed.collect())
    }
}

struct Prover<'a, const S: usize> {
    board: &'a WordBoard<S>,
    worker: Worker<'a, WordBoard<S>>,
    /// Lost positions of the proof, as least images.
    lost: BTreeSet<u64>,
    /// Won positions with an answer in the proof, as least images.
    answered: BTreeSet<u64>,
}

impl<const S: usize> Prover<'_, S> {
    fn least(&self, stones: u64) -> u64 {
        let images = (0..self.board.board_images()).map(|c| self.board.board_image(stones, c));
        images.min().unwrap_or(stones)
    }

    /// Adds a lost position, and an answer to each of its placements.
    fn lose(&mut self, stones: u64, live: u64) -> Result<(), Stopped> {
        if !self.lost.insert(self.least(stones)) {
            return Ok(());
        }
        for point in cells(live) {
            let after = stones | point;
            if self.answered.insert(self.least(after)) {
                self.answer(after, self.board.live(after, live & !point))?;
            }
        }
        Ok(())
    }

    /// Adds a lost position that some reply leads to.
    fn answer(&mut self, stones: u64, live: u64) -> Result<(), Stopped> {
        let mut replies: Vec<(u64, u64)> = cells(live)
            .map(|reply| {
                (
                    stones | reply,
                    self.board.live(stones | reply, live & !reply),
                )
            })
            .collect();
        let settled =
            |&(stones, live): &(u64, u64)| live == 0 || self.lost.contains(&self.least(stones));
        if replies.iter().any(settled) {
            return Ok(());
        }
        replies.sort_by_key(|reply| reply.1.count_ones());
        let mut open = Vec::new();
        for &(stones, live) in &replies {
            match self.worker.known_to_be(stones, live, 0) {
                Some(true) => return self.lose(stones, live),
                Some(false) => {}
                None => open.push((stones, live)),
            }
        }
        for (stones, live) in open {
            if self.worker.position_is(stones, live, 0)? {
                return self.lose(stones, live);
            }
        }
        unreachable!("some reply wins, or the position before was not lost")
    }
}
