//! Arguments that several commands have in common.

use std::path::PathBuf;

use clap::Args;
use narrows_console::position::{StartArgs, pie};
use narrows_core::{AnyPosition, GameKind, Record};

use crate::failure::Failure;

/// Where the server is, and how to be let in.
#[derive(Args, Clone, Debug)]
pub struct ServerArgs {
    /// The NATS server: nats://HOST[:PORT], or tls://HOST[:PORT]
    #[arg(long, value_name = "URL", default_value = "nats://127.0.0.1:4222")]
    pub nats: String,
    /// Authenticate with the nkey seed (SU…) in this file
    #[arg(long, value_name = "FILE", conflicts_with = "credentials")]
    pub nkey: Option<PathBuf>,
    /// Authenticate with this credentials file (JWT and seed)
    #[arg(long, value_name = "FILE")]
    pub credentials: Option<PathBuf>,
    /// Trust the CA certificates in this PEM file, in addition to the system's
    #[arg(long, value_name = "FILE")]
    pub tls_ca: Option<PathBuf>,
}

/// The position of a run.
#[derive(Args, Clone, Debug, Default)]
pub struct PositionArgs {
    #[command(flatten)]
    start: StartArgs,
    /// Narrows without the pie rule (no exchange of colors after the first move)
    #[arg(long)]
    pub no_pie: bool,
}

impl PositionArgs {
    /// The position after all moves.
    pub fn position(&self, kind: GameKind) -> Result<AnyPosition, Failure> {
        let pie = pie(kind, self.no_pie)?;
        let mut game = Record::new(self.start.position(kind, pie)?);
        self.start.play_moves(&mut game)?;
        Ok(game.position().clone())
    }
}
