//! `narrows-cluster solve`: the exact value of a position.

mod proof;
mod search;
pub mod tree;

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use narrows_ai::solver::{Answer, AnySolver};
use narrows_ai::verify::verify;
use narrows_arena::files::{Kind, Target};
use narrows_arena::limits::{self, grouped};
use narrows_core::{AnyMove, AnyPosition, GameKind};
use serde::Serialize;

use crate::args::PositionArgs;
use crate::coordinator::{Coordinator, CoordinatorArgs};
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output;
use crate::wire::Task;

pub use search::Search;

/// Arguments of `narrows-cluster solve`.
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// black-narrows or narrows
    #[arg(value_name = "GAME")]
    game: GameKind,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    coordinator: CoordinatorArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Find the value of every move
    #[arg(long)]
    all: bool,
    /// Write a certificate for narrows verify; - is standard output (narrows: with --no-pie)
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Let --proof overwrite a file that is not a certificate
    #[arg(long, requires = "proof")]
    force: bool,
    /// The nodes that a job may take: a second or two of work
    #[arg(long, value_name = "N", default_value = "200000", value_parser = limits::nodes)]
    job_nodes: u64,
    /// Tell all workers the results that cost at least so many nodes
    #[arg(long, value_name = "N", default_value = "64", value_parser = limits::nodes)]
    fact_nodes: u64,
}

/// The JSON of `narrows-cluster solve`: that of `narrows solve`.
#[derive(Serialize)]
struct Solved {
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    nimber: Option<Option<u32>>,
    best: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<serde_json::Map<String, serde_json::Value>>,
    nodes: u64,
    seconds: f64,
    plies_to_end: Option<u32>,
}

/// Runs the command.
pub async fn run(args: &SolveArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    let position = args.position.position(args.game)?;
    check(args, &position)?;
    let target = args.target()?;
    let started = Instant::now();
    let task = Task::Solve {
        game: position.kind().slug().to_owned(),
        pie: !args.position.no_pie && position.kind() == GameKind::Narrows,
        position: position.to_string(),
        fact_nodes: args.fact_nodes,
    };
    let (mut coordinator, known) =
        Coordinator::open(&args.coordinator, task, None, interrupt).await?;
    let shape = (args.job_nodes, args.all, target.is_some());
    let mut search = Search::new(position.clone(), shape, coordinator.run().epoch, known);
    coordinator.drive(&mut search).await?;
    let found = search.found();
    let certificate = search.certificate();
    let solved = solved(args, found, started.elapsed().as_secs_f64());
    if args.json {
        output::json(&solved)?;
    } else if target.as_ref().is_some_and(Target::is_stdout) {
        output::note(&solved.text());
    } else {
        output::line(&solved.text())?;
    }
    write(target.as_ref(), certificate, &position, solved.outcome)?;
    coordinator.close().await;
    Ok(())
}

/// Writes the certificate, if the rules confirm it.
fn write(
    target: Option<&Target>,
    certificate: Result<Option<Vec<u8>>, String>,
    position: &AnyPosition,
    outcome: &str,
) -> Result<(), Failure> {
    let Some(target) = target else {
        return Ok(());
    };
    let refused = |text: &dyn std::fmt::Display| {
        Failure::could_not(format!(
            "the proof does not hold: {text}; a worker is wrong, and --audit 0.1 finds out which"
        ))
    };
    let certificate = certificate
        .map_err(|error| refused(&error))?
        .ok_or_else(|| refused(&"it is not complete"))?;
    let verified = verify(&certificate[..]).map_err(|error| refused(&error))?;
    if verified.value.name() != outcome || verified.position.size() != position.size() {
        return Err(refused(&"it is about something else"));
    }
    target
        .write(&certificate)
        .map_err(|error| Failure::of_file("--proof ", &error))
}

impl SolveArgs {
    /// Where the certificate goes, tried before the search.
    fn target(&self) -> Result<Option<Target>, Failure> {
        let Some(path) = &self.proof else {
            return Ok(None);
        };
        let target = Target::new(path, Kind::CERTIFICATE, self.force)
            .map_err(|error| Failure::of_file("--proof ", &error))?;
        if self.json && target.is_stdout() {
            return Err(Failure::usage(
                "--proof -: --json writes to standard output too; name a file",
            ));
        }
        Ok(Some(target))
    }
}

/// Whether what is asked can be answered.
fn check(args: &SolveArgs, position: &AnyPosition) -> Result<(), Failure> {
    if position.is_over() {
        return Err(Failure::usage(
            "the game is over; there is nothing to solve",
        ));
    }
    if !AnySolver::accepts(position) {
        return Err(Failure::usage(format!(
            "a board of {} is too large for the solver",
            position.size()
        )));
    }
    if args.proof.is_some() && position.exchange_is_to_come() {
        return Err(Failure::usage(
            "--proof: a certificate cannot cover the exchange of colors; add --no-pie",
        ));
    }
    Ok(())
}

fn solved(args: &SolveArgs, found: Answer<AnyMove>, seconds: f64) -> Solved {
    let moves = || {
        let each = found.moves.iter();
        each.map(|(play, value)| (play.to_string(), value.name().into()))
            .collect()
    };
    Solved {
        outcome: found.value.name(),
        nimber: (args.game == GameKind::BlackNarrows).then_some(None),
        best: found.best.iter().map(ToString::to_string).collect(),
        moves: args.all.then(moves),
        nodes: found.nodes,
        seconds,
        plies_to_end: None,
    }
}

impl Solved {
    fn text(&self) -> String {
        let mut lines = vec![format!("{} for the player to move", self.outcome)];
        if !self.best.is_empty() {
            lines.push(format!("winning moves: {}", self.best.join(" ")));
        }
        for (play, value) in self.moves.iter().flatten() {
            lines.push(format!("{play} {}", value.as_str().unwrap_or_default()));
        }
        lines.push(format!(
            "{} nodes in {:.3} s",
            grouped(self.nodes),
            self.seconds
        ));
        lines.join("\n")
    }
}
