//! Whatever is killed, the answer is the same.

use std::sync::mpsc::Receiver;

use async_nats::jetstream::consumer::PullConsumer;
use futures_util::StreamExt as _;
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

use narrows_ai::verify::verify;

use crate::support::{PATIENCE, Process, Server, listen, runtime};

/// Processes are killed at so many moments.
const KILLS: u32 = 50;

fn solve(server: &Server, size: &str, proof: &str) -> Process {
    server.run(&[
        "solve",
        "black-narrows",
        "--size",
        size,
        "--job-nodes",
        "10000",
        "--ack-wait",
        "1",
        "--json",
        "--proof",
        proof,
    ])
}

/// kill -9 of workers, of the coordinator and of the server at random moments, each of them some answers after the
/// last: the coordinator resumes, the jobs of dead workers go to others, and the proof holds.
#[test]
fn kills_change_nothing() {
    let seed = 20_261_130;
    eprintln!("seed {seed}");
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut server = Server::start();
    let answers = listen(&server, "narrows.results.>");
    let mut workers = [server.worker(), server.worker()];
    let mut kills = 0;
    let proof = server.folder.0.join("proof").display().to_string();
    // Each size begins anew, should one be solved before the last kill.
    for (size, outcome) in [
        ("6x5", "win"),
        ("7x4", "win"),
        ("5x6", "win"),
        ("4x7", "win"),
    ] {
        if kills >= KILLS {
            break;
        }
        let mut coordinator = solve(&server, size, &proof);
        while kills < KILLS && some_answers(&answers, random.random_range(1..4), &mut coordinator) {
            match random.random_range(0..4) {
                0 => {
                    server.kill_and_restart();
                }
                1 => {
                    coordinator.kill();
                    coordinator = solve(&server, size, &proof);
                }
                victim => {
                    server.kill_worker(&mut workers[victim - 2]);
                }
            }
            kills += 1;
        }
        let (status, output, lines) = coordinator.end();
        assert!(status.success(), "{size}: {lines}");
        assert!(
            output.contains(&format!("\"outcome\":\"{outcome}\"")),
            "{output}"
        );
        let verified = verify(&std::fs::read(&proof).unwrap()[..]).unwrap();
        assert_eq!(verified.value.name(), outcome);
    }
    eprintln!("{kills} kills");
    assert_eq!(kills, KILLS);
}

/// Waits for some answers; `false` if the coordinator ended.
fn some_answers(
    answers: &Receiver<async_nats::Message>,
    number: u32,
    coordinator: &mut Process,
) -> bool {
    let mut silence = 0;
    let mut left = number;
    while left > 0 {
        if !coordinator.is_running() {
            return false;
        }
        match answers.recv_timeout(PATIENCE / 1000) {
            Ok(_) => left -= 1,
            Err(_) => silence += 1,
        }
        assert!(
            silence < 1000,
            "no answers for {PATIENCE:?}: {}",
            coordinator.said()
        );
    }
    true
}

/// Jobs that the server has forgotten are put into the queue again.
#[test]
fn lost_jobs_are_put_back() {
    let server = Server::start();
    let jobs = listen(&server, "narrows.jobs.>");
    let proof = server.folder.0.join("proof").display().to_string();
    let coordinator = solve(&server, "5x4", &proof);
    jobs.recv_timeout(PATIENCE).unwrap();
    runtime().block_on(async {
        let js = async_nats::jetstream::new(server.client().await);
        let stream = js.get_stream("narrows_jobs").await.unwrap();
        assert!(stream.purge().await.unwrap().purged > 0);
    });
    let _worker = server.worker();
    coordinator.ends_well();
}

/// Ctrl-C on a worker gives its job back at once: nobody waits for an hour.
#[test]
fn an_interrupted_worker_gives_its_job_back() {
    let server = Server::start();
    let beats = listen(&server, "narrows.workers.*");
    let _coordinator = server.run(&[
        "solve",
        "black-narrows",
        "--size",
        "8x7",
        "--job-nodes",
        "1000000000000",
        "--ack-wait",
        "3600",
    ]);
    let worker = server.worker();
    loop {
        let beat = beats.recv_timeout(PATIENCE).unwrap();
        if String::from_utf8_lossy(&beat.payload).contains("\"busy\":1") {
            break;
        }
    }
    worker.interrupt();
    let (status, _, lines) = worker.end();
    assert_eq!(status.code(), Some(130), "{lines}");
    assert!(lines.contains("given back"), "{lines}");
    // What was given back is delivered again at once: otherwise it would take an hour.
    let again = runtime().block_on(async {
        let js = async_nats::jetstream::new(server.client().await);
        let stream = js.get_stream("narrows_jobs").await.unwrap();
        let name = stream.consumer_names().next().await.unwrap().unwrap();
        let consumer: PullConsumer = stream.get_consumer(&name).await.unwrap();
        let mut jobs = consumer.messages().await.unwrap();
        let again = async {
            while let Some(job) = jobs.next().await {
                if job.unwrap().info().unwrap().delivered == 2 {
                    return true;
                }
            }
            false
        };
        tokio::time::timeout(PATIENCE, again).await
    });
    assert_eq!(again, Ok(true));
}

/// An interrupted coordinator keeps what is known, and says so.
#[test]
fn an_interrupted_coordinator_resumes() {
    let server = Server::start();
    let _worker = server.worker();
    let answers = listen(&server, "narrows.results.>");
    let proof = server.folder.0.join("proof").display().to_string();
    let mut coordinator = solve(&server, "6x5", &proof);
    assert!(some_answers(&answers, 5, &mut coordinator));
    coordinator.interrupt();
    let (status, output, lines) = coordinator.end();
    assert_eq!(status.code(), Some(130), "{lines}");
    assert!(
        output.is_empty() && lines.contains("resumes from there"),
        "{lines}"
    );
    let again = solve(&server, "6x5", &proof);
    again.says("resumes with ");
    let (status, output, lines) = again.end();
    assert!(status.success() && output.contains("\"win\""), "{lines}");
}
