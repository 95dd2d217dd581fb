//! One game of **Black Narrows** or **Narrows** at the board, without a screen: who has which side, what a tap
//! does, what waits for Confirm, what Undo takes back, when a level is asked for a move, and what is said.
//!
//! A front end sends [`Input`]s to a [`Session`], carries out the [`Effect`]s that come back, and draws the
//! [`View`]. The session knows no clock, screen, file or thread; the browser page and the terminal share it.
//! (The model is the headless state of lichess's chessground.)
//!
//! ```
//! use narrows_core::{AnyPosition, ByPlayer, GameKind, Pie, Record};
//! use narrows_play::{Effect, Input, NewGame, Seat, Session, Target, Thought};
//!
//! let start = AnyPosition::start(GameKind::BlackNarrows, "5x4".parse()?, Pie::On)?;
//! let seats = ByPlayer { first: Seat::Human, second: "3".parse()? };
//! let mut session = Session::new(NewGame::new(Record::new(start), seats));
//!
//! // With Confirm on, a tap shows the stone and a second tap places it.
//! session.handle(Input::Tap(Target::Point("c3".parse()?)));
//! assert_eq!(session.view().waiting.map(|play| play.to_string()), Some("c3".into()));
//! let effects = session.handle(Input::Tap(Target::Point("c3".parse()?)));
//!
//! // Now it is the turn of level 3: the front end lets it think and sends the answer.
//! let asked = effects.iter().find_map(|effect| match effect {
//!     Effect::AskLevel { ticket, level, .. } => Some((*ticket, *level)),
//!     _ => None,
//! });
//! let (ticket, level) = asked.ok_or("nobody was asked")?;
//! assert_eq!(level.number(), 3);
//! let answer = Thought::new(session.position().legal_moves().first().copied());
//! session.handle(Input::Answer { ticket, answer });
//! assert_eq!(session.view().status.text, "Level 3 placed a1. Your turn.");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//! Each imports only modules above it in this list: `seat`, `message` (inputs and effects), `history`, `session`
//! with what it does (`tap`, `turn`, `computer`, `replace`), `words`, `view`, `label`.

mod computer;
mod history;
mod label;
mod message;
mod replace;
mod seat;
mod session;
mod tap;
mod turn;
mod view;
mod words;

pub use history::Maker;
pub use message::{Effect, Input, NewGame, Purpose, Step, Target, Thought, Ticket};
pub use seat::{ParseSeatError, Seat};
pub use session::{Manner, Session, Thinking};
pub use view::{Buttons, Dot, PlayerView, PointView, Status, Tone, View};
