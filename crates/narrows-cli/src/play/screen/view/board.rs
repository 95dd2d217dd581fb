//! The board: lines, stones, marks.

use narrows_core::any::Stone;
use narrows_core::narrows::Move;
use narrows_core::{AnyMove, Point, Size};
use ratatui::buffer::Buffer;
use ratatui::style::Style;

use super::super::layout::Layout;
use super::super::state::{Overlay, State};
use super::super::theme::{BLACK, LAST_BLACK, Theme};

/// A point, and the columns of the screen that belong to it alone on either side.
const REACH: u16 = 1;

pub fn draw(state: &State, theme: &Theme, layout: &Layout, buffer: &mut Buffer) {
    buffer.set_style(layout.board, theme.board);
    labels(state.session.position().size(), theme, layout, buffer);
    let size = state.session.position().size();
    for (point, place) in layout.points() {
        lines(size, point, place, layout, theme, buffer);
    }
    marks(state, theme, layout, buffer);
    stones(state, theme, layout, buffer);
    highlights(state, theme, layout, buffer);
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

/// Illegal points, points that the considered placement would make illegal, and linking water.
fn marks(state: &State, theme: &Theme, layout: &Layout, buffer: &mut Buffer) {
    let position = state.session.position();
    let mut mark = |point: Point, glyph: &str, style: Style| {
        if let Some((x, y)) = layout.place(point) {
            buffer.set_string(x, y, glyph, style);
        }
    };
    for point in position.linking_points() {
        mark(point, "•", theme.link);
    }
    if !state.marks || position.is_over() {
        return;
    }
    let illegal = position.dead_points().unwrap_or_default();
    let considers = state.overlay == Overlay::None && state.is_persons_turn();
    let mut considered = position.clone();
    if considers && considered.play(state.cursor.into()).is_ok() {
        let threatened = considered.dead_points().unwrap_or_default();
        for point in threatened {
            mark(point, theme.glyphs.illegal, theme.threatened);
        }
    }
    for point in illegal {
        mark(point, theme.glyphs.illegal, theme.illegal);
    }
}

fn stones(state: &State, theme: &Theme, layout: &Layout, buffer: &mut Buffer) {
    let position = state.session.position();
    let last = state.session.record().moves().last().and_then(destination);
    for (point, (x, y)) in layout.points() {
        let is_last = last == Some(point);
        let (glyph, style) = match position.stone_at(point) {
            None => continue,
            Some(Stone::Black) if is_last => (LAST_BLACK, theme.black),
            Some(Stone::Black) => (BLACK, theme.black),
            Some(Stone::White) if is_last => (theme.glyphs.last_white, theme.white),
            Some(Stone::White) => (theme.glyphs.white, theme.white),
        };
        buffer.set_string(x, y, glyph, style);
    }
    let is_legal = position.why_illegal(state.cursor.into()).is_none();
    if is_legal
        && state.overlay == Overlay::None
        && state.is_persons_turn()
        && let Some((x, y)) = layout.place(state.cursor)
    {
        buffer.set_string(x, y, theme.glyphs.ghost, theme.ghost);
    }
}

/// Where a move ends.
fn destination(play: &AnyMove) -> Option<Point> {
    match *play {
        AnyMove::Place(point) => Some(point),
        AnyMove::Narrows(Move::Capture { to, .. }) => Some(to),
        AnyMove::Narrows(Move::Swap) => None,
    }
}

/// The chosen stone and its targets, the hint, the cursor.
fn highlights(state: &State, theme: &Theme, layout: &Layout, buffer: &mut Buffer) {
    let targets = state.targets();
    for &target in &targets {
        tint(target, theme.target, layout, buffer);
    }
    if let Some(chosen) = state.chosen {
        tint(chosen, theme.chosen, layout, buffer);
    }
    if let Some(hint) = &state.hint {
        match hint.play {
            AnyMove::Place(point) => {
                if let Some((x, y)) = layout.place(point) {
                    buffer.set_string(x, y, "◆", theme.hint);
                }
                enclose(point, ("‹", "›"), theme.hint, layout, buffer);
            }
            AnyMove::Narrows(Move::Capture { from, to }) => {
                enclose(from, ("‹", "›"), theme.hint, layout, buffer);
                enclose(to, ("‹", "›"), theme.hint, layout, buffer);
            }
            AnyMove::Narrows(Move::Swap) => {}
        }
    }
    if state.overlay == Overlay::None && state.session.mover().is_some() {
        let is_tinted = state.chosen == Some(state.cursor) || targets.contains(&state.cursor);
        if !is_tinted {
            tint(state.cursor, theme.cursor, layout, buffer);
        }
        let brackets = Style {
            bg: None,
            ..theme.cursor
        };
        enclose(state.cursor, ("[", "]"), brackets, layout, buffer);
    }
}

/// Gives a point and its surroundings another background; the stone keeps its colour.
fn tint(point: Point, style: Style, layout: &Layout, buffer: &mut Buffer) {
    let Some((x, y)) = layout.place(point) else {
        return;
    };
    for column in x.saturating_sub(REACH)..=x + REACH {
        if let Some(cell) = buffer.cell_mut((column, y)) {
            cell.set_style(Style { fg: None, ..style });
            if column != x && layout.scale.dx > 2 {
                cell.set_symbol(" ");
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
        buffer.set_string(x.saturating_sub(REACH), y, left, style);
        buffer.set_string(x + REACH, y, right, style);
    }
}
