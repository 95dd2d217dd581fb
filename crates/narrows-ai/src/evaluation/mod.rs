//! What a game looks like to the searches: each game says it in a file of its own.
//!
//! A search needs more than the rules: the constants that suit the game, what a position is worth at a glance,
//! which move wins at once, and which moves look good. [`Evaluate`] is all that [`mcts`](crate::mcts) knows of
//! a game beside [`Game`], so a better evaluation of one game is a change to one file.
//!
//! ```
//! use narrows_ai::evaluation::Evaluate;
//! use narrows_core::Narrows;
//!
//! // A black stone on b2 links the others, c2 and b1.
//! let position: Narrows<1> = "bwb/wbw b -".parse()?;
//! assert_eq!(position.glance().win, Some("a2xb2".parse().unwrap()));
//! # Ok::<(), narrows_core::narrows::SetupError>(())
//! ```

mod black_narrows;
mod narrows;
mod parameters;

use narrows_core::Game;

pub use parameters::{Parameter, ParameterError, Parameters};

/// What is seen of a position without listing its moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glance<M> {
    /// The first move, in ascending order, that wins at once.
    pub win: Option<M>,
    /// What the player to move may expect, 0 (lost) to 1 (won).
    pub worth: f32,
}

/// A game that can be searched well.
pub trait Evaluate: Game {
    /// The constants of the search that measured best.
    const PARAMETERS: Parameters;

    /// Looks at a position in which the game is not over.
    fn glance(&self) -> Glance<Self::Move>;

    /// Calls `each` with every legal move, in ascending order, and with how good it looks: 0 means nothing is
    /// known, more is better.
    fn list_moves(&self, each: impl FnMut(Self::Move, i8));

    /// The number of legal moves.
    fn count_moves(&self) -> usize;
}
