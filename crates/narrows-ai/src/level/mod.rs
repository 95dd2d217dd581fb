//! The six computer levels, for both games.
//!
//! | level | how it plays |
//! |---|---|
//! | 1 | at random |
//! | 2 to 5 | Monte Carlo tree search with 8, 32, 128 and 512 playouts a move |
//! | 5 | solves the position exactly once 24 or fewer moves are legal |
//! | 6 | searches until it is stopped and solves the position exactly as soon as it can, which ends the search |
//!
//! Levels 5 and 6 open solved boards by the book ([`crate::solver`]).
//!
//! # What makes level 6 strong at Black Narrows, and what did not
//!
//! On 8x8 a position some 12 to 16 plies before the end is won for the player to move more often than not, but
//! by one to four of 30 to 40 moves. Who knows the winning move first has mostly won; whoever has to be lucky
//! before that, mostly is not. Measured on 167 won 8x8 positions with 26 to 42 moves from games against `treant`,
//! two seeds each, as the share in which the win is kept (a random move: 16.5 %), with times of the processor:
//!
//! | what | kept |
//! |---|---|
//! | search alone, 100 / 1,000 / 10,000 playouts (150 of the positions) | 23 / 28 / 47 % |
//! | search alone, 25 ms, exploration 0.3 | 40 % |
//! | the same, new nodes with up to 10 / 14 / 16 / 18 moves answered exactly | 42 / 45 / 49 / 49 % |
//! | up to 16 moves, exploration 0.4 / 0.5 | 51 / 45 % |
//! | level 6, 50 ms, before: 67 % of the positions solved | 74 % |
//! | level 6, 50 ms, exact leaves up to 16 moves and a quicker table: 73 % solved | 79 % |
//! | the same with exploration 0.4: 74 % solved | 80 % |
//! | the same with 6 / 3 instead of 16 solver positions a playout | 79 / 77 % |
//!
//! In lost positions (one winning move further, 18 to 34 moves left), how often a search of 4,000 playouts then
//! errs: about 50 % of the time, with 128 to 512 playouts of the model opponent and with its choice taken as
//! proportional to visits, their square or their cube; 41 % if up to 1,000 positions go into each reply. In games
//! against `treant` 10 of 31 lost positions were turned that way, and 6 of 35 by what was done before (leaving
//! the opponent the smallest share of replies that win): a small sample of builds that differ in more than that.
//!
//! Tried, measured, left out: giving each root move a small share of the solver's positions before any is
//! solved in depth (ply 18 of 40 games solved within 64,000 positions: 29 instead of 36); replies that refute one
//! root move refuting the other (1 % fewer positions); ordering root moves by a search of 300 playouts instead
//! of by replies (the first winning move comes after 18 % instead of 19 % of the moves); before the solver sees
//! the end, moves that leave few replies, many, or small parts (72, 76 and 66 % against `treant` in 25 pairs,
//! 82 % without). All-moves-as-first statistics were **not** tried.

mod resist;
mod searcher;
mod think;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;

use narrows_core::{AnyMove, AnyPosition, with_position};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::budget::{Limits, Stop};
use crate::solver::typed;
use crate::value::Value;
use think::Thinker;

/// One of the six levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Self; 6] = [Self(1), Self(2), Self(3), Self(4), Self(5), Self(6)];

    /// The strongest level.
    pub const UNBEATABLE: Self = Self(6);

    /// The level with a number from 1 to 6.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if matches!(number, 1..=6) {
            Some(Self(number))
        } else {
            None
        }
    }

    /// The number, 1 to 6.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The name shown to people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.0 {
            1 => "level 1",
            2 => "level 2",
            3 => "level 3",
            4 => "level 4",
            5 => "level 5",
            _ => "level 6, Unbeatable",
        }
    }

    /// The playouts of each move at levels 2 to 5.
    #[must_use]
    pub const fn playouts(self) -> Option<u64> {
        match self.0 {
            2 => Some(8),
            3 => Some(32),
            4 => Some(128),
            5 => Some(512),
            _ => None,
        }
    }
}

/// How a search stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// The move that looks best so far.
    pub best: Option<AnyMove>,
    /// The expected result for the player to move, 0 (lost) to 1 (won).
    pub expected: f64,
    /// The playouts so far.
    pub playouts: u64,
}

/// The move a level makes, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move; `None` only if the game is over.
    pub play: Option<AnyMove>,
    /// What is proven about the position, for the player to move.
    pub value: Value,
    /// The expected result for the player to move, 0 (lost) to 1 (won), as far as the level looked.
    pub expected: f64,
    /// The playouts of the search.
    pub playouts: u64,
    /// Positions expanded by the exact solver, and nodes of the search graph.
    pub nodes: u64,
    /// The line the level expects, its move first.
    pub principal_variation: Vec<AnyMove>,
}

impl Choice {
    /// Whether the position is solved.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.value.is_known()
    }
}

/// A computer player. It keeps what it knows from one move to the next.
pub struct Engine {
    level: Level,
    book: bool,
    random: Xoshiro256PlusPlus,
    /// The [`Thinker`] of the concrete position type of the game at hand.
    thinker: Option<Box<dyn Any + Send>>,
}

impl Engine {
    /// A player of a level. Levels 1 to 5, and every search with a number of playouts, repeat exactly with the
    /// same seed, whatever the machine.
    #[must_use]
    pub fn new(level: Level, seed: u64) -> Self {
        Self {
            level,
            book: true,
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            thinker: None,
        }
    }

    /// The same player without the book of solved boards: levels 5 and 6 find everything out for themselves.
    #[must_use]
    pub fn without_book(mut self) -> Self {
        self.book = false;
        self
    }

    /// The level this player plays at.
    #[must_use]
    pub fn level(&self) -> Level {
        self.level
    }

    /// Chooses a move.
    ///
    /// Levels 2 to 5 make their own number of playouts, or `limits.playouts` if that is given. Level 6
    /// searches until `stop` says so, the playouts are used up, or the position is solved; it uses
    /// `limits.threads` threads unless a number of playouts is given, which makes it repeat exactly.
    /// `progress` is told now and then how the search of level 6 stands.
    pub fn choose(
        &mut self,
        position: &AnyPosition,
        limits: &Limits,
        stop: Stop,
        progress: &(dyn Fn(&Progress) + Sync),
    ) -> Choice {
        let (level, book, random) = (self.level, self.book, &mut self.random);
        with_position!(position, position => {
            let thinker = typed(&mut self.thinker, || Thinker::new(book));
            thinker.choose(level, position, limits, random, stop, progress)
        })
    }
}
