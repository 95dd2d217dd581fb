//! From the engine's values to plain JavaScript objects, as `types.d.ts` declares them.

use std::fmt::Write;

use js_sys::{Array, Object, Reflect};
use narrows_core::any::Stone;
use narrows_core::{AnyMove, AnyPosition, Color, Player, Point, Size, narrows};
use wasm_bindgen::JsValue;

/// A plain object with these fields.
pub fn object<const N: usize>(fields: [(&str, JsValue); N]) -> JsValue {
    fill(&fields)
}

/// Compiled once, whatever the number of fields: the module is to stay small.
#[inline(never)]
fn fill(fields: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in fields {
        // Setting a field of a new plain object cannot fail.
        let _set = Reflect::set(&object, &JsValue::from_str(name), value);
    }
    object.into()
}

pub fn array(items: impl IntoIterator<Item = JsValue>) -> JsValue {
    items.into_iter().collect::<Array>().into()
}

/// A count as a JavaScript number; exact below 2^53.
#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
pub fn number(count: u64) -> JsValue {
    JsValue::from_f64(count as f64)
}

pub fn count(count: usize) -> JsValue {
    number(count as u64)
}

/// The number of a point: row by row from the bottom left.
pub fn index(point: Point, size: Size) -> usize {
    usize::from(point.row.index()) * usize::from(size.columns()) + usize::from(point.column.index())
}

pub fn player(player: Player) -> JsValue {
    player.name().into()
}

pub fn color(color: Option<Color>) -> JsValue {
    match color {
        None => JsValue::NULL,
        Some(Color::Black) => "black".into(),
        Some(Color::White) => "white".into(),
    }
}

/// The `MoveInfo`s of all legal moves. As text that JavaScript parses: thousands of small objects made one
/// field at a time would be felt on the largest boards.
pub fn legal_moves(position: &AnyPosition) -> JsValue {
    let size = position.size();
    let at = |point| index(point, size).to_string();
    let mut text = String::from("[");
    for any in position.legal_moves() {
        let (from, to) = match any {
            AnyMove::Place(point) => ("null".into(), at(point)),
            AnyMove::Narrows(narrows::Move::Capture { from, to }) => (at(from), at(to)),
            AnyMove::Narrows(narrows::Move::Swap) => ("null".into(), "null".into()),
        };
        let comma = if text.len() > 1 { "," } else { "" };
        // Writing to a string cannot fail; moves hold only letters and digits.
        let _written = write!(text, r#"{comma}{{"move":"{any}","from":{from},"to":{to}}}"#);
    }
    text.push(']');
    js_sys::JSON::parse(&text).unwrap_or(JsValue::NULL)
}

/// A `MoveInfo`.
pub fn move_info(any: AnyMove, size: Size) -> JsValue {
    let at = |point| count(index(point, size));
    let (from, to) = match any {
        AnyMove::Place(point) => (JsValue::NULL, at(point)),
        AnyMove::Narrows(narrows::Move::Capture { from, to }) => (at(from), at(to)),
        AnyMove::Narrows(narrows::Move::Swap) => (JsValue::NULL, JsValue::NULL),
    };
    object([("move", any.to_string().into()), ("from", from), ("to", to)])
}

/// One character for each point, a1 first.
pub fn cells(position: &AnyPosition) -> String {
    let size = position.size();
    let black = if position.color_to_move().is_some() {
        'b'
    } else {
        'x'
    };
    let mut cells = vec!['.'; size.points()];
    for point in size.iter() {
        if let Some(stone) = position.stone_at(point) {
            cells[index(point, size)] = match stone {
                Stone::Black => black,
                Stone::White => 'w',
            };
        }
    }
    cells.into_iter().collect()
}

/// An `OutcomeInfo`, or null. `mover` is the color that made the last move.
pub fn outcome(position: &AnyPosition, mover: Option<Color>) -> JsValue {
    let Some(outcome) = position.outcome() else {
        return JsValue::NULL;
    };
    let size = position.size();
    let linked = |color| JsValue::from_bool(position.is_linked(color).unwrap_or(false));
    let linking = position.linking_points().into_iter();
    object([
        ("winner", player(outcome.winner)),
        ("winnerColor", color(position.winning_color())),
        ("moverColor", color(mover)),
        ("blackLinked", linked(Color::Black)),
        ("whiteLinked", linked(Color::White)),
        (
            "linking",
            array(linking.map(|point| count(index(point, size)))),
        ),
    ])
}
