//! How things stand, in the [text format of Prometheus](https://prometheus.io/docs/instrumenting/exposition_formats/).

use std::fmt::Write as _;

use super::Snapshot;
use crate::wire::{Beat, Status};

/// A metric of every worker or every run: name, what it is, and its value where there is one.
type Metric<T> = (&'static str, &'static str, fn(&T) -> Option<f64>);

const WORKERS: &[Metric<Beat>] = &[
    (
        "narrows_worker_threads",
        "Jobs that a worker does at a time.",
        |beat| Some(beat.threads as f64),
    ),
    (
        "narrows_worker_busy_threads",
        "Jobs that a worker has at hand.",
        |beat| Some(beat.busy as f64),
    ),
    (
        "narrows_worker_jobs_total",
        "Jobs that a worker has answered since it began.",
        |beat| Some(beat.done as f64),
    ),
    (
        "narrows_worker_failed_jobs_total",
        "Jobs that failed at a worker since it began.",
        |beat| Some(beat.failed as f64),
    ),
    (
        "narrows_worker_nodes_per_second",
        "Speed of one thread, measured when the worker began.",
        |beat| Some(beat.speed),
    ),
];

const RUNS: &[Metric<Status>] = &[
    (
        "narrows_run_seconds",
        "Seconds since the coordinator began.",
        |status| Some(status.seconds),
    ),
    (
        "narrows_run_workers",
        "Workers that the coordinator hears.",
        |status| Some(status.workers as f64),
    ),
    (
        "narrows_run_threads",
        "Jobs that these workers do at a time.",
        |status| Some(status.threads as f64),
    ),
    ("narrows_run_waiting_jobs", "Jobs in the queue.", |status| {
        Some(status.waiting as f64)
    }),
    ("narrows_run_running_jobs", "Jobs at work.", |status| {
        Some(status.running as f64)
    }),
    (
        "narrows_run_done_jobs",
        "Jobs answered; fewer after a run began anew.",
        |status| Some(status.done as f64),
    ),
    (
        "narrows_run_jobs",
        "Jobs in all, where that is known.",
        |status| status.total.map(|total| total as f64),
    ),
    (
        "narrows_run_jobs_per_second",
        "Jobs answered a second since the coordinator began.",
        |status| Some(status.rate),
    ),
    (
        "narrows_run_left_seconds",
        "Seconds left at this rate, where that is known.",
        |status| status.left_seconds,
    ),
    (
        "narrows_run_set_aside_jobs",
        "Jobs that failed three times.",
        |status| Some(status.set_aside.len() as f64),
    ),
    (
        "narrows_run_banned_workers",
        "Workers that gave wrong answers.",
        |status| Some(status.banned.len() as f64),
    ),
    (
        "narrows_run_tree_nodes",
        "Nodes of the upper tree of a solve.",
        |status| status.tree.map(|nodes| nodes as f64),
    ),
    (
        "narrows_run_proof_nodes",
        "Proof number of the root: nodes to prove a win.",
        |status| status.numbers.last().map(|numbers| numbers[1]),
    ),
    (
        "narrows_run_disproof_nodes",
        "Disproof number of the root: nodes to prove a loss.",
        |status| status.numbers.last().map(|numbers| numbers[2]),
    ),
];

/// The page that Prometheus reads.
pub fn text(snapshot: &Snapshot) -> String {
    let mut text = String::new();
    write(&mut text, WORKERS, &snapshot.workers, |beat| {
        [("worker", &beat.worker), ("version", &beat.version)]
    });
    write(&mut text, RUNS, &snapshot.runs, |status| {
        [("run", &status.run), ("title", &status.title)]
    });
    let (name, number) = (
        "narrows_runs_without_coordinator",
        snapshot.without_coordinator.len(),
    );
    head(&mut text, name, "Runs that nobody coordinates.");
    sample(&mut text, name, "", number as f64);
    text
}

fn write<T>(
    text: &mut String,
    metrics: &[Metric<T>],
    of: &[T],
    labels: impl Fn(&T) -> [(&'static str, &String); 2],
) {
    for (name, help, value) in metrics {
        let values = of.iter().filter_map(|one| Some((one, value(one)?)));
        let values: Vec<_> = values.collect();
        if values.is_empty() {
            continue;
        }
        head(text, name, help);
        for (one, value) in values {
            let labels = labels(one).map(|(name, value)| format!("{name}=\"{}\"", escaped(value)));
            sample(text, name, &format!("{{{}}}", labels.join(",")), value);
        }
    }
}

fn head(text: &mut String, name: &str, help: &str) {
    let kind = if name.ends_with("_total") {
        "counter"
    } else {
        "gauge"
    };
    // Writing to a string cannot fail.
    let _ = write!(text, "# HELP {name} {help}\n# TYPE {name} {kind}\n");
}

fn sample(text: &mut String, name: &str, labels: &str, value: f64) {
    let _ = writeln!(text, "{name}{labels} {value}");
}

/// The value of a label, with what the format wants escaped.
fn escaped(value: &str) -> String {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    value.replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_a_line_under_its_type() {
        let status = Status {
            run: "r".into(),
            title: "a \"b\" \\ \n c".into(),
            done: 12,
            numbers: vec![[1.0, 5.0, 6.0], [2.0, 3.5, 1e300]],
            ..Status::default()
        };
        let text = text(&Snapshot {
            runs: vec![status],
            ..Snapshot::default()
        });
        let labels = r#"{run="r",title="a \"b\" \\ \n c"}"#;
        assert!(text.contains(&format!(
            "# TYPE narrows_run_done_jobs gauge\nnarrows_run_done_jobs{labels} 12\n"
        )));
        assert!(text.contains(&format!("narrows_run_proof_nodes{labels} 3.5\n")));
        assert!(text.contains("narrows_runs_without_coordinator 0\n"));
        // What is not known, or of nobody, is not there, and every line is a comment or a sample.
        assert!(!text.contains("narrows_run_jobs{") && !text.contains("narrows_worker"));
        for line in text.lines() {
            let value = line.rsplit(' ').next().unwrap();
            assert!(
                line.starts_with("# ") || value.parse::<f64>().is_ok(),
                "{line}"
            );
        }
    }
}
