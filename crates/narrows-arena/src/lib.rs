//! Matches between players, and what they prove.
//!
//! * [`Contestant`] is what plays; [`spec`] makes players from texts such as `level:3` or
//!   `gtp:COMMAND`; your own needs ten lines.
//! * [`opening`] makes the positions games begin from, [`balanced`] those in which both sides have even chances; [`Schedule`] plays each of them twice with
//!   the seats exchanged.
//! * [`Match`] plays, on several threads if asked, and survives players that crash, hang, overstep
//!   the time or answer nonsense.
//! * [`Match::play_game`] plays one game of it, and a [`Scorebook`] takes games in from wherever they were played.
//! * [`MatchPlan`] says as data what a match is; [`ResultsFile`] keeps it and the games in a file
//!   that a later run continues, and that is replayed by the rules when it is read.
//! * [`stats`] says what the results mean; [`Summary`] puts it together, and [`report`] writes it as
//!   text, JSON or a page.
//! * [`accuracy`] needs no opponent: it asks for moves in positions whose value is known.
//! * [`files`] reads and writes files so that nothing is lost; [`limits`] reads what a search may use.
//! * [`horizon`] asks from which ply on a player knows how a game ends.
//! * [`gtp`] is the protocol for outside engines, both sides of it.
// Numbers come in from texts and files here; tests may be careless.
#![cfg_attr(
    not(test),
    warn(
        clippy::cast_lossless,
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_sign_loss
    )
)]
#![allow(
    clippy::disallowed_methods,
    reason = "the arena is the place for clocks and threads: it times players and runs games side by side"
)]

pub mod accuracy;
pub mod balanced;
mod contestant;
pub mod files;
pub mod gtp;
pub mod horizon;
mod ledger;
pub mod limits;
pub mod opening;
mod pgn;
mod plan;
mod referee;
pub mod report;
pub mod results;
mod runner;
mod schedule;
mod scorebook;
mod seat;
pub mod spec;
pub mod stats;
mod summary;
#[cfg(test)]
mod tests;

pub use contestant::{Contestant, Factory, Fault, NewGame, Reply, TimeControl, Turn};
pub use pgn::pgn;
pub use plan::{Forfeits, MOST_PAIRS, MatchMode, MatchPlan, OpeningSource, Pairings, PlanError};
pub use referee::{Ending, GameRecord, MatchLimits};
pub use results::{Machine, Results, ResultsError, ResultsFile, Run};
pub use runner::{Entrant, Match, MatchError, Seats, Share};
pub use schedule::{Schedule, ScheduledGame};
pub use scorebook::{MatchEnd, Outlook, Scorebook};
pub use summary::{EndingCount, OpeningResult, Pairing, SelfPlay, SprtSummary, Summary};
