//! `narrows arena`: who is stronger, and by how much.

mod args;
mod html;
mod table;

use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use narrows_arena::accuracy::{self, Accuracy};
use narrows_arena::stats::Comparison;
use narrows_arena::{Entrant, GameRecord, Match, Outlook, ResultsError, ResultsFile, Summary, pgn};
use narrows_core::GameKind;
use serde_json::json;

use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output;
use crate::progress::Progress;
pub use args::ArenaArgs;
use args::{Mode, Plan};

/// Runs the command.
pub fn run(args: &ArenaArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    let (mode, kind) = args.mode()?;
    match mode {
        Mode::Accuracy => measure(args, kind, interrupt),
        Mode::MakePositions => make_positions(args, kind, interrupt),
        _ => compete(args, &args.plan(mode, kind)?, interrupt),
    }
}

/// Raises a flag that the arena understands when the process is asked to end.
fn watch<T>(interrupt: &Interrupt, work: impl FnOnce(&AtomicBool) -> T) -> T {
    let (stopped, done) = (AtomicBool::new(false), AtomicBool::new(false));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                if interrupt.is_raised() {
                    stopped.store(true, Ordering::Relaxed);
                }
                std::thread::sleep(Duration::from_millis(20));
            }
        });
        let result = work(&stopped);
        done.store(true, Ordering::Relaxed);
        result
    })
}

/// Plays a match or tournament and reports on it.
fn compete(args: &ArenaArgs, plan: &Plan, interrupt: &Interrupt) -> Result<(), Failure> {
    check_engines(plan)?;
    let (mut store, mut games) = match &args.out {
        Some(path) => {
            let (store, games) = ResultsFile::open(path, &plan.command).map_err(store_failure)?;
            (Some(store), games)
        }
        None => (None, Vec::new()),
    };
    let game = Match {
        entrants: plan
            .players
            .iter()
            .map(|spec| Entrant {
                name: spec.to_string(),
                factory: spec.factory(),
            })
            .collect(),
        openings: plan.openings.clone(),
        schedule: plan.schedule.clone(),
        limits: plan.limits,
        seed: plan.seed,
        concurrency: plan.concurrency,
        sprt: plan.sprt,
    };
    let progress = Progress::start();
    let started = Instant::now();
    let mut broken = None;
    let played = watch(interrupt, |stopped| {
        game.play(
            &mut games,
            stopped,
            |record: &GameRecord, outlook: &Outlook| {
                if let Some(store) = &mut store
                    && let Err(error) = store.append(record)
                {
                    broken = Some(store_failure(error));
                    return ControlFlow::Break(());
                }
                progress.update(
                    outlook.finished as usize,
                    outlook.scheduled as usize,
                    || pace(outlook, started.elapsed()),
                );
                ControlFlow::Continue(())
            },
        )
    });
    progress.finish();
    if let Some(failure) = broken {
        return Err(failure);
    }
    played.map_err(|error| Failure::could_not(error.to_string()))?;
    report(args, plan, &games)?;
    if interrupt.is_raised() {
        let kept = match &args.out {
            Some(path) => format!("; {} games are kept in {}", games.len(), path.display()),
            None => "; --out FILE would keep the games".to_owned(),
        };
        return Err(Failure::Interrupted(format!("interrupted{kept}")));
    }
    Ok(())
}

/// An engine that cannot even be started is reported before any game.
fn check_engines(plan: &Plan) -> Result<(), Failure> {
    for spec in &plan.players {
        if matches!(spec, narrows_arena::spec::PlayerSpec::Gtp { .. }) {
            spec.player()
                .map_err(|fault| Failure::could_not(format!("{spec}: {fault}")))?;
        }
    }
    Ok(())
}

fn store_failure(error: ResultsError) -> Failure {
    match error {
        ResultsError::Changed { .. } | ResultsError::Malformed { .. } => {
            Failure::usage(error.to_string())
        }
        ResultsError::Io { .. } | ResultsError::Busy(_) => Failure::could_not(error.to_string()),
    }
}

/// Rate and remaining time, and where a sequential test stands.
fn pace(outlook: &Outlook, elapsed: Duration) -> String {
    let rate = outlook.finished_now as f64 / elapsed.as_secs_f64().max(1e-3);
    let left = (outlook.scheduled - outlook.finished) as f64 / rate.max(1e-9);
    let left = if left >= 5400.0 {
        format!("{:.1} h", left / 3600.0)
    } else if left >= 90.0 {
        format!("{:.0} min", left / 60.0)
    } else {
        format!("{left:.0} s")
    };
    let test = outlook
        .sprt
        .map_or(String::new(), |(llr, _)| format!(", LLR {llr:+.2}"));
    format!(
        "{}/{} games, {rate:.2}/s, {left} left{test}",
        outlook.finished, outlook.scheduled
    )
}

fn report(args: &ArenaArgs, plan: &Plan, games: &[GameRecord]) -> Result<(), Failure> {
    let names: Vec<String> = plan.players.iter().map(ToString::to_string).collect();
    let summary = Summary::new(&names, &plan.schedule, games, plan.sprt);
    let title = format!("{}: {} {}", plan.mode.name(), plan.kind.name(), plan.size);
    if let Some(path) = &args.pgn {
        write_file(path, &pgn(&title, &names, games))?;
    }
    if let Some(path) = &args.html {
        write_file(path, &html::page(&title, plan, &summary, games)?)?;
    }
    if args.json {
        let mut object = json!({
            "game": plan.kind.slug(),
            "size": plan.size.to_string(),
            "mode": plan.mode.name(),
            "significant": summary.pairings.iter().map(|p| p.comparison.is_significant()).collect::<Vec<_>>(),
        });
        let rest = serde_json::to_value(&summary)
            .map_err(|error| Failure::could_not(format!("JSON output: {error}")))?;
        if let (Some(object), serde_json::Value::Object(rest)) = (object.as_object_mut(), rest) {
            let rest = rest.into_iter().map(|(key, value)| match key.as_str() {
                "games" => ("finished".to_owned(), value),
                _ => (key, value),
            });
            object.extend(rest);
        }
        return output::json(&object);
    }
    output::text(&table::summary(&title, plan.mode, &summary))
}

/// Writes a file so that an old one stays whole if that fails.
fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    let part = Path::new(&name);
    let written = std::fs::File::create(part)
        .and_then(|mut file| {
            file.write_all(text.as_bytes())
                .and_then(|()| file.sync_all())
        })
        .and_then(|()| std::fs::rename(part, path));
    written.map_err(|error| {
        let _gone = std::fs::remove_file(part);
        file_failure(path, error)
    })
}

/// `accuracy`: every player in every solved position.
fn measure(args: &ArenaArgs, kind: GameKind, interrupt: &Interrupt) -> Result<(), Failure> {
    let text = match &args.positions {
        Some(path) => std::fs::read_to_string(path).map_err(|e| file_failure(path, e))?,
        None => accuracy::builtin(kind).to_owned(),
    };
    let mut positions = accuracy::parse(kind, &text)
        .map_err(|e| Failure::usage(format!("solved positions: {e}")))?;
    if args.has_size() {
        let size = args.size(kind)?;
        positions.retain(|p| p.position.size() == size);
    }
    if positions.is_empty() {
        return Err(Failure::usage("there are no solved positions of that size"));
    }
    let (specs, limits) = (args.specs(Mode::Accuracy)?, args.limits()?);
    let progress = Progress::start();
    let total = positions.len() * specs.len();
    let results = watch(interrupt, |stopped| {
        let mut results: Vec<Accuracy> = Vec::new();
        for (number, spec) in specs.iter().enumerate() {
            let name = spec.to_string();
            let measured = accuracy::measure(
                &name,
                &spec.factory(),
                &positions,
                &limits,
                args.seed(),
                stopped,
                |done| progress.update(number * positions.len() + done, total, || name.clone()),
            );
            results.extend(measured);
        }
        results
    });
    progress.finish();
    if interrupt.is_raised() {
        return Err(Failure::interrupted());
    }
    let title = format!(
        "accuracy: {}, {} solved positions",
        kind.name(),
        positions.len()
    );
    if let Some(path) = &args.html {
        write_file(path, &html::accuracy_page(&title, &results)?)?;
    }
    if args.json {
        return output::json(&json!({
            "game": kind.slug(),
            "mode": "accuracy",
            "positions": positions.len(),
            "accuracy": results,
        }));
    }
    output::text(&table::accuracy(&title, &results))
}

/// `make-positions`: solved positions, as lines for `--positions` or for the project's data.
fn make_positions(args: &ArenaArgs, kind: GameKind, interrupt: &Interrupt) -> Result<(), Failure> {
    let size = args.size(kind)?;
    let stop = || interrupt.is_raised();
    let made = accuracy::make(
        kind,
        size,
        args.count,
        args.most_legal.clamp(4, 600),
        args.solver_nodes(),
        args.seed(),
        &stop,
    );
    if interrupt.is_raised() {
        return Err(Failure::interrupted());
    }
    let lines: String = made.iter().map(|m| accuracy::to_line(m) + "\n").collect();
    match &args.out {
        Some(path) => write_file(path, &lines),
        None => output::text(&lines),
    }
}

/// What a comparison says, in words.
fn verdict(comparison: &Comparison, a: &str, b: &str) -> String {
    if !comparison.is_significant() {
        return format!(
            "not significant: {} pairs do not show, at 95 %, which of the two is stronger",
            comparison.pairs
        );
    }
    let (better, worse, elo) = if comparison.elo.value > 0.0 {
        (a, b, comparison.elo)
    } else {
        (b, a, comparison.elo.map(|elo| -elo))
    };
    let (least, most) = (elo.low.min(elo.high), elo.low.max(elo.high));
    format!(
        "significant: {better} is stronger than {worse}, by {least:.0} to {most:.0} Elo at 95 %"
    )
}

fn file_failure(path: &Path, problem: impl std::fmt::Display) -> Failure {
    Failure::could_not(format!("{}: {problem}", path.display()))
}
