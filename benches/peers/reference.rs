//! A reference: Monte Carlo tree search as OpenSpiel's `MCTSBot` does it with its default settings, written plainly.
//!
//! UCT with constant 2 for rewards from -1 to 1, one playout at a leaf that has been visited before, children in random
//! order and all tried once, proven results backed up (`solve`), the most visited child played, nothing kept from move to
//! move. (Lanctot et al., "OpenSpiel: A Framework for Reinforcement Learning in Games", 2019; `open_spiel/algorithms/mcts.cc`.)

use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use narrows_arena::{Contestant, Factory, Fault, Reply, Turn};
use narrows_core::any::Concrete;
use narrows_core::{Game, Player as Side};
use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Playouts, for the table of rates.
pub static PLAYOUTS: AtomicU64 = AtomicU64::new(0);

const EXPLORATION: f64 = 2.0;

struct Node<M> {
    /// The move that led here, and who played it.
    played: Option<(M, Side)>,
    visits: u32,
    /// The sum of rewards for the player who moved here.
    total: f64,
    /// Who wins, once that is proven.
    winner: Option<Side>,
    children: Vec<Node<M>>,
}

impl<M> Node<M> {
    fn new(played: Option<(M, Side)>) -> Self {
        Self {
            played,
            visits: 0,
            total: 0.0,
            winner: None,
            children: Vec::new(),
        }
    }

    /// The upper confidence bound of a child; what is proven stands outside every bound.
    fn uct(&self, parent_visits: u32) -> f64 {
        if let (Some(winner), Some((_, mover))) = (self.winner, &self.played) {
            return if winner == *mover {
                f64::INFINITY
            } else {
                f64::NEG_INFINITY
            };
        }
        if self.visits == 0 {
            return f64::INFINITY;
        }
        let visits = f64::from(self.visits);
        self.total / visits + EXPLORATION * (f64::from(parent_visits).ln() / visits).sqrt()
    }

    /// Who wins by what is known of the children, for the player to move.
    fn proven(&self, to_move: Side) -> Option<Side> {
        let winners = || self.children.iter().map(|child| child.winner);
        if winners().any(|winner| winner == Some(to_move)) {
            return Some(to_move);
        }
        winners()
            .all(|winner| winner == Some(to_move.other()))
            .then(|| to_move.other())
    }
}

/// One iteration below a node; who won.
fn iterate<G: Game>(
    node: &mut Node<G::Move>,
    position: &mut G,
    random: &mut Xoshiro256PlusPlus,
) -> Side {
    let to_move = position.to_move();
    let known = node
        .winner
        .or_else(|| position.outcome().map(|outcome| outcome.winner));
    let winner = if let Some(winner) = known {
        node.winner = Some(winner);
        winner
    } else if node.visits == 0 && node.played.is_some() {
        PLAYOUTS.fetch_add(1, Ordering::Relaxed);
        position.playout(random).winner
    } else {
        if node.children.is_empty() {
            let moves = position.legal_moves().into_iter();
            node.children
                .extend(moves.map(|played| Node::new(Some((played, to_move)))));
            node.children.shuffle(random);
        }
        let visits = node.visits;
        let best = node
            .children
            .iter_mut()
            .max_by(|a, b| a.uct(visits).total_cmp(&b.uct(visits)));
        let (child, played) = best
            .and_then(|child| child.played.map(|(played, _)| (child, played)))
            .expect("a game that goes on has a move");
        position.play_unchecked(played);
        let won = iterate(child, position, random);
        node.winner = node.proven(to_move);
        node.winner.unwrap_or(won)
    };
    node.visits += 1;
    if let Some((_, mover)) = node.played {
        node.total += if winner == mover { 1.0 } else { -1.0 };
    }
    winner
}

/// Searches for a time; the move.
pub fn choose<G: Game>(position: &G, time: Duration, seed: u64) -> Option<G::Move> {
    let since = Instant::now();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut root = Node::new(None);
    while root.winner.is_none() && since.elapsed() < time {
        iterate(&mut root, &mut position.clone(), &mut random);
    }
    let to_move = position.to_move();
    let rank = |node: &Node<G::Move>| {
        let proven = node
            .winner
            .map_or(0, |winner| if winner == to_move { 1 } else { -1 });
        (proven, node.visits)
    };
    let best = root.children.iter().max_by_key(|child| rank(child))?;
    best.played.map(|(played, _)| played)
}

struct Peer<G> {
    time: Duration,
    random: Xoshiro256PlusPlus,
    game: PhantomData<fn() -> G>,
}

impl<G: Concrete> Contestant for Peer<G> {
    fn choose(&mut self, turn: &Turn) -> Result<Reply, Fault> {
        let position = super::answer::concrete::<G>(&turn.position)?;
        let chosen = choose(&position, self.time, self.random.random());
        Ok(super::answer::reply::<G>(chosen))
    }
}

pub fn factory<G: Concrete>(time: Duration) -> Factory {
    Arc::new(move || {
        Ok(Box::new(Peer::<G> {
            time,
            random: Xoshiro256PlusPlus::seed_from_u64(1),
            game: PhantomData,
        }))
    })
}
