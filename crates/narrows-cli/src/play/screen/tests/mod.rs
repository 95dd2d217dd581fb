//! The screen without a terminal: what keys and clicks do, and what is drawn.

mod drawing;
mod input;

use narrows_ai::level::Choice;
use narrows_ai::value::Value;
use narrows_core::{AnyMove, AnyPosition, ByPlayer, GameKind, Pie, Record};
use ratatui::layout::Rect;

use super::super::session::Session;
use super::state::{Effect, State};
use super::{Input, Key};

/// A game between two players after some moves.
fn session(kind: GameKind, size: &str, players: &str, moves: &str) -> Session {
    let start = AnyPosition::start(kind, size.parse().unwrap(), Pie::On).unwrap();
    let mut record = Record::new(start);
    record.date = "2026-11-29".into();
    let (first, second) = players.split_once(' ').unwrap();
    let who = ByPlayer {
        first: first.parse().unwrap(),
        second: second.parse().unwrap(),
    };
    let mut session = Session::new(record, who);
    for text in moves.split_whitespace() {
        session.play(AnyMove::parse(kind, text).unwrap()).unwrap();
    }
    session
}

/// A screen of 80 columns and 24 rows that shows a game.
fn screen(kind: GameKind, size: &str, players: &str, moves: &str) -> State {
    let game = session(kind, size, players, moves);
    State::new(game.clone(), Some(game), None, Rect::new(0, 0, 80, 24))
}

/// Presses keys: letters and signs stand for themselves, `<` `>` `^` `v` for arrows, `!` for Enter, `%` for
/// Escape.
fn press(state: &mut State, keys: &str) -> Vec<Effect> {
    let key = |character| match character {
        '<' => Key::Left,
        '>' => Key::Right,
        '^' => Key::Up,
        'v' => Key::Down,
        '!' => Key::Enter,
        '%' => Key::Escape,
        other => Key::Char(other),
    };
    keys.chars()
        .flat_map(|character| state.handle(Input::Key(key(character))))
        .collect()
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

/// The number of the thought that some effects begin.
fn thought(effects: &[Effect]) -> Option<u64> {
    effects.iter().find_map(|effect| match effect {
        Effect::Think { id, .. } => Some(*id),
        _ => None,
    })
}

/// A choice that a level might make.
fn choice(kind: GameKind, play: &str, value: Value) -> Choice {
    let play = AnyMove::parse(kind, play).unwrap();
    Choice {
        play: Some(play),
        value,
        expected: 0.625,
        playouts: 512,
        nodes: 100,
        principal_variation: vec![play],
    }
}
