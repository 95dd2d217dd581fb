//! The unfinished game is kept, offered, and never in the way.

use std::fs;

use crate::support::{Scratch, play};

const PLAY: &str = "black-narrows --size 5x5 --second human";

#[test]
fn an_unfinished_game_is_continued() {
    let scratch = Scratch::new();
    let ran = scratch.play(PLAY, b"c3\nd4\n");
    assert!(ran.stdout.contains("is saved"), "{}", ran.stdout);
    let ran = scratch.play("black-narrows", b"resume\na1\nrecord\n");
    assert!(
        ran.stdout.contains("an unfinished game of 2 moves on 5x5"),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains("1. c3 d4 2. a1 *"), "{}", ran.stdout);
}

#[test]
fn the_players_are_continued_too() {
    let scratch = Scratch::new();
    let arguments = "narrows --size 6x5 --first 2 --second human";
    scratch.play(arguments, b"");
    let ran = scratch.play("narrows --first human", b"resume\nquit\n");
    assert!(
        ran.stdout
            .contains("Narrows, 6x5: first level 2, second human"),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_new_game_keeps_the_previous_one_aside() {
    let scratch = Scratch::new();
    scratch.play(PLAY, b"c3\n");
    scratch.play(PLAY, b"a1\n");
    let read = |name: &str| fs::read_to_string(scratch.games().join(name)).unwrap();
    assert!(read("previous.txt").contains("1. c3 *"));
    assert!(read("game-1.txt").contains("1. a1 *"));
    // A third game displaces the second, and the first is still there.
    let ran = scratch.play(PLAY, b"b2\n");
    assert!(read("previous.txt").contains("1. c3 *"));
    assert!(read("previous-2.txt").contains("1. a1 *"));
    // What is displaced is named, with the command that brings it back.
    let path = scratch.games().join("previous-2.txt");
    let command = format!("narrows play --record {}", path.display());
    assert!(ran.stdout.contains(&command), "{}", ran.stdout);
    let back = Scratch::new();
    let path = path.display().to_string();
    let ran = back.run(&["play", "--record", &path], b"c3\nrecord\n");
    assert!(
        ran.stdout.contains("first human, second human"),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains("1. a1 c3 *"), "{}", ran.stdout);
}

#[test]
fn looking_at_the_offer_changes_nothing() {
    let scratch = Scratch::new();
    scratch.play(PLAY, b"c3\n");
    scratch.play(PLAY, b"moves\nboard\nquit\n");
    scratch.play(PLAY, b"");
    let saved = fs::read_to_string(scratch.games().join("game-1.txt")).unwrap();
    assert!(saved.contains("1. c3 *"));
}

#[test]
fn the_two_games_are_kept_apart() {
    let scratch = Scratch::new();
    scratch.play(PLAY, b"c3\n");
    scratch.play("narrows --second human", b"a1xa2\n");
    let ran = scratch.play(PLAY, b"");
    assert!(ran.stdout.contains("1 move on 5x5"), "{}", ran.stdout);
}

#[test]
fn a_finished_game_is_not_offered() {
    let scratch = Scratch::new();
    let arguments = "black-narrows --size 2x2 --second human";
    scratch.play(arguments, b"a1\nb2\n");
    let ran = scratch.play(arguments, b"");
    assert!(!ran.stdout.contains("unfinished"), "{}", ran.stdout);
}

#[test]
fn a_damaged_save_is_set_aside() {
    let scratch = Scratch::new();
    let cut_short = "[Game \"Black Narrows\"]\n[Size \"8x8\"]\n\n1. c3 d".as_bytes();
    let too_long = vec![b'x'; (1 << 20) + 5];
    for (number, damage) in [cut_short, b"\0\xff", b"", &too_long]
        .into_iter()
        .enumerate()
    {
        fs::create_dir_all(scratch.games()).unwrap();
        fs::write(scratch.games().join("game-1.txt"), damage).unwrap();
        let ran = scratch.play(PLAY, b"");
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert!(ran.stdout.contains("set aside"), "{}", ran.stdout);
        let aside = format!("game-1.damaged-{}.txt", number + 1);
        assert_eq!(fs::read(scratch.games().join(aside)).unwrap(), damage);
    }
}

#[test]
fn two_programs_at_once_keep_two_games() {
    let scratch = Scratch::new();
    let mut first = scratch.command(&play(PLAY)).spawn().unwrap();
    let mut lines = first.stdin.take().unwrap();
    std::io::Write::write_all(&mut lines, b"c3\n").unwrap();
    // The first program has its place once its first game is on the disk.
    let saved = scratch.games().join("game-1.txt");
    while !saved.exists() {
        assert_eq!(first.try_wait().unwrap(), None, "it ended without a game");
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    let ran = scratch.play(PLAY, b"a1\n");
    assert!(!ran.stdout.contains("unfinished game of"), "{}", ran.stdout);
    drop(lines);
    assert!(first.wait().unwrap().success());
    let read = |name: &str| fs::read_to_string(scratch.games().join(name)).unwrap();
    assert!(read("game-1.txt").contains("1. c3 *"));
    assert!(read("game-2.txt").contains("1. a1 *"));
}

#[test]
fn without_a_place_to_save_the_game_goes_on() {
    let scratch = Scratch::new();
    fs::write(scratch.0.join("narrows"), "in the way").unwrap();
    let ran = scratch.play(PLAY, b"c3\n");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stdout.contains("games are not saved"), "{}", ran.stdout);
    assert!(ran.stdout.contains("1 stone,"), "{}", ran.stdout);
}
