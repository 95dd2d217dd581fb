//! The cluster gives the answers that one machine gives, and the rules confirm its proofs.

use narrows_ai::budget::{Limits, NEVER};
use narrows_ai::solver::{AnySolver, Question};
use narrows_ai::verify::verify;
use narrows_core::{AnyPosition, GameKind, Pie};
use serde_json::Value;

use crate::support::Server;

fn check(server: &Server, game: GameKind, size: &str, pie: bool, more: &[&str]) {
    let mut args = vec!["solve", game.slug(), "--size", size, "--json", "--all"];
    args.extend(["--job-nodes", "300"]);
    args.extend(more);
    if !pie && game == GameKind::Narrows {
        args.push("--no-pie");
    }
    let proof = server.folder.0.join("proof");
    let path = proof.display().to_string();
    let is_proven = game == GameKind::BlackNarrows || !pie;
    if is_proven {
        args.extend(["--proof", &path]);
    }
    let (status, output, lines) = server.run(&args).end();
    assert!(status.success(), "{lines}");
    let found: Value = serde_json::from_str(&output).unwrap();
    let pie = if pie { Pie::On } else { Pie::Off };
    let start = AnyPosition::start(game, size.parse().unwrap(), pie).unwrap();
    let question = Question {
        all: true,
        nimber: false,
    };
    let answer = AnySolver::with_memory_at_most(32 << 20)
        .without_book()
        .solve(&start, question, &Limits::default(), NEVER);
    assert_eq!(found["outcome"], answer.value.name(), "{size}");
    let best: Vec<_> = answer.best.iter().map(ToString::to_string).collect();
    assert_eq!(found["best"], Value::from(best), "{size}");
    for (play, value) in &answer.moves {
        assert_eq!(found["moves"][play.to_string()], value.name(), "{play}");
    }
    if is_proven {
        let verified = verify(&std::fs::read(&proof).unwrap()[..]).unwrap();
        assert_eq!(verified.value, answer.value);
        assert_eq!(verified.position.to_string(), start.to_string());
    }
}

/// Two workers, jobs so small that the upper tree has hundreds of nodes, both games.
#[test]
fn answers_are_those_of_one_machine() {
    let server = Server::start();
    let _workers = [server.worker(), server.worker()];
    for size in ["2x2", "3x3", "5x4", "5x5", "7x3"] {
        check(&server, GameKind::BlackNarrows, size, true, &[]);
    }
    for (size, pie) in [
        ("4x3", true),
        ("4x3", false),
        ("4x4", false),
        ("6x3", false),
    ] {
        check(&server, GameKind::Narrows, size, pie, &[]);
    }
}

/// With every answer checked by another worker nothing changes.
#[test]
fn audits_of_honest_workers_find_nothing() {
    let server = Server::start();
    let _workers = [server.worker(), server.worker()];
    check(
        &server,
        GameKind::BlackNarrows,
        "5x4",
        true,
        &["--audit", "1"],
    );
}

/// What is over, too large or cannot be proven is refused before anything is asked of the server.
#[test]
fn what_cannot_be_solved_is_refused_in_a_line() {
    let server = Server::start();
    for (args, says) in [
        (&["black-narrows", "--size", "1x9"][..], "--size 1x9"),
        (&["black-narrows", "--size", "26x26"], "too large"),
        (&["black-narrows", "--position", "xx/xx"], "--position"),
        (&["narrows", "--proof", "/tmp/p"], "--no-pie"),
        (&["narrows", "--audit", "2"], "from 0 to 1"),
        (&["narrows", "--job-nodes", "-1"], "--job-nodes -1: "),
        (&["narrows", "--moves", "zz"], "--moves"),
    ] {
        let (status, output, lines) = server.run(&[&["solve"], args].concat()).end();
        assert_eq!(status.code(), Some(2), "{lines}");
        assert!(output.is_empty() && lines.contains(says), "{lines}");
        assert_eq!(lines.lines().count(), 1, "{lines}");
    }
}

#[test]
fn a_server_that_is_not_there_is_an_error_in_a_line() {
    let mut server = Server::start();
    server.kill();
    for args in [
        &["worker"][..],
        &["solve", "black-narrows", "--size", "4x4"],
    ] {
        let (status, _, lines) = server.run(args).end();
        assert_eq!(status.code(), Some(1), "{lines}");
        assert!(
            lines.starts_with("error: --nats nats://127.0.0.1:"),
            "{lines}"
        );
    }
}
