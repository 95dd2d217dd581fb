//! The panel beside the board: the players and the moves.

use narrows_core::{Color, Player};
use narrows_play::{PlayerView, Seat, View};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget as _;

use super::super::state::State;
use super::super::theme::{BLACK, Theme};

pub fn draw(state: &State, view: &View, theme: &Theme, panel: Rect, buffer: &mut Buffer) {
    let mut rows = panel.rows();
    for player in Player::BOTH {
        let view = &view.players[player];
        if let Some(row) = rows.next() {
            player_line(view, theme).render(row, buffer);
        }
        if let Some(verdict) = &view.verdict
            && let Some(row) = rows.next()
        {
            Line::styled(format!("    {verdict}"), theme.quiet).render(row, buffer);
        }
    }
    let used = rows.next().map_or(panel.bottom(), |gap| gap.y + 1);
    let moves = Rect {
        y: used,
        height: panel.bottom().saturating_sub(used),
        ..panel
    };
    draw_moves(state, view, theme, moves, buffer);
}

fn player_line(view: &PlayerView, theme: &Theme) -> Line<'static> {
    let mark = match (view.is_to_move, view.has_won) {
        (true, _) => "▸ ",
        (_, true) => "★ ",
        _ => "  ",
    };
    let style = if view.is_to_move || view.has_won {
        theme.strong
    } else {
        theme.quiet
    };
    let mut spans = vec![Span::styled(mark, style)];
    match view.color {
        Some(Color::Black) => spans.push(Span::styled(format!(" {BLACK} "), theme.black)),
        Some(Color::White) => {
            let white = format!(" {} ", theme.glyphs.white);
            spans.push(Span::styled(white, theme.white));
        }
        None => {}
    }
    let who = match view.seat {
        Seat::Human => "human".into(),
        seat @ Seat::Level(_) => seat.to_string(),
    };
    spans.push(Span::styled(format!(" {:<7} {who}", view.title), style));
    Line::from(spans)
}

/// As many of the moves as fit, two to a line, around the one on the screen.
fn draw_moves(state: &State, view: &View, theme: &Theme, place: Rect, buffer: &mut Buffer) {
    let record = state.session.record();
    let offset = usize::from(record.start().to_move() == Player::Second);
    let cells: Vec<String> = std::iter::repeat_n("…".to_string(), offset)
        .chain(record.moves().iter().map(ToString::to_string))
        .collect();
    let lines = cells.len().div_ceil(2);
    let height = usize::from(place.height);
    // The last move of the position on the screen, among the cells.
    let shown = (view.ply + offset).checked_sub(1).filter(|_| view.ply > 0);
    let shown_line = shown.map_or(0, |cell| cell / 2);
    let first = lines.saturating_sub(height).min(shown_line);
    for (row, index) in place.rows().zip(first..lines) {
        let style = |cell: usize| {
            if shown == Some(cell) {
                theme.strong
            } else {
                Style::new()
            }
        };
        let cell = |number: usize| cells.get(number).cloned().unwrap_or_default();
        let (left, right) = (2 * index, 2 * index + 1);
        let line = Line::from(vec![
            Span::styled(format!("{:>4}  ", index + 1), theme.quiet),
            Span::styled(format!("{:<8}", cell(left)), style(left)),
            Span::styled(cell(right), style(right)),
        ]);
        line.render(row, buffer);
    }
    let sign = |row: u16, sign: &str, buffer: &mut Buffer| {
        buffer.set_string(place.x, row, sign, theme.quiet);
    };
    if height > 0 && first > 0 {
        sign(place.y, "↑", buffer);
    }
    if height > 0 && first + height < lines {
        sign(place.bottom() - 1, "↓", buffer);
    }
}
