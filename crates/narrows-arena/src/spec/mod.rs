//! Players from texts: `level:3`, `mcts:playouts=800,exploration=0.6`, `solver:memory=256`,
//! `gtp:COMMAND`, `engine:NAME`.

mod players;

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use narrows_ai::evaluation::{Parameter, ParameterError};
use narrows_ai::level::Level;
use narrows_core::GameKind;

use super::gtp::{self, GtpPlayer, split_command};
use super::{Contestant, Entrant, Factory, Fault, MatchLimits, TimeControl, limits};
use players::{LevelPlayer, MctsPlayer, SolverPlayer};

/// A player as text.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayerSpec {
    /// `level:1` to `level:6`, with `threads`, `memory` (MiB), `time` (seconds of level 6) and
    /// `playouts`.
    Level {
        /// The level.
        level: Level,
        /// Its settings.
        settings: PlayerSettings,
    },
    /// `mcts`, with `playouts`, `memory` (MiB) and every constant of the search by its name.
    Mcts {
        /// The constants that differ from those of the game.
        constants: Vec<(Parameter, f64)>,
        /// Other settings.
        settings: PlayerSettings,
    },
    /// `solver`, with `nodes`, `memory` (MiB) and `time`: plays what is proven, and at random among
    /// the moves that are not proven to lose where nothing is.
    Solver {
        /// Its settings.
        settings: PlayerSettings,
    },
    /// `gtp:COMMAND`: an outside engine.
    Gtp {
        /// The command line that starts it.
        command: String,
    },
    /// `engine:NAME`: an outside engine that another machine knows by a name. It plays only once
    /// [`PlayerSpec::with_engines`] has put a command in the name's place.
    Engine {
        /// The name: letters, digits, `-`, `_` and `.`, at most 64.
        name: String,
    },
}

/// The longest name of an engine.
const LONGEST_NAME: usize = 64;

/// Whether a text can name an engine.
#[must_use]
pub fn is_engine_name(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    !text.is_empty() && text.len() <= LONGEST_NAME && text.bytes().all(fits)
}

/// What may be set for the players of this project.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerSettings {
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
        range: String,
    },
    /// A setting that is there already.
    #[error("{0} is set twice")]
    Repeated(String),
    /// A constant of the search out of its range.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// A command line that cannot be split into words.
    #[error("gtp: needs a command, with its quotes closed")]
    Command,
    /// Not a name of an engine.
    #[error("{0:?} cannot name an engine: use up to {LONGEST_NAME} letters, digits, -, _ and .")]
    Engine(String),
}

impl SpecError {
    fn value(name: &str, value: &str, range: String) -> Self {
        let (name, value) = (name.to_owned(), value.to_owned());
        Self::Value { name, value, range }
    }
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
            "engine" if is_engine_name(rest) => Ok(Self::Engine {
                name: rest.to_owned(),
            }),
            "engine" => Err(SpecError::Engine(rest.to_owned())),
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
) -> Result<(PlayerSettings, Vec<(Parameter, f64)>), SpecError> {
    let mut settings = PlayerSettings::default();
    let mut found: Vec<(Parameter, f64)> = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    let items = text.split(',').filter(|_| !text.is_empty());
    for item in items {
        let (name, value) = item.split_once('=').unwrap_or((item, ""));
        if names.contains(&name) {
            return Err(SpecError::Repeated(name.to_owned()));
        }
        names.push(name);
        if let Some(&parameter) = constants.iter().find(|parameter| parameter.name() == name) {
            found.push((parameter, constant(parameter, value)?));
        } else if known.contains(&name) {
            let set = settings.set(name, value);
            set.map_err(|wanted| SpecError::value(name, value, wanted))?;
        } else {
            let constants = constants.iter().map(|parameter| parameter.name());
            let known: Vec<&str> = known.iter().copied().chain(constants).collect();
            return Err(SpecError::Name {
                name: name.to_owned(),
                player,
                known: known.join(", "),
            });
        }
    }
    Ok((settings, found))
}

/// Reads a constant of a search.
fn constant(parameter: Parameter, text: &str) -> Result<f64, SpecError> {
    let range = parameter.range();
    let wanted = || format!("use a number from {} to {}", range.start(), range.end());
    let value = text.parse();
    let value: f64 = value.map_err(|_| SpecError::value(parameter.name(), text, wanted()))?;
    parameter.check(value)?;
    Ok(value)
}

impl PlayerSettings {
    /// Sets what a name stands for, or says what would be right.
    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "playouts" => self.playouts = Some(limits::playouts(value)?),
            "nodes" => self.nodes = Some(limits::nodes(value)?),
            "memory" => self.memory = Some(limits::memory(value)?.mib()),
            "threads" => self.threads = Some(limits::threads(value)?.get()),
            _ => self.time = Some(limits::seconds(value)?.as_secs_f64()),
        }
        Ok(())
    }
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
            Self::Engine { name } => return write!(f, "engine:{name}"),
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

    /// Such a player in a match with these limits; without `own_patience` the match's holds for all.
    #[must_use]
    pub fn entrant(&self, limits: &MatchLimits, own_patience: bool) -> Entrant {
        Entrant {
            patience: self.patience(limits).filter(|_| own_patience),
            ..Entrant::new(self.to_string(), self.factory())
        }
    }

    /// A new player.
    ///
    /// # Errors
    /// [`Fault::Crashed`] if an outside engine cannot be started.
    pub fn player(&self) -> Result<Box<dyn Contestant>, Fault> {
        Ok(match self {
            Self::Level { level, settings } => Box::new(LevelPlayer::new(*level, settings.clone())),
            Self::Mcts {
                constants,
                settings,
            } => Box::new(MctsPlayer::new(constants.clone(), settings.clone())),
            Self::Solver { settings } => Box::new(SolverPlayer::new(settings.clone())),
            Self::Gtp { command } => Box::new(GtpPlayer::start(command)?),
            Self::Engine { name } => return Err(unknown(name)),
        })
    }
}

fn unknown(name: &str) -> Fault {
    Fault::Crashed(format!("there is no engine {name:?} here"))
}

/// How long a player of ours may be silent whose work is counted and not timed.
const COUNTED_WORK: Duration = Duration::from_secs(3600);

impl PlayerSpec {
    fn settings(&self) -> Option<&PlayerSettings> {
        match self {
            Self::Level { settings, .. }
            | Self::Mcts { settings, .. }
            | Self::Solver { settings } => Some(settings),
            Self::Gtp { .. } | Self::Engine { .. } => None,
        }
    }

    /// This player with the command line that `engines` has for its name, if it is one of a name; `None` if there is
    /// none.
    #[must_use]
    pub fn with_engines(&self, engines: &BTreeMap<String, String>) -> Option<Self> {
        match self {
            Self::Engine { name } => engines.get(name).map(|command| Self::Gtp {
                command: command.clone(),
            }),
            other => Some(other.clone()),
        }
    }

    /// The memory that was asked for, in MiB; `None` where nothing was said.
    #[must_use]
    pub fn memory_mib(&self) -> Option<usize> {
        self.settings().and_then(|settings| settings.memory)
    }

    /// Whether the clock has an influence on this player's moves: games on a slow machine are others than on a fast
    /// one. An outside engine without a clock is taken at its word that it counts its work.
    #[must_use]
    pub fn is_timed(&self, limits: &MatchLimits) -> bool {
        let counted = |settings: &PlayerSettings| match self {
            Self::Level { level, .. } if level.number() < 6 => true,
            Self::Solver { .. } => settings.nodes.or(limits.nodes).is_some(),
            Self::Mcts { .. } => true,
            _ => settings.playouts.or(limits.playouts).is_some(),
        };
        let by_itself = self
            .settings()
            .is_some_and(|settings| settings.time.is_some() || !counted(settings));
        limits.time != TimeControl::None || by_itself
    }

    /// The threads this player uses, as far as one can know.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.settings().and_then(|s| s.threads).unwrap_or(1)
    }

    /// How long this player may be silent, if that is longer than for others: a search of ours whose
    /// playouts or nodes are counted takes as long as it takes, and cannot hang.
    #[must_use]
    pub fn patience(&self, limits: &MatchLimits) -> Option<Duration> {
        let settings = self.settings()?;
        let counts = [
            settings.playouts,
            settings.nodes,
            limits.playouts,
            limits.nodes,
        ];
        let counted = counts.iter().any(Option::is_some) || settings.time.is_some();
        (counted && limits.time == TimeControl::None).then_some(COUNTED_WORK)
    }

    /// What should be known about this player before a match with these limits: of an outside
    /// engine, what it cannot be told.
    ///
    /// # Errors
    /// [`Fault::Crashed`] if an outside engine cannot be started.
    pub fn check(
        &self,
        kind: GameKind,
        limits: &MatchLimits,
        pie: bool,
    ) -> Result<Vec<String>, Fault> {
        match self {
            Self::Gtp { command } => gtp::check(command, kind, limits, pie),
            Self::Engine { name } => Err(unknown(name)),
            _ => Ok(Vec::new()),
        }
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
            "engine:gnu-1.2_x",
        ] {
            assert_eq!(text.parse::<PlayerSpec>().unwrap().to_string(), text);
        }
    }

    /// A name plays nothing until a command is put in its place.
    #[test]
    fn engines_play_under_their_names() {
        let spec: PlayerSpec = "engine:ours".parse().unwrap();
        assert!(matches!(spec.player(), Err(Fault::Crashed(_))));
        let mut engines = BTreeMap::new();
        assert_eq!(spec.with_engines(&engines), None);
        engines.insert("ours".to_owned(), "./engine".to_owned());
        let found = spec.with_engines(&engines).unwrap();
        assert_eq!(found.to_string(), "gtp:./engine");
        let level: PlayerSpec = "level:3".parse().unwrap();
        assert_eq!(level.with_engines(&engines), Some(level));
    }

    #[test]
    fn players_who_look_at_the_clock_are_known() {
        let counted = MatchLimits {
            playouts: Some(100),
            ..MatchLimits::default()
        };
        let clocked = MatchLimits {
            time: TimeControl::PerMove(Duration::from_secs(1)),
            ..counted
        };
        for (text, is_timed, when_counted) in [
            ("level:5", false, false),
            ("level:5,time=1", true, true),
            ("level:6", true, false),
            ("level:6,playouts=9", false, false),
            ("mcts", false, false),
            ("mcts:time=1", true, true),
            ("solver", true, true),
            ("solver:nodes=9", false, false),
            ("engine:ours", false, false),
        ] {
            let spec: PlayerSpec = text.parse().unwrap();
            assert_eq!(spec.is_timed(&MatchLimits::default()), is_timed, "{text}");
            assert_eq!(spec.is_timed(&counted), when_counted, "{text}");
            assert!(spec.is_timed(&clocked), "{text}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        for (text, says) in [
            ("level:7", "1 to 6"),
            ("level:", "1 to 6"),
            ("levl:3", "no player"),
            ("", "no player"),
            ("level:3,playouts=0", "playouts from 1 to"),
            ("level:3,exploration=1", "no setting of level"),
            ("mcts:exploration=-1", "from 0 to 100"),
            ("mcts:exploration=nan", "from 0 to 100"),
            ("mcts:looks=1.5", "looks=1.5: use a number from 0 to 1"),
            ("mcts:exploration=inf", "from 0 to 100"),
            ("mcts:exploration=x", "from 0 to 100"),
            (
                "mcts:playouts",
                "playouts=: use a number of playouts from 1 to",
            ),
            (
                "mcts:exploration=",
                "exploration=: use a number from 0 to 100",
            ),
            ("mcts:exploration=1e300", "exploration=1e300: use a number"),
            ("mcts:looks=1,looks=0.5", "looks is set twice"),
            ("level:6,time=1,time=2", "time is set twice"),
            ("level:6,time=1,,", "\"\" is no setting"),
            ("level:6,time=nan", "number of seconds"),
            ("level:6,time=1e-320", "more than 0 seconds"),
            ("level:6,time=31536001", "which is a year"),
            ("solver:threads=0", "threads from 1 to 1,024"),
            ("mcts:speed=3", "exploration"),
            ("solver:time=0", "more than 0"),
            ("solver:memory=99999999999", "this machine has"),
            ("level:6,memory=1048577", "this machine has"),
            ("level:6,memory=0", "MiB from 1 to"),
            ("gtp:", "command"),
            ("gtp:a 'b", "quotes"),
            ("engine:", "cannot name"),
            ("engine:sh -c x", "cannot name"),
            ("engine:../x", "cannot name"),
        ] {
            let error = text.parse::<PlayerSpec>().unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
