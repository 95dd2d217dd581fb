//! Solving with files: certificates, which `narrows solve --proof FILE` writes and `narrows verify FILE`
//! checks, and the store of proven results that `--store FILE` keeps.

use std::fs::{self, File};
use std::io::{Read as _, Write as _, stdin};
use std::path::{Path, PathBuf};

use clap::Args;
use narrows_ai::budget::{Limits, Stop};
use narrows_ai::solver::black_narrows::{self, Store, StoreError};
use narrows_ai::solver::narrows;
use narrows_ai::solver::{Answer, ExactSolver as _, Question, Solvable};
use narrows_ai::value::Value;
use narrows_ai::{verify, verify_narrows};
use narrows_core::{AnyMove, AnyPosition, BlackNarrows, Game, Narrows};
use serde::Serialize;

use crate::commands::standing::Standing;
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
    let proven = Proven::check(&bytes)
        .map_err(|problem| Failure::usage(format!("{name}: {problem}; it proves nothing")))?;
    if args.json {
        output::json(&proven)
    } else {
        output::line(&proven.text())
    }
}

impl Proven {
    /// What the bytes prove, or why they prove nothing.
    fn check(bytes: &[u8]) -> Result<Self, String> {
        if verify_narrows::is_narrows(bytes) {
            let found = verify_narrows::verify(bytes).map_err(|error| error.to_string())?;
            let best = found.winning_move.map(|play| play.to_string());
            let lost = found.lost_positions;
            return Ok(Self::new(&found.position, found.value, best, lost, bytes));
        }
        let found = verify::verify(bytes).map_err(|error| error.to_string())?;
        let best = found.winning_move.map(|play| play.to_string());
        let lost = found.lost_positions;
        Ok(Self::new(&found.position, found.value, best, lost, bytes))
    }

    fn new<G: Game + ToString>(
        position: &G,
        value: Value,
        best: Option<String>,
        lost_positions: usize,
        bytes: &[u8],
    ) -> Self {
        Self {
            game: G::KIND.slug(),
            size: position.size().to_string(),
            position: position.to_string(),
            outcome: value.name(),
            best: best.into_iter().collect(),
            lost_positions,
            bytes: bytes.len(),
        }
    }

    fn text(&self) -> String {
        let by = match self.best.first() {
            Some(best) => format!(", by {best}"),
            None => String::new(),
        };
        format!(
            "{}, {}: {} is a {} for the player to move{by}\nproven by {} lost positions in {} bytes",
            self.game,
            self.size,
            self.position,
            self.outcome,
            grouped(self.lost_positions as u64),
            grouped(self.bytes as u64)
        )
    }
}

/// Files beside a search, on boards of at most 64 points.
#[derive(Clone, Copy, Debug)]
pub struct Files<'a> {
    /// Whether a certificate is wanted.
    pub proof: bool,
    /// Where proven results are kept (Black Narrows).
    pub store: Option<&'a Path>,
    /// Whether solved boards are answered from the book.
    pub book: bool,
}

/// A position that files can be about.
#[derive(Clone, Copy, Debug)]
pub enum Subject<'a> {
    /// Black Narrows.
    BlackNarrows(&'a BlackNarrows<1>),
    /// Narrows, without the exchange.
    Narrows(&'a Narrows<1>),
}

/// What a search found, and the certificate: missing if a limit ended the search before it was complete.
pub type Found = (Answer<AnyMove>, Option<Vec<u8>>);

impl Files<'_> {
    /// Whether there are none: any solver will do.
    pub fn is_empty(self) -> bool {
        !self.proof && self.store.is_none()
    }

    /// The position, if the files can be about it.
    pub fn check(self, position: &AnyPosition) -> Result<Subject<'_>, Failure> {
        match position {
            AnyPosition::BlackNarrows1(position) => Ok(Subject::BlackNarrows(position)),
            AnyPosition::Narrows1(_) if self.store.is_some() => Err(Failure::usage(
                "--store: only results of black-narrows are kept",
            )),
            AnyPosition::Narrows1(_) if position.is_over() => Err(Failure::usage(
                "--proof: the game is over, there is nothing to prove",
            )),
            AnyPosition::Narrows1(_) if position.exchange_is_to_come() => Err(Failure::usage(
                "--proof: certificates of narrows leave the exchange out; give --no-pie",
            )),
            AnyPosition::Narrows1(position) => Ok(Subject::Narrows(position)),
            _ => Err(Failure::usage(
                "--proof and --store are for boards of at most 64 points",
            )),
        }
    }

    /// Solves a position, and proves its value if that is wanted. The store has what was proven in any case.
    pub fn solve(
        self,
        subject: Subject<'_>,
        question: Question,
        limits: &Limits,
        standing: &Standing<'_>,
    ) -> Result<Found, Failure> {
        match subject {
            Subject::BlackNarrows(position) => {
                self.solve_black_narrows(position, question, limits, standing)
            }
            Subject::Narrows(position) => {
                Ok(self.solve_narrows(position, question, limits, standing))
            }
        }
    }

    /// What the book says, if it may be asked.
    fn look_up<G: Solvable>(self, position: &G, question: Question) -> Option<Answer<G::Move>> {
        self.book
            .then(|| G::Solver::look_up(position, question))
            .flatten()
    }

    fn solve_black_narrows(
        self,
        position: &BlackNarrows<1>,
        question: Question,
        limits: &Limits,
        standing: &Standing<'_>,
    ) -> Result<Found, Failure> {
        let stop: Stop<'_> = &|| standing.is_over();
        let mut solver = black_narrows::Solver::with_memory(limits.memory_bytes);
        if let Some(path) = self.store {
            let refused = |error| refused(path, &error);
            solver
                .attach(Store::open(path).map_err(refused)?)
                .map_err(refused)?;
        }
        let known = self.look_up(position, question);
        let answer = known.unwrap_or_else(|| {
            solver.answer_watched(position, question, limits, stop, standing.monitor())
        });
        standing.prove();
        let certificate = if self.proof && answer.value.is_known() {
            prove(&mut solver, position, limits, stop)?
        } else {
            None
        };
        if let Some(path) = self.store {
            solver.detach().map_err(|error| refused(path, &error))?;
        }
        Ok((of_any(answer, AnyMove::Place), certificate))
    }

    fn solve_narrows(
        self,
        position: &Narrows<1>,
        question: Question,
        limits: &Limits,
        standing: &Standing<'_>,
    ) -> Found {
        let stop: Stop<'_> = &|| standing.is_over();
        let mut solver = narrows::Solver::with_memory(limits.memory_bytes);
        let known = self.look_up(position, question);
        let answer = known.unwrap_or_else(|| {
            solver.answer_watched(position, question, limits, stop, standing.monitor())
        });
        standing.prove();
        let solve_limits = narrows::SolveLimits {
            nodes: limits.nodes,
            threads: limits.threads,
        };
        let certificate = (self.proof && answer.value.is_known())
            .then(|| solver.prove(&position.into(), solve_limits, stop))
            .flatten();
        (of_any(answer, AnyMove::Narrows), certificate)
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
    solver: &mut black_narrows::Solver,
    position: &BlackNarrows<1>,
    limits: &Limits,
    stop: Stop<'_>,
) -> Result<Option<Vec<u8>>, Failure> {
    let [stones] = position.stones().words();
    let size = position.size();
    let raw = black_narrows::RawPosition::new(size.columns(), size.rows(), stones)
        .map_err(|error| Failure::usage(format!("--proof: {error}")))?;
    let limits = black_narrows::SolveLimits {
        nodes: limits.nodes,
        threads: limits.threads,
    };
    Ok(solver.prove(&raw, &limits, stop))
}

fn of_any<M>(answer: Answer<M>, form: impl Fn(M) -> AnyMove) -> Answer<AnyMove> {
    Answer {
        value: answer.value,
        best: answer.best.into_iter().map(&form).collect(),
        moves: answer
            .moves
            .into_iter()
            .map(|(play, value)| (form(play), value))
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
