//! Scripted conversations.

use std::time::Duration;

use narrows_core::{GameKind, Pie};

use super::{GtpSession, GtpSetup, Interruption, converse};

fn engine(kind: GameKind, size: &str, pie: Pie) -> GtpSession {
    let setup = GtpSetup {
        kind,
        size: size.parse().unwrap(),
        pie,
        player: "mcts:playouts=200".parse().unwrap(),
        playouts: Some(200),
        time: None,
        seed: 1,
        ponder: false,
    };
    GtpSession::new(setup, Interruption::default()).unwrap()
}

fn says(engine: &mut GtpSession, line: &str) -> String {
    converse(engine, &[line])
}

#[test]
fn administration() {
    let mut engine = engine(GameKind::BlackNarrows, "5x4", Pie::On);
    assert_eq!(says(&mut engine, "1 protocol_version"), "=1 2\n\n");
    assert_eq!(says(&mut engine, "name"), "= Narrows (Black Narrows)\n\n");
    assert_eq!(says(&mut engine, "7 known_command play"), "=7 true\n\n");
    assert_eq!(
        says(&mut engine, "known_command narrows-swap"),
        "= false\n\n"
    );
    assert_eq!(says(&mut engine, "known_command loadsgf"), "= false\n\n");
    assert_eq!(says(&mut engine, "loadsgf x"), "? unknown command\n\n");
    assert_eq!(says(&mut engine, "gogui-interrupt"), "=\n\n");
    assert_eq!(says(&mut engine, "komi 6.5"), "=\n\n");
    assert_eq!(says(&mut engine, "komi much"), "? komi not a float\n\n");
    assert_eq!(says(&mut engine, "# a comment"), "");
    let listed = says(&mut engine, "list_commands");
    for command in [
        "play",
        "genmove",
        "undo",
        "time_left",
        "gogui-rules_board",
        "narrows-nimber",
    ] {
        assert!(
            listed
                .lines()
                .any(|line| line.trim_start_matches("= ") == command),
            "{command}"
        );
    }
    // The rectangle by its longer side, squares by theirs, nothing that has no name.
    assert_eq!(says(&mut engine, "boardsize 5"), "=\n\n");
    assert_eq!(says(&mut engine, "gogui-rules_board_size"), "= 5\n\n");
    assert!(says(&mut engine, "gogui-rules_board").contains("? ? ? ? ?"));
    for (size, answer) in [
        ("25", "=\n\n"),
        ("2", "=\n\n"),
        ("1", "? unacceptable size\n\n"),
        ("26", "? unacceptable size\n\n"),
        ("0", "? unacceptable size\n\n"),
        ("300", "? boardsize not an integer\n\n"),
        ("x", "? boardsize not an integer\n\n"),
    ] {
        assert_eq!(
            says(&mut engine, &format!("boardsize {size}")),
            answer,
            "{size}"
        );
    }
    assert_eq!(says(&mut engine, "rectangular_boardsize 7 3"), "=\n\n");
    assert!(!engine.over);
    assert_eq!(says(&mut engine, "9 quit"), "=9\n\n");
    assert!(engine.over);
}

/// A whole game of Black Narrows on 3x3, as GoGui plays one.
#[test]
fn a_conversation_about_black_narrows() {
    let mut engine = engine(GameKind::BlackNarrows, "3x3", Pie::On);
    let said = converse(
        &mut engine,
        &[
            "boardsize 3",
            "clear_board",
            "gogui-rules_game_id",
            "gogui-rules_board_size",
            "gogui-rules_side_to_move",
            "gogui-rules_legal_moves",
            "play b B1",
            "play b B1",
            "play b A1",
            "play w B1",
            "play w I2",
            "play w A9",
            "play w pass",
            "gogui-rules_side_to_move",
            "gogui-rules_board",
            "final_score",
            "gogui-rules_final_result",
            "undo",
            "undo",
        ],
    );
    assert_eq!(
        said,
        "=\n\n=\n\n= Blacknarrows\n\n= 3\n\n= black\n\n= A1 A2 A3 B1 B2 B3 C1 C2 C3\n\n=\n\n\
         ? illegal move: it is the other side's turn\n\n\
         ? illegal move: it is the other side's turn\n\n\
         ? illegal move: there is a stone on B1 already\n\n\
         ? invalid color or coordinate\n\n\
         ? illegal move: A9 is not on a board of 3x3\n\n\
         ? illegal move: there is no passing\n\n\
         = white\n\n= . . .\n. . .\n. X .\n\n\
         ? cannot score: the game is not over\n\n=\n\n=\n\n\
         ? cannot undo: nothing has been played\n\n"
    );
    // 3x3 is won for the first player; the search finds that and keeps it.
    let mut color = ["b", "w"].into_iter().cycle();
    loop {
        let answer = says(&mut engine, &format!("genmove {}", color.next().unwrap()));
        if answer == "= resign\n\n" {
            break;
        }
        let vertex = answer.trim().trim_start_matches("= ");
        // GoGui tells the ruler what it has just heard from the same engine.
        let before = says(&mut engine, "gogui-rules_board");
        assert!(says(&mut engine, &format!("play b {vertex}")).starts_with('?'));
        assert!(says(&mut engine, &format!("play w {vertex}")).starts_with('?'));
        assert_eq!(says(&mut engine, "gogui-rules_board"), before);
    }
    assert_eq!(says(&mut engine, "final_score"), "= B+1\n\n");
    assert_eq!(says(&mut engine, "gogui-rules_legal_moves"), "=\n\n");
    assert_eq!(
        says(&mut engine, "gogui-rules_final_result"),
        "= Black placed the last stone and wins\n\n"
    );
    assert!(says(&mut engine, "gogui-rules_board_gfx").contains("CIRCLE "));
}

/// Narrows on 4x2: a move is two points.
#[test]
fn a_conversation_about_narrows() {
    let mut engine = engine(GameKind::Narrows, "4x2", Pie::On);
    let said = converse(
        &mut engine,
        &[
            "boardsize 4",
            "gogui-rules_board",
            "gogui-rules_legal_moves",
            "play w A1",
            "play b A1",
            "play b A2",
            "play b A2",
            "gogui-rules_side_to_move",
            "gogui-rules_legal_moves",
            "genmove w",
            "undo",
            "play b B2",
            "play b B2",
            "gogui-rules_side_to_move",
            "gogui-rules_captured_count",
            "gogui-rules_board",
            "narrows-swap",
            "narrows-swap",
            "gogui-rules_side_to_move",
            "undo",
            "undo",
            "undo",
            "gogui-rules_board",
        ],
    );
    assert_eq!(
        said,
        "=\n\n= ? ? ? ?\n? ? ? ?\nX O X O\nO X O X\n\n= A2 B1 C2 D1\n\n\
         ? illegal move: it is the other side's turn\n\n\
         ? illegal move: A1 holds no stone of that side with a capture\n\n\
         =\n\n? illegal move: a stone of black stands on A2\n\n= black\n\n= A1 B2\n\n= PASS\n\n=\n\n=\n\n\
         ? illegal move: it is the other side's turn\n\n= white\n\n= 0 1\n\n\
         = ? ? ? ?\n? ? ? ?\n. X X O\nO X O X\n\n=\n\n\
         ? illegal move: the exchange of colors is offered only to White, right after Black's first move\n\n\
         = white\n\n=\n\n=\n\n=\n\n= ? ? ? ?\n? ? ? ?\nX O X O\nO X O X\n\n"
            .replace("a stone of black stands on A2", "A2 does not hold an enemy stone, and every move is a capture")
    );
    // To the end, both points of every move by genmove.
    for _ in 0..40 {
        let side = says(&mut engine, "gogui-rules_side_to_move");
        let side = side.trim().trim_start_matches("= ").to_owned();
        let answer = says(&mut engine, &format!("genmove {side}"));
        assert!(answer.starts_with("= "), "{answer}");
        if answer == "= resign\n\n" {
            break;
        }
        assert_ne!(answer, "= PASS\n\n");
    }
    assert!(says(&mut engine, "final_score").contains("+1"));
    assert!(says(&mut engine, "gogui-rules_final_result").contains("has linked all groups"));
    assert_eq!(says(&mut engine, "gogui-rules_legal_moves"), "=\n\n");
}

#[test]
fn analysis() {
    let mut engine = engine(GameKind::BlackNarrows, "4x3", Pie::On);
    // 4x3 is lost for the first player: every point is red.
    let verdicts = says(&mut engine, "narrows-verdicts");
    assert!(verdicts.starts_with("= COLOR red A1 A2"), "{verdicts}");
    assert!(says(&mut engine, "narrows-solve").contains("loses"));
    assert!(says(&mut engine, "narrows-principal_variation").starts_with("= VAR b "));
    let rates = says(&mut engine, "narrows-win_rates");
    assert!(
        rates.contains("TEXT ") && rates.contains("playouts"),
        "{rates}"
    );
    for line in says(&mut engine, "gogui-analyze_commands")
        .trim_start_matches("= ")
        .lines()
    {
        let command = line.rsplit('/').next().unwrap();
        if !command.is_empty() {
            assert_eq!(
                says(&mut engine, &format!("known_command {command}")),
                "= true\n\n"
            );
        }
    }
    let mut engine = self::engine(GameKind::Narrows, "4x3", Pie::Off);
    assert!(says(&mut engine, "narrows-verdicts").contains("COLOR green"));
    assert!(says(&mut engine, "narrows-wants_swap").starts_with('?'));
    assert!(says(&mut engine, "narrows-budget playouts=50 time=0.5").starts_with("=\n"));
    assert!(says(&mut engine, "narrows-budget speed=5").starts_with('?'));
    assert!(says(&mut engine, "time_settings 60 0 0").starts_with("=\n"));
    assert!(says(&mut engine, "time_settings 60").starts_with('?'));
    for bad in [
        "abc",
        "abc 1 2 3",
        "60 abc 0",
        "60 0 abc",
        "60 0 0.5",
        "-1 0 0",
        "60 0 0 0",
        "nan 0 0",
    ] {
        let answer = says(&mut engine, &format!("time_settings {bad}"));
        assert!(answer.starts_with("? syntax error"), "{bad}: {answer}");
    }
    assert!(says(&mut engine, "time_left b 30 0").starts_with("=\n"));
    assert!(says(&mut engine, "narrows-position bwbw/wbwb/bwbw w -").starts_with("=\n"));
    assert!(says(&mut engine, "gogui-rules_side_to_move").contains("white"));
    assert!(says(&mut engine, "narrows-position rubbish").starts_with('?'));
}

/// With the exchange on offer the second player always wins in exact play, and on a small board the
/// engine knows when to take it.
#[test]
fn the_exchange() {
    let mut engine = engine(GameKind::Narrows, "4x3", Pie::On);
    assert!(says(&mut engine, "narrows-wants_swap").starts_with('?'));
    converse(&mut engine, &["play b A3", "play b A2"]);
    let wants = says(&mut engine, "narrows-wants_swap");
    assert!(wants == "= true\n\n" || wants == "= false\n\n", "{wants}");
    // Asked for a point instead, it makes a capture, and finishes it.
    assert!(says(&mut engine, "genmove w").starts_with("= "));
    assert!(says(&mut engine, "genmove w").starts_with("= "));
    assert_eq!(says(&mut engine, "gogui-rules_side_to_move"), "= black\n\n");
}

/// GTP's letters skip I, ours do not: the 25th column is Z there and y here.
#[test]
fn errors_use_the_letters_of_the_protocol() {
    let mut engine = engine(GameKind::BlackNarrows, "25x2", Pie::On);
    assert_eq!(
        converse(&mut engine, &["play b Z9", "play b J1", "play w J1"]),
        "? illegal move: Z9 is not on a board of 25x2\n\n=\n\n? illegal move: there is a stone on J1 already\n\n"
    );
    let mut engine = self::engine(GameKind::Narrows, "25x2", Pie::On);
    assert_eq!(
        converse(&mut engine, &["play b Z9", "play b K1", "play b Z1"]),
        "? illegal move: Z9 holds no stone of that side with a capture\n\n=\n\n\
         ? illegal move: there is a stone between K1 and Z1\n\n"
    );
}

/// A byo-yomi time without stones means that nobody looks at the clock (GTP, section 4.2): the time
/// the engine was started with holds again.
#[test]
fn no_limit_means_no_limit() {
    let mut engine = engine(GameKind::BlackNarrows, "5x4", Pie::On);
    engine.setup.time = Some(Duration::from_secs(7));
    let advised = |engine: &GtpSession| engine.turn(narrows_core::Color::Black).advised;
    assert_eq!(advised(&engine), Some(Duration::from_secs(7)));
    says(&mut engine, "time_settings 0 10 2");
    assert!(advised(&engine).unwrap() <= Duration::from_secs(5));
    says(&mut engine, "time_settings 0 10 0");
    assert_eq!(advised(&engine), Some(Duration::from_secs(7)));
    engine.setup.time = None;
    assert_eq!(advised(&engine), None);
    says(&mut engine, "time_settings 0 0 0");
    assert_eq!(advised(&engine), Some(Duration::ZERO));
}

/// Once nobody waits for an answer, searches end as they begin; before, each begins anew.
#[test]
fn interruptions() {
    let mut engine = engine(GameKind::BlackNarrows, "8x8", Pie::On);
    engine.setup.playouts = None;
    engine.setup.player = "level:6".parse().unwrap();
    engine.player = engine.setup.player.player().unwrap();
    let interruption = engine.interruption.clone();
    interruption.leave();
    // It would think three seconds on each; a stop is obeyed at once.
    let since = std::time::Instant::now();
    for color in ["b", "w", "b", "w"] {
        assert!(says(&mut engine, &format!("genmove {color}")).starts_with("= "));
    }
    assert!(
        since.elapsed() < Duration::from_secs(3),
        "{:?}",
        since.elapsed()
    );
}

/// What was proven for one command is there for the next.
#[test]
fn an_analysis_remembers() {
    let mut engine = engine(GameKind::BlackNarrows, "7x5", Pie::On);
    for command in ["play b b2", "play w f4", "play b d1", "play w c5"] {
        assert_eq!(says(&mut engine, command), "=\n\n");
    }
    let first = says(&mut engine, "narrows-solve");
    let again = says(&mut engine, "narrows-solve");
    let nodes = |answer: &str| {
        let (_, words) = answer.rsplit_once('(').unwrap();
        words.split(' ').next().unwrap().parse::<u64>().unwrap()
    };
    assert!(nodes(&first) > 100, "{first}");
    assert!(nodes(&again) < nodes(&first) / 10, "{first}{again}");
}

/// It ponders only where it has moved and the opponent has not, and a flag ends that.
#[test]
fn pondering() {
    use std::sync::atomic::{AtomicU32, Ordering};

    let setup = GtpSetup {
        kind: GameKind::BlackNarrows,
        size: "8x8".parse().unwrap(),
        pie: Pie::On,
        player: "level:6".parse().unwrap(),
        playouts: Some(50),
        time: None,
        seed: 1,
        ponder: false,
    };
    let mut engine = GtpSession::new(setup, Interruption::default()).unwrap();
    let asked = |engine: &mut GtpSession| {
        let looks = AtomicU32::new(0);
        engine.ponder(&|| looks.fetch_add(1, Ordering::Relaxed) >= 20);
        looks.into_inner()
    };
    converse(&mut engine, &["genmove b"]);
    assert_eq!(asked(&mut engine), 0, "it is off");
    assert_eq!(says(&mut engine, "narrows-set ponder on"), "=\n\n");
    assert!(
        asked(&mut engine) > 20,
        "it thinks until it is told to stop"
    );
    assert!(says(&mut engine, "play w a1").starts_with('='));
    assert_eq!(asked(&mut engine), 0, "its own move comes next");
    assert!(says(&mut engine, "genmove b").starts_with("= "));
    assert!(engine.may_ponder());
    assert!(says(&mut engine, "reg_genmove w").starts_with("= "));
    assert!(engine.may_ponder(), "the board is as it was");
    converse(&mut engine, &["undo"]);
    assert!(!engine.may_ponder());
    converse(&mut engine, &["genmove b", "narrows-set ponder off"]);
    assert!(!engine.may_ponder());
    converse(&mut engine, &["narrows-set ponder on", "clear_board"]);
    assert!(!engine.may_ponder());
    assert!(says(&mut engine, "narrows-set ponder").starts_with('?'));
}
