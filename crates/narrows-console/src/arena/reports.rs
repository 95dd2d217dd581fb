//! Where reports go: standard output, PGN, a page.

use std::path::{Path, PathBuf};

use clap::Args;
use narrows_arena::files::{Kind, Target};
use narrows_arena::pgn;
use narrows_arena::report::{PlotError, Report};

use crate::failure::Failure;
use crate::files::{Named, check_apart};
use crate::output;

/// Where results go.
#[derive(Args, Debug)]
pub struct ReportArgs {
    /// Write the games as PGN, White = first player, for Ordo and BayesElo
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Write a report with plots as one HTML page
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Overwrite existing files of other kinds
    #[arg(long)]
    force: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// The files that reports are written to, tried before the work begins.
#[derive(Debug)]
pub struct Targets {
    pgn: Option<Target>,
    html: Option<Target>,
}

impl ReportArgs {
    /// Where reports go; none of it gets in the way of `others`, which the command reads or writes.
    ///
    /// # Errors
    /// Why one cannot be written.
    pub fn targets(&self, others: &[Named<'_>]) -> Result<Targets, Failure> {
        let (pgn, html) = (self.pgn.as_deref(), self.html.as_deref());
        check_apart(&[("--pgn", pgn), ("--html", html)], others)?;
        Ok(Targets {
            pgn: report_target("--pgn", pgn, Kind::PGN, self.force, self.json)?,
            html: report_target("--html", html, Kind::REPORT, self.force, self.json)?,
        })
    }
}

/// A file to be written, tried.
///
/// # Errors
/// Why it cannot be written; `option` names it.
pub fn target(
    option: &str,
    path: Option<&Path>,
    kind: Kind,
    is_forced: bool,
) -> Result<Option<Target>, Failure> {
    let tried = path.map(|path| Target::new(path, kind, is_forced));
    tried
        .transpose()
        .map_err(|error| Failure::of_file(&format!("{option} "), &error))
}

/// A file for a report beside the one that is printed. With `json` it cannot be standard output, which has that object
/// and nothing else.
///
/// # Errors
/// Why it cannot be written; `option` names it.
pub fn report_target(
    option: &str,
    path: Option<&Path>,
    kind: Kind,
    is_forced: bool,
    json: bool,
) -> Result<Option<Target>, Failure> {
    let found = target(option, path, kind, is_forced)?;
    match &found {
        Some(target) if json && target.is_stdout() => Err(Failure::usage(format!(
            "{option} {}: --json writes to standard output too; name a file",
            target.path().display()
        ))),
        _ => Ok(found),
    }
}

/// Prints a report, on standard error if one of its files is standard output.
///
/// # Errors
/// How printing fails.
pub fn print_report<'a>(
    text: &str,
    files: impl IntoIterator<Item = &'a Target>,
) -> Result<(), Failure> {
    if files.into_iter().any(Target::is_stdout) {
        output::note(text.trim_end());
        Ok(())
    } else {
        output::text(text)
    }
}

/// Writes a file that was tried.
///
/// # Errors
/// How writing fails.
pub fn write(target: &Target, text: &str) -> Result<(), Failure> {
    target
        .write(text.as_bytes())
        .map_err(|error| Failure::of_file("", &error))
}

/// Writes a page that may have failed to be drawn.
///
/// # Errors
/// How drawing or writing fails.
pub fn write_page(target: &Target, page: Result<String, PlotError>) -> Result<(), Failure> {
    let page = page.map_err(|error| Failure::could_not(error.to_string()))?;
    write(target, &page)
}

/// Writes a report wherever it was asked for; one place that fails does not keep it from the others.
///
/// # Errors
/// How printing or writing fails.
pub fn publish(report: &Report, targets: &Targets, json: bool) -> Result<(), Failure> {
    // What was found out is printed whatever becomes of the files.
    if json {
        output::json(&report.json())?;
    } else {
        let files = [&targets.pgn, &targets.html];
        print_report(&report.text(), files.into_iter().flatten())?;
    }
    let games = match &targets.pgn {
        Some(target) => write(target, &pgn(&report.plan, &report.date(), report.games())),
        None => Ok(()),
    };
    let page = match &targets.html {
        Some(target) => write_page(target, report.html()),
        None => Ok(()),
    };
    games.and(page)
}
