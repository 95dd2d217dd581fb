//! `narrows solve`: the exact value of a position.

mod answer;
mod files;
mod watch;

use std::num::NonZero;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use narrows_ai::budget::Limits;
use narrows_ai::solver::{Answer, AnySolver, Question};
use narrows_ai::value::Value;
use narrows_arena::files::{Kind, Target, is_standard_stream};
use narrows_arena::limits::{self, Memory};
use narrows_console::files::check_apart;
use narrows_core::{AnyMove, GameKind};

use self::answer::Solved;
use self::files::{Files, Outcome};
use self::watch::Watch;
use crate::args::{GameArg, PositionArgs};
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output;

/// Memory for tables unless `--memory` says otherwise.
const DEFAULT_MIB: u64 = 256;

/// Arguments of `narrows solve`.
#[derive(Args, Debug)]
pub struct SolveArgs {
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    position: PositionArgs,
    /// Stop after this many seconds [default: no limit]
    #[arg(long, value_name = "SECONDS", value_parser = limits::seconds)]
    time: Option<Duration>,
    /// Stop after expanding this many positions [default: no limit]
    #[arg(long, value_name = "N", value_parser = limits::nodes)]
    nodes: Option<u64>,
    /// Memory for tables, in MiB [default: 256]
    #[arg(long, value_name = "MIB", value_parser = limits::memory)]
    memory: Option<Memory>,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = limits::threads)]
    threads: Option<NonZero<usize>>,
    /// Find the nimber too (Black Narrows)
    #[arg(long)]
    nimber: bool,
    /// Find the value of every move
    #[arg(long)]
    all: bool,
    /// Find how many plies are left if the winner hastens and the loser delays; much slower on large boards. Without it,
    /// Narrows reports the number where it is quick to find, and Black Narrows never does
    #[arg(long)]
    plies: bool,
    /// Do not use the book of solved boards
    #[arg(long)]
    no_book: bool,
    /// Keep proven results in this file, and resume from those it holds
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// First copy the intact results of this damaged store to the one that --store names
    #[arg(long, value_name = "FILE", requires = "store")]
    salvage: Option<PathBuf>,
    /// Write a certificate for narrows verify; - is standard output (narrows: with --no-pie)
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Let --proof overwrite a file that is not a certificate
    #[arg(long, requires = "proof")]
    force: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl SolveArgs {
    fn files<'a>(&'a self, proof: Option<&'a Target>) -> Files<'a> {
        Files {
            proof,
            plies: self.plies,
            store: self.store.as_deref(),
            salvage: self.salvage.as_deref(),
            book: !self.no_book,
        }
    }

    /// Where the certificate goes, tried before the search.
    fn proof(&self) -> Result<Option<Target>, Failure> {
        if let Some(store) = &self.store
            && is_standard_stream(store)
        {
            return Err(Failure::usage(
                "--store -: results are kept in a regular file; name one",
            ));
        }
        let Some(path) = &self.proof else {
            return Ok(None);
        };
        check_apart(
            &[("--proof", Some(path))],
            &[
                ("--store", self.store.as_deref()),
                ("--salvage", self.salvage.as_deref()),
                ("--record", self.position.record.as_deref()),
            ],
        )?;
        let target = Target::new(path, Kind::CERTIFICATE, self.force)
            .map_err(|error| Failure::of_file("--proof ", &error))?;
        if self.json && target.is_stdout() {
            return Err(Failure::usage(format!(
                "--proof {}: --json writes to standard output too; name a file",
                path.display()
            )));
        }
        Ok(Some(target))
    }

    /// Whether what is asked means anything in this game.
    fn check_question(&self, kind: GameKind) -> Result<(), Failure> {
        if self.nimber && kind == GameKind::Narrows {
            return Err(Failure::usage(
                "--nimber: only black-narrows has nimbers; in narrows the two players have different moves",
            ));
        }
        Ok(())
    }

    fn limits(&self) -> Limits {
        Limits {
            nodes: self.nodes,
            memory_bytes: Memory::bytes(self.memory, DEFAULT_MIB),
            threads: limits::threads_or_cores(self.threads),
            ..Limits::default()
        }
    }

    fn question(&self) -> Question {
        Question {
            all: self.all,
            nimber: self.nimber,
        }
    }

    /// Prints an answer, on standard error if the certificate goes to standard output.
    fn print(&self, solved: &Solved, proof: Option<&Target>) -> Result<(), Failure> {
        if self.json {
            output::json(solved)
        } else if proof.is_some_and(Target::is_stdout) {
            output::note(&solved.text());
            Ok(())
        } else {
            output::line(&solved.text())
        }
    }

    /// What was asked and is not known, in words.
    fn missing(&self, answer: &Answer<AnyMove>) -> Option<&'static str> {
        let open = |(_, value): &(AnyMove, Value)| !value.is_known();
        if !answer.value.is_known() {
            Some("the outcome")
        } else if self.nimber && answer.nimber.is_none() {
            Some("the nimber")
        } else if self.all && answer.moves.iter().any(open) {
            Some("the value of every move")
        } else if self.plies && answer.plies_to_end.is_none() {
            Some("the number of plies to the end")
        } else {
            None
        }
    }

    fn interrupted(&self) -> Failure {
        match &self.store {
            Some(path) => Failure::Interrupted(format!(
                "interrupted; what is proven is in {}, and the same command resumes from there",
                path.display()
            )),
            None => Failure::interrupted(),
        }
    }
}

/// Runs the command.
pub fn run(args: &SolveArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    let game = args.position.game(args.game.game)?;
    let position = game.position();
    args.check_question(position.kind())?;
    let proof = args.proof()?;
    let files = args.files(proof.as_ref());
    files.check(position)?;
    let started = Instant::now();
    let watch = Watch::new(position, args.time, interrupt);
    let (mut told, mut missing) = (Ok(()), None);
    // The answer is printed before its proof is written: whatever becomes of the files, it is there.
    let tell = |answer: Answer<AnyMove>| {
        missing = args.missing(&answer);
        let solved = Solved::new(answer, position.kind(), args.all, started.elapsed());
        watch.pause(|| told = args.print(&solved, proof.as_ref()));
    };
    let found = files.solve(position, args.question(), &args.limits(), &watch, tell);
    watch.finish();
    let Outcome { certified, stored } = found?;
    told?;
    if !certified? && proof.is_some() {
        missing = missing.or(Some("the proof"));
    }
    stored?;
    if interrupt.is_raised() {
        return Err(args.interrupted());
    }
    match missing {
        None => Ok(()),
        Some(missing) if !AnySolver::accepts(position) => Err(Failure::could_not(format!(
            "{missing} is out of reach: stones may still be placed on {} points, and the solver searches positions \
             with up to about 128 of them",
            position.legal_moves().len()
        ))),
        Some(missing) => Err(Failure::could_not(format!(
            "the budget ran out before {missing} was known; give more --time, --nodes or --memory"
        ))),
    }
}
