//! The page of results, whose tables come from the book of solved boards.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::Result;
use crate::shell::{Cmd, root};

fn page() -> PathBuf {
    root().join("docs").join("results.md")
}

/// The page is what the command writes.
pub fn check() -> Result {
    let copy = root().join("target").join("results.md");
    fs::copy(page(), &copy)?;
    write(&copy)?;
    if fs::read(page())? == fs::read(copy)? {
        Ok(())
    } else {
        Err("docs/results.md is out of date; `cargo xtask results` writes its tables".into())
    }
}

/// `cargo xtask results`: writes the tables.
///
/// # Errors
/// If the example fails or the file cannot be written.
pub fn write_results(args: &[String]) -> Result<ExitCode> {
    if let Some(arg) = args.first() {
        return Err(format!("results takes no arguments, not `{arg}`").into());
    }
    write(&page())?;
    Ok(ExitCode::SUCCESS)
}

fn write(file: &Path) -> Result {
    // The profile of the tests, in which everything is built already.
    Cmd::cargo()
        .args(["run", "--quiet", "--locked", "--profile", "test"])
        .args(["--package", "narrows-ai", "--example", "results_page", "--"])
        .arg(file)
        .run()
}
