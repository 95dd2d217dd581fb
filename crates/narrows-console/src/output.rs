//! Standard output: text or one JSON object, and a quiet end when nobody reads it any more.

use std::io::{ErrorKind, Write as _};

use serde::Serialize;

use crate::failure::Failure;

/// Writes text as it is.
pub fn text(text: &str) -> Result<(), Failure> {
    let mut stdout = std::io::stdout().lock();
    let written = stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush());
    written.map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => Failure::NoReader,
        _ => Failure::could_not(format!("standard output: {error}")),
    })
}

/// Writes text and a line end.
pub fn line(line: &str) -> Result<(), Failure> {
    text(&format!("{line}\n"))
}

/// Writes a line to standard error, for people.
pub fn note(line: &str) {
    // If nobody can read it, there is nobody to tell.
    let _unheard = writeln!(std::io::stderr(), "{line}");
}

/// The name of this program, as it was called.
#[must_use]
pub fn program() -> String {
    let called = std::env::args_os().next().unwrap_or_default();
    let name = std::path::Path::new(&called).file_stem();
    name.map_or_else(
        || "narrows".into(),
        |name| name.to_string_lossy().into_owned(),
    )
}

/// Writes one JSON object on one line.
pub fn json(value: &impl Serialize) -> Result<(), Failure> {
    let object = serde_json::to_string(value)
        .map_err(|error| Failure::could_not(format!("JSON output: {error}")))?;
    line(&object)
}
