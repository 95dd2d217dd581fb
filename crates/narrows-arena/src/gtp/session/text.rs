//! What GoGui reads: boards, graphics, lists of points.

use crate::gtp::{color_name, vertex_name};
use narrows_core::any::Stone;
use narrows_core::{Color, GameKind, Point};

use super::board::Board;

/// The names of points, separated by blanks.
pub fn vertices(points: impl IntoIterator<Item = Point>) -> String {
    points
        .into_iter()
        .map(vertex_name)
        .collect::<Vec<_>>()
        .join(" ")
}

/// `gogui-rules_game_id`: GoGui wants one word, an upper case letter and lower case ones.
pub fn game_id(kind: GameKind) -> &'static str {
    match kind {
        GameKind::BlackNarrows => "Blacknarrows",
        GameKind::Narrows => "Narrows",
    }
}

fn mark(board: &Board, column: u8, row: u8) -> char {
    let point = Point::from_indices(column, row);
    let Some(point) = point.filter(|&point| board.position().size().contains(point)) else {
        return '?';
    };
    match board.position().stone_at(point) {
        Some(Stone::Black) => 'X',
        Some(Stone::White) => 'O',
        None => '.',
    }
}

/// The longer side: GoGui's boards are squares.
pub fn side(board: &Board) -> u8 {
    let size = board.position().size();
    size.columns().max(size.rows())
}

/// `gogui-rules_board`: rows from the top, `?` outside a rectangle.
pub fn rules_board(board: &Board) -> String {
    let row = |row| {
        (0..side(board))
            .map(|c| mark(board, c, row).to_string())
            .collect::<Vec<_>>()
            .join(" ")
    };
    (0..side(board))
        .rev()
        .map(row)
        .collect::<Vec<_>>()
        .join("\n")
}

/// `showboard`, with GTP's letters.
pub fn showboard(board: &Board) -> String {
    let size = board.position().size();
    let letters: String = (0..size.columns())
        .filter_map(|column| Point::from_indices(column, 0))
        .map(|point| format!(" {}", &vertex_name(point)[..1]))
        .collect();
    let mut lines = vec![format!("\n  {letters}")];
    for row in (0..size.rows()).rev() {
        let stones: String = (0..size.columns())
            .map(|c| format!(" {}", mark(board, c, row)))
            .collect();
        lines.push(format!("{:>2}{stones} {}", row + 1, row + 1));
    }
    lines.push(format!("  {letters}"));
    lines.push(match board.winner() {
        Some(winner) => format!("{} has won", color_name(winner)),
        None => format!("{} to move", color_name(board.color_to_move())),
    });
    if let Some(chosen) = board.chosen() {
        lines.push(format!("chosen: {}", vertex_name(chosen)));
    }
    lines.join("\n")
}

/// `gogui-rules_final_result`.
pub fn final_result(board: &Board) -> String {
    match (board.winner(), board.position().kind()) {
        (None, _) => String::new(),
        (Some(winner), GameKind::BlackNarrows) => {
            format!("{} placed the last stone and wins", capital(winner))
        }
        (Some(winner), GameKind::Narrows) => {
            format!("{} has linked all groups and wins", capital(winner))
        }
    }
}

fn capital(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// `gogui-rules_board_gfx`: the last move, the chosen stone and its captures, illegal points, and at
/// the end the points that link the winner's groups.
pub fn board_gfx(board: &Board) -> String {
    let mut lines = Vec::new();
    let last = board.moves().iter().rev().find_map(|m| m.destination());
    if let Some(last) = last {
        lines.push(format!("CIRCLE {}", vertex_name(last)));
    }
    if let Some(chosen) = board.chosen() {
        lines.push(format!("SQUARE {}", vertex_name(chosen)));
        lines.push(format!("COLOR green {}", vertices(board.legal_points())));
    }
    let dead = board.position().dead_points().unwrap_or_default();
    if !dead.is_empty() {
        lines.push(format!("MARK {}", vertices(dead)));
    }
    let links = board.position().linking_points();
    if !links.is_empty() {
        lines.push(format!("COLOR blue {}", vertices(links)));
    }
    lines.push(format!("TEXT {}", status(board)));
    lines.join("\n")
}

fn status(board: &Board) -> String {
    let position = board.position();
    match (board.winner(), position.kind()) {
        (Some(_), _) => final_result(board),
        (None, GameKind::BlackNarrows) => {
            format!(
                "{} stones, {} legal placements",
                position.stones(),
                position.legal_moves().len()
            )
        }
        (None, GameKind::Narrows) if position.exchange_is_offered() => {
            format!("{} stones; White may exchange colors", position.stones())
        }
        (None, GameKind::Narrows) => format!("{} stones", position.stones()),
    }
}
