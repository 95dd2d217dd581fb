//! `arena match`, `ladder`, `tournament` and `self-play`.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::Args;
use narrows_arena::report::Report;
use narrows_arena::spec::PlayerSpec;
use narrows_arena::stats::EloModel;
use narrows_arena::{
    Entrant, GameRecord, Match, MatchEnd, MatchMode, MatchPlan, OpeningSource, Outlook, Pairings,
    Results, ResultsFile, Run,
};

use super::args::{
    BoardArgs, GamesArgs, LimitArgs, ReportArgs, parse_model, parse_player, parse_sprt, usage,
};
use super::{command_line, guard_engines, results_failure, sum_up, warn, watch};
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::progress::Progress;

/// Arguments of `narrows arena match`.
#[derive(Args, Debug)]
pub struct MatchArgs {
    #[command(flatten)]
    board: BoardArgs,
    /// First player: level:1 to level:6, mcts:NAME=VALUE,…, solver:NAME=VALUE,… or gtp:COMMAND
    #[arg(long, value_name = "SPEC", value_parser = parse_player)]
    a: PlayerSpec,
    /// Second player
    #[arg(long, value_name = "SPEC", value_parser = parse_player)]
    b: PlayerSpec,
    /// Stop as soon as it is decided: ELO0,ELO1[,ALPHA,BETA], error rates 0.05 by default
    #[arg(
        long,
        value_name = "BOUNDS",
        allow_hyphen_values = true,
        conflicts_with = "share"
    )]
    sprt: Option<String>,
    /// What the bounds of --sprt are: logistic or normalized Elo
    #[arg(long, value_name = "MODEL", default_value = "logistic", value_parser = parse_model, requires = "sprt")]
    elo_model: EloModel,
    #[command(flatten)]
    match_args: Common,
}

/// Arguments of `narrows arena ladder`.
#[derive(Args, Debug)]
pub struct LadderArgs {
    #[command(flatten)]
    board: BoardArgs,
    /// A step of the ladder, from below; several times for several [default: the six levels]
    #[arg(long = "player", value_name = "SPEC", value_parser = parse_player)]
    players: Vec<PlayerSpec>,
    #[command(flatten)]
    match_args: Common,
}

/// Arguments of `narrows arena tournament`.
#[derive(Args, Debug)]
pub struct TournamentArgs {
    #[command(flatten)]
    board: BoardArgs,
    /// A player: level:1 to level:6, mcts:NAME=VALUE,…, solver:NAME=VALUE,… or gtp:COMMAND; several
    /// times for several
    #[arg(long = "player", value_name = "SPEC", required = true, value_parser = parse_player)]
    players: Vec<PlayerSpec>,
    /// The first player meets each of the others, who do not meet each other
    #[arg(long)]
    gauntlet: bool,
    #[command(flatten)]
    match_args: Common,
}

/// Arguments of `narrows arena self-play`.
#[derive(Args, Debug)]
pub struct SelfPlayArgs {
    #[command(flatten)]
    board: BoardArgs,
    /// The player: level:1 to level:6, mcts:NAME=VALUE,…, solver:NAME=VALUE,… or gtp:COMMAND
    #[arg(long, value_name = "SPEC", default_value = "level:6", value_parser = parse_player)]
    player: PlayerSpec,
    #[command(flatten)]
    match_args: Common,
}

/// What all of them have in common.
#[derive(Args, Debug)]
struct Common {
    #[command(flatten)]
    games: GamesArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Append every game to this JSON Lines file; the same command resumes where it stopped
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    reports: ReportArgs,
}

impl MatchArgs {
    pub fn run(&self, interrupt: &Interrupt) -> Result<(), Failure> {
        let sprt = self.sprt.as_deref();
        let sprt = sprt
            .map(|text| parse_sprt(text, self.elo_model))
            .transpose()?;
        let players = [self.a.clone(), self.b.clone()];
        let plan = MatchPlan {
            sprt,
            ..self
                .match_args
                .plan(MatchMode::Match, &self.board, &players)?
        };
        self.match_args.compete(plan, &players, interrupt)
    }
}

impl LadderArgs {
    pub fn run(&self, interrupt: &Interrupt) -> Result<(), Failure> {
        let players = match self.players.is_empty() {
            true => every_level()?,
            false => self.players.clone(),
        };
        let plan = self
            .match_args
            .plan(MatchMode::Ladder, &self.board, &players)?;
        self.match_args.compete(plan, &players, interrupt)
    }
}

impl TournamentArgs {
    pub fn run(&self, interrupt: &Interrupt) -> Result<(), Failure> {
        let mode = match self.gauntlet {
            true => MatchMode::Gauntlet,
            false => MatchMode::RoundRobin,
        };
        let plan = self.match_args.plan(mode, &self.board, &self.players)?;
        self.match_args.compete(plan, &self.players, interrupt)
    }
}

impl SelfPlayArgs {
    pub fn run(&self, interrupt: &Interrupt) -> Result<(), Failure> {
        let players = [self.player.clone()];
        let plan = self
            .match_args
            .plan(MatchMode::SelfPlay, &self.board, &players)?;
        self.match_args.compete(plan, &players, interrupt)
    }
}

/// The six levels, from below.
pub fn every_level() -> Result<Vec<PlayerSpec>, Failure> {
    let levels = (1..=6).map(|level| format!("level:{level}").parse());
    levels.collect::<Result<_, _>>().map_err(usage)
}

impl Common {
    /// The plan, but for a sequential test and what depends on it.
    fn plan(
        &self,
        mode: MatchMode,
        board: &BoardArgs,
        players: &[PlayerSpec],
    ) -> Result<MatchPlan, Failure> {
        Ok(MatchPlan {
            mode,
            game: board.game,
            size: board.size()?,
            pie: board.pie()?,
            players: players.iter().map(ToString::to_string).collect(),
            pairs: 0,
            openings: OpeningSource::Start,
            seed: 0,
            limits: self.limits.limits(),
            sprt: None,
            forfeits: narrows_arena::Forfeits::Apart,
        })
    }

    /// Plays the match and reports on it.
    fn compete(
        &self,
        mut plan: MatchPlan,
        players: &[PlayerSpec],
        interrupt: &Interrupt,
    ) -> Result<(), Failure> {
        self.games.complete(&mut plan)?;
        let targets = self.reports.targets(&[
            ("--out", self.out.as_deref()),
            ("--openings", self.games.openings_file()),
        ])?;
        guard_engines(players);
        let Pairings { openings, schedule } = plan.pairings().map_err(usage)?;
        self.check_players(&plan, players)?;
        let run = Run::now(plan.pairs, command_line(), self.games.concurrency());
        let (mut file, mut results) = self.open(&plan, run)?;
        let entrants = players.iter().map(|spec| Entrant {
            patience: match self.limits.patience {
                Some(_) => None,
                None => spec.patience(&plan.limits),
            },
            ..Entrant::new(spec.to_string(), spec.factory())
        });
        let game = Match {
            limits: plan.limits,
            seed: plan.seed,
            concurrency: self.games.concurrency(),
            sprt: plan.sprt,
            forfeits: plan.forfeits,
            recover: self.games.recover,
            share: self.games.share,
            ..Match::new(entrants.collect(), openings, schedule)
        };
        let end = watch(interrupt, |stopped| {
            play(&game, file.as_mut(), &mut results.games, stopped)
        });
        // A disk that is full does not take the games away that were played.
        let published = sum_up::publish(&Report::new(results), &targets, self.reports.json);
        let end = end?;
        published?;
        self.finish(end, &plan, interrupt)
    }

    /// The results file and what it holds; without one, nothing.
    fn open(&self, plan: &MatchPlan, run: Run) -> Result<(Option<ResultsFile>, Results), Failure> {
        let Some(path) = &self.out else {
            let mut results = Results::new(plan.clone());
            results.runs.push(run);
            return Ok((None, results));
        };
        if path.as_os_str() == "-" {
            return Err(Failure::usage(
                "--out -: results are read back from where they are written, so they need a file",
            ));
        }
        let (file, results) = ResultsFile::open(path, plan, run).map_err(results_failure)?;
        if results.torn_bytes > 0 {
            warn(&format!(
                "{}: dropped its last line, of which a kill or a full disk left {} bytes; the game is played again",
                path.display(),
                results.torn_bytes
            ));
        }
        Ok((Some(file), results))
    }

    /// What somebody should know before the first game.
    fn check_players(&self, plan: &MatchPlan, players: &[PlayerSpec]) -> Result<(), Failure> {
        for spec in players {
            let checked = spec.check(plan.game, &plan.limits, plan.pie);
            for warning in
                checked.map_err(|fault| Failure::could_not(format!("{spec}: {fault}")))?
            {
                warn(&format!("{spec}: {warning}"));
            }
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = players.iter().map(PlayerSpec::threads).max().unwrap_or(1);
        let games = self.games.concurrency();
        if games * threads > cores {
            warn(&format!(
                "{games} games at once × {threads} threads a player on {cores} cores: players wait for each \
                 other, and may lose on time; use --concurrency {}",
                (cores / threads).max(1)
            ));
        }
        Ok(())
    }

    /// How the command ends, after its report.
    fn finish(
        &self,
        end: MatchEnd,
        plan: &MatchPlan,
        interrupt: &Interrupt,
    ) -> Result<(), Failure> {
        if interrupt.is_raised() {
            let kept = match &self.out {
                Some(path) => format!("; the games are kept in {}", path.display()),
                None => "; --out FILE would keep the games".to_owned(),
            };
            return Err(Failure::Interrupted(format!("interrupted{kept}")));
        }
        match end {
            MatchEnd::Failing { player, detail, .. } => Err(Failure::could_not(format!(
                "{} failed three times in a row ({detail}), so the match ended; --recover plays on",
                plan.players[player]
            ))),
            _ => Ok(()),
        }
    }
}

/// Plays what is left of a match, and keeps every game.
fn play(
    game: &Match,
    mut file: Option<&mut ResultsFile>,
    games: &mut Vec<GameRecord>,
    stopped: &AtomicBool,
) -> Result<MatchEnd, Failure> {
    let progress = Progress::start();
    let started = Instant::now();
    let mut broken = None;
    let played = game.play(games, stopped, |record: &GameRecord, outlook: &Outlook| {
        if let Some(file) = &mut file
            && let Err(error) = file.append(record)
        {
            broken = Some(results_failure(error));
            return ControlFlow::Break(());
        }
        let (done, total) = (outlook.finished as usize, outlook.scheduled as usize);
        progress.update(done, total, || pace(outlook, started.elapsed()));
        ControlFlow::Continue(())
    });
    progress.finish();
    match broken {
        Some(failure) => Err(failure),
        None => played.map_err(|error| Failure::could_not(error.to_string())),
    }
}

/// Rate and remaining time, and where a sequential test stands.
fn pace(outlook: &Outlook, elapsed: Duration) -> String {
    let rate = outlook.finished_now as f64 / elapsed.as_secs_f64().max(1e-3);
    let left = (outlook.scheduled - outlook.finished) as f64 / rate.max(1e-9);
    let left = if left >= 5400.0 {
        format!("{:.1} h", left / 3600.0)
    } else if left >= 90.0 {
        format!("{:.0} min", left / 60.0)
    } else {
        format!("{left:.0} s")
    };
    let test = outlook
        .sprt
        .map_or(String::new(), |(llr, _)| format!(", LLR {llr:+.2}"));
    format!(
        "{}/{} games, {rate:.2}/s, {left} left{test}",
        outlook.finished, outlook.scheduled
    )
}
