//! Files that commands write: nothing of another kind is lost, a finished answer is printed whatever happens.
#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _, symlink};
use std::process::Command;

use crate::support::{Scratch, one_object};

const SOLVE: &[&str] = &["solve", "black-narrows", "--size", "4x3", "--proof"];

fn solve<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [SOLVE, more].concat()
}

#[test]
fn a_file_of_another_kind_is_refused_before_the_search() {
    let scratch = Scratch::new();
    let path = scratch.0.join("f");
    for text in [&b"notes"[..], b"notes\n", b"\x89PNG\r\n\x1a\n", b"\n"] {
        fs::write(&path, text).unwrap();
        let ran = scratch.run(&solve(&["f"]), b"");
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert_eq!(ran.stdout, "", "not searched");
        assert_eq!(ran.stderr.lines().count(), 1);
        assert!(ran.stderr.contains("--force"), "{ran:?}");
        assert_eq!(fs::read(&path).unwrap(), text);
    }
    let ran = scratch.run(&solve(&["f", "--force"]), b"");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(scratch.run(&["verify", "f"], b"").code, Some(0));
    // Now it is a certificate, which another one may replace.
    let ran = scratch.run(
        &[
            "solve", "narrows", "--size", "3x2", "--no-pie", "--proof", "f",
        ],
        b"",
    );
    assert_eq!(ran.code, Some(0), "{ran:?}");
}

#[test]
fn a_path_that_cannot_be_written_is_found_before_the_search() {
    let scratch = Scratch::new();
    for path in ["nowhere/p", "."] {
        // This search would take longer than anybody waits.
        let arguments = [
            "solve",
            "black-narrows",
            "--size",
            "8x8",
            "--json",
            "--proof",
            path,
        ];
        let ran = scratch.run(&arguments, b"");
        assert_eq!(ran.code, Some(1), "{ran:?}");
        assert_eq!(ran.stdout, "");
        assert_eq!(ran.stderr.lines().count(), 1);
        assert!(
            ran.stderr.starts_with(&format!("error: --proof {path}: ")),
            "{ran:?}"
        );
    }
}

#[test]
fn a_finished_answer_is_printed_when_the_file_fails() {
    let scratch = Scratch::new();
    let path = scratch.0.join("full");
    // A copy of /dev/full; only the superuser can make one, and not everywhere.
    let made = Command::new("mknod")
        .arg(&path)
        .args(["c", "1", "7"])
        .status();
    if !made.is_ok_and(|status| status.success()) || fs::File::open(&path).is_err() {
        return;
    }
    let ran = scratch.run(&solve(&["full", "--json"]), b"");
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(one_object(&ran.stdout)["outcome"].is_string());
    assert!(ran.stderr.contains("--proof full: "), "{ran:?}");
    assert!(path.metadata().unwrap().file_type().is_char_device());
}

#[test]
fn links_modes_and_fifos_are_kept() {
    let scratch = Scratch::new();
    let (target, link) = (scratch.0.join("target"), scratch.0.join("link"));
    fs::write(&target, "").unwrap();
    fs::set_permissions(&target, Permissions::from_mode(0o600)).unwrap();
    symlink("target", &link).unwrap();
    assert_eq!(scratch.run(&solve(&["link"]), b"").code, Some(0));
    assert!(link.symlink_metadata().unwrap().is_symlink());
    let mode = target.metadata().unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(scratch.run(&["verify", "target"], b"").code, Some(0));

    let fifo = scratch.0.join("fifo");
    assert!(
        Command::new("mkfifo")
            .arg(&fifo)
            .status()
            .unwrap()
            .success()
    );
    let reader = std::thread::spawn({
        let fifo = fifo.clone();
        move || fs::read(fifo).unwrap()
    });
    assert_eq!(scratch.run(&solve(&["fifo"]), b"").code, Some(0));
    assert_eq!(reader.join().unwrap(), fs::read(&target).unwrap());
    assert!(fifo.metadata().unwrap().file_type().is_fifo());
}

#[test]
fn a_certificate_on_standard_output() {
    let scratch = Scratch::new();
    for name in ["-", "/dev/stdout"] {
        let mut command = scratch.command(&solve(&[name]));
        let output = command.output().unwrap();
        assert!(output.status.success());
        assert!(output.stdout.starts_with(b"NRWPROOF"));
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains("for the player to move"), "{told}");
        assert_eq!(scratch.run(&["verify", "-"], &output.stdout).code, Some(0));
        // Two things would be on one stream.
        let ran = scratch.run(&solve(&[name, "--json"]), b"");
        assert_eq!((ran.code, &*ran.stdout), (Some(2), ""), "{ran:?}");
    }
    assert!(!scratch.0.join("-").exists());
}

#[test]
fn a_store_and_a_certificate_are_two_files() {
    let scratch = Scratch::new();
    let ran = scratch.run(&solve(&["f", "--store", "f", "--force"]), b"");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    let ran = scratch.run(&solve(&["s", "--store", "./s"]), b"");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(!scratch.0.join("s").exists());
    // Nor does a certificate replace a store or a record under another name.
    let made = ["solve", "black-narrows", "--size", "3x3", "--store", "s"];
    assert_eq!(scratch.run(&made, b"").code, Some(0));
    symlink("s", scratch.0.join("link")).unwrap();
    let record = b"[Game \"Black Narrows\"]\n[Size \"4x3\"]\n\n*\n";
    fs::write(scratch.0.join("r"), record).unwrap();
    for more in [
        &["./s", "--store", "s", "--force"][..],
        &["link", "--store", "s", "--force"],
        &["s", "--store", "new", "--salvage", "link", "--force"],
    ] {
        let ran = scratch.run(&solve(more), b"");
        assert_eq!(ran.code, Some(2), "{more:?}: {ran:?}");
        assert!(ran.stderr.contains("names the same file"), "{ran:?}");
        assert!(fs::read(scratch.0.join("s")).unwrap().starts_with(b"redb"));
    }
    let words = "solve black-narrows --record r --proof ./r --force";
    let ran = scratch.run(&words.split(' ').collect::<Vec<_>>(), b"");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert_eq!(fs::read(scratch.0.join("r")).unwrap(), record);
    for name in ["-", "/dev/null"] {
        let arguments = ["solve", "black-narrows", "--size", "3x3", "--store", name];
        let ran = scratch.run(&arguments, b"");
        assert_eq!(
            (ran.code, ran.stderr.lines().count()),
            (Some(2), 1),
            "{ran:?}"
        );
    }
    assert!(!scratch.0.join("-").exists());
}

#[test]
fn endless_files_are_refused_at_once() {
    let scratch = Scratch::new();
    let ran = scratch.run(&["verify", "/dev/zero"], b"");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("not a certificate"), "{ran:?}");
    let ran = scratch.run(&["show", "narrows", "--record", "/dev/zero"], b"");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("67,108,864 bytes"), "{ran:?}");
}
