//! Node.js: packages that npm installs, and tests that Node.js runs.

use std::path::Path;

use crate::Result;
use crate::shell::Cmd;

/// Which packages are wanted.
const LOCK: &str = "package-lock.json";
/// A copy of [`LOCK`] as it was when they were installed.
const STAMP: &str = "node_modules/.narrows-lock";

/// `node` in a folder.
pub fn node(folder: &Path) -> Cmd {
    Cmd::new("node").within(folder)
}

/// Installs a folder's packages if its lock file has changed since.
///
/// # Errors
/// If Node.js is missing or too old, or a package cannot be had.
pub fn packages(folder: &Path) -> Result {
    let version = Cmd::new("node").arg("--version").read();
    let new_enough = version.is_ok_and(|text| {
        let major = text.trim().trim_start_matches('v').split('.').next();
        major.and_then(|word| word.parse().ok()).unwrap_or(0) >= 20
    });
    if !new_enough {
        return Err("please install Node.js 20 or newer, with npm, first".into());
    }
    if installed(folder) {
        return Ok(());
    }
    Cmd::new("npm")
        .within(folder)
        .args(["ci", "--no-audit", "--no-fund"])
        .run()?;
    std::fs::copy(folder.join(LOCK), folder.join(STAMP))?;
    Ok(())
}

/// Whether a folder's packages are installed as its lock file wants them.
pub fn installed(folder: &Path) -> bool {
    let wanted = std::fs::read(folder.join(LOCK));
    let there = std::fs::read(folder.join(STAMP));
    matches!((wanted, there), (Ok(wanted), Ok(there)) if wanted == there)
}

/// Runs the tests in `folder/tests` one file after the other: those that measure time must not
/// disturb each other. Named one by one, because what a folder's name means differs between versions
/// of Node.js.
///
/// # Errors
/// If a test fails.
pub fn tests(folder: &Path, tests: &str) -> Result {
    tests_command(folder, tests)?.run()
}

/// The command of [`tests`], to be completed.
///
/// # Errors
/// If the folder cannot be read.
pub fn tests_command(folder: &Path, tests: &str) -> Result<Cmd> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder.join(tests))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".test.mjs") {
            files.push(format!("{tests}/{name}"));
        }
    }
    files.sort();
    Ok(node(folder)
        .args(["--test", "--test-concurrency=1", "--test-reporter=spec"])
        .args(files))
}
