//! Pictures of the screens, kept as text. After a change of the design, run the tests once with
//! `UPDATE_SCREENS=1` and look at the difference.

use std::path::Path;

use narrows_ai::level::Progress;
use narrows_ai::value::Value;
use narrows_core::GameKind::{BlackNarrows, Narrows};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;

use super::super::theme::Theme;
use super::super::view;
use super::*;

/// Draws a screen as a terminal of this size would show it.
fn draw(state: &mut State, theme: &Theme, width: u16, height: u16) -> Buffer {
    state.handle(Input::Resize(width, height));
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal
        .draw(|frame| view::draw(state, theme, frame.buffer_mut()))
        .unwrap();
    terminal.backend().buffer().clone()
}

fn text(buffer: &Buffer) -> String {
    let area = buffer.area;
    let rows = (area.y..area.bottom()).map(|y| {
        let row: String = (area.x..area.right())
            .map(|x| buffer[(x, y)].symbol())
            .collect();
        format!("{}\n", row.trim_end())
    });
    rows.collect()
}

fn assert_looks_like(state: &mut State, name: &str, width: u16, height: u16) {
    let drawn = text(&draw(state, &Theme::PLAIN, width, height));
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("src/play/screen/snapshots")
        .join(format!("{name}.txt"));
    if std::env::var_os("UPDATE_SCREENS").is_some() {
        std::fs::write(&path, &drawn).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(drawn, kept, "{name} looks different:\n{drawn}");
}

#[test]
fn black_narrows() {
    let mut state = screen(BlackNarrows, "8x8", "human 4", "e5 h5 g6 c3 b7 f2 h7 h8");
    assert_looks_like(&mut state, "black-narrows", 80, 24);
    press(&mut state, "m");
    assert_looks_like(&mut state, "black-narrows-unmarked", 80, 24);
}

#[test]
fn narrows() {
    let mut state = screen(Narrows, "8x7", "human 2", "e5xe4 d5xd6");
    click(&mut state, "e4");
    assert_looks_like(&mut state, "narrows", 80, 24);
}

#[test]
fn narrows_exchange() {
    let mut state = screen(Narrows, "6x5", "human human", "c3xc4");
    assert_looks_like(&mut state, "narrows-exchange", 80, 24);
}

#[test]
fn narrows_over() {
    let mut state = screen(Narrows, "4x2", "human human", "a2xa1 b2xb1 a1xb1");
    while let Some(&next) = state.session.position().legal_moves().first() {
        state.session.play(next).unwrap();
    }
    assert_looks_like(&mut state, "narrows-over", 80, 24);
}

#[test]
fn the_largest_board_that_fits_the_old_terminal() {
    let mut state = screen(BlackNarrows, "16x16", "human 1", "a1 p16 h8");
    assert_looks_like(&mut state, "black-narrows-16", 80, 24);
}

#[test]
fn larger_boards_scroll() {
    let mut state = screen(Narrows, "26x26", "human 1", "");
    press(&mut state, "^^^^^^^^^^^^^^<<<<<<<<<<<<<<");
    assert_looks_like(&mut state, "narrows-26", 60, 20);
}

#[test]
fn a_large_terminal() {
    let mut state = screen(BlackNarrows, "13x13", "human human", "g7 c3");
    assert_looks_like(&mut state, "black-narrows-13", 120, 40);
}

#[test]
fn thinking() {
    let mut state = screen(BlackNarrows, "8x8", "human 6", "");
    let id = thought(&press(&mut state, "!")).unwrap();
    let best = AnyMove::parse(BlackNarrows, "d4").ok();
    state.progress(
        id,
        Progress {
            best,
            expected: 0.57,
            playouts: 12_345,
        },
    );
    assert_looks_like(&mut state, "thinking", 80, 24);
}

#[test]
fn a_hint() {
    let mut state = screen(BlackNarrows, "8x8", "human 6", "");
    let id = thought(&press(&mut state, "h")).unwrap();
    state.decided(id, &choice(BlackNarrows, "c6", Value::Win));
    assert_looks_like(&mut state, "hint", 80, 24);
}

#[test]
fn overlays() {
    let mut state = screen(BlackNarrows, "8x8", "human 6", "c3 d4");
    for (keys, name) in [
        ("?", "help"),
        ("%r", "record"),
        ("%n", "menu"),
        ("!", "discard"),
        ("n%l", "players"),
    ] {
        press(&mut state, keys);
        assert_looks_like(&mut state, name, 80, 24);
    }
}

#[test]
fn the_offer_of_the_unfinished_game() {
    let saved = session(Narrows, "6x5", "human 5", "c3xc4 swap");
    let default = session(BlackNarrows, "8x8", "human 3", "");
    let mut state = State::new(default, None, Some(saved), Rect::new(0, 0, 80, 24));
    assert_looks_like(&mut state, "resume", 80, 24);
}

#[test]
fn a_screen_that_is_too_small_says_so() {
    let mut state = screen(BlackNarrows, "8x8", "human 3", "");
    assert_looks_like(&mut state, "too-small", 20, 5);
}

#[test]
fn stones_are_seen_on_any_background() {
    let mut state = screen(Narrows, "8x7", "human human", "");
    let buffer = draw(&mut state, &Theme::WOOD, 80, 24);
    let layout = state.layout().unwrap();
    for (_, place) in layout.points() {
        let style = buffer[place].style();
        assert!(
            style.bg.is_some() && style.fg.is_some() && style.fg != style.bg,
            "{style:?}"
        );
    }
}

#[test]
fn without_colour_no_cell_has_one() {
    use ratatui::style::Color;
    let mut state = screen(Narrows, "8x7", "human human", "e5xe4");
    click(&mut state, "f5");
    let buffer = draw(&mut state, &Theme::PLAIN, 80, 24);
    for cell in buffer.content() {
        assert_eq!((cell.fg, cell.bg), (Color::Reset, Color::Reset));
    }
}
