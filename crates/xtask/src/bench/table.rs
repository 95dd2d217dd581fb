//! A measured table, as JSON and as Markdown.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::Result;
use crate::shell::Cmd;

/// A table of texts. Numbers are texts too, rounded by whoever measured them.
#[derive(Debug, Deserialize, Serialize)]
pub struct Table {
    /// The heads of the columns.
    pub columns: Vec<String>,
    /// The rows, each with one cell a column.
    pub rows: Vec<Vec<String>>,
}

/// A table, and what it takes to repeat it.
#[derive(Debug, Serialize)]
pub struct Measured {
    commit: String,
    machine: String,
    command: String,
    #[serde(flatten)]
    table: Table,
}

impl Measured {
    /// A table that was measured just now by a command of cargo.
    ///
    /// # Errors
    /// If git cannot tell the commit.
    pub fn now(command: &[&str], table: Table) -> Result<Self> {
        let git = |args: &[&str]| Cmd::new("git").args(args).read();
        let commit = git(&["rev-parse", "--short=8", "HEAD"])?.trim().to_owned();
        let clean = git(&[
            "status",
            "--porcelain",
            "--",
            "crates",
            "benches/*.rs",
            "Cargo.lock",
        ])?;
        let changed = if clean.trim().is_empty() {
            ""
        } else {
            ", changed"
        };
        let mut command = format!("cargo {}", command.join(" "));
        command.truncate(command.trim_end_matches(" --").len());
        Ok(Self {
            commit: commit + changed,
            machine: machine(),
            command,
            table,
        })
    }

    /// The lines for BENCHMARKS.md.
    pub fn to_markdown(&self) -> String {
        let Self {
            commit,
            machine,
            command,
            table,
        } = self;
        let mut text = format!("`{command}` at {commit}, {machine}.\n\n");
        let aligned = table.columns.iter().enumerate();
        let rule: Vec<&str> = aligned
            .map(|(at, _)| if table.is_numeric(at) { "--:" } else { "---" })
            .collect();
        for cells in [&table.columns.join(" | "), &rule.join(" | ")] {
            let _fits = writeln!(text, "| {cells} |");
        }
        for row in &table.rows {
            let _fits = writeln!(text, "| {} |", row.join(" | "));
        }
        text
    }
}

impl Table {
    /// Whether a column holds numbers alone, which stand to the right.
    fn is_numeric(&self, column: usize) -> bool {
        let mut cells = self.rows.iter().filter_map(|row| row.get(column));
        let is_number = |cell: &String| {
            cell.chars()
                .next()
                .is_none_or(|first| first.is_ascii_digit() || first == '–')
        };
        cells.all(is_number)
    }
}

/// The processor, and how many of its cores there are.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let cpuinfo = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpuinfo
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or("an unknown processor", |(_, name)| name);
    format!("{cores} cores of {model}")
}

/// Puts lines between the marks of this name.
///
/// # Errors
/// If the marks are missing.
pub fn replace(page: &str, name: &str, lines: &str) -> Result<String> {
    let missing = || format!("BENCHMARKS.md lacks the marks of `{name}`");
    let (before, rest) = page
        .split_once(&format!("<!-- {name}: begin -->\n"))
        .ok_or_else(missing)?;
    let (_, after) = rest
        .split_once(&format!("<!-- {name}: end -->"))
        .ok_or_else(missing)?;
    Ok(format!(
        "{before}<!-- {name}: begin -->\n{lines}<!-- {name}: end -->{after}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_replaces_the_one_between_its_marks() {
        let page = "a\n<!-- x: begin -->\nold\n<!-- x: end -->\nb\n";
        let page = replace(page, "x", "new\n").unwrap();
        assert_eq!(page, "a\n<!-- x: begin -->\nnew\n<!-- x: end -->\nb\n");
        assert!(replace(&page, "y", "").is_err());
    }

    #[test]
    fn numbers_stand_to_the_right() {
        let cells = |texts: [&str; 2]| texts.map(str::to_owned).to_vec();
        let table = Table {
            columns: cells(["board", "nodes"]),
            rows: vec![cells(["six", "12 k"]), cells(["4x4", "–"])],
        };
        let measured = Measured {
            commit: "c".into(),
            machine: "m".into(),
            command: "cargo bench".into(),
            table,
        };
        let text = measured.to_markdown();
        assert_eq!(
            text,
            "`cargo bench` at c, m.\n\n| board | nodes |\n| --- | --: |\n| six | 12 k |\n| 4x4 | – |\n"
        );
    }
}
