//! `arena report`, and how every match ends.

use std::path::PathBuf;

use clap::Args;
use narrows_arena::report::Report;
use narrows_arena::{pgn, results};

use super::args::{ReportArgs, Targets, print_report, write, write_page};
use super::{results_failure, warn};
use crate::failure::Failure;
use crate::output;

/// Arguments of `narrows arena report`.
#[derive(Args, Debug)]
pub struct ReportFilesArgs {
    /// Results files of one match; several are put together, those of other seeds as further pairs; - is
    /// standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    reports: ReportArgs,
}

impl ReportFilesArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let read = self.files.iter().map(|path| ("FILE", Some(&**path)));
        let targets = self.reports.targets(&read.collect::<Vec<_>>())?;
        let mut read = Vec::new();
        for path in &self.files {
            let found = results::read(path).map_err(results_failure)?;
            if found.torn_bytes > 0 {
                warn(&format!(
                    "{}: left out its last line, which is torn after {} bytes",
                    path.display(),
                    found.torn_bytes
                ));
            }
            read.push((path.display().to_string(), found));
        }
        let merged = results::merge(read).map_err(results_failure)?;
        publish(&Report::new(merged), &targets, self.reports.json)
    }
}

/// Writes a report wherever it was asked for; one place that fails does not keep it from the others.
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
