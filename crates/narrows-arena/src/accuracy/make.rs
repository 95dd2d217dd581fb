//! Making solved positions with the exact solvers.

use std::time::{Duration, Instant};

use narrows_ai::budget::{Limits, NEVER};
use narrows_ai::level::{Engine, Level};
use narrows_ai::solver::{AnySolver, Question};
use narrows_ai::value::Value;
use narrows_core::narrows::Pie;
use narrows_core::{AnyPosition, GameKind, Size};
use rand::{RngExt as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::SolvedPosition;
use crate::opening::game_seed;

/// After so many games in a row without a new position there are no more to be found, or too few to wait for: a small
/// board has only so many.
pub const MOST_FRUITLESS: u64 = 2000;

/// Makes solved positions: random games are stopped at a random ply, and a position is kept if the
/// solver gives the value of every move within `nodes`, the mover wins, and not every move wins.
/// About as many are taken with few legal moves as with many, up to `most_legal`. There are fewer than `count` if
/// [`MOST_FRUITLESS`] games in a row bring none.
pub fn make(
    kind: GameKind,
    size: Size,
    count: usize,
    most_legal: usize,
    nodes: u64,
    seed: u64,
    stop: &(dyn Fn() -> bool + Sync),
) -> Vec<SolvedPosition> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut solver = AnySolver::with_memory_at_most(256 << 20);
    let mut made: Vec<SolvedPosition> = Vec::new();
    let Ok(start) = AnyPosition::start(kind, size, Pie::Off) else {
        return made;
    };
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let mut fruitless = 0;
    while made.len() < count && fruitless < MOST_FRUITLESS && !stop() {
        fruitless += 1;
        let target = random.random_range(3..=most_legal);
        let mut position = start.clone();
        let mut moves = position.legal_moves();
        // The number of legal moves does not fall steadily in Narrows: stop when it is first low
        // enough, a little later at random.
        while !moves.is_empty() && moves.len() > target {
            let next = moves[random.random_range(0..moves.len())];
            if position.play(next).is_err() {
                break;
            }
            moves = position.legal_moves();
        }
        if moves.len() < 2 || made.iter().any(|m| m.position == position) {
            continue;
        }
        let answer = solver.solve(
            &position,
            Question {
                all: true,
                nimber: false,
            },
            &limits,
            stop,
        );
        let known = answer.moves.iter().all(|m| m.1.is_known());
        if known && answer.value == Value::Win && answer.best.len() < moves.len() {
            made.push(SolvedPosition {
                position,
                legal: moves.len(),
                wins: answer.best,
                beyond: None,
            });
            fruitless = 0;
        }
    }
    made.sort_by_key(|m| m.legal);
    made
}

/// What a search may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// So much time on the clock.
    Time(Duration),
    /// So many playouts of level 6, or nodes of the solver: the same positions on every machine.
    Count(u64),
}

impl Effort {
    /// Whether a search that began then has used up its time.
    fn is_over(self, since: Instant) -> bool {
        matches!(self, Self::Time(time) if since.elapsed() >= time)
    }

    fn count(self) -> Option<u64> {
        match self {
            Self::Time(_) => None,
            Self::Count(count) => Some(count),
        }
    }
}

/// How positions beyond the horizon are made.
#[derive(Clone, Copy, Debug)]
pub struct BeyondSearch {
    /// How many positions.
    pub count: usize,
    /// What level 6 may take to prove a position.
    pub level: Effort,
    /// What the solver may take for all moves of a position.
    pub solver: Effort,
    /// Memory of the solver, in bytes.
    pub memory_bytes: usize,
    /// Seed of the games that positions are taken from.
    pub seed: u64,
}

/// Makes solved positions that level 6 does not prove in its time. Games of level 3 are walked back
/// from their end: first to where level 6 knows nothing any more, then ply by ply further, as long
/// as the solver gives the value of every move. A position is kept if the mover wins, but not by
/// every move. `on_position` is told of each. There are fewer than asked for if [`MOST_FRUITLESS`] games in a row bring
/// none.
pub fn make_beyond(
    kind: GameKind,
    size: Size,
    search: &BeyondSearch,
    stop: &(dyn Fn() -> bool + Sync),
    mut on_position: impl FnMut(&SolvedPosition),
) -> Vec<SolvedPosition> {
    let mut made: Vec<SolvedPosition> = Vec::new();
    let Ok(start) = AnyPosition::start(kind, size, Pie::Off) else {
        return made;
    };
    let mut solver = AnySolver::with_memory_at_most(search.memory_bytes);
    let mut fruitless = 0;
    for game in 0.. {
        if made.len() >= search.count || fruitless >= MOST_FRUITLESS || stop() {
            break;
        }
        fruitless += 1;
        let positions = played(&start, game_seed(search.seed, game, 0));
        let unproven = positions
            .iter()
            .rposition(|position| !level_6_proves(position, search.level, stop));
        let Some(horizon) = unproven else { continue };
        for (beyond, position) in (1..).zip(positions[..=horizon].iter().rev()) {
            let Some(solved) = solve_all(&mut solver, position, search, stop) else {
                break;
            };
            let Some(mut solved) = solved else { continue };
            solved.beyond = Some(beyond);
            if made.len() < search.count && made.iter().all(|m| m.position != solved.position) {
                on_position(&solved);
                made.push(solved);
                fruitless = 0;
            }
        }
    }
    made
}

/// The positions of a game of level 3 against itself, after two random moves.
fn played(start: &AnyPosition, seed: u64) -> Vec<AnyPosition> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut engine = Level::new(3).map(|level| Engine::new(level, seed));
    let mut position = start.clone();
    let mut positions = Vec::new();
    while !position.is_over() {
        positions.push(position.clone());
        let moves = position.legal_moves();
        let by_level = engine
            .as_mut()
            .filter(|_| positions.len() > 2)
            .and_then(|engine| {
                engine
                    .choose(&position, &Limits::default(), NEVER, &|_| {})
                    .play
            });
        let next = by_level.unwrap_or_else(|| moves[random.random_range(0..moves.len())]);
        if position.play(next).is_err() {
            break;
        }
    }
    positions
}

fn level_6_proves(
    position: &AnyPosition,
    effort: Effort,
    stop: &(dyn Fn() -> bool + Sync),
) -> bool {
    let since = Instant::now();
    let over = || stop() || effort.is_over(since);
    let limits = Limits {
        threads: 1,
        playouts: effort.count(),
        ..Limits::default()
    };
    // A new one each time: what was found out about later positions must not help.
    let choice = Engine::new(Level::UNBEATABLE, 0).choose(position, &limits, &over, &|_| {});
    choice.value.is_known()
}

/// A position with the value of every move: `None` if that took too long, `Some(None)` if it is not
/// one to ask about.
#[allow(
    clippy::option_option,
    reason = "two answers that differ: unknown, and not of this kind"
)]
fn solve_all(
    solver: &mut AnySolver,
    position: &AnyPosition,
    search: &BeyondSearch,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Option<SolvedPosition>> {
    let since = Instant::now();
    let over = || stop() || search.solver.is_over(since);
    let question = Question {
        all: true,
        nimber: false,
    };
    let limits = Limits {
        memory_bytes: search.memory_bytes,
        nodes: search.solver.count(),
        ..Limits::default()
    };
    let answer = solver.solve(position, question, &limits, &over);
    if !answer.value.is_known() || !answer.moves.iter().all(|m| m.1.is_known()) {
        return None;
    }
    let legal = answer.moves.len();
    let asks = answer.value == Value::Win && answer.best.len() < legal;
    Some(asks.then(|| SolvedPosition {
        position: position.clone(),
        legal,
        wins: answer.best,
        beyond: None,
    }))
}
