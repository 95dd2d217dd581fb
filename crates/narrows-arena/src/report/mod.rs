//! Results as text, as JSON and as one HTML page: the same facts, written once.

mod accuracy;
mod document;
mod horizon_report;
mod html;
mod match_report;
mod plot;
mod text;

pub use accuracy::AccuracyReport;
pub use horizon_report::HorizonReport;
pub use match_report::Report;
pub use text::columns;

/// A plot could not be drawn.
#[derive(Debug, thiserror::Error)]
#[error("plot {name:?}: {problem}")]
pub struct PlotError {
    /// The plot's heading.
    pub name: String,
    /// What went wrong.
    pub problem: String,
}
