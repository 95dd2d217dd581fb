//! `narrows solve … --store FILE`: a solve that is ended at any moment goes on, and no other file is taken for
//! its results.

use std::fs;
use std::path::Path;
use std::process::Child;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::{Ran, Scratch, one_object};

/// A solve of each game that takes a second or more on one thread.
const LONG: [&[&str]; 2] = [
    &["black-narrows", "--size", "7x4", "--all"],
    &["narrows", "--size", "7x4", "--no-pie"],
];
const SHORT: [&[&str]; 2] = [
    &["black-narrows", "--size", "4x4"],
    &["narrows", "--size", "4x3"],
];

/// The arguments of a solve that searches, on one thread so that its nodes are always the same.
fn solve<'a>(position: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = vec!["solve"];
    arguments.extend(position);
    arguments.extend(["--no-book", "--threads", "1", "--json"]);
    arguments.extend(more);
    arguments
}

fn nodes(solved: &Value) -> u64 {
    solved["nodes"].as_u64().unwrap()
}

/// The answer without what depends on how it was found.
fn known(mut solved: Value) -> Value {
    for member in ["nodes", "seconds", "plies_to_end"] {
        solved.as_object_mut().unwrap().remove(member);
    }
    solved
}

/// Waits until results were written: the first page of the file, which says what counts, changes when the file
/// is opened and with every write from then on.
fn await_results(child: &mut Child, store: &Path) {
    let started = Instant::now();
    let mut last = Vec::new();
    let mut changes = 0;
    while changes < 5 {
        assert!(started.elapsed() < Duration::from_secs(120), "no results");
        assert_eq!(child.try_wait().unwrap(), None, "it ended by itself");
        std::thread::sleep(Duration::from_millis(2));
        let mut page = fs::read(store).unwrap_or_default();
        page.truncate(4096);
        if page != last {
            last = page;
            changes += 1;
        }
    }
}

/// Solves once without a break, then in two parts.
fn check_goes_on(position: &[&str], end: impl Fn(&mut Child)) {
    let scratch = Scratch::new();
    let whole = scratch.run(&solve(position, &[]), b"");
    let whole = one_object(&whole.stdout);
    let arguments = solve(position, &["--store", "results"]);
    let mut child = scratch.command(&arguments).spawn().unwrap();
    await_results(&mut child, &scratch.0.join("results"));
    end(&mut child);
    let rest = scratch.run(&arguments, b"");
    assert_eq!(rest.code, Some(0), "{rest:?}");
    assert_eq!(rest.stderr, "");
    let rest = one_object(&rest.stdout);
    assert!(nodes(&rest) < nodes(&whole), "{rest} {whole}");
    // Which winning move is found first may depend on what was known before; with --all it does not.
    let mut answers = [known(whole), known(rest)];
    if !position.contains(&"--all") {
        for answer in &mut answers {
            answer["best"] = Value::Null;
        }
    }
    assert_eq!(answers[0], answers[1]);
    let left = fs::read_dir(&scratch.0).unwrap().count();
    assert_eq!(left, 1, "nothing but the file of results stays");
}

#[test]
fn a_killed_solve_goes_on() {
    for position in LONG {
        check_goes_on(position, |child| {
            child.kill().unwrap();
            assert_eq!(child.wait().unwrap().code(), None);
        });
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_solve_says_what_it_knows_and_goes_on() {
    for position in LONG {
        check_goes_on(position, |child| {
            crate::support::interrupt(child);
            let status = child.wait().unwrap();
            assert_eq!(status.code(), Some(130));
            let mut told = String::new();
            let mut stdout = child.stdout.take().unwrap();
            std::io::Read::read_to_string(&mut stdout, &mut told).unwrap();
            // Both are won, which may be known before every move is.
            let outcome = one_object(&told)["outcome"].clone();
            assert!(outcome == "unknown" || outcome == "win", "{told}");
        });
    }
}

/// Solves a small board with a file, which must be refused in one line that names it.
fn check_refused(scratch: &Scratch, position: &[&str], file: &str, code: i32) -> String {
    let ran = scratch.run(&solve(position, &["--store", file]), b"");
    let Ran {
        code: found,
        stdout,
        stderr,
    } = &ran;
    assert_eq!(
        (*found, stdout.as_str()),
        (Some(code), ""),
        "{file}: {ran:?}"
    );
    assert_eq!(stderr.lines().count(), 1, "{file}: {stderr}");
    assert!(stderr.contains(file), "{stderr}");
    stderr.clone()
}

#[test]
fn other_files_are_refused_and_kept() {
    let scratch = Scratch::new();
    let files: [(&str, &[u8]); 4] = [
        ("text", b"no database"),
        ("zeros", &[0; 9000]),
        ("ones", &[255; 1]),
        ("record", b"[Game \"Narrows\"]\n[Size \"8x7\"]\n\n*\n"),
    ];
    for (name, bytes) in files {
        fs::write(scratch.0.join(name), bytes).unwrap();
        for position in SHORT {
            check_refused(&scratch, position, name, 2);
            assert_eq!(fs::read(scratch.0.join(name)).unwrap(), bytes);
        }
    }
    fs::create_dir(scratch.0.join("directory")).unwrap();
    for position in SHORT {
        check_refused(&scratch, position, "directory", 1);
        check_refused(&scratch, position, "nowhere/results", 1);
    }
}

#[test]
fn the_games_keep_their_results_apart() {
    let scratch = Scratch::new();
    let names = ["black", "white"];
    for (position, name) in SHORT.into_iter().zip(names) {
        let arguments = solve(position, &["--store", name]);
        for _ in 0..2 {
            let ran = scratch.run(&arguments, b"");
            assert_eq!(ran.code, Some(0), "{ran:?}");
        }
    }
    let told = check_refused(&scratch, SHORT[0], "white", 2);
    assert!(told.contains("results of Narrows"), "{told}");
    let told = check_refused(&scratch, SHORT[1], "black", 2);
    assert!(told.contains("results of Black Narrows"), "{told}");
}

#[test]
fn damaged_files_are_refused() {
    for position in SHORT {
        let scratch = Scratch::new();
        let file = scratch.0.join("results");
        scratch.run(&solve(position, &["--store", "results"]), b"");
        let good = fs::read(&file).unwrap();
        for length in [1, 100, 4096, good.len() / 2] {
            fs::write(&file, &good[..length]).unwrap();
            check_refused(&scratch, position, "results", 2);
        }
        // A byte of what says which game this is.
        let at = good.windows(7).position(|bytes| bytes == b"Narrows");
        let mut bad = good.clone();
        bad[at.unwrap()] ^= 1;
        fs::write(&file, &bad).unwrap();
        check_refused(&scratch, position, "results", 2);
    }
}
