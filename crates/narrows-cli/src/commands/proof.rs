//! Certificates: `narrows solve --proof FILE` writes one, `narrows verify FILE` checks it.

use std::fs::{self, File};
use std::io::{Read as _, Write as _, stdin};
use std::path::{Path, PathBuf};

use clap::Args;
use narrows_ai::budget::{Limits, Stop};
use narrows_ai::solver::black_narrows::{RawPosition, SolveLimits, Solver};
use narrows_ai::solver::{Answer, ExactSolver as _, Question};
use narrows_ai::verify::{Verified, verify};
use narrows_core::{AnyMove, AnyPosition, BlackNarrows, Game as _, GameKind};
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

/// The position that a certificate can be about.
pub fn provable(position: &AnyPosition) -> Result<&BlackNarrows<1>, Failure> {
    match position {
        AnyPosition::BlackNarrows1(position) => Ok(position),
        _ => Err(Failure::usage(
            "--proof: certificates are written for black-narrows on boards of at most 64 points",
        )),
    }
}

/// Solves a position and writes its certificate; `None` if a limit or `stop` ended the search before it was
/// complete.
pub fn solve(
    position: &BlackNarrows<1>,
    question: Question,
    limits: &Limits,
    stop: Stop<'_>,
) -> Result<(Answer<AnyMove>, Option<Vec<u8>>), Failure> {
    let mut solver = Solver::with_memory(limits.memory_bytes);
    let answer = solver.answer(position, question, limits, stop);
    let answer = Answer {
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
    };
    if !answer.value.is_known() {
        return Ok((answer, None));
    }
    let [stones] = position.stones().words();
    let size = position.size();
    let raw = RawPosition::new(size.columns(), size.rows(), stones)
        .map_err(|error| Failure::usage(format!("--proof: {error}")))?;
    let limits = SolveLimits {
        nodes: limits.nodes,
        threads: limits.threads,
    };
    let certificate = solver.prove(&raw, &limits, stop);
    Ok((answer, certificate))
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
