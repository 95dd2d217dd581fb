//! Writes the certificate of a full board of Narrows without the exchange, and checks it with the rules alone.
//!
//! `cargo run --release -p narrows-ai --example narrows_certificate -- 6x5 6x5.proof`
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it says what it did"
)]
#![allow(
    clippy::disallowed_methods,
    reason = "the clock is outside the library"
)]

use std::process::ExitCode;
use std::time::Instant;

use narrows_ai::solver::narrows::{Exchange, RawPosition, SolveLimits, Solver};
use narrows_ai::verify_narrows::verify;
use narrows_core::Size;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [board, file] = args.as_slice() else {
        return Err("expected a board such as 6x5, and a file to write".into());
    };
    let size: Size = board.parse().map_err(|error| format!("{board}: {error}"))?;
    let position = RawPosition::start(size.columns(), size.rows(), Exchange::Off)
        .map_err(|error| format!("{board}: {error}"))?;
    let begin = Instant::now();
    let bytes = Solver::new(256 << 20)
        .prove(&position, SolveLimits::default(), &|| false)
        .ok_or_else(|| format!("{board}: there is nothing to prove"))?;
    let proven = begin.elapsed().as_secs_f64();
    std::fs::write(file, &bytes).map_err(|error| format!("{file}: {error}"))?;
    let begin = Instant::now();
    let verified = verify(&bytes).map_err(|error| format!("{file}: {error}"))?;
    println!(
        "{size}: a {} by {}, {} lost positions, {} bytes; written in {proven:.1} s, checked in {:.1} s",
        verified.value.name(),
        verified
            .winning_move
            .map_or("-".into(), |capture| capture.to_string()),
        verified.lost_positions,
        bytes.len(),
        begin.elapsed().as_secs_f64()
    );
    Ok(())
}
