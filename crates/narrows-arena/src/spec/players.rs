//! The players of this project: a level, a search, a solver.

use std::any::Any;
use std::time::Duration;

use narrows_ai::budget::Limits;
use narrows_ai::evaluation::{Evaluate, Parameter};
use narrows_ai::level::{Engine, Level};
use narrows_ai::mcts::Search;
use narrows_ai::solver::{AnySolver, Question};
use narrows_ai::value::Value;
use narrows_core::any::Concrete;
use narrows_core::{AnyMove, AnyPosition, with_position};
use rand::{RngExt as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::PlayerSettings;
use crate::{Contestant, Fault, NewGame, Reply, Turn};

/// Memory of a player that names none, in MiB.
const DEFAULT_MEMORY: usize = 128;
/// Playouts of an `mcts` player when nothing else bounds its search.
const DEFAULT_PLAYOUTS: u64 = 1000;
/// How long level 6 thinks when nothing else bounds it.
const UNBEATABLE_TIME: Duration = Duration::from_secs(3);

impl PlayerSettings {
    fn memory_bytes(&self) -> usize {
        self.memory.unwrap_or(DEFAULT_MEMORY) << 20
    }

    fn limits(&self, turn: &Turn) -> Limits {
        Limits {
            playouts: self.playouts.or(turn.playouts),
            nodes: self.nodes.or(turn.nodes),
            memory_bytes: self.memory_bytes(),
            threads: self.threads.unwrap_or(1),
        }
    }

    /// Whether to stop: the turn says so, or the player's own time is up.
    fn stop(&self, turn: &Turn, otherwise: Option<Duration>) -> impl Fn() -> bool + Sync {
        let own = self.time.map(Duration::from_secs_f64);
        let own = if turn.advised.is_some() {
            own
        } else {
            own.or(otherwise)
        };
        move || turn.stop() || own.is_some_and(|limit| turn.since.elapsed() >= limit)
    }
}

fn proven(value: Value) -> Option<bool> {
    match value {
        Value::Win => Some(true),
        Value::Loss => Some(false),
        Value::Unknown => None,
    }
}

pub(super) struct LevelPlayer {
    engine: Engine,
    settings: PlayerSettings,
}

impl LevelPlayer {
    pub(super) fn new(level: Level, settings: PlayerSettings) -> Self {
        Self {
            engine: Engine::new(level, 0),
            settings,
        }
    }
}

impl Contestant for LevelPlayer {
    fn new_game(&mut self, game: &NewGame) -> Result<(), Fault> {
        self.engine = Engine::new(self.engine.level(), game.seed);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn) -> Result<Reply, Fault> {
        let limits = self.settings.limits(turn);
        // What the other levels do is counted, so that they play alike on slow machines.
        let is_unbounded = self.engine.level().number() == 6;
        let stop = self
            .settings
            .stop(turn, is_unbounded.then_some(UNBEATABLE_TIME));
        let choice = self.engine.choose(&turn.position, &limits, &stop, &|_| {});
        Ok(Reply {
            chosen: choice.play,
            proven: proven(choice.value),
            playouts: choice.playouts,
            nodes: choice.nodes,
        })
    }

    fn ponder(&mut self, position: &AnyPosition, stop: &(dyn Fn() -> bool + Sync)) {
        let limits = Limits {
            memory_bytes: self.settings.memory_bytes(),
            threads: self.settings.threads.unwrap_or(1),
            ..Limits::default()
        };
        self.engine.ponder(position, &limits, stop);
    }
}

pub(super) struct MctsPlayer {
    constants: Vec<(Parameter, f64)>,
    settings: PlayerSettings,
    random: Xoshiro256PlusPlus,
    /// The [`Search`] of the concrete position type of the game at hand.
    search: Option<Box<dyn Any + Send>>,
}

impl MctsPlayer {
    pub(super) fn new(constants: Vec<(Parameter, f64)>, settings: PlayerSettings) -> Self {
        Self {
            constants,
            settings,
            random: Xoshiro256PlusPlus::seed_from_u64(0),
            search: None,
        }
    }

    fn search<G: Concrete + Evaluate>(&mut self, position: &G, turn: &Turn) -> Reply {
        let mut limits = self.settings.limits(turn);
        if turn.advised.is_none() && self.settings.time.is_none() {
            limits.playouts = limits.playouts.or(Some(DEFAULT_PLAYOUTS));
        }
        let stop = self.settings.stop(turn, None);
        let kept = self.search.take().and_then(|held| held.downcast().ok());
        let mut search: Box<Search<G>> = kept.unwrap_or_else(|| {
            let parameters =
                self.constants
                    .iter()
                    .fold(G::PARAMETERS, |parameters, &(parameter, value)| {
                        // The range was checked when the text was read.
                        parameters.with(parameter, value).unwrap_or(parameters)
                    });
            Box::new(Search::new(parameters))
        });
        let report = search.search(position, &limits, &mut self.random, &stop);
        self.search = Some(search);
        Reply {
            chosen: report.best.map(G::wrap_move),
            proven: proven(report.value),
            playouts: report.playouts,
            nodes: 0,
        }
    }
}

impl Contestant for MctsPlayer {
    fn new_game(&mut self, game: &NewGame) -> Result<(), Fault> {
        self.random = Xoshiro256PlusPlus::seed_from_u64(game.seed);
        self.search = None;
        Ok(())
    }

    fn choose(&mut self, turn: &Turn) -> Result<Reply, Fault> {
        Ok(with_position!(&turn.position, position => self.search(position, turn)))
    }
}

pub(super) struct SolverPlayer {
    solver: AnySolver,
    settings: PlayerSettings,
    random: Xoshiro256PlusPlus,
}

impl SolverPlayer {
    pub(super) fn new(settings: PlayerSettings) -> Self {
        Self {
            solver: AnySolver::with_memory_at_most(settings.memory_bytes()),
            settings,
            random: Xoshiro256PlusPlus::seed_from_u64(0),
        }
    }
}

impl Contestant for SolverPlayer {
    fn new_game(&mut self, game: &NewGame) -> Result<(), Fault> {
        self.random = Xoshiro256PlusPlus::seed_from_u64(game.seed);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn) -> Result<Reply, Fault> {
        let limits = self.settings.limits(turn);
        let stop = self.settings.stop(turn, Some(UNBEATABLE_TIME));
        let answer = self
            .solver
            .solve(&turn.position, Question::default(), &limits, &stop);
        let mut choices: Vec<AnyMove> = answer.best.clone();
        if choices.is_empty() {
            choices.extend(
                answer
                    .moves
                    .iter()
                    .filter(|m| m.1 != Value::Loss)
                    .map(|m| m.0),
            );
        }
        if choices.is_empty() {
            choices.extend(answer.moves.iter().map(|m| m.0));
        }
        let index = self.random.random_range(0..choices.len().max(1));
        Ok(Reply {
            chosen: choices.get(index).copied(),
            proven: proven(answer.value),
            playouts: 0,
            nodes: answer.nodes,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    use std::time::Instant;

    use narrows_ai::level::Level;
    use narrows_core::{AnyPosition, GameKind, Pie};

    use super::*;

    /// A level whose work is counted chooses as ever on a machine that is so slow that level 6 would be out of time.
    #[test]
    fn slow_machines_change_no_level_but_the_sixth() {
        let kind = GameKind::BlackNarrows;
        let start = AnyPosition::start(kind, "5x5".parse().unwrap(), Pie::On).unwrap();
        let turn = |since| Turn {
            position: start.clone(),
            start: start.clone(),
            moves: Vec::new(),
            playouts: None,
            nodes: None,
            remaining: None,
            advised: None,
            patience: Duration::from_secs(60),
            since,
            cancelled: Arc::new(AtomicBool::new(false)),
        };
        let long_ago = Instant::now()
            .checked_sub(2 * UNBEATABLE_TIME)
            .expect("the machine has run for some seconds");
        for level in 1..6 {
            let reply = |since| {
                let level = Level::new(level).unwrap();
                LevelPlayer::new(level, PlayerSettings::default()).choose(&turn(since))
            };
            assert_eq!(reply(Instant::now()), reply(long_ago), "level {level}");
        }
    }
}
