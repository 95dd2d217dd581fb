//! Stepping back and forth through the game.

use narrows_play::{Input, Step, Tone};

use crate::support::{black_narrows, with_pie};

#[test]
fn stepping_shows_earlier_positions() {
    let mut board = black_narrows("5x5", "human human");
    board.play("c3 a1 e4");
    for (step, stones, said) in [
        (Step::Back, 2, "Move 2: a1."),
        (Step::First, 0, "Start of the game."),
        (Step::Forward, 1, "Move 1: c3."),
        (Step::To(2), 2, "Move 2: a1."),
        (Step::Last, 3, "Move 3: e4."),
        (Step::To(99), 3, ""),
        (Step::Forward, 3, ""),
    ] {
        board.send(Input::Step(step));
        let view = board.session.view();
        assert_eq!((view.ply, view.plies), (stones, 3));
        assert_eq!(view.points_where(|at| at.stone.is_some()).count(), stones);
        assert!(
            view.counts.starts_with(&format!("{stones} stone")),
            "{}",
            view.counts
        );
        assert_eq!(board.said(), said);
        assert_eq!(view.buttons.back, stones > 0);
        assert_eq!(view.buttons.forward, stones < 3);
    }
}

#[test]
fn nothing_is_played_in_the_past() {
    let mut board = black_narrows("5x5", "human human").without_confirm();
    board.play("c3 a1 e4").send(Input::Step(Step::Back));
    assert_eq!(board.status(), "Looking back: a1.");
    assert_eq!(board.session.view().status.tone, Tone::LookingBack);
    assert_eq!(board.points(|at| at.is_active), "");
    board.tap("b2");
    assert_eq!(board.moves(), "c3 a1 e4");
    assert_eq!(
        board.status(),
        "You are looking back. Step forward to play on."
    );
    assert!(!board.session.can_undo());
    board.send(Input::Undo);
    assert_eq!(board.moves(), "c3 a1 e4");
    board.send(Input::Step(Step::Last)).tap("b2");
    assert_eq!(board.moves(), "c3 a1 e4 b2");
}

#[test]
fn stepping_takes_back_what_waits() {
    let mut board = black_narrows("5x5", "human human");
    board.play("c3").tap("a1").send(Input::Step(Step::Back));
    assert_eq!(board.waiting(), "");
    board.send(Input::Step(Step::Last));
    assert_eq!(board.waiting(), "");
}

#[test]
fn the_computer_plays_on_without_disturbing_who_looks_back() {
    let mut board = black_narrows("5x5", "human 3");
    board.play("c3").send(Input::Step(Step::First)).answer("a1");
    assert_eq!(board.session.view().ply, 0);
    assert_eq!(board.session.view().plies, 2);
    board.send(Input::Step(Step::Last));
    assert_eq!(board.status(), "Level 3 placed a1. Your turn.");
}

#[test]
fn a_step_back_shows_the_colors_of_that_time() {
    let mut board = with_pie("4x3", "human human");
    board.play("a1xa2 swap").send(Input::Step(Step::Back));
    assert_eq!(board.session.view().players.first.title, "Black");
    board.send(Input::Step(Step::Last));
    assert_eq!(board.session.view().players.first.title, "White");
}

#[test]
fn a_finished_game_can_be_looked_through() {
    let mut board = black_narrows("2x2", "human human");
    board.play("a1 b2").send(Input::Step(Step::Back));
    assert_eq!(board.status(), "Looking back: a1.");
    assert!(!board.session.view().players.second.has_won);
    board.send(Input::Step(Step::Forward));
    assert!(board.status().starts_with("The second player won"));
}
