//! What keys, clicks and thoughts do.

use narrows_ai::level::Progress;
use narrows_ai::value::Value;
use narrows_core::GameKind::{BlackNarrows, Narrows};

use super::super::state::Overlay;
use super::*;

#[test]
fn arrows_choose_and_enter_confirms() {
    let mut state = screen(BlackNarrows, "5x5", "human human", "");
    assert_eq!(state.cursor.to_string(), "c3");
    let effects = press(&mut state, ">^!");
    assert_eq!(moves(&state), "d4");
    assert_eq!(effects, [Effect::Save]);
    press(&mut state, "<<<<<<vvvvvv!");
    assert_eq!(moves(&state), "d4 a1");
}

#[test]
fn a_second_click_confirms() {
    let mut state = screen(BlackNarrows, "8x8", "human human", "");
    click(&mut state, "b7");
    assert_eq!(moves(&state), "");
    click(&mut state, "b6");
    assert_eq!(moves(&state), "");
    click(&mut state, "b6");
    assert_eq!(moves(&state), "b6");
    // The third click is about the next move.
    click(&mut state, "b6");
    assert_eq!(moves(&state), "b6");
}

#[test]
fn a_click_where_the_keys_have_put_the_cursor_confirms_nothing() {
    let mut state = screen(BlackNarrows, "8x8", "human human", "");
    let cursor = state.cursor.to_string();
    click(&mut state, &cursor);
    assert_eq!(moves(&state), "");
}

#[test]
fn an_illegal_placement_is_explained() {
    let mut state = screen(BlackNarrows, "5x5", "human human", "c3");
    press(&mut state, "!");
    assert!(state.status().contains("stone on c3"), "{}", state.status());
    press(&mut state, ">");
    assert!(state.notice.is_none());
}

#[test]
fn a_stone_is_chosen_then_its_target() {
    let mut state = screen(Narrows, "4x4", "human human", "");
    click(&mut state, "a3");
    assert_eq!(state.chosen, None);
    press(&mut state, "!");
    assert!(state.status().contains("choose one of your stones"));
    click(&mut state, "b3");
    assert_eq!(state.chosen.unwrap().to_string(), "b3");
    let targets: Vec<_> = state.targets().iter().map(ToString::to_string).collect();
    assert_eq!(targets, ["a3", "b2", "b4", "c3"]);
    assert_eq!(state.status(), "b3 can capture a3, b2, b4 or c3");
    click(&mut state, "b2");
    assert_eq!(moves(&state), "");
    click(&mut state, "b2");
    assert_eq!(moves(&state), "b3xb2");
    assert_eq!(state.chosen, None);
}

#[test]
fn a_click_elsewhere_or_escape_chooses_nothing() {
    let mut state = screen(Narrows, "4x4", "human human", "");
    for away in ["d4", "b3"] {
        click(&mut state, "b3");
        assert!(state.chosen.is_some());
        if away == "b3" {
            press(&mut state, "%");
        } else {
            click(&mut state, away);
        }
        assert_eq!(state.chosen, None);
    }
}

#[test]
fn the_exchange_is_a_key_when_it_is_offered() {
    let mut state = screen(Narrows, "4x4", "human human", "");
    press(&mut state, "x");
    assert!(state.notice.is_some());
    let mut state = screen(Narrows, "4x4", "human human", "b3xb2");
    assert!(
        state.status().contains("x to exchange"),
        "{}",
        state.status()
    );
    press(&mut state, "x");
    assert_eq!(moves(&state), "b3xb2 swap");
}

#[test]
fn the_computer_answers() {
    let mut state = screen(BlackNarrows, "5x5", "human 3", "");
    assert_eq!(thought(&state.begin()), None);
    let id = thought(&press(&mut state, "!")).unwrap();
    // Keys are not blocked.
    press(&mut state, ">m^");
    state.progress(
        id,
        Progress {
            best: None,
            expected: 0.5,
            playouts: 9,
        },
    );
    assert_eq!(
        state
            .thinking
            .as_ref()
            .unwrap()
            .progress
            .as_ref()
            .unwrap()
            .playouts,
        9
    );
    press(&mut state, "!");
    assert!(
        state.status().contains("level 3 is to move"),
        "{}",
        state.status()
    );
    let effects = state.decided(id, &choice(BlackNarrows, "a1", Value::Unknown));
    assert_eq!(effects, [Effect::Save]);
    assert_eq!(moves(&state), "c3 a1");
    assert!(state.thinking.is_none());
}

#[test]
fn undo_ends_the_thought_and_a_late_answer_is_ignored() {
    let mut state = screen(BlackNarrows, "5x5", "human 3", "");
    let id = thought(&press(&mut state, "!")).unwrap();
    let effects = press(&mut state, "u");
    assert_eq!(effects, [Effect::Cancel, Effect::Save]);
    assert_eq!(moves(&state), "");
    assert!(
        state
            .decided(id, &choice(BlackNarrows, "a1", Value::Unknown))
            .is_empty()
    );
    assert_eq!(moves(&state), "");
    press(&mut state, "u");
    assert!(state.status().contains("no move of yours"));
}

#[test]
fn two_computers_can_be_paused() {
    let mut state = screen(BlackNarrows, "5x5", "2 3", "");
    let id = thought(&state.begin()).unwrap();
    let effects = state.decided(id, &choice(BlackNarrows, "a1", Value::Unknown));
    assert!(thought(&effects).is_some());
    assert_eq!(press(&mut state, " "), [Effect::Cancel]);
    assert!(state.status().contains("waits"));
    press(&mut state, "u");
    assert_eq!(moves(&state), "");
    assert!(thought(&press(&mut state, " ")).is_some());
}

#[test]
fn a_hint_is_thought_about_and_shown() {
    let mut state = screen(BlackNarrows, "5x5", "human 3", "");
    let id = thought(&press(&mut state, "h")).unwrap();
    state.decided(id, &choice(BlackNarrows, "b2", Value::Win));
    assert_eq!(state.status(), "hint: b2, a proven win");
    let id = thought(&press(&mut state, "h")).unwrap();
    state.decided(id, &choice(BlackNarrows, "b2", Value::Unknown));
    assert_eq!(state.status(), "hint: b2, 62 %");
    // A move ends a thought about a hint.
    press(&mut state, "h");
    let effects = press(&mut state, "!");
    assert_eq!(effects[0], Effect::Cancel);
    assert!(thought(&effects).is_some());
    assert!(state.hint.is_none());
}

#[test]
fn a_thought_that_fails_is_told_and_tried_no_more() {
    let mut state = screen(BlackNarrows, "5x5", "3 human", "");
    let id = thought(&state.begin()).unwrap();
    state.stopped(id);
    assert!(state.status().contains("no move"));
    assert!(state.begin().is_empty());
}

#[test]
fn a_new_game_asks_before_it_discards_one() {
    let mut state = screen(BlackNarrows, "5x5", "human human", "c3");
    press(&mut state, "n");
    assert!(matches!(state.overlay, Overlay::Menu(_)));
    press(&mut state, "!");
    assert!(matches!(state.overlay, Overlay::Discard(_)));
    press(&mut state, "!n");
    assert!(matches!(state.overlay, Overlay::Menu(_)));
    assert_eq!(moves(&state), "c3");
    press(&mut state, "!y");
    assert_eq!(state.overlay, Overlay::None);
    assert_eq!(moves(&state), "");
}

#[test]
fn the_menu_changes_game_size_and_players() {
    let mut state = screen(BlackNarrows, "8x8", "human 3", "");
    // Narrows, two more columns, Black at level 1, no pie rule.
    press(&mut state, "n>v>>vv<<<<<<vv>");
    let effects = press(&mut state, "!");
    assert!(thought(&effects).is_some());
    assert_eq!(state.session.kind(), Narrows);
    assert_eq!(state.session.position().size().to_string(), "10x7");
}

#[test]
fn a_size_that_cannot_be_played_does_not_start() {
    let mut state = screen(Narrows, "8x7", "human human", "");
    press(&mut state, "s>!");
    let Overlay::Menu(menu) = &state.overlay else {
        panic!("{:?}", state.overlay);
    };
    assert!(menu.problem().unwrap().contains("even"));
    press(&mut state, "%");
    assert_eq!(state.session.position().size().to_string(), "8x7");
}

#[test]
fn levels_change_during_a_game() {
    let mut state = screen(BlackNarrows, "5x5", "human human", "c3");
    let effects = press(&mut state, "lv>!");
    assert!(thought(&effects).is_some());
    assert_eq!(state.session.who().second.to_string(), "level 1");
    assert_eq!(moves(&state), "c3");
}

#[test]
fn the_unfinished_game_is_offered() {
    let saved = session(BlackNarrows, "5x5", "human human", "c3 d4");
    let default = session(BlackNarrows, "8x8", "human 3", "");
    let area = Rect::new(0, 0, 80, 24);
    let begin = || State::new(default.clone(), None, Some(saved.clone()), area);
    let mut state = begin();
    assert_eq!(state.overlay, Overlay::Resume);
    assert!(press(&mut state, "!").is_empty());
    assert_eq!(moves(&state), "c3 d4");
    // A new game instead: the old one is kept until the new one starts.
    let mut state = begin();
    assert!(press(&mut state, "n").is_empty());
    press(&mut state, "%");
    assert_eq!(state.overlay, Overlay::Resume);
    let effects = press(&mut state, "n!");
    assert_eq!(effects, [Effect::KeepPrevious, Effect::Save]);
    assert_eq!(press(&mut begin(), "q"), [Effect::Quit]);
}

#[test]
fn a_requested_game_begins_at_once_or_after_the_offer() {
    let asked = session(Narrows, "4x4", "3 human", "");
    let saved = session(Narrows, "6x6", "human human", "a6xa5");
    let area = Rect::new(0, 0, 80, 24);
    let mut state = State::new(asked.clone(), Some(asked.clone()), None, area);
    assert!(thought(&state.begin()).is_some());
    let mut state = State::new(asked.clone(), Some(asked), Some(saved), area);
    assert!(state.begin().is_empty());
    let effects = press(&mut state, "n");
    assert_eq!(effects[0], Effect::KeepPrevious);
    assert!(thought(&effects).is_some());
}

#[test]
fn the_record_is_saved_on_request() {
    let mut state = screen(BlackNarrows, "5x5", "human human", "c3");
    assert!(press(&mut state, "r").is_empty());
    assert_eq!(press(&mut state, "r"), [Effect::SaveRecord]);
    state.record_saved("saved as x.txt".into());
    assert_eq!(
        state.overlay,
        Overlay::Record(Some("saved as x.txt".into()))
    );
    press(&mut state, "%");
    assert_eq!(state.overlay, Overlay::None);
}

#[test]
fn a_finished_game_says_who_won() {
    let mut state = screen(BlackNarrows, "2x2", "human human", "a1 b2");
    assert!(
        state.status().starts_with("Second has won"),
        "{}",
        state.status()
    );
    press(&mut state, "!h");
    assert!(state.begin().is_empty());
    press(&mut state, "%u");
    assert_eq!(moves(&state), "a1");
}

#[test]
fn quitting() {
    let mut state = screen(BlackNarrows, "5x5", "human human", "");
    assert_eq!(press(&mut state, "q"), [Effect::Quit]);
}

#[test]
fn no_input_panics_on_any_screen() {
    for (width, height) in [(80, 24), (10, 3), (0, 0), (200, 70), (30, 12)] {
        for kind in GameKind::ALL {
            for size in ["2x2", "26x26", "8x8"] {
                let mut state = screen(kind, size, "human human", "");
                state.handle(Input::Resize(width, height));
                press(&mut state, "!>^<v!hmr%n>v>!y?vv%l!s!%x u p!%q");
                for (x, y) in [
                    (0, 0),
                    (width, height),
                    (width / 2, height / 2),
                    (u16::MAX, 5),
                ] {
                    state.handle(Input::Click(x, y));
                    state.handle(Input::Wheel(-1));
                    state.handle(Input::Wheel(i16::MAX));
                }
                let area = Rect::new(0, 0, width, height);
                let mut buffer = ratatui::buffer::Buffer::empty(area);
                super::super::view::draw(&state, &super::super::theme::Theme::WOOD, &mut buffer);
            }
        }
    }
}
