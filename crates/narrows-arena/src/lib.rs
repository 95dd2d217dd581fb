//! Matches between players, and what they prove.
//!
//! * [`Contestant`] is what plays; [`spec`] makes players from texts such as `level:3` or
//!   `gtp:COMMAND`; your own needs ten lines.
//! * [`opening`] makes the positions games begin from; [`Schedule`] plays each of them twice with
//!   the seats exchanged.
//! * [`Match`] plays, on several threads if asked, and survives players that crash, hang, overstep
//!   the time or answer nonsense.
//! * [`ResultsFile`] keeps the games in a file that a later run continues.
//! * [`stats`] says what the results mean; [`Summary`] puts it together.
//! * [`accuracy`] needs no opponent: it asks for moves in positions whose value is known.
//! * [`files`] reads and writes files so that nothing is lost; [`limits`] reads what a search may use.
//! * [`gtp`] is the protocol for outside engines.
#![allow(
    clippy::disallowed_methods,
    reason = "the arena is the place for clocks and threads: it times players and runs games side by side"
)]

pub mod accuracy;
mod contestant;
pub mod files;
pub mod gtp;
pub mod limits;
pub mod opening;
mod pgn;
mod referee;
mod results;
mod runner;
mod schedule;
mod seat;
pub mod spec;
pub mod stats;
mod summary;
#[cfg(test)]
mod tests;

pub use contestant::{Contestant, Factory, Fault, NewGame, Reply, TimeControl, Turn};
pub use pgn::pgn;
pub use referee::{Ending, GameRecord, MatchLimits};
pub use results::{ResultsError, ResultsFile};
pub use runner::{Entrant, Match, MatchError, Outlook};
pub use schedule::{Schedule, ScheduledGame};
pub use summary::{EndingCount, Pairing, SelfPlay, Summary};
