//! Writes certificates: the lost positions on which a position's value rests.
//!
//! [`crate::verify`] has the format and the check. The proof is kept small by answering
//! with a position already in it where one can, then with one known to be lost, in the order in
//! which the search tries captures.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use narrows_core::{Narrows, Size};

use super::board::{Board, Pair, Standing};
use super::position::{Exchange, RawMove, RawPosition};
use super::search::{Likely, Shared, Stopped, Worker};
use super::solver::{Question, Solver};
use crate::budget::Limits;
use crate::solver::Monitor;
use crate::solver::certificate::write;
use crate::value::Value;
use crate::verify::{Stones, least};

impl Solver {
    /// The certificate of the value of an unfinished position without the exchange, for
    /// [`crate::verify::verify`]. `None` if a limit ended the search before the value and
    /// its proof were complete, if the game is over, or if the exchange is on offer or to come.
    pub fn prove(
        &mut self,
        position: &RawPosition,
        limits: &Limits,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<u8>> {
        if position.exchange != Exchange::Off {
            return None;
        }
        let solution = self.solve(position, Question::default(), limits, stop);
        if solution.moves.is_empty() {
            return None;
        }
        let (claim, first) = match (solution.value, solution.best.first()) {
            (Value::Win, Some(&play @ RawMove::Capture { from, to })) => {
                let number = 64 * u64::from(from) + u64::from(to);
                (Some(number), position.after(play))
            }
            (Value::Loss, _) => (None, *position),
            _ => return None,
        };
        let lost = if position.columns <= 8 && position.rows <= 8 {
            self.lost_positions::<true>(&first, stop)
        } else {
            self.lost_positions::<false>(&first, stop)
        }?;
        let size = (position.columns, position.rows);
        let stones = [position.pair.own, position.pair.other];
        Some(write::<Narrows<1>>(size, stones, claim, &lost))
    }

    fn lost_positions<const EIGHT: bool>(
        &mut self,
        first: &RawPosition,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<BTreeSet<Stones>> {
        let monitor = Monitor::default();
        let size = Size::new(first.columns, first.rows).ok()?;
        self.with_shared::<EIGHT, _>(first, stop, &monitor.watch(&|_, _| ()), |shared| {
            let board = shared.board;
            let pair = Pair {
                own: board.spread(first.pair.own),
                other: board.spread(first.pair.other),
            };
            let mut prover = Prover {
                shared,
                worker: Worker::new(shared, None),
                lost: BTreeSet::new(),
                answered: BTreeSet::new(),
            };
            let over =
                board.is_linked(pair.own, pair.other) || board.is_linked(pair.other, pair.own);
            if !over {
                prover.lose(pair).ok()?;
            }
            let listed = prover.lost.iter();
            let listed =
                listed.map(|lost| [lost.own, lost.other].map(|stones| board.compact(stones)));
            Some(listed.map(|stones| least(size, stones)).collect())
        })
    }
}

struct Prover<'a, const EIGHT: bool> {
    shared: &'a Shared<'a, EIGHT>,
    worker: Worker<'a, EIGHT>,
    /// Lost positions of the proof, as least images.
    lost: BTreeSet<Pair>,
    /// Won positions with an answer in the proof, as least images.
    answered: BTreeSet<Pair>,
}

impl<const EIGHT: bool> Prover<'_, EIGHT> {
    fn children(&self, pair: Pair) -> Vec<Pair> {
        let mut children = Vec::new();
        let each = |from, to| children.push(Board::<EIGHT>::after(pair, from, to));
        self.shared.board.for_each_capture(pair, each);
        children
    }

    /// Adds a lost position, and an answer to each of its captures.
    fn lose(&mut self, pair: Pair) -> Result<(), Stopped> {
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
    fn answer(&mut self, pair: Pair) -> Result<(), Stopped> {
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
            .find(|reply| self.worker.known(**reply) == Some(false));
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
