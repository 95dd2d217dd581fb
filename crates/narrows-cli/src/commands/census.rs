//! `narrows census`: the legal sets of stones of Black Narrows, by number of stones.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Args;
use narrows_core::census::{Part, parts};
use narrows_core::{GameKind, Size};
use serde::Serialize;

use crate::args::GameArg;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output;
use crate::progress::{Progress, grouped};

/// Arguments of `narrows census`.
#[derive(Args, Debug)]
pub struct CensusArgs {
    #[command(flatten)]
    game: GameArg,
    /// Board size as COLUMNSxROWS
    #[arg(long, value_name = "SIZE")]
    size: String,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The JSON of `narrows census`.
#[derive(Serialize)]
struct Census {
    counts: Vec<u64>,
    total: u64,
}

/// Runs the command.
pub fn run(args: &CensusArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    if args.game.game != GameKind::BlackNarrows {
        return Err(Failure::usage(
            "a census counts the legal sets of stones of black-narrows; narrows has no such sets",
        ));
    }
    let size = GameKind::BlackNarrows
        .parse_size(&args.size)
        .map_err(|error| Failure::usage(format!("--size {}: {error}", args.size)))?;
    let counts = count(size, threads(args.threads), interrupt)?;
    let census = Census {
        total: counts.iter().sum(),
        counts,
    };
    if args.json {
        output::json(&census)
    } else {
        output::line(&census.text(size))
    }
}

/// The number of threads asked for, or one for each core.
pub fn threads(asked: Option<NonZero<usize>>) -> usize {
    asked
        .or_else(|| std::thread::available_parallelism().ok())
        .map_or(1, NonZero::get)
}

fn count(size: Size, threads: usize, interrupt: &Interrupt) -> Result<Vec<u64>, Failure> {
    match size.points() {
        0..=64 => count_wide::<1>(size, threads, interrupt),
        65..=192 => count_wide::<3>(size, threads, interrupt),
        193..=384 => count_wide::<6>(size, threads, interrupt),
        _ => count_wide::<11>(size, threads, interrupt),
    }
}

/// Counts the parts on some threads; each takes the next part that nobody has begun.
fn count_wide<const W: usize>(
    size: Size,
    threads: usize,
    interrupt: &Interrupt,
) -> Result<Vec<u64>, Failure> {
    let parts: Vec<Part<W>> =
        parts(size).map_err(|error| Failure::usage(format!("--size {size}: {error}")))?;
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let counts = Mutex::new(vec![1_u64]);
    let progress = Progress::start();
    let work = || {
        while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut found = Vec::new();
            if !part.count(&mut found, &|| interrupt.is_raised()) {
                return;
            }
            add(&counts, &found);
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            progress.update(done, parts.len(), || {
                format!("{} sets", grouped(total(&counts)))
            });
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(parts.len()) {
            scope.spawn(work);
        }
        work();
    });
    progress.finish();
    if interrupt.is_raised() {
        return Err(Failure::interrupted());
    }
    Ok(counts
        .into_inner()
        .unwrap_or_else(|poisoned| poisoned.into_inner()))
}

fn add(counts: &Mutex<Vec<u64>>, found: &[u64]) {
    let mut counts = counts
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    if counts.len() < found.len() {
        counts.resize(found.len(), 0);
    }
    for (sum, sets) in counts.iter_mut().zip(found) {
        *sum += sets;
    }
}

fn total(counts: &Mutex<Vec<u64>>) -> u64 {
    counts.lock().map_or(0, |counts| counts.iter().sum())
}

impl Census {
    fn text(&self, size: Size) -> String {
        let rows = self.counts.iter().enumerate();
        let mut lines = vec![
            format!("legal sets of stones on {size}"),
            "stones  sets".into(),
        ];
        lines.extend(rows.map(|(stones, &sets)| format!("{stones:>6}  {}", grouped(sets))));
        lines.push(format!(" total  {}", grouped(self.total)));
        lines.join("\n")
    }
}
