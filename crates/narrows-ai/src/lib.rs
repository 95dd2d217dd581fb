//! Search for **Black Narrows** and **Narrows**, two games by Mark Steere (<https://marksteeregames.com>):
//! Monte Carlo tree search, exact solvers, and the six levels that play with them.
//!
//! No search here reads a clock or starts a thread of its own accord: it takes [`budget::Limits`] and a
//! callback that says when to stop. Threads are behind a feature.
//!
//! # Floors
//! Each module imports only modules above it in this list: [`value`], [`budget`], [`evaluation`],
//! [`mcts`] and [`solver`], [`level`].
#![cfg_attr(docsrs, feature(doc_cfg))]
// Files and keys are read and written here. Rooms where every number is a count of points, nodes in memory or bits of a
// word allow casts for themselves; tests may be careless.
#![cfg_attr(
    not(test),
    warn(
        clippy::cast_lossless,
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_sign_loss
    )
)]

extern crate alloc;

pub mod budget;
mod checksum;
pub mod evaluation;
pub mod level;
pub mod mcts;
mod order;
pub mod solver;
pub mod value;
pub mod verify;

/// The code of the README is compiled and run like any other example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
