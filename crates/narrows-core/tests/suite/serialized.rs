//! Every text that serde writes is read back as the same value.

use narrows_core::record::RecordResult;
use narrows_core::{
    AnyMove, AnyPosition, ByPlayer, Color, GameKind, NarrowsMove, Outcome, Pie, Player, Record,
    Symmetry, with_position,
};
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use serde_json::{from_str, to_string};

use crate::any_game::records;
use crate::random::check;

/// Writes a value and reads it back.
fn comes_back<T>(value: &T) -> TestCaseResult
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
{
    let text = to_string(value).expect("a value that can be written");
    let read: Result<T, _> = from_str(&text);
    prop_assert!(read.is_ok(), "{}: {:?}", text, read);
    prop_assert_eq!(&read.expect("just checked"), value, "{}", text);
    Ok(())
}

/// Positions all along games of any size, finished ones too, with the seats and the pie rule as they are.
#[test]
fn positions_moves_and_records_come_back() {
    check(150, records(60), |mut record| {
        comes_back(&record)?;
        loop {
            let position = record.position();
            comes_back(position)?;
            comes_back(&position.size())?;
            with_position!(position, position => comes_back(position))?;
            comes_back(&position.outcome())?;
            match record.undo() {
                Some(AnyMove::Place(point)) => {
                    comes_back(&AnyMove::Place(point))?;
                    comes_back(&point)?;
                }
                Some(AnyMove::Narrows(chosen)) => {
                    comes_back(&AnyMove::Narrows(chosen))?;
                    comes_back::<NarrowsMove>(&chosen)?;
                }
                None => return Ok(()),
            }
        }
    });
}

#[test]
fn names_come_back() {
    let all = || -> TestCaseResult {
        GameKind::ALL.iter().try_for_each(comes_back)?;
        Player::BOTH.iter().try_for_each(comes_back)?;
        Color::BOTH.iter().try_for_each(comes_back)?;
        Pie::BOTH.iter().try_for_each(comes_back)?;
        Symmetry::ALL.iter().try_for_each(comes_back)?;
        RecordResult::ALL.iter().try_for_each(comes_back)?;
        let names = ByPlayer {
            first: "Ann".to_owned(),
            second: "level 4".to_owned(),
        };
        comes_back(&names)
    };
    all().expect("they come back");
}

#[test]
fn the_texts_are_those_of_the_contract() {
    for (text, json) in [
        ("5/1x3/5/xx3", r#""5/1x3/5/xx3""#),
        ("bwbw/wbwb/bwbw b -", r#""bwbw/wbwb/bwbw b -""#),
        ("bwbw/wbwb/1bbw w s 2", r#""bwbw/wbwb/1bbw w s 2""#),
    ] {
        let position: AnyPosition = text.parse().expect("a position");
        assert_eq!(to_string(&position).expect("a text"), json);
    }
    let outcome = Outcome {
        winner: Player::First,
    };
    assert_eq!(
        to_string(&outcome).expect("a text"),
        r#"{"winner":"first"}"#
    );
    // Whether the exchange will be on offer is the one thing that the line of a full board leaves open.
    let start = |pie| AnyPosition::start(GameKind::Narrows, "2x2".parse().expect("a size"), pie);
    let without = to_string(&start(Pie::Off).expect("a game")).expect("a text");
    assert_eq!(without, r#""bw/wb b - no-pie""#);
    assert!(start(Pie::On) != start(Pie::Off));
}

/// What cannot be read is an error that says why.
#[test]
fn malformed_texts_are_errors() {
    for json in [
        r#""5/1x3/5/xy3""#,
        r#""bwbw/wbwb/bwbw b s""#,
        r#""bwbw/wbwb/bwbw b - 2 no""#,
        r#""""#,
        "7",
    ] {
        assert!(from_str::<AnyPosition>(json).is_err(), "{json}");
    }
    let error = from_str::<Player>(r#""third""#).expect_err("no player");
    assert!(error.to_string().contains("first or second"), "{error}");
    assert!(from_str::<AnyMove>(r#""a1xa""#).is_err());
    assert!(from_str::<Record>(r#""1. c3 *""#).is_err());
}
