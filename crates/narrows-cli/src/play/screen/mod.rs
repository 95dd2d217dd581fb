//! The game on the full screen. [`state`] knows what is shown and what a key means; [`layout`] knows
//! where; [`view`] draws; [`terminal`] is the thin part that touches the terminal, the clock and files.

mod charset;
mod layout;
mod menu;
mod state;
mod terminal;
#[cfg(test)]
mod tests;
mod theme;
mod view;
mod wrap;

use narrows_core::ByPlayer;
use narrows_play::{NewGame, Seat};

use super::save::Slot;
use crate::thinking::Budget;

pub use terminal::{restore_terminal, run};

/// What the screen begins with.
pub struct Options {
    /// The game the command line asks for.
    pub requested: Option<NewGame>,
    /// The unfinished game of last time.
    pub saved: Option<NewGame>,
    /// The players of a new game.
    pub who: ByPlayer<Seat>,
    /// Where the unfinished game is kept.
    pub slot: Option<Slot>,
    /// What a person should know at once.
    pub messages: Vec<String>,
    /// What a level may use.
    pub budget: Budget,
    /// Whether level 6 thinks in a person's time.
    pub ponder: bool,
    /// For the levels' random numbers.
    pub seed: u64,
}

/// What a person does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// A key.
    Key(Key),
    /// The main mouse button, at a column and a row of the screen.
    Click(u16, u16),
    /// The mouse wheel, in rows.
    Wheel(i16),
    /// The screen has a new number of columns and rows.
    Resize(u16, u16),
}

/// The keys that mean something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// An arrow.
    Up,
    /// An arrow.
    Down,
    /// An arrow.
    Left,
    /// An arrow.
    Right,
    /// Confirm.
    Enter,
    /// Leave.
    Escape,
    /// The next line of a menu.
    Tab,
    /// A page back, or a step back in the game.
    PageUp,
    /// A page on, or a step forward in the game.
    PageDown,
    /// The beginning.
    Home,
    /// The end.
    End,
    /// Takes back a typed character.
    Backspace,
    /// A letter, lower case, or another character.
    Char(char),
}
