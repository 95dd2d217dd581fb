//! What keys and clicks do.

use narrows_ai::value::Value;
use narrows_core::GameKind::{BlackNarrows, Narrows};

use super::super::charset::Charset;
use super::super::menu::Menu;
use super::super::state::Overlay;
use super::super::{theme, view};
use super::*;

#[test]
fn arrows_choose_and_enter_places() {
    let mut state = screen(BlackNarrows, "5x5", "human human", "");
    assert_eq!(state.cursor.to_string(), "c3");
    let effects = press(&mut state, ">^!");
    assert_eq!(moves(&state), "d4");
    assert_eq!(effects, [Effect::Save]);
    press(&mut state, "<<<<<<vvvvvv ");
    assert_eq!(moves(&state), "d4 a1");
}

#[test]
fn a_second_click_confirms() {
    let mut state = screen(BlackNarrows, "8x8", "human human", "");
    click(&mut state, "b7");
    click(&mut state, "b6");
    assert_eq!(moves(&state), "");
    assert_eq!(
        status(&state),
        "b6: press Enter or click the stone again to confirm."
    );
    click(&mut state, "b6");
    assert_eq!(moves(&state), "b6");
    // The third click is about the next move.
    click(&mut state, "b6");
    assert_eq!(moves(&state), "b6");
    // A click off the board takes back.
    click(&mut state, "a1");
    state.handle(Input::Click(0, 0));
    click(&mut state, "a1");
    assert_eq!(moves(&state), "b6");
}

#[test]
fn a_click_where_the_keys_have_put_the_cursor_confirms_nothing() {
    let mut state = screen(BlackNarrows, "8x8", "human human", "");
    let cursor = state.cursor.to_string();
    click(&mut state, &cursor);
    assert_eq!(moves(&state), "");
    // Enter does.
    press(&mut state, "!");
    assert_eq!(moves(&state), cursor);
}

#[test]
fn an_illegal_placement_is_explained() {
    let mut state = screen(BlackNarrows, "5x5", "human human", "c3");
    press(&mut state, "!");
    assert!(status(&state).contains("stone on c3"), "{}", status(&state));
}

#[test]
fn a_stone_is_chosen_then_its_target() {
    let mut state = screen(Narrows, "4x4", "human human", "");
    click(&mut state, "a3");
    assert_eq!(status(&state), "Choose one of your stones first.");
    click(&mut state, "b3");
    assert_eq!(status(&state), "b3 can capture a3, b2, b4, c3.");
    click(&mut state, "b2");
    assert_eq!(moves(&state), "");
    click(&mut state, "b2");
    assert_eq!(moves(&state), "b3xb2");
    // With keys: the stone, then the target.
    let mut state = screen(Narrows, "4x4", "human human", "");
    press(&mut state, "<!>!");
    assert_eq!(moves(&state), "b3xc3");
}

#[test]
fn a_click_elsewhere_or_escape_chooses_nothing() {
    let mut state = screen(Narrows, "4x4", "human human", "");
    for away in ["d4", "escape"] {
        click(&mut state, "b3");
        assert!(state.session.view().chosen.is_some());
        if away == "escape" {
            press(&mut state, "%");
        } else {
            click(&mut state, away);
        }
        assert_eq!(state.session.view().chosen, None);
    }
}

#[test]
fn a_move_can_be_typed() {
    let mut state = screen(BlackNarrows, "8x8", "human human", "");
    type_move(&mut state, "h8");
    assert_eq!(
        (moves(&state).as_str(), state.cursor.to_string().as_str()),
        ("h8", "h8")
    );
    // A letter that means nothing else begins a move; Escape and Backspace leave it.
    press(&mut state, "c");
    assert_eq!(status(&state), "Move: c_");
    press(&mut state, "3!");
    assert_eq!(moves(&state), "h8 c3");
    press(&mut state, "d%");
    assert_eq!(state.entry, None);
    press(&mut state, ":d");
    for _ in 0..2 {
        state.handle(Input::Key(Key::Backspace));
    }
    assert_eq!(state.entry, None);
    // What is no move, or not a legal one, is explained.
    type_move(&mut state, "zz");
    assert!(
        status(&state).contains("a move of Black Narrows is a point"),
        "{}",
        status(&state)
    );
    type_move(&mut state, "C3");
    assert!(status(&state).contains("stone on c3"), "{}", status(&state));
    type_move(&mut state, "");
    assert_eq!(moves(&state), "h8 c3");
    let mut state = screen(Narrows, "4x4", "human human", "");
    type_move(&mut state, "b3-b2");
    type_move(&mut state, "swap");
    assert_eq!(moves(&state), "b3xb2 swap");
}

#[test]
fn stepping_back_and_forth() {
    let mut state = screen(BlackNarrows, "8x8", "human human", "a1 c3 e5");
    press(&mut state, "{,");
    assert_eq!(state.view().ply, 1);
    assert_eq!(status(&state), "Looking back: a1.");
    press(&mut state, "!");
    assert!(
        status(&state).contains("Step forward"),
        "{}",
        status(&state)
    );
    press(&mut state, ".}");
    assert_eq!(state.view().ply, 3);
    press(&mut state, "[");
    assert_eq!(state.view().ply, 0);
    press(&mut state, "]");
    assert_eq!(state.view().ply, 3);
    assert_eq!(moves(&state), "a1 c3 e5");
}

#[test]
fn the_exchange_is_a_key_when_it_is_offered() {
    let mut state = screen(Narrows, "4x4", "human human", "");
    press(&mut state, "x");
    assert!(
        status(&state).contains("exchange of colors"),
        "{}",
        status(&state)
    );
    let mut state = screen(Narrows, "4x4", "human human", "b3xb2");
    assert!(
        status(&state).contains("x takes over Black"),
        "{}",
        status(&state)
    );
    press(&mut state, "x");
    assert_eq!(moves(&state), "b3xb2 swap");
}

#[test]
fn the_computer_answers() {
    let mut state = screen(BlackNarrows, "5x5", "human 3", "");
    assert_eq!(question(&state.begin()), None);
    let ticket = question(&press(&mut state, "!")).unwrap();
    // Keys are not blocked.
    press(&mut state, ">m^");
    press(&mut state, "!");
    assert!(
        status(&state).contains("the turn of level 3"),
        "{}",
        status(&state)
    );
    let effects = answer(&mut state, ticket, "a1", Value::Unknown);
    assert_eq!(effects, [Effect::Save]);
    assert_eq!(moves(&state), "c3 a1");
}

#[test]
fn undo_ends_the_search_and_a_late_answer_is_ignored() {
    let mut state = screen(BlackNarrows, "5x5", "human 3", "");
    let ticket = question(&press(&mut state, "!")).unwrap();
    let effects = press(&mut state, "u");
    assert_eq!(effects, [Effect::Cancel, Effect::Save]);
    assert_eq!(moves(&state), "");
    assert!(answer(&mut state, ticket, "a1", Value::Unknown).is_empty());
    assert_eq!(moves(&state), "");
    press(&mut state, "u");
    assert!(status(&state).contains("no move of yours"));
}

#[test]
fn two_computers_can_be_stopped() {
    let mut state = screen(BlackNarrows, "5x5", "2 3", "");
    let ticket = question(&state.begin()).unwrap();
    let effects = answer(&mut state, ticket, "a1", Value::Unknown);
    assert!(question(&effects).is_some());
    assert_eq!(press(&mut state, " "), [Effect::Cancel]);
    assert!(status(&state).contains("Stopped"));
    assert!(question(&press(&mut state, " ")).is_some());
}

#[test]
fn a_hint_is_asked_for_and_shown() {
    let mut state = screen(BlackNarrows, "5x5", "human 3", "");
    let ticket = question(&press(&mut state, "h")).unwrap();
    answer(&mut state, ticket, "b2", Value::Win);
    assert!(
        status(&state).starts_with("Hint: b2. It wins."),
        "{}",
        status(&state)
    );
    // A second h ends the search, a move too.
    press(&mut state, "h");
    assert_eq!(press(&mut state, "h"), [Effect::Cancel]);
    press(&mut state, "h");
    let effects = press(&mut state, "!");
    assert_eq!(effects[0], Effect::Cancel);
    assert!(question(&effects).is_some());
}

#[test]
fn a_search_that_fails_is_told_and_tried_no_more() {
    let mut state = screen(BlackNarrows, "5x5", "3 human", "");
    let ticket = question(&state.begin()).unwrap();
    let reason = "the search ended without a move".into();
    state.hear(play::Input::Failed { ticket, reason });
    assert!(status(&state).contains("without a move"));
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
    let effects = press(&mut state, "!y");
    assert_eq!(state.overlay, Overlay::None);
    assert_eq!(moves(&state), "");
    // Even what was discarded can be brought back.
    let Effect::KeepPrevious(kept) = &effects[0] else {
        panic!("{effects:?}");
    };
    assert!(kept.to_string().contains("1. c3 *"));
    assert_eq!(effects[1..], [Effect::Save]);
}

#[test]
fn the_menu_changes_game_size_and_players() {
    let mut state = screen(BlackNarrows, "8x8", "human 3", "");
    // Narrows, two more columns, Black at level 1, no pie rule.
    press(&mut state, "n>v>>vv<<<<<<vv>");
    let effects = press(&mut state, "!");
    assert!(question(&effects).is_some());
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
    assert!(question(&effects).is_some());
    assert_eq!(names(&state), ["human", "level 1"]);
    assert_eq!(moves(&state), "c3");
}

#[test]
fn the_unfinished_game_is_offered() {
    let saved = game(BlackNarrows, "5x5", "human human", "c3 d4");
    let default = game(BlackNarrows, "8x8", "human 3", "");
    let area = Rect::new(0, 0, 80, 24);
    let begin = || State::new(default.clone(), None, Some(saved.clone()), area);
    let mut state = begin();
    assert_eq!(state.overlay, Overlay::Resume);
    assert!(press(&mut state, "!").is_empty());
    assert_eq!(moves(&state), "c3 d4");
    // A new game instead: the old one is offered until the new one starts.
    let mut state = begin();
    assert!(press(&mut state, "n").is_empty());
    press(&mut state, "%");
    assert_eq!(state.overlay, Overlay::Resume);
    let effects = press(&mut state, "n!");
    let kept = Box::new(saved.record.clone());
    assert_eq!(effects, [Effect::KeepPrevious(kept), Effect::Save]);
    assert_eq!(press(&mut begin(), "q"), [Effect::Quit]);
}

#[test]
fn a_requested_game_begins_at_once_or_after_the_offer() {
    let asked = game(Narrows, "4x4", "3 human", "");
    let saved = game(Narrows, "6x6", "human human", "a6xa5");
    let area = Rect::new(0, 0, 80, 24);
    let mut state = State::new(asked.clone(), Some(asked.clone()), None, area);
    assert!(question(&state.begin()).is_some());
    let mut state = State::new(asked.clone(), Some(asked), Some(saved), area);
    assert!(state.begin().is_empty());
    let effects = press(&mut state, "n");
    assert!(matches!(effects[0], Effect::KeepPrevious(_)));
    assert!(question(&effects).is_some());
}

#[test]
fn no_level_moves_behind_the_first_menu() {
    let first = game(BlackNarrows, "5x5", "3 human", "");
    let mut state = State::new(first, None, None, Rect::new(0, 0, 80, 24));
    assert!(matches!(state.overlay, Overlay::Menu(Menu { .. })));
    assert!(state.begin().is_empty());
    assert_eq!(question(&press(&mut state, "vv")), None);
    assert!(question(&press(&mut state, "%")).is_some());
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
        status(&state).starts_with("The second player won."),
        "{}",
        status(&state)
    );
    press(&mut state, "!h");
    assert!(state.begin().is_empty());
    press(&mut state, "%u");
    assert_eq!(moves(&state), "a1");
    let state = screen(BlackNarrows, "2x2", "human 4", "a1 b2");
    assert!(
        status(&state).starts_with("You lost to Level 4."),
        "{}",
        status(&state)
    );
}

#[test]
fn quitting() {
    let mut state = screen(BlackNarrows, "5x5", "human human", "");
    assert_eq!(press(&mut state, "q"), [Effect::Quit]);
}

#[test]
fn no_input_panics_on_any_screen() {
    let themes = [
        theme::Colors::Palette,
        theme::Colors::Sixteen,
        theme::Colors::None,
    ];
    for (number, (width, height)) in [(80, 24), (10, 3), (0, 0), (200, 70), (30, 12), (60, 24)]
        .into_iter()
        .enumerate()
    {
        for kind in GameKind::ALL {
            for size in ["2x2", "26x26", "8x8"] {
                let mut state = screen(kind, size, "human human", "");
                state.handle(Input::Resize(width, height));
                press(&mut state, "!>^<v!hmr%n>v>!y?vv]%l!s!%x u p!%:c3!{{}[],.q");
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
                view::draw(
                    &state,
                    &theme::Theme::new(themes[number % 3], Charset::Unicode),
                    &mut buffer,
                );
            }
        }
    }
}
