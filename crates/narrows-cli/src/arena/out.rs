//! Where the commands that make data write it.

use std::path::PathBuf;

use clap::Args;
use narrows_arena::files::{Kind, Target};
use narrows_console::arena::reports::{target, write};

use crate::failure::Failure;
use crate::output;

/// Where lines go.
#[derive(Args, Debug)]
pub struct OutArgs {
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Overwrite an existing file of another kind
    #[arg(long)]
    force: bool,
}

impl OutArgs {
    /// The file, tried before the work begins.
    pub fn open(&self, kind: Kind) -> Result<Out, Failure> {
        let file = target("--out", self.out.as_deref(), kind, self.force)?;
        Ok(Out(file))
    }
}

/// Where lines go that are to be made.
pub struct Out(Option<Target>);

impl Out {
    /// Writes them. They may have taken hours: where the file cannot be written, standard output has them.
    pub fn write(&self, lines: &str) -> Result<(), Failure> {
        match &self.0 {
            Some(file) => write(file, lines).or_else(|failure| {
                output::text(lines)?;
                Err(failure)
            }),
            None => output::text(lines),
        }
    }
}
