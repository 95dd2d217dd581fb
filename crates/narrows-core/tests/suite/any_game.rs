//! `AnyPosition` says what the concrete position says, on every width, and records replay and undo.

use narrows_core::any::Concrete;
use narrows_core::record::RecordResult;
use narrows_core::{
    AnyMove, AnyPosition, BlackNarrows, GameKind, Narrows, Pie, Point, Record, Size, with_position,
};
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use crate::by_width;
use crate::random::{check, choices, pies, sizes};

/// A game of any kind and size that the choices make; also the start of the fuzz targets.
pub fn record(kind: GameKind, size: Size, pie: Pie, choices: &[u16]) -> Record {
    let mut record = Record::new(AnyPosition::start(kind, size, pie).expect("a size of the game"));
    for &choice in choices {
        let moves = record.position().legal_moves();
        let Some(&chosen) = moves.get(usize::from(choice) % moves.len().max(1)) else {
            break;
        };
        record.play(chosen).expect("a legal move");
    }
    record
}

/// Games of both kinds on all sizes.
pub fn records(longest: usize) -> impl Strategy<Value = Record> {
    let black_narrows = (sizes(false, 676), choices(longest))
        .prop_map(|(size, choices)| record(GameKind::BlackNarrows, size, Pie::On, &choices));
    let narrows = (sizes(true, 676), pies(), choices(longest))
        .prop_map(|(size, pie, choices)| record(GameKind::Narrows, size, pie, &choices));
    prop_oneof![black_narrows, narrows]
}

/// The concrete game beside the one whose type is chosen at run time.
fn same_as_concrete<G: Concrete>(mut concrete: G, choices: &[u16], pie: Pie) -> TestCaseResult {
    let mut any = AnyPosition::start(G::KIND, concrete.size(), pie).expect("a size of the game");
    for &choice in choices {
        prop_assert_eq!(&any, &concrete.clone().wrap());
        prop_assert_eq!(any.kind(), G::KIND);
        prop_assert_eq!(any.size(), concrete.size());
        prop_assert_eq!(any.to_move(), concrete.to_move());
        prop_assert_eq!(any.outcome(), concrete.outcome());
        prop_assert_eq!(any.is_over(), concrete.is_over());
        let moves = concrete.legal_moves();
        let wrapped: Vec<AnyMove> = moves.iter().map(|&chosen| G::wrap_move(chosen)).collect();
        prop_assert_eq!(&any.legal_moves(), &wrapped);
        let Some(&chosen) = moves.get(usize::from(choice) % moves.len().max(1)) else {
            break;
        };
        prop_assert_eq!(any.why_illegal(G::wrap_move(chosen)), None);
        prop_assert!(any.play(G::wrap_move(chosen)).is_ok());
        concrete.play_unchecked(chosen);
    }
    let reached = with_position!(any, position => position.wrap());
    prop_assert_eq!(reached, concrete.wrap());
    Ok(())
}

#[test]
fn the_game_chosen_at_run_time_is_the_concrete_one() {
    fn black_narrows<const W: usize>(size: Size, choices: &[u16]) -> TestCaseResult
    where
        BlackNarrows<W>: Concrete,
    {
        let start = BlackNarrows::<W>::start(size).expect("a size of the game");
        same_as_concrete(start, choices, Pie::Off)
    }
    fn narrows<const W: usize>(size: Size, pie: Pie, choices: &[u16]) -> TestCaseResult
    where
        Narrows<W>: Concrete,
    {
        let start = Narrows::<W>::start(size, pie).expect("a size of the game");
        same_as_concrete(start, choices, pie)
    }
    check(60, (sizes(false, 676), choices(60)), |(size, choices)| {
        by_width!(size, black_narrows(size, &choices))
    });
    check(
        60,
        (sizes(true, 676), pies(), choices(60)),
        |(size, pie, choices)| by_width!(size, narrows(size, pie, &choices)),
    );
}

#[test]
fn what_a_position_tells_about_its_points_adds_up() {
    check(150, records(80), |record| {
        let position = record.position();
        let points: Vec<Point> = position.size().iter().collect();
        let stones = points
            .iter()
            .filter(|&&point| position.stone_at(point).is_some())
            .count();
        prop_assert_eq!(position.stones(), stones);
        let swaps = record
            .moves()
            .iter()
            .filter(|chosen| chosen.to_string() == "swap")
            .count();
        prop_assert_eq!(position.plies() + swaps, record.moves().len());
        let black_narrows = position.kind() == GameKind::BlackNarrows;
        prop_assert_eq!(position.dead_points().is_some(), black_narrows);
        if let Some(dead) = position.dead_points() {
            prop_assert_eq!(
                dead.len() + position.legal_moves().len() + stones,
                points.len()
            );
            prop_assert!(
                dead.iter()
                    .all(|&point| position.why_illegal(point.into()).is_some())
            );
        }
        prop_assert_eq!(position.color_to_move().is_none(), black_narrows);
        prop_assert_eq!(
            position.winning_color().is_some(),
            !black_narrows && position.is_over()
        );
        let linking = position.linking_points();
        prop_assert!(
            linking
                .iter()
                .all(|&point| position.stone_at(point).is_none())
        );
        Ok(())
    });
}

#[test]
fn moves_of_the_other_game_and_off_the_board_are_refused() {
    let other = [
        AnyMove::parse(GameKind::BlackNarrows, "a1").expect("a move"),
        AnyMove::parse(GameKind::Narrows, "a1xa2").expect("a move"),
        AnyMove::parse(GameKind::Narrows, "swap").expect("a move"),
    ];
    check(60, (records(30), any::<u16>()), |(record, at)| {
        let position = record.position().clone();
        let point = Size::new(26, 26)
            .expect("a size")
            .iter()
            .nth(usize::from(at) % 676)
            .expect("a point");
        for refused in other.into_iter().chain([AnyMove::Place(point)]) {
            let mut tried = position.clone();
            let reason = position.why_illegal(refused);
            match tried.play(refused) {
                Ok(()) => prop_assert_eq!(reason, None),
                Err(error) => {
                    prop_assert_eq!(Some(error.reason), reason);
                    prop_assert_eq!(&tried, &position);
                    prop_assert!(!error.to_string().contains('\n'));
                }
            }
        }
        let points = position.size().points();
        if position.kind() == GameKind::Narrows || points < 676 && !position.size().contains(point)
        {
            prop_assert!(position.why_illegal(AnyMove::Place(point)).is_some());
        }
        Ok(())
    });
}

#[test]
fn undo_is_replay_without_the_last_move() {
    check(80, records(40), |record| {
        let mut undone = record.clone();
        for plies in (0..record.moves().len()).rev() {
            prop_assert_eq!(undone.undo(), Some(record.moves()[plies]));
            let mut replayed = record.start().clone();
            for &chosen in &record.moves()[..plies] {
                prop_assert!(replayed.play(chosen).is_ok());
            }
            prop_assert_eq!(undone.position(), &replayed);
            prop_assert_eq!(&record.position_at(plies), &replayed);
            prop_assert_eq!(undone.result(), RecordResult::Unfinished);
        }
        prop_assert_eq!(undone.undo(), None);
        prop_assert_eq!(undone.position(), record.start());
        for &chosen in record.moves() {
            prop_assert!(undone.play(chosen).is_ok());
        }
        prop_assert_eq!(undone, record);
        Ok(())
    });
}
