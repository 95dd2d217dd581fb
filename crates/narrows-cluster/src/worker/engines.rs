//! The outside engines that a worker's owner lets it run: `NAME = COMMAND`, one a line.

use std::collections::BTreeMap;
use std::path::Path;

use narrows_arena::gtp::{self, split_command};
use narrows_arena::spec::is_engine_name;
use narrows_console::arena::args::read as read_text;
use narrows_console::arena::warn;

use crate::failure::Failure;

/// The file is not longer.
const LONGEST_FILE: u64 = 1 << 20;

/// Reads the file, and sees to it that the engines end with this process, however it ends.
pub fn read(path: &Path) -> Result<BTreeMap<String, String>, Failure> {
    let text = read_text("--engines", "a file of engines", path, LONGEST_FILE)?;
    let engines = parse(&text)
        .map_err(|problem| Failure::usage(format!("--engines {}: {problem}", path.display())))?;
    let started = std::env::current_exe().and_then(|program| {
        let mut guard = std::process::Command::new(program);
        guard.arg("guard");
        gtp::start_guard(guard)
    });
    if let Err(error) = started {
        warn(&format!(
            "no guard for the engines ({error}): if this process is killed, some may go on"
        ));
    }
    Ok(engines)
}

fn parse(text: &str) -> Result<BTreeMap<String, String>, String> {
    let mut engines = BTreeMap::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let bad = |problem: &str| format!("line {number}: {problem}");
        let (name, command) = line
            .split_once('=')
            .ok_or_else(|| bad("use NAME = COMMAND"))?;
        let (name, command) = (name.trim(), command.trim());
        if !is_engine_name(name) {
            return Err(bad("a name has up to 64 letters, digits, -, _ and ."));
        }
        if split_command(command).is_none() {
            return Err(bad("there must be a command, with its quotes closed"));
        }
        if engines
            .insert(name.to_owned(), command.to_owned())
            .is_some()
        {
            return Err(bad(&format!("{name} is there twice")));
        }
    }
    Ok(engines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_have_names_and_commands() {
        let text = "# ours\n\nfast = ./engine --level=2\r\n b-2=run 'a b'  \n";
        let engines = parse(text).unwrap();
        assert_eq!(engines["fast"], "./engine --level=2");
        assert_eq!(engines["b-2"], "run 'a b'");
        assert_eq!(engines.len(), 2);
    }

    #[test]
    fn mistakes_are_named_with_their_lines() {
        for (text, says) in [
            ("fast", "line 1: use NAME"),
            ("\n= x", "line 2: a name has"),
            ("a b = x", "line 1: a name has"),
            ("a =", "line 1: there must be a command"),
            ("a = 'x", "with its quotes closed"),
            ("a = x\na = y", "line 2: a is there twice"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.starts_with("line") && error.contains(says), "{error}");
        }
    }
}
