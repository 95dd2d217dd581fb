//! Running other programs: each command is shown before it runs, and a failure names it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::Result;

/// The root of the checkout.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}

/// A command about to be run in the root of the checkout, with no standard input.
pub struct Cmd {
    command: Command,
    /// Variables set for this command, to show them in front of it.
    variables: Vec<String>,
}

impl Cmd {
    /// A command that runs `program`, found through `PATH`.
    pub fn new(program: impl AsRef<OsStr>) -> Self {
        let mut command = Command::new(program);
        command.current_dir(root()).stdin(Stdio::null());
        // `cargo run` describes this very package in the environment. Passed on, that would make
        // build scripts of unrelated packages look changed, and rebuild them.
        for (name, _) in std::env::vars_os() {
            let text = name.to_string_lossy();
            if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
                command.env_remove(&name);
            }
        }
        Self {
            command,
            variables: Vec::new(),
        }
    }

    /// `cargo` of the toolchain in use.
    pub fn cargo() -> Self {
        Self::new("cargo")
    }

    /// Runs it in another folder.
    pub fn within(mut self, folder: impl AsRef<Path>) -> Self {
        self.command.current_dir(folder);
        self
    }

    /// Adds one argument.
    pub fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        self.command.arg(arg);
        self
    }

    /// Adds arguments.
    pub fn args<A: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = A>) -> Self {
        self.command.args(args);
        self
    }

    /// Sets a variable.
    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value.as_ref());
        self.variables
            .push(format!("{name}={}", value.as_ref().to_string_lossy()));
        self
    }

    /// Sets a variable that is not worth showing.
    pub fn quiet_env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value.as_ref());
        self
    }

    /// Shows the command and runs it; its output goes where ours goes.
    ///
    /// # Errors
    /// If the program cannot be started or ends with a status other than 0.
    pub fn run(mut self) -> Result {
        println!("        $ {self}");
        let status = self
            .command
            .status()
            .map_err(|error| self.not_started(&error))?;
        if status.success() {
            Ok(())
        } else {
            Err(format!("`{self}` failed ({status})").into())
        }
    }

    /// [`Cmd::run`], but it is ended if it takes longer than `limit`.
    ///
    /// # Errors
    /// As for [`Cmd::run`], and if it was ended.
    pub fn run_within(mut self, limit: Duration) -> Result {
        println!("        $ {self}");
        let start = Instant::now();
        let mut child = self
            .command
            .spawn()
            .map_err(|error| self.not_started(&error))?;
        loop {
            match child.try_wait()? {
                Some(status) if status.success() => return Ok(()),
                Some(status) => return Err(format!("`{self}` failed ({status})").into()),
                None if start.elapsed() > limit => {
                    child.kill()?;
                    child.wait()?;
                    return Err(format!("`{self}` took longer than {} s", limit.as_secs()).into());
                }
                None => std::thread::sleep(Duration::from_millis(20)),
            }
        }
    }

    /// Shows the command and runs it, and gives what it printed on standard output; its messages go where ours
    /// go.
    ///
    /// # Errors
    /// As for [`Cmd::run`].
    pub fn run_and_read(mut self) -> Result<String> {
        println!("        $ {self}");
        self.command.stderr(Stdio::inherit());
        self.read()
    }

    /// Runs silently and gives what it printed on standard output.
    ///
    /// # Errors
    /// As for [`Cmd::run`]; the message then holds what it printed on standard error.
    pub fn read(self) -> Result<String> {
        let shown = self.to_string();
        let output = self.output()?;
        if !output.status.success() {
            let stderr = String::from_utf8_lossy(&output.stderr);
            return Err(format!("`{shown}` failed ({}): {}", output.status, stderr.trim()).into());
        }
        String::from_utf8(output.stdout)
            .map_err(|_| format!("`{shown}` printed something that is not UTF-8").into())
    }

    /// Runs silently and gives all of its output, whatever its status.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub fn output(mut self) -> Result<Output> {
        self.command
            .output()
            .map_err(|error| self.not_started(&error))
    }

    /// Whether it can be started and ends with status 0. Its output is dropped.
    pub fn succeeds(self) -> bool {
        self.output().is_ok_and(|output| output.status.success())
    }

    fn not_started(&self, error: &std::io::Error) -> Box<dyn std::error::Error> {
        format!("`{self}` cannot be started: {error}").into()
    }
}

/// The command as one could type it.
impl std::fmt::Display for Cmd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for variable in &self.variables {
            write!(f, "{} ", quoted(variable))?;
        }
        write!(
            f,
            "{}",
            quoted(&self.command.get_program().to_string_lossy())
        )?;
        for arg in self.command.get_args() {
            write!(f, " {}", quoted(&arg.to_string_lossy()))?;
        }
        Ok(())
    }
}

fn quoted(word: &str) -> String {
    if word.is_empty() || word.contains([' ', '\'', '"', '*', '$', '{']) {
        format!("'{}'", word.replace('\'', r"'\''"))
    } else {
        word.to_owned()
    }
}
