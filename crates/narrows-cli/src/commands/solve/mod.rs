//! `narrows solve`: the exact value of a position.

mod files;
mod standing;

use std::num::NonZero;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use narrows_ai::budget::Limits;
use narrows_ai::solver::{Answer, AnySolver, Question};
use narrows_ai::value::Value;
use narrows_arena::limits::{self, Memory};
use narrows_core::{AnyMove, AnyPosition, GameKind};
use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};

use self::files::{Files, Found};
use self::standing::Standing;
use crate::args::{GameArg, PositionArgs};
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output;
use narrows_arena::limits::grouped;

/// Memory for tables unless `--memory` says otherwise.
const DEFAULT_MIB: u64 = 256;

/// Arguments of `narrows solve`.
#[derive(Args, Debug)]
pub struct SolveArgs {
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    position: PositionArgs,
    /// Seconds to search at most [default: no limit]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = limits::seconds)]
    time: Option<Duration>,
    /// Positions to expand at most [default: no limit]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = limits::nodes)]
    nodes: Option<u64>,
    /// Memory for tables, in MiB [default: 256]
    #[arg(long, value_name = "MIB", allow_negative_numbers = true, value_parser = limits::memory)]
    memory: Option<Memory>,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = limits::threads)]
    threads: Option<NonZero<usize>>,
    /// Find the nimber too (Black Narrows)
    #[arg(long)]
    nimber: bool,
    /// Find the value of every move
    #[arg(long)]
    all: bool,
    /// Solve without the opening book
    #[arg(long)]
    no_book: bool,
    /// Keep proven results in this file, and go on from those it holds (at most 64 points)
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Write a certificate that narrows verify checks (at most 64 points; narrows with --no-pie)
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The JSON of `narrows solve`.
#[derive(Serialize)]
struct Solved {
    outcome: &'static str,
    /// Absent in Narrows, null unless it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    nimber: Option<Option<u32>>,
    best: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Moves>,
    nodes: u64,
    seconds: f64,
    plies_to_end: Option<u32>,
}

/// The moves in order, each with its value.
struct Moves(Vec<(AnyMove, Value)>);

impl Serialize for Moves {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (play, value) in &self.0 {
            map.serialize_entry(&play.to_string(), value.name())?;
        }
        map.end()
    }
}

impl SolveArgs {
    fn files(&self) -> Files<'_> {
        Files {
            proof: self.proof.is_some(),
            store: self.store.as_deref(),
            book: !self.no_book,
        }
    }

    fn interrupted(&self) -> Failure {
        match &self.store {
            Some(path) => Failure::Interrupted(format!(
                "interrupted; {} has what is proven, and the same command goes on from there",
                path.display()
            )),
            None => Failure::interrupted(),
        }
    }
}

/// Runs the command.
pub fn run(args: &SolveArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    let kind = args.game.game;
    if args.nimber && kind == GameKind::Narrows {
        return Err(Failure::usage(
            "--nimber: only black-narrows has nimbers; in narrows the two players have different moves",
        ));
    }
    let game = args.position.game(kind)?;
    if !args.files().is_empty() {
        args.files().check(game.position())?;
    }
    let started = Instant::now();
    let Found {
        answer,
        certificate,
        stored,
    } = answer(args, game.position(), interrupt)?;
    if let (Some(path), Some(certificate)) = (&args.proof, &certificate) {
        files::write(path, certificate)?;
    }
    let missing = missing(args, &answer, certificate.is_some());
    let solved = Solved::new(args, kind, answer, started.elapsed());
    if args.json {
        output::json(&solved)?;
    } else {
        output::line(&solved.text())?;
    }
    stored?;
    if interrupt.is_raised() {
        return Err(args.interrupted());
    }
    match missing {
        Some(missing) => Err(Failure::could_not(format!(
            "the budget ended the search before {missing} was known; give more --time, --nodes or --memory"
        ))),
        None => Ok(()),
    }
}

/// What there is to say of the position.
fn answer(
    args: &SolveArgs,
    position: &AnyPosition,
    interrupt: &Interrupt,
) -> Result<Found, Failure> {
    let bytes = Memory::bytes(args.memory, DEFAULT_MIB);
    let limits = Limits {
        nodes: args.nodes,
        memory_bytes: bytes,
        threads: limits::threads_or_cores(args.threads),
        ..Limits::default()
    };
    let question = Question {
        all: args.all,
        nimber: args.nimber,
    };
    let standing = Standing::new(position, args.time, interrupt);
    let files = args.files();
    let found = if files.is_empty() {
        let mut solver =
            AnySolver::new(bytes).map_err(|error| Failure::usage(format!("--memory: {error}")))?;
        if args.no_book {
            solver = solver.without_book();
        }
        let monitor = standing.monitor();
        let stop = || standing.is_over();
        Ok(Found {
            answer: solver.solve_watched(position, question, &limits, &stop, monitor),
            certificate: None,
            stored: Ok(()),
        })
    } else {
        files.solve(position, question, &limits, &standing)
    };
    standing.finish();
    found
}

/// What was asked and is not known, in words.
fn missing(args: &SolveArgs, answer: &Answer<AnyMove>, is_certified: bool) -> Option<&'static str> {
    let open = |(_, value): &(AnyMove, Value)| !value.is_known();
    if !answer.value.is_known() {
        Some("the outcome")
    } else if args.nimber && answer.nimber.is_none() {
        Some("the nimber")
    } else if args.all && answer.moves.iter().any(open) {
        Some("the value of every move")
    } else if args.proof.is_some() && !is_certified {
        Some("the proof")
    } else {
        None
    }
}

impl Solved {
    fn new(args: &SolveArgs, kind: GameKind, answer: Answer<AnyMove>, elapsed: Duration) -> Self {
        Self {
            outcome: answer.value.name(),
            nimber: (kind == GameKind::BlackNarrows).then_some(answer.nimber),
            best: answer.best.iter().map(ToString::to_string).collect(),
            moves: args.all.then_some(Moves(answer.moves)),
            nodes: answer.nodes,
            seconds: elapsed.as_secs_f64(),
            plies_to_end: answer.plies_to_end,
        }
    }

    fn text(&self) -> String {
        let mut lines = vec![format!("{} for the player to move", self.outcome)];
        if let Some(Some(nimber)) = self.nimber {
            lines.push(format!("nimber {nimber}"));
        }
        if !self.best.is_empty() {
            lines.push(format!("winning: {}", self.best.join(" ")));
        }
        if let Some(moves) = &self.moves {
            let told = |(play, value): &(AnyMove, Value)| format!("{play} {}", value.name());
            lines.extend(moves.0.iter().map(told));
        }
        if let Some(plies) = self.plies_to_end {
            lines.push(format!("{plies} plies to the end with best play"));
        }
        lines.push(format!(
            "{} nodes in {:.3} s",
            grouped(self.nodes),
            self.seconds
        ));
        lines.join("\n")
    }
}
