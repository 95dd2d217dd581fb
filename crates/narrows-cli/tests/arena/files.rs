//! Results files: continued, made longer, shared, and refused.

use std::fs;
use std::process::{Command, Stdio};

use serde_json::Value as Json;

use crate::{NARROWS, Scratch, arena, json, lines, refusal, stderr, stdout, wait_for};

const DUEL: &str = "match black-narrows --size 4x4 --a level:1 --b level:1 --pairs 1";

/// A file that is not ours is left as it is, with or without a line end, a picture as well.
#[test]
fn foreign_files_are_left_alone() {
    let scratch = Scratch::new("foreign");
    let png: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
    for bytes in [b"notes".as_slice(), b"notes\n", png] {
        let path = scratch.path("f");
        fs::write(&path, bytes).unwrap();
        let text = refusal(&arena(DUEL, &["--out", &scratch.name("f")]));
        assert!(text.contains("not a results file"), "{text}");
        refusal(&arena("report", &[&scratch.name("f")]));
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
}

/// Balanced openings are made, kept in a file of their own kind, and played from.
#[test]
fn openings_are_made_and_played() {
    let scratch = Scratch::new("openings");
    let make = "make-openings narrows --size 8x7 --count 4 --playouts 100 --margin 20";
    for _ in 0..2 {
        let made = arena(make, &["--out", &scratch.name("o")]);
        assert!(made.status.success(), "{}", stderr(&made));
    }
    let text = fs::read_to_string(scratch.path("o")).unwrap();
    assert_eq!(text, stdout(&arena(make, &[])));
    let duel = "match narrows --size 8x7 --a level:1 --b level:1 --json";
    let report = json(&arena(duel, &["--openings", &scratch.name("o")]));
    assert_eq!(report["finished"], 8, "{report}");

    fs::write(scratch.path("notes"), "mine").unwrap();
    refusal(&arena(make, &["--out", &scratch.name("notes")]));
    let few = "make-openings black-narrows --size 3x3 --count 2 --plies 2 --playouts 10";
    let few = arena(few, &[]);
    assert_eq!(few.status.code(), Some(1), "{}", stderr(&few));
    assert!(stderr(&few).contains("only 0 balanced openings"));
}

/// Those that come along are played in an order of the seed's, and kept with the results.
#[test]
fn balanced_openings_come_along() {
    let duel = |words: &str| {
        let words = format!("match {words} --a level:1 --b level:1 --pairs 3 --json");
        json(&arena(&words, &["--openings", "balanced"]))
    };
    let report = duel("narrows --size 8x7");
    let lines = report["openings"]["balanced"]["lines"].as_array().unwrap();
    assert!(lines.len() >= 100, "{report}");
    let played = |report: &Json| report["openings_played"].to_string();
    assert_ne!(
        played(&report),
        played(&duel("narrows --size 8x7 --seed 2"))
    );
    assert_eq!(duel("black-narrows")["finished"], 6);
    // A word and no file: one of that name may be written.
    let scratch = Scratch::new("word");
    let mut command = Command::new(NARROWS);
    command.args("arena match narrows --a level:1 --b level:1 --pairs 1".split(' '));
    command.args(["--openings", "balanced", "--pgn", "balanced"]);
    let written = command.current_dir(scratch.path("")).output().unwrap();
    assert!(written.status.success(), "{}", stderr(&written));
    assert!(scratch.path("balanced").is_file());
}

#[test]
#[cfg(unix)]
fn devices_are_not_read() {
    for path in ["/dev/zero", "/dev/null", "/"] {
        let text = refusal(&arena(DUEL, &["--out", path]));
        assert!(text.contains("not a regular file"), "{text}");
        refusal(&arena("report", &[path]));
    }
}

/// Killed again and again, continued, and in the end the same games as without a kill.
#[test]
fn killed_and_continued() {
    let scratch = Scratch::new("killed");
    let words = "arena match black-narrows --size 6x6 --a mcts:playouts=300 --b level:3 --pairs 12 --seed 4 --json --concurrency 2 --out";
    let command = |out: &str| {
        let mut command = Command::new(NARROWS);
        command
            .args(words.split_whitespace())
            .arg(scratch.path(out));
        command
    };
    let mut expected = json(&command("whole").output().unwrap());
    for kill in 1..=3 {
        let mut child = command("cut")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        wait_for("games", || lines(&scratch.path("cut")) > 5 * kill);
        // On Unix this is SIGKILL.
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let mut found = json(&command("cut").output().unwrap());
    assert_eq!(found["runs"].as_array().unwrap().len(), 4);
    for report in [&mut found, &mut expected] {
        report["self_play"]["seconds"] = Json::Null;
        report["self_play"]["seconds_to_proof"] = Json::Null;
        report["runs"] = Json::Null;
    }
    assert_eq!(found, expected);
    // The report needs no command, and says the same.
    let mut summed = json(&arena("report --json", &[&scratch.name("cut")]));
    for key in ["seconds", "seconds_to_proof"] {
        summed["self_play"][key] = Json::Null;
    }
    summed["runs"] = Json::Null;
    assert_eq!(summed, expected);

    // The same file under another command.
    let other = words.replace("playouts=300", "playouts=301");
    let output = Command::new(NARROWS)
        .args(other.split_whitespace())
        .arg(scratch.path("cut"))
        .output()
        .unwrap();
    let text = refusal(&output);
    assert!(text.contains("players was"), "{text}");
}

/// A torn last line is dropped, which is said.
#[test]
fn a_torn_line_is_dropped_and_reported() {
    let scratch = Scratch::new("torn");
    let out = scratch.name("games");
    json(&arena(&format!("{DUEL} --json"), &["--out", &out]));
    let bytes = fs::read(&out).unwrap();
    fs::write(&out, &bytes[..bytes.len() - 20]).unwrap();
    let output = arena("report --json", &[&out]);
    assert_eq!(json(&output)["finished"], 1);
    assert!(stderr(&output).contains("torn"), "{}", stderr(&output));
    let output = arena(&format!("{DUEL} --json"), &["--out", &out]);
    assert_eq!(json(&output)["finished"], 2);
    assert!(
        stderr(&output).contains("dropped its last line"),
        "{}",
        stderr(&output)
    );
}

/// A flipped winner with its old checksum, and with a new one; `--html` does not panic either.
#[test]
fn changed_games_are_refused() {
    let scratch = Scratch::new("changed");
    let (out, page) = (scratch.name("games"), scratch.name("page.html"));
    json(&arena(&format!("{DUEL} --json"), &["--out", &out]));
    let text = fs::read_to_string(&out).unwrap();
    let flip = |text: &str| match text.contains("\"first_won\":true") {
        true => text.replacen("\"first_won\":true", "\"first_won\":false", 1),
        false => text.replacen("\"first_won\":false", "\"first_won\":true", 1),
    };
    fs::write(&out, flip(&text)).unwrap();
    for words in [DUEL.to_owned() + " --out", "report".to_owned()] {
        let refused = refusal(&arena(&words, &[&out, "--html", &page]));
        assert!(
            refused.contains("line 3") || refused.contains("line 4"),
            "{refused}"
        );
        assert!(refused.contains("checksum"), "{refused}");
    }
    assert!(!scratch.path("page.html").exists());
}

/// `--pairs 6` on a file of 3, shares of two machines, and a second seed.
#[test]
fn longer_shared_and_merged() {
    let scratch = Scratch::new("longer");
    let duel = |words: &str, out: &str| {
        let words =
            format!("match black-narrows --size 5x4 --a level:1 --b level:2 --json {words}");
        json(&arena(&words, &["--out", &scratch.name(out)]))
    };
    assert_eq!(duel("--pairs 3", "a")["finished"], 6);
    let long = duel("--pairs 6", "a");
    assert_eq!(
        (&long["finished"], &long["scheduled"]),
        (&12.into(), &12.into())
    );
    let output = arena(
        "match black-narrows --size 5x4 --a level:1 --b level:2 --pairs 3",
        &["--out", &scratch.name("a")],
    );
    assert!(refusal(&output).contains("pairs was 6, now 3"));
    // Two shares are the whole.
    assert_eq!(duel("--pairs 6 --share 1/2", "one")["finished"], 6);
    assert_eq!(duel("--pairs 6 --share 2/2", "two")["finished"], 6);
    let files = [scratch.name("one"), scratch.name("two")];
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let merged = json(&arena("report --json", &files));
    assert_eq!(merged["pairings"], long["pairings"]);
    assert_eq!(merged["runs"].as_array().unwrap().len(), 2);
    // Another seed.
    duel("--pairs 2 --seed 9", "seed");
    let merged = json(&arena(
        "report --json",
        &[files[0], files[1], &scratch.name("seed")],
    ));
    assert_eq!(merged["seeds"], Json::from(vec![1, 9]));
    assert_eq!(merged["finished"], 16);
    // Another match.
    json(&arena(
        &format!("{DUEL} --json"),
        &["--out", &scratch.name("other")],
    ));
    let text = refusal(&arena("report", &[files[0], &scratch.name("other")]));
    assert!(text.contains("not of one match"), "{text}");
}

#[test]
#[cfg(unix)]
fn ctrl_c_keeps_the_games() {
    let scratch = Scratch::new("interrupted");
    let out = scratch.path("games");
    let child = Command::new(NARROWS)
        .args("arena match narrows --size 6x5 --a level:6 --b level:6 --time 0.05 --margin 60000 --out".split_whitespace())
        .arg(&out)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for("a game", || lines(&out) >= 3);
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert!(
        stderr(&output).contains("the games are kept in"),
        "{}",
        stderr(&output)
    );
    assert!(lines(&out) >= 3);
}

/// No file of a command gets in the way of another, whatever it is called and however it is forced: games would be
/// lost.
#[test]
fn one_file_for_two_things_is_refused() {
    let scratch = Scratch::new("one");
    let (out, page) = (scratch.name("games"), scratch.name("page"));
    json(&arena(&format!("{DUEL} --json"), &["--out", &out]));
    fs::write(scratch.path("lines"), "a1\n").unwrap();
    let openings = scratch.name("lines");
    let before = fs::read(&out).unwrap();
    let dotted = format!("{}/./games", scratch.0.display());
    let mut cases = vec![
        (DUEL, vec!["--out", &out, "--pgn", &dotted], "--out"),
        (DUEL, vec!["--pgn", &page, "--html", &page], "--pgn"),
        (DUEL, vec!["--pgn", "-", "--html", "/dev/stdout"], "--pgn"),
        (
            DUEL,
            vec!["--openings", &openings, "--html", &openings],
            "--openings",
        ),
        ("report", vec![&out, "--html", &out], "FILE"),
        ("report", vec![&out, "--pgn", &dotted], "FILE"),
        (
            "accuracy black-narrows --player level:1",
            vec!["--positions", &out, "--html", &out],
            "--positions",
        ),
    ];
    #[cfg(unix)]
    let (linked, second) = (scratch.name("linked"), scratch.name("second"));
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&out, &linked).unwrap();
        fs::hard_link(&out, &second).unwrap();
        cases.push((DUEL, vec!["--out", &linked, "--html", &out], "--out"));
        cases.push((DUEL, vec!["--out", &second, "--html", &out], "--out"));
    }
    for (words, more, other) in cases {
        let text = refusal(&arena(&format!("{words} --force"), &more));
        let told = format!("{other} names the same file");
        assert!(text.contains(&told), "{more:?}: {text}");
        assert_eq!(fs::read(&out).unwrap(), before, "{more:?}");
        assert!(!scratch.path("page").exists());
    }
}

/// `--json` is one object on standard output and nothing else; without it, a page there has the report on standard
/// error.
#[test]
fn standard_output_has_one_thing() {
    for option in ["--html", "--pgn"] {
        for name in ["-", "/dev/stdout"] {
            let text = refusal(&arena(&format!("{DUEL} --json"), &[option, name]));
            assert!(
                text.contains("--json writes to standard output too"),
                "{text}"
            );
        }
        let output = arena(DUEL, &[option, "-"]);
        assert!(output.status.success());
        let (begins, text) = (stdout(&output), stderr(&output));
        assert!(
            begins.starts_with('<') || begins.starts_with("[Game"),
            "{begins}"
        );
        assert!(text.starts_with("match: Black Narrows 4x4"), "{text}");
    }
    let words = "accuracy black-narrows --size 6x6 --player level:1";
    refusal(&arena(&format!("{words} --json"), &["--html", "-"]));
    let output = arena(words, &["--html", "-"]);
    assert!(stdout(&output).starts_with('<') && stderr(&output).contains("kept the win"));
}

/// Results are read from standard input too.
#[test]
fn a_report_of_standard_input() {
    let scratch = Scratch::new("input");
    let out = scratch.name("games");
    let played = json(&arena(&format!("{DUEL} --json"), &["--out", &out]));
    let report = |input: Stdio| {
        let mut command = Command::new(NARROWS);
        let command = command
            .args(["arena", "report", "--json", "-"])
            .stdin(input);
        command.output().unwrap()
    };
    let found = json(&report(fs::File::open(&out).unwrap().into()));
    assert_eq!(found["pairings"], played["pairings"]);
    let text = refusal(&report(Stdio::null()));
    assert!(
        text.contains("standard input: not a results file"),
        "{text}"
    );
}
