//! Exact play of Narrows (a game by Mark Steere, marksteeregames.com), on boards of any size.
//!
//! [`NarrowsSolver`] says who wins a position, which captures win, and how long the game lasts; it keeps
//! its table from one position to the next. The [book](crate::solver::book) has the full boards solved so
//! far.
//!
//! # Method
//! - Depth-first search for win or loss. A position is named by the stones of the side to move and
//!   those of the other side, so all 4 or 8 symmetries of the board apply, also those that
//!   exchange the colors (lemma N3).
//! - Sets of points are words: one on boards of up to 64 points, two, three or eleven on larger ones. The code
//!   is the same for all.
//! - The table's key is the whole position: no answer rests on a hash. On boards of up to 64 points it is a number
//!   in base three, split into bucket and tag by a mapping that can be undone. The table grows as it fills: the
//!   search ends, the table is copied into a larger one, and the search, which keeps what it has learned of the order,
//!   finds there what it has proven.
//! - Linking captures are seen without playing them: a capture links exactly if its target is
//!   beside every component of the water that holds an own stone (the one that only held the
//!   capturing stone excepted). A node is expanded only if the mover cannot link at once, and
//!   captures after which the other side is linked or links next are dropped. What a capture does to the
//!   parts of both sides is told from one look at the position before it (`water.rs`), so that two plies cost
//!   a few floods in all; against threats to link only those captures are looked at that may prevent all of them.
//! - Those captures come first that leave few own parts, those that threaten to link, and those that have
//!   refuted positions of late. The first is searched at once; if it does not refute, the others are all looked up before
//!   one is searched (enhanced transposition cutoffs).
//! - The pie rule needs no search of its own (lemma N5): with the exchange on offer the mover wins,
//!   by the exchange exactly where the position without it is lost.
//! - The length of a decided game is found by asking for a growing number of plies.
//! - Beside the search, [`Layers`] holds every position that can arise from one, with its value,
//!   where they fit in memory: retrograde analysis by number of stones.
//!
//! # Example
//! ```
//! use narrows_ai::budget::{Limits, NEVER};
//! use narrows_ai::solver::narrows::{Layers, NarrowsSolver};
//! use narrows_ai::solver::{ExactSolver, Question};
//! use narrows_ai::value::Value;
//! use narrows_core::{Narrows, Pie, Size};
//!
//! let start = Narrows::<1>::start(Size::new(4, 3)?, Pie::Off)?;
//! let mut solver = NarrowsSolver::new(16 << 20)?;
//! let question = Question { all: true, ..Question::default() };
//! let answer = solver.answer(&start, question, &Limits::default(), NEVER);
//! assert!(answer.value.is_known());
//!
//! // Retrograde analysis of the same board agrees, and knows the length too.
//! let layers = Layers::new(&start, 16 << 20, &|| false)?;
//! let (value, plies) = layers.value(&start).ok_or("the start is in the layers")?;
//! assert_eq!(value, answer.value);
//! assert_eq!(solver.plies_to_end(&start, &Limits::default(), NEVER), Some(plies));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Floors
//! Each file imports only files above it in this list: `set`, `key`, `table`, `position`, `board`, `links`, `water`, `meter`,
//! `options`, `team`, `shared`, `expand`, `search`, `distance`, `root`, `stored` and `book`, `solver`, `problem`, `proof`; `layers` stands
//! on `links` alone.

mod board;
mod book;
mod distance;
mod expand;
mod key;
mod layers;
mod links;
mod meter;
mod options;
mod position;
#[cfg(feature = "store")]
mod problem;
mod proof;
mod root;
mod search;
mod set;
mod shared;
mod solver;
pub(super) mod stored;
mod table;
mod team;
mod water;

#[cfg(test)]
mod tests;

pub use layers::{Layer, Layers, LayersError};
pub use options::SearchOptions;
pub use solver::NarrowsSolver;
