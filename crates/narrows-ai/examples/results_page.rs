//! Writes the tables of `docs/results.md` from the book of solved boards: `cargo xtask results`.
//!
//! `cargo run --release -p narrows-ai --example results_page -- docs/results.md` replaces what stands between
//! the marks of that file, and leaves the rest.
#![allow(clippy::print_stderr, reason = "a program for the terminal")]

use std::fmt::Write as _;
use std::process::ExitCode;

use narrows_ai::solver::book::{BoardResult, Booked, results};
use narrows_ai::value::Value;
use narrows_core::black_narrows::census::census;
use narrows_core::{BlackNarrows, GameKind, Narrows, Size};

/// The largest board whose legal sets are counted anew for the page: less than a second.
const CENSUS_POINTS: usize = 30;

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("expected: the path of the page");
        return ExitCode::from(2);
    };
    match rewrite(&path) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{path}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn rewrite(path: &str) -> Result<(), Box<dyn std::error::Error>> {
    let mut page = std::fs::read_to_string(path)?;
    replace(&mut page, "black-narrows", &boards::<BlackNarrows<1>>())?;
    replace(&mut page, "census", &legal_sets()?)?;
    replace(&mut page, "narrows", &boards::<Narrows<1>>())?;
    Ok(std::fs::write(path, page)?)
}

/// Puts a table between the marks of this name.
fn replace(page: &mut String, name: &str, table: &str) -> Result<(), String> {
    let missing = || format!("the marks of `{name}` are missing");
    let begin = page
        .find(&format!("<!-- {name}: begin"))
        .ok_or_else(missing)?;
    let after = page[begin..].find('\n').ok_or_else(missing)? + begin + 1;
    let end = page
        .find(&format!("<!-- {name}: end"))
        .ok_or_else(missing)?;
    page.replace_range(after..end, table);
    Ok(())
}

/// One line for each solved board.
fn boards<G: Booked>() -> String {
    let figure = match G::KIND {
        GameKind::BlackNarrows => "nimber",
        GameKind::Narrows => "plies to the end",
    };
    let mut table =
        format!("| board | first player | {figure} | winning first moves |\n|---|---|--:|---|\n");
    for result in results::<G>() {
        let figure = result
            .figure
            .map_or("–".into(), |figure| figure.to_string());
        let value = if result.value == Value::Win {
            "wins"
        } else {
            "loses"
        };
        let moves = moves::<G>(&result);
        let _always_fits = writeln!(table, "| {} | {value} | {figure} | {moves} |", result.size);
    }
    table
}

fn moves<G: Booked>(result: &BoardResult<G::Move>) -> String {
    let names: Vec<String> = result.best.iter().map(ToString::to_string).collect();
    match (names.is_empty(), result.complete) {
        (true, _) => "none".into(),
        (false, true) => names.join(" "),
        (false, false) => format!("{}; others not searched", names.join(" ")),
    }
}

fn legal_sets() -> Result<String, Box<dyn std::error::Error>> {
    let mut table = String::from(
        "| board | legal sets | up to symmetry | most stones | sets of that many |\n|---|--:|--:|--:|--:|\n",
    );
    for result in results::<BlackNarrows<1>>() {
        if result.size.points() <= CENSUS_POINTS {
            writeln!(table, "{}", census_line(result.size)?)?;
        }
    }
    Ok(table)
}

fn census_line(size: Size) -> Result<String, Box<dyn std::error::Error>> {
    let levels = census::<1>(size)?;
    let total: u64 = levels.iter().map(|level| level.sets).sum();
    let classes: u64 = levels.iter().map(|level| level.classes).sum();
    let (most, last) = levels.iter().enumerate().next_back().ok_or("no level")?;
    Ok(format!(
        "| {size} | {total} | {classes} | {most} | {} |",
        last.sets
    ))
}
