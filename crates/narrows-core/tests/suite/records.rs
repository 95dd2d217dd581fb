//! Records as people and other programs write them.

use narrows_core::record::{MAX_BYTES, MAX_FILE_BYTES, Reading, RecordResult, TagError};
use narrows_core::{AnyMove, GameKind, Outcome, Pie, Player, Record, Size};
use proptest::prelude::*;

use crate::any_game::records;
use crate::names;
use crate::random::check;

const TAGS: &str = "[Game \"Black Narrows\"]\n[Size \"5x4\"]\n\n";

/// Reads moves after the tags of a game of Black Narrows on 5x4.
pub fn read(moves: &str) -> Record {
    let text = format!("{TAGS}{moves}");
    text.parse()
        .unwrap_or_else(|error| panic!("{moves}: {error}"))
}

/// Why it cannot be read; the tags are lines 1 to 3.
pub fn refused(moves: &str) -> String {
    let error = format!("{TAGS}{moves}").parse::<Record>();
    error.expect_err(moves).to_string()
}

#[test]
fn numbers_stand_as_people_write_them() {
    let expected = read("1. c3 d1 2. a1 *");
    assert_eq!(names(expected.moves()), ["c3", "d1", "a1"]);
    for moves in [
        "1.c3 d1 2.a1 *",
        "1. c3 1... d1 2. a1 *",
        "1. c3 1. ... d1 2. a1 *",
        "1.c3 1...d1 2.a1 *",
        "1. c3 1... d1\n2.\na1\n*",
        "1 c3 d1 2 a1 *",
        "1 . c3 ... d1 2 . a1 *",
        "c3 d1 a1 *",
        "01. C3 D1 2. A1 2... *",
        "1.\tc3\r\nd1\r\n2. a1\r\n*\r\n",
    ] {
        assert_eq!(read(moves), expected, "{moves}");
    }
}

#[test]
fn numbers_that_contradict_the_moves_name_line_and_column() {
    for (moves, place, words) in [
        (
            "1. a1 3. b3 *",
            "line 4, column 7",
            "expected move 1..., found 3.",
        ),
        (
            "1. a1 b3\n3. e4 *",
            "line 5, column 1",
            "expected move 2., found 3.",
        ),
        ("2. a1 *", "line 4, column 1", "expected move 1., found 2."),
        (
            "1... a1 *",
            "line 4, column 1",
            "expected move 1., found 1...",
        ),
        (
            "... a1 *",
            "line 4, column 1",
            "expected move 1., found ...",
        ),
        (
            "1. a1 b3 2... e4 *",
            "line 4, column 10",
            "expected move 2., found 2...",
        ),
        ("0. a1 *", "line 4, column 1", "found 0."),
        (
            "99999999999999999999999. a1 *",
            "line 4, column 1",
            "found 99999999999999999999",
        ),
        (
            "1. a1 (2. b2) *",
            "line 4, column 8",
            "expected move 1., found 2.",
        ),
        (
            "1. a1 b3 2. *\n3. c1",
            "line 5, column 1",
            "only another game",
        ),
    ] {
        let error = refused(moves);
        assert!(
            error.contains(place) && error.contains(words),
            "{moves}: {error}"
        );
    }
}

/// A game that begins with the second player's move.
#[test]
fn numbers_of_a_game_from_a_position() {
    let tags = "[Game \"Black Narrows\"]\n[Position \"5/1x3/5/5\"]\n\n";
    for moves in ["1... d1 2. a1 *", "1. ... d1 a1 *", "1. d1 2. a1 *"] {
        let record: Record = format!("{tags}{moves}").parse().expect(moves);
        assert_eq!(names(record.moves()), ["d1", "a1"], "{moves}");
        assert!(record.to_string().contains("1... d1 2. a1 *"), "{record}");
    }
    let error = format!("{tags}2. d1 *")
        .parse::<Record>()
        .expect_err("a number");
    assert!(error.to_string().contains("expected move 1..."), "{error}");
}

/// A result that the moves do not show is kept, shown, and gone once the game goes on.
#[test]
fn a_result_by_resignation_is_kept() {
    let mut record = read("1. c3 d1 {resigns} 1-0");
    let first_won = Some(Outcome {
        winner: Player::First,
    });
    assert_eq!(
        (record.result(), record.outcome()),
        (RecordResult::FirstWon, first_won)
    );
    assert!(record.is_declared() && !record.position().is_over());
    let text = record.to_string();
    assert!(
        text.contains("[Result \"1-0\"]") && text.trim_end().ends_with("1-0"),
        "{text}"
    );
    assert_eq!(text.parse().as_ref(), Ok(&record));
    record.undo();
    assert_eq!(
        (record.result(), record.outcome()),
        (RecordResult::Unfinished, None)
    );
    assert!(!record.is_declared());
    record.declare(RecordResult::SecondWon);
    assert_eq!(
        record.outcome().map(|outcome| outcome.winner),
        Some(Player::Second)
    );
    let played = AnyMove::parse(GameKind::BlackNarrows, "e4").expect("a point");
    record.play(played).expect("a legal move");
    assert_eq!(
        record.result(),
        RecordResult::Unfinished,
        "the game went on"
    );
    // The moves decide where they can.
    let over: Record = "[Game \"Black Narrows\"]\n[Size \"2x2\"]\n\n1. a1 a2 0-1"
        .parse()
        .expect("a game");
    assert!(!over.is_declared());
    assert_eq!(over.outcome(), over.position().outcome());
    for (moves, words) in [
        ("[Result \"0-1\"] 1. c3 1-0", "contradicts 0-1"),
        ("[Result \"1/2-1/2\"] 1. c3 *", "neither game has draws"),
        ("1. c3 1/2-1/2", "neither game has draws"),
        ("[Result \"?\"] 1. c3 *", "neither game has draws"),
    ] {
        assert!(
            refused(moves).contains(words),
            "{moves}: {}",
            refused(moves)
        );
    }
}

#[test]
fn white_and_black_are_the_first_and_the_second_player() {
    let record: Record =
        "[White \"Ann\"]\n[Black \"Bob\"]\n[Game \"Narrows\"]\n[Size \"4x3\"]\n\n1. a1xa2 swap *"
            .parse()
            .expect("a record");
    assert_eq!(record.names.first, "Ann");
    assert_eq!(record.names.second, "Bob");
    assert_eq!(record.other_tags().count(), 0);
    assert_eq!(record.to_string().parse(), Ok(record));
    // Beside our own tags they are other tags like all others: what programs that rate players want to read.
    let mut record = read("*");
    record.names.first = "Ann".into();
    record.set_tag("White", "Ann").expect("a tag");
    record
        .set_tag("Black", "somebody \"else\"\\")
        .expect("a tag");
    record.set_tag("Event", "x").expect("a tag");
    record.set_tag("Event", "a match").expect("a tag");
    let tags = [
        ("White", "Ann"),
        ("Black", "somebody \"else\"\\"),
        ("Event", "a match"),
    ];
    assert_eq!(record.other_tags().collect::<Vec<_>>(), tags);
    assert_eq!(record.to_string().parse().as_ref(), Ok(&record));
    assert_eq!(
        record.set_tag("Result", "1-0"),
        Err(TagError::Known("Result".into()))
    );
    for name in ["", "two words", "a]", "é"] {
        assert_eq!(
            record.set_tag(name, "x"),
            Err(TagError::BadName(name.into()))
        );
    }
    assert_eq!(record.other_tags().collect::<Vec<_>>(), tags);
}

#[test]
fn tags_are_read_as_they_are_written() {
    let text = "[ Game  \"Black Narrows\" ]\n[Size \"5x4\"][Round \"1\"]\n[Round \"2\"] [Path \"C:\\games\"]\n*";
    let record: Record = text.parse().expect("a record");
    let tags: Vec<_> = record.other_tags().collect();
    assert_eq!(
        tags,
        [("Round", "1"), ("Round", "2"), ("Path", "C:\\games")]
    );
    assert_eq!(record.to_string().parse(), Ok(record));
    for (text, place, words) in [
        (
            "[Game \"Black Narrows\"]\n[Game \"Narrows\"]\n*",
            "line 2, column 1",
            "duplicate tag Game",
        ),
        (
            "[White \"a\"]\n [White \"b\"]\n*",
            "line 2, column 2",
            "duplicate tag White",
        ),
        (
            "[Game \"Black Narrows\"]\n\n*",
            "line 3, column 1",
            "the tag Size is missing",
        ),
        (
            "[Size \"5x4\"]\n\n1. c3 *",
            "line 3, column 1",
            "the tag Game is missing",
        ),
        (
            "[Game \"Black Narrows]\n*",
            "line 1, column 1",
            "a tag looks like",
        ),
        (
            "[Game \"Black Narrows\" 5]\n*",
            "line 1, column 1",
            "a tag looks like",
        ),
        (
            "[\"Black Narrows\"]\n*",
            "line 1, column 1",
            "a tag looks like",
        ),
        ("[Game Black]\n*", "line 1, column 1", "a tag looks like"),
        (
            "[Game \"Narrows\"]\n[Pie \"maybe\"]\n[Size \"4x3\"]\n*",
            "line 2, column 7",
            "on or off",
        ),
        (
            "[Game \"Narrows\"]\n[Size \"5x5\"]\n*",
            "line 2, column 8",
            "not 5x5",
        ),
        (
            "[Game \"Narrows\"]\n[Size \"4294967299x4\"]\n*",
            "line 2, column 8",
            "not 4294967299x4",
        ),
        (
            "[Game \"Narrows\"]\n[Size \"4x4\"]\n[Position \"bwbw/wbwb/bwbw b -\"]\n*",
            "line 2, column 8",
            "the position has the size 4x3, the tag Size says 4x4",
        ),
    ] {
        let error = text.parse::<Record>().expect_err(text).to_string();
        assert!(
            error.contains(place) && error.contains(words),
            "{text}: {error}"
        );
    }
}

#[test]
fn a_file_may_hold_several_games() {
    let reading = Reading::new();
    let games = ["1. c3 *", "1. a1 (1. b2 {1-0 * [}) d1 0-1", "{none} *"].map(read);
    let text = format!(
        "{}\n\n; between\n{}{}\n{{the end}}\n",
        games[0], games[1], games[2]
    );
    assert_eq!(reading.count(&text), Ok(3));
    assert_eq!(
        text.parse().as_ref(),
        Ok(&games[0]),
        "the first without a number"
    );
    assert_eq!(reading.first(&text).as_ref(), Ok(&games[0]));
    let second = reading.nth(&text, 2).expect("a second game");
    assert_eq!(second.comments().collect::<Vec<_>>(), [(0, " between")]);
    assert_eq!(
        (second.moves(), second.result()),
        (games[1].moves(), RecordResult::SecondWon)
    );
    let third = reading.nth(&text, 3).expect("a third game");
    assert_eq!(
        third.comments().map(|(_, text)| text).collect::<Vec<_>>(),
        ["none", "the end"]
    );
    assert_eq!(
        reading.all(&text),
        Ok(vec![games[0].clone(), second, third])
    );
    for (number, found) in [(0, 0), (4, 3), (1000, 3)] {
        let error = reading
            .nth(&text, number)
            .expect_err("no such game")
            .to_string();
        let words = format!("there is no game {number} here, the text has {found}");
        assert!(number == 0 || error.contains(&words), "{error}");
    }
    // Trouble in a later game names its line, and is no trouble of an earlier one.
    let broken = format!("{}{TAGS}1. c3 c3 *\n{}", games[0], games[2]);
    assert_eq!(reading.count(&broken), Ok(3));
    assert_eq!(reading.first(&broken).as_ref(), Ok(&games[0]));
    assert_eq!(reading.nth(&broken, 3).as_ref(), Ok(&games[2]));
    let line = games[0].to_string().lines().count() + 4;
    for error in [
        reading.nth(&broken, 2).map(|_| ()),
        reading.all(&broken).map(|_| ()),
    ] {
        let error = error.expect_err("an illegal move").to_string();
        assert!(error.contains(&format!("line {line}, column 7")), "{error}");
    }
    // A game without its result ends where the next one begins.
    let torn = format!("{TAGS}1. c3 d1\n{}", games[0]);
    assert_eq!(reading.count(&torn), Ok(2));
    assert_eq!(reading.nth(&torn, 2).as_ref(), Ok(&games[0]));
    let error = torn.parse::<Record>().expect_err("no result").to_string();
    assert!(
        error.contains("line 5, column 1") && error.contains("without a result"),
        "{error}"
    );
    assert_eq!(
        (reading.count(""), reading.count(" ; nothing")),
        (Ok(0), Ok(0))
    );
    assert_eq!(reading.all("% nothing"), Ok(Vec::new()));
    assert!(reading.count("[Game").is_err() && reading.count("* {").is_err());
}

#[test]
fn tags_can_be_left_out_where_game_and_size_are_known() {
    let size: Size = "5x4".parse().expect("a size");
    let reading = Reading::new().game(GameKind::BlackNarrows).size(size);
    let expected = read("1. c3 d1 *");
    for moves in [
        "c3 d1",
        "1. c3 d1",
        "1. c3 d1 *",
        "\n1. c3 1... d1\n",
        "[Result \"*\"] c3 d1 *",
    ] {
        assert_eq!(reading.first(moves).as_ref(), Ok(&expected), "{moves}");
    }
    assert_eq!(reading.first(""), Ok(read("*")));
    // What the tags say goes before what is given.
    let other = "[Game \"Narrows\"]\n[Size \"4x3\"]\n[Pie \"on\"]\n\n1. a1xa2 swap *";
    let narrows = reading
        .pie(Pie::Off)
        .first(other)
        .expect("a game of Narrows");
    assert_eq!(
        (narrows.position().kind(), narrows.pie()),
        (GameKind::Narrows, Pie::On)
    );
    let two = "1. c3 d1 * 1. a1 1-0 ; the end";
    assert_eq!(reading.count(two), Ok(2));
    assert_eq!(reading.first(two).as_ref(), Ok(&expected));
    assert_eq!(
        reading.nth(two, 2).map(|game| game.result()),
        Ok(RecordResult::FirstWon)
    );
    let narrows = Reading::new()
        .game(GameKind::Narrows)
        .size("4x3".parse().expect("a size"));
    assert!(narrows.first("1. a1xa2 swap").is_ok());
    let error = narrows
        .pie(Pie::Off)
        .first("1. a1xa2 swap")
        .expect_err("no exchange");
    assert!(error.to_string().contains("line 1, column 10"), "{error}");
    for (text, words) in [
        ("1. c3 d1 * and more", "column 12: only another game"),
        ("1. c3 d1 * (1. c3) *", "column 12: only another game"),
        ("[Result \"*\"] c3 d1", "without a result"),
        ("1. c3 nonsense", "column 7: \"nonsense\" is not a move"),
    ] {
        let error = reading.first(text).expect_err(text).to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
    let only_game = Reading::new().game(GameKind::BlackNarrows);
    assert!(
        only_game
            .first("1. c3 *")
            .expect_err("no size")
            .to_string()
            .contains("tag Size")
    );
    assert!(only_game.first("[Size \"5x4\"] 1. c3 *").is_ok());
    let unplayable = reading.size("1x1".parse().expect("a size")).first("*");
    assert!(
        unplayable
            .expect_err("no size of the game")
            .to_string()
            .contains("2 to 26")
    );
}

#[test]
fn sizes_of_records_and_files_are_limited() {
    let filled = |bytes: usize| format!("{TAGS}{{{}}}*", "x".repeat(bytes - TAGS.len() - 3));
    assert!(filled(MAX_BYTES).parse::<Record>().is_ok());
    let error = filled(MAX_BYTES + 1)
        .parse::<Record>()
        .expect_err("too long")
        .to_string();
    assert_eq!(
        error,
        "record, line 1, column 1: a record has at most 1 MiB"
    );
    // A file of many may be longer; the one that is too long is named.
    let half = filled(MAX_BYTES / 2);
    let many = format!("{half}\n{half}\n{half}\n\n{}", filled(MAX_BYTES + 1));
    assert_eq!(many.parse(), half.parse::<Record>());
    let error = Reading::new()
        .count(&many)
        .expect_err("too long")
        .to_string();
    assert!(error.contains("line 14, column 1"), "{error}");
    let huge = " ".repeat(MAX_FILE_BYTES + 1);
    let error = huge.parse::<Record>().expect_err("too long").to_string();
    assert!(error.contains("64 MiB"), "{error}");
}

/// Lines are broken between words, and no line of moves alone is longer than 80 characters.
#[test]
fn lines_are_broken_where_words_end() {
    check(60, records(200), |record| {
        let text = record.to_string();
        let moves = text.split_once("\n\n").expect("a blank line").1;
        for (number, line) in moves.lines().enumerate() {
            prop_assert!(line.len() <= 80 && !line.starts_with(' ') && !line.ends_with(' '));
            prop_assert!(
                number + 1 == moves.lines().count() || line.len() > 60,
                "{}",
                moves
            );
        }
        Ok(())
    });
}
