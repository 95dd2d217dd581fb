//! `board-game` 0.8: MCTSBot, which also proves positions.

use std::fmt;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use board_game::ai::Bot as _;
use board_game::ai::mcts::MCTSBot;
use board_game::board::{
    Alternating, Board as BoardTrait, BoardDone, BoardMoves, BoardSymmetry, Outcome, PlayError,
    Player as Seat,
};
use board_game::symmetry::UnitSymmetry;
use internal_iterator::InternalIterator;
use narrows_arena::{Contestant, Factory, Fault, Reply, Turn};
use narrows_core::any::Concrete;
use narrows_core::{Game, Player as Side};
use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Playouts, for the table of rates.
pub static PLAYOUTS: AtomicU64 = AtomicU64::new(0);

/// The weight its own examples use.
const EXPLORATION: f32 = 2.0;

/// A position. In a playout it is played to its end by one call, see `play_random_available_move`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Board<G: Game> {
    position: G,
    ended: Option<Side>,
}

impl<G: Game> fmt::Display for Board<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.position)
    }
}

fn seat(side: Side) -> Seat {
    match side {
        Side::First => Seat::A,
        Side::Second => Seat::B,
    }
}

#[derive(Clone)]
struct Moves<G: Game>(Vec<G::Move>);

impl<G: Game> InternalIterator for Moves<G> {
    type Item = G::Move;

    fn try_for_each<R, F>(self, f: F) -> ControlFlow<R>
    where
        F: FnMut(G::Move) -> ControlFlow<R>,
    {
        self.0.into_iter().try_for_each(f)
    }
}

impl<'a, G: Game> BoardMoves<'a, Board<G>> for Board<G> {
    type AllMovesIterator = Moves<G>;
    type AvailableMovesIterator = Moves<G>;

    fn all_possible_moves() -> Moves<G> {
        // Used by training code only, which is not part of a search.
        Moves(Vec::new())
    }

    fn available_moves(&'a self) -> Result<Moves<G>, BoardDone> {
        self.check_done()?;
        Ok(Moves(self.position.legal_moves().into_iter().collect()))
    }
}

impl<G: Game> BoardSymmetry<Board<G>> for Board<G> {
    type Symmetry = UnitSymmetry;
    type CanonicalKey = ();

    fn map(&self, _: UnitSymmetry) -> Self {
        self.clone()
    }

    fn map_move(&self, _: UnitSymmetry, played: G::Move) -> G::Move {
        played
    }

    fn canonical_key(&self) {}
}

impl<G: Game> Alternating for Board<G> {}

impl<G: Game> BoardTrait for Board<G> {
    type Move = G::Move;

    fn next_player(&self) -> Seat {
        seat(self.position.to_move())
    }

    fn is_available_move(&self, played: G::Move) -> Result<bool, BoardDone> {
        self.check_done()?;
        Ok(self.position.is_legal(played))
    }

    fn play(&mut self, played: G::Move) -> Result<(), PlayError> {
        // Only moves that were listed are played in a search.
        self.position.play_unchecked(played);
        Ok(())
    }

    /// Plays our fast playout to the end instead of one move: what follows in the search is the same.
    fn play_random_available_move(
        &mut self,
        _: &mut impl board_game_rand::Rng,
    ) -> Result<(), BoardDone> {
        self.check_done()?;
        let number = PLAYOUTS.fetch_add(1, Ordering::Relaxed);
        let random = &mut Xoshiro256PlusPlus::seed_from_u64(number);
        self.ended = Some(self.position.playout(random).winner);
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = self.ended.or(self.position.outcome().map(|o| o.winner))?;
        Some(Outcome::WonBy(seat(winner)))
    }

    fn can_lose_after_move() -> bool {
        true
    }
}

/// Searches for about a time. The bot counts iterations, so a tenth of the time, which is not
/// counted against it, goes into finding out how many fit.
pub fn choose<G: Game>(position: &G, time: Duration, seed: u64) -> Option<G::Move> {
    let board = Board {
        position: position.clone(),
        ended: None,
    };
    let random =
        || <board_game_rand::rngs::SmallRng as board_game_rand::SeedableRng>::seed_from_u64(seed);
    let mut iterations = 16;
    let rate = loop {
        let since = Instant::now();
        let mut bot = MCTSBot::new(iterations, EXPLORATION, random());
        let chosen = bot.select_move(&board).ok()?;
        let spent = since.elapsed();
        if spent * 10 >= time {
            break iterations as f64 / spent.as_secs_f64();
        }
        if iterations >= 1 << 26 {
            return Some(chosen);
        }
        iterations *= 2;
    };
    let iterations = (rate * time.as_secs_f64()).max(1.0) as u64;
    MCTSBot::new(iterations, EXPLORATION, random())
        .select_move(&board)
        .ok()
}

struct Peer<G>(Duration, PhantomData<fn() -> G>);

impl<G: Concrete> Contestant for Peer<G> {
    fn choose(&mut self, turn: &Turn) -> Result<Reply, Fault> {
        let position = super::answer::concrete::<G>(&turn.position)?;
        let chosen = choose(&position, self.0, turn.moves.len() as u64);
        Ok(super::answer::reply::<G>(chosen))
    }
}

pub fn factory<G: Concrete>(time: Duration) -> Factory {
    Arc::new(move || Ok(Box::new(Peer::<G>(time, PhantomData))))
}
