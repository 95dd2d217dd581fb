//! A match as data: everything that has an influence on its games.

use std::fmt;
use std::str::FromStr;

use narrows_core::any::AnySetupError;
use narrows_core::narrows::Pie;
use narrows_core::{AnyPosition, GameKind, Size};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::opening::{self, Opening, OpeningError};
use super::schedule::index_of;
use super::stats::Sprt;
use super::{MatchLimits, Schedule};

/// The most pairs of games a pairing can have.
pub const MOST_PAIRS: u64 = 100_000;

/// Everything that has an influence on the games of a match. The first line of a results file holds
/// it, so that a later run can check that it continues the same match, and a report can be made
/// without the command that played it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchPlan {
    /// Who meets whom.
    pub mode: MatchMode,
    /// The game.
    #[serde(with = "game_text")]
    pub game: GameKind,
    /// The board.
    #[serde(with = "size_text")]
    pub size: Size,
    /// Whether Narrows is played with the exchange of colors.
    pub pie: bool,
    /// The players' names; [`spec`](super::spec) makes players of those that are texts of its kind.
    pub players: Vec<String>,
    /// Pairs of games of every two players who meet.
    pub pairs: u64,
    /// Where the games begin.
    pub openings: OpeningSource,
    /// Seed of openings and players.
    pub seed: u64,
    /// What bounds a move.
    pub limits: MatchLimits,
    /// The sequential test, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
    /// Whether forfeited games count.
    #[serde(default)]
    pub forfeits: Forfeits,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MatchMode {
    /// Two players.
    Match,
    /// Each player meets the next one of the list.
    Ladder,
    /// Everybody meets everybody.
    RoundRobin,
    /// The first player meets each of the others.
    Gauntlet,
    /// One player meets itself.
    SelfPlay,
}

impl MatchMode {
    /// The word of files and reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::Ladder => "ladder",
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
            Self::SelfPlay => "self-play",
        }
    }
}

/// What a game counts that a player lost by a crash, silence, an illegal answer or on time.
///
/// Such a game says something about a program or a machine, not about how well somebody plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Forfeits {
    /// It is shown apart, and its pair enters no score, Elo or test.
    #[default]
    Apart,
    /// It is a loss like any other.
    Count,
}

/// Where the games of a match begin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningSource {
    /// The start of the game.
    Start,
    /// So many random moves.
    Random(u32),
    /// All distinct positions after so many plies.
    All(u32),
    /// Those that come with the project, kept with the results; the seed says in which order they are played.
    Balanced {
        /// Its lines with an opening, without comments.
        lines: Vec<String>,
    },
    /// A list that comes with a file, kept with the results.
    Listed {
        /// The file's name.
        name: String,
        /// Its lines with an opening, without comments.
        lines: Vec<String>,
    },
}

impl fmt::Display for OpeningSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => f.write_str("start"),
            Self::Random(plies) => write!(f, "random:{plies}"),
            Self::All(plies) => write!(f, "all:{plies}"),
            Self::Balanced { lines } => write!(f, "balanced ({} openings)", lines.len()),
            Self::Listed { name, lines } => write!(f, "{name} ({} openings)", lines.len()),
        }
    }
}

/// Why a plan is not one of a match.
#[derive(Debug, PartialEq, thiserror::Error)]
pub enum PlanError {
    /// A board the game cannot be played on.
    #[error(transparent)]
    Size(#[from] AnySetupError),
    /// Openings that are not there.
    #[error("openings: {0}")]
    Opening(#[from] OpeningError),
    /// Too few or too many players.
    #[error("{mode} needs {needed}, not {found}", mode = mode.name())]
    Players {
        /// Who meets whom.
        mode: MatchMode,
        /// What it needs.
        needed: &'static str,
        /// How many players there are.
        found: usize,
    },
    /// No pairs, or more than can be counted.
    #[error("{0} pairs of games: a match has 1 to {MOST_PAIRS}")]
    Pairs(u64),
}

/// The openings and the schedule of a plan.
#[derive(Clone, Debug)]
pub struct Pairings {
    /// The openings, one for each pair of games of a pairing.
    pub openings: Vec<Opening>,
    /// Who plays whom from which of them.
    pub schedule: Schedule,
}

impl MatchPlan {
    /// The start of the game.
    ///
    /// # Errors
    /// [`PlanError::Size`].
    pub fn start(&self) -> Result<AnyPosition, PlanError> {
        AnyPosition::start(self.game, self.size, self.exchange()).map_err(Into::into)
    }

    /// Whether colors may be exchanged.
    #[must_use]
    pub fn exchange(&self) -> Pie {
        if self.pie { Pie::On } else { Pie::Off }
    }

    /// The openings and who plays them: the same on every machine.
    ///
    /// # Errors
    /// [`PlanError`] if the parts of the plan do not fit together.
    pub fn pairings(&self) -> Result<Pairings, PlanError> {
        self.check_players()?;
        if self.pairs == 0 || self.pairs > MOST_PAIRS {
            return Err(PlanError::Pairs(self.pairs));
        }
        let pairs = index_of(self.pairs);
        let start = self.start()?;
        let listed = match &self.openings {
            OpeningSource::Random(plies) => opening::random(&start, *plies, self.seed, pairs)?,
            OpeningSource::Start => opening::bare(&start),
            OpeningSource::All(plies) => opening::all_distinct(&start, *plies)?,
            OpeningSource::Listed { lines, .. } => {
                opening::parse(&start, self.exchange(), &lines.join("\n"))?
            }
            OpeningSource::Balanced { lines } => {
                let mut order: Vec<u64> = (0..lines.len() as u64).collect();
                order.sort_by_key(|&line| opening::game_seed(self.seed, line, 0));
                let openings = opening::parse(&start, self.exchange(), &lines.join("\n"))?;
                order
                    .iter()
                    .map(|&line| openings[index_of(line)].clone())
                    .collect()
            }
        };
        let openings: Vec<Opening> = listed.iter().cycle().take(pairs).cloned().collect();
        let schedule = self.schedule();
        Ok(Pairings { openings, schedule })
    }

    /// Who plays whom.
    #[must_use]
    pub fn schedule(&self) -> Schedule {
        let (players, pairs) = (self.players.len(), self.pairs);
        match self.mode {
            MatchMode::Match => Schedule::duel(pairs),
            MatchMode::Ladder => Schedule::ladder(players, pairs),
            MatchMode::RoundRobin => Schedule::round_robin(players, pairs),
            MatchMode::Gauntlet => Schedule::gauntlet(players, pairs),
            MatchMode::SelfPlay => Schedule::itself(pairs),
        }
    }

    fn check_players(&self) -> Result<(), PlanError> {
        let found = self.players.len();
        let (fits, needed) = match self.mode {
            MatchMode::Match => (found == 2, "two players"),
            MatchMode::SelfPlay => (found == 1, "one player"),
            _ => ((2..=100).contains(&found), "2 to 100 players"),
        };
        if fits {
            Ok(())
        } else {
            Err(PlanError::Players {
                mode: self.mode,
                needed,
                found,
            })
        }
    }

    /// The first setting in which another plan differs, with both values; `pairs` do not count,
    /// since a match may be made longer.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<(String, String, String)> {
        let fields = |plan: &Self| serde_json::to_value(plan).unwrap_or_default();
        let (old, new) = (fields(self), fields(other));
        let null = serde_json::Value::Null;
        let keys = [&old, &new].map(|v| v.as_object().into_iter().flat_map(|o| o.keys()));
        let [ours, theirs] = keys;
        ours.chain(theirs)
            .filter(|key| *key != "pairs")
            .find_map(|key| {
                let of = |v: &serde_json::Value| v.get(key).unwrap_or(&null).to_string();
                let (a, b) = (of(&old), of(&new));
                (a != b).then(|| (key.clone(), a, b))
            })
    }

    /// `match: Black Narrows 8x8`.
    #[must_use]
    pub fn title(&self) -> String {
        format!("{}: {} {}", self.mode.name(), self.game.name(), self.size)
    }
}

/// A value as the text that reads it back.
fn parsed<'de, D: Deserializer<'de>, T: FromStr<Err: fmt::Display>>(
    from: D,
) -> Result<T, D::Error> {
    let text = String::deserialize(from)?;
    text.parse()
        .map_err(|error| serde::de::Error::custom(format!("{text:?}: {error}")))
}

mod game_text {
    use super::*;

    pub fn serialize<S: Serializer>(kind: &GameKind, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(kind.slug())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<GameKind, D::Error> {
        parsed(from)
    }
}

mod size_text {
    use super::*;

    pub fn serialize<S: Serializer>(size: &Size, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(size)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Size, D::Error> {
        parsed(from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> MatchPlan {
        MatchPlan {
            mode: MatchMode::Match,
            game: GameKind::Narrows,
            size: "6x5".parse().unwrap(),
            pie: true,
            players: vec!["level:1".into(), "level:2".into()],
            pairs: 20,
            openings: OpeningSource::Random(1),
            seed: 3,
            limits: MatchLimits::default(),
            sprt: None,
            forfeits: Forfeits::Apart,
        }
    }

    #[test]
    fn plans_come_back() {
        for openings in [
            OpeningSource::Start,
            OpeningSource::All(1),
            OpeningSource::Listed {
                name: "x".into(),
                lines: vec!["a1xa2".into()],
            },
            OpeningSource::Balanced {
                lines: vec!["a1xa2".into()],
            },
        ] {
            let plan = MatchPlan { openings, ..plan() };
            let text = serde_json::to_string(&plan).unwrap();
            assert_eq!(serde_json::from_str::<MatchPlan>(&text).unwrap(), plan);
        }
    }

    /// A longer match begins with the same openings, so that its first pairs are those of the short one.
    #[test]
    fn a_longer_match_begins_like_the_short_one() {
        let long = MatchPlan {
            pairs: 45,
            ..plan()
        };
        assert_eq!(plan().difference(&long), None);
        let lines = |plan: &MatchPlan| -> Vec<String> {
            let pairings = plan.pairings().unwrap();
            pairings
                .openings
                .iter()
                .map(|o| o.position.to_string())
                .collect()
        };
        assert_eq!(lines(&plan()), lines(&long)[..20]);
        assert_eq!(long.pairings().unwrap().schedule.games(), 90);
    }

    /// All of them, in an order of the seed's, so that matches of other seeds do not begin with the same ones.
    #[test]
    fn the_seed_orders_balanced_openings() {
        let lines = [
            "a1xa2", "a1xb1", "c1xd1", "c1xc2", "b2xb3", "b2xc2", "d2xd3",
        ];
        let of = |seed| {
            let openings = OpeningSource::Balanced {
                lines: lines.map(str::to_owned).to_vec(),
            };
            let plan = MatchPlan {
                openings,
                seed,
                pairs: 7,
                ..plan()
            };
            let mut played: Vec<String> = Vec::new();
            for opening in plan.pairings().unwrap().openings {
                played.push(opening.moves[0].to_string());
            }
            played
        };
        assert_eq!(of(1), of(1));
        assert_ne!(of(1), of(2));
        let mut sorted = of(2);
        sorted.sort();
        let mut all = lines.map(str::to_owned);
        all.sort();
        assert_eq!(sorted, all);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let mut odd = plan();
        odd.size = "5x3".parse().unwrap();
        assert!(matches!(odd.pairings(), Err(PlanError::Size(_))));
        let mut alone = plan();
        alone.players.pop();
        assert!(matches!(alone.pairings(), Err(PlanError::Players { .. })));
        for pairs in [0, MOST_PAIRS + 1] {
            let error = MatchPlan { pairs, ..plan() }.pairings().unwrap_err();
            assert_eq!(error, PlanError::Pairs(pairs));
        }
        let other = MatchPlan { seed: 4, ..plan() };
        assert_eq!(
            plan().difference(&other),
            Some(("seed".into(), "3".into(), "4".into()))
        );
    }
}
