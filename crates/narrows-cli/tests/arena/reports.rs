//! Every kind of report, on games that take no time.

use std::fs;

use crate::{Scratch, arena, json, stdout};

#[test]
fn a_tournament() {
    let scratch = Scratch::new("tournament");
    let (html, pgn) = (scratch.name("page.html"), scratch.name("games.pgn"));
    let output = arena(
        "tournament black-narrows --size 4x4 --player level:1 --player level:2 --player mcts:playouts=64 --pairs 6",
        &["--html", &html, "--pgn", &pgn],
    );
    assert!(output.status.success(), "{output:?}");
    let text = stdout(&output);
    let page = fs::read_to_string(&html).unwrap();
    for part in [
        "Ratings",
        "Likelihood of superiority",
        "3 comparisons",
        "first player",
        "mcts:playouts=64",
        "significant",
        "by opening",
        "random:2, seed 1",
        "no clock",
        "narrows arena tournament",
        env!("CARGO_PKG_VERSION"),
        "core",
    ] {
        assert!(text.contains(part), "{part}: {text}");
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(page.matches("<svg").count() >= 2 && page.contains("Mark Steere"));
    for outside in ["<script", "<link", "src=", "url(", "@import"] {
        assert!(!page.contains(outside), "{outside}");
    }
    let games = fs::read_to_string(&pgn).unwrap();
    assert_eq!(games.matches("[Result \"").count(), 36);
    assert_eq!(games.matches("[Game \"Black Narrows\"]").count(), 36);
}

/// The verdict of a sequential test names the hypothesis it accepts, and the estimate says what it is.
#[test]
fn a_sequential_test() {
    let duel = "match narrows --size 4x3 --a level:4 --b level:1 --openings random:2 --sprt 0,50";
    let report = json(&arena(&format!("{duel} --json"), &[]));
    assert_eq!(report["sprt"]["verdict"], "H1 accepted", "{report}");
    assert!(report["finished"].as_u64().unwrap() < 400);
    let elo = &report["sprt"]["estimate"]["elo"];
    assert!(elo["low"].as_f64().unwrap() > 0.0 && elo["high"].as_f64().unwrap().is_finite());
    let text = stdout(&arena(duel, &[]));
    for part in [
        "H1 accepted",
        "level:4 over level:1: +50 Elo",
        "level:4 over level:1: +0 Elo",
        "median-unbiased",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn self_play() {
    let output = arena(
        "self-play narrows --size 4x3 --player level:5 --pairs 5",
        &[],
    );
    let text = stdout(&output);
    for part in [
        "first player",
        "length",
        "branching",
        "decided",
        "thought",
        "pie rule",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// Few pairs make rough intervals, and a report says so.
#[test]
fn rough_intervals() {
    let text = stdout(&arena(
        "match black-narrows --size 4x4 --a level:1 --b level:2 --pairs 4",
        &[],
    ));
    assert!(text.contains("rough: 5 pairs or fewer"), "{text}");
}

#[test]
fn accuracy() {
    let scratch = Scratch::new("accuracy");
    let html = scratch.name("page.html");
    let words = "accuracy black-narrows --size 6x6 --player level:1 --player level:3";
    let text = stdout(&arena(words, &["--html", &html]));
    for part in [
        "level:1",
        "kept the win",
        "legal moves",
        "narrows arena accuracy",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(fs::read_to_string(&html).unwrap().contains("<svg"));
    let report = json(&arena(&format!("{words} --json"), &[]));
    assert_eq!(report["accuracy"].as_array().unwrap().len(), 2);
    assert_eq!(report["runs"].as_array().unwrap().len(), 1);
}
