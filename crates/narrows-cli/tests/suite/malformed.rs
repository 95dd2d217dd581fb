//! Some 200 malformed command lines and inputs, over all commands: none makes a panic, each ends with an exit code
//! of 1 or 2 and one line on standard error.

use crate::support::Scratch;

/// What commands begin with, with nothing wrong yet.
const COMMANDS: &[&[&str]] = &[
    &["show", "black-narrows"],
    &["show", "narrows"],
    &["perft", "black-narrows", "--depth", "1"],
    &["perft", "narrows", "--depth", "1"],
    &["solve", "black-narrows", "--nodes", "9"],
    &["solve", "narrows", "--nodes", "9"],
    &["hint", "black-narrows", "--level", "1"],
    &["hint", "narrows", "--level", "2"],
    &["play", "black-narrows"],
    &["play", "narrows"],
];

/// What is wrong with any of them.
const WRONG_OPTIONS: &[&[&str]] = &[
    &["--size", ""],
    &["--size", "x"],
    &["--size", "0x0"],
    &["--size", "27x27"],
    &["--size", "-3x3"],
    &["--size", "3x3x3"],
    &["--size", "٣x٣"],
    &["--size", "3x3", "--size", "3x3"],
    &["--position", ""],
    &["--position", "/"],
    &["--position", "////////"],
    &["--position", "999999999999999999999999/2"],
    &["--position", "🟦/🟦"],
    &["--position", "xx/xx b"],
    &["--position", "bw/wb b - 3"],
    &["--moves", "z99"],
    &["--moves", "a0"],
    &["--moves", "a1 a1 a1"],
    &["--moves", "\u{0}"],
    &["--moves", "swap swap"],
    &["--record", "no-such-file"],
    &["--record", "."],
    &["--record", ""],
    &["--record", "-", "--position", "3/3/3"],
];

/// Command lines with mistakes of their own.
const WRONG_COMMANDS: &[&[&str]] = &[
    &["census"],
    &["census", "narrows", "--size", "4x4"],
    &["census", "black-narrows", "--size", "1x1"],
    &["census", "black-narrows", "--size", "3x3", "--memory", "x"],
    &["solve", "black-narrows", "--store", ""],
    &["solve", "black-narrows", "--proof", ""],
    &["solve", "black-narrows", "--size", "3x3", "--proof", "."],
    &["solve", "black-narrows", "--size", "3x3", "--store", "."],
    &["verify", "no-such-file"],
    &["verify", "."],
    &["verify", ""],
    &["verify", "-"],
    &["verify", "a", "b"],
    &["rules"],
    &["rules", "go"],
    &["gtp"],
    &["gtp", "go"],
    &["gtp", "narrows", "--size", "3x3"],
    &["gtp", "narrows", "--player", "level:9"],
    &["arena"],
    &["arena", "go"],
    &["arena", "--json"],
    &["arena", "match"],
    &["arena", "report"],
    &["arena", "accuracy"],
    &["arena", "horizon"],
    &["play", "--first", "9"],
    &["play", "narrows", "--second", "nobody"],
    &["help", "me"],
    &["--versions"],
    &["--json"],
    &["-"],
    &["--"],
    &["\u{feff}show"],
];

/// What standard input may hold where a record is read.
const WRONG_RECORDS: &[&[u8]] = &[
    b"",
    b"\0",
    b"\xff\xfe\x00",
    b"[",
    b"[]",
    b"[Game]",
    b"[Game \"Narrows\"]",
    b"[Game \"Narrows\"]\n[Size \"0x0\"]\n\n*\n",
    b"[Game \"Narrows\"]\n[Size \"99999999999999x2\"]\n\n*\n",
    b"[Game \"Narrows\"]\n[Game \"Narrows\"]\n[Size \"4x4\"]\n\n*\n",
    b"[Game \"Narrows\"]\n[Size \"4x4\"]\n\n1. a9xb9 *\n",
    b"[Game \"Narrows\"]\n[Size \"4x4\"]\n\n99999999999999999999999. a1xa2 *\n",
    b"[Game \"Narrows\"]\n[Size \"4x4\"]\n\n{",
    b"[Game \"Narrows\"]\n[Size \"4x4\"]\n\n(((((((((",
    b"[Game \"Narrows\"]\n[Size \"4x4\"]\n[Position \"x\"]\n\n*\n",
    b"[Game \"Narrows\"]\n[Size \"4x4\"]\n[Pie \"maybe\"]\n\n*\n",
    b"[Game \"Narrows\"]\n[Size \"4x4\"]\n[Result \"2-0\"]\n\n*\n",
    b"NRWPROOF\x02\x02\x08\x08",
    b"{\"format\":\"narrows-arena-1\"}\n",
];

fn check(scratch: &Scratch, arguments: &[&str], input: &[u8]) {
    // Nothing in the arguments of a process can be empty of meaning to the system but this.
    if arguments.iter().any(|argument| argument.contains('\0')) {
        return;
    }
    let ran = scratch.run(arguments, input);
    assert!(matches!(ran.code, Some(1 | 2)), "{arguments:?}: {ran:?}");
    assert_eq!(ran.stdout, "", "{arguments:?}");
    assert_eq!(
        ran.stderr.matches('\n').count(),
        1,
        "{arguments:?}: {ran:?}"
    );
    assert!(ran.stderr.starts_with("error: "), "{arguments:?}: {ran:?}");
    assert!(!ran.stderr.contains("panicked"), "{arguments:?}: {ran:?}");
    let left: Vec<_> = std::fs::read_dir(&scratch.0).unwrap().collect();
    assert!(left.is_empty(), "{arguments:?} left {left:?}");
}

#[test]
fn options_of_every_command() {
    let scratch = Scratch::new();
    for command in COMMANDS {
        for wrong in WRONG_OPTIONS {
            check(&scratch, &[*command, *wrong].concat(), b"[Game");
        }
    }
}

#[test]
fn mistakes_of_each_command() {
    let scratch = Scratch::new();
    for wrong in WRONG_COMMANDS {
        check(&scratch, wrong, b"");
    }
}

#[test]
fn records_on_standard_input() {
    let scratch = Scratch::new();
    for record in WRONG_RECORDS {
        for command in [
            &["show", "narrows"][..],
            &["hint", "narrows", "--level", "2"],
        ] {
            check(&scratch, &[command, &["--record", "-"]].concat(), record);
        }
    }
}
