//! What is refused, and how.

use crate::{arena, refusal, stderr, stdout};

#[test]
fn bad_arguments_are_refused_in_one_line() {
    let duel = "match black-narrows --a level:1 --b level:2 --size 4x4";
    for extra in [
        "--sprt 5,0",
        "--sprt 0,5,0.05,0.5",
        "--sprt 0,5,0,0.05",
        "--sprt 0",
        "--sprt nan,5",
        "--sprt 0,5 --elo-model bayesian",
        "--elo-model logistic",
        "--sprt 0,5 --share 1/2",
        "--share 0/2",
        "--share 3/2",
        "--share 1",
        "--forfeits never",
        "--pairs 0",
        "--pairs 100001",
        "--concurrency 0",
        "--concurrency 2000",
        "--time 0",
        "--time -1",
        "--time 1e300",
        "--time nan",
        "--clock sixty",
        "--clock 60 --time 1",
        "--playouts 0",
        "--nodes 0",
        "--openings random:x",
        "--openings random:99",
        "--openings all:9",
        "--size 1x1",
        "--no-pie",
        "--out -",
        // Options of other commands.
        "--player level:1",
        "--count 5",
        "--positions nofile",
        "--gauntlet",
    ] {
        refusal(&arena(&format!("{duel} {extra}"), &[]));
    }
    for words in [
        "",
        "black-narrows --a level:1 --b level:1",
        "match chess --a level:1 --b level:1",
        "ladder",
        "ladder chess",
        "ladder narrows --player level:1",
        "ladder narrows --sprt 0,5",
        "match narrows --a level:9 --b level:1",
        "match narrows --a level:1",
        "tournament narrows",
        "tournament narrows --player level:1",
        "self-play narrows --a level:1",
        "accuracy narrows --pairs 5",
        "make-positions narrows --html x",
        "report",
    ] {
        refusal(&arena(words, &[]));
    }
}

/// Each command has a help of its own, with the options it uses and no others.
#[test]
fn every_command_has_its_own_help() {
    for (command, has, lacks) in [
        ("match", "--sprt", "--player"),
        ("ladder", "--player", "--sprt"),
        ("tournament", "--gauntlet", "--positions"),
        ("self-play", "--player", "--gauntlet"),
        ("accuracy", "--positions", "--pairs"),
        ("make-positions", "--most-legal", "--html"),
        ("report", "--pgn", "--pairs"),
    ] {
        let output = arena(&format!("{command} --help"), &[]);
        let text = stdout(&output);
        assert!(output.status.success() && text.contains(has), "{text}");
        assert!(!text.contains(lacks), "{command} {lacks}: {text}");
    }
    let text = stdout(&arena("--help", &[]));
    assert!(
        text.contains("make-positions") && !text.contains("guard"),
        "{text}"
    );
}

/// More threads than cores: a match with a clock would be lost by the machine.
#[test]
fn too_many_threads_are_warned_about() {
    let output = arena(
        "match black-narrows --size 3x3 --a level:1 --b level:1 --pairs 1 --concurrency 1000",
        &[],
    );
    let text = stderr(&output);
    assert!(output.status.success(), "{text}");
    assert!(
        text.contains("1000 games at once") && text.contains("--concurrency"),
        "{text}"
    );
}

/// Every number says its range, whatever is wrong with it; none says what a parser of the language thinks.
#[test]
fn numbers_are_refused_with_their_range() {
    let commands = [
        ("match black-narrows --a level:1 --b level:1", "pairs"),
        ("match black-narrows --a level:1 --b level:1", "seed"),
        ("match black-narrows --a level:1 --b level:1", "concurrency"),
        ("match black-narrows --a level:1 --b level:1", "margin"),
        ("match black-narrows --a level:1 --b level:1", "nodes"),
        ("accuracy narrows", "seed"),
        ("make-positions narrows", "count"),
        ("make-positions narrows", "most-legal"),
        ("make-positions narrows", "nodes"),
        ("make-positions narrows --beyond", "memory"),
        ("make-positions narrows --beyond", "level-playouts"),
        ("horizon narrows", "games"),
        ("horizon narrows", "seed"),
    ];
    for (words, option) in commands {
        for value in ["", "-1", "many", "1.5", "99999999999999999999999"] {
            let text = refusal(&arena(words, &[&format!("--{option}={value}")]));
            let told = format!("error: --{option} {value}: use a number");
            assert!(text.starts_with(&told) && text.contains(" from "), "{text}");
        }
    }
}
