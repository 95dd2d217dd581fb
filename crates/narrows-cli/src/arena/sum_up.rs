//! `arena report`.

use std::path::PathBuf;

use clap::Args;
use narrows_arena::report::Report;
use narrows_arena::results;
use narrows_console::arena::reports::{ReportArgs, publish};
use narrows_console::arena::{results_failure, warn};

use crate::failure::Failure;

/// Arguments of `narrows arena report`.
#[derive(Args, Debug)]
pub struct ReportFilesArgs {
    /// Results files of one match; several are merged, and different seeds count as additional pairs; - is
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
