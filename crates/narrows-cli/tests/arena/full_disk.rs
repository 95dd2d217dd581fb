//! Disks that fill up while games and reports are written.
#![cfg(unix)]

use std::fs;
use std::process::{Command, Output, Stdio};

use crate::{NARROWS, Scratch, json, json_of, lines, stderr, stdout};

const MATCH: &str =
    "arena match black-narrows --size 4x4 --a level:1 --b level:1 --pairs 40 --json";

/// Runs the program where no file may get longer than so many units of 512 bytes.
fn limited(units: u32, words: &str, more: &[&str]) -> Output {
    let script = format!("trap '' XFSZ; ulimit -f {units} && exec \"$@\"");
    Command::new("sh")
        .args(["-c", &script, "sh", NARROWS])
        .args(words.split_whitespace())
        .args(more)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// What was played until then is reported and kept, in whole lines; the same command resumes from there.
#[test]
fn the_disk_fills_while_games_are_played() {
    let scratch = Scratch::new("full");
    let out = scratch.name("games");
    let output = limited(16, MATCH, &["--out", &out]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let text = stderr(&output);
    assert!(text.lines().count() == 1 && text.contains(&out), "{text}");
    let finished = json_of(&output)["finished"].as_u64().unwrap();
    assert!((1..80).contains(&finished), "{finished}");
    assert!(fs::read_to_string(&out).unwrap().ends_with('\n'));
    // The game that found no room is in the report.
    assert_eq!(lines(&scratch.path("games")) as u64, finished - 1 + 2);
    let again = limited(1 << 20, MATCH, &["--out", &out]);
    assert_eq!(json(&again)["finished"], 80);
    assert_eq!(stderr(&again), "");
    // No room for the first line: there is no file, and nothing is played.
    let none = scratch.name("none");
    let output = limited(0, MATCH, &["--out", &none]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert_eq!(stdout(&output), "");
    assert!(!scratch.path("none").exists());
}

/// Each file that has room is written, the others stay as they were.
#[test]
fn the_disk_fills_while_reports_are_written() {
    let scratch = Scratch::new("reports");
    let (page, games) = (scratch.name("page.html"), scratch.name("games.pgn"));
    let options = ["--html", &page, "--pgn", &games];
    assert!(limited(1 << 20, MATCH, &options).status.success());
    let before = [&page, &games].map(|path| fs::read(path).unwrap());
    let units = |bytes: &[u8]| (bytes.len() as u32 / 512).max(1);
    let smaller = units(&before[0]).min(units(&before[1])) / 2;
    let output = limited(smaller, MATCH, &options);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert_eq!(json_of(&output)["finished"], 80);
    assert_eq!(before, [&page, &games].map(|path| fs::read(path).unwrap()));
    // The games of two players find room, their page does not.
    let short = MATCH.replace("40", "1");
    let output = limited(4, &short, &options);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stderr(&output).contains("page.html"), "{}", stderr(&output));
    assert_eq!(fs::read(&page).unwrap(), before[0]);
    assert!(fs::read(&games).unwrap().len() < before[1].len());
    let names = fs::read_dir(&scratch.0).unwrap();
    assert_eq!(names.count(), 2, "nothing half written is left");
}

/// Positions that took hours are printed if their file fails.
#[test]
fn the_disk_fills_while_positions_are_written() {
    let scratch = Scratch::new("positions");
    let words = "arena make-positions black-narrows --size 4x4 --count 8 --out";
    let path = scratch.name("positions");
    let output = limited(1, words, &[&path]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert_eq!(stdout(&output).lines().count(), 8);
    assert!(!scratch.path("positions").exists());
}
