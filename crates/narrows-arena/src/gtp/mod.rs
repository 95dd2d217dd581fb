//! The Go Text Protocol, version 2, for both games: its grammar, a client for
//! outside engines, and an engine.
//!
//! Source: G. Farneback, *Specification of the Go Text Protocol, version 2, draft 2* (2002).
//!
//! Colors: in Black Narrows `black` is the first player and `white` the second, although all
//! stones are black. In Narrows they are the colors of the stones; a move takes two commands, the
//! first of which names the stone and the second the captured one.

mod client;
mod guard;
mod mark;
mod player;
mod process;
mod protocol;
mod session;

pub use client::{GtpClient, split_command};
pub use guard::{guard_engines, start_guard};
pub use player::GtpPlayer;
pub(crate) use player::check;
pub use protocol::{
    GtpCommand, Vertex, VertexError, color_name, gtp_size_limit, parse_color, parse_command,
    vertex_name,
};
pub use session::{GtpSession, GtpSetup, Interruption};
