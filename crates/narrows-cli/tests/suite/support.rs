//! Running the program.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

/// What a run of the program left.
#[derive(Debug)]
pub struct Ran {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

/// A directory of its own for one test, removed at the end.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}-{number}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// Where the program keeps its games.
    pub fn games(&self) -> PathBuf {
        self.0.join("narrows")
    }

    /// A command that keeps its games here.
    pub fn command(&self, arguments: &[&str]) -> Command {
        command_in(&self.0, arguments)
    }

    /// Plays with these options, and with this on standard input.
    pub fn play(&self, options: &str, input: &[u8]) -> Ran {
        self.run(&play(options), input)
    }

    /// Runs the program with this on standard input.
    pub fn run(&self, arguments: &[&str], input: &[u8]) -> Ran {
        finish(self.command(arguments).spawn().unwrap(), input)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _left = std::fs::remove_dir_all(&self.0);
    }
}

/// The arguments of a game with these options.
pub fn play(options: &str) -> Vec<&str> {
    std::iter::once("play").chain(options.split(' ')).collect()
}

/// A command that works and keeps its games in a folder.
pub fn command_in(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_narrows"));
    set_up(&mut command, folder).args(arguments);
    command
}

/// Gives a program the folder, its place for games, and streams to us.
pub fn set_up<'a>(command: &'a mut Command, folder: &Path) -> &'a mut Command {
    command
        .env("XDG_STATE_HOME", folder)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
}

/// Gives a program all its input, and waits for its end.
pub fn finish(mut child: Child, input: &[u8]) -> Ran {
    feed(&mut child, input.to_vec());
    child.wait_with_output().unwrap().into()
}

/// Writes to the program from a thread, as it may not read it all.
pub fn feed(child: &mut Child, input: Vec<u8>) {
    let mut stdin = child.stdin.take().unwrap();
    std::thread::spawn(move || stdin.write_all(&input));
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// Runs the program without input.
pub fn narrows(arguments: &[&str]) -> Ran {
    Scratch::new().run(arguments, b"")
}

/// Runs the program, which must succeed silently, and returns the JSON object on its one line.
pub fn json(arguments: &[&str]) -> Value {
    let mut with_json = arguments.to_vec();
    with_json.push("--json");
    let ran = narrows(&with_json);
    assert_eq!(ran.code, Some(0), "{arguments:?}: {ran:?}");
    assert_eq!(ran.stderr, "", "{arguments:?}");
    one_object(&ran.stdout)
}

/// Standard output as one JSON object on one line.
pub fn one_object(stdout: &str) -> Value {
    assert_eq!(stdout.matches('\n').count(), 1, "{stdout:?}");
    let value: Value = serde_json::from_str(stdout).unwrap();
    assert!(value.is_object(), "{stdout:?}");
    value
}

/// Removes a member that is different at every run, after a look at it.
pub fn without_seconds(mut value: Value) -> Value {
    let seconds = value.as_object_mut().unwrap().remove("seconds");
    assert!(seconds.unwrap().as_f64().unwrap() >= 0.0);
    value
}

/// The names of an object's members, in order.
pub fn members(value: &Value) -> Vec<&str> {
    value
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}
