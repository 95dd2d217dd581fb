//! The example configuration lets in whom it should, with TLS, and nobody else.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{Folder, Process, Server};

const EXAMPLE: &str = include_str!("../../examples/nats-server.conf");

/// A certificate for the loopback, and the example with keys in the place of its placeholders.
fn configure(folder: &Path, [coordinator, worker, watcher]: [&str; 3]) -> PathBuf {
    let path = |name: &str| folder.join(name);
    let made = Command::new("openssl")
        .args([
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-nodes",
        ])
        .args(["-days", "2", "-subj", "/CN=localhost"])
        .args(["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"])
        .args(["-addext", "basicConstraints=critical,CA:FALSE"])
        .arg("-keyout")
        .arg(path("key.pem"))
        .arg("-out")
        .arg(path("cert.pem"))
        .output()
        .expect("this test needs openssl");
    assert!(made.status.success(), "{made:?}");
    let config = EXAMPLE
        .replace("/etc/nats/", &format!("{}/", folder.display()))
        .replace("UCOORDINATOR", coordinator)
        .replace("UWORKER", worker)
        .replace("UWATCHER", watcher);
    std::fs::write(path("nats-server.conf"), config).unwrap();
    path("nats-server.conf")
}

fn key(folder: &Folder, name: &str) -> (String, String) {
    let pair = nkeys::KeyPair::new_user();
    let path = folder.0.join(name);
    std::fs::write(&path, pair.seed().unwrap()).unwrap();
    (pair.public_key(), path.display().to_string())
}

#[test]
fn only_those_with_keys_get_in_and_each_can_do_its_part() {
    let folder = Folder::new();
    let (coordinator, coordinator_key) = key(&folder, "coordinator.nk");
    let (worker, worker_key) = key(&folder, "worker.nk");
    let (watcher, watcher_key) = key(&folder, "watcher.nk");
    let (_, stranger_key) = key(&folder, "stranger.nk");
    let server = Server::in_folder(folder, |folder, _| {
        Some(configure(folder, [&coordinator, &worker, &watcher]))
    });
    let url = format!("tls://127.0.0.1:{}", server.port);
    let ca = server.folder.0.join("cert.pem").display().to_string();
    let secure = |command: &[&str], key: &str| {
        let server = ["--nats", &url, "--tls-ca", &ca, "--nkey", key];
        Process::start(&[command, &server].concat())
    };
    let proof = server.folder.0.join("proof").display().to_string();
    let solve = [
        "solve",
        "black-narrows",
        "--size",
        "5x5",
        "--job-nodes",
        "300",
        "--json",
        "--proof",
        &proof,
    ];
    // Without a key, without the certificate, and with a stranger's key.
    for process in [
        server.run(&["worker"]),
        secure(&["worker"], &stranger_key),
        Process::start(&["worker", "--nats", &url, "--nkey", &worker_key]),
    ] {
        let (status, _, lines) = process.end();
        assert_eq!(status.code(), Some(1), "{lines}");
        assert_eq!(
            lines.lines().last().unwrap_or("").find("error: --nats"),
            Some(0),
            "{lines}"
        );
    }
    // Neither a worker's key nor a watcher's can begin a run.
    for key in [&worker_key, &watcher_key] {
        let (status, _, lines) = secure(&solve, key).end();
        assert_eq!(status.code(), Some(1), "{lines}");
    }
    let worker = secure(&["worker", "--threads", "1"], &worker_key);
    let (status, output, lines) = secure(&solve, &coordinator_key).end();
    assert!(status.success() && output.contains("\"win\""), "{lines}");
    // Who watches sees the worker, and is refused nothing.
    loop {
        let (status, output, lines) = secure(&["status", "--json"], &watcher_key).end();
        assert!(status.success() && lines.is_empty(), "{lines}");
        if output.contains("\"threads\":1") {
            break;
        }
    }
    let game = ["arena", "match", "narrows", "--size", "4x3", "--pairs", "2"];
    let players = ["--a", "level:1", "--b", "level:2"];
    let game = [&game[..], &players].concat();
    let (status, output, lines) = secure(&game, &coordinator_key).end();
    assert!(status.success() && output.contains("4 of 4"), "{lines}");
    worker.interrupt();
    let (_, _, lines) = worker.end();
    assert!(!lines.contains("refuses"), "{lines}");
}

/// What lets nobody in is found before anybody is asked, in one line, and nothing is read without a bound.
#[test]
fn keys_that_are_none_are_refused() {
    let folder = Folder::new();
    let notes = folder.0.join("notes").display().to_string();
    std::fs::write(&notes, "notes").unwrap();
    for option in ["--nkey", "--credentials", "--tls-ca"] {
        for (file, code) in [
            (&*notes, 2),
            ("/dev/zero", 2),
            ("/dev/null", 2),
            ("/nowhere", 1),
            (".", 1),
        ] {
            let process = Process::start(&["worker", option, file]);
            let (status, _, lines) = process.end();
            assert_eq!(status.code(), Some(code), "{option} {file}: {lines}");
            assert_eq!(lines.lines().count(), 1, "{option} {file}: {lines}");
            let begin = format!("error: {option} {file}: ");
            assert!(lines.starts_with(&begin), "{lines}");
        }
    }
    for url in ["http://x", "nats://127.0.0.1:99999", "nats://[::1"] {
        let (status, _, lines) = Process::start(&["worker", "--nats", url]).end();
        assert_eq!(status.code(), Some(2), "{url}: {lines}");
    }
}
