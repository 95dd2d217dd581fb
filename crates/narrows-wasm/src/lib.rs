//! Black Narrows and Narrows, two games by Mark Steere (<https://marksteeregames.com>), for WebAssembly.
//!
//! A thin handle over the engine: small values in, typed values out, no rules. [`Game`] holds a game in
//! progress with its record; [`BoardSession`] is a game as people play it at the board, and [`think`] and [`solve`] search and are meant to run in a worker, which is
//! ended to cancel them. Every error is thrown with the engine's message. A panic is thrown as an error
//! that begins with "the engine failed", never as a bare "unreachable".
//!
//! The TypeScript declarations of the values are in `src/types.d.ts`.
#![allow(
    missing_debug_implementations,
    reason = "these types are seen from JavaScript alone"
)]

mod arguments;
mod board;
mod board_values;
mod game;
mod panic;
mod search;
mod values;

pub use board::BoardSession;
pub use game::{Game, allowed_rows};
pub use search::{Player, Solver, solve, think};

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &'static str = include_str!("types.d.ts");

/// Runs once when the module is instantiated.
#[wasm_bindgen(start)]
fn start() {
    panic::install();
}
