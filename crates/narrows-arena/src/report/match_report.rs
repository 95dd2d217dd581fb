//! The report of a match or tournament.

use serde_json::{Value as Json, json};

use super::document::{Section, limits, percent, rounded, runs, signed};
use super::{PlotError, html, plot, text};
use crate::plan::{Forfeits, MatchMode, MatchPlan};
use crate::results::{Results, Run};
use crate::stats::{Comparison, Estimate};
use crate::{GameRecord, Pairing, SprtSummary, Summary};

/// More openings than this are no table one can read.
const MOST_OPENINGS: usize = 40;

/// A match with what it shows and what it takes to repeat it.
#[derive(Clone, Debug)]
pub struct Report {
    /// The match.
    pub plan: MatchPlan,
    /// The seeds of its games.
    pub seeds: Vec<u64>,
    /// The runs that played it.
    pub runs: Vec<Run>,
    /// What the games say.
    pub summary: Summary,
    games: Vec<GameRecord>,
}

impl Report {
    /// Sums up results.
    #[must_use]
    pub fn new(results: Results) -> Self {
        let Results {
            plan,
            seeds,
            runs,
            mut games,
            ..
        } = results;
        games.sort_by_key(|game| game.game);
        let schedule = plan.schedule();
        let summary = Summary::new(&plan.players, &schedule, &games, plan.sprt, plan.forfeits);
        Self {
            plan,
            seeds,
            runs,
            summary,
            games,
        }
    }

    /// The games, in the order of the schedule.
    #[must_use]
    pub fn games(&self) -> &[GameRecord] {
        &self.games
    }

    /// The day the last run began, such as `2026-11-30`.
    #[must_use]
    pub fn date(&self) -> String {
        let started = self.runs.last().and_then(|run| run.started.get(..10));
        started.unwrap_or("????-??-??").to_owned()
    }

    /// As text.
    #[must_use]
    pub fn text(&self) -> String {
        text::write(&self.plan.title(), &self.sections())
    }

    /// As one HTML page.
    ///
    /// # Errors
    /// [`PlotError`] if a plot cannot be drawn.
    pub fn html(&self) -> Result<String, PlotError> {
        let plots = self.plots()?;
        Ok(html::page(&self.plan.title(), &self.sections(), &plots))
    }

    /// As one JSON object.
    #[must_use]
    pub fn json(&self) -> Json {
        let newest = self.runs.last();
        let mut object = json!({
            "version": newest.map_or(env!("CARGO_PKG_VERSION"), |run| &run.version),
            "game": self.plan.game.slug(),
            "size": self.plan.size.to_string(),
            "mode": self.plan.mode.name(),
            "pie": self.plan.pie,
            "seeds": self.seeds,
            "openings": self.plan.openings,
            "limits": self.plan.limits,
            "forfeits_count": self.plan.forfeits == Forfeits::Count,
            "runs": self.runs,
            "significant": self.summary.pairings.iter().map(|p| p.comparison.is_significant()).collect::<Vec<_>>(),
        });
        let mut summary = serde_json::to_value(&self.summary).unwrap_or_default();
        if let (Some(object), Some(summary)) = (object.as_object_mut(), summary.as_object_mut()) {
            // What `openings` names here are their results.
            for (from, to) in [("games", "finished"), ("openings", "openings_played")] {
                if let Some(value) = summary.remove(from) {
                    summary.insert(to.to_owned(), value);
                }
            }
            object.append(summary);
        }
        object
    }

    fn sections(&self) -> Vec<Section> {
        let mut sections = vec![self.setting()];
        if self.plan.mode != MatchMode::SelfPlay {
            sections.extend(self.summary.pairings.iter().map(|p| self.pairing(p)));
        }
        sections.extend(self.ratings());
        sections.extend(self.superiority());
        sections.push(self.game_itself());
        sections.extend(self.endings());
        sections.extend(self.openings());
        sections
    }

    fn setting(&self) -> Section {
        let (plan, summary) = (&self.plan, &self.summary);
        let mut section = Section::new("");
        section.fact(
            "games",
            format!("{} of {}", summary.games, summary.scheduled),
        );
        let seeds: Vec<String> = self.seeds.iter().map(u64::to_string).collect();
        let name = if seeds.len() == 1 { "seed" } else { "seeds" };
        section.fact(
            "openings",
            format!("{}, {name} {}", plan.openings, seeds.join(", ")),
        );
        if plan.game == narrows_core::GameKind::Narrows {
            section.fact("pie rule", if plan.pie { "on" } else { "off" });
        }
        section.fact("limits", limits(&plan.limits));
        runs(&mut section, &self.runs);
        if summary.repeated > 0 {
            section.note(format!(
                "{} games repeat earlier ones move by move; the intervals count them as new games",
                summary.repeated
            ));
        }
        section
    }

    fn name(&self, player: usize) -> &str {
        self.summary.players.get(player).map_or("?", String::as_str)
    }

    fn pairing(&self, pairing: &Pairing) -> Section {
        let (a, b) = (self.name(pairing.a), self.name(pairing.b));
        let comparison = &pairing.comparison;
        let [lost, split, both] = pairing.pairs;
        let mut section = Section::new(format!("{a} against {b}"));
        section.fact("won", format!("{} to {}", pairing.wins[0], pairing.wins[1]));
        section.fact("pairs", format!("{both} won, {split} split, {lost} lost"));
        section.fact("split", format!("{} of the pairs", percent(&pairing.split)));
        if pairing.forfeits != [0, 0] {
            let [by_a, by_b] = pairing.forfeits;
            let counted = match self.plan.forfeits {
                Forfeits::Apart => "not counted",
                Forfeits::Count => "counted as losses",
            };
            section.fact(
                "forfeits",
                format!("{by_a} by {a}, {by_b} by {b}, {counted}"),
            );
        }
        match &self.summary.sprt {
            Some(sprt) => self.sequential(&mut section, sprt, a, b),
            None => {
                section.fact("score", percent(&comparison.expected));
                section.fact("Elo", signed(&comparison.elo));
                section.fact("nElo", signed(&comparison.nelo));
                section.fact("superiority", format!("{:.2} %", 100.0 * comparison.los));
                section.verdict(verdict(comparison, a, b));
            }
        }
        if let Some(rough) = comparison.rough {
            section.note(format!("the intervals are {}", rough.reason()));
        }
        section
    }

    fn sequential(&self, section: &mut Section, sprt: &SprtSummary, a: &str, b: &str) {
        if let Some(estimate) = &sprt.estimate {
            section.fact("score", percent(&estimate.expected));
            section.fact("Elo", signed(&estimate.elo));
            section.fact("superiority", format!("{:.2} %", 100.0 * estimate.los));
            section.note(
                "estimated for a test that may stop early: median-unbiased, from the pairs up to the verdict",
            );
        }
        section.fact(
            "SPRT",
            format!(
                "LLR {:+.2} in ({:.2}, {:.2}) after {} pairs",
                sprt.llr, sprt.lower, sprt.upper, sprt.pairs
            ),
        );
        for (name, elo) in [("H0", sprt.elo0), ("H1", sprt.elo1)] {
            let kind = if sprt.model == "normalized" {
                "nElo"
            } else {
                "Elo"
            };
            section.fact(name, format!("{a} over {b}: {elo:+} {kind}"));
        }
        section.verdict(sprt.verdict);
    }

    fn ratings(&self) -> Option<Section> {
        if self.summary.players.len() <= 2 {
            return None;
        }
        let mut section = Section::new("Ratings");
        let Some(list) = &self.summary.ratings else {
            section.note("no rating list: some players have not met yet");
            return Some(section);
        };
        let rows = list.players.iter().map(|line| {
            vec![
                self.name(line.player).to_owned(),
                rounded(line.elo.value, 0),
                format!(
                    "[{}, {}]",
                    rounded(line.elo.low, 0),
                    rounded(line.elo.high, 0)
                ),
                line.games.to_string(),
                format!(
                    "{:.1} %",
                    100.0 * line.wins as f64 / line.games.max(1) as f64
                ),
            ]
        });
        section.grid(&["player", "Elo", "95 %", "games", "won"], rows.collect());
        section.fact("first seat", format!("{} Elo", signed(&list.first_seat)));
        section.note(
            "Bradley-Terry, relative to the mean of the list; a gap between two ratings rests on all games of \
             both players, the Elo of a pairing above on the games between them alone",
        );
        Some(section)
    }

    fn superiority(&self) -> Option<Section> {
        let list = self.summary.ratings.as_ref()?;
        let order: Vec<usize> = list.players.iter().map(|line| line.player).collect();
        let mut section = Section::new("Likelihood of superiority, row over column");
        let numbers: Vec<String> = (1..=order.len()).map(|n| n.to_string()).collect();
        let mut head = vec!["player"];
        head.extend(numbers.iter().map(String::as_str));
        let rows = order.iter().zip(&numbers).map(|(&a, number)| {
            let mut row = vec![format!("{number}  {}", self.name(a))];
            row.extend(order.iter().map(|&b| {
                if a == b {
                    "–".to_owned()
                } else {
                    format!("{:.1} %", 100.0 * list.superiority[a][b])
                }
            }));
            row
        });
        section.grid(&head, rows.collect());
        let comparisons = order.len() * (order.len() - 1) / 2;
        section.note(format!(
            "{comparisons} comparisons: of so many between equal players {:.1} look significant at 95 % by chance; \
             for 95 % over all of them take {:.2} % (Bonferroni)",
            0.05 * comparisons as f64,
            100.0 * (1.0 - 0.025 / comparisons as f64)
        ));
        Some(section)
    }

    fn game_itself(&self) -> Section {
        let play = &self.summary.self_play;
        let mut section = Section::new("The games");
        let range = |e: &Estimate| format!("({} to {})", e.low, e.high);
        section.fact(
            "first player",
            format!("{} of games", percent(&play.first_player.share)),
        );
        section.fact(
            "length",
            format!("{:.1} plies {}", play.plies.value, range(&play.plies)),
        );
        section.fact("branching", format!("{:.1} moves", play.branching));
        section.fact("thought", format!("{:.3} s a game", play.seconds));
        section.fact(
            "decided",
            format!("{} of games proven before the end", percent(&play.decided)),
        );
        if let Some(ply) = &play.decided_from_ply {
            section.fact(
                "proven from",
                format!(
                    "ply {:.1} {}, after {:.3} s",
                    ply.value,
                    range(ply),
                    play.seconds_to_proof.unwrap_or(0.0)
                ),
            );
        }
        section
    }

    fn endings(&self) -> Option<Section> {
        if self.summary.endings.is_empty() {
            return None;
        }
        let mut section = Section::new("Games that did not end by the rules");
        for ending in &self.summary.endings {
            let loser = self.name(ending.loser);
            // What happened says how it ended; of a resignation there is no more to say.
            let how = match ending.example.as_str() {
                "" => ending.ending.name(),
                example => example,
            };
            section.fact("lost", format!("{loser}: {} × {how}", ending.games));
        }
        Some(section)
    }

    /// Results by opening, as long as that is a table one can read.
    fn openings(&self) -> Option<Section> {
        let openings = &self.summary.openings;
        if openings.len() < 2 || openings.len() > MOST_OPENINGS {
            return None;
        }
        let mut section = Section::new("Games won by the first player, by opening");
        let rows = openings.iter().map(|opening| {
            let name = if opening.moves.is_empty() {
                opening.start.clone()
            } else {
                opening.moves.join(" ")
            };
            vec![
                name,
                opening.first_player_wins.to_string(),
                opening.games.to_string(),
            ]
        });
        section.grid(&["opening", "first player", "games"], rows.collect());
        Some(section)
    }

    fn plots(&self) -> Result<Vec<(String, String)>, PlotError> {
        let mut plots = Vec::new();
        let mut draw = |heading: &str, picture: plot::Plot| match picture {
            Ok(picture) => {
                plots.push((heading.to_owned(), picture));
                Ok(())
            }
            Err(error) => Err(PlotError {
                name: heading.to_owned(),
                problem: error.to_string(),
            }),
        };
        let duel = self.plan.mode == MatchMode::Match;
        if duel && self.summary.pairings[0].comparison.pairs > 1 {
            let heading = "Elo of the first player named, as pairs were finished, with 95 %";
            draw(heading, plot::running_elo(&self.games, self.plan.forfeits))?;
        }
        if self.summary.ratings.is_some() {
            draw(
                "Ratings with 95 % intervals",
                plot::rating_plot(&self.summary),
            )?;
        }
        if !self.games.is_empty() {
            draw("Length of the games, in plies", plot::lengths(&self.games))?;
        }
        let proofs: Vec<usize> = self.games.iter().filter_map(|g| g.proven_ply).collect();
        if !proofs.is_empty() {
            draw(
                "Ply from which on the result was proven",
                plot::histogram(&proofs),
            )?;
        }
        Ok(plots)
    }
}

/// What a comparison says, in words.
fn verdict(comparison: &Comparison, a: &str, b: &str) -> String {
    if !comparison.is_significant() {
        return format!(
            "not significant: {} pairs do not show, at 95 %, which of the two is stronger",
            comparison.pairs
        );
    }
    let (better, worse, elo) = if comparison.elo.value > 0.0 {
        (a, b, comparison.elo)
    } else {
        (b, a, comparison.elo.map(|elo| -elo))
    };
    let (least, most) = (elo.low.min(elo.high), elo.low.max(elo.high));
    format!(
        "significant: {better} is stronger than {worse}, by {least:.0} to {most:.0} Elo at 95 %"
    )
}
