//! How much stronger A is than B, and what the first seat is worth.

use super::likelihood::{moments, profile_mean, profile_t};
use super::{NELO_PER_T, PairCounts, elo_from_score, normal_cdf};

/// The 97.5 % quantile of the normal distribution: 95 % intervals reach this many deviations.
pub const Z95: f64 = 1.959_963_984_540_054;

/// A number with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// Lower end of the 95 % interval.
    pub low: f64,
    /// Upper end of the 95 % interval.
    pub high: f64,
}

impl Estimate {
    /// Whether the interval leaves `x` out.
    #[must_use]
    pub fn excludes(&self, x: f64) -> bool {
        x < self.low || x > self.high
    }

    /// The estimate and interval of a monotone growing function of this number.
    #[must_use]
    pub fn map(&self, f: impl Fn(f64) -> f64) -> Self {
        Self {
            value: f(self.value),
            low: f(self.low),
            high: f(self.high),
        }
    }
}

/// What the pairs played so far say about A against B.
///
/// # Method
/// Half a pair is added to "both lost" and half a pair to "both won" (the correction of Haldane
/// and Anscombe, 1956, which takes the first-order bias out of a log-odds; Agresti, *Categorical
/// Data Analysis*, section 3.1.1). That keeps every figure finite at 0 % and 100 % and is worth
/// less than one pair in all. An interval is then every mean (for nElo: every mean in standard
/// deviations) whose profile likelihood the data do not reject at 5 %; so the interval of Elo and
/// that of nElo contain 0 in exactly the same cases, and the likelihood of superiority is above
/// 97.5 % exactly when both lie above 0.
/// The same holds for every share of this crate: the estimate is the corrected one, and lies in the
/// middle of what its interval is made of. Games won are given beside it, as they were counted.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Comparison {
    /// Pairs counted.
    pub pairs: u64,
    /// A's expected score, 0 to 1.
    pub expected: Estimate,
    /// Logistic Elo of A over B.
    pub elo: Estimate,
    /// Normalised Elo of A over B.
    pub nelo: Estimate,
    /// Likelihood of superiority: how sure it is that A is stronger, 0 to 1.
    pub los: f64,
    /// Why the intervals are only rough, if they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rough: Option<Roughness>,
}

/// Why an interval may miss the truth more often than its 5 %.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Roughness {
    /// Five pairs or fewer.
    FewPairs,
    /// More than 500 Elo: it rests on a handful of games.
    Lopsided,
}

impl Roughness {
    /// What a report says about it.
    #[must_use]
    pub fn reason(self) -> &'static str {
        match self {
            Self::FewPairs => "rough: 5 pairs or fewer",
            Self::Lopsided => "rough: beyond 500 Elo it rests on a handful of games",
        }
    }

    /// Whether an estimate from so many pairs is rough.
    pub(super) fn of(pairs: u64, elo: f64) -> Option<Self> {
        if pairs <= 5 {
            Some(Self::FewPairs)
        } else {
            (elo.abs() > 500.0).then_some(Self::Lopsided)
        }
    }
}

impl Comparison {
    /// The comparison that `counts` support.
    #[must_use]
    pub fn new(counts: &PairCounts) -> Self {
        let cells = counts.weighted(|i, _| if i == 0 || i == 4 { 0.5 } else { 0.0 });
        let (_, mean, variance) = moments(&cells);
        let expected = interval(mean, (0.0, 1.0), |s| profile_mean(&cells, s));
        let t = (mean - 0.5) / variance.sqrt();
        let t = interval(t, (t - 50.0, t + 50.0), |t| {
            profile_t(&with_split(&cells), t)
        });
        let root = (-2.0 * profile_mean(&cells, 0.5)).max(0.0).sqrt();
        let elo = expected.map(elo_from_score);
        Self {
            pairs: counts.pairs(),
            expected,
            elo,
            rough: Roughness::of(counts.pairs(), elo.value),
            nelo: t.map(|t| t / 2f64.sqrt() * NELO_PER_T),
            los: normal_cdf(root.copysign(mean - 0.5)),
        }
    }

    /// Whether the match shows, at 95 %, that one player is stronger.
    #[must_use]
    pub fn is_significant(&self) -> bool {
        self.elo.excludes(0.0)
    }
}

/// A distribution that has never split a pair could; without that cell its deviation and its mean
/// are tied together and most values of `t` could not be reached at all.
fn with_split(cells: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut cells = cells.to_vec();
    if !cells.iter().any(|c| c.0 > 0.0 && c.0 < 1.0) {
        cells.insert(1, (0.5, 1e-3));
    }
    cells
}

/// Every value between `range` whose profile log-likelihood is within `Z95^2 / 2` of the best.
fn interval(best: f64, range: (f64, f64), profile: impl Fn(f64) -> f64) -> Estimate {
    let accepted = |x: f64| profile(x) >= -Z95 * Z95 / 2.0;
    let end = |limit: f64| {
        let (mut inside, mut outside) = (best, limit);
        for _ in 0..100 {
            let middle = 0.5 * (inside + outside);
            if middle == inside || middle == outside {
                break;
            }
            if accepted(middle) {
                inside = middle
            } else {
                outside = middle
            }
        }
        inside
    };
    Estimate {
        value: best,
        low: end(range.0),
        high: end(range.1),
    }
}

/// How often the first player wins, with an interval that allows for the pairing.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct FirstPlayerAdvantage {
    /// Games won by the first player.
    pub wins: u64,
    /// Games counted.
    pub games: u64,
    /// Share of games the first player wins.
    pub share: Estimate,
    /// The same in logistic Elo.
    pub elo: Estimate,
}

impl FirstPlayerAdvantage {
    /// From pairs counted by the number of games their *first players* won.
    #[must_use]
    pub fn from_pairs(first_player_wins: &PairCounts) -> Self {
        let of = Comparison::new(first_player_wins);
        let [none, _, one, _, both] = first_player_wins.cells();
        Self {
            wins: one + 2 * both,
            games: 2 * (none + one + both),
            share: of.expected,
            elo: of.elo,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// fastchess, app/tests/elo_test.cpp, cases EloPentanomial 1 to 3: value, half width of the
    /// interval. It takes the observed deviation as exact for nElo, which makes that interval a
    /// little too narrow; ours allows for it, hence the wider tolerance there.
    #[test]
    fn fastchess_values() {
        for (cells, elo, elo_error, nelo, nelo_error, los) in [
            ([34, 54, 31 + 32, 64, 75], 55.58, 27.65, 57.94, 28.28, 1.0),
            (
                [332, 433, 457 + 41, 333, 334],
                -8.64,
                10.33,
                -9.17,
                10.96,
                0.0505,
            ),
            (
                [7895, 8757, 5485 + 200, 568, 9999],
                -21.04,
                2.95,
                -19.01,
                2.65,
                0.0,
            ),
        ] {
            let found = Comparison::new(&PairCounts::from_cells(cells));
            let half = |e: Estimate| (e.high - e.low) / 2.0;
            let near = |a: f64, b: f64| (a - b).abs() <= 0.01 * b.abs();
            assert!(near(found.elo.value, elo), "{found:?}");
            assert!(near(half(found.elo), elo_error), "{found:?}");
            assert!(near(found.nelo.value, nelo), "{found:?}");
            assert!(
                (half(found.nelo) - nelo_error).abs() < 0.04 * nelo_error,
                "{found:?}"
            );
            assert!((found.los - los).abs() < 0.002, "{found:?}");
        }
    }

    #[test]
    fn finite_and_ordered_everywhere() {
        for lost in [0, 1, 2, 9, 400] {
            for split in [0, 1, 3, 50, 3000] {
                for won in [0, 1, 2, 9, 400] {
                    let counts = PairCounts::new(lost, split, won);
                    let found = Comparison::new(&counts);
                    for e in [found.expected, found.elo, found.nelo] {
                        assert!(
                            e.low.is_finite() && e.high.is_finite(),
                            "{counts:?} {found:?}"
                        );
                        assert!(
                            e.low <= e.value && e.value <= e.high,
                            "{counts:?} {found:?}"
                        );
                    }
                    assert_eq!(
                        found.elo.excludes(0.0),
                        !(0.025..=0.975).contains(&found.los),
                        "{counts:?} {found:?}"
                    );
                    assert_eq!(
                        found.elo.excludes(0.0),
                        found.nelo.excludes(0.0),
                        "{counts:?}"
                    );
                    let mirror = Comparison::new(&counts.reversed());
                    assert!((mirror.elo.low + found.elo.high).abs() < 1e-6, "{counts:?}");
                    assert!(
                        (mirror.nelo.low + found.nelo.high).abs() < 1e-4,
                        "{counts:?} {found:?} {mirror:?}"
                    );
                    assert!((mirror.los + found.los - 1.0).abs() < 1e-9, "{counts:?}");
                }
            }
        }
    }

    #[test]
    fn nothing_played_says_nothing() {
        let found = Comparison::new(&PairCounts::default());
        assert_eq!(found.expected.value, 0.5);
        assert!(!found.is_significant());
        assert!((found.los - 0.5).abs() < 1e-12);
    }

    #[test]
    fn rough_intervals_say_so() {
        let of = |lost, split, won| Comparison::new(&PairCounts::new(lost, split, won)).rough;
        assert_eq!(of(1, 2, 2), Some(Roughness::FewPairs));
        assert_eq!(of(1, 2, 3), None);
        assert_eq!(of(0, 0, 60), Some(Roughness::Lopsided));
        assert_eq!(of(60, 0, 0), Some(Roughness::Lopsided));
    }

    #[test]
    fn first_player_counts_games() {
        let found = FirstPlayerAdvantage::from_pairs(&PairCounts::new(10, 40, 30));
        assert_eq!((found.wins, found.games), (100, 160));
        assert!(found.share.low < 0.625 && found.share.high > 0.625);
    }
}
