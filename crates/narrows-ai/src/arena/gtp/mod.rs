//! The Go Text Protocol, version 2, for both games: its grammar, and a client for outside engines.
//!
//! Source: G. Farneback, *Specification of the Go Text Protocol, version 2, draft 2* (2002). The
//! engine side is the command `narrows gtp`.
//!
//! Colours: in Black Narrows `black` is the first player and `white` the second, although all
//! stones are black. In Narrows they are the colours of the stones; a move takes two commands, the
//! first of which names the stone and the second the captured one.

mod client;
mod protocol;

pub use client::{GtpClient, GtpPlayer, split_command};
pub use protocol::{
    Command, Vertex, VertexError, color_name, gtp_size_limit, parse_color, parse_command,
    vertex_name,
};
