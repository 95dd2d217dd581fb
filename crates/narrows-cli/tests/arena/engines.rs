//! Outside engines that misbehave.
#![cfg(unix)]

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use crate::{NARROWS, Scratch, arena, json, json_of, lines, stderr, wait_for};

/// Says yes to everything, whatever it is asked.
const AGREES: &str = r#"gtp:sh -c 'while read line; do printf "= yes\n\n"; done'"#;

#[test]
fn engines_that_fail_are_shown_apart_and_the_match_ends() {
    for (command, ending) in [
        // Ends at once.
        ("gtp:true", "crashed"),
        // Repeats what it is told, which is no answer, for ever.
        ("gtp:cat", "hung"),
        // Never says anything.
        ("gtp:sleep 1000", "hung"),
        // Agrees to everything, but `genmove` wants a vertex.
        (AGREES, "nonsense"),
        // Says so much that there is no end to it.
        ("gtp:yes", "nonsense"),
        // Answers before it is asked.
        (
            r#"gtp:sh -c 'while true; do printf "= A1\n\n"; done'"#,
            "nonsense",
        ),
        // Plays the same point again and again.
        (
            r#"gtp:sh -c 'while read line; do printf "= A1\n\n"; done'"#,
            "nonsense",
        ),
        // Says a megabyte of nonsense, of which little is kept.
        (
            r#"gtp:sh -c 'while read line; do printf "= %60000s\n\n" x | tr " " y; done'"#,
            "nonsense",
        ),
        // Knows one word.
        (
            r#"gtp:sh -c 'while read line; do printf "= resign\n\n"; done'"#,
            "resigned",
        ),
    ] {
        let since = Instant::now();
        let output = arena(
            "match black-narrows --size 4x4 --b level:1 --pairs 2 --openings random:1 --patience 0.4 --recover --json",
            &["--a", command],
        );
        let report = json(&output);
        assert_eq!(report["finished"], 4, "{command}: {report}");
        let endings = report["endings"].as_array().unwrap();
        assert_eq!(endings.len(), 1, "{command}: {report}");
        assert_eq!(endings[0]["ending"], ending, "{command}: {report}");
        assert_eq!(endings[0]["loser"], 0, "{command}: {report}");
        assert_eq!(endings[0]["games"], 4, "{command}: {report}");
        assert!(
            endings[0]["example"].as_str().unwrap().len() < 1500,
            "{command}"
        );
        let pairing = &report["pairings"][0];
        let (forfeits, pairs) = match ending {
            "resigned" => (0, 2),
            _ => (4, 0),
        };
        assert_eq!(pairing["forfeits"][0], forfeits, "{command}: {report}");
        assert_eq!(pairing["comparison"]["pairs"], pairs, "{command}: {report}");
        assert!(
            since.elapsed() < Duration::from_secs(30),
            "{command}: {:?}",
            since.elapsed()
        );
    }
}

/// Three failures in a row end the match, after its report; `--forfeits count` makes losses of them.
#[test]
fn three_failures_in_a_row_end_the_match() {
    let words = "match black-narrows --size 4x4 --b level:1 --pairs 20 --openings random:1 --json";
    let output = arena(words, &["--a", AGREES]);
    assert_eq!(output.status.code(), Some(1));
    let report = json_of(&output);
    assert_eq!(report["finished"], 3, "{report}");
    assert_eq!(report["pairings"][0]["wins"], Json::from(vec![0, 0]));
    let text = stderr(&output);
    assert!(
        text.contains("three times in a row") && text.contains("--recover"),
        "{text}"
    );

    let output = arena(words, &["--a", AGREES, "--forfeits", "count", "--recover"]);
    let report = json(&output);
    assert_eq!(report["finished"], 40, "{report}");
    assert_eq!(report["pairings"][0]["wins"], Json::from(vec![0, 40]));
    assert_eq!(report["significant"][0], true);
}

#[test]
fn an_engine_that_is_not_there_is_reported_before_any_game() {
    let output = arena(
        "match narrows --b level:1",
        &["--a", "gtp:/nowhere/engine --x"],
    );
    assert_eq!(output.status.code(), Some(1));
    let text = stderr(&output);
    assert!(
        text.lines().count() == 1 && text.contains("/nowhere/engine"),
        "{text}"
    );
}

/// Of a player that fails whenever it is asked nothing is measured: neither that it keeps no win nor that it knows
/// nothing.
#[test]
fn a_broken_player_is_not_measured() {
    for words in [
        "accuracy black-narrows --size 6x6 --json --player",
        "horizon black-narrows --size 4x4 --games 1 --json --player",
        "horizon black-narrows --size 4x4 --games 9 --json --player",
        "horizon black-narrows --size 4x4 --games 9 --json --games-by",
    ] {
        for engine in ["gtp:true", "gtp:/nowhere/engine", AGREES] {
            let output = arena(words, &[engine]);
            let text = stderr(&output);
            assert_eq!(output.status.code(), Some(1), "{words} {engine}: {text}");
            assert!(output.stdout.is_empty(), "{words} {engine}");
            assert_eq!(text.lines().count(), 1, "{words} {engine}: {text}");
            assert!(text.starts_with(&format!("error: {engine}")), "{text}");
        }
    }
}

/// GTP counts whole seconds: half of one is not told as one, and that is said before the match.
#[test]
fn a_time_that_cannot_be_told_is_announced() {
    let scratch = Scratch::new("time");
    let log = scratch.name("log");
    let engine = format!(
        r#"gtp:sh -c 'while read line; do echo "$line" >> {log}; case "$line" in genmove*) printf "= resign\n\n";; known*) printf "= false\n\n";; *) printf "=\n\n";; esac; done'"#
    );
    let played = |time: &str| {
        let _ = fs::remove_file(&log);
        let words = format!(
            "match black-narrows --size 4x4 --b level:1 --pairs 1 --time {time} --margin 60000"
        );
        let output = arena(&words, &["--a", &engine]);
        assert!(output.status.success(), "{}", stderr(&output));
        (stderr(&output), fs::read_to_string(&log).unwrap())
    };
    let (said, told) = played("0.5");
    assert!(
        said.contains("GTP counts whole seconds") && said.contains("--clock"),
        "{said}"
    );
    assert!(!told.contains("time_settings"), "{told}");
    let (said, told) = played("2");
    assert_eq!(said, "");
    assert!(told.contains("time_settings 0 2 1"), "{told}");
}

/// An engine that does not care about its input or about signals, and has a child that does not either, and one that
/// leaves its session.
const STUBBORN: &str = "trap '' INT TERM HUP\n(trap '' INT TERM HUP; while true; do sleep 1; done) &\necho $! >> \"$1\"\nsetsid sh -c 'trap \"\" INT TERM HUP; echo $$ >> \"$1\"; while true; do sleep 1; done' sh \"$1\" </dev/null >/dev/null 2>&1 &\necho $$ >> \"$1\"\nwhile true; do sleep 1; done\n";

/// Whether a process is there, and more than a remainder that nobody has asked about.
fn lives(id: &str) -> bool {
    let output = Command::new("ps")
        .args(["-o", "stat=", "-p", id])
        .output()
        .unwrap();
    let state = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    !state.is_empty() && !state.starts_with('Z')
}

/// However the arena ends, its engines and their children end with it.
#[test]
fn no_engine_outlives_the_arena() {
    for signal in ["KILL", "INT", "TERM"] {
        let scratch = Scratch::new(&format!("stubborn-{signal}"));
        let (script, ids) = (scratch.name("engine"), scratch.path("ids"));
        fs::write(&script, STUBBORN).unwrap();
        let engine = format!("gtp:sh {script} {}", ids.display());
        let mut child = Command::new(NARROWS)
            .args([
                "arena",
                "match",
                "black-narrows",
                "--size",
                "4x4",
                "--patience",
                "1000",
            ])
            .args(["--a", &engine, "--b", &engine, "--concurrency", "2"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Two are started and ended by the check before the match, which waits for ten seconds.
        wait_for("engines start", || lines(&ids) >= 2);
        let killed = Command::new("kill")
            .args([&format!("-{signal}"), &child.id().to_string()])
            .status()
            .unwrap();
        assert!(killed.success());
        child.wait().unwrap();
        let started = fs::read_to_string(&ids).unwrap();
        assert!(started.lines().count() >= 2);
        wait_for("engines end", || !started.lines().any(lives));
    }
}

/// At the end of a match as well, when the engine says nothing and does not obey `quit`.
#[test]
fn no_engine_outlives_a_match() {
    let scratch = Scratch::new("quit");
    let (script, ids) = (scratch.name("engine"), scratch.path("ids"));
    fs::write(&script, STUBBORN).unwrap();
    let engine = format!("gtp:sh {script} {}", ids.display());
    let output = arena(
        "match black-narrows --size 4x4 --b level:1 --pairs 2 --patience 0.3",
        &["--a", &engine],
    );
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let started = fs::read_to_string(&ids).unwrap();
    assert!(started.lines().count() >= 8, "{started}");
    wait_for("engines end", || !started.lines().any(lives));
}
