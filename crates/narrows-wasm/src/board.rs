//! A game at the board: `narrows_play::Session` for JavaScript.

use narrows_ai::value::Value;
use narrows_core::{AnyMove, AnyPosition, ByPlayer, GameKind, Pie, Point, Record, Size};
use narrows_play::{Input, Maker, NewGame, Seat, Session, Step, Target, Thought, Ticket};
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use crate::arguments::{field, flag, given, side, text, whole};
use crate::board_values::{effects, view};
use crate::values::{array, legal_moves};

fn error(error: impl std::fmt::Display) -> JsError {
    JsError::new(&error.to_string())
}

/// What may be said about a new session, with the defaults.
struct Options {
    pie: Pie,
    seats: ByPlayer<Option<Seat>>,
    confirm: bool,
    marking: bool,
    makers: Option<Vec<Maker>>,
}

impl Options {
    fn read(value: &JsValue) -> Result<Self, JsError> {
        let get = |key: &str| match given(value) {
            Some(options) => field("options", options, key),
            None => Ok(JsValue::UNDEFINED),
        };
        let switch = |key: &str| -> Result<bool, JsError> {
            given(&get(key)?).map_or(Ok(true), |value| flag(key, value))
        };
        let seat = |key: &str| -> Result<Option<Seat>, JsError> {
            given(&get(key)?)
                .map(|value| read_seat(key, value))
                .transpose()
        };
        Ok(Self {
            pie: if switch("pie")? { Pie::On } else { Pie::Off },
            seats: ByPlayer {
                first: seat("first")?,
                second: seat("second")?,
            },
            confirm: switch("confirm")?,
            marking: switch("marking")?,
            makers: given(&get("makers")?)
                .map(|value| text("makers", value).map(|letters| read_makers(&letters)))
                .transpose()?,
        })
    }

    /// The session of a game that is new, or was not saved with its players.
    fn begin(self, record: Record, resumes: bool) -> BoardSession {
        let named = NewGame::resumed(record.clone());
        let seats = ByPlayer {
            first: self.seats.first.unwrap_or(named.seats.first),
            second: self.seats.second.unwrap_or(named.seats.second),
        };
        let mut game = if resumes && seats == named.seats {
            named
        } else if resumes {
            NewGame { seats, ..named }
        } else {
            NewGame::new(record, seats)
        };
        if let Some(makers) = self.makers {
            game.makers = makers;
        }
        let session = Session::new(game)
            .with_confirm(self.confirm)
            .with_marking(self.marking);
        BoardSession { session }
    }
}

/// `human`, or the number of a level.
fn read_seat(name: &str, value: &JsValue) -> Result<Seat, JsError> {
    let text = match (value.as_string(), value.as_f64()) {
        (Some(text), _) => text,
        (None, Some(number)) => number.to_string(),
        (None, None) => String::new(),
    };
    text.parse::<Seat>()
        .map_err(|error| JsError::new(&format!("{name}: {error}")))
}

/// One letter for each move: `c` for the computer, anything else for a person.
fn read_makers(letters: &str) -> Vec<Maker> {
    let maker = |letter| match letter {
        'c' => Maker::Computer,
        _ => Maker::Person,
    };
    letters.chars().map(maker).collect()
}

/// A game at the board: who plays, what a tap does, what waits for Confirm, what Undo takes back, and what is said.
///
/// Methods that stand for what a person does return the effects that the page has to carry out, in order.
#[wasm_bindgen]
pub struct BoardSession {
    session: Session,
}

#[wasm_bindgen]
impl BoardSession {
    /// A new game.
    ///
    /// @throws when the game cannot be played on this size, or an option is wrong; the message names it
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "Kind")] kind: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] columns: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] rows: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "BoardOptions")] options: &JsValue,
    ) -> Result<BoardSession, JsError> {
        let kind: GameKind = text("kind", kind)?.parse().map_err(error)?;
        let size = format!("{}x{}", side("columns", columns)?, side("rows", rows)?);
        let size = kind.parse_size(&size).map_err(error)?;
        let options = Options::read(options)?;
        let start = AnyPosition::start(kind, size, options.pie).map_err(error)?;
        Ok(options.begin(Record::new(start), false))
    }

    /// A new game that begins from a position line.
    ///
    /// @throws when the line is no position, or an option is wrong
    #[wasm_bindgen(js_name = fromPosition)]
    pub fn from_position(
        #[wasm_bindgen(unchecked_param_type = "Kind")] kind: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] line: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "BoardOptions")] options: &JsValue,
    ) -> Result<BoardSession, JsError> {
        let kind: GameKind = text("kind", kind)?.parse().map_err(error)?;
        let line = text("line", line)?;
        let options = Options::read(options)?;
        let start = AnyPosition::parse(kind, &line, options.pie).map_err(error)?;
        Ok(options.begin(Record::new(start), false))
    }

    /// The game that a record holds, with its names and date. The players are those that the record names, unless
    /// the options name others.
    ///
    /// @throws when the text is no record; the message names line and column
    #[wasm_bindgen(js_name = fromRecord)]
    pub fn from_record(
        #[wasm_bindgen(unchecked_param_type = "string")] record: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "BoardOptions")] options: &JsValue,
    ) -> Result<BoardSession, JsError> {
        let record: Record = text("record", record)?.parse().map_err(error)?;
        Ok(Options::read(options)?.begin(record, true))
    }

    /// Everything there is to draw.
    #[wasm_bindgen(unchecked_return_type = "BoardView")]
    pub fn view(&self) -> JsValue {
        view(&self.session)
    }

    /// The legal moves in the position on the screen.
    #[wasm_bindgen(unchecked_return_type = "readonly MoveInfo[]")]
    pub fn legal(&self) -> JsValue {
        legal_moves(self.session.shown_position())
    }

    /// The moves of the game so far as text.
    pub fn moves(&self) -> Vec<String> {
        let moves = self.session.record().moves().iter();
        moves.map(ToString::to_string).collect()
    }

    /// The points as they name themselves to a screen reader, a1 first: `c3, stone, placed last`.
    pub fn labels(&self) -> Vec<String> {
        let view = self.session.view();
        points_in_order(view.size)
            .map(|point| self.session.label(&view, point))
            .collect()
    }

    /// Whose turn it is, the counts and the result in sentences, to be said again on request.
    pub fn summary(&self) -> String {
        self.session.summary()
    }

    /// The record as text, up to `ply` moves if that is given.
    ///
    /// @throws when `ply` is no number of moves
    pub fn record(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] ply: &JsValue,
    ) -> Result<String, JsError> {
        let mut record = self.session.record().clone();
        if let Some(ply) = given(ply) {
            let ply = whole("ply", ply, 0, u32::MAX)? as usize;
            while record.moves().len() > ply {
                record.undo();
            }
        }
        Ok(record.to_string())
    }

    /// Who made each move, one letter each: `p` a person, `c` the computer. The option `makers` reads it back.
    pub fn makers(&self) -> String {
        let letter = |maker: &Maker| match maker {
            Maker::Person => 'p',
            Maker::Computer => 'c',
        };
        self.session.makers().iter().map(letter).collect()
    }

    /// Writes the date, as `2026-11-29`, into the record.
    ///
    /// @throws when it is not a string
    #[wasm_bindgen(js_name = setDate)]
    pub fn set_date(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] date: &JsValue,
    ) -> Result<(), JsError> {
        self.session.set_date(&text("date", date)?);
        Ok(())
    }

    /// Whether New game would ask first: a person has moved, and the game is not over.
    #[wasm_bindgen(js_name = wouldBeMissed)]
    pub fn would_be_missed(&self) -> bool {
        self.session.would_be_missed()
    }

    /// The page is ready: a level whose turn it is is asked.
    #[wasm_bindgen(unchecked_return_type = "readonly BoardEffect[]")]
    pub fn begin(&mut self) -> JsValue {
        self.send(Input::Begin)
    }

    /// A tap on a point, `"between"` the points, or `"off"` the board.
    ///
    /// @throws when the target is none of these
    #[wasm_bindgen(unchecked_return_type = "readonly BoardEffect[]")]
    pub fn tap(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number | \"between\" | \"off\"")] target: &JsValue,
    ) -> Result<JsValue, JsError> {
        let target = match target.as_string().as_deref() {
            Some("between") => Target::Between,
            Some("off") => Target::Off,
            _ => Target::Point(self.read_point("target", target)?),
        };
        Ok(self.send(Input::Tap(target)))
    }

    /// The Confirm button.
    #[wasm_bindgen(unchecked_return_type = "readonly BoardEffect[]")]
    pub fn confirm(&mut self) -> JsValue {
        self.send(Input::Confirm)
    }

    /// Takes back what is chosen or waits for Confirm.
    #[wasm_bindgen(unchecked_return_type = "readonly BoardEffect[]")]
    pub fn cancel(&mut self) -> JsValue {
        self.send(Input::Cancel)
    }

    /// The Undo button.
    #[wasm_bindgen(unchecked_return_type = "readonly BoardEffect[]")]
    pub fn undo(&mut self) -> JsValue {
        self.send(Input::Undo)
    }

    /// A whole move as text, made at once. One that is not legal is refused, with the reason in the status.
    ///
    /// @throws when the text is no move
    #[wasm_bindgen(unchecked_return_type = "readonly BoardEffect[]")]
    pub fn play(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    ) -> Result<JsValue, JsError> {
        let play = crate::arguments::text("move", text)?;
        let play = AnyMove::parse(self.session.kind(), &play).map_err(error)?;
        Ok(self.send(Input::Play(play)))
    }

    /// White takes over Black.
    #[wasm_bindgen(js_name = takeOver, unchecked_return_type = "readonly BoardEffect[]")]
    pub fn take_over(&mut self) -> JsValue {
        self.send(Input::TakeOver)
    }

    /// White stays White.
    #[wasm_bindgen(unchecked_return_type = "readonly BoardEffect[]")]
    pub fn stay(&mut self) -> JsValue {
        self.send(Input::Stay)
    }

    /// Asks for a hint.
    #[wasm_bindgen(unchecked_return_type = "readonly BoardEffect[]")]
    pub fn hint(&mut self) -> JsValue {
        self.send(Input::Hint)
    }

    /// Ends the search; a level whose turn it is then waits for `goOn`.
    #[wasm_bindgen(unchecked_return_type = "readonly BoardEffect[]")]
    pub fn stop(&mut self) -> JsValue {
        self.send(Input::Stop)
    }

    /// Lets a level that was stopped go on.
    #[wasm_bindgen(js_name = goOn, unchecked_return_type = "readonly BoardEffect[]")]
    pub fn go_on(&mut self) -> JsValue {
        self.send(Input::GoOn)
    }

    /// Shows another position of the game: the one after so many moves, or a step from this one.
    ///
    /// @throws when there is no such step
    #[wasm_bindgen(unchecked_return_type = "readonly BoardEffect[]")]
    pub fn step(
        &mut self,
        #[wasm_bindgen(
            unchecked_param_type = "number | \"first\" | \"back\" | \"forward\" | \"last\""
        )]
        to: &JsValue,
    ) -> Result<JsValue, JsError> {
        let step = match to.as_string().as_deref() {
            Some("first") => Step::First,
            Some("back") => Step::Back,
            Some("forward") => Step::Forward,
            Some("last") => Step::Last,
            _ => Step::To(whole("step", to, 0, u32::MAX)? as usize),
        };
        Ok(self.send(Input::Step(step)))
    }

    /// Other players from now on.
    ///
    /// @throws when one is neither `"human"` nor a level from 1 to 6
    #[wasm_bindgen(js_name = setSeats, unchecked_return_type = "readonly BoardEffect[]")]
    pub fn set_seats(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Seat")] first: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Seat")] second: &JsValue,
    ) -> Result<JsValue, JsError> {
        let seats = ByPlayer {
            first: read_seat("first", first)?,
            second: read_seat("second", second)?,
        };
        Ok(self.send(Input::Seats(seats)))
    }

    /// Switches Confirm on or off.
    ///
    /// @throws when `on` is not a boolean
    #[wasm_bindgen(js_name = setConfirm, unchecked_return_type = "readonly BoardEffect[]")]
    pub fn set_confirm(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "boolean")] on: &JsValue,
    ) -> Result<JsValue, JsError> {
        let on = flag("on", on)?;
        Ok(self.send(Input::SetConfirm(on)))
    }

    /// Switches the marking of illegal points on or off.
    ///
    /// @throws when `on` is not a boolean
    #[wasm_bindgen(js_name = setMarking, unchecked_return_type = "readonly BoardEffect[]")]
    pub fn set_marking(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "boolean")] on: &JsValue,
    ) -> Result<JsValue, JsError> {
        let on = flag("on", on)?;
        Ok(self.send(Input::SetMarking(on)))
    }

    /// Begins the game of another session in this one, or asks first: then send `discard` or `keepPlaying`.
    /// The settings of this session stay.
    #[wasm_bindgen(js_name = newGame, unchecked_return_type = "readonly BoardEffect[]")]
    pub fn new_game(&mut self, other: &BoardSession) -> JsValue {
        let session = &other.session;
        let game = NewGame {
            record: session.record().clone(),
            seats: session.seats(),
            makers: session.makers().to_vec(),
        };
        self.send(Input::NewGame(Box::new(game)))
    }

    /// Yes, this game may be discarded.
    #[wasm_bindgen(unchecked_return_type = "readonly BoardEffect[]")]
    pub fn discard(&mut self) -> JsValue {
        self.send(Input::Discard)
    }

    /// No, this game goes on.
    #[wasm_bindgen(js_name = keepPlaying, unchecked_return_type = "readonly BoardEffect[]")]
    pub fn keep_playing(&mut self) -> JsValue {
        self.send(Input::KeepPlaying)
    }

    /// What a level thinks so far: a `Progress`.
    ///
    /// @throws when an argument has a wrong type
    #[wasm_bindgen(unchecked_return_type = "readonly BoardEffect[]")]
    pub fn progress(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] ticket: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "ThoughtInfo")] thought: &JsValue,
    ) -> Result<JsValue, JsError> {
        let ticket = read_ticket(ticket)?;
        let thought = self.read_thought("thought", thought, "best")?;
        Ok(self.send(Input::Progress { ticket, thought }))
    }

    /// What a level chose: a `ChoiceInfo`. An answer that comes too late changes nothing.
    ///
    /// @throws when an argument has a wrong type
    #[wasm_bindgen(unchecked_return_type = "readonly BoardEffect[]")]
    pub fn answer(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] ticket: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "AnswerInfo")] choice: &JsValue,
    ) -> Result<JsValue, JsError> {
        let ticket = read_ticket(ticket)?;
        let answer = self.read_thought("choice", choice, "move")?;
        Ok(self.send(Input::Answer { ticket, answer }))
    }

    /// A level could not answer; the reason is a few words without a full stop.
    ///
    /// @throws when an argument has a wrong type
    #[wasm_bindgen(unchecked_return_type = "readonly BoardEffect[]")]
    pub fn failed(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] ticket: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] reason: &JsValue,
    ) -> Result<JsValue, JsError> {
        let ticket = read_ticket(ticket)?;
        let reason = text("reason", reason)?;
        Ok(self.send(Input::Failed { ticket, reason }))
    }
}

fn read_ticket(value: &JsValue) -> Result<Ticket, JsError> {
    whole("ticket", value, 0, u32::MAX).map(|ticket| Ticket(ticket.into()))
}

/// The points row by row from a1.
fn points_in_order(size: Size) -> impl Iterator<Item = Point> {
    (0..size.rows()).flat_map(move |row| {
        (0..size.columns()).filter_map(move |column| Point::from_indices(column, row))
    })
}

impl BoardSession {
    fn send(&mut self, input: Input) -> JsValue {
        let size = self.session.position().size();
        array(effects(self.session.handle(input), size))
    }

    fn read_point(&self, name: &str, value: &JsValue) -> Result<Point, JsError> {
        let size = self.session.position().size();
        let last = u32::try_from(size.points() - 1).unwrap_or(u32::MAX);
        let number = whole(name, value, 0, last)?;
        let columns = u32::from(size.columns());
        let index = |number| u8::try_from(number).unwrap_or(u8::MAX);
        Point::from_indices(index(number % columns), index(number / columns))
            .ok_or_else(|| JsError::new(&format!("{name}: there is no point {number}")))
    }

    /// A `ThoughtInfo` or `AnswerInfo`, whose move is called `key`.
    fn read_thought(&self, name: &str, value: &JsValue, key: &str) -> Result<Thought, JsError> {
        let get = |key| field(name, value, key);
        let best = match given(&get(key)?) {
            Some(play) => AnyMove::parse(self.session.kind(), &text(key, play)?).ok(),
            None => None,
        };
        let known = match get("value")?.as_string().as_deref() {
            Some("win") => Value::Win,
            Some("loss") => Value::Loss,
            _ => Value::Unknown,
        };
        Ok(Thought {
            value: known,
            expected: get("expected")?.as_f64().unwrap_or(0.5),
            ..Thought::new(best)
        })
    }
}
