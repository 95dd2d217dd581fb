//! What does not belong is refused with a line, by whoever meets it.

use async_nats::jetstream;
use serde_json::json;

use crate::support::{PATIENCE, Server, listen, runtime};

fn run_record(id: &str, version: &str, position: &str) -> Vec<u8> {
    let run = json!({
        "protocol": 1, "version": version, "id": id, "ack_wait": 30.0,
        "task": {"solve": {"game": "black-narrows", "pie": false, "position": position, "fact_nodes": 64}},
    });
    run.to_string().into_bytes()
}

/// Runs of another version, of garbage or of a board that is too large are not joined; the worker goes on.
#[test]
fn runs_that_a_worker_cannot_do_are_not_joined() {
    let server = Server::start();
    let worker = server.worker();
    worker.says("waiting for jobs");
    // A first solve makes the buckets.
    server
        .run(&["solve", "black-narrows", "--size", "4x3"])
        .ends_well();
    let large = vec!["26"; 26].join("/");
    let version = env!("CARGO_PKG_VERSION");
    for (record, says) in [
        (run_record("other", "9.9.9", "4/4/4"), "of version 9.9.9"),
        (b"{\"protocol\":".to_vec(), "cannot be read"),
        (b"\xff\x00".to_vec(), "cannot be read"),
        (run_record("elsewhere", version, "4/4/4"), "of another run"),
        (run_record("other", version, "x4/4"), "not joined run other"),
        (run_record("other", version, &large), "too large"),
    ] {
        runtime().block_on(async {
            let js = jetstream::new(server.client().await);
            let runs = js.get_key_value("narrows_runs").await.unwrap();
            runs.put("other", record.into()).await.unwrap();
        });
        worker.says(says);
    }
    server
        .run(&["solve", "black-narrows", "--size", "4x4"])
        .ends_well();
}

/// Garbled and foreign jobs are answered as failed; garbled and foreign answers are refused; the run goes on.
#[test]
fn garbled_messages_are_refused() {
    let server = Server::start();
    let coordinator = server.run(&[
        "solve",
        "black-narrows",
        "--size",
        "5x5",
        "--job-nodes",
        "300",
        "--json",
    ]);
    let jobs = listen(&server, "narrows.jobs.>");
    let run = runtime().block_on(async {
        let client = server.client().await;
        let js = jetstream::new(client.clone());
        // The coordinator is there once its run is.
        let run = loop {
            if let Ok(runs) = js.get_key_value("narrows_runs").await
                && let Ok(mut keys) = runs.keys().await
                && let Some(Ok(key)) = futures_util::StreamExt::next(&mut keys).await
            {
                break key;
            }
        };
        let wrong_board = json!({"id": "large", "work": {"solve": {"position": "9/9/9", "nodes": 5}}});
        let wrong_kind = json!({"id": "kind", "work": {"count": {"stones": [1]}}});
        for (job, text) in [
            ("garbled", b"\x00\xff{".to_vec()),
            ("large", wrong_board.to_string().into_bytes()),
            ("kind", wrong_kind.to_string().into_bytes()),
        ] {
            let subject = format!("narrows.jobs.{run}.{job}");
            js.publish(subject, text.into()).await.unwrap().await.unwrap();
        }
        let foreign = json!({"job": "x", "worker": "b", "seconds": 0.1, "outcome": {"failed": {"text": "t"}}});
        for text in [b"[".to_vec(), foreign.to_string().into_bytes()] {
            let subject = format!("narrows.results.{run}.a");
            js.publish(subject, text.into()).await.unwrap().await.unwrap();
        }
        run
    });
    coordinator.says("it cannot be read");
    coordinator.says("names somebody else");
    let worker = server.worker();
    worker.says(&format!("refused job garbled of {run}"));
    worker.says("job large of ");
    worker.says("job kind of ");
    let (status, output, lines) = coordinator.end();
    assert!(status.success() && output.contains("\"win\""), "{lines}");
    drop(jobs);
}

/// A job that fails three times is set aside with its text, and the run goes on.
#[test]
fn a_job_that_fails_three_times_is_set_aside() {
    let server = Server::start();
    let jobs = listen(&server, "narrows.jobs.>");
    let coordinator = server.run(&[
        "solve",
        "black-narrows",
        "--size",
        "5x5",
        "--job-nodes",
        "300",
        "--json",
    ]);
    let job = jobs.recv_timeout(PATIENCE).unwrap();
    let tokens: Vec<_> = job.subject.split('.').collect();
    let (run, id) = (tokens[2].to_owned(), tokens[3].to_owned());
    runtime().block_on(async {
        let js = jetstream::new(server.client().await);
        for number in 0..3 {
            let answer = json!({
                "job": id, "worker": "clumsy", "seconds": 0.1,
                "outcome": {"failed": {"text": format!("out of luck {number}")}},
            });
            let subject = format!("narrows.results.{run}.clumsy");
            let payload = answer.to_string().into_bytes();
            js.publish(subject, payload.into())
                .await
                .unwrap()
                .await
                .unwrap();
        }
    });
    coordinator.says("out of luck 0");
    let line = coordinator.says("is set aside after 3 failures");
    assert!(
        line.contains(&id) && line.contains("out of luck 2"),
        "{line}"
    );
    let _worker = server.worker();
    let (status, output, lines) = coordinator.end();
    assert!(status.success() && output.contains("\"win\""), "{lines}");
}
