//! From a session's effects and view to plain objects, as `types.d.ts` declares them.

use narrows_core::{AnyMove, AnyPosition, Player, Size};
use narrows_play::{Buttons, Dot, Effect, PlayerView, Purpose, Seat, Session, Status, Tone};
use wasm_bindgen::JsValue;

use crate::values::{
    array, cells, color, count, index, move_info, number, object, outcome, player,
};

fn purpose(purpose: Purpose) -> JsValue {
    match purpose {
        Purpose::Move => "move",
        Purpose::Hint => "hint",
    }
    .into()
}

/// `BoardEffect`s.
pub fn effects(effects: Vec<Effect>, size: Size) -> impl Iterator<Item = JsValue> {
    effects.into_iter().map(move |effect| match effect {
        Effect::AskLevel {
            ticket,
            level,
            purpose: asked,
        } => object([
            ("type", "ask-level".into()),
            ("ticket", number(ticket.0)),
            ("level", level.number().into()),
            ("purpose", purpose(asked)),
        ]),
        Effect::Cancel(ticket) => object([("type", "cancel".into()), ("ticket", number(ticket.0))]),
        Effect::AskDiscard => object([("type", "ask-discard".into())]),
        Effect::Started(displaced) => object([
            ("type", "started".into()),
            (
                "displaced",
                displaced.map_or(JsValue::NULL, |record| record.to_string().into()),
            ),
        ]),
        Effect::Moved(play) => object([("type", "moved".into()), ("move", move_info(play, size))]),
        Effect::Say(text) => object([("type", "say".into()), ("text", text.into())]),
        Effect::Save => object([("type", "save".into())]),
    })
}

fn optional_move(play: Option<AnyMove>, size: Size) -> JsValue {
    play.map_or(JsValue::NULL, |play| move_info(play, size))
}

fn status(status: &Status) -> JsValue {
    let tone = match status.tone {
        Tone::Plain => "plain",
        Tone::Thinking => "thinking",
        Tone::Refused => "refused",
        Tone::Trouble => "trouble",
        Tone::LookingBack => "looking-back",
        Tone::Won => "won",
        Tone::Lost => "lost",
        Tone::Over => "over",
    };
    object([
        ("headline", status.headline.as_str().into()),
        ("text", status.text.as_str().into()),
        ("tone", tone.into()),
    ])
}

fn seat(seat: Seat) -> JsValue {
    seat.level()
        .map_or_else(|| "human".into(), |level| level.number().into())
}

fn player_info(view: &PlayerView) -> JsValue {
    object([
        ("title", view.title.into()),
        ("color", color(view.color)),
        ("seat", seat(view.seat)),
        ("toMove", view.is_to_move.into()),
        ("won", view.has_won.into()),
        (
            "verdict",
            view.verdict.as_deref().map_or(JsValue::NULL, JsValue::from),
        ),
    ])
}

fn buttons(buttons: Buttons) -> JsValue {
    object([
        ("confirm", buttons.confirm.into()),
        ("undo", buttons.undo.into()),
        ("hint", buttons.hint.into()),
        ("stop", buttons.stop.into()),
        ("goOn", buttons.go_on.into()),
        ("exchange", buttons.exchange.into()),
        ("back", buttons.back.into()),
        ("forward", buttons.forward.into()),
    ])
}

/// The `OutcomeInfo` of the position on the screen, or null.
fn shown_outcome(session: &Session, position: &AnyPosition) -> JsValue {
    let mover = session.shown_ply().checked_sub(1).and_then(|before| {
        let before = session.record().position_at(before);
        before.color_to_move()
    });
    if position.is_over() {
        outcome(position, mover)
    } else {
        JsValue::NULL
    }
}

/// A `BoardView`.
pub fn view(session: &Session) -> JsValue {
    let view = session.view();
    let position = session.shown_position();
    let size = view.size;
    let numbers =
        |has: &dyn Fn(&narrows_play::PointView) -> bool| array(view.points_where(has).map(count));
    let moves = &session.record().moves()[..view.ply];
    let landed = moves.iter().rev().find_map(|play| play.destination());
    let black = [Player::First, Player::Second]
        .into_iter()
        .find(|&one| position.color_of(one) == Some(narrows_core::Color::Black));
    object([
        ("kind", view.kind.slug().into()),
        ("columns", size.columns().into()),
        ("rows", size.rows().into()),
        ("ply", count(view.ply)),
        ("plies", count(view.plies)),
        ("position", position.to_string().into()),
        ("cells", cells(position).into()),
        ("stones", count(position.stones())),
        ("toMove", player(position.to_move())),
        ("colorToMove", color(position.color_to_move())),
        ("blackPlayer", black.map_or(JsValue::NULL, player)),
        (
            "illegal",
            numbers(&|at| matches!(at.dot, Some(Dot::Illegal | Dot::IllegalAfter))),
        ),
        ("targets", numbers(&|at| at.dot == Some(Dot::Target))),
        ("active", numbers(&|at| at.is_active)),
        ("last", optional_move(view.last, size)),
        (
            "lastPoint",
            landed.map_or(JsValue::NULL, |point| count(index(point, size))),
        ),
        ("waiting", optional_move(view.waiting, size)),
        (
            "chosen",
            view.chosen
                .map_or(JsValue::NULL, |point| count(index(point, size))),
        ),
        ("hint", optional_move(view.hint, size)),
        ("outcome", shown_outcome(session, position)),
        ("counts", view.counts.as_str().into()),
        ("status", status(&view.status)),
        (
            "players",
            object([
                ("first", player_info(&view.players.first)),
                ("second", player_info(&view.players.second)),
            ]),
        ),
        ("buttons", buttons(view.buttons)),
        ("atEnd", session.is_at_end().into()),
        ("over", session.mover().is_none().into()),
        (
            "thinking",
            session
                .thinking()
                .map_or(JsValue::NULL, |thinking| purpose(thinking.purpose)),
        ),
        ("stopped", session.is_stopped().into()),
        ("confirm", session.confirm_is_on().into()),
        ("marking", session.marking_is_on().into()),
    ])
}
