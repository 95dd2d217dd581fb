//! Drawing. Everything is drawn from the [`State`] into a buffer of cells.

mod board;
mod overlay;
mod panel;
mod stones;

use narrows_ai::level::unproven_percent;
use narrows_arena::limits::grouped;
use narrows_core::GameKind;
use narrows_play::{Seat, Tone, View};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget as _};

use super::layout::Layout;
use super::menu::Purpose;
use super::state::{Overlay, State};
use super::theme::Theme;
use super::wrap::wrap;

pub use overlay::menu_item_at;

const SPINNER: [&str; 8] = ["⠋", "⠙", "⠸", "⠴", "⠦", "⠇", "⠏", "⠉"];

/// Draws the whole screen.
pub fn draw(state: &State, theme: &Theme, buffer: &mut Buffer) {
    let area = buffer.area;
    let Some(layout) = state.layout() else {
        let words = wrap("This window is too small for the board.", area.width.into());
        let lines: Vec<_> = words.into_iter().map(Line::raw).collect();
        Paragraph::new(lines).centered().render(area, buffer);
        return;
    };
    let view = state.view();
    title(&view, theme, &layout, buffer);
    board::draw(state, &view, theme, &layout, buffer);
    if let Some(panel) = layout.panel {
        panel::draw(state, &view, theme, panel, buffer);
    }
    status(state, &view, theme, layout.status, buffer);
    keys(state, &view, theme, layout.keys, buffer);
    overlay::draw(state, theme, buffer);
}

/// The game, and the line that counts: as much of it as there is room for, the counts before all.
fn title(view: &View, theme: &Theme, layout: &Layout, buffer: &mut Buffer) {
    let place = Rect {
        x: layout.board.x,
        width: buffer.area.right().saturating_sub(layout.board.x),
        ..layout.title
    };
    let size = view.size;
    let name = Span::styled(view.kind.name(), theme.strong);
    let size = Span::styled(
        format!("  {}×{}  ", size.columns(), size.rows()),
        theme.quiet,
    );
    let counts = Span::raw(view.counts.clone());
    let short = view
        .counts
        .replace("legal placements left", "legal")
        .replace(" made", "");
    let candidates = [
        vec![name.clone(), size, counts.clone()],
        vec![name, Span::raw("  "), counts.clone()],
        vec![counts],
        vec![Span::raw(short)],
    ];
    let mut lines = candidates.into_iter().map(Line::from);
    let fitting = lines.find(|line| line.width() <= usize::from(place.width));
    fitting.unwrap_or_default().render(place, buffer);
}

/// What goes on, over as many lines as there are.
fn status(state: &State, view: &View, theme: &Theme, place: Rect, buffer: &mut Buffer) {
    let (mut text, tone) = state.status();
    if tone == Tone::Thinking {
        let spinner = SPINNER[state.spinner % SPINNER.len()];
        text = format!("{spinner} {text}{}", progress(state));
    }
    let style = match tone {
        Tone::Refused | Tone::Trouble => theme.warning,
        Tone::Won | Tone::Lost | Tone::Over => theme.strong,
        Tone::Plain if view.hint.is_some() => theme.strong,
        Tone::Plain | Tone::Thinking | Tone::LookingBack => Style::new(),
    };
    let indent = 3.min(place.width);
    let width = place.width - indent;
    let mut lines = wrap(&text, width.into());
    let most = usize::from(place.height);
    if lines.len() > most
        && let Some(told) = &state.told
    {
        // The message alone; whose turn it is stands beside the board as well.
        lines = wrap(told, width.into());
    }
    if lines.len() > most {
        // What does not fit says so.
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            let cut: String = last
                .chars()
                .take(usize::from(width).saturating_sub(1))
                .collect();
            *last = format!("{cut}…");
        }
    }
    let lines: Vec<_> = lines
        .into_iter()
        .map(|line| Line::styled(line, style))
        .collect();
    Paragraph::new(lines).render(
        Rect {
            x: place.x + indent,
            width,
            ..place
        },
        buffer,
    );
}

/// How the search stands.
fn progress(state: &State) -> String {
    let Some(thought) = state
        .session
        .thinking()
        .and_then(|thinking| thinking.thought)
    else {
        return String::new();
    };
    let best = thought
        .best
        .map_or_else(String::new, |best| format!(" best so far {best},"));
    format!(
        "{best} searching, {} %, {} playouts",
        unproven_percent(thought.expected),
        grouped(thought.playouts)
    )
}

/// What the keys do now, as many as fit.
fn keys(state: &State, view: &View, theme: &Theme, place: Rect, buffer: &mut Buffer) {
    let mut keys = match state.overlay {
        Overlay::None if state.entry.is_some() => vec![("enter", "play it"), ("esc", "cancel")],
        Overlay::None => board_keys(state, view),
        Overlay::Help => vec![("↑ ↓", "scroll"), ("esc", "back")],
        Overlay::Record(_) => vec![("r", "save to a file"), ("↑ ↓", "scroll"), ("esc", "back")],
        Overlay::Resume => vec![("enter", "continue"), ("n", "new game"), ("q", "quit")],
        Overlay::Menu(ref menu) => vec![
            ("↑ ↓", "choose"),
            ("← →", "change"),
            (
                "enter",
                match menu.purpose {
                    Purpose::NewGame => "start",
                    Purpose::Players => "continue",
                },
            ),
            ("esc", "back"),
        ],
        Overlay::Discard(_) => vec![("y", "discard it"), ("n", "keep it")],
    };
    // The last two, help and quit, stay longest.
    while keys_width(&keys) > usize::from(place.width) && !keys.is_empty() {
        keys.remove(keys.len().saturating_sub(3));
    }
    let mut line = Line::default();
    for (key, does) in keys {
        let gap = if line.spans.is_empty() { "" } else { "  " };
        line.push_span(Span::styled(format!("{gap}{key}"), theme.strong));
        line.push_span(Span::styled(format!(" {does}"), theme.quiet));
    }
    line.centered().render(place, buffer);
}

fn board_keys(state: &State, view: &View) -> Vec<(&'static str, &'static str)> {
    let mut keys = Vec::new();
    if !state.session.is_at_end() {
        keys.extend([(", .", "step"), ("end", "play on")]);
    } else if view.buttons.stop {
        keys.push(("space", "stop"));
    } else if view.buttons.go_on {
        keys.push(("space", "go on"));
    } else {
        match state.session.mover() {
            None => keys.push(("n", "new game")),
            Some(Seat::Human) => keys.push(("enter", "play")),
            Some(Seat::Level(_)) => {}
        }
    }
    if view.buttons.exchange {
        keys.push(("x", "swap"));
    }
    keys.extend([("h", "hint"), ("u", "undo")]);
    if state.session.mover().is_some() {
        keys.push(("n", "new"));
    }
    if view.kind == GameKind::BlackNarrows {
        keys.push(("m", "marks"));
    }
    keys.extend([
        ("l", "levels"),
        ("r", "record"),
        ("?", "help"),
        ("q", "quit"),
    ]);
    keys
}

/// The columns that the words about some keys take.
fn keys_width(keys: &[(&str, &str)]) -> usize {
    let word = |(key, does): &(&str, &str)| key.chars().count() + 1 + does.chars().count() + 2;
    keys.iter().map(word).sum::<usize>().saturating_sub(2)
}
