//! From which ply on a player knows how a game ends: the distribution over seeded games.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use narrows_core::AnyPosition;
use narrows_core::any::AnyMove;

use super::accuracy::{Failures, ask};
use super::opening::game_seed;
use super::seat::Seat;
use super::{Factory, Fault, GameRecord, MatchLimits};

/// Where a player's knowledge begins in one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct GameHorizon {
    /// Number of the game.
    pub game: u64,
    /// Plies of the whole game.
    pub plies: usize,
    /// The ply before which the player proves the result, and before every later one; `plies` if it
    /// proves none.
    pub known_from: usize,
    /// Legal moves there; 0 if it proves none.
    pub legal: usize,
}

/// Where a player's knowledge begins, over several games.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Horizon {
    /// The player.
    pub player: String,
    /// Each game in which it answered.
    pub games: Vec<GameHorizon>,
    /// Games that are left out, since the player failed: a crash, nonsense, no answer in time.
    pub failures: u64,
    /// The ply from which it knows: the least, the quartiles and the most.
    pub known_from: [usize; 5],
    /// The mean of it.
    pub mean: f64,
    /// The mean number of plies that are then left.
    pub mean_left: f64,
    /// The mean number of legal moves there.
    pub mean_legal: f64,
}

/// The positions of a game in which somebody had to move, from its start. `None` if it is no game.
#[must_use]
pub fn positions(game: &GameRecord, start: &AnyPosition) -> Option<Vec<AnyPosition>> {
    let mut position = start.clone();
    let mut positions = Vec::new();
    for word in &game.moves {
        positions.push(position.clone());
        position
            .play(AnyMove::parse(start.kind(), word).ok()?)
            .ok()?;
    }
    Some(positions)
}

/// Asks a player about the positions of each game, from the last one back to the first that it does
/// not prove; what it finds out about one position does not help it with the next.
///
/// # Errors
/// [`Fault::Cancelled`] if stopped; the last fault of a player that failed three times in a row, or in every game.
pub fn horizon(
    name: &str,
    factory: &Factory,
    games: &[Vec<AnyPosition>],
    limits: &MatchLimits,
    seed: u64,
    stopped: &AtomicBool,
    mut on_game: impl FnMut(usize),
) -> Result<Horizon, Fault> {
    let mut seat = Seat::new(Arc::clone(factory), None);
    let (mut found, mut failures) = (Vec::new(), Failures::default());
    for (game, positions) in (0u64..).zip(games) {
        let proves = |position: &AnyPosition| {
            if stopped.load(Ordering::Relaxed) {
                return Err(Fault::Cancelled);
            }
            let seed = game_seed(seed, game, 0);
            let (_, proven) = ask(&mut seat, position, limits, seed, stopped)?;
            Ok(proven.is_some())
        };
        let known_from = first_of_the_rest(positions, proves);
        let Some(known_from) = failures.note(known_from)? else {
            continue;
        };
        found.push(GameHorizon {
            game,
            plies: positions.len(),
            known_from,
            legal: positions
                .get(known_from)
                .map_or(0, |position| position.legal_moves().len()),
        });
        on_game(found.len());
    }
    match failures.last {
        Some(fault) if found.is_empty() => Err(fault),
        _ => Ok(Horizon::of(name, found, failures.total)),
    }
}

/// The first of the positions at the end that all have a property.
fn first_of_the_rest<T, E>(
    all: &[T],
    mut has: impl FnMut(&T) -> Result<bool, E>,
) -> Result<usize, E> {
    for (at, one) in all.iter().enumerate().rev() {
        if !has(one)? {
            return Ok(at + 1);
        }
    }
    Ok(0)
}

impl Horizon {
    fn of(name: &str, games: Vec<GameHorizon>, failures: u64) -> Self {
        let mut plies: Vec<usize> = games.iter().map(|g| g.known_from).collect();
        plies.sort_unstable();
        let last = plies.len().saturating_sub(1);
        let quartile = |q: usize| plies.get(last * q / 4).copied().unwrap_or(0);
        let mean = |value: &dyn Fn(&GameHorizon) -> usize| {
            games.iter().map(|g| value(g) as f64).sum::<f64>() / games.len().max(1) as f64
        };
        Self {
            player: name.to_owned(),
            known_from: [0, 1, 2, 3, 4].map(quartile),
            mean: mean(&|g| g.known_from),
            mean_left: mean(&|g| g.plies - g.known_from),
            mean_legal: mean(&|g| g.legal),
            games,
            failures,
        }
    }
}

#[cfg(test)]
mod tests {
    use narrows_core::{GameKind, Pie};

    use super::*;
    use crate::spec::PlayerSpec;

    #[test]
    fn the_rest_that_is_known() {
        let of = |known: &[bool]| first_of_the_rest(known, |&k| Ok::<_, ()>(k)).unwrap();
        assert_eq!(of(&[]), 0);
        assert_eq!(of(&[true, true]), 0);
        assert_eq!(of(&[true, false, true, true]), 2);
        assert_eq!(of(&[true, false]), 2);
        let failing = first_of_the_rest(&[true, true], |_| Err("crashed"));
        assert_eq!(failing, Err("crashed"));
    }

    /// A solver with nodes enough knows a small board from its first ply; one with a single node knows
    /// nothing before the end is in sight.
    #[test]
    fn more_nodes_know_earlier() {
        let start =
            AnyPosition::start(GameKind::BlackNarrows, "4x4".parse().unwrap(), Pie::Off).unwrap();
        let game = GameRecord {
            moves: ["a1", "d4", "b3"].map(str::to_owned).to_vec(),
            ..crate::tests::record(0)
        };
        let games = [positions(&game, &start).unwrap()];
        let known = |text: &str| {
            let spec: PlayerSpec = text.parse().unwrap();
            let never = AtomicBool::new(false);
            let limits = MatchLimits::default();
            let found = horizon(text, &spec.factory(), &games, &limits, 1, &never, |_| {}).unwrap();
            found.games[0]
        };
        assert_eq!((known("solver").known_from, known("solver").legal), (0, 16));
        assert!(known("solver:nodes=1").known_from > 0);
        assert!(positions(&crate::tests::record(0), &start).is_some());
        let nonsense = GameRecord {
            moves: vec!["z9".into()],
            ..crate::tests::record(0)
        };
        assert_eq!(positions(&nonsense, &start), None);
    }
}
