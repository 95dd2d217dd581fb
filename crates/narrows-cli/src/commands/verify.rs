//! `narrows verify`: a certificate that `narrows solve --proof FILE` wrote is checked with the rules alone.

use std::fs::File;
use std::io::{Read as _, stdin};
use std::path::{Path, PathBuf};

use clap::Args;
use narrows_ai::verify::{CertificateError, verify};
use serde::Serialize;

use crate::failure::Failure;
use crate::output;
use narrows_arena::limits::grouped;

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
    fn check(bytes: &[u8]) -> Result<Self, CertificateError> {
        let found = verify(bytes)?;
        Ok(Self {
            game: found.position.kind().slug(),
            size: found.position.size().to_string(),
            position: found.position.to_string(),
            outcome: found.value.name(),
            best: found.winning_move.iter().map(ToString::to_string).collect(),
            lost_positions: found.lost_positions,
            bytes: bytes.len(),
        })
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
