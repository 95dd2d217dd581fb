//! A match from its command line to its last word, but for how its games are played.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use narrows_arena::report::Report;
use narrows_arena::spec::PlayerSpec;
use narrows_arena::stats::{EloModel, Sprt};
use narrows_arena::{
    Forfeits, Match, MatchEnd, MatchMode, MatchPlan, OpeningSource, Results, ResultsFile, Run,
};

use super::args::{BoardArgs, GamesArgs, LimitArgs, parse_model, parse_player, parse_sprt, usage};
use super::reports::{ReportArgs, Targets, publish};
use super::{results_failure, warn};
use crate::failure::Failure;

/// The matches there are; `P` says where their games are played.
#[derive(Debug, Subcommand)]
pub enum MatchCommand<P: Args> {
    /// Play a match between two players, in pairs of games with the seats exchanged
    Match(MatchArgs<P>),
    /// Let each player meet the next one of a list: the six levels, unless others are named
    Ladder(LadderArgs<P>),
    /// Let several players meet each other, and rate them
    Tournament(TournamentArgs<P>),
    /// Play a player against itself: what the first move is worth, how long games are
    SelfPlay(SelfPlayArgs<P>),
}

impl<P: Args> MatchCommand<P> {
    /// The match that is asked for.
    ///
    /// # Errors
    /// [`Failure::Usage`] if it is none.
    pub fn contest(&self) -> Result<Contest<'_, P>, Failure> {
        match self {
            Self::Match(args) => args.contest(),
            Self::Ladder(args) => args.contest(),
            Self::Tournament(args) => args.contest(),
            Self::SelfPlay(args) => args.contest(),
        }
    }
}

/// Arguments of `arena match`.
#[derive(Args, Debug)]
pub struct MatchArgs<P: Args> {
    #[command(flatten)]
    board: BoardArgs,
    /// First player: level:1 to level:6, mcts:NAME=VALUE,…, solver:NAME=VALUE,… or gtp:COMMAND
    #[arg(long, value_name = "SPEC", value_parser = parse_player)]
    a: PlayerSpec,
    /// Second player
    #[arg(long, value_name = "SPEC", value_parser = parse_player)]
    b: PlayerSpec,
    /// Stop when a sequential test (SPRT) is decided: ELO0,ELO1[,ALPHA,BETA] [default error rates: 0.05]
    #[arg(long, value_name = "BOUNDS", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// Elo model of the bounds of --sprt: logistic or normalized Elo
    #[arg(long, value_name = "MODEL", default_value = "logistic", value_parser = parse_model, requires = "sprt")]
    elo_model: EloModel,
    #[command(flatten)]
    match_args: Common<P>,
}

/// Arguments of `arena ladder`.
#[derive(Args, Debug)]
pub struct LadderArgs<P: Args> {
    #[command(flatten)]
    board: BoardArgs,
    /// A player on the ladder, weakest first; may be repeated [default: the six levels]
    #[arg(long = "player", value_name = "SPEC", value_parser = parse_player)]
    players: Vec<PlayerSpec>,
    #[command(flatten)]
    match_args: Common<P>,
}

/// Arguments of `arena tournament`.
#[derive(Args, Debug)]
pub struct TournamentArgs<P: Args> {
    #[command(flatten)]
    board: BoardArgs,
    /// A player: level:1 to level:6, mcts:NAME=VALUE,…, solver:NAME=VALUE,… or gtp:COMMAND; may be
    /// repeated
    #[arg(long = "player", value_name = "SPEC", required = true, value_parser = parse_player)]
    players: Vec<PlayerSpec>,
    /// The first player meets each of the others, who do not meet each other
    #[arg(long)]
    gauntlet: bool,
    #[command(flatten)]
    match_args: Common<P>,
}

/// Arguments of `arena self-play`.
#[derive(Args, Debug)]
pub struct SelfPlayArgs<P: Args> {
    #[command(flatten)]
    board: BoardArgs,
    /// The player: level:1 to level:6, mcts:NAME=VALUE,…, solver:NAME=VALUE,… or gtp:COMMAND
    #[arg(long, value_name = "SPEC", default_value = "level:6", value_parser = parse_player)]
    player: PlayerSpec,
    #[command(flatten)]
    match_args: Common<P>,
}

/// What all of them have in common; `P` says where games are played.
#[derive(Args, Debug)]
struct Common<P: Args> {
    #[command(flatten)]
    games: GamesArgs,
    #[command(flatten)]
    place: P,
    #[command(flatten)]
    limits: LimitArgs,
    /// Append every game to this JSON Lines file; the same command resumes where it stopped
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    reports: ReportArgs,
}

/// A match as it is to be played.
#[derive(Debug)]
pub struct Contest<'a, P: Args> {
    /// The match as data.
    pub plan: MatchPlan,
    /// Its players.
    pub players: Vec<PlayerSpec>,
    args: &'a Common<P>,
}

impl<P: Args> MatchArgs<P> {
    fn contest(&self) -> Result<Contest<'_, P>, Failure> {
        let sprt = self.sprt.as_deref();
        let sprt = sprt
            .map(|text| parse_sprt(text, self.elo_model))
            .transpose()?;
        let players = vec![self.a.clone(), self.b.clone()];
        self.match_args
            .contest(MatchMode::Match, &self.board, players, sprt)
    }
}

impl<P: Args> LadderArgs<P> {
    fn contest(&self) -> Result<Contest<'_, P>, Failure> {
        let players = match self.players.is_empty() {
            true => every_level()?,
            false => self.players.clone(),
        };
        self.match_args
            .contest(MatchMode::Ladder, &self.board, players, None)
    }
}

impl<P: Args> TournamentArgs<P> {
    fn contest(&self) -> Result<Contest<'_, P>, Failure> {
        let mode = match self.gauntlet {
            true => MatchMode::Gauntlet,
            false => MatchMode::RoundRobin,
        };
        self.match_args
            .contest(mode, &self.board, self.players.clone(), None)
    }
}

impl<P: Args> SelfPlayArgs<P> {
    fn contest(&self) -> Result<Contest<'_, P>, Failure> {
        let players = vec![self.player.clone()];
        self.match_args
            .contest(MatchMode::SelfPlay, &self.board, players, None)
    }
}

/// The six levels, from below.
///
/// # Errors
/// None: each of them is a player.
pub fn every_level() -> Result<Vec<PlayerSpec>, Failure> {
    let levels = (1..=6).map(|level| format!("level:{level}").parse());
    levels.collect::<Result<_, _>>().map_err(usage)
}

impl<P: Args> Common<P> {
    fn contest(
        &self,
        mode: MatchMode,
        board: &BoardArgs,
        players: Vec<PlayerSpec>,
        sprt: Option<Sprt>,
    ) -> Result<Contest<'_, P>, Failure> {
        let mut plan = MatchPlan {
            mode,
            game: board.game,
            size: board.size()?,
            pie: board.pie()?,
            players: players.iter().map(ToString::to_string).collect(),
            pairs: 0,
            openings: OpeningSource::Start,
            seed: 0,
            limits: self.limits.limits(),
            sprt,
            forfeits: Forfeits::Apart,
        };
        self.games.complete(&mut plan)?;
        Ok(Contest {
            plan,
            players,
            args: self,
        })
    }
}

impl<P: Args> Contest<'_, P> {
    /// Where its games are played.
    #[must_use]
    pub fn place(&self) -> &P {
        &self.args.place
    }

    /// Whether players of ours whose work is counted have a patience of their own.
    #[must_use]
    pub fn own_patience(&self) -> bool {
        self.args.limits.patience.is_none()
    }

    /// The match itself.
    ///
    /// # Errors
    /// [`Failure::Usage`] if its parts do not fit together.
    pub fn game(&self) -> Result<Match, Failure> {
        let limits = &self.plan.limits;
        let entrants = self.players.iter();
        let entrants = entrants.map(|spec| spec.entrant(limits, self.own_patience()));
        let game = Match::planned(&self.plan, entrants.collect()).map_err(usage)?;
        Ok(Match {
            recover: self.args.games.recover,
            ..game
        })
    }

    /// Where its reports go, tried before the first game.
    ///
    /// # Errors
    /// Why a file cannot be written.
    pub fn targets(&self) -> Result<Targets, Failure> {
        self.args.reports.targets(&[
            ("--out", self.args.out.as_deref()),
            ("--openings", self.args.games.openings_file()),
        ])
    }

    /// The results file and what it holds; without one, nothing.
    ///
    /// # Errors
    /// Why the file cannot be continued.
    pub fn open(&self, run: Run) -> Result<(Option<ResultsFile>, Results), Failure> {
        let Some(path) = &self.args.out else {
            let mut results = Results::new(self.plan.clone());
            results.runs.push(run);
            return Ok((None, results));
        };
        if path.as_os_str() == "-" {
            return Err(Failure::usage(
                "--out -: results are read back from where they are written, so they need a file",
            ));
        }
        let (file, results) = ResultsFile::open(path, &self.plan, run).map_err(results_failure)?;
        if results.torn_bytes > 0 {
            warn(&format!(
                "{}: dropped its last line, of which a kill or a full disk left {} bytes; the game is played again",
                path.display(),
                results.torn_bytes
            ));
        }
        Ok((Some(file), results))
    }

    /// Reports on what was played.
    ///
    /// # Errors
    /// How printing or writing fails.
    pub fn publish(&self, results: Results, targets: &Targets) -> Result<(), Failure> {
        publish(&Report::new(results), targets, self.args.reports.json)
    }

    /// How an interrupted command ends, after its report.
    #[must_use]
    pub fn interrupted(&self) -> Failure {
        let kept = match &self.args.out {
            Some(path) => format!("; the games are kept in {}", path.display()),
            None => "; --out FILE would keep the games".to_owned(),
        };
        Failure::Interrupted(format!("interrupted{kept}"))
    }

    /// How the command ends, after its report.
    ///
    /// # Errors
    /// [`Failure::Could`] if a player ended the match.
    pub fn finish(&self, end: &MatchEnd) -> Result<(), Failure> {
        match end {
            MatchEnd::Failing { player, detail, .. } => Err(Failure::could_not(format!(
                "{} failed three times in a row ({detail}), so the match ended; --recover plays on",
                self.plan.players[*player]
            ))),
            _ => Ok(()),
        }
    }
}
