//! `narrows verify`: checks a certificate with the rules alone.

use std::io::Read;
use std::path::PathBuf;

use clap::Args;
use narrows_ai::verify::{CertificateError, verify};
use narrows_arena::files::{Input, Kind};
use narrows_arena::limits::grouped;
use serde::Serialize;

use crate::failure::Failure;
use crate::output;

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
    lost_positions: u64,
    bytes: u64,
}

/// Checks a certificate and prints what it proves.
pub fn run(args: &VerifyArgs) -> Result<(), Failure> {
    let failed = |error| Failure::of_file("", &error);
    let mut input = Input::open(&args.file).map_err(failed)?;
    let name = input.name().to_owned();
    input.expect(Kind::CERTIFICATE).map_err(failed)?;
    let proven = Proven::check(input).map_err(|problem| match problem {
        CertificateError::Read(_) => Failure::could_not(format!("{name}: {problem}")),
        _ => Failure::usage(format!("{name}: {problem}; it proves nothing")),
    })?;
    if args.json {
        output::json(&proven)
    } else {
        output::line(&proven.text())
    }
}

impl Proven {
    /// What a certificate proves, or why it proves nothing.
    fn check(source: impl Read) -> Result<Self, CertificateError> {
        let found = verify(source)?;
        Ok(Self {
            game: found.position.kind().slug(),
            position: found.position.to_string(),
            outcome: found.value.name(),
            size: found.position.size().to_string(),
            best: found.winning_move.iter().map(ToString::to_string).collect(),
            lost_positions: found.lost_positions,
            bytes: found.bytes,
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
            grouped(self.lost_positions),
            grouped(self.bytes)
        )
    }
}
