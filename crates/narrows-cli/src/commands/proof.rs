//! Solving with files: certificates, which `narrows solve --proof FILE` writes and `narrows verify FILE`
//! checks, and the store of proven results that `--store FILE` keeps.

use std::fs::{self, File};
use std::io::{Read as _, Write as _, stdin};
use std::path::{Path, PathBuf};

use clap::Args;
use narrows_ai::budget::{Limits, Stop};
use narrows_ai::solver::black_narrows::{RawPosition, SolveLimits, Solver, Store, StoreError};
use narrows_ai::solver::{Answer, ExactSolver as _, Question};
use narrows_ai::verify::{Verified, verify};
use narrows_core::{AnyMove, AnyPosition, BlackNarrows, Game as _, GameKind, Point};
use serde::Serialize;

use crate::failure::Failure;
use crate::output;
use crate::progress::grouped;

/// Certificates are read whole; a longer one than this was not written here.
const MAX_BYTES: u64 = 1 << 30;

/// Arguments of `narrows verify`.
#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// The certificate that narrows solve --proof wrote; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The JSON of `narrows verify`.
#[derive(Serialize)]
struct Proven {
    game: &'static str,
    size: String,
    position: String,
    outcome: &'static str,
    best: Vec<String>,
    lost_positions: usize,
    bytes: usize,
}

/// Checks a certificate and says what it proves.
pub fn run(args: &VerifyArgs) -> Result<(), Failure> {
    let name = args.file.display();
    let mut bytes = Vec::new();
    let read = if args.file == Path::new("-") {
        stdin().lock().take(MAX_BYTES).read_to_end(&mut bytes)
    } else {
        File::open(&args.file).and_then(|file| file.take(MAX_BYTES).read_to_end(&mut bytes))
    };
    read.map_err(|error| Failure::could_not(format!("{name}: {error}")))?;
    let verified = verify(&bytes)
        .map_err(|error| Failure::usage(format!("{name}: {error}; it proves nothing")))?;
    let proven = Proven::new(&verified, bytes.len());
    if args.json {
        output::json(&proven)
    } else {
        output::line(&proven.text())
    }
}

impl Proven {
    fn new(verified: &Verified, bytes: usize) -> Self {
        Self {
            game: GameKind::BlackNarrows.slug(),
            size: verified.position.size().to_string(),
            position: verified.position.to_string(),
            outcome: verified.value.name(),
            best: verified
                .winning_move
                .iter()
                .map(ToString::to_string)
                .collect(),
            lost_positions: verified.lost_positions,
            bytes,
        }
    }

    fn text(&self) -> String {
        let by = match self.best.first() {
            Some(best) => format!(", by {best}"),
            None => String::new(),
        };
        format!(
            "Black Narrows, {}: {} is a {} for the player to move{by}\nproven by {} lost positions in {} bytes",
            self.size,
            self.position,
            self.outcome,
            grouped(self.lost_positions as u64),
            grouped(self.bytes as u64)
        )
    }
}

/// Files beside a search, for Black Narrows on boards of at most 64 points.
#[derive(Clone, Copy, Debug)]
pub struct Files<'a> {
    /// Whether a certificate is wanted.
    pub proof: bool,
    /// Where proven results are kept.
    pub store: Option<&'a Path>,
    /// Whether solved boards are answered from the book.
    pub book: bool,
}

impl Files<'_> {
    /// Whether there are none: any solver will do.
    pub fn is_empty(self) -> bool {
        !self.proof && self.store.is_none()
    }

    /// The position, if the files can be about it.
    pub fn check(self, position: &AnyPosition) -> Result<&BlackNarrows<1>, Failure> {
        let flag = if self.proof { "--proof" } else { "--store" };
        match position {
            AnyPosition::BlackNarrows1(position) => Ok(position),
            _ => Err(Failure::usage(format!(
                "{flag}: only for black-narrows on boards of at most 64 points"
            ))),
        }
    }

    /// Solves a position, and proves its value if that is wanted: the certificate is missing if a limit or
    /// `stop` ended the search before it was complete. The store has what was proven in any case.
    pub fn solve(
        self,
        position: &BlackNarrows<1>,
        question: Question,
        limits: &Limits,
        stop: Stop<'_>,
    ) -> Result<(Answer<AnyMove>, Option<Vec<u8>>), Failure> {
        let mut solver = Solver::with_memory(limits.memory_bytes);
        solver.set_book(self.book);
        if let Some(path) = self.store {
            let refused = |error| refused(path, &error);
            solver
                .attach(Store::open(path).map_err(refused)?)
                .map_err(refused)?;
        }
        let answer = solver.answer(position, question, limits, stop);
        let certificate = if self.proof && answer.value.is_known() {
            prove(&mut solver, position, limits, stop)?
        } else {
            None
        };
        if let Some(path) = self.store {
            solver.detach().map_err(|error| refused(path, &error))?;
        }
        Ok((of_any(answer), certificate))
    }
}

/// A file of results that cannot be used: wrong input if it is something else.
fn refused(path: &Path, error: &StoreError) -> Failure {
    let message = format!("--store {}: {error}", path.display());
    match error {
        StoreError::Foreign(_) | StoreError::Damaged => Failure::usage(message),
        _ => Failure::could_not(message),
    }
}

fn prove(
    solver: &mut Solver,
    position: &BlackNarrows<1>,
    limits: &Limits,
    stop: Stop<'_>,
) -> Result<Option<Vec<u8>>, Failure> {
    let [stones] = position.stones().words();
    let size = position.size();
    let raw = RawPosition::new(size.columns(), size.rows(), stones)
        .map_err(|error| Failure::usage(format!("--proof: {error}")))?;
    let limits = SolveLimits {
        nodes: limits.nodes,
        threads: limits.threads,
    };
    Ok(solver.prove(&raw, &limits, stop))
}

fn of_any(answer: Answer<Point>) -> Answer<AnyMove> {
    Answer {
        value: answer.value,
        best: answer.best.into_iter().map(AnyMove::Place).collect(),
        moves: answer
            .moves
            .into_iter()
            .map(|(point, value)| (point.into(), value))
            .collect(),
        nimber: answer.nimber,
        plies_to_end: answer.plies_to_end,
        nodes: answer.nodes,
    }
}

/// Writes a certificate whole or not at all.
pub fn write(path: &Path, certificate: &[u8]) -> Result<(), Failure> {
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(format!(".new-{}", std::process::id()));
    let temporary = PathBuf::from(temporary);
    let written = File::create(&temporary)
        .and_then(|mut file| {
            file.write_all(certificate)?;
            file.sync_all()
        })
        .and_then(|()| fs::rename(&temporary, path));
    written.map_err(|error| {
        let _absent = fs::remove_file(&temporary);
        Failure::could_not(format!("{}: {error}", path.display()))
    })
}
