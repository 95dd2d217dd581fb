//! Whatever is wrong, one line says what and where, and the exit code is 2.

use crate::support::{Ran, Scratch};

fn assert_refused(ran: &Ran, arguments: &[&str], culprit: &str) {
    assert_eq!(ran.code, Some(2), "{arguments:?}: {ran:?}");
    assert_eq!(ran.stdout, "", "{arguments:?}");
    assert_eq!(
        ran.stderr.matches('\n').count(),
        1,
        "{arguments:?}: {ran:?}"
    );
    assert!(ran.stderr.starts_with("error: "), "{ran:?}");
    assert!(ran.stderr.ends_with('\n'), "{ran:?}");
    assert!(
        ran.stderr.contains(culprit),
        "{arguments:?}: {culprit:?} is not in {ran:?}"
    );
}

fn refused(input: &[u8], arguments: &[&str], culprit: &str) {
    let ran = Scratch::new().run(arguments, input);
    assert_refused(&ran, arguments, culprit);
}

#[test]
fn commands_and_flags() {
    for (arguments, culprit) in [
        (&[][..], "missing command"),
        (&["arena"], "missing command"),
        (&["foo"], "foo"),
        (&["foo\nbar"], "foo bar"),
        (&["show"], "GAME"),
        (&["show", "chess"], "chess"),
        (&["show", "narrows", "--bogus"], "--bogus"),
        (&["show", "narrows", "extra"], "extra"),
        (&["show", "narrows", "--size"], "--size"),
        (
            &["show", "narrows", "--size", "4x4", "--size", "4x4"],
            "--size",
        ),
        (&["perft", "narrows"], "--depth"),
        (&["perft", "narrows", "--depth", "-1"], "-1"),
        (&["perft", "narrows", "--depth", "x"], "--depth"),
        (&["perft", "narrows", "--depth", "99999999999"], "--depth"),
        (&["census", "black-narrows"], "--size"),
        (&["census", "narrows", "--size", "4x4"], "black-narrows"),
        (
            &["census", "black-narrows", "--size", "4x4", "--threads", "0"],
            "--threads",
        ),
        (
            &["solve", "narrows", "--size", "4x3", "--nimber"],
            "--nimber",
        ),
        (&["solve", "black-narrows", "--time", "-1"], "-1"),
        (&["solve", "black-narrows", "--time", "soon"], "soon"),
        (&["solve", "black-narrows", "--time", "nan"], "nan"),
        (&["solve", "black-narrows", "--memory", "0"], "--memory"),
        (
            &["solve", "black-narrows", "--memory", "99999999999999999999"],
            "--memory",
        ),
        (&["hint", "black-narrows"], "--level"),
        (&["hint", "black-narrows", "--level", "0"], "1 to 6"),
        (&["hint", "black-narrows", "--level", "7"], "1 to 6"),
        (
            &["hint", "black-narrows", "--level", "3", "--playouts", "0"],
            "--playouts",
        ),
        (
            &["hint", "black-narrows", "--level", "3", "--seed", "abc"],
            "--seed",
        ),
        (&["play", "narrows", "--first", "7"], "human or a level"),
        (&["play", "--size", "4x4"], "GAME"),
        (
            &["solve", "narrows", "--size", "4x3", "--proof", "p"],
            "--no-pie",
        ),
        (&["verify"], "FILE"),
        (&["verify", "-"], "not a certificate"),
    ] {
        refused(b"", arguments, culprit);
    }
}

#[test]
fn sizes() {
    for (game, size, culprit) in [
        ("black-narrows", "1x5", "2 to 26"),
        ("black-narrows", "27x5", "2 to 26"),
        ("black-narrows", "0x0", "2 to 26"),
        ("narrows", "3x3", "even"),
        ("narrows", "1x2", "at least 4"),
        ("narrows", "99999999999x2", "--size"),
        ("narrows", "8", "COLUMNSxROWS"),
        ("narrows", "", "COLUMNSxROWS"),
        ("narrows", "8x", "COLUMNSxROWS"),
        ("narrows", "-8x7", "-8"),
        ("narrows", "8×7", "COLUMNSxROWS"),
        ("narrows", "8x7x", "COLUMNSxROWS"),
    ] {
        refused(b"", &["show", game, "--size", size], culprit);
    }
}

#[test]
fn positions() {
    for (game, position, culprit) in [
        ("black-narrows", "", "--position"),
        ("black-narrows", "5/1x3/5/xx2", "character 9"),
        ("black-narrows", "5/1y3", "character 4"),
        ("black-narrows", "05/5", "character 1"),
        ("black-narrows", "x1/1x/xx", "a"),
        ("black-narrows", "27/27", "26"),
        ("black-narrows", "5", "2 to 26"),
        ("black-narrows", "bw/wb b -", "character 1"),
        ("narrows", "bw/wb", "color to move"),
        ("narrows", "bw/wb b", "character 8"),
        ("narrows", "bw/wb x -", "character 7"),
        ("narrows", "bw/wb b s", "offered to White"),
        ("narrows", "bb/bb b -", "no white stones"),
        ("narrows", "bw/wb b - -", "character 11"),
        ("narrows", "5/1x3/5/xx3", "character 4"),
    ] {
        refused(b"", &["show", game, "--position", position], culprit);
    }
}

#[test]
fn moves() {
    for (game, moves, culprit) in [
        ("black-narrows", "c3 c3", "move 2 (c3)"),
        ("black-narrows", "c3 i9", "move 2 (i9)"),
        ("black-narrows", "c3 d4 swap", "move 3 (swap)"),
        ("black-narrows", "c3, d4", "move 1"),
        ("narrows", "b1xa1 b1xa1", "move 2 (b1xa1)"),
        ("narrows", "a1xb2", "move 1 (a1xb2)"),
        ("narrows", "swap", "move 1 (swap)"),
        ("narrows", "a1x", "move 1 (a1x)"),
        ("narrows", "c3", "move 1 (c3)"),
    ] {
        refused(
            b"",
            &["show", game, "--size", "4x4", "--moves", moves],
            culprit,
        );
    }
}

#[test]
fn options_that_contradict_each_other() {
    let record = b"[Game \"Narrows\"]\n[Size \"4x4\"]\n[Pie \"on\"]\n\n*\n";
    for (arguments, culprit) in [
        (
            &[
                "show",
                "black-narrows",
                "--size",
                "4x4",
                "--position",
                "3/3/3",
            ][..],
            "--size 4x4",
        ),
        (
            &["show", "narrows", "--size", "6x4", "--record", "-"],
            "--size 6x4",
        ),
        (
            &[
                "show",
                "narrows",
                "--position",
                "bw/wb b -",
                "--record",
                "-",
            ],
            "--position",
        ),
        (&["show", "black-narrows", "--record", "-"], "Narrows"),
        (
            &["show", "narrows", "--record", "-", "--no-pie"],
            "--no-pie",
        ),
    ] {
        refused(record, arguments, culprit);
    }
}

#[test]
fn records() {
    for (record, culprit) in [
        (&b""[..], "line 1, column 1"),
        (b"[Game \"Chess\"]\n", "line 1, column 8"),
        (
            b"[Game \"Black Narrows\"]\n[Size \"5x1\"]\n\n*\n",
            "line 2, column 8",
        ),
        (
            b"[Game \"Black Narrows\"]\n[Size \"5x4\"]\n\n1. c3 c3 *\n",
            "line 4, column 7",
        ),
        (
            b"[Game \"Black Narrows\"]\n[Size \"5x4\"]\n\n1. c3",
            "without a result",
        ),
        (
            b"[Game \"Black Narrows\"]
[Size \"2x2\"]

1. a1 b2 1-0",
            "1-0",
        ),
        (
            b"[Game \"Black Narrows\"]\n[Size \"5x4\"]\n\n1. c3 {open",
            "comment",
        ),
        (b"[Game \"Black Narrows\"\n", "tag"),
        (b"\xff\xfe\n", "UTF-8"),
    ] {
        refused(record, &["show", "black-narrows", "--record", "-"], culprit);
    }
}

#[test]
fn games_that_are_over_where_a_move_is_asked_for() {
    let over = ["--size", "2x2", "--moves", "a1 b2"];
    for command in [
        &["hint", "black-narrows", "--level", "2"][..],
        &["play", "black-narrows"],
    ] {
        refused(b"", &[command, &over].concat(), "the game is over");
    }
    let over = ["narrows", "--position", "b1/ww w -"];
    refused(
        b"",
        &[&["hint", "--level", "6"][..], &over].concat(),
        "the game is over",
    );
}

#[test]
fn a_file_that_cannot_be_read_is_no_wrong_input() {
    let ran = Scratch::new().run(&["show", "narrows", "--record", "no-such-file"], b"");
    assert_eq!(ran.code, Some(1));
    assert_eq!(ran.stderr.lines().count(), 1);
    assert!(ran.stderr.contains("no-such-file"));
}

/// Pseudo-random bytes (an xorshift), so that every run sees the same garbage.
fn garbage(bytes: usize) -> Vec<u8> {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as u8
    };
    (0..bytes).map(|_| next()).collect()
}

#[test]
fn a_mebibyte_of_garbage_ends_in_an_error() {
    let size = 1 << 20;
    let garbages = [
        garbage(size),
        vec![b'a'; size],
        vec![b'\n'; size],
        b"[A \"\"]\n".repeat(size / 7),
        b"zz\n".repeat(size / 3),
        b"[Game \"Narrows\"]\n[Size \"8x7\"]\n{}"
            .iter()
            .copied()
            .chain(vec![b'1'; size - 99])
            .collect(),
    ];
    for input in garbages {
        for arguments in [
            &["show", "narrows", "--record", "-"][..],
            &["hint", "black-narrows", "--level", "1", "--record", "-"],
            &["play", "narrows", "--plain"],
            &["play"],
        ] {
            let is_blank = input.iter().all(u8::is_ascii_whitespace);
            if is_blank && arguments[0] == "play" {
                // Empty lines are no error: nothing was said.
                continue;
            }
            let ran = Scratch::new().run(arguments, &input);
            assert_eq!(ran.code, Some(2), "{arguments:?}");
            assert_eq!(
                ran.stderr.matches('\n').count(),
                1,
                "{arguments:?}: {}",
                ran.stderr
            );
        }
    }
}
