//! What level 6 plays in a lost position.
//!
//! Against perfect play nothing helps, so the move is chosen against a player who may err.
//!
//! Black Narrows: after each move a short search plays the opponent, and the solver checks the replies which
//! that search likes best. The move is played after which the opponent is least likely to keep the win. That
//! few replies win says less there than what a search makes of them: a search of some thousand playouts finds
//! the only winning one among 16 to 22 as a rule.
//!
//! Narrows: the move that leaves the opponent the smallest share of replies that win.

use alloc::vec::Vec;

use narrows_core::AnyMove;
use rand::Rng;

use super::Choice;
use super::think::Thinker;
use super::tuning::{Resistance, Tuned};
use crate::budget::{Limits, Stop};
use crate::evaluation::Evaluate;
use crate::mcts::{Report, RootMove, Search};
use crate::order::sort_by_key;
use crate::solver::{ExactSolver, Question, Solvable};
use crate::value::Value;

/// The most positions that level 6 expands to find the move with the fewest winning replies.
const RESISTANCE_NODES: u64 = 40_000;

/// Playouts of the search that plays the opponent.
const MODEL_PLAYOUTS: u64 = 256;

/// Positions the solver expands at most to check a reply.
const REPLY_NODES: u64 = 400;

/// Replies are checked until what is left of the opponent's choice is less likely than this.
const UNCHECKED: f64 = 0.2;

impl<G: Solvable + Evaluate + Tuned> Thinker<G> {
    /// The move in a lost position that is hardest to answer, by the rule of the game.
    pub(super) fn resist(
        &mut self,
        position: &G,
        choice: Choice,
        limits: &Limits,
        random: &mut impl Rng,
        stop: Stop,
    ) -> Choice {
        match G::TUNING.resistance {
            Resistance::SetTraps => self.set_trap(position, choice, limits, random, stop),
            Resistance::LeaveFewWins => self.leave_few_wins(position, choice, limits, stop),
        }
    }

    /// The move in a lost position that leaves the opponent the smallest share of moves that keep the win,
    /// as far as the solver finds out; of equals the one chosen before.
    fn leave_few_wins(
        &mut self,
        position: &G,
        choice: Choice,
        limits: &Limits,
        stop: Stop,
    ) -> Choice {
        let mut plays = position.legal_moves();
        // The move chosen before comes first. Not by a sort, whose code would be there for each game and width.
        let chosen = |&play: &G::Move| Some(G::wrap_move(play)) == choice.play;
        if let Some(at) = plays.iter().position(chosen) {
            plays[..=at].rotate_right(1);
        }
        let (mut best, mut least, mut nodes) = (None, f64::INFINITY, 0);
        for (play, left) in plays.iter().copied().zip((1..=plays.len() as u64).rev()) {
            let next = position.played(play);
            let solved = Limits {
                nodes: Some((RESISTANCE_NODES - nodes) / left),
                threads: 1,
                ..*limits
            };
            let question = Question {
                all: true,
                nimber: false,
            };
            let answer = self.solve(&next, question, &solved, limits.memory_bytes, stop);
            nodes = (nodes + answer.nodes).min(RESISTANCE_NODES);
            // The values are the opponent's: what is not proven to lose may keep its win.
            let keep = answer
                .moves
                .iter()
                .filter(|(_, value)| *value != Value::Loss);
            let share = keep.count() as f64 / answer.moves.len().max(1) as f64;
            if share < least && !next.is_over() {
                (best, least) = (Some(play), share);
            }
            if stop() {
                break;
            }
        }
        let Some(best) = best.map(G::wrap_move) else {
            return choice;
        };
        let nodes = choice.nodes + nodes;
        with_move(Choice { nodes, ..choice }, best)
    }

    /// The move in a lost position after which a searching opponent is least likely to keep the win, as far
    /// as that is found out before `stop`. Moves that looked best to the search come first.
    fn set_trap(
        &mut self,
        position: &G,
        choice: Choice,
        limits: &Limits,
        random: &mut impl Rng,
        stop: Stop,
    ) -> Choice {
        let modelled = Limits {
            playouts: Some(limits.playouts.unwrap_or(u64::MAX).min(MODEL_PLAYOUTS)),
            ..*limits
        };
        let (mut best, mut least) = (None, f64::INFINITY);
        for play in self.by_looks(position, limits, random, stop) {
            if least <= 0.0 || stop() {
                break;
            }
            let next = position.played(play);
            if next.is_over() {
                continue;
            }
            let seen = Search::default().search(&next, &modelled, random, stop);
            match self.keeps_win(&next, &seen, least, limits, stop) {
                Some(likely) if likely < least => (best, least) = (Some(play), likely),
                _ => {}
            }
        }
        match best.map(G::wrap_move) {
            Some(best) => with_move(choice, best),
            None => choice,
        }
    }

    /// All moves, those the search looked at most often first.
    fn by_looks(
        &mut self,
        position: &G,
        limits: &Limits,
        random: &mut impl Rng,
        stop: Stop,
    ) -> Vec<G::Move> {
        let once = Limits {
            playouts: Some(1),
            ..*limits
        };
        let report = self.searcher.search(position, &once, random, stop);
        let moves = most_visited_first(report.moves);
        moves.into_iter().map(|found| found.play).collect()
    }

    /// How likely an opponent who searched so is to choose a reply that keeps the win, 0 to 1; more than
    /// `enough` need not be exact. A reply is chosen in proportion to the square of its visits; one of unknown
    /// value is as likely to keep the win as not. `None` if there was no time to find out.
    fn keeps_win(
        &mut self,
        position: &G,
        seen: &Report<G::Move>,
        enough: f64,
        limits: &Limits,
        stop: Stop,
    ) -> Option<f64> {
        if seen.value == Value::Win {
            return Some(1.0);
        }
        let weight = |reply: &RootMove<G::Move>| (reply.visits as f64) * (reply.visits as f64);
        let total: f64 = seen.moves.iter().map(weight).sum();
        let (mut keeps, mut left) = (0.0, 1.0);
        for reply in most_visited_first(seen.moves.clone()) {
            if left < UNCHECKED || keeps >= enough {
                break;
            }
            if stop() {
                return None;
            }
            let share = weight(&reply) / total;
            left -= share;
            let value = if reply.value.is_known() {
                reply.value
            } else {
                let solver = self
                    .solver
                    .get_or_insert_with(|| G::Solver::with_memory_at_most(limits.memory_bytes));
                let next = position.played(reply.play);
                solver.verdict(&next, REPLY_NODES).reversed()
            };
            keeps += share * likelihood(value);
        }
        Some(keeps + left * likelihood(Value::Unknown))
    }
}

/// The choice with this move in place of its own.
fn with_move(choice: Choice, play: AnyMove) -> Choice {
    if choice.play == Some(play) {
        return choice;
    }
    Choice {
        play: Some(play),
        principal_variation: alloc::vec![play],
        ..choice
    }
}

/// How likely a move of this value is to win.
fn likelihood(value: Value) -> f64 {
    match value {
        Value::Win => 1.0,
        Value::Loss => 0.0,
        Value::Unknown => 0.5,
    }
}

fn most_visited_first<M: Ord + Copy>(mut moves: Vec<RootMove<M>>) -> Vec<RootMove<M>> {
    sort_by_key(&mut moves, |found| {
        (core::cmp::Reverse(found.visits), found.play)
    });
    moves
}
