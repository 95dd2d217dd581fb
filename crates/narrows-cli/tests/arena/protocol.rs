//! The two sides of the Go Text Protocol, talking to each other and to nobody.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};

use serde_json::Value as Json;

use crate::processes::await_work;
use crate::{NARROWS, Scratch, arena, json};

/// A match of the arena against itself through `gtp:`.
#[test]
fn against_itself_over_the_protocol() {
    for (game, size, pie) in [
        ("black-narrows", "5x4", ""),
        ("black-narrows", "3x3", ""),
        ("narrows", "4x4", ""),
        ("narrows", "4x3", ""),
        ("narrows", "3x4", "--no-pie"),
    ] {
        let engine =
            format!("gtp:{NARROWS} gtp {game} --size {size} {pie} --player mcts:playouts=30");
        let words = format!(
            "match {game} --size {size} {pie} --a mcts:playouts=30 --pairs 3 --concurrency 2 --openings random:1 --json"
        );
        let report = json(&arena(&words, &["--b", &engine]));
        assert_eq!(report["finished"], 6, "{report}");
        assert_eq!(report["endings"], Json::Array(Vec::new()), "{report}");
    }
}

/// With the pie rule on, an engine is asked whether it wants the exchange, and is told of it.
#[test]
fn the_exchange_over_the_protocol() {
    let scratch = Scratch::new("swap");
    let engine = format!("gtp:{NARROWS} gtp narrows --size 4x3 --player level:6");
    let report = json(&arena(
        "match narrows --size 4x3 --b level:6 --pairs 3 --time 0.3 --margin 5000 --json",
        &["--a", &engine, "--out", &scratch.name("games")],
    ));
    assert_eq!(report["endings"], Json::Array(Vec::new()), "{report}");
    // In exact play the second player always wins, by exchanging where it must (lemma N5).
    assert_eq!(report["self_play"]["first_player"]["wins"], 0, "{report}");
    let games = std::fs::read_to_string(scratch.path("games")).unwrap();
    assert!(games.contains("\"swap\""), "{games}");
}

/// Garbage on standard input gets answers and an end.
#[test]
fn the_engine_survives_garbage() {
    let mut child = Command::new(NARROWS)
        .args(["gtp", "narrows", "--size", "4x4", "--level", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        let mut garbage: Vec<u8> = (0..1u32 << 20)
            .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8)
            .collect();
        garbage.extend(vec![b'x'; 200_000]);
        garbage.extend(b"\n5 name\nquit\n");
        // The engine may have stopped reading.
        let _ = input.write_all(&garbage);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.contains("? line too long") && text.ends_with("=5 Narrows (Narrows)\n\n=\n\n"),
        "{}",
        text.len()
    );
}

/// An engine that ponders answers the next command at once, whatever it is, and ends as always.
#[test]
fn any_command_ends_pondering() {
    for end in [Some("quit\n"), None] {
        let mut child = Command::new(NARROWS)
            .args(["gtp", "black-narrows", "--size", "20x20", "--level", "6"])
            .args(["--playouts", "20", "--ponder"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut answers = BufReader::new(child.stdout.take().unwrap());
        let mut ask = |input: &mut std::process::ChildStdin, command: &str| {
            input.write_all(command.as_bytes()).unwrap();
            let (mut answer, mut blank) = (String::new(), String::new());
            answers.read_line(&mut answer).unwrap();
            answers.read_line(&mut blank).unwrap();
            answer
        };
        for command in ["genmove b\n", "# only a comment\ngenmove w\n", "name\n"] {
            assert!(ask(&mut input, command).starts_with("= "), "{command}");
            // Nothing else would take so long, and no clock would end it.
            await_work(&child);
        }
        assert_eq!(ask(&mut input, "narrows-set ponder off\n"), "=\n");
        assert_eq!(ask(&mut input, "narrows-set ponder on\n"), "=\n");
        if let Some(end) = end {
            input.write_all(end.as_bytes()).unwrap();
        }
        drop(input);
        assert!(child.wait().unwrap().success());
    }
}

/// `quit`, the end of the input and `gogui-interrupt` end a search that would take an hour; sent along with
/// `genmove` they wait for it.
#[test]
fn an_end_is_heard_during_genmove() {
    for end in [
        Some("quit\n"),
        None,
        Some("gogui-interrupt\nquit\n"),
        Some("# interrupt\nquit\n"),
    ] {
        let mut child = Command::new(NARROWS)
            .args([
                "gtp",
                "black-narrows",
                "--size",
                "20x20",
                "--level",
                "6",
                "--time",
                "3600",
            ])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut answers = BufReader::new(child.stdout.take().unwrap());
        input.write_all(b"name\n").unwrap();
        let mut line = String::new();
        answers.read_line(&mut line).unwrap();
        assert_eq!(line, "= Narrows (Black Narrows)\n");
        input.write_all(b"genmove b\n").unwrap();
        // Later than a script would be.
        await_work(&child);
        if let Some(end) = end {
            input.write_all(end.as_bytes()).unwrap();
        }
        drop(input);
        assert!(child.wait().unwrap().success());
    }
    let mut child = Command::new(NARROWS)
        .args([
            "gtp",
            "black-narrows",
            "--size",
            "8x8",
            "--player",
            "mcts:playouts=100000",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"genmove b\nquit\n")
        .unwrap();
    let text = child.wait_with_output().unwrap().stdout;
    assert!(String::from_utf8(text).unwrap().starts_with("= "));
}
