//! The rules of **Black Narrows** (August 2026) and **Narrows** (May 2026), two games by Mark Steere
//! (<https://marksteeregames.com>), on bitboards.
//!
//! The crate holds what is true of the games and nothing else: positions, moves, notation, records,
//! symmetries and counting. It is `no_std` with `alloc`, so that no clock, thread, printing or file
//! can creep in. Search lives in `narrows-ai`.
//!
//! ```
//! use narrows_core::{Game, Player, black_narrows::BlackNarrows};
//!
//! let mut position: BlackNarrows<1> = "5/1x3/5/xx3".parse()?;
//! assert_eq!(position.to_move(), Player::Second);
//! position.play("d3".parse()?)?;
//! assert_eq!(position.to_string(), "5/1x1x1/5/xx3");
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # Floors
//! Each module imports only modules above it in this list: [`geometry`], [`bitboard`], [`region`] and
//! [`symmetry`], [`player`], `kind`, [`game`], [`notation`], [`black_narrows`] and [`narrows`] (never each
//! other), [`any`] (the choice of game and width at run time), [`record`] and [`perft`](mod@perft).
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(
    clippy::cast_lossless,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss
)]

extern crate alloc;

#[macro_use]
pub mod any;
pub mod bitboard;
pub mod black_narrows;
pub mod game;
pub mod geometry;
mod kind;
pub mod narrows;
pub mod notation;
pub mod perft;
pub mod player;
pub mod record;
pub mod region;
pub mod symmetry;

#[cfg(feature = "serde")]
mod serialize;

/// Whose types are in signatures here: the random numbers of [`Game::playout`].
pub use rand;
/// Whose types are in signatures here: [`MoveList`].
pub use smallvec;

pub use any::{AnyMove, AnyPosition};
pub use bitboard::{Bitboard, Grid};
pub use black_narrows::BlackNarrows;
pub use game::{Game, Illegal, MoveList, PlayError};
pub use geometry::{Column, Direction, Point, Row, Size};
pub use kind::{GameKind, GameSizeError, ParseGameKindError};
pub use narrows::{Color, Move as NarrowsMove, Narrows, Pie};
pub use player::{ByPlayer, Outcome, Player};
pub use record::Record;
pub use symmetry::Symmetry;

/// The code of the README is compiled and run like any other example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
