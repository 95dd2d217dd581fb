//! `narrows arena` and `narrows gtp` from outside: whole matches, engines that misbehave, files, reports.
#![allow(
    clippy::disallowed_methods,
    reason = "these tests start processes, wait for them and end them"
)]

mod arguments;
mod engines;
mod files;
mod full_disk;
#[path = "../suite/processes.rs"]
mod processes;
mod protocol;
mod reports;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value as Json;

const NARROWS: &str = env!("CARGO_BIN_EXE_narrows");

/// Runs `narrows arena` with words and, after them, more words.
fn arena(words: &str, more: &[&str]) -> Output {
    Command::new(NARROWS)
        .arg("arena")
        .args(words.split_whitespace())
        .args(more)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn json(output: &Output) -> Json {
    assert!(output.status.success(), "{}", stderr(output));
    json_of(output)
}

/// The report of a command that may have failed after it.
fn json_of(output: &Output) -> Json {
    let text = stdout(output);
    assert_eq!(text.lines().count(), 1, "one line of JSON: {text}");
    serde_json::from_str(&text).unwrap()
}

/// What a command says that was refused: one line, and the code for a wrong command line.
fn refusal(output: &Output) -> String {
    let text = stderr(output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(output.stdout.is_empty(), "{}", stdout(output));
    text
}

/// A folder that nothing else uses, removed at the end of the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("narrows-arena-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn name(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Waits for something to happen; a minute is more than any of it takes.
fn wait_for(what: &str, happened: impl Fn() -> bool) {
    let since = Instant::now();
    while !happened() {
        assert!(since.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn lines(path: &Path) -> usize {
    fs::read_to_string(path).map_or(0, |text| text.lines().count())
}
