//! The screen without a terminal: that keys and clicks reach the game, and what is drawn. What the game itself
//! does is tested in `narrows-play`.

mod drawing;
mod input;

use narrows_ai::value::Value;
use narrows_core::{AnyMove, AnyPosition, ByPlayer, GameKind, Pie, Player, Record};
use narrows_play::{self as play, NewGame, Thought, Ticket};
use ratatui::layout::Rect;

use super::state::{Effect, State};
use super::{Input, Key};

/// A game between two players after some moves.
fn game(kind: GameKind, size: &str, players: &str, moves: &str) -> NewGame {
    let start = AnyPosition::start(kind, size.parse().unwrap(), Pie::On).unwrap();
    let (first, second) = players.split_once(' ').unwrap();
    let seats = ByPlayer {
        first: first.parse().unwrap(),
        second: second.parse().unwrap(),
    };
    let mut record = NewGame::new(Record::new(start), seats).record;
    record.date = "2026-11-29".into();
    for text in moves.split_whitespace() {
        record.play(AnyMove::parse(kind, text).unwrap()).unwrap();
    }
    NewGame::resumed(record)
}

/// A screen of 80 columns and 24 rows that shows a game.
fn screen(kind: GameKind, size: &str, players: &str, moves: &str) -> State {
    let game = game(kind, size, players, moves);
    State::new(game.clone(), Some(game), None, Rect::new(0, 0, 80, 24))
}

/// Presses keys: letters and signs stand for themselves, `<` `>` `^` `v` for arrows, `!` for Enter, `%` for
/// Escape, `{` `}` for page up and page down, `[` `]` for home and end.
fn press(state: &mut State, keys: &str) -> Vec<Effect> {
    let key = |character| match character {
        '<' => Key::Left,
        '>' => Key::Right,
        '^' => Key::Up,
        'v' => Key::Down,
        '!' => Key::Enter,
        '%' => Key::Escape,
        '{' => Key::PageUp,
        '}' => Key::PageDown,
        '[' => Key::Home,
        ']' => Key::End,
        other => Key::Char(other),
    };
    keys.chars()
        .flat_map(|character| state.handle(Input::Key(key(character))))
        .collect()
}

/// Types a move and Enter.
fn type_move(state: &mut State, text: &str) -> Vec<Effect> {
    let mut effects = press(state, ":");
    for character in text.chars() {
        effects.extend(state.handle(Input::Key(Key::Char(character))));
    }
    effects.extend(state.handle(Input::Key(Key::Enter)));
    effects
}

/// Clicks on a point.
fn click(state: &mut State, point: &str) -> Vec<Effect> {
    let layout = state.layout().unwrap();
    let (x, y) = layout.place(point.parse().unwrap()).unwrap();
    state.handle(Input::Click(x, y))
}

fn moves(state: &State) -> String {
    let moves = state.session.record().moves().iter();
    moves.map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn status(state: &State) -> String {
    state.status().0
}

fn names(state: &State) -> [String; 2] {
    Player::BOTH.map(|player| state.session.seats()[player].to_string())
}

/// The question that some effects ask a level.
fn question(effects: &[Effect]) -> Option<Ticket> {
    effects.iter().find_map(|effect| match effect {
        Effect::Think { ticket, .. } => Some(*ticket),
        _ => None,
    })
}

/// What a level might choose.
fn answer(state: &mut State, ticket: Ticket, text: &str, value: Value) -> Vec<Effect> {
    let best = AnyMove::parse(state.session.kind(), text).unwrap();
    let answer = Thought {
        value,
        expected: 0.625,
        playouts: 512,
        ..Thought::new(Some(best))
    };
    state.hear(play::Input::Answer { ticket, answer })
}
