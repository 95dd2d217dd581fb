//! Finds the lost positions on which a position's value rests, for a certificate.
//!
//! Answers come in this order: a position that is listed already, one that is known to be lost, what a search finds in
//! the order in which it tries captures.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use std::io;

use narrows_core::narrows::{Move, Narrows};

use super::expand::History;
use super::links::Standing;
use super::position::{Exchange, Given, Layout, Pair, with_layout};
use super::root::Asked;
use super::search::{Likely, Worker};
use super::shared::Shared;
use super::solver::NarrowsSolver;
use crate::budget::{Limits, Stop};
use crate::order::sort_by_key;
use crate::solver::certificate::{NoAnswer, Prover, write};
use crate::solver::{CertifyingSolver, Monitor};
use crate::value::Value;
use crate::verify::Certified;

impl<const W: usize> CertifyingSolver<Narrows<W>> for NarrowsSolver {
    fn certify(
        &mut self,
        position: &Narrows<W>,
        limits: &Limits,
        stop: Stop<'_>,
        out: &mut dyn io::Write,
    ) -> io::Result<bool> {
        let given = Given::from(position);
        if given.exchange != Exchange::Off {
            return Ok(false);
        }
        let monitor = Monitor::default();
        let Some(answer) = self.solve(&given, Asked::default(), limits, stop, &monitor) else {
            return Ok(false);
        };
        let best = match (answer.value, answer.best.first()) {
            (Value::Win, Some(&play)) => Some(play),
            (Value::Loss, _) if !answer.moves.is_empty() => None,
            _ => return Ok(false),
        };
        with_layout!(given.size, L => self.write_proof::<L, _>(position, &given, best, stop, out))
    }
}

impl NarrowsSolver {
    fn write_proof<L: Layout, G: Certified<Move = Move>>(
        &mut self,
        position: &G,
        given: &Given,
        best: Option<Move>,
        stop: Stop<'_>,
        out: &mut dyn io::Write,
    ) -> io::Result<bool> {
        let monitor = Monitor::default();
        let written =
            self.with_shared::<L, _>(given.size, (stop, u64::MAX, &monitor), |shared, _| {
                let board = shared.board;
                let mut pair = board.pair(given);
                if let Some(Move::Capture { from, to }) = best {
                    pair = pair.after(board.set_of(from), board.set_of(to));
                }
                let first = (!board.is_over(pair)).then(|| board.canonical(pair));
                let mut prover = Captures {
                    shared,
                    worker: Worker::new(shared, None, History::default()),
                    given,
                };
                write(out, position, best, first, &mut prover)
            });
        written.unwrap_or(Ok(false))
    }
}

struct Captures<'a, L: Layout> {
    shared: &'a Shared<'a, L>,
    worker: Worker<'a, L>,
    given: &'a Given,
}

impl<L: Layout> Captures<'_, L> {
    /// The positions after all captures but those after which somebody is linked or links next.
    fn apart(&self, pair: Pair<L::Set>) -> Vec<Pair<L::Set>> {
        let board = self.shared.board;
        let mut children = Vec::new();
        board.for_each_capture(pair, |from, to| children.push(pair.after(from, to)));
        children.retain(|child| board.standing(child.own, child.other) == Standing::Apart);
        children
    }
}

impl<L: Layout, G: Certified<Move = Move>> Prover<G> for Captures<'_, L> {
    type Node = Pair<L::Set>;

    fn after(&self, lost: Pair<L::Set>) -> Vec<Pair<L::Set>> {
        let mut children = self.apart(lost);
        for child in &mut children {
            *child = self.shared.board.canonical(*child);
        }
        children
    }

    fn answer(
        &mut self,
        won: Pair<L::Set>,
        listed: &BTreeSet<Pair<L::Set>>,
    ) -> Result<Option<Pair<L::Set>>, NoAnswer> {
        let shared = self.shared;
        let mut replies = self.apart(won);
        let is_listed = |reply: &Pair<L::Set>| listed.contains(&shared.board.canonical(*reply));
        if replies.iter().any(is_listed) {
            return Ok(None);
        }
        sort_by_key(&mut replies, |reply| shared.rank(*reply));
        let mut lost = replies
            .iter()
            .find(|reply| shared.known(**reply) == Some(false))
            .copied();
        for &reply in &replies {
            if lost.is_some() {
                break;
            }
            let wins = self.worker.solve(reply, Likely::Lost);
            lost = (!wins.map_err(|_| NoAnswer)?).then_some(reply);
        }
        match lost {
            Some(lost) => Ok(Some(shared.board.canonical(lost))),
            None => unreachable!("some capture wins, or the position before was not lost"),
        }
    }

    fn listed(&self, node: Pair<L::Set>) -> G::Listed {
        let board = self.shared.board;
        G::listed_of(
            self.given.size,
            &board.compact(node.own),
            &board.compact(node.other),
        )
    }
}
