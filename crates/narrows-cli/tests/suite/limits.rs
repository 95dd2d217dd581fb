//! Limits: each option refuses what is out of its range, and says what would be right.

use crate::support::{Scratch, json, narrows};

/// Runs a command with one more option, which must be refused in one line that has all of `words`.
fn refused(command: &[&str], option: [&str; 2], words: &[&str]) {
    let arguments = [command, &option].concat();
    let ran = narrows(&arguments);
    assert_eq!(ran.code, Some(2), "{arguments:?}: {ran:?}");
    assert_eq!(ran.stdout, "", "{arguments:?}");
    assert_eq!(ran.stderr.lines().count(), 1, "{arguments:?}: {ran:?}");
    let begin = format!("error: {} {}: ", option[0], option[1]);
    assert!(ran.stderr.starts_with(&begin), "{begin:?}: {ran:?}");
    for word in words {
        assert!(ran.stderr.contains(word), "{word:?}: {ran:?}");
    }
}

const SOLVE: &[&str] = &["solve", "black-narrows", "--size", "3x3"];
const CENSUS: &[&str] = &["census", "black-narrows", "--size", "3x3"];
const HINT: &[&str] = &["hint", "narrows", "--level", "6"];
const PERFT: &[&str] = &["perft", "narrows"];
const PLAY: &[&str] = &["play", "narrows"];

/// One more than fits into 64 bits.
const TOO_MANY: &str = "18446744073709551616";

#[test]
fn threads() {
    for command in [SOLVE, CENSUS] {
        for number in ["0", "100000", "1025", "-1", TOO_MANY, "two", "1.5"] {
            let words = ["from 1 to 1,024", "this machine has ", " cores"];
            refused(command, ["--threads", number], &words);
        }
        assert_eq!(
            narrows(&[command, &["--threads", "1024"]].concat()).code,
            Some(0)
        );
    }
}

#[test]
fn memory() {
    for command in [SOLVE, CENSUS] {
        for number in ["100000000", "17592186044416", TOO_MANY] {
            let words = ["this machine has ", " MiB; use at most that"];
            refused(command, ["--memory", number], &words);
        }
        for number in ["0", "-1", "1.5", "", "all"] {
            refused(command, ["--memory", number], &["MiB from 1 to "]);
        }
        assert_eq!(
            narrows(&[command, &["--memory", "1"]].concat()).code,
            Some(0)
        );
    }
}

/// All commands that take a time take the same times.
#[test]
fn time() {
    let gtp = &["gtp", "narrows"];
    for command in [SOLVE, HINT, PLAY, gtp] {
        for number in ["0", "-1", "-0.5", "0.0"] {
            refused(command, ["--time", number], &["use more than 0 seconds"]);
        }
        for number in ["nan", "soon", "", "1s"] {
            refused(command, ["--time", number], &["number of seconds"]);
        }
        for number in ["inf", "1e300", "31536001"] {
            refused(command, ["--time", number], &["at most 31,536,000"]);
        }
    }
}

#[test]
fn counts() {
    for number in ["0", "-1", TOO_MANY, "1e6", "many"] {
        refused(SOLVE, ["--nodes", number], &["number of nodes from 1 to"]);
        refused(HINT, ["--playouts", number], &["number of playouts from 1"]);
    }
    for number in ["-1", TOO_MANY, "x"] {
        for command in [HINT, PLAY] {
            refused(command, ["--seed", number], &["18,446,744,073,709,551,615"]);
        }
    }
    for number in ["-1", "677", "99999999999", TOO_MANY, "x"] {
        refused(PERFT, ["--depth", number], &["from 0 to 676"]);
    }
    for number in ["0", "7", "256", "-1", "six"] {
        let hint = &["hint", "narrows"];
        refused(hint, ["--level", number], &["from 1 to 6"]);
    }
}

/// A depth beyond the end of every game is not an error: there are no such sequences.
#[test]
fn the_longest_depth() {
    let counted = json(&["perft", "black-narrows", "--size", "2x2", "--depth", "676"]);
    assert_eq!(counted["nodes"], 0);
}

/// What is asked for is quoted as it was given.
#[test]
fn sizes_beyond_every_number() {
    for size in [
        "4294967300x4",
        "99999999999x99999999999",
        "4x340282366920938463463374607431768211456",
    ] {
        for game in ["black-narrows", "narrows"] {
            refused(&["show", game], ["--size", size], &[size, "26"]);
        }
    }
}

#[test]
fn options_that_a_command_does_not_use() {
    let scratch = Scratch::new();
    for (arguments, culprit) in [
        (&["show", "black-narrows", "--no-pie"][..], "--no-pie"),
        (
            &["solve", "black-narrows", "--size", "3x3", "--no-pie"],
            "--no-pie",
        ),
        (&["play", "black-narrows", "--no-pie"], "--no-pie"),
        (
            &["hint", "black-narrows", "--level", "1", "--no-pie"],
            "--no-pie",
        ),
        (
            &["perft", "black-narrows", "--depth", "1", "--no-pie"],
            "--no-pie",
        ),
        (
            &["solve", "narrows", "--size", "3x2", "--nimber"],
            "--nimber",
        ),
        (
            &["solve", "black-narrows", "--size", "3x3", "--force"],
            "--proof",
        ),
        (
            &["solve", "black-narrows", "--size", "3x3", "--playouts", "5"],
            "--playouts",
        ),
        (
            &["census", "black-narrows", "--size", "3x3", "--no-pie"],
            "--no-pie",
        ),
        (&["rules", "narrows", "--json"], "--json"),
        (&["verify", "p", "--proof", "q"], "--proof"),
    ] {
        let ran = scratch.run(arguments, b"");
        assert_eq!(ran.code, Some(2), "{arguments:?}: {ran:?}");
        assert_eq!(ran.stderr.lines().count(), 1, "{arguments:?}: {ran:?}");
        assert!(ran.stderr.contains(culprit), "{arguments:?}: {ran:?}");
    }
}

/// The exchange on offer contradicts a game without the pie rule, on the command line and in a record.
#[test]
fn the_exchange_on_offer_without_the_pie_rule() {
    let offered = ["show", "narrows", "--position", "bw/1b w s"];
    assert_eq!(narrows(&offered).code, Some(0));
    for letter in ["s", "S"] {
        let position = format!("bw/1b w {letter}");
        let ran = narrows(&["show", "narrows", "--no-pie", "--position", &position]);
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.stderr.contains("--no-pie"), "{ran:?}");
    }
    for (pie, more) in [("[Pie \"off\"]\n", None), ("", Some("--no-pie"))] {
        let record = format!("[Game \"Narrows\"]\n{pie}[Position \"bwbw/1bwb w s\"]\n\n*\n");
        let arguments = ["show", "narrows", "--record", "-"].into_iter().chain(more);
        let arguments: Vec<_> = arguments.collect();
        let ran = Scratch::new().run(&arguments, record.as_bytes());
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.stderr.contains("line "), "{ran:?}");
    }
}
