//! The arguments that the commands of the arena have in common, and what they mean.

use std::path::Path;
use std::time::Duration;

use clap::Args;
use narrows_arena::files::Input;
use narrows_arena::spec::PlayerSpec;
use narrows_arena::stats::{EloModel, Sprt};
use narrows_arena::{Forfeits, MOST_PAIRS, MatchLimits, MatchPlan, OpeningSource, TimeControl};
use narrows_arena::{balanced, limits, opening};
use narrows_core::{GameKind, Pie, Size};

use crate::failure::Failure;
use crate::position::size_or_default;

/// A file of openings is not longer.
const LONGEST_OPENINGS: u64 = 8 << 20;
/// How long a silent player is waited for, with a clock beyond its time and without one.
const PATIENCE_WITH_CLOCK: Duration = Duration::from_secs(10);
const PATIENCE_WITHOUT: Duration = Duration::from_secs(60);

/// The game and its board.
#[derive(Args, Debug)]
pub struct BoardArgs {
    /// black-narrows or narrows
    #[arg(value_name = "GAME")]
    pub game: GameKind,
    /// Board size as COLUMNSxROWS [default: 8x8 for Black Narrows, 8x7 for Narrows]
    #[arg(long, value_name = "SIZE")]
    size: Option<String>,
    /// Narrows: play without the exchange of colors after the first move
    #[arg(long)]
    no_pie: bool,
}

impl BoardArgs {
    /// The size of the board.
    ///
    /// # Errors
    /// [`Failure::Usage`] if the game is not played on it.
    pub fn size(&self) -> Result<Size, Failure> {
        size_or_default(self.game, self.size.as_deref())
    }

    /// Whether the game is played with the exchange of colors, where it has one.
    ///
    /// # Errors
    /// [`Failure::Usage`] if it has none and `--no-pie` is given.
    pub fn pie(&self) -> Result<bool, Failure> {
        if self.no_pie && self.game == GameKind::BlackNarrows {
            return Err(Failure::usage(
                "--no-pie: Black Narrows has no exchange of colors",
            ));
        }
        Ok(!self.no_pie)
    }
}

/// How many games there are, where they begin, and who plays them here.
#[derive(Args, Debug)]
pub struct GamesArgs {
    /// Pairs of games per pairing; a higher number extends the match in a results file [default: 100, or the
    /// number of openings in a file or in all:PLIES; 10000 in a sequential test]
    #[arg(long, value_name = "N", value_parser = limits::count::<u64>(1..=MOST_PAIRS, "pairs"))]
    pairs: Option<u64>,
    /// Where games begin: start, random:PLIES, all:PLIES (all distinct ones up to symmetry), balanced
    /// (four plies after which a search sees even chances; there are some for 8x8 and 10x10, in Narrows also for
    /// 8x7 and 10x9) or a file of positions and move lists [default: random:2; random:1 on boards of up to 15
    /// points, and in Narrows with the exchange, so that the players decide about it]
    #[arg(long, value_name = "WHERE")]
    openings: Option<String>,
    /// Seed of openings and players
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = limits::seed)]
    seed: u64,
    /// How to count games lost by a crash, silence, an illegal answer or on time: apart (reported, but not
    /// scored) or count (as losses)
    #[arg(long, value_name = "HOW", default_value = "apart", value_parser = parse_forfeits)]
    forfeits: Forfeits,
    /// Play on when a player has failed three times in a row
    #[arg(long)]
    pub recover: bool,
}

impl GamesArgs {
    /// Fills in what these arguments say of a match.
    ///
    /// # Errors
    /// [`Failure::Usage`] if there are no such openings.
    pub fn complete(&self, plan: &mut MatchPlan) -> Result<(), Failure> {
        plan.seed = self.seed;
        plan.forfeits = self.forfeits;
        plan.openings = self.source(plan)?;
        let listed = match &plan.openings {
            OpeningSource::Listed { lines, .. } => Some(lines.len() as u64),
            OpeningSource::All(plies) => {
                let start = plan.start().map_err(usage)?;
                let all = opening::all_distinct(&start, *plies);
                Some(all.map_err(|e| self.bad_openings(&e))?.len() as u64)
            }
            _ => None,
        };
        let usual = if plan.sprt.is_some() { 10_000 } else { 100 };
        plan.pairs = self.pairs.or(listed).unwrap_or(usual);
        Ok(())
    }

    fn bad_openings(&self, problem: &impl std::fmt::Display) -> Failure {
        let text = self.openings.as_deref().unwrap_or("the usual ones");
        Failure::usage(format!("--openings {text}: {problem}"))
    }

    /// The file of openings, if `--openings` names one.
    #[must_use]
    pub fn openings_file(&self) -> Option<&Path> {
        let text = self.openings.as_deref()?;
        let is_file = !["start", "balanced"].contains(&text)
            && !text.starts_with("random:")
            && !text.starts_with("all:");
        is_file.then(|| Path::new(text))
    }

    fn source(&self, plan: &MatchPlan) -> Result<OpeningSource, Failure> {
        let Some(text) = self.openings.as_deref() else {
            let exchange = plan.game == GameKind::Narrows && plan.pie;
            let plies = if plan.size.points() <= 15 || exchange {
                1
            } else {
                2
            };
            return Ok(OpeningSource::Random(plies));
        };
        let plies = |digits: &str| {
            let plies = digits.parse::<u32>().ok().filter(|&plies| plies <= 700);
            plies.ok_or_else(|| self.bad_openings(&"a number of plies, 0 to 700, after the colon"))
        };
        if text == "start" {
            Ok(OpeningSource::Start)
        } else if text == "balanced" {
            let text = balanced::builtin(plan.game, plan.size).ok_or_else(|| {
                self.bad_openings(&format!(
                    "none come with the program for {} on {}; narrows arena make-openings makes some",
                    plan.game.name(),
                    plan.size
                ))
            })?;
            Ok(OpeningSource::Balanced { lines: lines(text) })
        } else if let Some(digits) = text.strip_prefix("random:") {
            Ok(OpeningSource::Random(plies(digits)?))
        } else if let Some(digits) = text.strip_prefix("all:") {
            Ok(OpeningSource::All(plies(digits)?))
        } else {
            self.listed(plan, Path::new(text))
        }
    }

    fn listed(&self, plan: &MatchPlan, path: &Path) -> Result<OpeningSource, Failure> {
        let text = read("--openings", "a file of openings", path, LONGEST_OPENINGS)?;
        let start = plan.start().map_err(usage)?;
        let pie = if plan.pie { Pie::On } else { Pie::Off };
        opening::parse(&start, pie, &text).map_err(|e| self.bad_openings(&e))?;
        Ok(OpeningSource::Listed {
            name: path.display().to_string(),
            lines: lines(&text),
        })
    }
}

/// The lines of a text that are openings, without comments.
fn lines(text: &str) -> Vec<String> {
    let lines = text
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim());
    lines
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect()
}

/// What bounds a move.
#[derive(Args, Debug)]
pub struct LimitArgs {
    /// Seconds per move
    #[arg(long, value_name = "SECONDS", conflicts_with = "clock", value_parser = limits::seconds)]
    time: Option<Duration>,
    /// Game clock in seconds, with an optional increment per move, such as 60+0.5
    #[arg(long, value_name = "BASE[+INCREMENT]", value_parser = parse_clock)]
    clock: Option<TimeControl>,
    /// Playouts per move
    #[arg(long, value_name = "N", value_parser = limits::playouts)]
    playouts: Option<u64>,
    /// Solver nodes per move
    #[arg(long, value_name = "N", value_parser = limits::nodes)]
    nodes: Option<u64>,
    /// Grace period on every move, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 50, value_parser = limits::count::<u64>(0..=3_600_000, "milliseconds"))]
    margin: u64,
    /// Seconds beyond its time, or at all without a clock, after which a silent player has hung
    /// [default: 10 with a clock; else 60, and more for players of ours whose work is counted]
    #[arg(long, value_name = "SECONDS", value_parser = limits::seconds)]
    pub patience: Option<Duration>,
}

impl LimitArgs {
    /// The limits of a match.
    #[must_use]
    pub fn limits(&self) -> MatchLimits {
        let per_move = self.time.map(TimeControl::PerMove);
        let time = per_move.or(self.clock).unwrap_or_default();
        let usual = match time {
            TimeControl::None => PATIENCE_WITHOUT,
            _ => PATIENCE_WITH_CLOCK,
        };
        MatchLimits {
            time,
            margin: Duration::from_millis(self.margin),
            patience: self.patience.unwrap_or(usual),
            playouts: self.playouts,
            nodes: self.nodes,
        }
    }
}

/// Reads a player.
///
/// # Errors
/// Why it is none.
pub fn parse_player(text: &str) -> Result<PlayerSpec, String> {
    text.parse::<PlayerSpec>()
        .map_err(|error| error.to_string())
}

/// Reads the bounds of a sequential test.
///
/// # Errors
/// [`Failure::Usage`] if they are none.
pub fn parse_sprt(text: &str, model: EloModel) -> Result<Sprt, Failure> {
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
    Sprt::new(model, elo0, elo1, alpha, beta).map_err(|error| bad(error.to_string()))
}

/// Reads what the bounds of a sequential test are stated in.
///
/// # Errors
/// What they can be stated in.
pub fn parse_model(text: &str) -> Result<EloModel, String> {
    match text {
        "logistic" => Ok(EloModel::Logistic),
        "normalized" => Ok(EloModel::Normalized),
        _ => Err("logistic or normalized".into()),
    }
}

fn parse_forfeits(text: &str) -> Result<Forfeits, String> {
    match text {
        "apart" => Ok(Forfeits::Apart),
        "count" => Ok(Forfeits::Count),
        _ => Err("apart or count".into()),
    }
}

fn parse_clock(text: &str) -> Result<TimeControl, String> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let part = |text: &str| match text.trim() {
        "0" => Ok(Duration::ZERO),
        text => limits::seconds(text),
    };
    let of = |error| format!("{error}; a clock is such as 60 or 60+0.5");
    Ok(TimeControl::Game {
        base: limits::seconds(base.trim()).map_err(of)?,
        increment: part(increment).map_err(of)?,
    })
}

/// A plan that is none: the command line is wrong.
#[must_use]
pub fn usage(problem: impl std::fmt::Display) -> Failure {
    Failure::usage(problem.to_string())
}

/// Reads the file of an option, a text of bounded length; `-` is standard input.
///
/// # Errors
/// How reading fails.
pub fn read(
    option: &str,
    kind: &'static str,
    path: &Path,
    longest: u64,
) -> Result<String, Failure> {
    Input::open(path)
        .and_then(|input| input.read_text(kind, longest))
        .map_err(|error| Failure::of_file(&format!("{option} "), &error))
}
