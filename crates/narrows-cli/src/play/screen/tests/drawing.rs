//! Pictures of the screens, kept as text. After a change of the design, run the tests once with
//! `UPDATE_SCREENS=1` and look at the difference.

use std::path::Path;

use narrows_ai::value::Value;
use narrows_core::GameKind::{BlackNarrows, Narrows};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;

use super::super::charset::Charset;
use super::super::theme::{Colors, Theme};
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
    assert_is_kept(&drawn, name);
}

fn assert_is_kept(drawn: &str, name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("src/play/screen/snapshots")
        .join(format!("{name}.txt"));
    if std::env::var_os("UPDATE_SCREENS").is_some() {
        std::fs::write(&path, drawn).unwrap();
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
        state.hear(play::Input::Play(next));
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
    let ticket = question(&press(&mut state, "!")).unwrap();
    let thought = Thought {
        expected: 0.57,
        playouts: 12_345,
        ..Thought::new(AnyMove::parse(BlackNarrows, "d4").ok())
    };
    state.hear(play::Input::Progress { ticket, thought });
    assert_looks_like(&mut state, "thinking", 80, 24);
    assert_looks_like(&mut state, "thinking-60", 60, 24);
    answer(&mut state, ticket, "d4", Value::Win);
    assert_looks_like(&mut state, "proven", 80, 24);
}

#[test]
fn a_hint() {
    let mut state = screen(BlackNarrows, "8x8", "human 6", "");
    let ticket = question(&press(&mut state, "h")).unwrap();
    answer(&mut state, ticket, "c6", Value::Win);
    assert_looks_like(&mut state, "hint", 80, 24);
}

#[test]
fn a_move_that_is_typed() {
    let mut state = screen(Narrows, "8x7", "human 2", "");
    press(&mut state, ":a1xa");
    assert_looks_like(&mut state, "entry", 80, 24);
}

#[test]
fn looking_back() {
    let mut state = screen(BlackNarrows, "8x8", "human human", "e5 h5 g6 c3 b7");
    press(&mut state, ",,");
    assert_looks_like(&mut state, "looking-back", 80, 24);
}

/// Narrows after a few moves with a stone chosen: both colors, a last stone, targets, a cursor.
fn busy() -> State {
    let mut state = screen(Narrows, "8x7", "human 2", "e5xe4 d5xd6");
    click(&mut state, "e4");
    state
}

#[test]
fn narrow_terminals_cut_nothing() {
    let mut state = screen(Narrows, "4x2", "human human", "a2xa1 b2xb1 a1xb1");
    while let Some(&next) = state.session.position().legal_moves().first() {
        state.hear(play::Input::Play(next));
    }
    assert_looks_like(&mut state, "narrows-over-60", 60, 24);
    assert_looks_like(&mut busy(), "narrows-60", 60, 24);
    let moves = "a1 c1 e1 g1 a3 c3 e3 g3 a5 c5 e5 g5 a7 c7 e7 g7";
    let mut state = screen(BlackNarrows, "8x8", "human human", moves);
    for width in [60, 80] {
        press(&mut state, "r");
        let shown = text(&draw(&mut state, &Theme::PLAIN, width, 24));
        for played in moves.split(' ') {
            assert!(shown.contains(played), "{played}: {shown}");
        }
        press(&mut state, "%?");
        let top = text(&draw(&mut state, &Theme::PLAIN, width, 24));
        assert!(top.contains("↓ more"), "{top}");
        press(&mut state, "]");
        let bottom = text(&draw(&mut state, &Theme::PLAIN, width, 24));
        assert!(
            bottom.contains("↑ more") && bottom.contains("you lose."),
            "{bottom}"
        );
        assert_looks_like(&mut state, &format!("help-end-{width}"), width, 24);
        press(&mut state, "%");
    }
}

#[test]
fn a_long_message_wraps() {
    let mut state = screen(BlackNarrows, "8x8", "human human", "");
    state.tell("The game before is kept: narrows play --record /data/somebody/.local/state/narrows/previous.txt brings it back.".into());
    assert_looks_like(&mut state, "message-60", 60, 24);
    assert_looks_like(&mut state, "message-80", 80, 24);
}

#[test]
fn large_terminals_have_large_cells() {
    let mut state = screen(BlackNarrows, "8x8", "human 4", "e5 h5 g6 c3 b7 f2 h7 h8");
    assert_looks_like(&mut state, "black-narrows-200", 200, 60);
    assert_looks_like(&mut busy(), "narrows-200", 200, 60);
    let mut state = screen(Narrows, "16x16", "human 2", "");
    assert_looks_like(&mut state, "narrows-16-200", 200, 60);
}

/// The picture with a letter for each pair of colors after it, so that colors have a picture too.
fn colored(buffer: &Buffer) -> String {
    let mut pairs: Vec<(ratatui::style::Color, ratatui::style::Color)> = Vec::new();
    let mut rows = String::new();
    for y in buffer.area.y..buffer.area.bottom() {
        let mut row = String::new();
        for x in buffer.area.x..buffer.area.right() {
            let cell = &buffer[(x, y)];
            let pair = (cell.fg, cell.bg);
            let number = pairs.iter().position(|known| *known == pair);
            let number = number.unwrap_or_else(|| {
                pairs.push(pair);
                pairs.len() - 1
            });
            row.push(char::from(b'A' + number as u8));
        }
        rows.push_str(row.trim_end_matches('A'));
        rows.push('\n');
    }
    for (letter, (fg, bg)) in ('A'..).zip(pairs) {
        rows.push_str(&format!("{letter}: {fg} on {bg}\n"));
    }
    rows
}

#[test]
fn every_kind_of_terminal_has_its_picture() {
    for (name, colors, charset) in [
        ("terminal-16-colors", Colors::Sixteen, Charset::Unicode),
        ("terminal-8-colors", Colors::Eight, Charset::Unicode),
        ("terminal-monochrome", Colors::None, Charset::Unicode),
        ("terminal-linux", Colors::Sixteen, Charset::Console),
        ("terminal-ascii", Colors::Palette, Charset::Ascii),
        ("terminal-ascii-monochrome", Colors::None, Charset::Ascii),
    ] {
        let mut buffer = draw(&mut busy(), &Theme::new(colors, charset), 80, 24);
        charset.translate(&mut buffer);
        let picture = format!("{}{}", text(&buffer), colored(&buffer));
        if charset == Charset::Ascii {
            assert!(text(&buffer).is_ascii());
        }
        assert_is_kept(&picture, name);
    }
}

#[test]
fn black_and_white_stones_differ_on_every_terminal() {
    for colors in [
        Colors::None,
        Colors::Eight,
        Colors::Sixteen,
        Colors::Palette,
    ] {
        for charset in [Charset::Unicode, Charset::Console, Charset::Ascii] {
            for (width, height) in [(80, 24), (200, 60)] {
                let mut state = screen(Narrows, "8x7", "human 2", "");
                let mut buffer = draw(&mut state, &Theme::new(colors, charset), width, height);
                charset.translate(&mut buffer);
                let layout = state.layout().unwrap();
                let cell = |name: &str| {
                    let (x, y) = layout.place(name.parse().unwrap()).unwrap();
                    let around = [(x, y), (x - 1, y), (x + 1, y)];
                    around.map(|place| (buffer[place].symbol().to_string(), buffer[place].fg))
                };
                assert_ne!(cell("a1"), cell("b1"), "{colors:?} {charset:?} {width}");
                if colors == Colors::None {
                    let symbols = |name| cell(name).map(|(symbol, _)| symbol);
                    assert_ne!(symbols("a1"), symbols("b1"), "{charset:?} {width}");
                }
            }
        }
    }
}

#[test]
fn hidden_rows_are_told() {
    let mut state = screen(BlackNarrows, "26x26", "human 1", "");
    press(&mut state, "vvvvvvvv");
    let shown = text(&draw(&mut state, &Theme::PLAIN, 60, 24));
    for sign in ["↑", "↓"] {
        assert!(shown.contains(sign), "{sign}: {shown}");
    }
    let shown = text(&draw(&mut state, &Theme::PLAIN, 40, 24));
    for sign in ["↑", "↓", "→"] {
        assert!(shown.contains(sign), "{sign}: {shown}");
    }
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
    let saved = game(Narrows, "6x5", "human 5", "c3xc4 swap");
    let default = game(BlackNarrows, "8x8", "human 3", "");
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
fn without_color_no_cell_has_one() {
    use ratatui::style::Color;
    let mut state = screen(Narrows, "8x7", "human human", "e5xe4");
    click(&mut state, "f5");
    let buffer = draw(&mut state, &Theme::PLAIN, 80, 24);
    for cell in buffer.content() {
        assert_eq!((cell.fg, cell.bg), (Color::Reset, Color::Reset));
    }
}
