//! The description of the Black Narrows app, sentence by sentence.

use narrows_ai::value::Value;
use narrows_play::{Dot, Effect, Input, Purpose, Tone};

use crate::support::{black_narrows, point};

#[test]
fn with_confirm_placements_on_a_tap_shows_a_translucent_stone_on_the_point_you_tapped() {
    let mut board = black_narrows("5x4", "human human");
    board.tap("c3");
    assert_eq!(board.waiting(), "c3");
    assert_eq!(board.points(|at| at.is_waiting), "c3");
    assert_eq!(board.points(|at| at.stone.is_some()), "");
    assert!(board.session.view().buttons.confirm);
    assert_eq!(board.status(), "c3: tap Confirm, or the stone again.");
    assert_eq!(board.said(), board.status());
}

#[test]
fn confirm_places_it() {
    let mut board = black_narrows("5x4", "human human");
    assert!(!board.session.view().buttons.confirm);
    board.tap("c3").send(Input::Confirm);
    assert_eq!(board.moves(), "c3");
    assert!(board.effects.contains(&Effect::Save));
    assert!(board.effects.contains(&Effect::Moved(point("c3").into())));
    // Without a stone that waits there is nothing to confirm.
    board.send(Input::Confirm);
    assert_eq!(board.moves(), "c3");
}

#[test]
fn and_so_does_a_second_tap_on_the_stone() {
    let mut board = black_narrows("5x4", "human human");
    board.tap("c3").tap("c3");
    assert_eq!(board.moves(), "c3");
    // The third tap is about the next move, and illegal.
    board.tap("c3");
    assert_eq!(board.moves(), "c3");
}

#[test]
fn a_tap_on_another_legal_point_moves_the_stone_there() {
    let mut board = black_narrows("5x4", "human human");
    board.tap("c3").tap("d2");
    assert_eq!(board.waiting(), "d2");
    board.send(Input::Confirm);
    assert_eq!(board.moves(), "d2");
}

#[test]
fn a_tap_anywhere_else_takes_the_stone_back() {
    // On a placed stone, on an illegal point, between the points, off the board.
    for target in ["b1", "a1", "between", "off"] {
        let mut board = black_narrows("5x4", "human human");
        board.play("b1 a2").tap("e4");
        assert_eq!(board.waiting(), "e4");
        board.tap(target);
        assert_eq!(board.waiting(), "", "{target}");
        assert_eq!(board.said(), "e4 taken back.");
        assert_eq!(board.moves(), "b1 a2");
    }
}

#[test]
fn or_on_the_undo_button_takes_the_stone_back() {
    let mut board = black_narrows("5x4", "human human");
    assert!(!board.session.can_undo());
    // Even before the first move.
    board.tap("c3");
    assert!(board.session.can_undo());
    board.send(Input::Undo);
    assert_eq!((board.waiting().as_str(), board.moves().as_str()), ("", ""));
    board.play("b1").tap("e4").send(Input::Undo);
    assert_eq!(
        (board.waiting().as_str(), board.moves().as_str()),
        ("", "b1")
    );
}

#[test]
fn with_confirm_placements_off_a_tap_places_the_stone_at_once() {
    let mut board = black_narrows("5x4", "human human").without_confirm();
    board.tap("c3");
    assert_eq!(board.moves(), "c3");
    // Switching Confirm off takes a stone that waits back.
    let mut board = black_narrows("5x4", "human human");
    board.tap("c3").send(Input::SetConfirm(false));
    assert_eq!((board.waiting().as_str(), board.moves().as_str()), ("", ""));
}

#[test]
fn once_a_stone_is_placed_undo_takes_back_your_last_placement() {
    let mut board = black_narrows("5x4", "human human");
    board.tap("c3").tap("c3").send(Input::Undo);
    assert_eq!(board.moves(), "");
    assert_eq!(board.said(), "Your last move is taken back.");
}

#[test]
fn the_line_above_the_board_counts_the_stones_on_the_board_and_the_legal_placements_left() {
    let mut board = black_narrows("5x4", "human human");
    assert_eq!(
        board.session.view().counts,
        "0 stones · 20 legal placements left"
    );
    board.play("c3");
    assert_eq!(
        board.session.view().counts,
        "1 stone · 19 legal placements left"
    );
    let mut board = black_narrows("2x2", "human human");
    board.play("a1 b2");
    assert_eq!(
        board.session.view().counts,
        "2 stones · 0 legal placements left"
    );
}

#[test]
fn when_marking_is_on_a_red_dot_marks_every_unoccupied_point_where_a_placement_is_illegal() {
    let mut board = black_narrows("5x4", "human human");
    board.play("b1 a2");
    let red = |at: &narrows_play::PointView| at.dot == Some(Dot::Illegal);
    assert_eq!(board.points(red), "a1");
    board.send(Input::SetMarking(false));
    assert_eq!(board.said(), "Marking off.");
    assert_eq!(board.points(|at| at.dot.is_some()), "");
    board.send(Input::SetMarking(true));
    assert_eq!(board.points(red), "a1");
    let position = board.session.position().clone();
    for candidate in position.size().iter() {
        let dead = position.stone_at(candidate).is_none()
            && position.why_illegal(candidate.into()).is_some();
        let dot = board.session.view().point(candidate).dot;
        assert_eq!(dot == Some(Dot::Illegal), dead, "{candidate}");
    }
}

#[test]
fn while_a_stone_is_waiting_the_red_dots_show_the_placements_that_would_be_illegal_after_it() {
    let mut board = black_narrows("5x4", "human human");
    board.play("b1").tap("a2");
    assert_eq!(board.waiting(), "a2");
    assert_eq!(board.points(|at| at.dot == Some(Dot::IllegalAfter)), "a1");
    board.send(Input::SetMarking(false));
    assert_eq!(board.points(|at| at.dot.is_some()), "");
    board.send(Input::SetMarking(true)).send(Input::Cancel);
    assert_eq!(board.points(|at| at.dot.is_some()), "");
}

#[test]
fn a_white_ring_marks_the_last_stone_placed() {
    let mut board = black_narrows("5x4", "human human");
    assert_eq!(board.points(|at| at.is_last), "");
    board.play("b1 a2");
    assert_eq!(board.points(|at| at.is_last), "a2");
    assert_eq!(
        board.session.label(&board.session.view(), point("a2")),
        "a2, stone, placed last"
    );
}

#[test]
fn hint_marks_the_placement_that_level_6_would_make() {
    let mut board = black_narrows("5x4", "human 2");
    assert!(board.session.view().buttons.hint);
    board.send(Input::Hint);
    let (_, level, purpose) = board.question().unwrap();
    assert_eq!((level, purpose), (6, Purpose::Hint));
    assert_eq!(board.status(), "Looking for a hint…");
    board.answer_sure("b2", Value::Win);
    assert_eq!(board.points(|at| at.is_hint), "b2");
    assert_eq!(board.moves(), "");
    assert!(
        board.status().starts_with("Hint: b2. It wins."),
        "{}",
        board.status()
    );
    board.send(Input::Hint).answer_sure("b2", Value::Loss);
    assert!(
        board.said().contains("Every move loses"),
        "{}",
        board.said()
    );
    board.send(Input::Hint).answer("b3");
    assert!(board.said().contains("54 %"), "{}", board.said());
    // A move ends it.
    board.tap("c3").tap("c3");
    assert_eq!(board.points(|at| at.is_hint), "");
}

#[test]
fn record_shows_the_game_as_text_that_you_can_copy() {
    let mut board = black_narrows("5x4", "human 4");
    board.play("c3").answer("a1");
    board.session.set_date("2026-11-30");
    let text = board.session.record().to_string();
    assert!(text.contains("[First \"human\"]") && text.contains("[Second \"level 4\"]"));
    assert!(text.contains("[Date \"2026-11-30\"]") && text.contains("1. c3 a1 *"));
}

#[test]
fn an_illegal_tap_says_why() {
    let mut board = black_narrows("5x4", "human human");
    board.play("b1 a2").tap("b1");
    assert_eq!(board.status(), "There is a stone on b1 already.");
    assert_eq!(board.session.view().status.tone, Tone::Refused);
    board.tap("a1");
    assert!(board.status().contains("a1"), "{}", board.status());
    // The next input is about something else.
    board.tap("e4");
    assert_eq!(board.waiting(), "e4");
}

#[test]
fn the_last_player_to_place_a_stone_wins() {
    for (players, said, tone) in [
        (
            "human human",
            "The second player won. 2 stones stand and no placement is left.",
            Tone::Over,
        ),
        (
            "3 human",
            "You won. 2 stones stand and no placement is left.",
            Tone::Won,
        ),
        (
            "human 3",
            "You lost to Level 3. 2 stones stand and no placement is left.",
            Tone::Lost,
        ),
        (
            "2 3",
            "Level 3 won. 2 stones stand and no placement is left.",
            Tone::Over,
        ),
        (
            "3 3",
            "Level 3 (second) won. 2 stones stand and no placement is left.",
            Tone::Over,
        ),
    ] {
        let mut board = black_narrows("2x2", players);
        board.send(Input::Begin);
        for play in ["a1", "b2"] {
            match board.question() {
                Some(_) => board.answer(play),
                None => board.play(play),
            };
        }
        assert_eq!(board.status(), said);
        assert_eq!(board.session.view().status.tone, tone);
        assert!(board.said().ends_with(said), "{}", board.said());
        assert!(board.session.view().players.second.has_won);
        assert_eq!(board.question(), None);
    }
}
