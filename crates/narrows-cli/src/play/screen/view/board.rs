//! The board: lines, stones, marks.

use narrows_core::{GameKind, Point, Size};
use narrows_play::{Dot, PointView, View};
use ratatui::buffer::Buffer;
use ratatui::style::Style;

use super::super::layout::Layout;
use super::super::state::{Overlay, State};
use super::super::theme::Theme;
use super::stones;

pub fn draw(state: &State, view: &View, theme: &Theme, layout: &Layout, buffer: &mut Buffer) {
    buffer.set_style(layout.board, theme.board);
    let size = view.size;
    labels(size, theme, layout, buffer);
    for (point, place) in layout.points() {
        lines(size, point, place, layout, theme, buffer);
    }
    points(state, view, theme, layout, buffer);
    hidden(size, theme, layout, buffer);
}

/// Letters and numbers around the board; those of the cursor stand out.
fn labels(size: Size, theme: &Theme, layout: &Layout, buffer: &mut Buffer) {
    for (point, (x, y)) in layout.points() {
        let from_top = u16::from(size.rows() - 1 - point.row.index());
        if from_top == layout.scroll.rows {
            for row in layout.letters.into_iter().flatten() {
                buffer.set_string(x, row, point.column.to_string(), theme.quiet);
            }
        }
        if u16::from(point.column.index()) == layout.scroll.columns {
            let [left, right] = layout.numbers;
            if let Some(left) = left {
                buffer.set_string(left, y, format!("{:>2}", point.row), theme.quiet);
            }
            if let Some(right) = right {
                buffer.set_string(right + 1, y, point.row.to_string(), theme.quiet);
            }
        }
    }
}

/// The lines that meet at a point, and those to the next points right and below.
fn lines(
    size: Size,
    point: Point,
    (x, y): (u16, u16),
    layout: &Layout,
    theme: &Theme,
    buffer: &mut Buffer,
) {
    let (column, row) = (point.column.index(), point.row.index());
    let (left, right) = (column > 0, column + 1 < size.columns());
    let (below, above) = (row > 0, row + 1 < size.rows());
    let crossing = match (left, right, above, below) {
        (true, true, true, true) => "┼",
        (false, true, true, true) => "├",
        (true, false, true, true) => "┤",
        (true, true, false, true) => "┬",
        (true, true, true, false) => "┴",
        (false, true, false, true) => "┌",
        (true, false, false, true) => "┐",
        (false, true, true, false) => "└",
        (true, false, true, false) => "┘",
        (_, _, false, false) => "─",
        (false, false, _, _) => "│",
    };
    buffer.set_string(x, y, crossing, theme.board);
    let inside = |x: u16, y: u16| layout.board.contains((x, y).into());
    for step in 1..layout.scale.dx {
        if right && inside(x + step, y) {
            buffer.set_string(x + step, y, "─", theme.board);
        }
    }
    for step in 1..layout.scale.dy {
        if below && inside(x, y + step) {
            buffer.set_string(x, y + step, "│", theme.board);
        }
    }
}

/// Dots, stones, and what waits or is hinted at, point by point.
fn points(state: &State, view: &View, theme: &Theme, layout: &Layout, buffer: &mut Buffer) {
    for (point, (x, y)) in layout.points() {
        let at = view.point(point);
        match at.dot {
            Some(Dot::Illegal) if !view_is_over(view) => {
                buffer.set_string(x, y, theme.glyphs.illegal, theme.illegal);
            }
            Some(Dot::IllegalAfter) => {
                buffer.set_string(x, y, theme.glyphs.illegal, theme.threatened);
            }
            Some(Dot::Link) => {
                buffer.set_string(x, y, "•", theme.link);
            }
            _ => {}
        }
        if let Some(stone) = at.stone {
            stones::draw(stone, at.is_last, (x, y), theme, layout, buffer);
        }
        if at.is_waiting && at.stone.is_none() {
            stones::draw_ghost((x, y), theme, layout, buffer);
        }
        highlight(point, at, view, theme, layout, buffer);
    }
    if state.overlay == Overlay::None && state.session.is_at_end() && !view_is_over(view) {
        let at = view.point(state.cursor);
        if !at.is_chosen && at.dot != Some(Dot::Target) {
            let has_shape = at.stone.is_some() || at.is_waiting;
            tint(state.cursor, has_shape, theme.cursor, layout, buffer);
        }
        let brackets = Style {
            bg: None,
            ..theme.cursor
        };
        enclose(state.cursor, ("[", "]"), brackets, layout, buffer);
    }
}

fn view_is_over(view: &View) -> bool {
    view.players.first.has_won || view.players.second.has_won
}

/// The chosen stone and its targets, the capture that waits, the hint.
fn highlight(
    point: Point,
    at: PointView,
    view: &View,
    theme: &Theme,
    layout: &Layout,
    buffer: &mut Buffer,
) {
    if at.dot == Some(Dot::Target) {
        tint(point, true, theme.target, layout, buffer);
    }
    if at.is_chosen {
        tint(point, true, theme.chosen, layout, buffer);
    }
    if at.is_waiting && at.stone.is_some() {
        tint(point, true, theme.chosen, layout, buffer);
        enclose(point, ("‹", "›"), theme.strong, layout, buffer);
    }
    if at.is_hint {
        if view.kind == GameKind::BlackNarrows
            && let Some((x, y)) = layout.place(point)
        {
            buffer.set_string(x, y, "◆", theme.hint);
        }
        enclose(point, ("‹", "›"), theme.hint, layout, buffer);
    }
}

/// Says how many rows of a large board are hidden above and below, and on which side columns are.
fn hidden(size: Size, theme: &Theme, layout: &Layout, buffer: &mut Buffer) {
    let (columns, rows) = (u16::from(size.columns()), u16::from(size.rows()));
    let above = layout.scroll.rows;
    let below = rows - above - layout.shown.1;
    let left = layout.scroll.columns;
    let right = columns - left - layout.shown.0;
    let board = layout.board;
    let margin = layout.numbers[0].unwrap_or(board.x);
    let mut sign = |x: u16, y: u16, text: String| {
        buffer.set_stringn(x, y, text, 3, theme.strong);
    };
    if above > 0 {
        sign(margin, board.y.saturating_sub(1), format!("↑{above}"));
    }
    if below > 0 {
        sign(margin, board.bottom(), format!("↓{below}"));
    }
    for row in layout.letters.into_iter().flatten() {
        if left > 0 {
            sign(board.x, row, "←".into());
        }
        if right > 0 {
            sign(board.right().saturating_sub(1), row, "→".into());
        }
    }
}

/// Gives a point and its surroundings another background; the stone keeps its color.
fn tint(point: Point, has_stone: bool, style: Style, layout: &Layout, buffer: &mut Buffer) {
    let Some((x, y)) = layout.place(point) else {
        return;
    };
    let (across, down) = reach(layout);
    for row in y.saturating_sub(down)..=y + down {
        for column in x.saturating_sub(across)..=x + across {
            if let Some(cell) = buffer.cell_mut((column, row)) {
                cell.set_style(Style { fg: None, ..style });
                let is_line = (column, row) != (x, y) && layout.scale.dx > 2;
                if is_line && !(has_stone && down > 0) {
                    cell.set_symbol(" ");
                }
            }
        }
    }
}

/// Puts signs left and right of a point.
fn enclose(
    point: Point,
    (left, right): (&str, &str),
    style: Style,
    layout: &Layout,
    buffer: &mut Buffer,
) {
    if let Some((x, y)) = layout.place(point) {
        let (across, _) = reach(layout);
        buffer.set_string(x.saturating_sub(across), y, left, style);
        buffer.set_string(x + across, y, right, style);
    }
}

/// The columns on either side of a point, and the rows, that belong to it alone.
const fn reach(layout: &Layout) -> (u16, u16) {
    match layout.scale.dy {
        4.. => (3, 1),
        3 => (2, 1),
        _ => (1, 0),
    }
}
