//! The report of a measurement of horizons.

use narrows_core::{GameKind, Size};
use serde_json::{Value as Json, json};

use super::document::{Section, limits, runs};
use super::{PlotError, html, plot, text};
use crate::MatchLimits;
use crate::horizon::Horizon;
use crate::results::Run;

/// From which ply on players know how a game ends.
#[derive(Clone, Debug)]
pub struct HorizonReport {
    /// The game.
    pub game: GameKind,
    /// The board.
    pub size: Size,
    /// Who played the games.
    pub games_by: String,
    /// Seed of the games and of the players.
    pub seed: u64,
    /// What bounded a move.
    pub limits: MatchLimits,
    /// How it was made.
    pub run: Run,
    /// One entry for each player.
    pub results: Vec<Horizon>,
}

impl HorizonReport {
    fn title(&self) -> String {
        format!("horizon: {} {}", self.game.name(), self.size)
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
        let mut plots = Vec::new();
        for result in &self.results {
            let heading = format!("Games by the ply from which {} knows", result.player);
            let plies: Vec<usize> = result.games.iter().map(|g| g.known_from).collect();
            let picture = plot::histogram(&plies).map_err(|error| PlotError {
                name: heading.clone(),
                problem: error.to_string(),
            })?;
            plots.push((heading, picture));
        }
        Ok(html::page(&self.title(), &self.sections(), &plots))
    }

    /// As one JSON object.
    #[must_use]
    pub fn json(&self) -> Json {
        json!({
            "version": self.run.version,
            "game": self.game.slug(),
            "size": self.size.to_string(),
            "mode": "horizon",
            "games_by": self.games_by,
            "seed": self.seed,
            "limits": self.limits,
            "runs": [self.run],
            "horizons": self.results,
        })
    }

    fn sections(&self) -> Vec<Section> {
        let mut setting = Section::new("");
        let asked = |result: &Horizon| result.games.len() as u64 + result.failures;
        let games = self.results.first().map_or(0, asked);
        setting.fact(
            "games",
            format!("{games} by {}, seed {}", self.games_by, self.seed),
        );
        setting.fact("limits", limits(&self.limits));
        runs(&mut setting, std::slice::from_ref(&self.run));
        let mut section = Section::new("Ply from which on the result is known");
        let rows = self.results.iter().map(|result| {
            let mut row = vec![result.player.clone()];
            row.extend(result.known_from.iter().map(ToString::to_string));
            row.push(format!("{:.1}", result.mean));
            row.push(format!("{:.1}", result.mean_left));
            row.push(format!("{:.1}", result.mean_legal));
            row.push(result.failures.to_string());
            row
        });
        let head = [
            "player",
            "first",
            "25 %",
            "median",
            "75 %",
            "last",
            "mean",
            "plies left",
            "legal moves",
            "failures",
        ];
        section.grid(&head, rows.collect());
        vec![setting, section]
    }
}
