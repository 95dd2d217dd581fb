//! `narrows arena` and `narrows gtp` as processes: a match against itself over the protocol, engines
//! that fail in every way, a match that is killed and continued.
#![allow(
    clippy::disallowed_methods,
    reason = "a match that is killed and continued is waited for, with a limit"
)]

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value as Json;

const NARROWS: &str = env!("CARGO_BIN_EXE_narrows");

fn narrows(arguments: &[&str]) -> Output {
    Command::new(NARROWS)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn json(output: &Output) -> Json {
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert_eq!(text.lines().count(), 1, "one line of JSON: {text}");
    serde_json::from_str(&text).unwrap()
}

/// A path that nothing else uses, removed at the end of the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("narrows-arena-{}-{name}", std::process::id()));
        let _ = fs::remove_file(&path);
        Self(path)
    }

    fn name(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// The issue's own words: a match of the arena against itself through `gtp:`.
#[test]
fn against_itself_over_the_protocol() {
    for (game, size, extra) in [
        ("black-narrows", "5x4", None),
        ("black-narrows", "3x3", None),
        ("narrows", "4x4", None),
        ("narrows", "4x3", None),
        ("narrows", "3x4", Some("--no-pie")),
    ] {
        let pie = extra.unwrap_or_default();
        let engine =
            format!("gtp:{NARROWS} gtp {game} --size {size} {pie} --player mcts:playouts=30");
        let mut arguments = vec![
            "arena",
            game,
            "--size",
            size,
            "--a",
            "mcts:playouts=30",
            "--b",
            &engine,
        ];
        arguments.extend([
            "--pairs",
            "3",
            "--concurrency",
            "2",
            "--openings",
            "random:1",
            "--json",
        ]);
        arguments.extend(extra);
        let report = json(&narrows(&arguments));
        assert_eq!(report["finished"], 6, "{report}");
        assert_eq!(report["endings"], Json::Array(Vec::new()), "{report}");
    }
}

/// With the pie rule on, an engine is asked whether it wants the exchange, and is told of it.
#[test]
fn the_exchange_over_the_protocol() {
    let scratch = Scratch::new("swap.jsonl");
    let engine = format!("gtp:{NARROWS} gtp narrows --size 4x3 --player level:6");
    let report = json(&narrows(&[
        "arena",
        "narrows",
        "--size",
        "4x3",
        "--a",
        &engine,
        "--b",
        "level:6",
        "--pairs",
        "3",
        "--openings",
        "random:1",
        "--time",
        "0.3",
        "--margin",
        "5000",
        "--out",
        scratch.name(),
        "--json",
    ]));
    assert_eq!(report["endings"], Json::Array(Vec::new()), "{report}");
    // In exact play the second player always wins, by exchanging where it must (lemma N5).
    assert_eq!(report["self_play"]["first_player"]["wins"], 0, "{report}");
    let games = fs::read_to_string(&scratch.0).unwrap();
    assert!(games.contains("\"swap\""), "{games}");
}

#[test]
#[cfg(unix)]
fn engines_that_fail_lose_and_the_match_ends() {
    for (command, ending) in [
        // Ends at once.
        ("true".to_owned(), "crashed"),
        // Repeats what it is told, which is no answer, for ever.
        ("cat".to_owned(), "hung"),
        // Never says anything.
        ("sleep 1000".to_owned(), "hung"),
        // Agrees to everything, but `genmove` wants a vertex.
        (
            r#"sh -c 'while read line; do printf "= yes\n\n"; done'"#.to_owned(),
            "nonsense",
        ),
        // Says so much that there is no end to it.
        ("yes".to_owned(), "nonsense"),
        // Plays the same point again and again.
        (
            r#"sh -c 'while read line; do printf "= A1\n\n"; done'"#.to_owned(),
            "nonsense",
        ),
        // Knows one word.
        (
            r#"sh -c 'while read line; do printf "= resign\n\n"; done'"#.to_owned(),
            "resigned",
        ),
    ] {
        let since = Instant::now();
        let output = narrows(&[
            "arena",
            "black-narrows",
            "--size",
            "4x4",
            "--a",
            &format!("gtp:{command}"),
            "--b",
            "level:1",
            "--pairs",
            "2",
            "--openings",
            "random:1",
            "--patience",
            "0.4",
            "--json",
        ]);
        let report = json(&output);
        assert_eq!(report["finished"], 4, "{command}: {report}");
        let endings = report["endings"].as_array().unwrap();
        assert_eq!(endings.len(), 1, "{command}: {report}");
        assert_eq!(endings[0]["ending"], ending, "{command}: {report}");
        assert_eq!(endings[0]["loser"], 0, "{command}: {report}");
        assert_eq!(endings[0]["games"], 4, "{command}: {report}");
        assert!(
            since.elapsed() < Duration::from_secs(20),
            "{command}: {:?}",
            since.elapsed()
        );
    }
}

#[test]
fn an_engine_that_is_not_there_is_said_before_any_game() {
    let output = narrows(&[
        "arena",
        "narrows",
        "--a",
        "gtp:/nowhere/engine --x",
        "--b",
        "level:1",
    ]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(
        text.lines().count() == 1 && text.contains("/nowhere/engine"),
        "{text}"
    );
}

/// Killed again and again, continued, and in the end the same games as without a kill.
#[test]
fn killed_and_continued() {
    let (whole, cut) = (Scratch::new("whole.jsonl"), Scratch::new("cut.jsonl"));
    let arguments = |out: &Scratch| -> Vec<String> {
        [
            "arena",
            "black-narrows",
            "--size",
            "6x6",
            "--a",
            "mcts:playouts=300",
            "--b",
            "level:3",
            "--pairs",
            "12",
        ]
        .into_iter()
        .chain([
            "--seed",
            "4",
            "--json",
            "--concurrency",
            "2",
            "--out",
            out.name(),
        ])
        .map(str::to_owned)
        .collect()
    };
    let run = |out: &Scratch| {
        let arguments = arguments(out);
        narrows(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let expected = json(&run(&whole));
    for kill in 1..=3 {
        let mut child = Command::new(NARROWS)
            .args(arguments(&cut))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = || fs::read_to_string(&cut.0).map_or(0, |text| text.lines().count());
        let since = Instant::now();
        while lines() < 1 + 5 * kill && since.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(5));
        }
        // On Unix this is SIGKILL.
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let mut found = json(&run(&cut));
    let mut expected = expected;
    for report in [&mut found, &mut expected] {
        report["self_play"]["seconds"] = Json::Null;
        report["self_play"]["seconds_to_proof"] = Json::Null;
    }
    assert_eq!(found, expected);
    let mut games: Vec<u64> = fs::read_to_string(&cut.0)
        .unwrap()
        .lines()
        .skip(1)
        .map(|line| {
            serde_json::from_str::<Json>(line).unwrap()["game"]
                .as_u64()
                .unwrap()
        })
        .collect();
    games.sort_unstable();
    assert_eq!(games, (0..24).collect::<Vec<_>>());

    // The same file under another command.
    let mut other = arguments(&cut);
    other[5] = "mcts:playouts=301".to_owned();
    let output = narrows(&other.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(
        text.contains("players was") && text.lines().count() == 1,
        "{text}"
    );
}

#[test]
#[cfg(unix)]
fn ctrl_c_keeps_the_games_and_ends_within_a_second() {
    let scratch = Scratch::new("interrupted.jsonl");
    let child = Command::new(NARROWS)
        .args([
            "arena", "narrows", "--size", "6x5", "--a", "level:6", "--b", "level:6", "--time",
            "0.05",
        ])
        .args(["--margin", "60000", "--out", scratch.name()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let since = Instant::now();
    while fs::read_to_string(&scratch.0).map_or(0, |text| text.lines().count()) < 2
        && since.elapsed() < Duration::from_secs(60)
    {
        std::thread::sleep(Duration::from_millis(10));
    }
    let since = Instant::now();
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    // A second by the contract; the machine of the tests may be busy.
    assert!(
        since.elapsed() < Duration::from_secs(3),
        "{:?}",
        since.elapsed()
    );
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert!(fs::read_to_string(&scratch.0).unwrap().lines().count() >= 2);
}

#[test]
fn bad_arguments_are_refused_in_one_line() {
    let duel = |extra: &[&str]| {
        let mut arguments = vec![
            "arena",
            "black-narrows",
            "--a",
            "level:1",
            "--b",
            "level:2",
            "--size",
            "4x4",
        ];
        arguments.extend(extra);
        narrows(&arguments)
    };
    for extra in [
        &["--sprt", "5,0"][..],
        &["--sprt", "0,5,0.05,0.5"],
        &["--sprt", "0,5,0,0.05"],
        &["--sprt", "0"],
        &["--sprt", "nan,5"],
        &["--sprt", "0,5", "--elo-model", "bayesian"],
        &["--pairs", "0"],
        &["--concurrency", "0"],
        &["--time", "0"],
        &["--time", "1e300"],
        &["--clock", "sixty"],
        &["--clock", "60", "--time", "1"],
        &["--playouts", "0"],
        &["--openings", "random:x"],
        &["--openings", "random:99"],
        &["--openings", "all:9"],
        &["--size", "1x1"],
        &["--player", "level:1"],
    ] {
        let output = duel(extra);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{extra:?}: {text}");
        assert_eq!(text.lines().count(), 1, "{extra:?}: {text}");
        assert!(output.stdout.is_empty());
    }
    for arguments in [
        &["arena"][..],
        &["arena", "chess", "--a", "level:1", "--b", "level:1"],
        &["arena", "ladder"],
        &["arena", "ladder", "chess"],
        &["arena", "narrows", "--a", "level:9", "--b", "level:1"],
        &["arena", "narrows", "--a", "level:1"],
        &["arena", "gauntlet", "narrows", "--player", "level:1"],
        &["arena", "self-play", "narrows"],
        &["gtp", "narrows", "--size", "26x25"],
        &["gtp", "narrows", "--player", "gtp:x"],
    ] {
        let output = narrows(arguments);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
        assert_eq!(text.lines().count(), 1, "{arguments:?}: {text}");
    }
}

/// Every kind of report, on games that take no time.
#[test]
fn reports() {
    let (html, pgn) = (Scratch::new("page.html"), Scratch::new("games.pgn"));
    let output = narrows(&[
        "arena",
        "round-robin",
        "black-narrows",
        "--size",
        "4x4",
        "--player",
        "level:1",
        "--player",
        "level:2",
        "--player",
        "mcts:playouts=64",
        "--pairs",
        "6",
        "--html",
        html.name(),
        "--pgn",
        pgn.name(),
    ]);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    for part in [
        "Ratings",
        "first player",
        "mcts:playouts=64",
        "significant",
        "by opening",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let page = fs::read_to_string(&html.0).unwrap();
    assert!(page.matches("<svg").count() >= 2 && page.contains("Mark Steere"));
    for outside in ["<script", "<link", "src=", "url(", "@import"] {
        assert!(!page.contains(outside), "{outside}");
    }
    let games = fs::read_to_string(&pgn.0).unwrap();
    assert_eq!(games.matches("[Result \"").count(), 36);

    let duel = [
        "arena", "narrows", "--size", "4x3", "--a", "level:4", "--b", "level:1", "--pairs", "200",
    ];
    let report = json(&narrows(
        &[&duel[..], &["--sprt", "0,50", "--json"]].concat(),
    ));
    assert_eq!(report["sprt"]["verdict"], "H1", "{report}");
    assert_eq!(report["significant"][0], true);
    assert!(report["finished"].as_u64().unwrap() < 400);
    let elo = &report["pairings"][0]["comparison"]["elo"];
    assert!(elo["low"].as_f64().unwrap() > 0.0 && elo["high"].as_f64().unwrap().is_finite());

    let output = narrows(&[
        "arena",
        "self-play",
        "narrows",
        "--size",
        "4x3",
        "--player",
        "level:5",
        "--pairs",
        "5",
    ]);
    let text = String::from_utf8(output.stdout).unwrap();
    for part in ["first player", "length", "branching", "decided", "thought"] {
        assert!(text.contains(part), "{part}: {text}");
    }
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
