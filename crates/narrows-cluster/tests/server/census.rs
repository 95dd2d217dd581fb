//! Counting on many machines gives the sums of one machine, whatever is killed and whoever is wrong.

use async_nats::jetstream;
use narrows_core::black_narrows::census::census;
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};

use crate::support::{PATIENCE, Process, Server, listen, publish_answer, runtime};

/// What `narrows census --json` prints.
fn expected(size: &str) -> String {
    let levels = census::<1>(size.parse().unwrap()).unwrap();
    let counts: Vec<_> = levels.iter().map(|level| level.sets).collect();
    let total: u64 = counts.iter().sum();
    json!({"counts": counts, "total": total}).to_string()
}

fn count(server: &Server, size: &str, more: &[&str]) -> Process {
    let count = ["census", "black-narrows", "--size", size, "--json"];
    server.run(&[&count, more].concat())
}

fn check(counting: Process, size: &str) -> String {
    let (status, output, lines) = counting.end();
    assert!(status.success(), "{lines}");
    assert_eq!(output, expected(size), "{lines}");
    lines
}

/// One, two and three workers, and partitions that have nothing in common.
#[test]
fn sums_are_those_of_one_machine() {
    let server = Server::start();
    let mut workers = Vec::new();
    for partition in [
        &["--jobs", "20"][..],
        &["--jobs", "7", "--prefix", "2"],
        &["--jobs", "50", "--prefix", "4"],
    ] {
        workers.push(server.worker());
        check(count(&server, "5x5", partition), "5x5");
    }
    for size in ["2x2", "2x7", "5x4"] {
        check(count(&server, size, &[]), size);
    }
    // Larger sets than there are: nothing is left to hand out.
    check(count(&server, "3x3", &["--prefix", "9"]), "3x3");
    let text = server.run(&["census", "black-narrows", "--size", "3x2"]);
    let (status, output, lines) = text.end();
    assert!(status.success(), "{lines}");
    assert!(
        output.starts_with("legal sets of stones on 3x2\nstones  sets\n     0  1\n")
            && output.ends_with(" total  35"),
        "{output}"
    );
}

/// Every answer is checked by another worker, and they agree.
#[test]
fn audits_of_honest_workers_agree() {
    let server = Server::start();
    let _workers = [server.worker(), server.worker()];
    let audited = count(&server, "5x4", &["--jobs", "15", "--audit", "1"]);
    let lines = check(audited, "5x4");
    assert!(
        !lines.contains("contradict") && !lines.contains("not checked"),
        "{lines}"
    );
}

/// kill -9 of a worker, the coordinator and the server, each after some answers, until all parts are counted.
#[test]
fn kills_change_no_sum() {
    let seed = 20_261_201;
    eprintln!("seed {seed}");
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut server = Server::start();
    let answers = listen(&server, "narrows.results.>");
    let mut workers = [server.worker(), server.worker()];
    let begin = |server: &Server| count(server, "6x5", &["--jobs", "120", "--ack-wait", "1"]);
    let mut counting = begin(&server);
    let mut kills = [0; 3];
    // So many answers are there for certain, whatever is counted twice.
    for round in 0..12 {
        for _ in 0..random.random_range(1..5) {
            answers.recv_timeout(PATIENCE).unwrap();
        }
        assert!(counting.is_running());
        match round % 3 {
            0 => server.kill_and_restart(),
            1 => {
                counting.kill();
                counting = begin(&server);
            }
            _ => {
                let victim = random.random_range(0..2);
                server.kill_worker(&mut workers[victim]);
            }
        }
        kills[round % 3] += 1;
    }
    check(counting, "6x5");
    assert_eq!(kills, [4, 4, 4]);
}

/// Sums that cannot be are refused as they come; a part of another kind, or none, fails at the worker.
#[test]
fn wrong_sums_are_refused() {
    let server = Server::start();
    let jobs = listen(&server, "narrows.jobs.>");
    let counting = count(&server, "5x4", &["--jobs", "3", "--prefix", "2"]);
    let job = jobs.recv_timeout(PATIENCE).unwrap();
    let tokens: Vec<_> = job.subject.split('.').collect();
    let (run, id) = (tokens[2].to_owned(), tokens[3].to_owned());
    let wrong = json!({"counted": {"counts": [1, 2, 3]}});
    publish_answer(&server, &run, "clumsy", &id, &wrong);
    counting.says("1 sets of 3 stones, where there are ");
    let kind = json!({"solved": {"value": "win", "nodes": 1}});
    publish_answer(&server, &run, "clumsy", &id, &kind);
    counting.says("another kind of job");
    let negative = json!({"counted": {"counts": [-1]}});
    publish_answer(&server, &run, "clumsy", &id, &negative);
    counting.says("it cannot be read");
    runtime().block_on(async {
        let js = jetstream::new(server.client().await);
        for (id, work) in [
            ("none", json!({"count": {"part": 3}})),
            ("kind", json!({"prove": {"position": "5/5/5/5"}})),
        ] {
            let job = json!({"id": id, "work": work}).to_string();
            let subject = format!("narrows.jobs.{run}.{id}");
            let stored = js.publish(subject, job.into_bytes().into()).await.unwrap();
            stored.await.unwrap();
        }
    });
    let worker = server.worker();
    check(counting, "5x4");
    worker.interrupt();
    let (_, _, lines) = worker.end();
    assert!(
        lines.contains("part 3 of 3") && lines.contains("job kind of "),
        "{lines}"
    );
}

/// Without one of its jobs a count has no sums; the same command tries again what was set aside, and nothing else.
#[test]
fn a_count_without_a_job_fails_and_resumes() {
    let server = Server::start();
    let jobs = listen(&server, "narrows.jobs.>");
    let begin = || count(&server, "5x4", &["--jobs", "3", "--prefix", "2"]);
    let counting = begin();
    let job = jobs.recv_timeout(PATIENCE).unwrap();
    let tokens: Vec<_> = job.subject.split('.').collect();
    let failed = json!({"failed": {"text": "out of luck"}});
    for _ in 0..3 {
        publish_answer(&server, tokens[2], "clumsy", tokens[3], &failed);
    }
    counting.says("is set aside after 3 failures");
    let _worker = server.worker();
    let (status, output, lines) = counting.end();
    assert_eq!(status.code(), Some(1), "{lines}");
    assert!(
        output.is_empty() && lines.contains("1 of 3 jobs were set aside"),
        "{lines}"
    );
    let lines = check(begin(), "5x4");
    assert!(lines.contains("resumes with 2 answers"), "{lines}");
}

/// A second answer that contradicts the first is looked into, and whoever is wrong is named and believed no longer.
#[test]
fn a_contradiction_names_the_liar() {
    let server = Server::start();
    let answers = listen(&server, "narrows.results.>");
    let worker = server.worker();
    // It goes on for long enough: 6x6 has more than a thousand million sets.
    let counting = count(&server, "6x6", &["--jobs", "2000"]);
    let answer = answers.recv_timeout(PATIENCE).unwrap();
    let run = answer.subject.split('.').nth(2).unwrap().to_owned();
    let answer: Value = serde_json::from_slice(&answer.payload).unwrap();
    let id = answer["job"].as_str().unwrap();
    let mut counts = answer["outcome"]["counted"]["counts"].clone();
    counts[1] = json!(counts[1].as_u64().unwrap() + 1);
    let lie = json!({"counted": {"counts": counts}});
    publish_answer(&server, &run, "liar", id, &lie);
    counting.says("contradict each other");
    let line = counting.says("lied about job");
    assert!(line.contains("worker liar lied"), "{line}");
    // The count goes on under new names.
    loop {
        let answer = answers.recv_timeout(PATIENCE).unwrap();
        let answer: Value = serde_json::from_slice(&answer.payload).unwrap();
        if answer["job"].as_str().unwrap().starts_with("c1-") {
            break;
        }
    }
    drop((counting, worker));
}

/// What cannot be counted is refused before anything is asked of the server.
#[test]
fn what_cannot_be_counted_is_refused_in_a_line() {
    let server = Server::start();
    for (args, says) in [
        (
            &["narrows", "--size", "4x4"][..],
            "narrows has no such sets",
        ),
        (&["black-narrows", "--size", "1x9"], "--size 1x9"),
        (&["black-narrows", "--size", "13x5"], "more than 64 points"),
        (
            &["black-narrows", "--size", "8x8", "--prefix", "20"],
            "more than 1048576 classes",
        ),
        (
            &["black-narrows", "--size", "4x4", "--jobs", "0"],
            "from 1 to 100,000",
        ),
        (
            &["black-narrows", "--size", "4x4", "--prefix", "-1"],
            "--prefix -1: ",
        ),
    ] {
        let (status, output, lines) = server.run(&[&["census"], args].concat()).end();
        assert_eq!(status.code(), Some(2), "{lines}");
        assert!(output.is_empty() && lines.contains(says), "{lines}");
        assert_eq!(lines.lines().count(), 1, "{lines}");
    }
}
