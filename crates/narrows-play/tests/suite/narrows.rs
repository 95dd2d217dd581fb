//! The description of the Narrows app, sentence by sentence.

use narrows_core::{Color, Player};
use narrows_play::{Dot, Input, Tone};

use crate::support::{narrows, point, with_pie};

const GREEN: fn(&narrows_play::PointView) -> bool = |at| at.dot == Some(Dot::Target);

#[test]
fn tap_one_of_your_stones_and_the_stones_it_can_capture_light_up_with_green_dots() {
    let mut board = narrows("4x3", "human human");
    board.tap("a1");
    assert_eq!(board.chosen(), "a1");
    assert_eq!(board.points(|at| at.is_chosen), "a1");
    assert_eq!(board.points(GREEN), "a2 b1");
    assert_eq!(board.status(), "a1 can capture 2 stones.");
}

#[test]
fn tap_one_of_them_to_capture_it() {
    let mut board = narrows("4x3", "human human").without_confirm();
    board.tap("a1").tap("a2");
    assert_eq!(board.moves(), "a1xa2");
    assert_eq!(board.points(|at| at.is_last), "a2");
    assert!(board.session.view().point(point("a1")).stone.is_none());
}

#[test]
fn with_confirm_moves_on_the_capture_is_shown_until_you_tap_confirm_or_the_target_again() {
    for confirm in [true, false] {
        let mut board = narrows("4x3", "human human");
        board.tap("a1").tap("a2");
        assert_eq!(
            (board.waiting().as_str(), board.moves().as_str()),
            ("a1xa2", "")
        );
        assert_eq!(board.points(|at| at.is_waiting), "a2");
        assert_eq!(board.points(GREEN), "");
        assert_eq!(board.status(), "a1 x a2: tap Confirm, or the target again.");
        if confirm {
            board.send(Input::Confirm);
        } else {
            board.tap("a2");
        }
        assert_eq!(board.moves(), "a1xa2");
    }
}

#[test]
fn a_tap_on_another_of_your_stones_chooses_that_stone_instead() {
    let mut board = narrows("4x3", "human human");
    board.tap("a1").tap("c1");
    assert_eq!(board.chosen(), "c1");
    board.tap("c2").tap("a1");
    assert_eq!(
        (board.chosen().as_str(), board.waiting().as_str()),
        ("a1", "")
    );
}

#[test]
fn and_a_tap_anywhere_else_cancels() {
    // Between the points, off the board, an enemy stone that cannot be captured, the stone itself.
    for target in ["between", "off", "d3", "c1"] {
        let mut board = narrows("4x3", "human human");
        board.tap("c1").tap(target);
        assert_eq!(board.chosen(), "", "{target}");
        assert_eq!(board.said(), "Canceled.");
    }
    let mut board = narrows("4x3", "human human");
    board.tap("a1").tap("a2").tap("b1");
    assert_eq!(
        (board.chosen().as_str(), board.waiting().as_str()),
        ("", "")
    );
    assert_eq!(board.said(), "a1 x a2 taken back.");
    // Undo is off before the first move; a tap on it is a tap elsewhere.
    board.tap("a1");
    assert!(!board.session.can_undo());
    board.send(Input::Undo);
    assert_eq!(board.chosen(), "");
}

#[test]
fn an_enemy_stone_cannot_be_chosen() {
    let mut board = narrows("4x3", "human human");
    board.tap("b1");
    assert_eq!(board.chosen(), "");
    assert_eq!(board.status(), "Choose one of your stones first.");
}

#[test]
fn the_stone_moved_last_carries_a_yellow_dot() {
    let mut board = with_pie("4x3", "human human");
    board.play("a1xa2");
    assert_eq!(board.points(|at| at.is_last), "a2");
    // The exchange moves no stone.
    board.send(Input::TakeOver);
    assert_eq!(board.points(|at| at.is_last), "a2");
    assert_eq!(
        board.session.label(&board.session.view(), point("a2")),
        "a2, black stone, moved last"
    );
}

#[test]
fn at_the_end_the_regions_that_link_the_winners_groups_are_marked_with_blue_dots() {
    let mut board = narrows("4x2", "human human");
    while let Some(&play) = board.session.position().legal_moves().first() {
        assert_eq!(board.points(|at| at.dot == Some(Dot::Link)), "");
        board.send(Input::Play(play));
    }
    let linking = board.session.position().linking_points();
    assert!(!linking.is_empty());
    let names: Vec<_> = linking.iter().map(ToString::to_string).collect();
    assert_eq!(
        board.points(|at| at.dot == Some(Dot::Link)),
        names.join(" ")
    );
    assert_eq!(board.session.view().status.tone, Tone::Over);
    assert!(board.status().contains("linked"), "{}", board.status());
}

#[test]
fn after_blacks_first_move_white_may_switch_colors_and_take_over_black() {
    let mut board = with_pie("4x3", "human human");
    assert!(!board.session.view().buttons.exchange);
    board.play("a1xa2");
    assert!(board.session.view().buttons.exchange);
    assert_eq!(board.status(), "Black captured a1 x a2. Exchange colors?");
    let stones = board.points(|at| at.stone.is_some());
    board.send(Input::TakeOver);
    assert_eq!(board.moves(), "a1xa2 swap");
    assert_eq!(board.points(|at| at.stone.is_some()), stones);
    // The former Black player then plays White and moves next.
    let view = board.session.view();
    assert_eq!(view.players.first.color, Some(Color::White));
    assert_eq!(view.players.second.color, Some(Color::Black));
    assert_eq!(board.session.position().to_move(), Player::First);
    assert!(!view.buttons.exchange);
    assert_eq!(board.status(), "White took over Black. White to move.");
}

#[test]
fn white_may_stay_white() {
    let mut board = with_pie("4x3", "human human");
    board.play("a1xa2").send(Input::Stay);
    assert_eq!(board.said(), "You stay White. White to move.");
    assert!(!board.session.view().buttons.exchange);
    // Whoever then looks again, or moves, is not asked again.
    board.tap("b1");
    assert!(!board.session.exchange_is_open());
    // The exchange is still a legal move for somebody who types it.
    board.play("swap");
}

#[test]
fn the_pie_rule_can_be_turned_off() {
    let mut board = narrows("4x3", "human human");
    board.play("a1xa2");
    assert!(!board.session.view().buttons.exchange);
    board.send(Input::TakeOver);
    assert_eq!(board.moves(), "a1xa2");
    assert!(
        board.status().contains("exchange of colors"),
        "{}",
        board.status()
    );
}

#[test]
fn each_color_can_be_a_human_or_a_computer_level() {
    // Either color, another person, both computers: whose turn asks whom.
    for (players, asked) in [
        ("human 3", None),
        ("3 human", Some(3)),
        ("2 5", Some(2)),
        ("human human", None),
    ] {
        let mut board = narrows("4x3", players);
        board.send(Input::Begin);
        assert_eq!(
            board.question().map(|(_, level, _)| level),
            asked,
            "{players}"
        );
    }
}

#[test]
fn the_words_name_the_colors() {
    let mut board = narrows("4x3", "human human");
    assert_eq!(board.status(), "Black to move: tap one of your stones.");
    assert_eq!(
        board.session.view().counts,
        "6 black · 6 white · 0 moves made"
    );
    board.play("a1xb1");
    assert_eq!(board.status(), "Black captured a1 x b1. White to move.");
    assert_eq!(
        board.session.view().counts,
        "6 black · 5 white · 1 move made"
    );
    let mut board = narrows("4x3", "human 2");
    assert_eq!(
        board.status(),
        "Your turn with Black: tap one of your stones."
    );
    board.play("a1xb1").answer("d3xc3");
    assert_eq!(
        board.status(),
        "Level 2 captured d3 x c3. Your turn with Black."
    );
    assert_eq!(
        board.session.summary(),
        "Level 2 captured d3 x c3. Your turn with Black. 5 black, 5 white, 2 moves made."
    );
}
