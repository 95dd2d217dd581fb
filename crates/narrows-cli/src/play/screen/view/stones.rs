//! Stones: one character, or a shape of several where the points are far apart.

use narrows_core::any::Stone;
use ratatui::buffer::Buffer;
use ratatui::style::Style;

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
    match shape(layout, is_hollow) {
        Some(shape) => {
            let middle = if is_last { shape.last } else { shape.rows[1] };
            let rows = [shape.rows[0], middle, shape.rows[2]];
            draw_shape(rows, is_hollow, (x, y), style, buffer);
        }
        None => {
            let glyph = match (stone, is_last) {
                (Stone::Black, false) => BLACK,
                (Stone::Black, true) => LAST_BLACK,
                (Stone::White, false) => theme.glyphs.white,
                (Stone::White, true) => theme.glyphs.last_white,
            };
            buffer.set_string(x, y, glyph, style);
        }
    }
}

/// Draws a stone that is not yet placed.
pub fn draw_ghost(place: (u16, u16), theme: &Theme, layout: &Layout, buffer: &mut Buffer) {
    let is_hollow = theme.glyphs.ghost != BLACK;
    match shape(layout, is_hollow) {
        Some(shape) => draw_shape(shape.rows, is_hollow, place, theme.ghost, buffer),
        None => {
            buffer.set_string(place.0, place.1, theme.glyphs.ghost, theme.ghost);
        }
    }
}

/// The shape of a stone, where there is room for one.
const fn shape(layout: &Layout, is_hollow: bool) -> Option<Shape> {
    match (layout.scale.dy, is_hollow) {
        (4.., false) => Some(LARGE_FULL),
        (4.., true) => Some(LARGE_HOLLOW),
        (3, false) => Some(SMALL_FULL),
        (3, true) => Some(SMALL_HOLLOW),
        _ => None,
    }
}

fn draw_shape(
    rows: [&str; 3],
    is_hollow: bool,
    (x, y): (u16, u16),
    style: Style,
    buffer: &mut Buffer,
) {
    for (row, text) in (y.saturating_sub(1)..).zip(rows) {
        let left = x.saturating_sub(text.chars().count() as u16 / 2);
        for (column, symbol) in (left..).zip(text.chars()) {
            // The inside of a hollow stone hides the lines; the corners of a full one do not.
            if symbol != ' ' || is_hollow {
                buffer.set_string(column, row, symbol.to_string(), style);
            }
        }
    }
}
