//! The arguments of `narrows arena`, and what they mean.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use narrows_arena::opening::{self, Opening};
use narrows_arena::spec::PlayerSpec;
use narrows_arena::stats::{EloModel, Sprt};
use narrows_arena::{MatchLimits, Schedule, TimeControl};
use narrows_core::{AnyPosition, GameKind, Pie, Size};
use serde_json::{Value as Json, json};

use super::file_failure;
use crate::failure::Failure;

/// Arguments of `narrows arena`.
#[derive(Args, Debug)]
pub struct ArenaArgs {
    /// black-narrows or narrows, or one of: ladder (levels 1 to 6), round-robin, gauntlet, self-play,
    /// accuracy, make-positions, each followed by the game
    #[arg(value_name = "GAME|MODE")]
    what: String,
    /// The game, after a mode
    #[arg(value_name = "GAME")]
    game: Option<String>,
    /// First player of a match: level:1 to level:6, mcts:NAME=VALUE,…, solver:NAME=VALUE,… or gtp:COMMAND
    #[arg(long, value_name = "SPEC")]
    a: Option<String>,
    /// Second player of a match
    #[arg(long, value_name = "SPEC")]
    b: Option<String>,
    /// A player of a tournament, of self-play or of an accuracy test; several times for several
    #[arg(long = "player", value_name = "SPEC")]
    players: Vec<String>,
    /// Board size as COLUMNSxROWS [default: 8x8 for Black Narrows, 8x7 for Narrows]
    #[arg(long, value_name = "SIZE")]
    size: Option<String>,
    /// Narrows: without the exchange of colors after the first move
    #[arg(long)]
    no_pie: bool,
    /// Pairs of games of every two players (with --sprt: at most) [default: 100, or as many as there
    /// are openings in a file or in all:PLIES]
    #[arg(long, value_name = "N")]
    pairs: Option<u64>,
    /// Where games begin: start, random:PLIES, all:PLIES (all distinct ones up to symmetry) or a file
    /// of positions and move lists [default: random:2 for boards of more than 15 points, else random:1]
    #[arg(long, value_name = "WHERE")]
    openings: Option<String>,
    /// Seed of openings and players
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games played at once
    #[arg(long, value_name = "N", default_value_t = 1)]
    concurrency: usize,
    /// Seconds a move
    #[arg(long, value_name = "SECONDS", conflicts_with = "clock")]
    time: Option<f64>,
    /// Game clock: seconds for the game, and after a + seconds for every move, such as 60+0.5
    #[arg(long, value_name = "BASE[+INCREMENT]")]
    clock: Option<String>,
    /// Playouts a move
    #[arg(long, value_name = "N")]
    playouts: Option<u64>,
    /// Solver nodes a move
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Lateness that is forgiven, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 50)]
    margin: u64,
    /// Seconds beyond its time, or at all without a clock, after which a silent player has hung
    /// [default: 10 with a clock, else 600]
    #[arg(long, value_name = "SECONDS")]
    patience: Option<f64>,
    /// Stop as soon as it is decided: ELO0,ELO1[,ALPHA,BETA], error rates 0.05 by default
    #[arg(long, value_name = "BOUNDS", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// What the bounds of --sprt are: logistic or normalized Elo
    #[arg(long, value_name = "MODEL", default_value = "logistic")]
    elo_model: String,
    /// Append every game to this JSON Lines file; the same command continues where it stopped
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write the games as PGN, White = first player, for Ordo and BayesElo
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// Write a report with plots as one HTML page
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// accuracy: a file of solved positions instead of those that come along
    #[arg(long, value_name = "FILE")]
    pub positions: Option<PathBuf>,
    /// make-positions: how many
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub count: usize,
    /// make-positions: the most legal moves
    #[arg(long, value_name = "N", default_value_t = 24)]
    pub most_legal: usize,
}

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Duel,
    Ladder,
    RoundRobin,
    Gauntlet,
    SelfPlay,
    Accuracy,
    MakePositions,
}

impl Mode {
    pub fn name(self) -> &'static str {
        match self {
            Self::Duel => "match",
            Self::Ladder => "ladder",
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
            Self::SelfPlay => "self-play",
            Self::Accuracy => "accuracy",
            Self::MakePositions => "make-positions",
        }
    }
}

/// A match, ready to be played.
pub struct Plan {
    pub mode: Mode,
    pub kind: GameKind,
    pub size: Size,
    pub players: Vec<PlayerSpec>,
    pub openings: Vec<Opening>,
    pub schedule: Schedule,
    pub limits: MatchLimits,
    pub seed: u64,
    pub concurrency: usize,
    pub sprt: Option<Sprt>,
    /// Everything that has an influence on the games.
    pub command: Json,
}

impl ArenaArgs {
    /// The mode and the game.
    pub fn mode(&self) -> Result<(Mode, GameKind), Failure> {
        let mode = match self.what.as_str() {
            "ladder" => Mode::Ladder,
            "round-robin" => Mode::RoundRobin,
            "gauntlet" => Mode::Gauntlet,
            "self-play" => Mode::SelfPlay,
            "accuracy" => Mode::Accuracy,
            "make-positions" => Mode::MakePositions,
            game => {
                let kind = game.parse().map_err(|_| {
                    Failure::usage(format!(
                        "{game:?} is neither a game nor a mode: black-narrows or narrows, or ladder, round-robin, \
                         gauntlet, self-play, accuracy or make-positions and then the game"
                    ))
                })?;
                if let Some(extra) = &self.game {
                    return Err(Failure::usage(format!(
                        "{extra:?} after {game} means nothing"
                    )));
                }
                return Ok((Mode::Duel, kind));
            }
        };
        let game = self.game.as_deref().ok_or_else(|| {
            Failure::usage(format!(
                "{} needs a game after it: black-narrows or narrows",
                mode.name()
            ))
        })?;
        let kind = game
            .parse()
            .map_err(|error| Failure::usage(format!("{game:?}: {error}")))?;
        Ok((mode, kind))
    }

    pub fn size(&self, kind: GameKind) -> Result<Size, Failure> {
        match &self.size {
            Some(text) => kind
                .parse_size(text)
                .map_err(|e| Failure::usage(format!("--size {text}: {e}"))),
            None => Ok(kind.default_size()),
        }
    }

    pub fn has_size(&self) -> bool {
        self.size.is_some()
    }

    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The solver nodes a position may take in make-positions.
    pub fn solver_nodes(&self) -> u64 {
        self.nodes.unwrap_or(3_000_000)
    }

    /// The players, which depend on the mode.
    pub fn specs(&self, mode: Mode) -> Result<Vec<PlayerSpec>, Failure> {
        let parse = |option: &str, text: &str| {
            text.parse::<PlayerSpec>()
                .map_err(|e| Failure::usage(format!("{option} {text}: {e}")))
        };
        let levels = || (1..=6).map(|level| format!("level:{level}"));
        let texts: Vec<(&str, String)> = match mode {
            Mode::Duel => {
                let (Some(a), Some(b)) = (&self.a, &self.b) else {
                    return Err(Failure::usage(
                        "a match needs two players: --a SPEC --b SPEC",
                    ));
                };
                if !self.players.is_empty() {
                    return Err(Failure::usage(
                        "a match has --a and --b; --player is for tournaments",
                    ));
                }
                vec![("--a", a.clone()), ("--b", b.clone())]
            }
            _ if self.a.is_some() || self.b.is_some() => {
                return Err(Failure::usage(format!(
                    "{} takes --player, not --a and --b",
                    mode.name()
                )));
            }
            Mode::Ladder | Mode::Accuracy if self.players.is_empty() => {
                levels().map(|level| ("--player", level)).collect()
            }
            _ => self
                .players
                .iter()
                .map(|text| ("--player", text.clone()))
                .collect(),
        };
        let least = match mode {
            Mode::SelfPlay | Mode::Accuracy => 1,
            _ => 2,
        };
        if texts.len() < least || (mode == Mode::SelfPlay && texts.len() > 1) {
            return Err(Failure::usage(format!(
                "{} needs {} --player SPEC, {} given",
                mode.name(),
                if mode == Mode::SelfPlay {
                    "one".to_owned()
                } else {
                    format!("at least {least}")
                },
                texts.len()
            )));
        }
        texts
            .iter()
            .map(|(option, text)| parse(option, text))
            .collect()
    }

    /// What bounds a move.
    pub fn limits(&self) -> Result<MatchLimits, Failure> {
        let time = match (self.time, &self.clock) {
            (Some(time), _) => TimeControl::PerMove(seconds("--time", time, false)?),
            (None, Some(clock)) => parse_clock(clock)?,
            (None, None) => TimeControl::None,
        };
        for (option, value) in [("--playouts", self.playouts), ("--nodes", self.nodes)] {
            if value == Some(0) {
                return Err(Failure::usage(format!("{option}: at least 1")));
            }
        }
        let patience = match self.patience {
            Some(patience) => seconds("--patience", patience, false)?,
            None if time == TimeControl::None => Duration::from_secs(600),
            None => Duration::from_secs(10),
        };
        Ok(MatchLimits {
            time,
            margin: Duration::from_millis(self.margin.min(3_600_000)),
            patience,
            playouts: self.playouts,
            nodes: self.nodes,
        })
    }

    /// The sequential test.
    fn sequential(&self) -> Result<Option<Sprt>, Failure> {
        let Some(text) = &self.sprt else {
            return Ok(None);
        };
        let bad = |problem: String| Failure::usage(format!("--sprt {text}: {problem}"));
        let numbers: Vec<f64> = text
            .split(',')
            .map(|word| word.trim().parse::<f64>())
            .collect::<Result<_, _>>()
            .map_err(|_| bad("numbers, such as 0,20 or 0,20,0.05,0.05".into()))?;
        let (elo0, elo1, alpha, beta) = match numbers[..] {
            [elo0, elo1] => (elo0, elo1, 0.05, 0.05),
            [elo0, elo1, alpha, beta] => (elo0, elo1, alpha, beta),
            _ => return Err(bad("two or four numbers: ELO0,ELO1[,ALPHA,BETA]".into())),
        };
        let model = match self.elo_model.as_str() {
            "logistic" => EloModel::Logistic,
            "normalized" => EloModel::Normalized,
            other => {
                return Err(Failure::usage(format!(
                    "--elo-model {other}: logistic or normalized"
                )));
            }
        };
        Sprt::new(model, elo0, elo1, alpha, beta)
            .map(Some)
            .map_err(|error| bad(error.to_string()))
    }

    /// Everything a match needs.
    pub fn plan(&self, mode: Mode, kind: GameKind) -> Result<Plan, Failure> {
        let size = self.size(kind)?;
        let pie = if self.no_pie { Pie::Off } else { Pie::On };
        let start =
            AnyPosition::start(kind, size, pie).map_err(|e| Failure::usage(e.to_string()))?;
        let players = self.specs(mode)?;
        let sprt = self.sequential()?;
        if sprt.is_some() && mode != Mode::Duel {
            return Err(Failure::usage(
                "--sprt compares two players: use it with --a and --b",
            ));
        }
        if self.pairs == Some(0) || self.concurrency == 0 || self.concurrency > 1024 {
            return Err(Failure::usage(
                "--pairs is at least 1, --concurrency 1 to 1024",
            ));
        }
        let (openings, written) = self.read_openings(&start, pie)?;
        let count = openings.len() as u64;
        let schedule = match mode {
            Mode::RoundRobin => Schedule::round_robin(players.len(), count),
            Mode::Gauntlet => Schedule::gauntlet(players.len(), count),
            Mode::Ladder => Schedule::ladder(players.len(), count),
            Mode::SelfPlay => Schedule::itself(count),
            _ => Schedule::duel(count),
        };
        let limits = self.limits()?;
        let names: Vec<String> = players.iter().map(ToString::to_string).collect();
        let command = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "mode": mode.name(),
            "game": kind.slug(),
            "size": size.to_string(),
            "pie": !self.no_pie,
            "players": names,
            "pairs": count,
            "openings": written,
            "seed": self.seed,
            "limits": limits,
            "sprt": self.sprt.as_ref().map(|bounds| format!("{} {bounds}", self.elo_model)),
        });
        Ok(Plan {
            mode,
            kind,
            size,
            players,
            openings,
            schedule,
            limits,
            seed: self.seed,
            concurrency: self.concurrency,
            sprt,
            command,
        })
    }

    /// The openings, and how the results file remembers them.
    fn read_openings(
        &self,
        start: &AnyPosition,
        pie: Pie,
    ) -> Result<(Vec<Opening>, String), Failure> {
        let pairs = self.pairs.unwrap_or(100);
        if pairs > 10_000_000 {
            return Err(Failure::usage("--pairs: at most 10000000"));
        }
        let usual = if start.size().points() > 15 {
            "random:2"
        } else {
            "random:1"
        };
        let text = self.openings.as_deref().unwrap_or(usual);
        let bad =
            |error: opening::OpeningError| Failure::usage(format!("--openings {text}: {error}"));
        let plies = |digits: &str| {
            digits
                .parse::<u32>()
                .ok()
                .filter(|&plies| plies <= 700)
                .ok_or_else(|| {
                    Failure::usage(format!(
                        "--openings {text}: a number of plies after the colon"
                    ))
                })
        };
        if text == "start" {
            let openings = opening::bare(start);
            return Ok((repeat(openings, pairs), text.to_owned()));
        }
        if let Some(digits) = text.strip_prefix("random:") {
            let openings =
                opening::random(start, plies(digits)?, self.seed, pairs as usize).map_err(bad)?;
            return Ok((openings, text.to_owned()));
        }
        let (openings, written) = match text.strip_prefix("all:") {
            Some(digits) => (
                opening::all_distinct(start, plies(digits)?).map_err(bad)?,
                text.to_owned(),
            ),
            None => {
                let path = std::path::Path::new(text);
                let lines = std::fs::read_to_string(path).map_err(|e| file_failure(path, e))?;
                let openings = opening::parse(start, pie, &lines).map_err(bad)?;
                (openings, format!("{text} {:016x}", fingerprint(&lines)))
            }
        };
        let pairs = self.pairs.unwrap_or(openings.len() as u64);
        Ok((repeat(openings, pairs), written))
    }
}

/// The openings over and over until there are enough.
fn repeat(openings: Vec<Opening>, pairs: u64) -> Vec<Opening> {
    openings
        .iter()
        .cycle()
        .take(pairs as usize)
        .cloned()
        .collect()
}

/// FNV-1a, to notice that a file of openings has changed.
fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

fn seconds(option: &str, value: f64, zero: bool) -> Result<Duration, Failure> {
    Duration::try_from_secs_f64(value)
        .ok()
        .filter(|time| (zero || !time.is_zero()) && *time <= Duration::from_secs(1_000_000))
        .ok_or_else(|| Failure::usage(format!("{option}: seconds, more than 0, at most 1000000")))
}

fn parse_clock(text: &str) -> Result<TimeControl, Failure> {
    let bad = || Failure::usage(format!("--clock {text}: seconds, such as 60 or 60+0.5"));
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let base = base.trim().parse().map_err(|_| bad())?;
    let increment = increment.trim().parse().map_err(|_| bad())?;
    Ok(TimeControl::Game {
        base: seconds("--clock", base, false)?,
        increment: seconds("--clock", increment, true)?,
    })
}
