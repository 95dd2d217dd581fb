//! The handle: a game in progress and its record.

use narrows_core::{AnyMove, AnyPosition, Color, GameKind, Pie, Player, Record, Size};
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use crate::arguments::{flag, given, side, text, whole};
use crate::values::{
    array, cells, color, count, index, legal_moves, move_info, object, outcome, player,
};

fn error(error: impl std::fmt::Display) -> JsError {
    JsError::new(&error.to_string())
}

/// The pie rule is on unless the argument says otherwise.
fn pie(on: &JsValue) -> Result<Pie, JsError> {
    let on = given(on).map_or(Ok(true), |on| flag("pieRule", on))?;
    Ok(if on { Pie::On } else { Pie::Off })
}

/// The numbers of rows that go with a number of columns, in ascending order.
///
/// @throws when `kind` names no game
#[wasm_bindgen(js_name = allowedRows)]
pub fn allowed_rows(
    #[wasm_bindgen(unchecked_param_type = "Kind")] kind: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "number")] columns: &JsValue,
) -> Result<Vec<u8>, JsError> {
    let kind: GameKind = text("kind", kind)?.parse().map_err(error)?;
    let columns = u8::try_from(whole("columns", columns, 0, 255)?).unwrap_or(u8::MAX);
    Ok((1..=26)
        .filter(|&rows| Size::new(columns, rows).is_ok_and(|size| kind.check_size(size).is_ok()))
        .collect())
}

/// A game in progress, of either kind, with its record.
///
/// Call `free()` when it is no longer needed, or leave that to the garbage collector.
#[wasm_bindgen]
pub struct Game {
    record: Record,
    /// The positions after 0, 1, 2 … moves; never empty.
    positions: Vec<AnyPosition>,
}

#[wasm_bindgen]
impl Game {
    /// A new game. `pie` offers the exchange after Black's first move (Narrows; true unless given).
    ///
    /// @throws when the game cannot be played on this size; the message names the limit
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "Kind")] kind: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] columns: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] rows: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "boolean")] pie_rule: &JsValue,
    ) -> Result<Game, JsError> {
        let kind: GameKind = text("kind", kind)?.parse().map_err(error)?;
        let size = format!("{}x{}", side("columns", columns)?, side("rows", rows)?);
        let size = kind.parse_size(&size).map_err(error)?;
        let start = AnyPosition::start(kind, size, pie(pie_rule)?).map_err(error)?;
        Ok(Self::from(Record::new(start)))
    }

    /// A game that begins from a position line, such as `5/1x3/5/xx3`.
    ///
    /// @throws when the line is no position; the message says what is wrong and where
    #[wasm_bindgen(js_name = fromPosition)]
    pub fn from_position(
        #[wasm_bindgen(unchecked_param_type = "Kind")] kind: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] line: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "boolean")] pie_rule: &JsValue,
    ) -> Result<Game, JsError> {
        let kind: GameKind = text("kind", kind)?.parse().map_err(error)?;
        let line = text("line", line)?;
        let start = AnyPosition::parse(kind, &line, pie(pie_rule)?).map_err(error)?;
        Ok(Self::from(Record::new(start)))
    }

    /// The game that a record holds.
    ///
    /// @throws when the text is no record; the message names line and column
    #[wasm_bindgen(js_name = fromRecord)]
    pub fn from_record(
        #[wasm_bindgen(unchecked_param_type = "string")] record: &JsValue,
    ) -> Result<Game, JsError> {
        Ok(Self::from(
            text("record", record)?.parse::<Record>().map_err(error)?,
        ))
    }

    /// The record as text, which `fromRecord` reads back.
    pub fn record(&self) -> String {
        self.record.to_string()
    }

    /// The record as it was after `ply` moves.
    ///
    /// @throws when `ply` is no number of moves
    #[wasm_bindgen(js_name = recordAt)]
    pub fn record_at(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] ply: &JsValue,
    ) -> Result<String, JsError> {
        let ply = whole("ply", ply, 0, u32::MAX)? as usize;
        let mut record = self.record.clone();
        while record.moves().len() > ply {
            record.undo();
        }
        Ok(record.to_string())
    }

    /// Writes the players' names into the record, who moved first and the other.
    ///
    /// @throws when one is not a string
    #[wasm_bindgen(js_name = setNames)]
    pub fn set_names(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] first: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] second: &JsValue,
    ) -> Result<(), JsError> {
        let (first, second) = (text("first", first)?, text("second", second)?);
        self.record.names.first = first;
        self.record.names.second = second;
        Ok(())
    }

    /// Writes the date, as `2026-11-29`, into the record.
    ///
    /// @throws when it is not a string
    #[wasm_bindgen(js_name = setDate)]
    pub fn set_date(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] date: &JsValue,
    ) -> Result<(), JsError> {
        self.record.date = text("date", date)?;
        Ok(())
    }

    /// Everything there is to draw about the position after `ply` moves, the last one unless given.
    ///
    /// @throws when `ply` is no number of moves
    #[wasm_bindgen(unchecked_return_type = "View")]
    pub fn view(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] ply: &JsValue,
    ) -> Result<JsValue, JsError> {
        let last = self.positions.len() - 1;
        let ply = match given(ply) {
            Some(ply) => (whole("ply", ply, 0, u32::MAX)? as usize).min(last),
            None => last,
        };
        Ok(self.draw(&self.positions[ply], &self.record.moves()[..ply]))
    }

    /// The position as it would be after a move, which is not made: what would be illegal then, and so on.
    ///
    /// @throws when the move is not legal; the message says why
    #[wasm_bindgen(unchecked_return_type = "View")]
    pub fn after(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    ) -> Result<JsValue, JsError> {
        let candidate = self.read(text)?;
        let mut position = self.record.position().clone();
        position.play(candidate).map_err(error)?;
        let moves: Vec<_> = self
            .record
            .moves()
            .iter()
            .copied()
            .chain([candidate])
            .collect();
        Ok(self.draw(&position, &moves))
    }

    /// The legal moves as text, in ascending order; none when the game is over.
    #[wasm_bindgen(js_name = legalMoves)]
    pub fn legal_moves(&self) -> Vec<String> {
        let moves = self.record.position().legal_moves();
        moves.iter().map(ToString::to_string).collect()
    }

    /// Makes a move.
    ///
    /// @throws when the move is not legal; the message says why, and the game is unchanged
    pub fn play(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    ) -> Result<(), JsError> {
        let candidate = self.read(text)?;
        self.record.play(candidate).map_err(error)?;
        self.positions.push(self.record.position().clone());
        Ok(())
    }

    /// Takes the last move back; false when there is none.
    pub fn undo(&mut self) -> bool {
        let undone = self.record.undo().is_some();
        if undone {
            self.positions.pop();
        }
        undone
    }

    /// The result, or null while the game goes on.
    #[wasm_bindgen(unchecked_return_type = "OutcomeInfo | null")]
    pub fn outcome(&self) -> JsValue {
        outcome(
            self.record.position(),
            self.mover(self.record.moves().len()),
        )
    }
}

impl From<Record> for Game {
    fn from(record: Record) -> Self {
        let mut position = record.start().clone();
        let mut positions = vec![position.clone()];
        for &next in record.moves() {
            // The moves of a record are legal.
            let _legal = position.play(next);
            positions.push(position.clone());
        }
        Self { record, positions }
    }
}

impl Game {
    fn read(&self, played: &JsValue) -> Result<AnyMove, JsError> {
        let played = text("move", played)?;
        AnyMove::parse(self.record.position().kind(), &played).map_err(error)
    }

    /// The color that made the last of `plies` moves.
    fn mover(&self, plies: usize) -> Option<Color> {
        let before = plies.min(self.positions.len()).checked_sub(1)?;
        self.positions[before].color_to_move()
    }

    fn draw(&self, position: &AnyPosition, moves: &[AnyMove]) -> JsValue {
        let size = position.size();
        let numbers = |points: Vec<narrows_core::Point>| {
            array(points.into_iter().map(|point| count(index(point, size))))
        };
        let black = [Player::First, Player::Second]
            .into_iter()
            .find(|&one| position.color_of(one) == Some(Color::Black));
        let last = moves.last().copied();
        // After an exchange the stone moved last is still the one of the move before.
        let landed = moves.iter().rev().find_map(|any| any.destination());
        object([
            ("kind", position.kind().slug().into()),
            ("columns", JsValue::from(size.columns())),
            ("rows", JsValue::from(size.rows())),
            ("ply", count(moves.len())),
            ("plies", count(self.record.moves().len())),
            ("position", position.to_string().into()),
            ("cells", cells(position).into()),
            ("toMove", player(position.to_move())),
            ("colorToMove", color(position.color_to_move())),
            ("blackPlayer", black.map_or(JsValue::NULL, player)),
            ("stones", count(position.stones())),
            ("legal", legal_moves(position)),
            (
                "illegal",
                numbers(position.dead_points().unwrap_or_default()),
            ),
            ("exchangeOffered", position.exchange_is_offered().into()),
            (
                "last",
                last.map_or(JsValue::NULL, |any| move_info(any, size)),
            ),
            (
                "lastPoint",
                landed.map_or(JsValue::NULL, |point| count(index(point, size))),
            ),
            ("outcome", outcome(position, self.mover(moves.len()))),
        ])
    }
}
