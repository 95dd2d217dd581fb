//! What lies over the board: help, the record, questions, menus.

use narrows_core::GameKind;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Padding, Paragraph, Widget as _};

use super::super::menu::{Item, Menu, Purpose};
use super::super::state::{Overlay, State};
use super::super::theme::Theme;
use super::super::wrap::wrap;

/// The columns of a menu's text.
const MENU_WIDTH: u16 = 38;

/// Border and padding on either side of a text.
const FRAME: (u16, u16) = (3, 2);

const KEYS: [(&str, &str); 16] = [
    ("arrows", "move the cursor"),
    ("enter, space", "play; Narrows: a stone, then a target"),
    ("mouse", "click to show a move, again to make it"),
    (": or a letter", "type a move (c3, a2xb2), then enter"),
    ("esc", "take back what is chosen or waits"),
    ("x", "exchange colors (Narrows)"),
    ("h", "hint: what level 6 would play"),
    ("u", "undo your move and the reply"),
    (", .", "step back, forward (or page up, down)"),
    ("home end", "the first and the latest position"),
    ("m", "mark illegal points (Black Narrows)"),
    ("n s l", "new game; board size; levels: who plays"),
    ("r", "the record, and save it"),
    ("space, p", "stop the computer, and let it go on"),
    ("ctrl-z", "suspend; fg brings the game back"),
    ("q", "quit; an unfinished game is saved"),
];

pub fn draw(state: &State, theme: &Theme, buffer: &mut Buffer) {
    match &state.overlay {
        Overlay::None => {}
        Overlay::Help => help(state, theme, buffer),
        Overlay::Record(saved) => record(state, saved.as_deref(), theme, buffer),
        Overlay::Resume => resume(state, theme, buffer),
        Overlay::Menu(menu) => draw_menu(menu, theme, buffer),
        Overlay::Discard(_) => discard(state, theme, buffer),
    }
}

/// A text in a frame in the middle of the screen, wrapped to fit, with signs where there is more of it.
fn frame(
    title: &str,
    lines: Vec<(String, Style)>,
    scroll: u16,
    theme: &Theme,
    buffer: &mut Buffer,
) {
    let inner = usize::from(buffer.area.width.saturating_sub(2 * FRAME.0));
    let lines: Vec<Line<'_>> = lines
        .into_iter()
        .flat_map(|(text, style)| {
            let mut wrapped = wrap(&text, inner);
            if wrapped.is_empty() {
                wrapped.push(String::new());
            }
            wrapped
                .into_iter()
                .map(move |line| Line::styled(line, style))
        })
        .collect();
    let width = lines.iter().map(Line::width).max().unwrap_or(0) as u16;
    let place = middle(buffer.area, width, lines.len() as u16);
    Clear.render(place, buffer);
    let hidden = (lines.len() as u16).saturating_sub(place.height.saturating_sub(2 * FRAME.1));
    let scroll = scroll.min(hidden);
    let mut block = Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(theme.quiet)
        .title(Line::styled(
            format!(" {title} "),
            theme.strong.remove_modifier(Modifier::DIM),
        ))
        .padding(Padding::symmetric(FRAME.0 - 1, FRAME.1 - 1));
    if scroll > 0 {
        block = block.title_top(Line::styled(" ↑ more ", theme.strong).right_aligned());
    }
    if scroll < hidden {
        block = block.title_bottom(Line::styled(" ↓ more ", theme.strong).right_aligned());
    }
    Paragraph::new(lines)
        .scroll((scroll, 0))
        .block(block)
        .render(place, buffer);
}

/// The place of a frame around a text of this size.
fn middle(area: Rect, width: u16, height: u16) -> Rect {
    let width = (width + 2 * FRAME.0).min(area.width);
    let height = (height + 2 * FRAME.1).min(area.height.saturating_sub(1));
    Rect::new(
        area.x + (area.width - width) / 2,
        area.y + area.height.saturating_sub(height + 1) / 2,
        width,
        height,
    )
}

fn help(state: &State, theme: &Theme, buffer: &mut Buffer) {
    let kind = state.session.kind();
    let keys = KEYS.iter().map(|(key, does)| format!("{key:<14} {does}"));
    let rules = kind.rules().lines().map(ToString::to_string);
    let lines = keys
        .chain([String::new()])
        .chain(rules)
        .map(|line| (line, Style::new()))
        .collect();
    frame("Help", lines, state.text_scroll, theme, buffer);
}

fn record(state: &State, saved: Option<&str>, theme: &Theme, buffer: &mut Buffer) {
    let text = state.session.record().to_string();
    let mut lines: Vec<(String, Style)> = match saved {
        Some(told) => vec![(told.into(), theme.strong)],
        None => vec![("r saves it to a file here".into(), theme.quiet)],
    };
    lines.push((String::new(), Style::new()));
    lines.extend(text.lines().map(|line| (line.to_string(), Style::new())));
    frame("Record", lines, state.text_scroll, theme, buffer);
}

fn moves(count: usize) -> String {
    format!("{count} move{}", if count == 1 { "" } else { "s" })
}

fn resume(state: &State, theme: &Theme, buffer: &mut Buffer) {
    let Some(saved) = state.saved() else {
        return;
    };
    let position = saved.record.position();
    let seats = saved.seats;
    let plain = Style::new();
    let made = moves(saved.record.moves().len());
    let lines = vec![
        (
            format!("{} on {}, {made}", position.kind(), position.size()),
            plain,
        ),
        (
            format!("{} against {}", seats.first, seats.second),
            theme.quiet,
        ),
        (String::new(), plain),
        ("enter  continue it".into(), theme.strong),
        (
            "n      begin a new game; this one is kept in a file".into(),
            theme.strong,
        ),
    ];
    frame("Your unfinished game", lines, 0, theme, buffer);
}

fn discard(state: &State, theme: &Theme, buffer: &mut Buffer) {
    let made = moves(state.session.record().moves().len());
    let plain = Style::new();
    let lines = vec![
        (format!("It is not finished yet, after {made}."), plain),
        (String::new(), plain),
        ("y  begin a new game".into(), theme.strong),
        ("n  keep playing".into(), theme.strong),
    ];
    frame("Discard this game?", lines, 0, theme, buffer);
}

/// The heading, the items, and room for what is wrong.
fn menu_height(menu: &Menu) -> u16 {
    menu.items().len() as u16 + MENU_HEAD + 2
}

/// Lines above the first item.
const MENU_HEAD: u16 = 2;

/// The row of the screen of each item: the last one stands apart.
fn menu_rows(menu: &Menu, place: Rect) -> Vec<(Item, u16)> {
    let top = place.y + FRAME.1 + MENU_HEAD;
    let items = menu.items();
    let rows = (top..).zip(items);
    rows.map(|(row, item)| (item, if item == Item::Done { row + 1 } else { row }))
        .collect()
}

/// The item of a menu at a place of the screen.
pub fn menu_item_at(menu: &Menu, area: Rect, x: u16, y: u16) -> Option<Item> {
    let place = middle(area, MENU_WIDTH, menu_height(menu));
    let rows = menu_rows(menu, place);
    let found = rows.into_iter().find(|&(_, row)| row == y)?;
    (place.x..place.right()).contains(&x).then_some(found.0)
}

fn draw_menu(menu: &Menu, theme: &Theme, buffer: &mut Buffer) {
    let place = middle(buffer.area, MENU_WIDTH, menu_height(menu));
    let (title, head) = match menu.purpose {
        Purpose::NewGame => (
            "New game",
            match menu.kind {
                GameKind::BlackNarrows => "by Mark Steere, August 2026",
                GameKind::Narrows => "by Mark Steere, May 2026",
            },
        ),
        Purpose::Players => ("Players", "who makes the moves"),
    };
    Clear.render(place, buffer);
    Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(theme.quiet)
        .title(Line::styled(
            format!(" {title} "),
            theme.strong.remove_modifier(Modifier::DIM),
        ))
        .render(place, buffer);
    let inside = |row: u16| {
        let line = Rect::new(
            place.x + FRAME.0,
            row,
            place.width.saturating_sub(2 * FRAME.0),
            1,
        );
        line.intersection(buffer_area(place))
    };
    Line::styled(head, theme.quiet).render(inside(place.y + FRAME.1), buffer);
    for (item, row) in menu_rows(menu, place) {
        let chosen = item == menu.chosen;
        let (name, value) = menu.text(item);
        let style = if chosen { theme.strong } else { Style::new() };
        let mark = if chosen { "▸ " } else { "  " };
        let line = if item == Item::Done {
            Line::from(Span::styled(format!("{mark}{name}"), style))
        } else {
            let (left, right) = if chosen { ("‹ ", " ›") } else { ("  ", "") };
            Line::from(vec![
                Span::styled(format!("{mark}{name:<9}"), style),
                Span::styled(left, theme.quiet),
                Span::styled(value, style),
                Span::styled(right, theme.quiet),
            ])
        };
        line.render(inside(row), buffer);
    }
    if menu.purpose == Purpose::NewGame
        && let Some(problem) = menu.problem()
    {
        Line::styled(problem, theme.warning)
            .render(inside(place.bottom().saturating_sub(2)), buffer);
    }
}

/// The inside of a frame, which nothing may overwrite.
fn buffer_area(place: Rect) -> Rect {
    Rect::new(
        place.x + 1,
        place.y + 1,
        place.width.saturating_sub(2),
        place.height.saturating_sub(2),
    )
}
