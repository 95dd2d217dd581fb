//! The program against a real nats-server on the loopback: `cargo xtask test cluster`.
#![allow(
    clippy::disallowed_methods,
    reason = "these tests run processes and wait for what they say"
)]

mod answers;
mod arena;
mod census;
mod kills;
mod refusals;
mod security;
mod status;
mod support;
mod trust;
