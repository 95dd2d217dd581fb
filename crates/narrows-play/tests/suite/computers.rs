//! Levels: when they are asked, what becomes of late, wrong and missing answers.

use narrows_ai::value::Value;
use narrows_play::{Effect, Input, Purpose, Thought, Tone};

use crate::support::{black_narrows, narrows, point, seats};

#[test]
fn the_level_whose_turn_it_is_is_asked() {
    let mut board = black_narrows("5x5", "human 3");
    board.send(Input::Begin);
    assert_eq!(board.question(), None);
    board.play("c3");
    let (ticket, level, purpose) = board.question().unwrap();
    assert_eq!((level, purpose), (3, Purpose::Move));
    assert!(board.effects.iter().any(|effect| matches!(
        effect,
        Effect::AskLevel { ticket: asked, .. } if *asked == ticket
    )));
    assert_eq!(board.status(), "Level 3 is thinking…");
    assert_eq!(board.session.view().status.tone, Tone::Thinking);
    assert!(
        board.said().ends_with("Level 3 is thinking."),
        "{}",
        board.said()
    );
    // Nothing else is blocked, and nobody is asked twice.
    board
        .send(Input::SetMarking(false))
        .tap("a1")
        .send(Input::Begin);
    assert_eq!(board.question().unwrap().0, ticket);
    assert_eq!(board.moves(), "c3");
    board.answer("a1");
    assert_eq!(board.moves(), "c3 a1");
    assert_eq!(board.status(), "Level 3 placed a1. Your turn.");
}

#[test]
fn a_late_answer_is_ignored() {
    let mut board = black_narrows("5x5", "human 3");
    board.play("c3");
    let (late, ..) = board.question().unwrap();
    board.send(Input::Undo);
    let answer = Thought::new(Some(point("a1").into()));
    board.send(Input::Answer {
        ticket: late,
        answer,
    });
    assert_eq!(board.moves(), "");
    board.play("d4").send(Input::Answer {
        ticket: late,
        answer,
    });
    assert_eq!(board.moves(), "d4");
    let reason = "it stopped".to_string();
    board.send(Input::Failed {
        ticket: late,
        reason,
    });
    assert!(board.question().is_some());
}

#[test]
fn a_wrong_answer_is_a_failure_and_the_game_is_as_it_was() {
    for wrong in ["c3", "z9", "nonsense"] {
        let mut board = black_narrows("5x5", "human 3");
        board.play("c3").answer(wrong);
        assert_eq!(board.moves(), "c3");
        assert_eq!(board.session.view().status.tone, Tone::Trouble);
        // It is asked again only when the person says so.
        assert_eq!(board.question(), None);
        assert!(board.session.view().buttons.go_on);
        board.send(Input::GoOn).answer("a1");
        assert_eq!(board.moves(), "c3 a1");
    }
}

#[test]
fn a_failure_is_told() {
    let mut board = black_narrows("5x5", "human 3");
    board.play("c3");
    let (ticket, ..) = board.question().unwrap();
    let reason = "the search stopped unexpectedly".to_string();
    board.send(Input::Failed {
        ticket,
        reason: reason.clone(),
    });
    assert_eq!(
        board.status(),
        format!("The computer could not move: {reason}.")
    );
    board.send(Input::Undo).send(Input::Hint);
    let (ticket, ..) = board.question().unwrap();
    board.send(Input::Failed {
        ticket,
        reason: reason.clone(),
    });
    assert_eq!(board.status(), format!("No hint: {reason}."));
    assert!(!board.session.is_stopped());
}

#[test]
fn two_computers_play_and_can_be_stopped() {
    let mut board = black_narrows("5x5", "2 3");
    board.send(Input::Begin).answer("a1");
    let (ticket, level, _) = board.question().unwrap();
    assert_eq!(level, 3);
    board.send(Input::Stop);
    assert!(board.effects.contains(&Effect::Cancel(ticket)));
    assert_eq!(board.status(), "Stopped. Go on lets the computer move.");
    assert_eq!(board.said(), "Stopped.");
    board.send(Input::GoOn).answer("c3");
    assert_eq!(board.moves(), "a1 c3");
}

#[test]
fn stopping_a_hint_stops_no_game() {
    let mut board = black_narrows("5x5", "human 3");
    board.send(Input::Hint).send(Input::Stop);
    assert_eq!(board.question(), None);
    board.play("c3");
    assert!(board.question().is_some());
}

#[test]
fn a_move_or_a_tap_ends_the_search_for_a_hint() {
    let mut board = narrows("4x3", "human human");
    board.send(Input::Hint);
    let (ticket, ..) = board.question().unwrap();
    board.tap("a1");
    assert!(board.effects.contains(&Effect::Cancel(ticket)));
    assert_eq!(board.question(), None);
    // What was chosen is taken back by the question.
    board.send(Input::Hint);
    assert_eq!(board.chosen(), "");
}

#[test]
fn no_hint_for_the_computer_nor_after_the_end() {
    let mut board = black_narrows("2x2", "human 3");
    board.play("a1").send(Input::Hint);
    assert_eq!(board.question().unwrap().2, Purpose::Move);
    assert_eq!(board.status(), "It is the turn of level 3.");
    board.answer("b2").send(Input::Hint);
    assert_eq!(board.question(), None);
    assert_eq!(board.status(), "The game is over.");
}

#[test]
fn level_6_says_how_sure_it_is() {
    let mut board = black_narrows("5x5", "human 6");
    board.play("c3");
    let (ticket, ..) = board.question().unwrap();
    let verdict = |board: &crate::support::Board| board.session.view().players.second.verdict;
    assert_eq!(verdict(&board), None);
    let thought = Thought {
        expected: 0.544,
        ..Thought::new(None)
    };
    board.send(Input::Progress { ticket, thought });
    assert_eq!(verdict(&board).as_deref(), Some("searching, 54 %"));
    // What is not proven is never shown as certain.
    for (expected, shown) in [(0.999, "searching, 99 %"), (0.0, "searching, 1 %")] {
        let thought = Thought {
            expected,
            ..Thought::new(None)
        };
        board.send(Input::Progress { ticket, thought });
        assert_eq!(verdict(&board).as_deref(), Some(shown));
    }
    board.answer_sure("a1", Value::Win);
    assert_eq!(verdict(&board).as_deref(), Some("proven win"));
    board.play("e5");
    assert_eq!(verdict(&board), None);
    board.answer("a5");
    assert_eq!(verdict(&board).as_deref(), Some("expects 54 %"));
    board.send(Input::Undo);
    assert_eq!(verdict(&board), None);
    // The figure of a weak level would mean nothing; a proof would.
    let mut board = black_narrows("5x5", "human 5");
    board.play("c3").answer("a1");
    assert_eq!(verdict(&board), None);
    board.play("e5").answer_sure("a5", Value::Loss);
    assert_eq!(verdict(&board).as_deref(), Some("proven loss"));
}

#[test]
fn the_players_change_in_the_middle_of_a_game() {
    let mut board = black_narrows("5x5", "human human");
    board.play("c3").send(Input::Seats(seats("human 1")));
    assert!(board.effects.contains(&Effect::Save));
    assert_eq!(board.question().unwrap().1, 1);
    assert_eq!(board.session.record().names.second, "level 1");
    board.send(Input::Seats(seats("human human")));
    assert_eq!(board.question(), None);
    assert_eq!(board.moves(), "c3");
}
