//! An outside engine as a process, together with whatever it starts: all of it ends when we are done
//! with it, and when we are gone.

use std::io::{self, Write as _};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::{guard, mark};

/// How long an engine may take to obey `quit`.
const FAREWELL: Duration = Duration::from_millis(300);
/// How often it is asked whether it has.
const GLANCE: Duration = Duration::from_millis(5);

/// A running engine, the leader of a process group of its own.
#[derive(Debug)]
pub(super) struct EngineProcess {
    child: Child,
    /// What everything that it starts is known by.
    mark: String,
    input: Option<ChildStdin>,
    /// Set once it is over and its process group is gone.
    status: Option<ExitStatus>,
}

/// What an engine says.
pub(super) struct Outputs {
    pub(super) answers: Option<ChildStdout>,
    pub(super) errors: Option<ChildStderr>,
}

impl EngineProcess {
    pub(super) fn start(words: &[String]) -> io::Result<(Self, Outputs)> {
        let (program, arguments) = words.split_first().ok_or(io::Error::other("no command"))?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mark = mark::put(&mut command);
        let mut child = command.spawn()?;
        guard::add(child.id());
        let outputs = Outputs {
            answers: child.stdout.take(),
            errors: child.stderr.take(),
        };
        let input = child.stdin.take();
        let process = Self {
            child,
            mark,
            input,
            status: None,
        };
        Ok((process, outputs))
    }

    /// Sends a line; whether it could be sent.
    pub(super) fn send(&mut self, line: &str) -> bool {
        self.input.as_mut().is_some_and(|input| {
            writeln!(input, "{line}")
                .and_then(|()| input.flush())
                .is_ok()
        })
    }

    /// How the process ended, if it does within a moment.
    pub(super) fn ended(&mut self) -> Option<ExitStatus> {
        if self.exits_within(FAREWELL) {
            self.end();
        }
        self.status
    }

    /// Waits for the leader to exit, without taking its status: until then nobody else gets its
    /// number, so that the group can be named safely.
    fn exits_within(&mut self, time: Duration) -> bool {
        let since = Instant::now();
        loop {
            if self.has_exited() {
                return true;
            }
            if since.elapsed() >= time {
                return false;
            }
            thread::sleep(GLANCE);
        }
    }

    #[cfg(unix)]
    fn has_exited(&mut self) -> bool {
        use rustix::process::{WaitId, WaitIdOptions, waitid};
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let pid = guard::group(self.child.id());
        // An error says that there is nothing to wait for.
        self.status.is_some()
            || pid.is_none_or(|pid| !matches!(waitid(WaitId::Pid(pid), look), Ok(None)))
    }

    #[cfg(not(unix))]
    fn has_exited(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Ends the leader, everything in its group and, on Linux, everything else that it has started.
    fn end(&mut self) {
        if self.status.is_some() {
            return;
        }
        #[cfg(unix)]
        guard::kill_group(self.child.id());
        let _ = self.child.kill();
        self.status = self.child.wait().ok();
        mark::end(&self.mark);
        guard::remove(self.child.id());
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        // It may be gone already; then there is nobody to take leave of.
        self.send("quit");
        self.input = None;
        self.exits_within(FAREWELL);
        self.end();
    }
}
