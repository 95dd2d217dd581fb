//! Every command that answers and ends, for both games, with the JSON of the contract.

use std::fs;

use serde_json::json as expected;

use crate::support::{Scratch, json, members, narrows, one_object, without_seconds};

#[test]
fn show_black_narrows() {
    let shown = json(&["show", "black-narrows", "--position", "3/1x1/x1x"]);
    assert_eq!(
        shown,
        expected!({
            "game": "black-narrows", "size": "3x3", "position": "3/1x1/x1x", "to_move": "second",
            "plies": 3, "stones": 3, "legal": ["a3", "b3", "c3"], "illegal": ["a2", "b1", "c2"],
            "winner": null, "reason": null
        })
    );
}

#[test]
fn show_names_the_winner_of_black_narrows() {
    let shown = json(&["show", "black-narrows", "--size", "2x2", "--moves", "a1 b2"]);
    assert_eq!(shown["winner"], "second");
    assert_eq!(shown["legal"], expected!([]));
    assert!(
        shown["reason"]
            .as_str()
            .unwrap()
            .contains("no legal placement")
    );
}

#[test]
fn show_narrows() {
    let shown = json(&["show", "narrows", "--size", "3x2"]);
    assert_eq!(
        shown,
        expected!({
            "game": "narrows", "size": "3x2", "position": "bwb/wbw b -", "to_move": "black",
            "plies": 0, "stones": 6,
            "legal": ["a2xa1", "a2xb2", "b1xa1", "b1xb2", "b1xc1", "c2xb2", "c2xc1"],
            "linked": {"black": false, "white": false}, "winner": null, "reason": null
        })
    );
}

#[test]
fn show_names_the_winner_of_narrows() {
    let shown = json(&["show", "narrows", "--size", "2x2", "--moves", "A2-A1"]);
    assert_eq!(shown["winner"], "black");
    assert_eq!(shown["linked"], expected!({"black": true, "white": true}));
    assert_eq!(shown["to_move"], "white");
    assert!(shown["reason"].as_str().unwrap().contains("both sides"));
    let finished = shown["position"].as_str().unwrap();
    let again = json(&["show", "narrows", "--position", finished]);
    assert_eq!(again["winner"], "black");
}

#[test]
fn swap_is_a_move_and_a_ply() {
    let offered = json(&["show", "narrows", "--size", "4x3", "--moves", "a1xa2"]);
    assert!(offered["position"].as_str().unwrap().ends_with(" w s"));
    let legal = offered["legal"].as_array().unwrap();
    assert_eq!(legal.last().unwrap(), "swap");
    let taken = json(&["show", "narrows", "--size", "4x3", "--moves", "a1xa2 SWAP"]);
    assert_eq!(taken["plies"], 2);
    assert_eq!(taken["to_move"], "white");
    let off = json(&[
        "show", "narrows", "--size", "4x3", "--moves", "a1xa2", "--no-pie",
    ]);
    assert!(off["position"].as_str().unwrap().ends_with(" w -"));
}

#[test]
fn show_draws() {
    let ran = narrows(&["show", "black-narrows", "--position", "5/1x3/5/xx3"]);
    let drawing = " 4  . . . . .\n 3  . x . . .\n 2  ! . . . .\n 1  x x . . .\n    a b c d e\n";
    assert!(ran.stdout.contains(drawing), "{}", ran.stdout);
    assert!(ran.stdout.contains("second to move, 16 legal placements"));
    let ran = narrows(&["show", "narrows", "--size", "4x3"]);
    let drawing = " 3  b w b w\n 2  w b w b\n 1  b w b w\n    a b c d\n";
    assert!(ran.stdout.contains(drawing), "{}", ran.stdout);
}

#[test]
fn a_record_gives_a_position_and_moves_go_on_from_it() {
    let scratch = Scratch::new();
    let record = "[Game \"Black Narrows\"]\r\n[Size \"5x4\"]\r\n\r\n1. c3 d1 {so} 2. a1 *\r\n";
    let path = scratch.0.join("game.txt");
    std::fs::write(&path, record).unwrap();
    let path = path.to_str().unwrap();
    for (source, input) in [(path, ""), ("-", record)] {
        let arguments = [
            "show",
            "black-narrows",
            "--record",
            source,
            "--moves",
            "e4",
            "--json",
        ];
        let ran = scratch.run(&arguments, input.as_bytes());
        let shown = one_object(&ran.stdout);
        assert_eq!(shown["position"], "4x/2x2/5/x2x1");
        assert_eq!(shown["plies"], 4);
    }
}

/// As people write them: no tags where the command line has what they say, no spaces, glyphs, comments.
#[test]
fn records_as_people_write_them() {
    let scratch = Scratch::new();
    let show = [
        "show",
        "black-narrows",
        "--size",
        "5x4",
        "--record",
        "-",
        "--json",
    ];
    for moves in [
        "1.c3 d1 2.a1",
        "1. c3!? d1 $4 ; a comment\n% a line\n2. a1 *\n",
        "1. c3 (1. b2 d1) 1... d1 {so} 2. a1",
    ] {
        let ran = scratch.run(&show, moves.as_bytes());
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert_eq!(one_object(&ran.stdout)["position"], "5/2x2/5/x2x1");
    }
    let ran = scratch.run(&show, b"1. c3 3. d1");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("line 1, column 7"), "{ran:?}");
    // Nobody said which board.
    let ran = scratch.run(&["show", "black-narrows", "--record", "-"], b"1. c3 d1");
    assert_eq!(ran.code, Some(2), "{ran:?}");
}

#[test]
fn one_game_of_many() {
    let scratch = Scratch::new();
    let game = |moves| format!("[Game \"Narrows\"]\n[Size \"4x3\"]\n\n{moves} *\n\n");
    let text = game("1. a1xa2") + &game("1. a1xb1 swap") + &game("");
    fs::write(scratch.0.join("games.pgn"), text).unwrap();
    let show = ["show", "narrows", "--record", "games.pgn", "--json"];
    for (number, plies) in [(&[][..], 1), (&["--game", "1"], 1), (&["--game", "2"], 2)] {
        let ran = scratch.run(&[&show, number].concat(), b"");
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert_eq!(one_object(&ran.stdout)["plies"], plies);
    }
    for (number, culprit) in [
        ("4", "no game 4"),
        ("0", "counted from 1"),
        ("-1", "counted from 1"),
    ] {
        let ran = scratch.run(&[&show[..], &["--game", number]].concat(), b"");
        assert_eq!((ran.code, &*ran.stdout), (Some(2), ""), "{ran:?}");
        assert!(ran.stderr.contains(culprit), "{ran:?}");
    }
    let ran = scratch.run(&["show", "narrows", "--game", "1"], b"");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("--record"), "{ran:?}");
}

#[test]
fn a_result_by_resignation_is_shown() {
    let scratch = Scratch::new();
    let record = b"[Game \"Narrows\"]\n[Size \"4x3\"]\n\n1. a1xa2 swap 0-1\n";
    let ran = scratch.run(&["show", "narrows", "--record", "-", "--json"], record);
    let shown = one_object(&ran.stdout);
    // The second player has Black after the exchange.
    assert_eq!(shown["winner"], "black");
    assert!(shown["reason"].as_str().unwrap().contains("0-1"), "{shown}");
}

#[test]
fn perft_counts() {
    let counted = json(&[
        "perft", "narrows", "--size", "4x3", "--depth", "4", "--no-pie",
    ]);
    assert_eq!(members(&counted), ["depth", "nodes", "seconds"]);
    assert_eq!(
        without_seconds(counted),
        expected!({"depth": 4, "nodes": 7262})
    );
    let counted = json(&["perft", "black-narrows", "--size", "3x2", "--depth", "2"]);
    assert_eq!(
        without_seconds(counted),
        expected!({"depth": 2, "nodes": 30})
    );
    let swaps = json(&["perft", "narrows", "--size", "4x3", "--depth", "2"]);
    assert_eq!(swaps["nodes"], 214 + 17);
}

#[test]
fn census_counts() {
    let counted = json(&["census", "black-narrows", "--size", "5x2"]);
    assert_eq!(
        counted,
        expected!({"counts": [1, 10, 45, 104, 86, 18], "total": 264})
    );
    let one = json(&["census", "black-narrows", "--size", "4x4", "--threads", "1"]);
    assert_eq!(
        one,
        json(&["census", "black-narrows", "--size", "4x4", "--threads", "3"])
    );
}

#[test]
fn solve_black_narrows() {
    let solved = json(&[
        "solve",
        "black-narrows",
        "--size",
        "5x2",
        "--all",
        "--nimber",
    ]);
    assert_eq!(
        members(&solved),
        [
            "outcome",
            "nimber",
            "best",
            "moves",
            "nodes",
            "seconds",
            "plies_to_end"
        ]
    );
    assert_eq!(solved["outcome"], "win");
    assert_eq!(solved["nimber"], 2);
    let best = solved["best"].as_array().unwrap();
    assert!(!best.is_empty());
    for (play, value) in solved["moves"].as_object().unwrap() {
        let is_best = best.contains(&expected!(play));
        assert_eq!(value == "win", is_best, "{play} {value}");
    }
    assert_eq!(solved["moves"].as_object().unwrap().len(), 10);
}

#[test]
fn solve_narrows() {
    let solved = json(&["solve", "narrows", "--size", "3x2", "--no-pie", "--all"]);
    assert_eq!(
        members(&solved),
        [
            "outcome",
            "best",
            "moves",
            "nodes",
            "seconds",
            "plies_to_end"
        ]
    );
    assert_eq!(solved["outcome"], "win");
    assert_eq!(solved["best"], expected!(["a2xb2", "b1xb2", "c2xb2"]));
    let with_exchange = json(&[
        "solve", "narrows", "--size", "3x2", "--moves", "a2xa1", "--all",
    ]);
    assert!(with_exchange["moves"].get("swap").is_some());
}

#[test]
fn a_certificate_is_written_and_checked() {
    let scratch = Scratch::new();
    let solve = [
        "solve",
        "black-narrows",
        "--size",
        "5x5",
        "--proof",
        "p.cert",
        "--json",
    ];
    let ran = scratch.run(&solve, b"");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let solved = one_object(&ran.stdout);
    let ran = scratch.run(&["verify", "p.cert", "--json"], b"");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let proven = one_object(&ran.stdout);
    assert_eq!(
        members(&proven),
        [
            "game",
            "position",
            "outcome",
            "size",
            "best",
            "lost_positions",
            "bytes"
        ]
    );
    assert_eq!(proven["outcome"], solved["outcome"]);
    assert_eq!(proven["position"], "5/5/5/5/5");
    let mut certificate = std::fs::read(scratch.0.join("p.cert")).unwrap();
    assert_eq!(proven["bytes"], certificate.len());
    certificate[40] ^= 1;
    let ran = scratch.run(&["verify", "-"], &certificate);
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("it proves nothing"), "{}", ran.stderr);
    let left = std::fs::read_dir(&scratch.0).unwrap().count();
    assert_eq!(left, 1, "no temporary file stays");
}

#[test]
fn certificates_of_narrows() {
    let scratch = Scratch::new();
    let solve = [
        "solve", "narrows", "--size", "4x3", "--no-pie", "--proof", "n.cert", "--json",
    ];
    let solved = one_object(&scratch.run(&solve, b"").stdout);
    let ran = scratch.run(&["verify", "n.cert", "--json"], b"");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let proven = one_object(&ran.stdout);
    assert_eq!(proven["game"], "narrows");
    assert_eq!(proven["outcome"], solved["outcome"]);
    assert_eq!(proven["position"], "bwbw/wbwb/bwbw b -");
}

/// The position is that of the question: White to move, the second player Black, or a board of many points.
#[test]
fn certificates_name_the_position_as_it_was_asked() {
    let scratch = Scratch::new();
    let narrows = "bb1wb/wb2w/bwwbb/1wwbw w - 2";
    let wide = "9/9/9/9/9/x8/9/1x7/x1x6";
    for (game, position) in [("narrows", narrows), ("black-narrows", wide)] {
        let solve = [
            "solve",
            game,
            "--position",
            position,
            "--proof",
            "p",
            "--json",
        ];
        let solved = one_object(&scratch.run(&solve, b"").stdout);
        let ran = scratch.run(&["verify", "p", "--json"], b"");
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let proven = one_object(&ran.stdout);
        assert_eq!(proven["position"], position);
        assert_eq!(proven["outcome"], solved["outcome"]);
    }
}

#[test]
fn the_length_of_a_game_is_told_when_it_is_asked() {
    let end = [
        "solve",
        "black-narrows",
        "--position",
        "9/9/9/9/9/x8/9/1x7/x1x6",
    ];
    assert_eq!(json(&end)["plies_to_end"], serde_json::Value::Null);
    let asked =
        |arguments: &[&str]| json(&[arguments, &["--plies"]].concat())["plies_to_end"].clone();
    assert_eq!(asked(&end), 1);
    // Two stones fit on 2x2: after them nothing does.
    assert_eq!(asked(&["solve", "black-narrows", "--size", "2x2"]), 2);
    assert_eq!(
        asked(&["solve", "narrows", "--size", "4x3", "--no-pie", "--no-book"]),
        3
    );
    let little = [
        "solve",
        "black-narrows",
        "--size",
        "5x4",
        "--plies",
        "--nodes",
        "2000",
    ];
    let ran = narrows(&little);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.stderr.contains("plies to the end"), "{ran:?}");
}

#[test]
fn the_book_and_the_search_agree() {
    for (game, size) in [("black-narrows", "5x4"), ("narrows", "4x3")] {
        let booked = json(&["solve", game, "--size", size, "--all"]);
        let searched = json(&["solve", game, "--size", size, "--all", "--no-book"]);
        for member in ["outcome", "best", "moves"] {
            assert_eq!(booked[member], searched[member], "{game} {member}");
        }
        assert!(searched["nodes"].as_u64().unwrap() > 0);
    }
}

#[test]
fn a_budget_that_does_not_suffice_says_unknown() {
    let arguments = [
        "solve",
        "black-narrows",
        "--size",
        "8x8",
        "--nodes",
        "50",
        "--json",
    ];
    let ran = narrows(&arguments);
    assert_eq!(ran.code, Some(1));
    assert_eq!(one_object(&ran.stdout)["outcome"], "unknown");
    assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
}

/// What no budget could solve is not blamed on the budget.
#[test]
fn what_is_out_of_reach_is_called_so() {
    let ran = narrows(&["solve", "black-narrows", "--size", "13x13", "--nimber"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let told = "the outcome is out of reach: stones may still be placed on 169 points";
    assert!(ran.stderr.contains(told), "{ran:?}");
    assert!(ran.stdout.starts_with("not solved"), "{ran:?}");
}

#[test]
fn hint_black_narrows() {
    let arguments = [
        "hint",
        "black-narrows",
        "--position",
        "3xx/1x3/1xx2/xx3",
        "--level",
        "5",
    ];
    let hint = json(&arguments);
    assert_eq!(
        members(&hint),
        [
            "move",
            "level",
            "solved",
            "outcome",
            "playouts",
            "nodes",
            "seconds",
            "principal_variation"
        ]
    );
    assert_eq!(hint["level"], 5);
    assert_eq!(hint["solved"], true);
    assert_eq!(hint["outcome"], "win");
    assert_eq!(hint["principal_variation"][0], hint["move"]);
}

#[test]
fn hints_say_whether_they_are_proven() {
    let position = [
        "hint",
        "black-narrows",
        "--position",
        "3xx/1x3/1xx2/xx3",
        "--level",
    ];
    for (level, told) in [("5", "proven win"), ("1", "chosen at random")] {
        let ran = narrows(&[&position[..], &[level]].concat());
        assert!(ran.stdout.contains(told), "{ran:?}");
    }
    let ran = narrows(&["hint", "narrows", "--level", "3"]);
    assert!(ran.stdout.contains("not proven, estimated at "), "{ran:?}");
}

#[test]
fn hints_repeat_with_a_seed() {
    for (game, size) in [("black-narrows", "7x7"), ("narrows", "6x5")] {
        for level in ["1", "3", "5"] {
            let arguments = [
                "hint", game, "--size", size, "--level", level, "--seed", "7",
            ];
            let hint = without_seconds(json(&arguments));
            assert_eq!(hint, without_seconds(json(&arguments)));
        }
        let arguments = [
            "hint",
            game,
            "--size",
            size,
            "--level",
            "6",
            "--playouts",
            "300",
            "--seed",
            "7",
        ];
        let hint = without_seconds(json(&arguments));
        assert_eq!(hint, without_seconds(json(&arguments)));
    }
}

#[test]
fn hints_open_by_the_book_unless_told_otherwise() {
    for (game, size) in [("black-narrows", "6x6"), ("narrows", "6x5")] {
        let mut arguments = vec!["hint", game, "--size", size, "--level", "5", "--seed", "1"];
        if game == "narrows" {
            arguments.push("--no-pie");
        }
        let hint = json(&arguments);
        assert_eq!(
            (&hint["solved"], &hint["outcome"]),
            (&expected!(true), &expected!("win"))
        );
        let mut alone = arguments.clone();
        alone.push("--no-book");
        assert_eq!(json(&alone)["solved"], false);
    }
}

#[test]
fn level_6_keeps_to_its_time() {
    let hint = json(&[
        "hint", "narrows", "--size", "12x12", "--level", "6", "--time", "0.3",
    ]);
    assert!(hint["seconds"].as_f64().unwrap() < 3.0, "{hint}");
}

#[test]
fn rules_credit_their_author() {
    for game in ["black-narrows", "narrows", "Black Narrows", "NARROWS"] {
        let ran = narrows(&["rules", game]);
        assert_eq!(ran.code, Some(0));
        assert!(ran.stdout.contains("Mark Steere"));
        assert!(ran.stdout.contains("marksteeregames.com"));
        assert!(ran.stdout.lines().all(|line| line.chars().count() <= 74));
    }
}

#[test]
fn help_and_version() {
    for arguments in [
        &["--help"][..],
        &["--version"],
        &["help", "solve"],
        &["play", "--help"],
    ] {
        let ran = narrows(arguments);
        assert_eq!(ran.code, Some(0), "{arguments:?}");
        assert_eq!(ran.stderr, "");
        assert!(!ran.stdout.is_empty());
    }
    let help = narrows(&["--help"]).stdout;
    for command in [
        "play", "show", "perft", "census", "solve", "verify", "hint", "gtp", "rules",
    ] {
        assert!(help.contains(command), "{command}");
    }
}
