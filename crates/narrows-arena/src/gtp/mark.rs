//! A mark in the environment of an engine, which everything that it starts inherits.
//!
//! A process group does not hold who leaves it (`setsid`, a daemon that forks twice). On Linux the system shows the
//! environment of every process, so whoever was started by an engine can be found by the mark, wherever it has gone;
//! build servers end what a job leaves behind in the same way.

use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const VARIABLE: &str = "NARROWS_ENGINE";

/// Engines started so far.
static STARTED: AtomicU64 = AtomicU64::new(0);

/// Marks the engine that a command starts, and returns the mark.
pub(super) fn put(command: &mut Command) -> String {
    let number = STARTED.fetch_add(1, Relaxed);
    let mark = format!("{}{number}.", all_of(std::process::id()));
    command.env(VARIABLE, &mark);
    mark
}

/// What the marks of all engines begin with that a process has started.
pub(super) fn all_of(arena: u32) -> String {
    format!("{arena}.")
}

/// Ends every process whose mark begins so. What they start meanwhile is found in the next round.
#[cfg(target_os = "linux")]
pub(super) fn end(mark: &str) {
    const MOST_ROUNDS: usize = 10;
    for _ in 0..MOST_ROUNDS {
        let found = linux::marked(&format!("{VARIABLE}={mark}"));
        if found.is_empty() {
            break;
        }
        for process in found {
            let _ = rustix::process::kill_process(process, rustix::process::Signal::KILL);
        }
    }
}

/// Other systems do not show environments.
#[cfg(not(target_os = "linux"))]
pub(super) fn end(_: &str) {}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs::{self, File};
    use std::io::Read as _;

    use rustix::process::Pid;

    /// No environment is read further than this.
    const LONGEST_ENVIRONMENT: u64 = 4 << 20;

    /// The running processes in whose environment some variable begins so. Those of other users cannot be read.
    pub(super) fn marked(beginning: &str) -> Vec<Pid> {
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        let processes = entries.filter_map(|entry| {
            let id: i32 = entry.file_name().to_str()?.parse().ok()?;
            let mut environment = Vec::new();
            let file = File::open(entry.path().join("environ")).ok()?;
            file.take(LONGEST_ENVIRONMENT)
                .read_to_end(&mut environment)
                .ok()?;
            let mut variables = environment.split(|&byte| byte == 0);
            let is_marked = variables.any(|variable| variable.starts_with(beginning.as_bytes()));
            is_marked.then(|| Pid::from_raw(id)).flatten()
        });
        processes.collect()
    }
}
