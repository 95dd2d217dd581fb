//! `arena accuracy`, `make-positions` and `horizon`.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use narrows_arena::accuracy::{self, Accuracy, BeyondSearch, Effort, SolvedPosition};
use narrows_arena::files::{Kind, Target};
use narrows_arena::limits::Memory;
use narrows_arena::report::{AccuracyReport, HorizonReport, PlotError};
use narrows_arena::spec::PlayerSpec;
use narrows_arena::{Entrant, Fault, Match, MatchEnd, Run, Schedule, horizon, limits, opening};
use narrows_console::arena::args::{LimitArgs, parse_player, read, usage};
use narrows_console::arena::command_line;
use narrows_console::arena::contest::every_level;
use narrows_console::arena::reports::{print_report, report_target, write_page};
use narrows_console::files::check_apart;
use narrows_console::position::{size, size_or_default};
use narrows_core::{AnyPosition, GameKind, Pie, Size};
use serde_json::Value as Json;

use super::out::OutArgs;
use super::{guard_engines, watch};
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output;
use crate::progress::Progress;

/// Memory of the solver unless `--memory` says otherwise, in MiB.
const SOLVER_MIB: u64 = 1024;

/// A file of positions is not longer.
const LONGEST_POSITIONS: u64 = 64 << 20;

/// How a measurement is reported.
#[derive(Args, Debug)]
struct PageArgs {
    /// Write a report with plots as one HTML page
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Overwrite an existing file of another kind
    #[arg(long)]
    force: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl PageArgs {
    /// Where the page goes, tried before the work begins.
    fn target(&self) -> Result<Option<Target>, Failure> {
        let (path, kind) = (self.html.as_deref(), Kind::REPORT);
        report_target("--html", path, kind, self.force, self.json)
    }

    /// Prints a report, and writes its page where one was asked for.
    fn publish(
        &self,
        target: Option<&Target>,
        json: impl FnOnce() -> Json,
        text: impl FnOnce() -> String,
        page: impl FnOnce() -> Result<String, PlotError>,
    ) -> Result<(), Failure> {
        if self.json {
            output::json(&json())?;
        } else {
            print_report(&text(), target)?;
        }
        target.map_or(Ok(()), |target| write_page(target, page()))
    }
}

/// Arguments of `narrows arena accuracy`.
#[derive(Args, Debug)]
pub struct AccuracyArgs {
    /// black-narrows or narrows
    #[arg(value_name = "GAME")]
    game: GameKind,
    /// A player: level:1 to level:6, mcts:NAME=VALUE,…, solver:NAME=VALUE,… or gtp:COMMAND; several
    /// times for several [default: the six levels]
    #[arg(long = "player", value_name = "SPEC", value_parser = parse_player)]
    players: Vec<PlayerSpec>,
    /// A file of solved positions instead of the built-in ones
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// Only positions on boards of this size
    #[arg(long, value_name = "SIZE")]
    size: Option<String>,
    /// Seed of the players
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = limits::seed)]
    seed: u64,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    page: PageArgs,
}

/// Arguments of `narrows arena make-positions`.
#[derive(Args, Debug)]
pub struct MakePositionsArgs {
    /// black-narrows or narrows
    #[arg(value_name = "GAME")]
    game: GameKind,
    /// Board size as COLUMNSxROWS [default: 8x8 for Black Narrows, 8x7 for Narrows]
    #[arg(long, value_name = "SIZE")]
    size: Option<String>,
    /// How many positions
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = limits::count::<usize>(1..=1_000_000, "positions"))]
    count: usize,
    /// Maximum number of legal moves in a position
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = limits::count::<u16>(4..=600, "legal moves"))]
    most_legal: u16,
    /// Maximum number of solver nodes per position
    #[arg(long, value_name = "N", default_value_t = 3_000_000, value_parser = limits::nodes)]
    nodes: u64,
    /// Only positions that level 6 does not prove in --level-time, with the solver's --solver-time for each
    #[arg(long, conflicts_with_all = ["most_legal", "nodes"])]
    beyond: bool,
    /// With --beyond: seconds in which level 6 must fail to prove a position
    #[arg(long, value_name = "SECONDS", default_value = "3", value_parser = limits::seconds, requires = "beyond")]
    level_time: Duration,
    /// With --beyond: playouts of level 6 instead of --level-time, for the same positions on every machine
    #[arg(long, value_name = "N", value_parser = limits::playouts, requires = "beyond", conflicts_with = "level_time")]
    level_playouts: Option<u64>,
    /// With --beyond: seconds the solver may take for all moves of a position
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = limits::seconds, requires = "beyond")]
    solver_time: Duration,
    /// With --beyond: nodes of the solver for all moves of a position instead of --solver-time
    #[arg(long, value_name = "N", value_parser = limits::nodes, requires = "beyond", conflicts_with = "solver_time")]
    solver_nodes: Option<u64>,
    /// With --beyond: memory of the solver, in MiB [default: 1024, or what the machine has]
    #[arg(long, value_name = "MIB", value_parser = limits::memory, requires = "beyond")]
    memory: Option<Memory>,
    /// Seed of the games that positions are taken from
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = limits::seed)]
    seed: u64,
    #[command(flatten)]
    out: OutArgs,
}

/// A player of which nothing can be said.
fn failed(player: &str, fault: &Fault) -> Failure {
    match fault {
        Fault::Cancelled => Failure::interrupted(),
        _ => Failure::could_not(format!(
            "{player} {fault}, again and again; nothing is measured"
        )),
    }
}

/// The solved positions of a file, or the built-in ones.
fn solved_positions(kind: GameKind, path: Option<&Path>) -> Result<Vec<SolvedPosition>, Failure> {
    let Some(path) = path else {
        return accuracy::parse(kind, accuracy::builtin(kind)).map_err(usage);
    };
    let named = |problem| Failure::usage(format!("--positions {}: {problem}", path.display()));
    let kind_of_file = "a file of solved positions";
    let text = read("--positions", kind_of_file, path, LONGEST_POSITIONS)?;
    let positions = accuracy::parse(kind, &text).map_err(|error| named(error.to_string()))?;
    if positions.is_empty() {
        return Err(named("the file has no positions".into()));
    }
    Ok(positions)
}

impl AccuracyArgs {
    /// Asks every player in every solved position.
    pub fn run(&self, interrupt: &Interrupt) -> Result<(), Failure> {
        let kind = self.game;
        let given = self.positions.as_deref();
        check_apart(
            &[("--html", self.page.html.as_deref())],
            &[("--positions", given)],
        )?;
        let html = self.page.target()?;
        let mut positions = solved_positions(kind, given)?;
        if let Some(text) = &self.size {
            let size = size(kind, text)?;
            positions.retain(|p| p.position.size() == size);
        }
        if positions.is_empty() {
            return Err(Failure::usage("there are no solved positions of that size"));
        }
        let players = match self.players.is_empty() {
            true => every_level()?,
            false => self.players.clone(),
        };
        guard_engines(&players);
        let run = Run::now(0, command_line(), 1);
        let results = self.ask(&players, &positions, interrupt)?;
        let report = AccuracyReport {
            game: kind,
            positions: positions.len(),
            limits: self.limits.limits(),
            seed: self.seed,
            run,
            results,
        };
        self.page.publish(
            html.as_ref(),
            || report.json(),
            || report.text(),
            || report.html(),
        )
    }

    fn ask(
        &self,
        players: &[PlayerSpec],
        positions: &[SolvedPosition],
        interrupt: &Interrupt,
    ) -> Result<Vec<Accuracy>, Failure> {
        let progress = Progress::start();
        let total = positions.len() * players.len();
        let limits = self.limits.limits();
        let results = watch(interrupt, |stopped| {
            let measured = (0..).zip(players).map(|(number, spec)| {
                let name = spec.to_string();
                let factory = spec.factory();
                accuracy::measure(
                    &name,
                    &factory,
                    positions,
                    &limits,
                    self.seed,
                    stopped,
                    |done| {
                        progress.update(number * positions.len() + done, total, || name.clone());
                    },
                )
                .map_err(|fault| failed(&name, &fault))
            });
            measured.collect()
        });
        progress.finish();
        results
    }
}

impl MakePositionsArgs {
    /// Makes solved positions, as lines for `--positions` or for the project's data.
    pub fn run(&self, interrupt: &Interrupt) -> Result<(), Failure> {
        let size = size_or_default(self.game, self.size.as_deref())?;
        let out = self.out.open(Kind::SOLVED_POSITIONS)?;
        let made = match self.beyond {
            true => self.make_beyond(size, interrupt),
            false => self.make(size, interrupt),
        };
        let lines: String = made.iter().map(|m| accuracy::to_line(m) + "\n").collect();
        out.write(&lines)?;
        // What was made until then is kept.
        if interrupt.is_raised() {
            Err(Failure::interrupted())
        } else if made.len() < self.count {
            Err(Failure::could_not(format!(
                "only {} positions are there, not {}: {} games in a row had no other",
                made.len(),
                self.count,
                limits::grouped(accuracy::MOST_FRUITLESS)
            )))
        } else {
            Ok(())
        }
    }

    fn make(&self, size: Size, interrupt: &Interrupt) -> Vec<SolvedPosition> {
        accuracy::make(
            self.game,
            size,
            self.count,
            usize::from(self.most_legal),
            self.nodes,
            self.seed,
            &|| interrupt.is_raised(),
        )
    }

    fn make_beyond(&self, size: Size, interrupt: &Interrupt) -> Vec<SolvedPosition> {
        let effort = |count: Option<u64>, time| count.map_or(Effort::Time(time), Effort::Count);
        let search = BeyondSearch {
            count: self.count,
            level: effort(self.level_playouts, self.level_time),
            solver: effort(self.solver_nodes, self.solver_time),
            memory_bytes: Memory::bytes(self.memory, SOLVER_MIB),
            seed: self.seed,
        };
        let progress = Progress::start();
        let mut done = 0;
        let stop = || interrupt.is_raised();
        let made = accuracy::make_beyond(self.game, size, &search, &stop, |solved| {
            done += 1;
            progress.update(done, self.count, || {
                format!("{done} positions, last {}", solved.position)
            });
        });
        progress.finish();
        made
    }
}

/// Arguments of `narrows arena horizon`.
#[derive(Args, Debug)]
pub struct HorizonArgs {
    /// black-narrows or narrows
    #[arg(value_name = "GAME")]
    game: GameKind,
    /// Board size as COLUMNSxROWS [default: 8x8 for Black Narrows, 8x7 for Narrows]
    #[arg(long, value_name = "SIZE")]
    size: Option<String>,
    /// A player that is asked; may be repeated
    #[arg(long = "player", value_name = "SPEC", default_value = "level:6", value_parser = parse_player)]
    players: Vec<PlayerSpec>,
    /// Who plays the games that are asked about
    #[arg(long, value_name = "SPEC", default_value = "mcts:playouts=32", value_parser = parse_player)]
    games_by: PlayerSpec,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = limits::count::<u64>(1..=10_000, "games"))]
    games: u64,
    /// Seed of the games and of the players
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = limits::seed)]
    seed: u64,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    page: PageArgs,
}

impl HorizonArgs {
    /// Plays games, and asks every player from their ends back.
    pub fn run(&self, interrupt: &Interrupt) -> Result<(), Failure> {
        let html = self.page.target()?;
        guard_engines(&[&self.players[..], std::slice::from_ref(&self.games_by)].concat());
        let run = Run::now(self.games, command_line(), 1);
        let size = size_or_default(self.game, self.size.as_deref())?;
        let games = self.play(size, interrupt)?;
        let limits = self.limits.limits();
        let progress = Progress::start();
        let total = games.len() * self.players.len();
        let results = watch(interrupt, |stopped| {
            let measured = (0..).zip(&self.players).map(|(number, spec)| {
                let name = spec.to_string();
                let factory = spec.factory();
                horizon::horizon(
                    &name,
                    &factory,
                    &games,
                    &limits,
                    self.seed,
                    stopped,
                    |done| {
                        progress.update(number * games.len() + done, total, || name.clone());
                    },
                )
                .map_err(|fault| failed(&name, &fault))
            });
            measured.collect::<Result<_, Failure>>()
        });
        progress.finish();
        let results = results?;
        let report = HorizonReport {
            game: self.game,
            size,
            games_by: self.games_by.to_string(),
            seed: self.seed,
            limits,
            run,
            results,
        };
        self.page.publish(
            html.as_ref(),
            || report.json(),
            || report.text(),
            || report.html(),
        )
    }

    /// The positions of each game.
    fn play(&self, size: Size, interrupt: &Interrupt) -> Result<Vec<Vec<AnyPosition>>, Failure> {
        let start = AnyPosition::start(self.game, size, Pie::Off).map_err(usage)?;
        let pairs = self.games.div_ceil(2);
        let game = Match {
            seed: self.seed,
            ..Match::new(
                vec![Entrant::new(
                    self.games_by.to_string(),
                    self.games_by.factory(),
                )],
                vec![opening::bare(&start); pairs as usize].concat(),
                Schedule::itself(pairs),
            )
        };
        let mut games = Vec::new();
        let end = watch(interrupt, |stopped| {
            game.play(&mut games, stopped, |_, _| ControlFlow::Continue(()))
        });
        match end.map_err(|error| Failure::could_not(error.to_string()))? {
            MatchEnd::Stopped => return Err(Failure::interrupted()),
            MatchEnd::Failing { detail, .. } => {
                return Err(Failure::could_not(format!("{}: {detail}", self.games_by)));
            }
            _ => {}
        }
        games.sort_by_key(|game| game.game);
        games.truncate(self.games as usize);
        Ok(games
            .iter()
            .filter_map(|game| horizon::positions(game, &start))
            .collect())
    }
}
