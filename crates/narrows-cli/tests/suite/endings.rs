//! Ctrl-C, and readers that go away.
#![cfg(unix)]

use std::process::{Child, Stdio};

use crate::processes::{await_handler, await_work, interrupt};
use crate::support::{Ran, Scratch};

/// Each of these would compute for hours.
#[test]
fn an_interrupt_ends_long_commands() {
    for words in [
        "census black-narrows --size 8x8",
        "perft black-narrows --size 8x8 --depth 9",
        "solve black-narrows --size 8x8 --no-book",
        "solve black-narrows --size 8x8 --no-book --nimber --all --store s --proof p",
        "solve narrows --size 9x8 --no-pie --no-book",
        "hint narrows --size 12x12 --level 6 --time 3600",
        "play black-narrows --size 12x12 --first 6 --second 6 --time 3600",
        "arena match narrows --a level:6 --b mcts:playouts=100000000 --time 3600",
        "arena ladder narrows --time 3600 --out games",
        "arena tournament narrows --player level:6 --player level:5 --time 3600 --html page",
        "arena self-play black-narrows --size 26x26 --player mcts:playouts=100000000 --pgn games",
        "arena accuracy narrows --player level:6 --time 3600",
        "arena make-positions narrows --count 100000",
        "arena make-positions narrows --beyond --level-time 3600",
        "arena horizon narrows --size 20x20 --games 10000",
    ] {
        check_interrupt(words, await_work);
    }
}

/// And these would wait for ever.
#[test]
fn an_interrupt_ends_what_waits_for_input() {
    for words in [
        "show narrows --record -",
        "verify -",
        "gtp narrows --size 10x10",
        "play black-narrows",
    ] {
        check_interrupt(words, await_handler);
    }
}

fn check_interrupt(words: &str, wait: fn(&Child)) {
    let scratch = Scratch::new();
    let arguments: Vec<_> = words.split(' ').collect();
    let mut child = scratch.command(&arguments).spawn().unwrap();
    let stdin = child.stdin.take();
    wait(&child);
    interrupt(&child);
    let ran: Ran = child.wait_with_output().unwrap().into();
    drop(stdin);
    assert_eq!(ran.code, Some(130), "{words}: {ran:?}");
    let told = ran.stderr.lines();
    let told = told.filter(|line| !line.starts_with("narrows: warning: "));
    assert_eq!(told.count(), 1, "{words}: {}", ran.stderr);
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
