//! How things stand, as text for people.

use narrows_arena::limits::grouped;
use narrows_arena::report::columns;

use super::Snapshot;
use crate::failure::one_line;
use crate::wire::{Beat, Status};

/// So many workers are shown, and the number of the others.
const MOST_ROWS: usize = 30;
/// The longest text in a cell, in characters.
const MOST_TEXT: usize = 40;
/// So many moments of the proof numbers are shown, the last among them.
const MOMENTS: usize = 5;

/// The tables of runs and workers.
pub fn text(snapshot: &Snapshot) -> String {
    let mut parts = Vec::new();
    if snapshot.runs.is_empty() {
        parts.push("no run has a coordinator".to_owned());
    } else {
        parts.push(runs(&snapshot.runs));
    }
    for status in &snapshot.runs {
        parts.extend(numbers(status, &snapshot.workers));
        parts.extend(troubles(status));
    }
    for run in &snapshot.without_coordinator {
        let title = run.title.as_deref().unwrap_or("of another version");
        parts.push(format!(
            "run {} ({}) has no coordinator: the command that began it resumes it",
            short(&run.run),
            short(title)
        ));
    }
    if snapshot.workers.is_empty() {
        parts.push("no workers".to_owned());
    } else {
        parts.push(workers(&snapshot.workers));
    }
    parts.join("\n\n")
}

fn runs(runs: &[Status]) -> String {
    let head = [
        "run", "workers", "threads", "waiting", "running", "done", "of", "jobs/s", "time", "left",
    ];
    let rows = runs.iter().map(|status| {
        vec![
            short(&status.title),
            status.workers.to_string(),
            status.threads.to_string(),
            grouped(status.waiting),
            grouped(status.running),
            grouped(status.done),
            status.total.map_or_else(|| "?".to_owned(), grouped),
            format!("{:.1}", status.rate.min(1e9)),
            duration(status.seconds),
            status.left_seconds.map_or_else(|| "?".to_owned(), duration),
        ]
    });
    columns(&head, &rows.collect::<Vec<_>>())
}

fn workers(workers: &[Beat]) -> String {
    let head = [
        "worker", "version", "threads", "busy", "done", "failed", "nodes/s",
    ];
    let rows = workers.iter().take(MOST_ROWS).map(|beat| {
        vec![
            short(&beat.worker),
            short(&beat.version),
            beat.threads.to_string(),
            beat.busy.to_string(),
            grouped(beat.done),
            grouped(beat.failed),
            format!("{:.0}", beat.speed.min(1e15)),
        ]
    });
    let mut text = columns(&head, &rows.collect::<Vec<_>>());
    if workers.len() > MOST_ROWS {
        text += &format!("\nand {} more", workers.len() - MOST_ROWS);
    }
    text
}

/// The proof numbers of a solve over time, and how long the smaller of them would take.
fn numbers(status: &Status, workers: &[Beat]) -> Option<String> {
    let samples = &status.numbers;
    let last = samples.last()?;
    // Counted from the end, so that the last is among them.
    let step = samples.len().div_ceil(MOMENTS);
    let mut shown: Vec<_> = samples.iter().rev().step_by(step).collect();
    shown.reverse();
    let rows = shown.into_iter().map(|[seconds, proof, disproof]| {
        vec![duration(*seconds), nodes(*proof), nodes(*disproof)]
    });
    let head = ["time", "nodes to prove a win", "nodes to prove a loss"];
    let table = columns(&head, &rows.collect::<Vec<_>>());
    let mut text = format!("{}\n{table}", short(&status.title));
    let speeds = workers.iter().map(|beat| beat.speed * beat.threads as f64);
    let speed: f64 = speeds.sum();
    let least = last[1].min(last[2]);
    if speed > 0.0 && least > 0.0 {
        text += &format!(
            "\nabout {} left, if these estimates hold and all workers do this alone",
            duration(least / speed)
        );
    }
    Some(text)
}

/// Jobs that were set aside, and workers that are not believed.
fn troubles(status: &Status) -> Option<String> {
    let mut lines = Vec::new();
    for [job, text] in status.set_aside.iter().take(MOST_ROWS) {
        lines.push(format!(
            "job {} was set aside: {}",
            short(job),
            one_line(text)
        ));
    }
    let more = status.set_aside.len().saturating_sub(MOST_ROWS);
    if more > 0 {
        lines.push(format!("and {more} more jobs"));
    }
    for worker in status.banned.iter().take(MOST_ROWS) {
        lines.push(format!("worker {} gave wrong answers", short(worker)));
    }
    (!lines.is_empty()).then(|| format!("{}\n{}", short(&status.title), lines.join("\n")))
}

/// What somebody wrote, harmless and not too long for a cell.
fn short(text: &str) -> String {
    let line = one_line(text);
    if line.chars().count() <= MOST_TEXT {
        return line;
    }
    let start: String = line.chars().take(MOST_TEXT - 1).collect();
    format!("{start}…")
}

fn nodes(nodes: f64) -> String {
    if nodes >= 1e300 {
        "never".to_owned()
    } else {
        format!("{nodes:.2e}")
    }
}

/// A time in its two largest units.
fn duration(seconds: f64) -> String {
    let whole = seconds as u64;
    match whole {
        0..60 => format!("{whole} s"),
        60..3600 => format!("{} min {} s", whole / 60, whole % 60),
        3600..86_400 => format!("{} h {} min", whole / 3600, whole / 60 % 60),
        86_400..864_000_000 => format!("{} d {} h", grouped(whole / 86_400), whole / 3600 % 24),
        _ => "over 10,000 d".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Unattended;
    use super::*;

    #[test]
    fn a_table_says_all_there_is_to_say_and_no_control_character() {
        let status = Status {
            run: "r".into(),
            title: "solve \x1b[31m black-narrows".into(),
            seconds: 75.0,
            waiting: 1234,
            left_seconds: Some(90_000.0),
            total: Some(2000),
            numbers: (0..12).map(|n| [f64::from(n), 1e6, 2e6]).collect(),
            set_aside: vec![["j".into(), "out of\nluck".into()]],
            banned: vec!["liar".into()],
            ..Status::default()
        };
        let beat = Beat {
            worker: "w".repeat(100),
            version: "1".into(),
            threads: 2,
            speed: 500.0,
            busy: 1,
            done: 7,
            failed: 0,
        };
        let unattended = Unattended {
            run: "lost".into(),
            title: None,
        };
        let text = text(&Snapshot {
            workers: vec![beat; 40],
            runs: vec![status],
            without_coordinator: vec![unattended],
        });
        for part in [
            "1,234",
            "2,000",
            "1 min 15 s",
            "1 d 1 h",
            "out of luck",
            "liar gave",
            "run lost",
            "and 10 more",
            "11 s",
            "1.00e6",
            "about 25 s left",
        ] {
            assert!(text.contains(part), "{part:?} in {text}");
        }
        let widest = text.lines().map(|line| line.chars().count()).max();
        assert!(!text.contains('\x1b') && widest < Some(140), "{text}");
    }

    #[test]
    fn nobody_there_is_said_in_words() {
        let text = text(&Snapshot::default());
        assert_eq!(text, "no run has a coordinator\n\nno workers");
    }

    #[test]
    fn times_have_their_two_largest_units() {
        for (seconds, text) in [
            (0.4, "0 s"),
            (3599.9, "59 min 59 s"),
            (3600.0, "1 h 0 min"),
            (f64::INFINITY, "over 10,000 d"),
            (f64::NAN, "0 s"),
        ] {
            assert_eq!(duration(seconds), text);
        }
    }
}
