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
