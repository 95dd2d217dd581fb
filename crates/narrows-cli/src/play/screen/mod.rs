//! The game on the full screen. [`state`] knows what is shown and what a key means; [`layout`] knows
//! where; [`view`] draws; [`terminal`] is the thin part that touches the terminal, the clock and files.

mod layout;
mod menu;
mod state;
mod terminal;
#[cfg(test)]
mod tests;
mod theme;
mod view;

use narrows_core::ByPlayer;

use super::save::Slot;
use super::session::{Session, Who};
use crate::thinking::Budget;

pub use terminal::{restore_terminal, run};

/// What the screen begins with.
pub struct Options {
    /// The game the command line asks for.
    pub requested: Option<Session>,
    /// The unfinished game of last time.
    pub saved: Option<Session>,
    /// The players of a new game.
    pub who: ByPlayer<Who>,
    /// Where the unfinished game is kept.
    pub slot: Option<Slot>,
    /// What a person should know at once.
    pub messages: Vec<String>,
    /// What a level may use.
    pub budget: Budget,
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
    /// A letter, lower case, or another character.
    Char(char),
}
