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
        "--clock 60+",
        "--clock +5",
        "--openings nofile --openings start",
        "--playouts 0",
        "--nodes 0",
        "--openings random:x",
        "--openings random:99",
        "--openings all:9",
        "--openings balanced",
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
        ("make-openings", "--margin", "--html"),
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

/// What is asked beyond the machine's memory is refused with the figure that is there, of a player too.
#[test]
fn memory_beyond_the_machine_is_refused() {
    for value in ["17592186044416", "99999999999999999999999"] {
        let player = format!("--player=solver:memory={value}");
        for more in [
            vec!["make-positions", "narrows", "--beyond", "--memory", value],
            vec!["self-play", "narrows", &player],
            vec!["accuracy", "narrows", &player],
        ] {
            let text = refusal(&arena("", &more));
            assert!(text.contains("this machine has "), "{text}");
            assert!(text.contains("use at most that"), "{text}");
        }
    }
    for value in ["0", "-1", "1.5", "many", ""] {
        let memory = format!("--memory={value}");
        let text = refusal(&arena("make-positions narrows --beyond", &[&memory]));
        assert!(text.contains("use a number of MiB from 1 to "), "{text}");
    }
}

/// A file is named with its option.
#[test]
fn files_that_cannot_be_read_are_named() {
    let duel = "match black-narrows --size 4x4 --a level:1 --b level:1";
    for (words, option) in [
        (duel, "--openings"),
        ("accuracy black-narrows", "--positions"),
    ] {
        for name in ["nofile", "."] {
            let output = arena(words, &[option, name]);
            let text = stderr(&output);
            assert_eq!(output.status.code(), Some(1), "{text}");
            let told = format!("error: {option} {name}: ");
            assert!(text.starts_with(&told), "{text}");
        }
        let text = refusal(&arena(words, &[option, "/dev/null"]));
        assert!(
            text.starts_with(&format!("error: {option} /dev/null: the file has no ")),
            "{text}"
        );
    }
}

/// Small boards have only so many positions: the command ends with those there are, and says so.
#[test]
fn positions_that_do_not_exist_are_not_waited_for() {
    for more in ["", "--beyond --level-playouts 1 --solver-nodes 1000"] {
        let words = format!("make-positions black-narrows --size 2x2 --count 9 {more}");
        let output = arena(&words, &[]);
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{words}: {text}");
        assert!(
            text.contains("not 9: 2,000 games in a row had no other"),
            "{text}"
        );
        assert_eq!(text.lines().count(), 1, "{text}");
    }
}

/// By numbers of playouts and nodes, the same positions are made each time; each can be measured.
#[test]
fn positions_beyond_the_horizon_repeat() {
    let words = |playouts: u32, nodes: u32| {
        format!(
            "make-positions narrows --beyond --size 6x4 --count 3 --seed 5 --memory 16 \
             --level-playouts {playouts} --solver-nodes {nodes}"
        )
    };
    let made = |playouts, nodes| {
        let output = arena(&words(playouts, nodes), &[]);
        assert!(output.status.success(), "{}", stderr(&output));
        stdout(&output)
    };
    let lines = made(5, 20_000);
    assert_eq!(lines.lines().count(), 3, "{lines}");
    assert!(
        lines.lines().all(|line| line.contains("\"beyond\":")),
        "{lines}"
    );
    assert_eq!(made(5, 20_000), lines);
    // A level that may do more proves more, so what it does not prove is found elsewhere; a solver that may do less answers less.
    assert_ne!(made(300, 20_000), lines);
    assert_ne!(made(5, 3000), lines);
    for clash in ["--level-time 1", "--solver-time 1"] {
        refusal(&arena(&format!("{} {clash}", words(5, 5)), &[]));
    }
    for alone in ["--level-playouts 5", "--solver-nodes 5"] {
        refusal(&arena(&format!("make-positions narrows {alone}"), &[]));
    }
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
        ("make-openings narrows", "count"),
        ("make-openings narrows", "plies"),
        ("make-openings narrows", "margin"),
        ("make-positions narrows", "most-legal"),
        ("make-positions narrows", "nodes"),
        ("make-positions narrows --beyond", "solver-nodes"),
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
