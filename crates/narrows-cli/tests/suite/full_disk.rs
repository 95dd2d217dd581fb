//! Disks that fill up in the middle of a file, and folders that take none: the answer is printed, what was there
//! before is whole, and the exit code says that something is missing.
#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::Command;

use crate::support::{Ran, Scratch, command_in, finish, one_object, set_up};

const NARROWS: &str = env!("CARGO_BIN_EXE_narrows");

/// Runs the program where no file may get longer than so many units of 512 bytes, which is what a disk that is
/// full by then looks like.
fn run_limited(scratch: &Scratch, units: u32, arguments: &[&str], input: &[u8]) -> Ran {
    let script = format!("trap '' XFSZ; ulimit -f {units} && exec \"$@\"");
    let mut command = Command::new("sh");
    set_up(&mut command, &scratch.0)
        .args(["-c", &script, "sh", NARROWS])
        .args(arguments);
    finish(command.spawn().unwrap(), input)
}

fn names(scratch: &Scratch) -> Vec<String> {
    let entries = fs::read_dir(&scratch.0).unwrap();
    let mut names: Vec<_> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// A certificate of 11,009 bytes, of which 8,192 find room.
#[test]
fn the_disk_fills_while_a_certificate_is_written() {
    let scratch = Scratch::new();
    let old = ["solve", "black-narrows", "--size", "4x4", "--proof", "f"];
    assert_eq!(scratch.run(&old, b"").code, Some(0));
    let before = fs::read(scratch.0.join("f")).unwrap();
    let arguments = [
        "solve",
        "black-narrows",
        "--size",
        "5x5",
        "--json",
        "--proof",
    ];
    for name in ["f", "new"] {
        let ran = run_limited(&scratch, 16, &[&arguments[..], &[name]].concat(), b"");
        assert_eq!(ran.code, Some(1), "{ran:?}");
        assert_eq!(one_object(&ran.stdout)["outcome"], "win");
        assert_eq!(ran.stderr.lines().count(), 1, "{ran:?}");
        assert!(ran.stderr.contains(&format!("--proof {name}: ")), "{ran:?}");
        assert_eq!(names(&scratch), ["f"]);
        assert_eq!(fs::read(scratch.0.join("f")).unwrap(), before);
    }
}

/// The answer is known, and what is in the store counts the next time.
#[test]
fn the_disk_fills_while_results_are_stored() {
    let scratch = Scratch::new();
    let arguments: Vec<_> = "solve black-narrows --size 5x5 --no-book --json --store s"
        .split(' ')
        .collect();
    // An empty store takes 144 of them.
    let ran = run_limited(&scratch, 192, &arguments, b"");
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let first = one_object(&ran.stdout);
    assert_ne!(first["outcome"], "unknown");
    assert!(ran.stderr.contains("--store s: "), "{ran:?}");
    let ran = scratch.run(&arguments, b"");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let again = one_object(&ran.stdout);
    assert_eq!(again["outcome"], first["outcome"]);
    assert!(
        again["nodes"].as_u64() < first["nodes"].as_u64(),
        "{again} {first}"
    );
    // No room for a store at all: found before the search, and the next one begins anew.
    fs::remove_file(scratch.0.join("s")).unwrap();
    let ran = run_limited(&scratch, 4, &arguments, b"");
    assert_eq!((ran.code, &*ran.stdout), (Some(1), ""), "{ran:?}");
    assert_eq!(scratch.run(&arguments, b"").code, Some(0));
}

/// A game goes on without being saved, which is said, and what was saved before is whole.
#[test]
fn the_disk_is_full_while_a_game_is_played() {
    let scratch = Scratch::new();
    let play = [
        "play",
        "black-narrows",
        "--size",
        "5x5",
        "--second",
        "human",
    ];
    scratch.run(&play, b"c3\n");
    let saved = scratch.games().join("game-1.txt");
    let before = fs::read(&saved).unwrap();
    let ran = run_limited(&scratch, 0, &play[..2], b"resume\na1\na5\nrecord\n");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stdout.contains("1. c3 a1 2. a5 *"), "{ran:?}");
    let told = format!("{}{}", ran.stdout, ran.stderr);
    assert!(told.contains("The game is not saved: "), "{ran:?}");
    assert_eq!(fs::read(&saved).unwrap(), before);
}

/// A folder that somebody without privileges may read and not change, removed at the end.
struct ReadOnly(PathBuf);

impl ReadOnly {
    fn new() -> Self {
        let path = std::env::temp_dir().join(format!("narrows-read-only-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// Runs the program there, as nobody if we are the superuser, who may write everywhere; `None` where nobody can
    /// reach the program.
    fn run(&self, arguments: &[&str], input: &[u8]) -> Option<Ran> {
        let mut command = command_in(&self.0, arguments);
        if fs::write(self.0.join("probe"), "").is_ok() {
            fs::remove_file(self.0.join("probe")).unwrap();
            command.uid(65534).gid(65534);
        }
        Some(finish(command.spawn().ok()?, input))
    }
}

impl Drop for ReadOnly {
    fn drop(&mut self) {
        let _gone = fs::set_permissions(&self.0, Permissions::from_mode(0o755));
        let _left = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_folder_that_cannot_be_written() {
    let folder = ReadOnly::new();
    let old = folder.0.join("old");
    fs::write(&old, "NRWPROOF").unwrap();
    fs::set_permissions(&old, Permissions::from_mode(0o666)).unwrap();
    fs::set_permissions(&folder.0, Permissions::from_mode(0o555)).unwrap();
    // These searches would take longer than anybody waits.
    let solve = "solve black-narrows --size 8x8 --no-book --proof new";
    for command in [
        solve,
        &solve.replace("--proof", "--store"),
        "arena match narrows --a level:6 --b level:6 --out new",
        "arena self-play narrows --player level:6 --pgn new",
        "arena ladder narrows --html new",
        "arena accuracy narrows --html new",
        "arena horizon narrows --html new",
        "arena make-positions narrows --count 100000 --out new",
    ] {
        let arguments: Vec<&str> = command.split(' ').collect();
        let Some(ran) = folder.run(&arguments, b"") else {
            return;
        };
        assert_eq!(
            (ran.code, &*ran.stdout),
            (Some(1), ""),
            "{command}: {ran:?}"
        );
        assert_eq!(ran.stderr.lines().count(), 1, "{command}: {ran:?}");
        assert!(ran.stderr.contains("ermission denied"), "{ran:?}");
    }
    // A file that may be written itself is.
    let small: Vec<&str> = "solve black-narrows --size 4x3 --proof old"
        .split(' ')
        .collect();
    let ran = folder.run(&small, b"").unwrap();
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(folder.run(&["verify", "old"], b"").unwrap().code, Some(0));
    let play: Vec<&str> = "play black-narrows --size 5x5 --second human"
        .split(' ')
        .collect();
    let ran = folder.run(&play, b"c3\nrecord\n").unwrap();
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stdout.contains("1. c3 *"), "{ran:?}");
    let told = format!("{}{}", ran.stdout, ran.stderr);
    assert!(told.contains("games are not saved: "), "{ran:?}");
}
