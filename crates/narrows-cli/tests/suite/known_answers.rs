//! A sample of the known answers, through the program.

use std::path::Path;

use serde_json::Value;

use crate::support::json;

/// Every `step`th line of a file of known answers.
fn rows(name: &str, step: usize) -> Vec<Value> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../narrows-core/tests/data");
    let text = std::fs::read_to_string(data.join(name)).unwrap();
    let rows: Vec<Value> = text
        .lines()
        .step_by(step)
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(!rows.is_empty());
    rows
}

fn text<'a>(row: &'a Value, name: &str) -> &'a str {
    row[name].as_str().unwrap()
}

#[test]
fn legal_placements() {
    for (name, step) in [
        ("black-narrows-legal.jsonl", 17),
        ("black-narrows-pairwise.jsonl", 7),
    ] {
        for row in rows(name, step) {
            let position = text(&row, "position");
            let shown = json(&["show", "black-narrows", "--position", position]);
            assert_eq!(shown["legal"], row["legal"], "{position}");
            assert_eq!(shown["size"], row["size"]);
            assert_eq!(shown["position"], row["position"]);
        }
    }
}

#[test]
fn captures_and_links() {
    for row in rows("narrows-captures.jsonl", 11) {
        let position = text(&row, "position");
        let shown = json(&["show", "narrows", "--position", position]);
        // The answers leave the exchange out, and are in the order of text.
        let legal = shown["legal"].as_array().unwrap().iter();
        let mut captures: Vec<_> = legal.filter_map(Value::as_str).collect();
        captures.retain(|&play| play != "swap");
        captures.sort_unstable();
        let answer = row["captures"].as_array().unwrap().iter();
        let mut answer: Vec<_> = answer.filter_map(Value::as_str).collect();
        answer.sort_unstable();
        assert_eq!(captures, answer, "{position}");
        assert_eq!(shown["linked"]["black"], row["black_linked"]);
        assert_eq!(shown["linked"]["white"], row["white_linked"]);
        let endings = row["ending_captures"].as_object().unwrap();
        if let Some((capture, winner)) = endings.iter().next() {
            let after = json(&[
                "show",
                "narrows",
                "--position",
                position,
                "--moves",
                capture,
            ]);
            assert_eq!(&after["winner"], winner, "{position} {capture}");
        }
    }
}

#[test]
fn solved_positions() {
    // Some answers are for boards wider than the program's.
    let fits = |row: &Value| text(row, "size").parse::<narrows_core::Size>().is_ok();
    let few = |row: &Value| row["live"].as_u64().unwrap() <= 12 && fits(row);
    for row in rows("black-narrows-solved.jsonl", 6)
        .into_iter()
        .filter(few)
    {
        let position = text(&row, "position");
        let solved = json(&[
            "solve",
            "black-narrows",
            "--position",
            position,
            "--nimber",
            "--memory",
            "8",
        ]);
        assert_eq!(solved["outcome"], row["outcome"], "{position}");
        assert_eq!(solved["nimber"], row["nimber"], "{position}");
        let has_best = !solved["best"].as_array().unwrap().is_empty();
        assert_eq!(has_best, row["outcome"] == "win", "{position}");
    }
}

#[test]
fn first_moves_of_narrows() {
    for row in rows("narrows-first-moves.jsonl", 1).into_iter().take(4) {
        let size = text(&row, "size");
        let solved = json(&[
            "solve", "narrows", "--size", size, "--no-pie", "--all", "--memory", "8",
        ]);
        for (play, winner) in row["winner_after"].as_object().unwrap() {
            let expected = if winner == "black" { "win" } else { "loss" };
            assert_eq!(solved["moves"][play], expected, "{size} {play}");
        }
    }
}

#[test]
fn perft_of_narrows() {
    for row in rows("narrows-perft.jsonl", 2) {
        let size = text(&row, "size");
        for (depth, nodes) in (1..=3).zip(row["perft"].as_array().unwrap()) {
            let depth = depth.to_string();
            let counted = json(&[
                "perft", "narrows", "--size", size, "--no-pie", "--depth", &depth,
            ]);
            assert_eq!(&counted["nodes"], nodes, "{size} {depth}");
        }
    }
}

#[test]
fn census_of_boards() {
    for row in rows("black-narrows-boards.jsonl", 3) {
        let size = text(&row, "size");
        let counted = json(&["census", "black-narrows", "--size", size]);
        if !row["legal_sets_by_stones"].is_null() {
            assert_eq!(counted["counts"], row["legal_sets_by_stones"], "{size}");
        }
        if !row["total"].is_null() {
            assert_eq!(counted["total"], row["total"], "{size}");
        }
    }
}
