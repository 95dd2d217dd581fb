//! `narrows solve … --store FILE`: a solve that is ended at any moment goes on, and no other file is taken for
//! its results.
#![cfg(unix)]

use std::ffi::OsString;
use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::Child;
use std::time::{Duration, Instant};

use crate::processes::interrupt;
use crate::support::{Ran, Scratch, one_object};

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

/// A solve of each game that takes some seconds, and its outcome. (Narrows not from the start of 6x5, where one winning
/// capture is enough: how soon it is found changes with every change of order.)
const LONG: [(&[&str], &str); 2] = [
    (&["black-narrows", "--size", "6x5"], "win"),
    (
        &["narrows", "--size", "6x5", "--no-pie", "--moves", "a1xa2"],
        "loss",
    ),
];
/// It is ended when its file has so many bytes, after half of the work or more. (A file doubles as it grows: one step sooner, Narrows
/// has done a fifth.)
const ENDED_AT_BYTES: u64 = 5 << 20;
/// What is left then, in hundredths of the whole, and a little.
const LEFT: u64 = 60;

/// Waits until the file has so many bytes, and until the write that made it grow counts: its first page says so.
fn await_bytes(child: &mut Child, store: &Path, bytes: u64) {
    let started = Instant::now();
    let mut grown = None;
    loop {
        assert!(started.elapsed() < Duration::from_secs(120), "no results");
        assert_eq!(child.try_wait().unwrap(), None, "it ended by itself");
        std::thread::sleep(Duration::from_millis(2));
        if fs::metadata(store).is_ok_and(|data| data.len() >= bytes) {
            let mut page = [0; 512];
            let mut file = fs::File::open(store).unwrap();
            file.read_exact(&mut page).unwrap();
            if *grown.get_or_insert(page) != page {
                return;
            }
        }
    }
}

/// Runs a solve to its end; gives the nodes.
fn solve_whole(scratch: &Scratch, arguments: &[&str], outcome: &str) -> u64 {
    let ran = scratch.run(arguments, b"");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let solved = one_object(&ran.stdout);
    assert_eq!(solved["outcome"], outcome, "{solved}");
    solved["nodes"].as_u64().unwrap()
}

/// Solves once without a break, then in two parts, of which the first is ended once it has written results.
/// Gives what that one left.
fn check_goes_on((position, outcome): (&[&str], &str), end: impl Fn(&mut Child)) -> Ran {
    let scratch = Scratch::new();
    let whole = solve_whole(&scratch, &solve(position, &[]), outcome);
    let arguments = solve(position, &["--store", "results"]);
    let mut child = scratch.command(&arguments).spawn().unwrap();
    await_bytes(&mut child, &scratch.0.join("results"), ENDED_AT_BYTES);
    end(&mut child);
    let ended = child.wait_with_output().unwrap().into();
    let rest = solve_whole(&scratch, &arguments, outcome);
    assert!(rest * 100 <= whole * LEFT, "{rest} of {whole}");
    let left = fs::read_dir(&scratch.0).unwrap().count();
    assert_eq!(left, 1, "nothing but the file of results stays");
    ended
}

/// Ended at half by a limit, a solve needs the other half.
#[test]
fn a_solve_ended_at_half_needs_the_other_half() {
    for (position, outcome) in LONG {
        let scratch = Scratch::new();
        let whole = solve_whole(&scratch, &solve(position, &[]), outcome);
        let half = (whole / 2).to_string();
        let limited = solve(position, &["--store", "results", "--nodes", &half]);
        assert_eq!(scratch.run(&limited, b"").code, Some(1));
        let arguments = solve(position, &["--store", "results"]);
        let rest = solve_whole(&scratch, &arguments, outcome);
        assert!(rest * 100 <= whole * 55, "{rest} of {whole}");
    }
}

#[test]
fn a_killed_solve_goes_on() {
    for long in LONG {
        let killed = check_goes_on(long, |child| child.kill().unwrap());
        assert_eq!((killed.code, killed.stdout.as_str()), (None, ""));
    }
}

#[test]
fn an_interrupted_solve_says_what_it_knows_and_goes_on() {
    let interrupted = check_goes_on(LONG[0], |child| interrupt(child));
    assert_eq!(interrupted.code, Some(130), "{interrupted:?}");
    let told = "interrupted; what is proven is in results";
    assert!(interrupted.stderr.contains(told), "{interrupted:?}");
    assert_eq!(one_object(&interrupted.stdout)["outcome"], "unknown");
}

/// The names in a folder, each with the length of its file.
fn listing(folder: &Path) -> Vec<(OsString, u64)> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let mut found: Vec<_> = entries
        .map(|entry| {
            let length = entry.metadata().map_or(0, |data| data.len());
            (entry.file_name(), length)
        })
        .collect();
    found.sort();
    found
}

/// Waits until a folder has changed so many times; `false` if the program ended before.
fn await_changes(child: &mut Child, folder: &Path, changes: u32) -> bool {
    let mut last = listing(folder);
    let mut seen = 0;
    while seen < changes {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        let now = listing(folder);
        if now != last {
            (last, seen) = (now, seen + 1);
        }
    }
    true
}

/// Whenever a solve is killed that makes its file, the next one takes what it left, and nothing else stays.
#[test]
fn a_solve_killed_while_it_makes_its_file_leaves_nothing_else() {
    let scratch = Scratch::new();
    for position in SHORT {
        let arguments = solve(position, &["--store", "results"]);
        for changes in 0.. {
            let mut child = scratch.command(&arguments).spawn().unwrap();
            let is_early = await_changes(&mut child, &scratch.0, changes);
            child.kill().unwrap();
            child.wait().unwrap();
            let ran = scratch.run(&arguments, b"");
            assert_eq!(ran.code, Some(0), "{ran:?}");
            let names = fs::read_dir(&scratch.0).unwrap();
            let names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
            assert_eq!(names, ["results"]);
            fs::remove_file(scratch.0.join("results")).unwrap();
            if !is_early {
                // It made its file in fewer changes than one can see.
                assert!(changes > 1, "none was seen");
                break;
            }
        }
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

/// Somebody may have a week of work in a damaged file: it is called damaged, and what is intact can be saved.
#[test]
fn a_damaged_store_is_salvaged() {
    let scratch = Scratch::new();
    let position = ["black-narrows", "--size", "5x4"];
    let first = scratch.run(&solve(&position, &["--store", "old"]), b"");
    let nodes = |ran: &Ran| one_object(&ran.stdout)["nodes"].as_u64().unwrap();
    let mut bytes = fs::read(scratch.0.join("old")).unwrap();
    bytes.pop();
    fs::write(scratch.0.join("old"), &bytes).unwrap();
    let told = check_refused(&scratch, &position, "old", 2);
    assert!(told.contains("it is damaged"), "{told}");
    assert!(told.contains("--salvage old"), "{told}");
    let salvage = solve(&position, &["--store", "new", "--salvage", "old"]);
    let again = scratch.run(&salvage, b"");
    assert_eq!(again.code, Some(0), "{again:?}");
    assert!(again.stderr.contains("results of old are saved in new"));
    assert!(nodes(&again) < nodes(&first), "{again:?}");
    assert_eq!(fs::read(scratch.0.join("old")).unwrap(), bytes);
    // What never was a store of this game has nothing to save.
    for (name, other, code) in [
        ("notes", Some("notes"), 2),
        ("empty", Some(""), 2),
        ("none", None, 1),
        (".", None, 2),
    ] {
        if let Some(other) = other {
            fs::write(scratch.0.join(name), other).unwrap();
        }
        let salvage = solve(&position, &["--store", "newer", "--salvage", name]);
        let ran = scratch.run(&salvage, b"");
        assert_eq!(
            (ran.code, ran.stderr.lines().count()),
            (Some(code), 1),
            "{ran:?}"
        );
        assert!(!scratch.0.join("newer").exists());
    }
}

#[test]
fn damaged_files_are_refused() {
    for position in SHORT {
        let scratch = Scratch::new();
        let file = scratch.0.join("results");
        scratch.run(&solve(position, &["--store", "results"]), b"");
        let good = fs::read(&file).unwrap();
        for length in [1, 100, 4096, good.len() / 2, good.len() - 1] {
            fs::write(&file, &good[..length]).unwrap();
            let told = check_refused(&scratch, position, "results", 2);
            assert!(length < 100 || told.contains("damaged"), "{told}");
        }
        // A byte of what says which game this is.
        let at = good.windows(7).position(|bytes| bytes == b"Narrows");
        let mut bad = good.clone();
        bad[at.unwrap()] ^= 1;
        fs::write(&file, &bad).unwrap();
        check_refused(&scratch, position, "results", 2);
    }
}
