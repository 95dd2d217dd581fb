//! Arguments that several commands have in common.

use std::path::PathBuf;

use clap::Args;
use narrows_core::any::AnySetupError;
use narrows_core::narrows::SetupError;
use narrows_core::{AnyMove, AnyPosition, GameKind, Pie, Size};

use crate::failure::Failure;

/// Where the server is, and how to be let in.
#[derive(Args, Clone, Debug)]
pub struct ServerArgs {
    /// The NATS server: nats://HOST[:PORT], or tls://HOST[:PORT]
    #[arg(long, value_name = "URL", default_value = "nats://127.0.0.1:4222")]
    pub nats: String,
    /// File with an nkey seed (SU…) to be let in with
    #[arg(long, value_name = "FILE", conflicts_with = "credentials")]
    pub nkey: Option<PathBuf>,
    /// Credentials file (JWT and seed) to be let in with
    #[arg(long, value_name = "FILE")]
    pub credentials: Option<PathBuf>,
    /// Certificates of authorities to believe the server by, beside the system's (PEM)
    #[arg(long, value_name = "FILE")]
    pub tls_ca: Option<PathBuf>,
}

/// The position of a run.
#[derive(Args, Clone, Debug, Default)]
pub struct PositionArgs {
    /// Board size, COLUMNSxROWS [default: 8x8 for Black Narrows, 8x7 for Narrows]
    #[arg(long, value_name = "SIZE")]
    pub size: Option<String>,
    /// Start from this position, one line such as 5/1x3/5/xx3 or "bwbw/wbwb/bwbw b -"
    #[arg(long, value_name = "POSITION")]
    pub position: Option<String>,
    /// Then play these moves, separated by spaces
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// Narrows without the pie rule (no exchange of colors after the first move)
    #[arg(long)]
    pub no_pie: bool,
}

impl PositionArgs {
    /// The size that `--size` asks for.
    pub fn size(&self, kind: GameKind) -> Result<Size, Failure> {
        match &self.size {
            Some(text) => kind
                .parse_size(text)
                .map_err(|error| Failure::usage(format!("--size {text}: {error}"))),
            None => Ok(kind.default_size()),
        }
    }

    /// The position after all moves.
    pub fn position(&self, kind: GameKind) -> Result<AnyPosition, Failure> {
        if self.no_pie && kind == GameKind::BlackNarrows {
            return Err(Failure::usage(
                "--no-pie: black-narrows has no pie rule; leave it out",
            ));
        }
        let pie = if self.no_pie { Pie::Off } else { Pie::On };
        let mut position = match &self.position {
            Some(line) => AnyPosition::parse(kind, line, pie)
                .map_err(|error| Failure::usage(refused(line, &error)))?,
            None => {
                let size = self.size(kind)?;
                AnyPosition::start(kind, size, pie)
                    .map_err(|error| Failure::usage(format!("--size {size}: {error}")))?
            }
        };
        if self.size.is_some() && self.size(kind)? != position.size() {
            let (asked, found) = (self.size(kind)?, position.size());
            return Err(Failure::usage(format!(
                "--size {asked}: --position is on {found}; leave --size out"
            )));
        }
        for word in self.moves.as_deref().unwrap_or("").split_whitespace() {
            let wrong = |error: &dyn std::fmt::Display| {
                Failure::usage(format!("--moves: {word:?}: {error}"))
            };
            let play = AnyMove::parse(kind, word).map_err(|error| wrong(&error))?;
            position.play(play).map_err(|error| wrong(&error))?;
        }
        Ok(position)
    }
}

fn refused(line: &str, error: &AnySetupError) -> String {
    let hint = match error {
        AnySetupError::Narrows(SetupError::ExchangeWithoutPie) => "; leave --no-pie out",
        _ => "",
    };
    format!("--position {line:?}: {error}{hint}")
}
