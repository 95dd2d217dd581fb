//! Writes certificates: the lost positions on which a position's value rests.
//!
//! [`crate::verify`] has the format and the check. The proof is kept small by answering
//! with a position already in it where one can, then with one known to be lost, in the order in
//! which the search tries captures.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use narrows_core::narrows::Move;
use narrows_core::{Grid, Narrows};

use super::links::Standing;
use super::meter::Stopped;
use super::position::{Exchange, Given, Layout, Pair, with_layout};
use super::root::Asked;
use super::search::{Likely, Worker};
use super::shared::Shared;
use super::solver::NarrowsSolver;
use crate::budget::{Limits, Stop};
use crate::solver::Monitor;
use crate::solver::certificate::write;
use crate::value::Value;
use crate::verify::{Stones, least};

impl NarrowsSolver {
    /// The certificate of the value of an unfinished position without the exchange, for
    /// [`crate::verify::verify`]. `None` if a limit ended the search before the value and
    /// its proof were complete, if the game is over, or if the exchange is on offer or to come.
    pub(super) fn prove(
        &mut self,
        given: &Given,
        limits: &Limits,
        stop: Stop<'_>,
    ) -> Option<Vec<u8>> {
        if given.exchange != Exchange::Off || given.size.points() > 64 {
            return None;
        }
        let monitor = Monitor::default();
        let answer = self.solve(given, Asked::default(), limits, stop, &monitor)?;
        if answer.moves.is_empty() {
            return None;
        }
        let best = match (answer.value, answer.best.first()) {
            (Value::Win, Some(&play)) => Some(play),
            (Value::Loss, _) => None,
            _ => return None,
        };
        let lost = with_layout!(given.size, L => self.lost_positions::<L>(given, best, stop))?;
        let size = (given.size.columns(), given.size.rows());
        let stones = [given.stones.own[0], given.stones.other[0]];
        let claim = best.and_then(|play| match play {
            Move::Capture { from, to } => {
                let grid = Grid::<1>::new(given.size);
                let [from, to] = [from, to].map(|point| grid.index(point) as u64);
                Some(64 * from + to)
            }
            Move::Swap => None,
        });
        Some(write::<Narrows<1>>(size, stones, claim, &lost))
    }

    fn lost_positions<L: Layout>(
        &mut self,
        given: &Given,
        best: Option<Move>,
        stop: Stop<'_>,
    ) -> Option<BTreeSet<Stones>> {
        let monitor = Monitor::default();
        let size = given.size;
        self.with_shared::<L, _>(size, (stop, u64::MAX, &monitor), |shared, _| {
            let board = shared.board;
            let mut pair = board.pair(given);
            if let Some(Move::Capture { from, to }) = best {
                pair = pair.after(board.set_of(from), board.set_of(to));
            }
            let mut prover = Prover {
                shared,
                worker: Worker::new(shared, None),
                lost: BTreeSet::new(),
                answered: BTreeSet::new(),
            };
            if !board.is_over(pair) {
                prover.lose(pair).ok()?;
            }
            let listed = prover.lost.iter();
            let listed =
                listed.map(|lost| [lost.own, lost.other].map(|stones| board.compact(stones)[0]));
            Some(listed.map(|stones| least(size, stones)).collect())
        })?
    }
}

struct Prover<'a, L: Layout> {
    shared: &'a Shared<'a, L>,
    worker: Worker<'a, L>,
    /// Lost positions of the proof, as least images.
    lost: BTreeSet<Pair<L::Set>>,
    /// Won positions with an answer in the proof, as least images.
    answered: BTreeSet<Pair<L::Set>>,
}

impl<L: Layout> Prover<'_, L> {
    fn children(&self, pair: Pair<L::Set>) -> Vec<Pair<L::Set>> {
        let mut children = Vec::new();
        let each = |from, to| children.push(pair.after(from, to));
        self.shared.board.for_each_capture(pair, each);
        children
    }

    /// Adds a lost position, and an answer to each of its captures.
    fn lose(&mut self, pair: Pair<L::Set>) -> Result<(), Stopped> {
        let board = self.shared.board;
        if !self.lost.insert(board.canonical(pair)) {
            return Ok(());
        }
        for child in self.children(pair) {
            // After a capture in a lost position only the other side can be linked: it has won.
            if board.standing(child.own, child.other) == Standing::Apart
                && self.answered.insert(board.canonical(child))
            {
                self.answer(child)?;
            }
        }
        Ok(())
    }

    /// Adds a lost position that some capture leads to.
    fn answer(&mut self, pair: Pair<L::Set>) -> Result<(), Stopped> {
        let board = self.shared.board;
        let mut replies = self.children(pair);
        replies.retain(|reply| board.standing(reply.own, reply.other) == Standing::Apart);
        if replies
            .iter()
            .any(|reply| self.lost.contains(&board.canonical(*reply)))
        {
            return Ok(());
        }
        replies.sort_by_key(|reply| self.shared.rank(*reply));
        let known = replies
            .iter()
            .find(|reply| self.shared.known(**reply) == Some(false));
        if let Some(&reply) = known {
            return self.lose(reply);
        }
        for reply in replies {
            if !self.worker.solve(reply, Likely::Lost)? {
                return self.lose(reply);
            }
        }
        unreachable!("some capture wins, or the position before was not lost")
    }
}
