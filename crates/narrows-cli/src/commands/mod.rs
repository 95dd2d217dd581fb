//! The commands that answer and end, one module each: its arguments, its text, its JSON.

pub mod census;
pub mod hint;
pub mod perft;
pub mod rules;
pub mod show;
pub mod solve;
pub mod verify;
