//! Everything that is written is read back the same, and garbage is an error, never a panic.

use narrows_core::record::RecordResult;
use narrows_core::{
    AnyMove, AnyPosition, Color, GameKind, Narrows, Pie, Player, Point, Record, Size, narrows,
};
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use crate::any_game::records;
use crate::random::{check, choices, pies, sizes};
use crate::slow;

#[test]
fn points_and_sizes_round_trip() {
    for size in (1..=26)
        .flat_map(|columns| (1..=26).map(move |rows| Size::new(columns, rows).expect("a size")))
    {
        assert_eq!(
            size.to_string(),
            format!("{}x{}", size.columns(), size.rows())
        );
        assert_eq!(size.to_string().parse(), Ok(size));
    }
    for point in Size::new(26, 26).expect("a size").iter() {
        let name = slow::name((point.column.index().into(), point.row.index().into()));
        assert_eq!(point.to_string(), name);
        assert_eq!(name.parse(), Ok(point));
        assert_eq!(
            name.to_uppercase().parse(),
            Ok(point),
            "input is case-insensitive"
        );
        assert_eq!(
            slow::cell(&name),
            (point.column.index().into(), point.row.index().into())
        );
    }
}

/// All spellings of all captures, the ambiguous ones from and to column x among them.
#[test]
fn captures_round_trip_in_every_spelling() {
    let points: Vec<Point> = Size::new(26, 26).expect("a size").iter().collect();
    for &from in &points {
        for &to in points
            .iter()
            .filter(|to| to.column == from.column || to.row == from.row)
        {
            let expected = narrows::Move::Capture { from, to };
            assert_eq!(expected.to_string(), format!("{from}x{to}"));
            for text in [
                format!("{from}x{to}"),
                format!("{from}-{to}"),
                format!("{from}{to}"),
            ] {
                assert_eq!(text.parse(), Ok(expected), "{text}");
                assert_eq!(text.to_uppercase().parse(), Ok(expected), "{text}");
            }
        }
    }
    for text in ["swap", "SWAP", "Swap"] {
        assert_eq!(text.parse(), Ok(narrows::Move::Swap));
    }
}

#[test]
fn the_limits_of_sizes_are_those_of_the_contract() {
    for columns in 0..=30_u8 {
        for rows in 0..=30_u8 {
            let text = format!("{columns}x{rows}");
            let within =
                |least: u8| (least..=26).contains(&columns) && (least..=26).contains(&rows);
            let points = u32::from(columns) * u32::from(rows);
            let expected = [
                (GameKind::BlackNarrows, within(2)),
                (
                    GameKind::Narrows,
                    within(1) && points % 2 == 0 && points >= 4,
                ),
            ];
            for (kind, playable) in expected {
                let parsed = kind.parse_size(&text);
                assert_eq!(parsed.is_ok(), playable, "{text} {parsed:?}");
                if let Err(error) = parsed {
                    let message = error.to_string();
                    assert!(message.contains("26"), "names the limit: {message}");
                    assert!(!message.contains('\n'));
                }
            }
        }
    }
}

#[test]
fn position_lines_round_trip() {
    check(300, records(120), |record| {
        let position = record.position();
        let line = position.to_string();
        prop_assert!(!line.contains('\n'));
        let rows = line.split(' ').next().unwrap_or_default();
        prop_assert_eq!(
            slow::Board::parse(rows).line(),
            rows,
            "the slow twin writes the same"
        );
        let pie = if position.exchange_is_to_come() {
            Pie::On
        } else {
            Pie::Off
        };
        let read = AnyPosition::parse(position.kind(), &line, pie);
        prop_assert!(read.is_ok(), "{}: {:?}", line, read);
        let read = read.expect("just checked");
        prop_assert_eq!(&read, position, "{}", line);
        prop_assert_eq!(read.to_string(), line.clone());
        let read = AnyPosition::parse(position.kind(), &line.to_uppercase(), pie);
        prop_assert!(read.is_ok(), "input is case-insensitive: {}", line);
        Ok(())
    });
}

/// Anything one may write as a comment.
fn remarks() -> impl Strategy<Value = String> {
    "[a-z \t\n\r{};()%\\[\\]!$é漢🎲\"\\\\.*-]{0,30}"
}

/// A text without a line break, as names are.
fn words() -> impl Strategy<Value = String> {
    prop::collection::vec("[a-zA-Z0-9\"\\\\\\[\\]{(é漢🎲.,;-]{1,12}", 0..6)
        .prop_map(|words| words.join(" "))
}

#[test]
fn records_round_trip() {
    let parts = (
        records(120),
        words(),
        words(),
        words(),
        prop::collection::vec((0..120_usize, remarks()), 0..5),
    );
    check(200, parts, |(played, first, second, date, comments)| {
        let mut record = Record::new(played.start().clone());
        record.names.first = first;
        record.names.second = second;
        record.date = date;
        let at = |plies: usize| comments.iter().filter(move |(at, _)| *at == plies);
        at(0).for_each(|(_, text)| record.comment(text));
        for (plies, &chosen) in (1..).zip(played.moves()) {
            prop_assert!(record.play(chosen).is_ok());
            at(plies).for_each(|(_, text)| record.comment(text));
        }
        comes_back(&record)?;
        record.declare(RecordResult::FirstWon);
        comes_back(&record)
    });
}

/// Written and read again it is the same, also with the other line ending.
fn comes_back(record: &Record) -> TestCaseResult {
    let text = record.to_string();
    for text in [
        text.clone(),
        text.replace('\n', "\r\n"),
        format!("\u{feff}{text}\n\n"),
    ] {
        match text.parse::<Record>() {
            Ok(read) => {
                prop_assert_eq!(read.to_string(), record.to_string());
                prop_assert_eq!(&read, record);
            }
            Err(error) => prop_assert!(false, "{}\n{}", error, text),
        }
    }
    Ok(())
}

/// Found by the property above: a finished game that was read was not equal to the same game played, because
/// its result was taken for a declared one.
#[test]
fn a_finished_game_is_the_same_played_and_read() {
    let moves =
        ["a1", "a2"].map(|name| AnyMove::parse(GameKind::BlackNarrows, name).expect("a point"));
    let size = Size::new(2, 2).expect("a size");
    let start =
        AnyPosition::start(GameKind::BlackNarrows, size, Pie::Off).expect("a size of the game");
    let mut played = Record::new(start);
    for chosen in moves {
        played.play(chosen).expect("a legal move");
    }
    assert_eq!(played.to_string().parse(), Ok(played.clone()));
    played.declare(RecordResult::FirstWon);
    assert_eq!(played.result(), RecordResult::SecondWon, "the moves decide");
    assert_eq!(played.to_string().parse(), Ok(played));
}

/// Found by the property below: a record that starts after an exchange gave the players' results to each other
/// when it was read back. Its line says who has Black.
#[test]
fn a_record_that_starts_after_an_exchange_keeps_its_players() {
    let line = "bw/wb/bw/wb/bw/wb/bw/wb/bw/wb b -";
    let mut start = AnyPosition::parse(GameKind::Narrows, line, Pie::On).expect("a position");
    for name in ["a4xa3", "swap"] {
        let chosen = AnyMove::parse(GameKind::Narrows, name).expect("a move");
        start.play(chosen).expect("a legal move");
    }
    let mut record = Record::new(start.clone());
    let reply = AnyMove::parse(GameKind::Narrows, "a1xa2").expect("a move");
    record.play(reply).expect("a legal move");
    let text = record.to_string();
    assert!(text.contains(" w - 2\"]\n"), "{text}");
    assert!(
        text.contains("1. a1xa2"),
        "the first player has White: {text}"
    );
    let read: Record = text.parse().expect("its own text");
    assert_eq!(read.start().to_move(), start.to_move());
    assert_eq!(read, record);
}

/// After `a1xa2 swap b1xc1` the position line read back as another position.
#[test]
fn a_position_line_keeps_the_seats() {
    let size = Size::new(4, 3).expect("a size");
    let mut position = AnyPosition::start(GameKind::Narrows, size, Pie::On).expect("a game");
    for name in ["a1xa2", "swap", "b1xc1"] {
        let chosen = AnyMove::parse(GameKind::Narrows, name).expect("a move");
        position.play(chosen).expect("a legal move");
    }
    let line = position.to_string();
    assert!(line.ends_with(" b - 2"), "{line}");
    let read: AnyPosition = line.parse().expect("its own line");
    assert_eq!(read, position);
    assert_eq!(read.to_move(), Player::Second);
    assert_eq!(read.color_of(Player::First), Some(Color::White));
    for (wrong, character) in [("1", 20), ("2 2", 22), ("b", 20), ("s", 20), ("- 2", 20)] {
        let wrong = format!("bwbw/wbwb/bwbw b - {wrong}");
        let error = wrong.parse::<AnyPosition>().expect_err("not a line");
        assert!(
            error
                .to_string()
                .contains(&format!("character {character}:")),
            "{wrong}: {error}"
        );
    }
}

/// An exchange on offer contradicts a game without it, and is never Black's.
#[test]
fn an_exchange_on_offer_needs_the_pie_rule_and_white() {
    let line = "bwbw/wbwb/1bbw w s";
    assert!(AnyPosition::parse(GameKind::Narrows, line, Pie::On).is_ok());
    let error = AnyPosition::parse(GameKind::Narrows, line, Pie::Off).expect_err("a contradiction");
    assert!(error.to_string().contains("pie rule is off"), "{error}");
    let record = format!("[Game \"Narrows\"]\n[Pie \"off\"]\n[Position \"{line}\"]\n\n*\n");
    let error = record
        .parse::<Record>()
        .expect_err("a contradiction")
        .to_string();
    assert!(
        error.contains("line 3, column 12") && error.contains("pie rule is off"),
        "{error}"
    );
    for pie in Pie::BOTH {
        assert!(AnyPosition::parse(GameKind::Narrows, "bwbw/wbwb/1bbw b s", pie).is_err());
    }
}

/// A game that starts anywhere, with the exchange on offer or not, keeps its start.
#[test]
fn records_from_any_position_round_trip() {
    check(150, (records(30), choices(20)), |(before, choices)| {
        let mut record = Record::new(before.position().clone());
        for choice in choices {
            let moves = record.position().legal_moves();
            let Some(&chosen) = moves.get(usize::from(choice) % moves.len().max(1)) else {
                break;
            };
            prop_assert!(record.play(chosen).is_ok());
        }
        let read = record.to_string().parse::<Record>();
        prop_assert!(read.is_ok(), "{}\n{:?}", record, read);
        let read = read.expect("just checked");
        prop_assert_eq!(read.to_string(), record.to_string());
        prop_assert_eq!(read, record);
        Ok(())
    });
}

#[test]
fn unknown_tags_and_comments_are_kept() {
    let text = "[Game \"Narrows\"]\n[Author \"Mark Steere\"]\n[Size \"4x3\"]\n[Event \"A \\\"friendly\\\" game\"]\n\
                [Pie \"on\"]\n[Result \"*\"]\n[Round \"7\"]\n\n{before} 1. a1xa2 {after\nthe first} 1... swap *\n";
    let record: Record = text.parse().expect("a record");
    let tags: Vec<_> = record.other_tags().collect();
    assert_eq!(tags, [("Event", "A \"friendly\" game"), ("Round", "7")]);
    let comments: Vec<_> = record.comments().collect();
    assert_eq!(comments, [(0, "before"), (1, "after\nthe first")]);
    let again: Record = record.to_string().parse().expect("its own text");
    assert_eq!(again, record);
    assert_eq!(again.to_string(), record.to_string());
}

/// What is wrong with a record is said with its line and column, and nothing is half-loaded.
#[test]
fn malformed_records_name_line_and_column() {
    let tags = "[Game \"Black Narrows\"]\n[Size \"3x3\"]\n[Result \"*\"]\n\n";
    for (text, place) in [
        (String::new(), "line 1, column 1"),
        ("[Game \"Chess\"]\n\n*".into(), "line 1, column 8"),
        (
            "[Game \"Black Narrows\"]\n[Size \"27x2\"]\n\n*".into(),
            "line 2, column 8",
        ),
        (
            "[Game \"Black Narrows\"]\n  [Size 3x3]\n\n*".into(),
            "line 2, column 3",
        ),
        (format!("{tags}1. b2 d4 *"), "line 5, column 7"),
        (format!("{tags}1. b2 b2 *"), "line 5, column 7"),
        (format!("{tags}1. b2\n{{never closed"), "line 6, column 1"),
        (format!("{tags}1. b2 é4 *"), "line 5, column 7"),
        (format!("{tags}é *"), "line 5, column 1"),
        (format!("{tags}1. b2"), "line 5, column 6"),
        (format!("{tags}1. b2 1-0"), "line 5, column 7"),
        (format!("{tags}1. b2 * and more"), "line 5, column 9"),
    ] {
        let error = text.parse::<Record>().expect_err("malformed").to_string();
        assert!(error.contains(place), "{text:?}: {error}");
        assert!(!error.contains('\n'), "{error:?}");
    }
    let long = format!("{tags}{{{}}} *", "x".repeat(1 << 20));
    assert!(long.parse::<Record>().is_err(), "more than 1 MiB");
}

/// Reads a text as everything that can be read. What is accepted holds together.
fn read_as_everything(text: &str) -> TestCaseResult {
    if let Ok(point) = text.parse::<Point>() {
        prop_assert_eq!(point.to_string(), text.to_lowercase());
    }
    if let Ok(size) = text.parse::<Size>() {
        prop_assert_eq!(size.to_string().parse(), Ok(size));
    }
    for kind in GameKind::ALL {
        let _ = kind.parse_size(text);
        if let Ok(chosen) = AnyMove::parse(kind, text) {
            prop_assert_eq!(AnyMove::parse(kind, &chosen.to_string()), Ok(chosen));
        }
        for pie in [Pie::On, Pie::Off] {
            match AnyPosition::parse(kind, text, pie) {
                Ok(position) => {
                    let again = AnyPosition::parse(kind, &position.to_string(), pie);
                    prop_assert_eq!(again.as_ref(), Ok(&position));
                    prop_assert_eq!(position.is_over(), position.legal_moves().is_empty());
                }
                Err(error) => prop_assert!(!error.to_string().contains('\n'), "{}", error),
            }
        }
    }
    let _ = text.parse::<GameKind>();
    match text.parse::<Record>() {
        Ok(record) => {
            let written = record.to_string();
            let again = written.parse::<Record>();
            prop_assert!(again.is_ok(), "{}: {:?}", written, again);
            prop_assert_eq!(again.expect("just checked").to_string(), written);
        }
        Err(error) => prop_assert!(!error.to_string().contains('\n'), "{}", error),
    }
    Ok(())
}

#[test]
fn garbage_is_an_error_and_never_a_panic() {
    check(3000, "\\PC{0,60}", |text| read_as_everything(&text));
    check(3000, any::<String>(), |text| read_as_everything(&text));
    check(6000, "[xXbwBW0-9/ sa-c.{}\\[\\]\"\\\\*\n-]{0,40}", |text| {
        read_as_everything(&text)
    });
    check(
        3000,
        "([xbw1-9]{1,6}/){1,5}[xbw1-9]{1,6}( [bw] [-s]( [12])?)?",
        |text| read_as_everything(&text),
    );
}

/// Good texts with a few characters changed, doubled or gone reach deeper than garbage does.
#[test]
fn damaged_texts_are_an_error_and_never_a_panic() {
    let damage =
        prop::collection::vec((any::<prop::sample::Index>(), 0..3_u8, any::<char>()), 1..4);
    check(400, (records(20), damage), |(record, damage)| {
        read_as_everything(&damaged(&record.to_string(), &damage))?;
        read_as_everything(&damaged(&record.position().to_string(), &damage))
    });
}

/// The text with characters replaced (0), doubled (1) or gone (2).
fn damaged(text: &str, damage: &[(prop::sample::Index, u8, char)]) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for (at, how, new) in damage.iter().filter(|_| !text.is_empty()) {
        let at = at.index(characters.len());
        match how {
            0 => characters[at] = *new,
            1 => characters.insert(at, characters[at]),
            _ if characters.len() == 1 => {}
            _ => {
                characters.remove(at);
            }
        }
    }
    characters.into_iter().collect()
}

/// A narrow board is too narrow for a large position, and says so.
#[test]
fn a_position_too_large_for_its_width_is_refused() {
    check(50, (sizes(true, 676), pies()), |(size, pie)| {
        let fits = size.points() <= 64;
        prop_assert_eq!(Narrows::<1>::start(size, pie).is_ok(), fits, "{}", size);
        Ok(())
    });
}
