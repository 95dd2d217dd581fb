#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

/// Search: exact solvers, Monte Carlo tree search, the six levels.
pub use narrows_ai as ai;
/// Matches between players, and what they prove.
#[cfg(feature = "arena")]
pub use narrows_arena as arena;
/// The rules in full: what is re-exported here by itself, and the rest.
pub use narrows_core as rules;

pub use narrows_core::{
    AnyMove, AnyPosition, Bitboard, BlackNarrows, ByPlayer, Color, Column, Direction, Game,
    GameKind, Grid, Illegal, MoveList, Narrows, NarrowsMove, Outcome, Pie, PlayError, Player,
    Point, Record, Row, Size, Symmetry, with_position,
};

/// What most programs need: `use narrows::prelude::*;`.
///
/// ```
/// use narrows::prelude::*;
///
/// let start = AnyPosition::start(GameKind::BlackNarrows, "5x4".parse()?, Pie::On)?;
/// let mut engine = Engine::new("1".parse::<Level>()?, 1);
/// let choice = engine.choose(&start, &Limits::default(), NEVER, &|_| {});
/// let mut game = Record::new(start);
/// game.play(choice.play.expect("the game is not over"))?;
/// assert_eq!(game.position().to_move(), Player::Second);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod prelude {
    pub use narrows_ai::budget::{Limits, NEVER};
    pub use narrows_ai::level::{Engine, Level};
    pub use narrows_ai::solver::{AnySolver, Question};
    pub use narrows_ai::value::Value;
    pub use narrows_core::{
        AnyMove, AnyPosition, ByPlayer, Color, Game, GameKind, Outcome, Pie, Player, Point, Record,
        Size, with_position,
    };
}
