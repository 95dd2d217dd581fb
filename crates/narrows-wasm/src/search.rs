//! Levels and the solver. A search runs until it is done or its time is up; it is meant for a worker,
//! which is ended to cancel it.

use std::cell::RefCell;

use js_sys::Function;
use narrows_ai::budget::Limits;
use narrows_ai::level::{self, Choice, Engine, Level};
use narrows_ai::solver::{AnySolver, Question};
use narrows_ai::value::Value;
use narrows_core::{AnyPosition, Record};
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use crate::arguments::{flag, function, given, milliseconds, text, whole};
use crate::values::{array, number, object};

/// What trees and tables of a level may take.
const LEVEL_MEMORY: usize = 192 << 20;
/// What the solver's table takes.
const SOLVER_MEMORY: usize = 64 << 20;
/// Levels 1 to 5 are done long before; this many milliseconds end them on the slowest device.
const QUICK: f64 = 2000.0;
/// Milliseconds between two reports of progress.
const BETWEEN_REPORTS: f64 = 100.0;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since some moment; never goes backwards.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// The search that runs: when it must end, and who is told how it goes.
struct Watch {
    begun: f64,
    budget: f64,
    reported: f64,
    best: Option<String>,
    expected: f64,
    playouts: u64,
    callback: Option<Function>,
}

thread_local! {
    // The engine's callbacks must be `Sync`, which a JavaScript function is not: they find it here.
    static WATCH: RefCell<Option<Watch>> = const { RefCell::new(None) };
}

impl Watch {
    fn start(budget: f64, callback: Option<Function>) {
        let begun = now();
        let watch = Self {
            begun,
            budget,
            reported: begun,
            best: None,
            expected: 0.5,
            playouts: 0,
            callback,
        };
        WATCH.with(|slot| *slot.borrow_mut() = Some(watch));
    }

    fn end() {
        WATCH.with(|slot| *slot.borrow_mut() = None);
    }

    /// Whether the time is up. Reports progress on the way.
    fn is_over() -> bool {
        let mut report = None;
        let over = WATCH.with(|slot| {
            let mut slot = slot.borrow_mut();
            let Some(watch) = slot.as_mut() else {
                return true;
            };
            let time = now();
            if time - watch.reported >= BETWEEN_REPORTS {
                watch.reported = time;
                report = watch
                    .callback
                    .clone()
                    .map(|call| (call, watch.progress(time)));
            }
            time - watch.begun >= watch.budget
        });
        if let Some((callback, progress)) = report {
            // A callback that throws does not end the search.
            let _thrown = callback.call1(&JsValue::NULL, &progress);
        }
        over
    }

    fn note(standing: &level::Progress) {
        WATCH.with(|slot| {
            if let Some(watch) = slot.borrow_mut().as_mut() {
                watch.best = standing.best.map(|best| best.to_string());
                watch.expected = standing.expected;
                watch.playouts = standing.playouts;
            }
        });
    }

    fn progress(&self, time: f64) -> JsValue {
        object([
            ("elapsed", (time - self.begun).into()),
            ("budget", self.budget.into()),
            (
                "best",
                self.best.as_deref().map_or(JsValue::NULL, JsValue::from),
            ),
            ("expected", self.expected.into()),
            ("playouts", number(self.playouts)),
        ])
    }
}

/// The position at the end of a record, where a move is to be made.
fn open_position(record: &JsValue) -> Result<AnyPosition, JsError> {
    let record: Record = text("record", record)?.parse().map_err(JsError::from)?;
    if record.position().is_over() {
        return Err(JsError::new("the game is over"));
    }
    Ok(record.position().clone())
}

fn read_level(value: &JsValue) -> Result<Level, JsError> {
    let number = whole("level", value, 0, u32::MAX)?;
    let level = u8::try_from(number).ok().and_then(Level::new);
    level.ok_or_else(|| JsError::new(&format!("a level is 1 to 6, not {number}")))
}

/// A computer player of one of the six levels. It keeps what it learnt from one move to the next.
#[wasm_bindgen]
pub struct Player {
    engine: Engine,
}

#[wasm_bindgen]
impl Player {
    /// A player of a level, 1 to 6. Levels 1 to 5 repeat exactly with the same seed and the same calls.
    ///
    /// @throws when there is no such level
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "number")] level: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] seed: &JsValue,
    ) -> Result<Player, JsError> {
        let level = read_level(level)?;
        let seed = whole("seed", seed, 0, u32::MAX)?;
        Ok(Self {
            engine: Engine::new(level, seed.into()),
        })
    }

    /// Chooses a move in the game that a record holds. `budget` is how many milliseconds level 6 may
    /// think; the others take what they need, level 5 at most about two seconds.
    ///
    /// @throws when the record is wrong or its game is over
    #[wasm_bindgen(unchecked_return_type = "ChoiceInfo")]
    pub fn choose(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] record: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] budget: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "((progress: Progress) => void) | null")]
        progress: &JsValue,
    ) -> Result<JsValue, JsError> {
        let position = open_position(record)?;
        let budget = milliseconds("budget", budget)?;
        let progress = function("progress", progress)?;
        let unbeatable = self.engine.level() == Level::UNBEATABLE;
        let limits = Limits {
            memory_bytes: LEVEL_MEMORY,
            ..Limits::default()
        };
        Watch::start(if unbeatable { budget } else { QUICK }, progress);
        let choice = self
            .engine
            .choose(&position, &limits, &Watch::is_over, &Watch::note);
        Watch::end();
        choice_info(&choice)
    }
}

fn choice_info(choice: &Choice) -> Result<JsValue, JsError> {
    let Some(play) = choice.play else {
        return Err(JsError::new("the game is over"));
    };
    let line = choice.principal_variation.iter();
    Ok(object([
        ("move", play.to_string().into()),
        ("solved", choice.is_solved().into()),
        ("value", choice.value.name().into()),
        ("expected", choice.expected.into()),
        ("playouts", number(choice.playouts)),
        ("nodes", number(choice.nodes)),
        (
            "principalVariation",
            array(line.map(|any| any.to_string().into())),
        ),
    ]))
}

/// An exact solver. It keeps what it has proven from one position to the next.
#[wasm_bindgen]
pub struct Solver {
    solver: AnySolver,
}

#[wasm_bindgen]
impl Solver {
    /// A solver with an empty table of 64 MiB.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::new_without_default, reason = "JavaScript only knows `new`")]
    pub fn new() -> Solver {
        Self {
            solver: AnySolver::with_memory_at_most(SOLVER_MEMORY),
        }
    }

    /// Finds the value of every move in the game that a record holds, as far as `budget` milliseconds
    /// allow; what was not found is `unknown`. With `all` false it stops as soon as the position's own
    /// value is known, which is much sooner.
    ///
    /// @throws when the record is wrong or its game is over
    #[wasm_bindgen(unchecked_return_type = "SolutionInfo")]
    pub fn solve(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] record: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] budget: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "((progress: Progress) => void) | null")]
        progress: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "boolean")] all: &JsValue,
    ) -> Result<JsValue, JsError> {
        let position = open_position(record)?;
        let budget = milliseconds("budget", budget)?;
        let progress = function("progress", progress)?;
        let question = Question {
            all: given(all).map_or(Ok(true), |all| flag("all", all))?,
            nimber: false,
        };
        Watch::start(budget, progress);
        let answer = self
            .solver
            .solve(&position, question, &Limits::default(), &Watch::is_over);
        Watch::end();
        let value = |value: Value| JsValue::from(value.name());
        let best = answer.best.iter().map(|any| any.to_string().into());
        let moves = answer.moves.iter().map(|(any, known)| {
            object([("move", any.to_string().into()), ("value", value(*known))])
        });
        Ok(object([
            ("value", value(answer.value)),
            ("best", array(best)),
            ("moves", array(moves)),
            ("nodes", number(answer.nodes)),
        ]))
    }
}

/// The move of a level in the game that a record holds, by a `Player` that is new to it.
///
/// @throws when there is no such level, the record is wrong or its game is over
#[wasm_bindgen(unchecked_return_type = "ChoiceInfo")]
pub fn think(
    #[wasm_bindgen(unchecked_param_type = "string")] record: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "number")] level: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "number")] budget: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "number")] seed: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "((progress: Progress) => void) | null")]
    progress: &JsValue,
) -> Result<JsValue, JsError> {
    Player::new(level, seed)?.choose(record, budget, progress)
}

/// The value of every move in the game that a record holds, by a `Solver` that is new to it.
///
/// @throws when the record is wrong or its game is over
#[wasm_bindgen(unchecked_return_type = "SolutionInfo")]
pub fn solve(
    #[wasm_bindgen(unchecked_param_type = "string")] record: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "number")] budget: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "((progress: Progress) => void) | null")]
    progress: &JsValue,
) -> Result<JsValue, JsError> {
    Solver::new().solve(record, budget, progress, &JsValue::UNDEFINED)
}
