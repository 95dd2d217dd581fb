//! `treant` 0.4: UCT with its solver of proven positions, in the two ways its author offers: with its transposition table,
//! or with the tree kept from move to move.
//!
//! Not both: `advance` frees what lies outside the new tree, and with a table nodes inside may still point there.

use std::hash::BuildHasher as _;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use narrows_arena::{Contestant, Factory, Fault, NewGame, Reply, Turn};
use narrows_core::any::{AnyMove, Concrete};
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
        foldhash::fast::FixedState::default().hash_one(&self.0) | 1
    }
}

struct Playout;

fn playout<G: Game>(position: &G) -> Side {
    let number = PLAYOUTS.fetch_add(1, Ordering::Relaxed);
    let random = &mut Xoshiro256PlusPlus::seed_from_u64(number);
    position.playout(random).winner
}

impl<G: Game, S: MCTS<State = State<G>, TreePolicy = UCTPolicy>> Evaluator<S> for Playout {
    type StateEvaluation = Side;

    fn evaluate_new_state(
        &self,
        state: &State<G>,
        moves: &Vec<G::Move>,
        _: Option<SearchHandle<'_, S>>,
    ) -> (Vec<()>, Side) {
        let ended = state.0.outcome().map(|outcome| outcome.winner);
        let winner = ended.unwrap_or_else(|| playout(&state.0));
        (vec![(); moves.len()], winner)
    }

    fn evaluate_existing_state(&self, state: &State<G>, _: &Side, _: SearchHandle<'_, S>) -> Side {
        // A transposition or a leaf that is met again: a fresh sample instead of the old one.
        let ended = state.0.outcome().map(|outcome| outcome.winner);
        ended.unwrap_or_else(|| playout(&state.0))
    }

    fn interpret_evaluation_for_player(&self, winner: &Side, player: &Side) -> i64 {
        i64::from(winner == player)
    }
}

/// The settings of a search; stones are only added or only taken off, so there are no cycles.
macro_rules! settings {
    ($(#[$doc:meta])* $name:ident, $table:ty) => {
        $(#[$doc])*
        struct $name<G>(PhantomData<G>);

        impl<G: Game> MCTS for $name<G> {
            type State = State<G>;
            type Eval = Playout;
            type TreePolicy = UCTPolicy;
            type NodeData = ();
            type TranspositionTable = $table;
            type ExtraThreadData = ();

            fn solver_enabled(&self) -> bool {
                true
            }

            fn cycle_behaviour(&self) -> CycleBehaviour<Self> {
                CycleBehaviour::Ignore
            }
        }
    };
}
settings!(
    /// With the table.
    Tabled,
    ApproxTable<Self>
);
settings!(
    /// With the tree kept, and so without a table.
    Kept,
    ()
);

fn search<S: MCTS<Eval = Playout, TreePolicy = UCTPolicy, ExtraThreadData = ()>>(
    manager: &mut MCTSManager<S>,
    time: Duration,
) {
    let since = Instant::now();
    while since.elapsed() < time && manager.root_proven_value() == ProvenValue::Unknown {
        manager.playout_n(8);
    }
}

/// Searches for a time; the move.
pub fn choose<G: Game>(position: &G, time: Duration) -> Option<G::Move> {
    let mut manager = MCTSManager::new(
        State(position.clone()),
        Tabled(PhantomData),
        Playout,
        UCTPolicy::new(EXPLORATION),
        ApproxTable::new(1 << 18),
    );
    search(&mut manager, time);
    manager.best_move()
}

struct WithTable<G>(Duration, PhantomData<fn() -> G>);

impl<G: Concrete> Contestant for WithTable<G> {
    fn choose(&mut self, turn: &Turn) -> Result<Reply, Fault> {
        let position = super::answer::concrete::<G>(&turn.position)?;
        Ok(super::answer::reply::<G>(choose(&position, self.0)))
    }
}

pub fn with_table<G: Concrete>(time: Duration) -> Factory {
    Arc::new(move || Ok(Box::new(WithTable::<G>(time, PhantomData))))
}

/// A tree and the moves that led to its root.
struct WithTree<G: Game> {
    time: Duration,
    tree: Option<(Vec<AnyMove>, MCTSManager<Kept<G>>)>,
}

impl<G: Concrete> WithTree<G> {
    /// The tree of before, if its root is on the way to this turn and what was played since is in it.
    fn advanced(&mut self, turn: &Turn) -> Option<MCTSManager<Kept<G>>> {
        let (played, mut manager) = self.tree.take()?;
        for chosen in turn.moves.strip_prefix(played.as_slice())? {
            manager.advance(&G::unwrap_move(*chosen)?).ok()?;
        }
        Some(manager)
    }
}

impl<G: Concrete> Contestant for WithTree<G> {
    fn new_game(&mut self, _: &NewGame) -> Result<(), Fault> {
        self.tree = None;
        Ok(())
    }

    fn choose(&mut self, turn: &Turn) -> Result<Reply, Fault> {
        let position = super::answer::concrete::<G>(&turn.position)?;
        let mut manager = self.advanced(turn).unwrap_or_else(|| {
            MCTSManager::new(
                State(position),
                Kept(PhantomData),
                Playout,
                UCTPolicy::new(EXPLORATION),
                (),
            )
        });
        search(&mut manager, self.time);
        let chosen = manager.best_move();
        self.tree = Some((turn.moves.clone(), manager));
        Ok(super::answer::reply::<G>(chosen))
    }
}

pub fn with_tree<G: Concrete>(time: Duration) -> Factory {
    Arc::new(move || Ok(Box::new(WithTree::<G> { time, tree: None })))
}
