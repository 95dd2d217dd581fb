//! `status` says who is there and how runs stand, as a table, as JSON and to Prometheus.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use serde_json::Value;

use crate::support::{PATIENCE, Process, Server, listen};

/// A solve that takes longer than anybody waits here.
fn endless(server: &Server) -> Process {
    server.run(&["solve", "black-narrows", "--size", "8x7"])
}

/// What `status --json` says once it is what is waited for.
fn snapshot(server: &Server, is_it: impl Fn(&Value) -> bool) -> Value {
    // Who is late on a busy machine is heard the next time.
    for _ in 0..20 {
        let (status, output, lines) = server.run(&["status", "--json"]).end();
        assert!(status.success(), "{lines}");
        let found = serde_json::from_str(&output).unwrap();
        if is_it(&found) {
            return found;
        }
        eprintln!("not yet: {found}");
    }
    panic!("it never comes");
}

#[test]
fn a_snapshot_has_workers_and_runs() {
    let server = Server::start();
    let nobody = snapshot(&server, |_| true);
    assert_eq!(
        nobody.to_string(),
        r#"{"workers":[],"runs":[],"without_coordinator":[]}"#
    );
    let beats = listen(&server, "narrows.workers.*");
    let statuses = listen(&server, "narrows.status.*");
    let worker = server.worker();
    let mut coordinator = endless(&server);
    beats.recv_timeout(PATIENCE).unwrap();
    statuses.recv_timeout(PATIENCE).unwrap();
    let found = snapshot(&server, |found| {
        found["workers"][0]["busy"] == 1 && found["runs"][0]["workers"] == 1
    });
    assert_eq!(found["workers"][0]["threads"], 1);
    let run = &found["runs"][0];
    assert!(
        run["title"]
            .as_str()
            .unwrap()
            .starts_with("solve black-narrows 8/8/")
    );
    assert_eq!(run["threads"], 1);
    assert!(run["numbers"][0][1].as_f64().unwrap() > 1e6, "{run}");
    assert_eq!(found["without_coordinator"].as_array().unwrap().len(), 0);
    // As text, where nobody can look at a table that changes.
    let (status, text, lines) = server.run(&["status"]).end();
    assert!(status.success() && lines.is_empty(), "{lines}");
    assert!(
        text.contains("solve black-narrows 8/8") && text.contains("nodes to prove a win"),
        "{text}"
    );
    coordinator.kill();
    let left = snapshot(&server, |found| {
        found["runs"].as_array().unwrap().is_empty()
    });
    assert_eq!(left["without_coordinator"][0]["run"], run["run"]);
    assert_eq!(left["without_coordinator"][0]["title"], run["title"]);
    drop(worker);
}

fn ask(address: &str, request: &[u8]) -> String {
    let mut connection = TcpStream::connect(address).unwrap();
    connection.set_read_timeout(Some(PATIENCE)).unwrap();
    // The server may close before all is sent.
    let _closed = connection.write_all(request);
    let _closed = connection.shutdown(std::net::Shutdown::Write);
    let mut answer = Vec::new();
    connection.read_to_end(&mut answer).unwrap();
    String::from_utf8(answer).unwrap()
}

#[test]
fn metrics_are_served_whatever_comes() {
    let server = Server::start();
    let _worker = server.worker();
    let _coordinator = endless(&server);
    let status = server.run(&["status", "--metrics", "127.0.0.1:0"]);
    let line = status.says("metrics are at http://");
    let address = line.split("http://").nth(1).unwrap();
    let address = address.strip_suffix("/metrics").unwrap();
    // Garbage, endless lines and connections that say nothing are in nobody's way.
    let silent: Vec<_> = (0..10)
        .map(|_| TcpStream::connect(address).unwrap())
        .collect();
    for garbage in [&b"\x00\xff\r\n\r\n"[..], b"GET", &[b'a'; 100_000], b""] {
        let answer = ask(address, garbage);
        assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
    }
    let request = b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let page = loop {
        let answer = ask(address, request);
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
        if answer.contains("narrows_run_proof_nodes{") && answer.contains("narrows_worker_threads{")
        {
            break answer;
        }
    };
    assert!(
        page.contains("# TYPE narrows_worker_jobs_total counter\n"),
        "{page}"
    );
    let (head, body) = page.split_once("\r\n\r\n").unwrap();
    assert!(
        head.contains(&format!("Content-Length: {}\r\n", body.len())),
        "{head}"
    );
    drop(silent);
    status.interrupt();
    let (ended, output, lines) = status.end();
    assert_eq!(ended.code(), Some(130), "{lines}");
    assert!(
        output.is_empty() && lines.contains("interrupted"),
        "{lines}"
    );
}

#[test]
fn an_address_that_cannot_be_served_is_an_error_in_a_line() {
    let server = Server::start();
    let taken = format!("127.0.0.1:{}", server.port);
    for (args, code, says) in [
        (
            &["--metrics", &*taken][..],
            1,
            "error: --metrics 127.0.0.1:",
        ),
        (
            &["--metrics", "everywhere"],
            2,
            "error: --metrics everywhere: use an address",
        ),
        (&["--metrics", "127.0.0.1:0", "--json"], 2, "error: "),
    ] {
        let (status, output, lines) = server.run(&[&["status"], args].concat()).end();
        assert_eq!(status.code(), Some(code), "{lines}");
        assert!(output.is_empty() && lines.starts_with(says), "{lines}");
        assert_eq!(lines.lines().count(), 1, "{lines}");
    }
}
