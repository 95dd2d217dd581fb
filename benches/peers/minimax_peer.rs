//! `minimax` 0.6: MonteCarloTreeSearch, and IterativeSearch with a mobility evaluator.

use std::any::Any;
use std::cell::RefCell;
use std::hash::BuildHasher as _;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use minimax::{
    Evaluation, IterativeOptions, IterativeSearch, MCTSOptions, MonteCarloTreeSearch,
    RolloutPolicy, Strategy, Winner,
};
use narrows_arena::{Contestant, Factory, Fault, NewGame, Reply, Turn};
use narrows_core::Game;
use narrows_core::any::Concrete;
use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Playouts, for the table of rates.
pub static PLAYOUTS: AtomicU64 = AtomicU64::new(0);
/// Positions whose moves were generated, for the table of rates.
pub static NODES: AtomicU64 = AtomicU64::new(0);

pub struct Rules<G>(PhantomData<fn() -> G>);

impl<G: Game> minimax::Game for Rules<G> {
    type S = G;
    type M = G::Move;

    fn generate_moves(state: &G, moves: &mut Vec<G::Move>) -> Option<Winner> {
        NODES.fetch_add(1, Ordering::Relaxed);
        moves.extend(state.legal_moves());
        Self::get_winner(state)
    }

    fn apply(state: &mut G, played: G::Move) -> Option<G> {
        Some(state.played(played))
    }

    fn get_winner(state: &G) -> Option<Winner> {
        state.mover_won().map(|won| {
            if won {
                Winner::PlayerToMove
            } else {
                Winner::PlayerJustMoved
            }
        })
    }

    fn zobrist_hash(state: &G) -> u64 {
        foldhash::fast::FixedState::default().hash_one(state)
    }
}

/// Our playout in place of one that lists all moves at every ply.
struct FastPlayout<G>(PhantomData<fn() -> G>);

impl<G: Game> RolloutPolicy for FastPlayout<G> {
    type G = Rules<G>;

    fn random_move(
        &self,
        state: &mut G,
        moves: &mut Vec<G::Move>,
        _: &mut minimax_rand::rngs::SmallRng,
    ) -> Result<G::Move, Winner> {
        match <Rules<G> as minimax::Game>::generate_moves(state, moves) {
            Some(winner) => Err(winner),
            None => Ok(moves[0]),
        }
    }

    /// +1 if the player who just moved wins, -1 otherwise, and the largest values if that is so
    /// without a playout.
    fn rollout(&self, _: &MCTSOptions, state: &G) -> i32 {
        if let Some(won) = state.mover_won() {
            return if won { -i32::MAX } else { i32::MAX };
        }
        let number = PLAYOUTS.fetch_add(1, Ordering::Relaxed);
        let winner = state
            .playout(&mut Xoshiro256PlusPlus::seed_from_u64(number))
            .winner;
        if winner == state.to_move() { -1 } else { 1 }
    }
}

/// Mobility: few replies are good for who has just moved, and so bad for the player to move; an odd
/// number of moves left is good for the player to move, because every move takes at least itself
/// away.
pub struct Mobility<G>(PhantomData<fn() -> G>);

impl<G: Game> minimax::Evaluator for Mobility<G> {
    type G = Rules<G>;

    fn evaluate(&self, state: &G) -> Evaluation {
        let moves = state.legal_moves().len() as Evaluation;
        moves + if moves % 2 == 1 { 40 } else { -40 }
    }
}

pub fn new_mcts<G: Game>() -> MonteCarloTreeSearch<Rules<G>> {
    let options = MCTSOptions::default().with_num_threads(1);
    MonteCarloTreeSearch::new_with_policy(options, Box::new(FastPlayout(PhantomData)))
}

pub fn new_iterative<G: Game>() -> IterativeSearch<Mobility<G>> {
    let options = IterativeOptions::new().with_table_byte_size(64 << 20);
    IterativeSearch::new(Mobility(PhantomData), options)
}

struct Peer<G, S>(S, PhantomData<fn() -> G>);

impl<G: Concrete, S: Strategy<Rules<G>> + Send> Contestant for Peer<G, S> {
    fn choose(&mut self, turn: &Turn) -> Result<Reply, Fault> {
        let position = super::answer::concrete::<G>(&turn.position)?;
        let chosen = self.0.choose_move(&position);
        Ok(super::answer::reply::<G>(chosen))
    }
}

pub fn mcts<G: Concrete>(time: Duration) -> Factory {
    Arc::new(move || {
        let mut search = new_mcts::<G>();
        search.set_timeout(time);
        Ok(Box::new(Peer(search, PhantomData)))
    })
}

thread_local! {
    /// Not every part of `IterativeSearch` may change threads, so it lives with the thread that plays, and keeps its table
    /// from move to move.
    static ITERATIVE: RefCell<Option<Box<dyn Any>>> = const { RefCell::new(None) };
}

struct Iterative<G>(Duration, PhantomData<fn() -> G>);

impl<G: Concrete> Contestant for Iterative<G> {
    fn new_game(&mut self, _: &NewGame) -> Result<(), Fault> {
        let mut search = new_iterative::<G>();
        search.set_timeout(self.0);
        ITERATIVE.set(Some(Box::new(search)));
        Ok(())
    }

    fn choose(&mut self, turn: &Turn) -> Result<Reply, Fault> {
        let position = super::answer::concrete::<G>(&turn.position)?;
        ITERATIVE.with_borrow_mut(|search| {
            let search = search
                .as_mut()
                .and_then(|search| search.downcast_mut::<IterativeSearch<Mobility<G>>>());
            let search = search.ok_or_else(|| Fault::Crashed("no game has begun".to_owned()))?;
            Ok(super::answer::reply::<G>(search.choose_move(&position)))
        })
    }
}

pub fn iterative<G: Concrete>(time: Duration) -> Factory {
    Arc::new(move || Ok(Box::new(Iterative::<G>(time, PhantomData))))
}
