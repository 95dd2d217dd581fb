//! Drawing. Everything is drawn from the [`State`] into a buffer of cells.

mod board;
mod overlay;

use narrows_arena::limits::grouped;
use narrows_core::{Color, GameKind, Player};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget as _};

use super::super::session::Who;
use super::layout::Layout;
use super::menu::Purpose;
use super::state::{Overlay, State};
use super::theme::{BLACK, Theme};

pub use overlay::menu_item_at;

const SPINNER: [&str; 8] = ["⠋", "⠙", "⠸", "⠴", "⠦", "⠇", "⠏", "⠉"];

/// Draws the whole screen.
pub fn draw(state: &State, theme: &Theme, buffer: &mut Buffer) {
    let area = buffer.area;
    let Some(layout) = state.layout() else {
        let words = "This window is too small for the board.";
        Paragraph::new(words).centered().render(area, buffer);
        return;
    };
    title(state, theme, &layout, buffer);
    board::draw(state, theme, &layout, buffer);
    if let Some(panel) = layout.panel {
        draw_panel(state, theme, panel, buffer);
    }
    status(state, theme, layout.status, buffer);
    keys(state, theme, layout.keys, buffer);
    overlay::draw(state, theme, buffer);
}

/// The game, and the count of stones and of legal placements.
fn title(state: &State, theme: &Theme, layout: &Layout, buffer: &mut Buffer) {
    let position = state.session.position();
    let size = position.size();
    let (stones, legal) = (position.stones(), position.legal_moves().len());
    let moves = match state.session.kind() {
        GameKind::BlackNarrows => "legal placement",
        GameKind::Narrows if position.exchange_is_offered() => "legal move",
        GameKind::Narrows => "legal capture",
    };
    let plural = |count: usize, word: &str| match count {
        1 => format!("1 {word}"),
        _ => format!("{count} {word}s"),
    };
    let place = Rect {
        x: layout.board.x,
        width: buffer.area.right().saturating_sub(layout.board.x),
        ..layout.title
    };
    let stones = plural(stones, "stone");
    let name = Span::styled(position.kind().name(), theme.strong);
    let size = format!("  {}×{}  ", size.columns(), size.rows());
    let size = Span::styled(size, theme.quiet);
    let line = |counts: String| Line::from(vec![name.clone(), size.clone(), Span::raw(counts)]);
    let long = line(if position.is_over() {
        format!("{stones}, the game is over")
    } else {
        format!("{stones}, {}", plural(legal, moves))
    });
    if long.width() <= usize::from(place.width) {
        long.render(place, buffer);
    } else {
        line(format!("{stones}, {legal} legal")).render(place, buffer);
    }
}

/// The players and the moves so far.
fn draw_panel(state: &State, theme: &Theme, panel: Rect, buffer: &mut Buffer) {
    let mut y = panel.y;
    for player in Player::BOTH {
        draw_player(
            state,
            theme,
            player,
            Rect {
                y,
                height: 1,
                ..panel
            },
            buffer,
        );
        y += 1;
    }
    let moves = Rect {
        y: y + 1,
        height: panel.bottom().saturating_sub(y + 1),
        ..panel
    };
    draw_moves(state, theme, moves, buffer);
}

fn draw_player(state: &State, theme: &Theme, player: Player, place: Rect, buffer: &mut Buffer) {
    let position = state.session.position();
    let won = position
        .outcome()
        .is_some_and(|outcome| outcome.winner == player);
    let to_move = !position.is_over() && position.to_move() == player;
    let mark = match (to_move, won) {
        (true, _) => "▸ ",
        (_, true) => "★ ",
        _ => "  ",
    };
    let style = if to_move || won {
        theme.strong
    } else {
        theme.quiet
    };
    let mut spans = vec![Span::styled(mark, style)];
    match position.color_of(player) {
        Some(Color::Black) => spans.push(Span::styled(format!(" {BLACK} "), theme.black)),
        Some(Color::White) => {
            spans.push(Span::styled(
                format!(" {} ", theme.glyphs.white),
                theme.white,
            ));
        }
        None => {}
    }
    let title = state.session.title(player);
    spans.push(Span::styled(format!(" {title:<8}"), style));
    let who = match state.session.who()[player] {
        Who::Human => "you".into(),
        who @ Who::Level(_) => who.to_string(),
    };
    spans.push(Span::styled(who, style));
    Line::from(spans).render(place, buffer);
}

/// As many of the last moves as fit, two to a line.
fn draw_moves(state: &State, theme: &Theme, place: Rect, buffer: &mut Buffer) {
    let record = state.session.record();
    let offset = usize::from(record.start().to_move() == Player::Second);
    let cells: Vec<String> = std::iter::repeat_n("…".to_string(), offset)
        .chain(record.moves().iter().map(ToString::to_string))
        .collect();
    let lines = cells.len().div_ceil(2);
    let first = lines.saturating_sub(usize::from(place.height));
    for (row, index) in (place.y..place.bottom()).zip(first..lines) {
        let pair = cells.get(index * 2..).unwrap_or_default();
        let is_last = index + 1 == lines;
        let style = if is_last {
            theme.strong
        } else {
            ratatui::style::Style::new()
        };
        let line = Line::from(vec![
            Span::styled(format!("{:>4}  ", index + 1), theme.quiet),
            Span::styled(format!("{:<8}", pair[0]), style),
            Span::styled(pair.get(1).cloned().unwrap_or_default(), style),
        ]);
        line.render(
            Rect {
                y: row,
                height: 1,
                ..place
            },
            buffer,
        );
    }
}

/// What goes on.
fn status(state: &State, theme: &Theme, place: Rect, buffer: &mut Buffer) {
    let line = match (&state.thinking, &state.notice) {
        (Some(_), None) => thinking(state, theme),
        (_, Some(notice)) => Line::styled(notice.clone(), theme.warning),
        (None, None) => {
            let style = if state.hint.is_some() || state.session.mover().is_none() {
                theme.strong
            } else {
                ratatui::style::Style::new()
            };
            Line::styled(state.status(), style)
        }
    };
    let indent = 3.min(place.width);
    Paragraph::new(line).render(
        Rect {
            x: place.x + indent,
            width: place.width - indent,
            ..place
        },
        buffer,
    );
}

/// The spinner and the search's current best.
fn thinking(state: &State, theme: &Theme) -> Line<'static> {
    let Some(thinking) = &state.thinking else {
        return Line::default();
    };
    let spinner = SPINNER[state.spinner % SPINNER.len()];
    let who = Who::Level(thinking.level);
    let what = if thinking.is_hint {
        "looks for a hint"
    } else {
        "thinks"
    };
    let mut spans = vec![
        Span::styled(format!("{spinner} "), theme.strong),
        Span::raw(format!("{who} {what}")),
    ];
    if let Some(progress) = &thinking.progress {
        if let Some(best) = progress.best {
            spans.push(Span::raw(", best so far "));
            spans.push(Span::styled(best.to_string(), theme.strong));
        }
        spans.push(Span::styled(
            format!(
                "  {:.0} %, {} playouts",
                progress.expected * 100.0,
                grouped(progress.playouts)
            ),
            theme.quiet,
        ));
    }
    Line::from(spans)
}

/// What the keys do now, as many as fit.
fn keys(state: &State, theme: &Theme, place: Rect, buffer: &mut Buffer) {
    let mut keys: Vec<(&str, &str)> = Vec::new();
    match state.overlay {
        Overlay::None => {
            match state.session.mover() {
                None => keys.push(("n", "new game")),
                Some(Who::Human) => keys.push(("enter", "play")),
                Some(Who::Level(_)) if state.paused => keys.push(("space", "go on")),
                Some(Who::Level(_)) => keys.push(("space", "pause")),
            }
            if state.session.position().exchange_is_offered() && state.is_persons_turn() {
                keys.push(("x", "swap"));
            }
            keys.extend([("h", "hint"), ("u", "undo")]);
            if state.session.mover().is_some() {
                keys.push(("n", "new"));
            }
            if state.session.kind() == GameKind::BlackNarrows {
                keys.push(("m", "marks"));
            }
            keys.extend([
                ("l", "levels"),
                ("r", "record"),
                ("?", "help"),
                ("q", "quit"),
            ]);
        }
        Overlay::Help => keys.extend([("↑ ↓", "scroll"), ("esc", "back")]),
        Overlay::Record(_) => {
            keys.extend([("r", "save to a file"), ("↑ ↓", "scroll"), ("esc", "back")])
        }
        Overlay::Resume => keys.extend([("enter", "continue"), ("n", "new game"), ("q", "quit")]),
        Overlay::Menu(ref menu) => keys.extend([
            ("↑ ↓", "choose"),
            ("← →", "change"),
            (
                "enter",
                match menu.purpose {
                    Purpose::NewGame => "start",
                    Purpose::Players => "go on",
                },
            ),
            ("esc", "back"),
        ]),
        Overlay::Discard(_) => keys.extend([("y", "discard it"), ("n", "keep it")]),
    }
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

/// The columns that the words about some keys take.
fn keys_width(keys: &[(&str, &str)]) -> usize {
    let word = |(key, does): &(&str, &str)| key.chars().count() + 1 + does.chars().count() + 2;
    keys.iter().map(word).sum::<usize>().saturating_sub(2)
}
