//! Whole games in plain lines.

use crate::support::Scratch;

#[test]
fn two_people_play_black_narrows_to_the_end() {
    let scratch = Scratch::new();
    let arguments = "black-narrows --size 2x2 --second human";
    let ran = scratch.play(arguments, b"a1\nb2\n");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(ran.stderr, "");
    assert!(
        ran.stdout.contains("1 stone, 3 legal placements"),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout
            .contains("The second player won. 2 stones stand and no placement is left."),
        "{}",
        ran.stdout
    );
}

#[test]
fn two_people_play_narrows_with_the_exchange() {
    let scratch = Scratch::new();
    let arguments = "narrows --size 4x2 --first human --second human";
    let ran = scratch.play(arguments, b"a2xa1\nswap\nrecord\nquit\n");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(
        ran.stdout.contains("white to move (or swap)"),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains("[Pie \"on\"]"), "{}", ran.stdout);
    assert!(ran.stdout.contains("1. a2xa1 swap *"), "{}", ran.stdout);
}

#[test]
fn every_level_plays_whole_games_of_both() {
    for level in ["1", "2", "3", "4", "5", "6"] {
        for (game, size) in [("black-narrows", "5x4"), ("narrows", "4x3")] {
            let scratch = Scratch::new();
            let arguments =
                format!("{game} --size {size} --first {level} --second 2 --seed 5 --time 0.05");
            let ran = scratch.play(&arguments, b"");
            assert_eq!(ran.code, Some(0), "{ran:?}");
            assert_eq!(ran.stderr, "");
            assert!(ran.stdout.contains(" won. "), "{}", ran.stdout);
        }
    }
}

#[test]
fn a_person_plays_a_level_by_its_hints() {
    let scratch = Scratch::new();
    let arguments = "narrows --size 4x3 --second 1 --seed 2 --time 0.1";
    // The first move, then whatever is legal: the last move of the list that is asked for each time.
    let mut input = String::from("a1xa2\n");
    for _ in 0..20 {
        let ran = scratch.play(arguments, format!("{input}moves\n").as_bytes());
        assert_eq!(ran.code, Some(0));
        if ran.stdout.contains("You won. ") || ran.stdout.contains("You lost to Level 1. ") {
            return;
        }
        let is_moves = |line: &&str| {
            line.split(' ')
                .all(|word| word.contains('x') || word == "swap")
        };
        let listed = ran.stdout.lines().rfind(is_moves).unwrap();
        input.push_str(listed.split(' ').next_back().unwrap());
        input.push('\n');
        let _saved = std::fs::remove_dir_all(scratch.games());
    }
    panic!("the game does not end");
}

#[test]
fn half_typed_moves_are_asked_for_again() {
    let scratch = Scratch::new();
    let arguments = "black-narrows --size 4x4 --second human";
    let ran = scratch.play(arguments, b"c\nc9\nc3\nc3\n\n  D1 \nfoo bar\nboard\nhelp\n");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(
        ran.stdout.matches("first to move> ").count(),
        7,
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains("c9 is not on a board of 4x4"));
    assert!(ran.stdout.contains("There is a stone on c3 already."));
    assert!(ran.stdout.contains("2 stones,"));
    assert!(ran.stdout.contains("take back your last move"));
}

#[test]
fn undo_takes_back_the_reply() {
    let scratch = Scratch::new();
    let arguments = "black-narrows --size 6x6 --second 1 --seed 1";
    let ran = scratch.play(arguments, b"undo\nc3\nundo\nd4\nrecord\n");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(
        ran.stdout
            .contains("there is no move of yours to take back")
    );
    assert!(ran.stdout.contains("1. d4 "), "{}", ran.stdout);
}

#[test]
fn a_game_is_asked_for() {
    let scratch = Scratch::new();
    let ran = scratch.play("--second human", b"chess\n2\na1xa2\n");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stdout.contains("a game is black-narrows or narrows"));
    assert!(
        ran.stdout
            .contains("Narrows, 8x7: first human, second human")
    );
    assert_eq!(Scratch::new().run(&["play"], b"").code, Some(0));
}

#[test]
fn a_seed_repeats_a_game() {
    let arguments = "narrows --size 6x5 --first 3 --second 4 --seed 9";
    let one = Scratch::new().play(arguments, b"");
    assert_eq!(one.stdout, Scratch::new().play(arguments, b"").stdout);
}

#[test]
fn a_position_can_be_played_from() {
    let scratch = Scratch::new();
    let arguments = "black-narrows --position 5/1x3/5/xx3 --first human --second human";
    let ran = scratch.play(arguments, b"d3\n");
    assert!(ran.stdout.contains("second to move> d3"), "{}", ran.stdout);
    assert!(ran.stdout.contains("4 stones"), "{}", ran.stdout);
}

#[test]
fn quit_is_heard_at_every_question() {
    for (arguments, input) in [
        ("--second human", &b"quit\n"[..]),
        ("black-narrows --size 4x4 --second human", b"QUIT\n"),
        ("black-narrows --size 4x4 --second human", b"c3\nexit\n"),
    ] {
        let ran = Scratch::new().play(arguments, input);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert!(!ran.stdout.contains("no moves"), "{}", ran.stdout);
    }
    let scratch = Scratch::new();
    scratch.play("narrows --size 4x4 --second human", b"b3xb2\n");
    let ran = scratch.play("narrows --size 4x4 --first 1", b"maybe\nquit\n");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(ran.stdout.matches("resume, new or quit> ").count(), 2);
    // The offer stands for the next time.
    let ran = scratch.play("narrows --size 4x4", b"resume\nrecord\nquit\n");
    assert!(ran.stdout.contains("1. b3xb2 *"), "{}", ran.stdout);
}

#[test]
fn a_person_steps_back_and_forward() {
    let scratch = Scratch::new();
    let arguments = "black-narrows --size 4x4 --second human";
    let ran = scratch.play(
        arguments,
        b"a1\nc3\nback\nb2\nstart\nforward\nend\nd1\nrecord\n",
    );
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(
        ran.stdout.contains("looking back: move 1 of 2"),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout.contains("looking back: move 0 of 2"),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout.contains("You are looking back."),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains("1. a1 c3 2. d1 *"), "{}", ran.stdout);
}

#[test]
fn a_hint_says_how_sure_it_is() {
    let scratch = Scratch::new();
    let ran = scratch.play(
        "black-narrows --size 4x4 --second human --time 5",
        b"hint\n",
    );
    assert!(ran.stdout.contains("Hint: "), "{}", ran.stdout);
    assert!(
        ran.stdout.contains("It wins.") || ran.stdout.contains("Every move loses"),
        "{}",
        ran.stdout
    );
}

#[test]
fn level_6_shows_its_proof_and_the_loser_is_told() {
    let scratch = Scratch::new();
    let mut input = Vec::new();
    // Whatever is legal, one try after another: level 6 wins a solved board that it can.
    for row in 1..=3 {
        for column in ["a", "b", "c"] {
            input.extend(format!("{column}{row}\n").bytes());
        }
    }
    let ran = scratch.play("black-narrows --size 3x3 --first 6 --time 5", &input);
    assert!(
        ran.stdout.contains("(level 6): ") && ran.stdout.contains(", proven win"),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout.contains("You lost to Level 6. "),
        "{}",
        ran.stdout
    );
}
