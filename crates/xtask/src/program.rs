//! The program `narrows` of this tree.

use std::path::PathBuf;

use crate::Result;
use crate::metadata::Metadata;
use crate::shell::Cmd;

/// Builds the program as the README does. Returns its path.
///
/// # Errors
/// If the build fails.
pub fn build() -> Result<PathBuf> {
    let metadata = Metadata::load()?;
    Cmd::cargo()
        .args(["build", "--release", "--locked"])
        .run()?;
    Ok(metadata.target().join("release").join("narrows"))
}
