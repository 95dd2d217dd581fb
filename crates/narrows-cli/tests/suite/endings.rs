//! Ctrl-C, and readers that go away.
#![cfg(unix)]

use crate::support::{Ran, Scratch, await_handler, interrupt};
use std::process::Stdio;

/// Each of these would take hours, or wait for input for ever.
#[test]
fn an_interrupt_ends_long_commands() {
    for arguments in [
        &["census", "black-narrows", "--size", "8x8"][..],
        &["perft", "black-narrows", "--size", "8x8", "--depth", "9"],
        &["solve", "black-narrows", "--size", "8x8", "--no-book"],
        &["solve", "narrows", "--size", "10x10"],
        &[
            "hint", "narrows", "--size", "12x12", "--level", "6", "--time", "60",
        ],
        &["show", "narrows", "--record", "-"],
        &["play", "black-narrows"],
        &[
            "play",
            "black-narrows",
            "--size",
            "12x12",
            "--first",
            "6",
            "--second",
            "6",
            "--time",
            "60",
        ],
    ] {
        let scratch = Scratch::new();
        let mut child = scratch.command(arguments).spawn().unwrap();
        let stdin = child.stdin.take();
        await_handler(&child);
        interrupt(&child);
        let ran: Ran = child.wait_with_output().unwrap().into();
        drop(stdin);
        assert_eq!(ran.code, Some(130), "{arguments:?}: {ran:?}");
        assert!(
            ran.stderr.lines().count() <= 1,
            "{arguments:?}: {}",
            ran.stderr
        );
    }
}

#[test]
fn a_reader_that_is_gone_is_no_error() {
    for arguments in [
        &["show", "narrows", "--size", "26x26"][..],
        &["--help"],
        &["play", "narrows"],
    ] {
        let scratch = Scratch::new();
        let mut child = scratch.command(arguments).spawn().unwrap();
        drop(child.stdout.take());
        let ran: Ran = child.wait_with_output().unwrap().into();
        assert_eq!(ran.code, Some(0), "{arguments:?}: {ran:?}");
        assert_eq!(ran.stderr, "", "{arguments:?}");
    }
}

#[test]
fn a_full_disk_is_told_in_one_line() {
    let Ok(full) = std::fs::File::options().write(true).open("/dev/full") else {
        // Not a Linux system.
        return;
    };
    let scratch = Scratch::new();
    let mut command = scratch.command(&["show", "narrows"]);
    let child = command.stdout(Stdio::from(full)).spawn().unwrap();
    let ran: Ran = child.wait_with_output().unwrap().into();
    assert_eq!(ran.code, Some(1));
    assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
}
