//! “New game asks before it discards an unfinished game”: one in which a person has moved.

use narrows_core::{AnyMove, GameKind, Pie, Record};
use narrows_play::{Effect, Input, NewGame, Seat};

use crate::support::{Board, black_narrows, game};

fn fresh() -> Input {
    Input::NewGame(Box::new(game(
        GameKind::Narrows,
        "4x3",
        "human human",
        Pie::Off,
    )))
}

fn started(board: &Board) -> Option<&Option<Box<Record>>> {
    board.effects.iter().find_map(|effect| match effect {
        Effect::Started(displaced) => Some(displaced),
        _ => None,
    })
}

#[test]
fn new_game_asks_before_it_discards_an_unfinished_game() {
    let mut board = black_narrows("5x5", "human human");
    board.play("c3").send(fresh());
    assert_eq!(board.effects, [Effect::AskDiscard]);
    assert!(board.session.asks_to_discard());
    board.send(Input::KeepPlaying);
    assert_eq!(board.moves(), "c3");
    // The question is gone with its answer.
    board.send(Input::Discard);
    assert_eq!(board.moves(), "c3");
    board.send(fresh()).send(Input::Discard);
    assert_eq!(board.session.kind(), GameKind::Narrows);
    let displaced = started(&board).unwrap().as_ref().unwrap();
    assert!(displaced.to_string().contains("1. c3 *"));
}

#[test]
fn it_does_not_ask_where_no_person_has_moved() {
    let mut board = black_narrows("5x5", "human 3");
    board.send(fresh());
    assert_eq!(started(&board), Some(&None));
    let mut board = black_narrows("5x5", "3 human");
    board.send(Input::Begin).answer("c3").send(fresh());
    assert!(started(&board).unwrap().is_some());
    assert_eq!(board.session.kind(), GameKind::Narrows);
    // After Undo of the only move there is nothing to lose either.
    let mut board = black_narrows("5x5", "human human");
    board.play("c3").send(Input::Undo).send(fresh());
    assert_eq!(board.session.kind(), GameKind::Narrows);
}

#[test]
fn nor_where_the_game_is_over() {
    let mut board = black_narrows("2x2", "human human");
    board.play("a1 b2").send(fresh());
    assert_eq!(board.session.kind(), GameKind::Narrows);
}

#[test]
fn the_computer_waits_for_the_answer() {
    let mut board = black_narrows("5x5", "human 3");
    board.play("c3");
    let (ticket, ..) = board.question().unwrap();
    board.send(fresh());
    assert_eq!(board.effects, [Effect::Cancel(ticket), Effect::AskDiscard]);
    assert_eq!(board.question(), None);
    board.send(Input::KeepPlaying);
    let (next, ..) = board.question().unwrap();
    assert_ne!(next, ticket);
    // An answer to the game before is none to the game after.
    board.send(fresh()).send(Input::Discard);
    let answer = narrows_play::Thought::new(AnyMove::parse(GameKind::BlackNarrows, "a1").ok());
    board.send(Input::Answer {
        ticket: next,
        answer,
    });
    assert_eq!(board.moves(), "");
}

#[test]
fn playing_on_answers_the_question_too() {
    let mut board = black_narrows("5x5", "human human");
    board.play("c3").send(fresh()).tap("a1");
    assert_eq!(board.waiting(), "a1");
    assert!(!board.session.asks_to_discard());
}

#[test]
fn settings_outlive_the_game() {
    let mut board = black_narrows("5x5", "human human").without_confirm();
    board.send(Input::SetMarking(false)).send(fresh());
    assert!(!board.session.confirm_is_on() && !board.session.marking_is_on());
}

#[test]
fn a_loaded_game_keeps_its_names_date_and_players() {
    let text = "[Game \"Black Narrows\"]\n[Size \"5x4\"]\n[Date \"2026-08-01\"]\n[First \"Ann\"]\n[Second \"level 4\"]\n[Result \"1-0\"]\n\n1. c3 d1 1-0\n";
    let mut board = Board::new(NewGame::resumed(text.parse().unwrap()));
    assert_eq!(board.session.seats().first, Seat::Human);
    assert_eq!(board.session.seats().second.to_string(), "level 4");
    assert_eq!(board.session.record().names.first, "Ann");
    assert_eq!(board.session.record().date, "2026-08-01");
    // A result that the moves do not show is told.
    assert!(
        board
            .status()
            .starts_with("The record gives the result 1-0."),
        "{}",
        board.status()
    );
    board.play("a1");
    assert_eq!(board.session.record().names.first, "Ann");
    assert!(!board.status().contains("1-0"));
}

#[test]
fn players_are_read_and_written() {
    for seat in Seat::all() {
        assert_eq!(Seat::from_name(&seat.to_string()), seat);
        let text = seat.to_string();
        assert_eq!(text.trim_start_matches("level ").parse(), Ok(seat));
    }
    for wrong in ["7", "0", "", "level", "level 3"] {
        assert!(wrong.parse::<Seat>().is_err(), "{wrong}");
    }
    // A person may be called what they like.
    for name in ["Ann", "level 7", "levels", "3", ""] {
        assert_eq!(Seat::from_name(name), Seat::Human, "{name}");
    }
}
