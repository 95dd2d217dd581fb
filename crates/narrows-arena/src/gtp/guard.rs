//! The guard: a process that outlives us and ends the engines we could not end ourselves.
//!
//! A program that plays against outside engines may be killed in a way that lets it do nothing more
//! (`kill -9`, out of memory). Its engines see their input end, but one that computes, or does not
//! care, or has started others, lives on. So a second process of the same program holds the list of
//! their process groups: when its input ends, because we are gone in whatever way, it ends them.
//!
//! On systems without process groups there is nothing to guard with; `kill` of the engine itself, at
//! the end of a match, is all there is.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use super::mark;

/// The guard of this process, once it has one.
static GUARD: Mutex<Option<Child>> = Mutex::new(None);

/// Starts the guard of this process, if it has none: `command` must run [`guard_engines`] on its
/// standard input. Engines started afterwards are guarded.
///
/// # Errors
/// What starting a process can say.
pub fn start_guard(mut command: Command) -> io::Result<()> {
    let mut guard = GUARD.lock().unwrap_or_else(PoisonError::into_inner);
    if guard.is_none() {
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        // A group of its own, so that Ctrl-C on a terminal does not reach it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        *guard = Some(command.spawn()?);
    }
    Ok(())
}

/// What the guard does: reads `+GROUP` and `-GROUP`, and when the input ends kills every group that
/// was named and not taken back, and on Linux whatever else the engines of the process that started us have started.
pub fn guard_engines(input: impl BufRead) {
    #[cfg(unix)]
    let arena = std::os::unix::process::parent_id();
    let mut groups = BTreeSet::new();
    for line in input.lines().map_while(Result::ok) {
        match (line.get(..1), line.get(1..).and_then(|id| id.parse().ok())) {
            (Some("+"), Some(id)) => groups.insert(id),
            (Some("-"), Some(id)) => groups.remove(&id),
            _ => false,
        };
    }
    for id in groups {
        kill(id);
    }
    #[cfg(unix)]
    mark::end(&mark::all_of(arena));
}

#[cfg(unix)]
fn kill(id: u32) {
    kill_group(id);
}

#[cfg(not(unix))]
fn kill(_: u32) {}

pub(super) fn add(id: u32) {
    tell(&format!("+{id}\n"));
}

pub(super) fn remove(id: u32) {
    tell(&format!("-{id}\n"));
}

fn tell(line: &str) {
    let mut guard = GUARD.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(input) = guard.as_mut().and_then(|guard| guard.stdin.as_mut()) {
        // Without a guard engines still see their input end.
        let _ = input.write_all(line.as_bytes());
    }
}

/// The process group with this number.
#[cfg(unix)]
pub(super) fn group(id: u32) -> Option<rustix::process::Pid> {
    i32::try_from(id)
        .ok()
        .and_then(rustix::process::Pid::from_raw)
}

/// Ends a process group at once. It may be gone: then nothing happens.
#[cfg(unix)]
pub(super) fn kill_group(id: u32) {
    if let Some(pid) = group(id) {
        let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
    }
}
