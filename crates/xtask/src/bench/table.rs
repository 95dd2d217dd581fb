//! A measured table, as JSON and as Markdown.

use std::fmt::Write as _;

use serde::Serialize;

use crate::Result;
use crate::shell::Cmd;

/// A table of texts. Numbers are texts too, rounded by whoever measured them.
#[derive(Debug, PartialEq, Serialize)]
pub struct Table {
    /// The heads of the columns.
    pub columns: Vec<String>,
    /// The rows, each with one cell a column.
    pub rows: Vec<Vec<String>>,
}

/// What one command measured, and what it takes to repeat it.
#[derive(Debug, Serialize)]
pub struct Measured {
    commit: String,
    machine: String,
    command: String,
    tables: Vec<Table>,
}

impl Measured {
    /// Tables that were measured just now by a command.
    ///
    /// # Errors
    /// If git cannot tell the commit.
    pub fn now(command: String, tables: Vec<Table>) -> Result<Self> {
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
        Ok(Self {
            commit: commit + changed,
            machine: machine(),
            command,
            tables,
        })
    }

    /// The lines for BENCHMARKS.md.
    pub fn to_markdown(&self) -> String {
        let Self {
            commit,
            machine,
            command,
            tables,
        } = self;
        let mut text = format!("`{command}` at {commit}, {machine}.\n");
        for table in tables {
            text.push('\n');
            table.write(&mut text);
        }
        text
    }
}

impl Table {
    /// The tables in a text that has them as lines between bars, as Markdown does.
    pub fn all_in(text: &str) -> Vec<Self> {
        let cells = |line: &str| {
            let inside = line.trim().trim_matches('|');
            inside
                .split('|')
                .map(|cell| cell.trim().to_owned())
                .collect::<Vec<_>>()
        };
        let mut tables: Vec<Self> = Vec::new();
        let mut inside = false;
        for line in text.lines() {
            let is_row = line.trim_start().starts_with('|');
            if !is_row {
                inside = false;
                continue;
            }
            match tables.last_mut().filter(|_| inside) {
                // The rule below the heads.
                Some(_) if line.chars().all(|c| "|-: ".contains(c)) => {}
                Some(table) => table.rows.push(cells(line)),
                None => tables.push(Self {
                    columns: cells(line),
                    rows: Vec::new(),
                }),
            }
            inside = true;
        }
        tables
    }

    /// Whether a column holds numbers alone, which stand to the right.
    fn is_numeric(&self, column: usize) -> bool {
        let mut cells = self.rows.iter().filter_map(|row| row.get(column));
        cells.all(|cell| {
            cell.is_empty() || cell.starts_with(|c: char| c.is_ascii_digit() || "–+-".contains(c))
        })
    }

    fn write(&self, text: &mut String) {
        let aligned =
            (0..self.columns.len()).map(|at| if self.is_numeric(at) { "--:" } else { "---" });
        let rule = aligned.collect::<Vec<_>>().join(" | ");
        let rows = self.rows.iter().map(|row| row.join(" | "));
        for line in [self.columns.join(" | "), rule].into_iter().chain(rows) {
            let _fits = writeln!(text, "| {line} |");
        }
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
    fn tables_are_read_and_written() {
        let printed =
            "so far\n| board | nodes |\n|---|---|\n| six | 12 k |\n| 4x4 | – |\n\n| a |\n";
        let tables = Table::all_in(printed);
        assert_eq!(tables.len(), 2);
        assert_eq!(tables[0].rows, [["six", "12 k"], ["4x4", "–"]]);
        let measured = Measured {
            commit: "c".into(),
            machine: "m".into(),
            command: "cargo bench".into(),
            tables,
        };
        let text = measured.to_markdown();
        assert!(text.starts_with(
            "`cargo bench` at c, m.\n\n| board | nodes |\n| --- | --: |\n| six | 12 k |\n| 4x4 | – |\n\n| a |\n"
        ));
        assert_eq!(Table::all_in(&text), measured.tables);
    }
}
