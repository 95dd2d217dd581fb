//! Reports as text for a terminal.

use std::fmt::Write as _;

use comfy_table::{CellAlignment, Table, presets};

use super::document::{Block, Section};

/// Columns of the names of facts.
const NAMES: usize = 14;

/// The whole report.
pub(super) fn write(title: &str, sections: &[Section]) -> String {
    let mut text = format!("{title}\n");
    for section in sections {
        if !section.heading.is_empty() {
            // Writing to a string cannot fail.
            let _ = write!(text, "\n{}\n", section.heading);
        }
        for block in &section.blocks {
            block_text(&mut text, block);
        }
    }
    text
}

fn block_text(text: &mut String, block: &Block) {
    let _ = match block {
        Block::Facts(facts) => {
            for (name, value) in facts {
                let _ = writeln!(text, "  {name:<NAMES$}{value}");
            }
            Ok(())
        }
        Block::Verdict(verdict) => writeln!(text, "  {:<NAMES$}{verdict}", ""),
        Block::Note(note) => writeln!(text, "  {:<NAMES$}{note}", "note"),
        Block::Grid { head, rows } => writeln!(text, "{}", grid(head, rows)),
    };
}

/// A table as text: columns side by side, the first left-aligned, the others right-aligned, no space at the ends of lines.
#[must_use]
pub fn columns<H: AsRef<str>>(head: &[H], rows: &[Vec<String>]) -> String {
    let mut table = Table::new();
    table
        .load_preset(presets::NOTHING)
        .set_header(head.iter().map(AsRef::as_ref));
    for row in rows {
        table.add_row(row);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let lines = table.to_string();
    let trimmed = lines.lines().map(str::trim_end);
    trimmed.collect::<Vec<_>>().join("\n")
}

/// The same under the facts of a report.
fn grid(head: &[String], rows: &[Vec<String>]) -> String {
    let columns = columns(head, rows);
    let indented = columns.lines().map(|line| format!(" {line}"));
    indented.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let head = ["player", "Elo"].map(str::to_owned);
        let rows = [["a", "+7"], ["longer", "-120"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(
            grid(&head, &rows),
            "  player   Elo\n  a         +7\n  longer  -120"
        );
    }
}
