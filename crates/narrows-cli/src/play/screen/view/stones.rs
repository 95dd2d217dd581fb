//! Stones: one character, or a shape of several where the points are far apart.

use narrows_core::any::Stone;
use ratatui::buffer::Buffer;

use super::super::layout::Layout;
use super::super::theme::{BLACK, LAST_BLACK, Theme};

/// The rows of a shape, and the middle one of a stone that was placed or moved last.
struct Shape {
    rows: [&'static str; 3],
    last: &'static str,
}

const SMALL_FULL: Shape = Shape {
    rows: ["▄▄▄", "███", "▀▀▀"],
    last: "█◉█",
};
const SMALL_HOLLOW: Shape = Shape {
    rows: ["╭─╮", "│ │", "╰─╯"],
    last: "│◎│",
};
const LARGE_FULL: Shape = Shape {
    rows: [" ▄▄▄ ", "▐███▌", " ▀▀▀ "],
    last: "▐█◉█▌",
};
const LARGE_HOLLOW: Shape = Shape {
    rows: ["╭───╮", "│   │", "╰───╯"],
    last: "│ ◎ │",
};

/// Draws a stone at a place of the screen.
pub fn draw(
    stone: Stone,
    is_last: bool,
    (x, y): (u16, u16),
    theme: &Theme,
    layout: &Layout,
    buffer: &mut Buffer,
) {
    let style = match stone {
        Stone::Black => theme.black,
        Stone::White => theme.white,
    };
    // White is a full shape where its color tells it apart.
    let is_hollow = stone == Stone::White && theme.glyphs.white != BLACK;
    let shape = match (layout.scale.dy, is_hollow) {
        (4.., false) => LARGE_FULL,
        (4.., true) => LARGE_HOLLOW,
        (3, false) => SMALL_FULL,
        (3, true) => SMALL_HOLLOW,
        _ => {
            let glyph = match (stone, is_last) {
                (Stone::Black, false) => BLACK,
                (Stone::Black, true) => LAST_BLACK,
                (Stone::White, false) => theme.glyphs.white,
                (Stone::White, true) => theme.glyphs.last_white,
            };
            buffer.set_string(x, y, glyph, style);
            return;
        }
    };
    for (row, text) in (y.saturating_sub(1)..).zip(shape.rows) {
        let text = if is_last && row == y {
            shape.last
        } else {
            text
        };
        let left = x.saturating_sub(text.chars().count() as u16 / 2);
        for (column, symbol) in (left..).zip(text.chars()) {
            if symbol != ' ' || is_hollow {
                buffer.set_string(column, row, symbol.to_string(), style);
            }
        }
    }
}
