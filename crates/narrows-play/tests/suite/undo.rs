//! “Undo takes back your last move together with the computer's reply. It is not available before your first
//! move.” And never a move that the person did not make.

use narrows_core::{GameKind, Pie, Record};
use narrows_play::{Effect, Input, Maker, NewGame};

use crate::support::{Board, black_narrows, game, seats, with_pie};

#[test]
fn undo_takes_back_your_last_move_together_with_the_computers_reply() {
    let mut board = black_narrows("8x8", "human 3");
    board.play("a1").answer("c3").play("e5").answer("g7");
    board.send(Input::Undo);
    assert_eq!(board.moves(), "a1 c3");
    assert!(board.effects.contains(&Effect::Save));
    assert_eq!(board.question(), None);
    board.send(Input::Undo);
    assert_eq!(board.moves(), "");
    assert!(!board.session.can_undo());
}

#[test]
fn the_move_alone_while_the_computer_has_not_replied() {
    let mut board = black_narrows("8x8", "human 3");
    board.play("a1");
    let (ticket, ..) = board.question().unwrap();
    board.send(Input::Undo);
    assert!(board.effects.contains(&Effect::Cancel(ticket)));
    assert_eq!(board.moves(), "");
}

#[test]
fn it_is_not_available_before_your_first_move() {
    let mut board = black_narrows("8x8", "3 human");
    board.send(Input::Begin).answer("c3");
    assert!(!board.session.view().buttons.undo);
    board.send(Input::Undo);
    assert_eq!(board.moves(), "c3");
}

#[test]
fn one_move_between_two_people() {
    let mut board = black_narrows("8x8", "human human");
    board.play("a1 c3 e5").send(Input::Undo);
    assert_eq!(board.moves(), "a1 c3");
}

#[test]
fn not_what_two_computers_did() {
    let mut board = black_narrows("8x8", "2 3");
    board.send(Input::Begin).answer("a1").answer("c3");
    assert!(!board.session.can_undo());
}

#[test]
fn never_a_move_the_person_did_not_make() {
    // The person takes the seat of the level that made the first move.
    let mut board = black_narrows("8x8", "3 human");
    board.send(Input::Begin).answer("a1");
    board.send(Input::Seats(seats("human 3")));
    board.answer("c3");
    assert!(!board.session.can_undo());
    board.send(Input::Undo);
    assert_eq!(board.moves(), "a1 c3");
    // From here on a move of the person's own.
    board.play("e5").answer("g7").send(Input::Undo);
    assert_eq!(board.moves(), "a1 c3");
}

#[test]
fn not_past_more_than_the_reply_after_a_change_of_players() {
    let mut board = black_narrows("8x8", "human 3");
    board.play("a1").answer("c3");
    board.send(Input::Seats(seats("2 3"))).answer("e5");
    assert!(!board.session.can_undo());
    // Black Narrows: the reply and one more move would go with it.
    board.send(Input::Undo);
    assert_eq!(board.moves(), "a1 c3 e5");
}

#[test]
fn the_computer_does_not_repeat_at_once_what_was_taken_back() {
    let mut board = black_narrows("8x8", "human human");
    board
        .play("a1")
        .send(Input::Seats(seats("2 human")))
        .send(Input::Undo);
    assert_eq!(board.moves(), "");
    assert_eq!(board.question(), None);
    assert!(board.session.view().buttons.go_on);
    board.send(Input::GoOn);
    assert!(board.question().is_some());
}

#[test]
fn the_exchange_is_the_computers_reply() {
    let mut board = with_pie("4x4", "human 3");
    board.play("a4xa3").answer("swap").send(Input::Undo);
    assert_eq!(board.moves(), "");
}

#[test]
fn a_game_that_was_loaded_knows_who_made_its_moves() {
    let mut board = black_narrows("8x8", "3 human");
    board.send(Input::Begin).answer("a1");
    let text = board.session.record().to_string();
    let record: Record = text.parse().unwrap();
    let loaded = NewGame::resumed(record.clone());
    assert_eq!(loaded.makers, [Maker::Computer]);
    // Even where other players go on with it.
    let mut board = Board::new(NewGame::new(record, seats("human human")));
    assert!(!board.session.can_undo());
    board.play("c3");
    assert!(board.session.can_undo());
    let fresh = game(GameKind::BlackNarrows, "8x8", "human 3", Pie::On);
    assert!(fresh.makers.is_empty());
}
