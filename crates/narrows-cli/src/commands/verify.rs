//! `narrows verify`: checks a certificate with the rules alone.

use std::path::PathBuf;

use clap::Args;
use narrows_ai::verify::{CertificateError, verify};
use narrows_arena::files::{Input, Kind};
use narrows_arena::limits::grouped;
use serde::Serialize;

use crate::failure::Failure;
use crate::output;

/// Certificates are checked in memory; a longer one was not written by this program.
const MOST_BYTES: u64 = 1 << 30;

/// Arguments of `narrows verify`.
#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// The certificate, as written by narrows solve --proof; - is standard input
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
    position: String,
    outcome: &'static str,
    size: String,
    best: Vec<String>,
    lost_positions: usize,
    bytes: usize,
}

/// Checks a certificate and prints what it proves.
pub fn run(args: &VerifyArgs) -> Result<(), Failure> {
    let failed = |error| Failure::of_file("", &error);
    let mut input = Input::open(&args.file).map_err(failed)?;
    let name = input.name().to_owned();
    input.expect(Kind::CERTIFICATE).map_err(failed)?;
    let bytes = input
        .read_all(Kind::CERTIFICATE.name(), MOST_BYTES)
        .map_err(failed)?;
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
            position: found.position.to_string(),
            outcome: found.value.name(),
            size: found.position.size().to_string(),
            best: found.winning_move.iter().map(ToString::to_string).collect(),
            lost_positions: found.lost_positions,
            bytes: bytes.len(),
        })
    }

    fn text(&self) -> String {
        let by = match self.best.first() {
            Some(best) => format!(", with {best}"),
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
