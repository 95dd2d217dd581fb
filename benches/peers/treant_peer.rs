//! `treant` 0.4: UCT with its solver of proven positions and its transposition table.

use std::hash::{DefaultHasher, Hasher as _};
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use narrows_arena::{Contestant, Factory, Fault, Reply, Turn};
use narrows_core::any::Concrete;
use narrows_core::{Game, Player as Side};
use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use treant::transposition_table::{ApproxTable, TranspositionHash};
use treant::tree_policy::UCTPolicy;
use treant::{CycleBehaviour, Evaluator, GameState, MCTS, MCTSManager, ProvenValue, SearchHandle};

/// Playouts, for the table of rates.
pub static PLAYOUTS: AtomicU64 = AtomicU64::new(0);

/// The usual constant of UCB1 for rewards from 0 to 1; treant multiplies the logarithm by 2 itself.
const EXPLORATION: f64 = 0.7;

#[derive(Clone)]
struct State<G>(G);

impl<G: Game> GameState for State<G> {
    type Move = G::Move;
    type Player = Side;
    type MoveList = Vec<G::Move>;

    fn current_player(&self) -> Side {
        self.0.to_move()
    }

    fn available_moves(&self) -> Vec<G::Move> {
        self.0.legal_moves().into_iter().collect()
    }

    fn make_move(&mut self, played: &G::Move) {
        self.0.play_unchecked(*played);
    }

    fn terminal_value(&self) -> Option<ProvenValue> {
        self.0.mover_won().map(|won| {
            if won {
                ProvenValue::Win
            } else {
                ProvenValue::Loss
            }
        })
    }
}

impl<G: Game> TranspositionHash for State<G> {
    fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish() | 1
    }
}

struct Playout;

impl<G: Game> Evaluator<Spec<G>> for Playout {
    type StateEvaluation = Side;

    fn evaluate_new_state(
        &self,
        state: &State<G>,
        moves: &Vec<G::Move>,
        _: Option<SearchHandle<'_, Spec<G>>>,
    ) -> (Vec<()>, Side) {
        let winner = state.0.outcome().map_or_else(
            || {
                let number = PLAYOUTS.fetch_add(1, Ordering::Relaxed);
                state
                    .0
                    .playout(&mut Xoshiro256PlusPlus::seed_from_u64(number))
                    .winner
            },
            |outcome| outcome.winner,
        );
        (vec![(); moves.len()], winner)
    }

    fn evaluate_existing_state(
        &self,
        state: &State<G>,
        _: &Side,
        _: SearchHandle<'_, Spec<G>>,
    ) -> Side {
        // A transposition or a leaf that is met again: a fresh sample instead of the old one.
        if let Some(outcome) = state.0.outcome() {
            return outcome.winner;
        }
        let number = PLAYOUTS.fetch_add(1, Ordering::Relaxed);
        state
            .0
            .playout(&mut Xoshiro256PlusPlus::seed_from_u64(number))
            .winner
    }

    fn interpret_evaluation_for_player(&self, winner: &Side, player: &Side) -> i64 {
        i64::from(winner == player)
    }
}

struct Spec<G>(PhantomData<G>);

impl<G: Game> MCTS for Spec<G> {
    type State = State<G>;
    type Eval = Playout;
    type TreePolicy = UCTPolicy;
    type NodeData = ();
    type TranspositionTable = ApproxTable<Self>;
    type ExtraThreadData = ();

    fn solver_enabled(&self) -> bool {
        true
    }

    fn cycle_behaviour(&self) -> CycleBehaviour<Self> {
        // Stones are only added or only taken off: there are no cycles.
        CycleBehaviour::Ignore
    }
}

/// Searches for a time; the move.
pub fn choose<G: Game>(position: &G, time: Duration) -> Option<G::Move> {
    let since = Instant::now();
    let mut manager = MCTSManager::new(
        State(position.clone()),
        Spec(PhantomData),
        Playout,
        UCTPolicy::new(EXPLORATION),
        ApproxTable::new(1 << 18),
    );
    while since.elapsed() < time && manager.root_proven_value() == ProvenValue::Unknown {
        manager.playout_n(8);
    }
    manager.best_move()
}

struct Peer<G>(Duration, PhantomData<fn() -> G>);

impl<G: Concrete> Contestant for Peer<G> {
    fn choose(&mut self, turn: &Turn) -> Result<Reply, Fault> {
        let position = super::report::concrete::<G>(&turn.position)?;
        let chosen = choose(&position, self.0);
        Ok(Reply {
            chosen: chosen.map(G::wrap_move),
            proven: None,
            playouts: 0,
            nodes: 0,
        })
    }
}

pub fn factory<G: Concrete>(time: Duration) -> Factory {
    Arc::new(move || Ok(Box::new(Peer::<G>(time, PhantomData))))
}
