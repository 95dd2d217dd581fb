//! Exact play of Narrows (a game by Mark Steere, marksteeregames.com) on boards of up to 64 points.
//!
//! [`Solver`] says who wins a position, which captures win, and how long the game lasts; it keeps
//! its table from one position to the next. It takes [`RawPosition`]s, or positions of the core
//! through [`ExactSolver`](crate::solver::ExactSolver). The [book](crate::solver::book) has the full boards solved so far.
//!
//! # Method
//! - Depth-first search for win or loss. A position is named by the stones of the side to move and
//!   those of the other side, so all 4 or 8 symmetries of the board apply, also those that
//!   exchange the colours (lemma N3).
//! - The table's key is the whole position, a number in base three split into bucket and tag by a
//!   mapping that can be undone. No answer rests on a hash. Entries are single atomic words on
//!   boards of up to 36 points (42 from 32 MiB on), else two words under a version counter.
//! - Linking captures are seen without playing them: a capture links exactly if its target is
//!   beside every component of the water that holds an own stone (the one that only held the
//!   capturing stone excepted). A node is expanded only if the mover cannot link at once, and
//!   captures after which the other side is linked or links next are dropped: two plies that cost
//!   a few floods.
//! - All children are looked up before any is searched (enhanced transposition cutoffs). Then come
//!   first those that leave few own parts, those that threaten to link, and captures that have
//!   refuted positions of late.
//! - The pie rule needs no search of its own (lemma N5): with the exchange on offer the mover wins,
//!   by the exchange exactly where the position without it is lost.
//! - The length of a decided game is found by asking for a growing number of plies.
//! - Beside the search, [`Layers`] holds every position that can arise from one, with its value,
//!   where they fit in memory: retrograde analysis by number of stones.
//!
//! # What was compared
//! All first captures without exchange decided, 64 MiB, one thread, one run on a busy machine:
//! nodes (seconds). The df-pn searches used the same threats, keys and cutoffs, the weak sum (maximum plus
//! number of open children less one), thresholds of 1 + 1/4, and started a position at 1 and 1, at
//! 1 and its number of safe replies, or at the number of own parts and safe replies plus twice
//! the other side's parts.
//!
//! | | 4x3 | 5x4 | 6x4 |
//! |---|---|---|---|
//! | depth-first (this one) | 13 | 5,098 (0.18) | 130,157 (0.96) |
//! | df-pn, 1 and 1 | 17 | 12,420 (0.10) | 359,222 (2.77) |
//! | df-pn, safe replies | 9 | 3,580 (0.07) | 87,108 (2.42) |
//! | df-pn, replies and parts | 9 | 3,420 (0.08) | 83,193 (2.26) |
//! | this one without cutoffs | 13 | 5,689 (0.15) | 150,830 (1.20) |
//! | without symmetry | 24 | 10,444 (0.19) | 252,495 (2.02) |
//! | without threats | 80 | 25,674 (0.22) | 701,305 (4.01) |
//! | without order | 17 | 31,405 (0.27) | 1,673,809 (7.48) |
//! | without all four | 188 | 333,218 (0.94) | 18,632,251 (76.8) |
//!
//! 6x5 alone (the first winning capture): this one 722,358 nodes; df-pn 1,171,998 with safe
//! replies, 3,343,869 with replies and parts. A df-pn node costs several times as much, since its
//! first numbers take a look at every reply. Searching the captures in rounds of growing budgets,
//! the other way to find the easiest win, took 4 to 15 million nodes on 6x5. Games end after
//! much the same number of plies on all branches, so there are no short wins for either to find.

mod adapter;
mod board;
mod book;
mod distance;
mod kept;
mod key;
mod layers;
mod options;
mod position;
mod proof;
mod search;
mod solver;
mod table;
mod team;

#[cfg(test)]
mod certificate_tests;
#[cfg(test)]
mod layers_tests;
#[cfg(test)]
mod slow;
#[cfg(all(test, feature = "threads"))]
mod team_tests;
#[cfg(test)]
mod tests;

pub use layers::{Layer, Layers, LayersError};
pub use options::Options;
pub use position::{Exchange, RawError, RawMove, RawPosition};
pub use solver::{Question, Solution, Solver};
