//! The report of an accuracy test.

use narrows_core::GameKind;
use serde_json::{Value as Json, json};

use super::document::{Section, limits, runs};
use super::{PlotError, html, plot, text};
use crate::MatchLimits;
use crate::accuracy::Accuracy;
use crate::results::Run;

/// How often players keep a win that is known.
#[derive(Clone, Debug)]
pub struct AccuracyReport {
    /// The game.
    pub game: GameKind,
    /// Positions asked about.
    pub positions: usize,
    /// What bounded a move.
    pub limits: MatchLimits,
    /// Seed of the players.
    pub seed: u64,
    /// How it was made.
    pub run: Run,
    /// One entry for each player.
    pub results: Vec<Accuracy>,
}

impl AccuracyReport {
    fn title(&self) -> String {
        format!(
            "accuracy: {}, {} solved positions",
            self.game.name(),
            self.positions
        )
    }

    /// As text.
    #[must_use]
    pub fn text(&self) -> String {
        text::write(&self.title(), &self.sections())
    }

    /// As one HTML page.
    ///
    /// # Errors
    /// [`PlotError`] if a plot cannot be drawn.
    pub fn html(&self) -> Result<String, PlotError> {
        let heading =
            "Share of won positions in which the move keeps the win, by number of legal moves";
        let picture = plot::accuracy_plot(&self.results).map_err(|error| PlotError {
            name: heading.to_owned(),
            problem: error.to_string(),
        })?;
        let plots = [(heading.to_owned(), picture)];
        Ok(html::page(&self.title(), &self.sections(), &plots))
    }

    /// As one JSON object.
    #[must_use]
    pub fn json(&self) -> Json {
        json!({
            "version": self.run.version,
            "game": self.game.slug(),
            "mode": "accuracy",
            "positions": self.positions,
            "limits": self.limits,
            "seed": self.seed,
            "runs": [self.run],
            "accuracy": self.results,
        })
    }

    fn sections(&self) -> Vec<Section> {
        let mut setting = Section::new("");
        setting.fact("limits", limits(&self.limits));
        setting.fact("seed", self.seed.to_string());
        runs(&mut setting, std::slice::from_ref(&self.run));
        let mut sections = vec![setting, self.totals()];
        sections.extend(self.by_moves());
        sections.extend(self.beyond());
        sections
    }

    fn totals(&self) -> Section {
        let mut section = Section::new("Kept the win");
        let rows = self.results.iter().map(|result| {
            let share = &result.total.share;
            vec![
                result.player.clone(),
                format!("{:.1} %", 100.0 * share.value),
                format!("[{:.1}, {:.1}]", 100.0 * share.low, 100.0 * share.high),
                result.proven[0].to_string(),
                result.proven[1].to_string(),
                result.failures.to_string(),
            ]
        });
        section.grid(
            &["player", "kept the win", "95 %", "proven", "kept", "failed"],
            rows.collect(),
        );
        section
    }

    /// Positions that level 6 does not prove: where it can err.
    fn beyond(&self) -> Option<Section> {
        let first = self
            .results
            .first()
            .filter(|result| !result.beyond.is_empty())?;
        let mut section = Section::new("Beyond it, by plies to where it knows the result");
        let mut head = vec!["plies", "positions", "random"];
        head.extend(self.results.iter().map(|result| result.player.as_str()));
        let rows = first.beyond.iter().enumerate().map(|(index, bucket)| {
            let mut row = vec![
                bucket.plies.to_string(),
                bucket.positions.to_string(),
                format!("{:.0} %", 100.0 * bucket.random_share),
            ];
            let share = |result: &Accuracy| result.beyond.get(index).map(|b| b.share);
            row.extend(self.results.iter().map(|result| {
                share(result).map_or_else(String::new, |share| {
                    format!(
                        "{:.0} % [{:.0}, {:.0}]",
                        100.0 * share.value,
                        100.0 * share.low,
                        100.0 * share.high
                    )
                })
            }));
            row
        });
        section.grid(&head, rows.collect());
        Some(section)
    }

    fn by_moves(&self) -> Option<Section> {
        let first = self
            .results
            .first()
            .filter(|result| !result.buckets.is_empty())?;
        let mut section = Section::new("Within the horizon of level 6, by number of legal moves");
        let mut head = vec!["legal moves", "positions", "random"];
        head.extend(self.results.iter().map(|result| result.player.as_str()));
        let rows = first.buckets.iter().enumerate().map(|(index, bucket)| {
            let mut row = vec![
                format!("{} to {}", bucket.legal_from, bucket.legal_to),
                bucket.positions.to_string(),
                format!("{:.0} %", 100.0 * bucket.random_share),
            ];
            let share = |result: &Accuracy| result.buckets.get(index).map(|b| b.share.value);
            row.extend(self.results.iter().map(|result| {
                share(result).map_or_else(String::new, |share| format!("{:.0} %", 100.0 * share))
            }));
            row
        });
        section.grid(&head, rows.collect());
        Some(section)
    }
}
