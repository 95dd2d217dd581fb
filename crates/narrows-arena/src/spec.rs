//! Players from texts: `level:3`, `mcts:playouts=800,exploration=0.6`, `solver:memory=256`,
//! `gtp:COMMAND`.

use std::any::Any;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use narrows_core::any::Concrete;
use narrows_core::{AnyMove, with_position};
use rand::{RngExt as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::gtp::{GtpPlayer, split_command};
use super::{Contestant, Factory, Fault, NewGame, Reply, Turn};
use narrows_ai::budget::Limits;
use narrows_ai::evaluation::{Evaluate, Parameter, ParameterError};
use narrows_ai::level::{Engine, Level};
use narrows_ai::mcts::Search;
use narrows_ai::solver::{AnySolver, Question};
use narrows_ai::value::Value;

/// Memory of a player that names none, in MiB.
const DEFAULT_MEMORY: usize = 128;
/// Playouts of an `mcts` player when nothing else bounds its search.
const DEFAULT_PLAYOUTS: u64 = 1000;
/// How long level 6 thinks when nothing else bounds it.
const UNBEATABLE_TIME: Duration = Duration::from_secs(3);

/// A player as text.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayerSpec {
    /// `level:1` to `level:6`, with `threads`, `memory` (MiB), `time` (seconds of level 6) and
    /// `playouts`.
    Level {
        /// The level.
        level: Level,
        /// Its settings.
        settings: Settings,
    },
    /// `mcts`, with `playouts`, `memory` (MiB) and every constant of the search by its name.
    Mcts {
        /// The constants that differ from those of the game.
        constants: Vec<(Parameter, f64)>,
        /// Other settings.
        settings: Settings,
    },
    /// `solver`, with `nodes`, `memory` (MiB) and `time`: plays what is proven, and at random among
    /// the moves that are not proven to lose where nothing is.
    Solver {
        /// Its settings.
        settings: Settings,
    },
    /// `gtp:COMMAND`: an outside engine.
    Gtp {
        /// The command line that starts it.
        command: String,
    },
}

/// What may be set for the players of this project.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// Playouts a move.
    pub playouts: Option<u64>,
    /// Solver nodes a move.
    pub nodes: Option<u64>,
    /// Memory in MiB.
    pub memory: Option<usize>,
    /// Threads.
    pub threads: Option<usize>,
    /// Seconds a move.
    pub time: Option<f64>,
}

/// Why a text is not a player.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SpecError {
    /// Not one of the kinds of players.
    #[error(
        "{0:?} is no player: level:1 to level:6, mcts:NAME=VALUE,…, solver:NAME=VALUE,… or gtp:COMMAND"
    )]
    Kind(String),
    /// Not a level.
    #[error("{0:?} is no level: 1 to 6")]
    Level(String),
    /// Not a setting of this player.
    #[error("{name:?} is no setting of {player}; it has {known}")]
    Name {
        /// What was given.
        name: String,
        /// The kind of player.
        player: &'static str,
        /// The settings it has.
        known: String,
    },
    /// A value out of range.
    #[error("{name}={value}: {range}")]
    Value {
        /// The setting.
        name: String,
        /// What was given.
        value: String,
        /// What is possible.
        range: &'static str,
    },
    /// A constant of the search out of its range.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// A command line that cannot be split into words.
    #[error("gtp: needs a command, with its quotes closed")]
    Command,
}

impl FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        match kind {
            "level" => {
                let (number, rest) = rest.split_once(',').unwrap_or((rest, ""));
                let level = number.parse().ok().and_then(Level::new);
                let level = level.ok_or_else(|| SpecError::Level(number.to_owned()))?;
                let known = &["playouts", "nodes", "memory", "threads", "time"];
                let (settings, _) = settings("level", rest, known, &[])?;
                Ok(Self::Level { level, settings })
            }
            "mcts" => {
                let (settings, constants) = settings(
                    "mcts",
                    rest,
                    &["playouts", "memory", "time"],
                    &Parameter::ALL,
                )?;
                Ok(Self::Mcts {
                    constants,
                    settings,
                })
            }
            "solver" => {
                let known = &["nodes", "memory", "time", "threads"];
                let (settings, _) = settings("solver", rest, known, &[])?;
                Ok(Self::Solver { settings })
            }
            "gtp" if split_command(rest).is_some() => Ok(Self::Gtp {
                command: rest.to_owned(),
            }),
            "gtp" => Err(SpecError::Command),
            _ => Err(SpecError::Kind(text.to_owned())),
        }
    }
}

/// Reads `name=value,name=value`: the settings, and the constants of a search.
fn settings(
    player: &'static str,
    text: &str,
    known: &[&str],
    constants: &[Parameter],
) -> Result<(Settings, Vec<(Parameter, f64)>), SpecError> {
    let mut settings = Settings::default();
    let mut found: Vec<(Parameter, f64)> = Vec::new();
    for item in text.split(',').filter(|item| !item.is_empty()) {
        let (name, value) = item.split_once('=').unwrap_or((item, ""));
        let bad = |range| SpecError::Value {
            name: name.to_owned(),
            value: value.to_owned(),
            range,
        };
        if let Some(&parameter) = constants.iter().find(|parameter| parameter.name() == name) {
            let value = value.parse().unwrap_or(f64::NAN);
            parameter.check(value)?;
            found.retain(|(earlier, _)| *earlier != parameter);
            found.push((parameter, value));
            continue;
        }
        if !known.contains(&name) {
            let known = known
                .iter()
                .copied()
                .chain(constants.iter().map(|parameter| parameter.name()))
                .collect::<Vec<_>>()
                .join(", ");
            return Err(SpecError::Name {
                name: name.to_owned(),
                player,
                known,
            });
        }
        let whole = || value.parse::<u64>().ok().filter(|&v| v > 0);
        match name {
            "playouts" => settings.playouts = Some(whole().ok_or(bad("a whole number from 1 up"))?),
            "nodes" => settings.nodes = Some(whole().ok_or(bad("a whole number from 1 up"))?),
            "memory" => {
                let value = whole()
                    .filter(|&v| v <= 1 << 20)
                    .ok_or(bad("1 to 1048576 MiB"))?;
                settings.memory = Some(value as usize);
            }
            "threads" => {
                let value = whole().filter(|&v| v <= 256).ok_or(bad("1 to 256"))?;
                settings.threads = Some(value as usize);
            }
            _ => {
                let value = value
                    .parse()
                    .ok()
                    .filter(|v: &f64| *v > 0.0 && *v <= 86_400.0);
                settings.time = Some(value.ok_or(bad("seconds, more than 0, at most 86400"))?);
            }
        }
    }
    Ok((settings, found))
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, settings, constants) = match self {
            Self::Level { level, settings } => {
                (format!("level:{}", level.number()), settings, None)
            }
            Self::Mcts {
                constants,
                settings,
            } => ("mcts".to_owned(), settings, Some(constants)),
            Self::Solver { settings } => ("solver".to_owned(), settings, None),
            Self::Gtp { command } => return write!(f, "gtp:{command}"),
        };
        let mut items: Vec<String> = Vec::new();
        let mut item = |name: &str, value: Option<String>| {
            items.extend(value.map(|value| format!("{name}={value}")));
        };
        item("playouts", settings.playouts.map(|v| v.to_string()));
        item("nodes", settings.nodes.map(|v| v.to_string()));
        for (name, value) in constants.into_iter().flatten() {
            item(name.name(), Some(value.to_string()));
        }
        item("memory", settings.memory.map(|v| v.to_string()));
        item("threads", settings.threads.map(|v| v.to_string()));
        item("time", settings.time.map(|v| v.to_string()));
        let separator = match (items.is_empty(), self) {
            (true, _) => "",
            (false, Self::Level { .. }) => ",",
            (false, _) => ":",
        };
        write!(f, "{kind}{separator}{}", items.join(","))
    }
}

impl PlayerSpec {
    /// A factory of such players.
    #[must_use]
    pub fn factory(&self) -> Factory {
        let spec = self.clone();
        Arc::new(move || spec.player())
    }

    /// A new player.
    ///
    /// # Errors
    /// [`Fault::Crashed`] if an outside engine cannot be started.
    pub fn player(&self) -> Result<Box<dyn Contestant>, Fault> {
        Ok(match self {
            Self::Level { level, settings } => Box::new(LevelPlayer {
                engine: Engine::new(*level, 0),
                settings: settings.clone(),
            }),
            Self::Mcts {
                constants,
                settings,
            } => Box::new(MctsPlayer {
                constants: constants.clone(),
                settings: settings.clone(),
                random: Xoshiro256PlusPlus::seed_from_u64(0),
                search: None,
            }),
            Self::Solver { settings } => Box::new(SolverPlayer {
                solver: AnySolver::with_memory_at_most(settings.memory_bytes()),
                settings: settings.clone(),
                random: Xoshiro256PlusPlus::seed_from_u64(0),
            }),
            Self::Gtp { command } => Box::new(GtpPlayer::start(command)?),
        })
    }
}

impl Settings {
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

struct LevelPlayer {
    engine: Engine,
    settings: Settings,
}

impl Contestant for LevelPlayer {
    fn new_game(&mut self, game: &NewGame) -> Result<(), Fault> {
        self.engine = Engine::new(self.engine.level(), game.seed);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn) -> Result<Reply, Fault> {
        let limits = self.settings.limits(turn);
        let stop = self.settings.stop(turn, Some(UNBEATABLE_TIME));
        let choice = self.engine.choose(&turn.position, &limits, &stop, &|_| {});
        Ok(Reply {
            chosen: choice.play,
            proven: proven(choice.value),
            playouts: choice.playouts,
            nodes: choice.nodes,
        })
    }
}

struct MctsPlayer {
    constants: Vec<(Parameter, f64)>,
    settings: Settings,
    random: Xoshiro256PlusPlus,
    /// The [`Search`] of the concrete position type of the game at hand.
    search: Option<Box<dyn Any + Send>>,
}

impl MctsPlayer {
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

struct SolverPlayer {
    solver: AnySolver,
    settings: Settings,
    random: Xoshiro256PlusPlus,
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
    use super::*;

    #[test]
    fn texts_come_back() {
        for text in [
            "level:1",
            "level:6,memory=64,threads=2,time=0.5",
            "mcts",
            "mcts:playouts=800,exploration=0.7",
            "solver:nodes=1000,memory=16",
            "gtp:./engine --name 'a b'",
        ] {
            assert_eq!(text.parse::<PlayerSpec>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn mistakes_are_named() {
        for (text, says) in [
            ("level:7", "1 to 6"),
            ("level:", "1 to 6"),
            ("levl:3", "no player"),
            ("", "no player"),
            ("level:3,playouts=0", "from 1 up"),
            ("level:3,exploration=1", "no setting of level"),
            ("mcts:exploration=-1", "from 0 to 100"),
            ("mcts:exploration=nan", "from 0 to 100"),
            ("mcts:looks=1.5", "looks=1.5: use a number from 0 to 1"),
            ("mcts:exploration=inf", "from 0 to 100"),
            ("mcts:exploration=x", "from 0 to 100"),
            ("mcts:playouts", "from 1 up"),
            ("mcts:speed=3", "exploration"),
            ("solver:time=0", "more than 0"),
            ("solver:memory=99999999999", "MiB"),
            ("gtp:", "command"),
            ("gtp:a 'b", "quotes"),
        ] {
            let error = text.parse::<PlayerSpec>().unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
