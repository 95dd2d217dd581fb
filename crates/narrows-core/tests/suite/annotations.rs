//! Comments, glyphs and variations: what stands beside the moves of a record.

use narrows_core::record::Reading;
use narrows_core::{AnyMove, GameKind, Record};
use proptest::prelude::*;

use crate::any_game::records;
use crate::names;
use crate::random::check;
use crate::records::{read, refused};

#[test]
fn glyphs_are_kept() {
    let record = read("1. c3!? d1 $4 2. a1! ?? $255 b4 ! *");
    let glyphs: Vec<_> = record.glyphs().collect();
    let expected = [
        (1, "!?"),
        (2, "$4"),
        (3, "!"),
        (3, "??"),
        (3, "$255"),
        (4, "!"),
    ];
    assert_eq!(glyphs, expected);
    let text = record.to_string();
    assert!(
        text.contains("1. c3!? d1 $4 2. a1! ?? $255 b4! *"),
        "{text}"
    );
    assert_eq!(text.parse(), Ok(record));
    assert_eq!(read("1. c3$4(1. b2$1)d1 *").moves().len(), 2);
    for (moves, place, words) in [
        ("1. c3 $256 *", "line 4, column 7", "0 to 255"),
        ("1. c3 $ *", "line 4, column 7", "0 to 255"),
        ("1. c3 $x *", "line 4, column 7", "0 to 255"),
        ("1. c3!!! *", "line 4, column 4", "is not a move"),
        ("1.c3 1...d9 *", "line 4, column 10", "d9 is not on a board"),
    ] {
        let error = refused(moves);
        assert!(
            error.contains(place) && error.contains(words),
            "{moves}: {error}"
        );
    }
}

#[test]
fn comments_keep_their_spaces_and_lines() {
    let record = read("{ two  spaces } 1. c3 {a\nb  c\n} ; to the end } of {it\n d1 ;\n {} *");
    let comments: Vec<_> = record.comments().collect();
    let expected = [
        (0, " two  spaces "),
        (1, "a\nb  c\n"),
        (1, " to the end } of {it"),
        (2, ""),
        (2, ""),
    ];
    assert_eq!(comments, expected);
    let text = record.to_string();
    assert!(text.contains("{ two  spaces } 1. c3 {a\nb  c\n}"), "{text}");
    assert!(text.contains("; to the end } of {it\n1... d1"), "{text}");
    assert_eq!(text.parse(), Ok(record));
    // What would end it early is said otherwise; the lines stay.
    let mut record = read("*");
    record.comment("a } b");
    record.comment("a }\r\nb");
    let comments: Vec<_> = record.comments().collect();
    assert_eq!(comments, [(0, "a } b"), (0, "a )\nb")]);
    assert_eq!(record.to_string().parse(), Ok(record));
}

#[test]
fn lines_for_other_programs_are_skipped() {
    let text = "% a line\n[Game \"Black Narrows\"]\n%[Size \"9x9\"]\n; about this game\n[Size \"5x4\"]\n\n1. c3\n\
                %\n% d1 *\nd1 *\n%";
    let record: Record = text.parse().expect("a record");
    assert_eq!(names(record.moves()), ["c3", "d1"]);
    assert_eq!(
        record.comments().collect::<Vec<_>>(),
        [(0, " about this game")]
    );
    assert!(
        refused("1. c3 %d1 *").contains("line 4, column 7"),
        "only at the start of a line"
    );
}

#[test]
fn variations_are_kept() {
    let moves = "1. c3 (1. b2 $1 (1.a1! {corner} ; or } so\n ) 1... a1 2.d1) (1. e4) d1 (1... e1!?) 2. a1 *";
    let record = read(moves);
    assert_eq!(names(record.moves()), ["c3", "d1", "a1"]);
    let variations: Vec<_> = record.variations().collect();
    let first = "(1. b2 $1 (1.a1! {corner} ; or } so\n) 1... a1 2.d1)";
    let expected = [(1, first), (1, "(1. e4)"), (2, "(1... e1!?)")];
    assert_eq!(
        variations,
        expected.map(|(plies, text)| (plies, text.into()))
    );
    let text = record.to_string();
    assert!(
        text.contains("(1. e4) 1... d1 (1... e1!?) 2. a1 *"),
        "{text}"
    );
    assert_eq!(text.parse(), Ok(record));
    for (moves, place, words) in [
        (
            "(1. b2) 1. c3 *",
            "line 4, column 1",
            "follows the move that it replaces",
        ),
        (
            "1. c3 ((1. b2)) *",
            "line 4, column 8",
            "follows the move that it replaces",
        ),
        ("1. c3 (1. b2 *", "line 4, column 14", "is not a move"),
        ("1. c3 (1. b2", "line 4, column 7", "no closing )"),
        ("1. c3 (1. b2 (1. a1)", "line 4, column 7", "no closing )"),
        ("1. c3 ) *", "line 4, column 7", "closes no variation"),
        ("1. c3 (1. b2 1... b2) *", "line 4, column 19", "already"),
        ("1. c3 d1 (1... c3) *", "line 4, column 16", "already"),
        ("1. c3 (1. e4 d9) *", "line 4, column 14", "not on a board"),
        ("1. c3 ({open) *", "line 4, column 8", "no closing }"),
    ] {
        let error = refused(moves);
        assert!(
            error.contains(place) && error.contains(words),
            "{moves}: {error}"
        );
    }
    let nested = |depth: usize| format!("1. c3 {}{} *", "(1. b2 ".repeat(depth), ")".repeat(depth));
    assert_eq!(read(&nested(64)).variations().count(), 1);
    assert!(refused(&nested(65)).contains("at most 64 deep"));
    assert!(refused(&nested(100_000)).contains("at most 64 deep"));
}

/// What undo takes back takes its own notes with it and no others.
#[test]
fn undo_takes_the_notes_of_its_move_and_no_others() {
    let mut record =
        read("{start} $7 1. c3! {first} (1. b2) d1 {second} $1 (1... a1) 2. a1 {third} {again} *");
    let notes = |record: &Record| {
        let comments = record.comments().map(|(_, text)| text.to_owned());
        let glyphs = record.glyphs().map(|(_, text)| text.to_owned());
        let variations = record.variations().map(|(_, text)| text);
        comments.chain(glyphs).chain(variations).collect::<Vec<_>>()
    };
    let undone = |record: &mut Record| record.undo().map(|undone| undone.to_string());
    let after_two = [
        "start",
        "first",
        "second",
        "$7",
        "!",
        "$1",
        "(1. b2)",
        "(1... a1)",
    ];
    assert_eq!(undone(&mut record).as_deref(), Some("a1"));
    assert_eq!(notes(&record), after_two);
    assert_eq!(record.to_string().parse().as_ref(), Ok(&record));
    assert_eq!(undone(&mut record).as_deref(), Some("d1"));
    assert_eq!(notes(&record), ["start", "first", "$7", "!", "(1. b2)"]);
    // Another move in its place has no notes yet.
    let played = AnyMove::parse(GameKind::BlackNarrows, "e4").expect("a point");
    record.play(played).expect("a legal move");
    assert_eq!(notes(&record), ["start", "first", "$7", "!", "(1. b2)"]);
    record.comment("new");
    assert_eq!(record.comments().last(), Some((2, "new")));
    assert_eq!(undone(&mut record).as_deref(), Some("e4"));
    assert_eq!(undone(&mut record).as_deref(), Some("c3"));
    assert_eq!(notes(&record), ["start", "$7"]);
    assert_eq!(undone(&mut record), None);
    assert_eq!(
        notes(&record),
        ["start", "$7"],
        "there was nothing to take back"
    );
}

/// Whatever stands beside the moves, what is written is read as the same record, alone and among others.
#[test]
fn annotated_records_round_trip() {
    let notes = prop::collection::vec((0..40_usize, "[$!?a-z(){};. \\n0-9*]{0,12}"), 0..6);
    check(400, (records(40), notes), |(record, notes)| {
        let text = record.to_string();
        let (tags, moves) = text.split_once("\n\n").expect("a blank line");
        let mut words: Vec<&str> = moves.split_whitespace().collect();
        for (at, note) in &notes {
            words.insert((*at).min(words.len() - 1), note);
        }
        let annotated = format!("{tags}\n\n{}", words.join(" "));
        let Ok(read) = annotated.parse::<Record>() else {
            return Ok(());
        };
        let written = read.to_string();
        prop_assert_eq!(
            written.parse(),
            Ok(read.clone()),
            "{}\n{}",
            annotated,
            written
        );
        let windows = written.replace('\n', "\r\n");
        prop_assert_eq!(windows.parse(), Ok(read.clone()), "{}", windows);
        let twice = format!("{written}{text}");
        prop_assert_eq!(Reading::new().nth(&twice, 2), Ok(record.clone()));
        prop_assert_eq!(Reading::new().all(&twice), Ok(vec![read, record]));
        Ok(())
    });
}
