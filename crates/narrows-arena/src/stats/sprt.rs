//! The sequential probability ratio test on pairs.

use super::likelihood::{profile_mean, profile_t};
use super::{NELO_PER_T, PairCounts, score_from_elo};

/// Weight fishtest gives to an outcome that has not been seen yet, so that a likelihood exists
/// from the first pair on (`LLRcalc.regularize`).
const UNSEEN: f64 = 1e-3;

/// What the two hypotheses of a [`Sprt`] are stated in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// Logistic Elo: bounds on the expected score.
    Logistic,
    /// Normalised Elo: bounds on the expected score in standard deviations of one game, so that
    /// equal bounds mean equal effort whatever the openings are like.
    Normalized,
}

impl EloModel {
    /// The word of the command line and of reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Logistic => "logistic",
            Self::Normalized => "normalized",
        }
    }
}

/// Where a [`Sprt`] stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Neither bound reached: play on.
    Continue,
    /// The lower bound was reached: "A is `elo0` stronger" is accepted.
    AcceptH0,
    /// The upper bound was reached: "A is `elo1` stronger" is accepted.
    AcceptH1,
}

/// Why the arguments of a test make no test.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// A bound or an error rate is infinite or not a number.
    #[error("elo0, elo1, alpha and beta must be finite numbers")]
    NotFinite,
    /// The hypotheses are equal or exchanged.
    #[error("elo0 ({elo0:?}) must be less than elo1 ({elo1:?})")]
    Order {
        /// The lower hypothesis.
        elo0: f64,
        /// The upper hypothesis.
        elo1: f64,
    },
    /// An error rate that no test can have or need.
    #[error("{name} ({value:?}) must be greater than 0 and less than 0.5")]
    ErrorRate {
        /// `alpha` or `beta`.
        name: &'static str,
        /// What was given.
        value: f64,
    },
    /// A bound beyond anything a match can show.
    #[error("{name} ({value:?}) must lie between -1000 and 1000")]
    Range {
        /// `elo0` or `elo1`.
        name: &'static str,
        /// What was given.
        value: f64,
    },
}

/// A sequential probability ratio test of "A is `elo0` stronger than B" against "A is `elo1`
/// stronger", which is wrong with probability about `alpha` if the first is true and about `beta`
/// if the second is.
///
/// The statistic is the generalised log-likelihood ratio of the pentanomial counts: the ratio of
/// the two profile likelihoods. Wald's bounds are `ln(beta / (1 - alpha))` and
/// `ln((1 - beta) / alpha)`. It is fishtest's `LLR_logistic` and `LLR_normalized`.
///
/// The error rates are those of large samples. Simulation (see the tests) finds them kept for
/// bounds that take hundreds of pairs to tell apart; very coarse bounds around unequal players
/// (normalised 100 against 160, some 50 pairs) were wrong in 7 % of the cases instead of 5 %.
///
/// ```
/// use narrows_arena::stats::{EloModel, PairCounts, Sprt, Verdict};
/// let test = Sprt::new(EloModel::Logistic, 0.0, 20.0, 0.05, 0.05)?;
/// assert_eq!(test.verdict(&PairCounts::new(30, 100, 90)), Verdict::AcceptH1);
/// assert!(Sprt::new(EloModel::Logistic, 20.0, 0.0, 0.05, 0.05).is_err());
/// # Ok::<(), narrows_arena::stats::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "SprtText")]
pub struct Sprt {
    model: EloModel,
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// A [`Sprt`] as it is read, before its numbers are checked.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct SprtText {
    model: EloModel,
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

impl TryFrom<SprtText> for Sprt {
    type Error = SprtError;

    fn try_from(text: SprtText) -> Result<Self, SprtError> {
        Self::new(text.model, text.elo0, text.elo1, text.alpha, text.beta)
    }
}

impl Sprt {
    /// A test with these hypotheses and error rates.
    ///
    /// # Errors
    /// [`SprtError`] if a number is not finite, `elo0 >= elo1`, a hypothesis lies outside
    /// -1000..=1000, or an error rate does not lie between 0 and 0.5.
    pub fn new(
        model: EloModel,
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
    ) -> Result<Self, SprtError> {
        if [elo0, elo1, alpha, beta].iter().any(|x| !x.is_finite()) {
            return Err(SprtError::NotFinite);
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order { elo0, elo1 });
        }
        for (name, value) in [("elo0", elo0), ("elo1", elo1)] {
            if value.abs() > 1000.0 {
                return Err(SprtError::Range { name, value });
            }
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if value <= 0.0 || value >= 0.5 {
                return Err(SprtError::ErrorRate { name, value });
            }
        }
        Ok(Self {
            model,
            elo0,
            elo1,
            alpha,
            beta,
        })
    }

    /// What the hypotheses are stated in.
    #[must_use]
    pub fn model(&self) -> EloModel {
        self.model
    }

    /// The two hypotheses, `elo0` and `elo1`.
    #[must_use]
    pub fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// The two error rates, `alpha` and `beta`.
    #[must_use]
    pub fn error_rates(&self) -> (f64, f64) {
        (self.alpha, self.beta)
    }

    /// Wald's bounds on the log-likelihood ratio, lower and upper.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The generalised log-likelihood ratio of `elo1` against `elo0`; 0 without any pair.
    #[must_use]
    pub fn llr(&self, counts: &PairCounts) -> f64 {
        if counts.pairs() == 0 {
            return 0.0;
        }
        let cells = self.regularized(counts);
        let at = |elo: f64| match self.model {
            EloModel::Logistic => profile_mean(&cells, score_from_elo(elo)),
            // A pair's mean has 1/sqrt(2) of the deviation of a game.
            EloModel::Normalized => profile_t(&cells, 2f64.sqrt() * elo / NELO_PER_T),
        };
        at(self.elo1) - at(self.elo0)
    }

    /// The cells of the distribution, with a little weight in those that have not been seen.
    ///
    /// Cells that only draws reach are regularized only where there are draws: without them the
    /// distribution lives on three values.
    pub(super) fn regularized(&self, counts: &PairCounts) -> Vec<(f64, f64)> {
        let draws = counts.cells()[1] + counts.cells()[3] > 0;
        counts.weighted(|i, n| {
            if n == 0 && (draws || i % 2 == 0) {
                UNSEEN
            } else {
                0.0
            }
        })
    }

    /// Whether the counts end the test.
    #[must_use]
    pub fn verdict(&self, counts: &PairCounts) -> Verdict {
        let (llr, (lower, upper)) = (self.llr(counts), self.bounds());
        if llr >= upper {
            Verdict::AcceptH1
        } else if llr <= lower {
            Verdict::AcceptH0
        } else {
            Verdict::Continue
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::elo_from_score;

    fn llr(model: EloModel, elo0: f64, elo1: f64, cells: [u64; 5]) -> f64 {
        Sprt::new(model, elo0, elo1, 0.05, 0.05)
            .unwrap()
            .llr(&PairCounts::from_cells(cells))
    }

    /// fastchess, app/tests/sprt_test.cpp (pentanomial cases; its cells LL, LD, WL, DD, WD, WW).
    #[test]
    fn fastchess_values() {
        use EloModel::{Logistic, Normalized};
        for (model, elo0, elo1, cells, expected) in [
            (
                Normalized,
                0.0,
                2.0,
                [365, 16618, 36029 + 200, 16974, 390],
                2.25,
            ),
            (
                Normalized,
                -1.75,
                0.25,
                [127, 4883, 10311 + 401, 5150, 104],
                3.01,
            ),
            (
                Logistic,
                0.5,
                2.5,
                [223, 9863, 20279 + 1000, 10037, 246],
                -3.07,
            ),
            (
                Logistic,
                0.0,
                2.0,
                [871, 26175, 55003 + 980, 26678, 821],
                -4.98,
            ),
        ] {
            let found = llr(model, elo0, elo1, cells);
            assert!(
                (found - expected).abs() < 0.0101,
                "{cells:?}: {found}, {expected}"
            );
        }
    }

    /// OpenBench tests quoted by racetrack, src/tests/sprt_tests.rs: normalised, alpha 0.05, beta 0.10.
    #[test]
    fn openbench_values() {
        for (cells, elo0, elo1, expected) in [
            ([440, 2910, 5170, 2888, 455], 0.0, 5.0, -2.27),
            ([142, 620, 1122, 699, 188], 0.0, 5.0, 2.99),
            ([349, 1561, 3340, 1604, 359], -5.0, 0.0, 2.90),
            ([98, 382, 674, 369, 71], -5.0, 0.0, -1.11),
        ] {
            let test = Sprt::new(EloModel::Normalized, elo0, elo1, 0.05, 0.10).unwrap();
            let found = test.llr(&PairCounts::from_cells(cells));
            assert!(
                (found - expected).abs() < 0.0101,
                "{cells:?}: {found}, {expected}"
            );
        }
    }

    /// A draw-free match printed by fastchess: 0 2 37 in `[0, 20]` gave 2.96 (-2.94, 2.94) with its
    /// default, normalised, model, nElo 1056.68.
    #[test]
    fn a_published_match_without_draws() {
        let test = Sprt::new(EloModel::Normalized, 0.0, 20.0, 0.05, 0.05).unwrap();
        let found = test.llr(&PairCounts::new(0, 2, 37));
        assert!((found - 2.96).abs() < 0.03, "{found}");
        let (lower, upper) = test.bounds();
        assert!((lower + 2.94).abs() < 0.005 && (upper - 2.94).abs() < 0.005);
        assert_eq!(test.verdict(&PairCounts::new(0, 2, 37)), Verdict::AcceptH1);
    }

    /// For nearly equal players without draws and without an effect of the opening the two models
    /// are the same test.
    #[test]
    fn models_agree_near_equality() {
        let counts = PairCounts::new(2500, 5000, 2600);
        let of = |model| {
            Sprt::new(model, 0.0, 10.0, 0.05, 0.05)
                .unwrap()
                .llr(&counts)
        };
        let (logistic, normalized) = (of(EloModel::Logistic), of(EloModel::Normalized));
        assert!(
            (logistic - normalized).abs() < 0.1,
            "{logistic} {normalized}"
        );
        assert!(elo_from_score(counts.score()) > 0.0);
    }

    #[test]
    fn bad_arguments_are_refused() {
        use EloModel::Logistic;
        for (elo0, elo1, alpha, beta) in [
            (5.0, 5.0, 0.05, 0.05),
            (5.0, 0.0, 0.05, 0.05),
            (0.0, 5.0, 0.0, 0.05),
            (0.0, 5.0, 0.05, 0.5),
            (0.0, 5.0, -0.1, 0.05),
            (0.0, 5.0, 1.0, 0.05),
            (0.0, f64::NAN, 0.05, 0.05),
            (f64::NEG_INFINITY, 5.0, 0.05, 0.05),
            (0.0, 4000.0, 0.05, 0.05),
        ] {
            assert!(
                Sprt::new(Logistic, elo0, elo1, alpha, beta).is_err(),
                "{elo0} {elo1}"
            );
        }
    }

    /// The same source: which bound, if any, five finished OpenBench tests had reached.
    #[test]
    fn openbench_verdicts() {
        for (cells, elo0, elo1, expected) in [
            ([485, 1923, 2942, 1937, 594], 0.0, 5.0, Verdict::AcceptH1),
            ([261, 739, 2683, 737, 253], -10.0, 0.0, Verdict::AcceptH1),
            ([63, 252, 385, 250, 74], 0.0, 10.0, Verdict::Continue),
            ([527, 1007, 1932, 933, 511], 0.0, 5.0, Verdict::AcceptH0),
            ([175, 305, 694, 291, 157], 0.0, 10.0, Verdict::AcceptH0),
        ] {
            let test = Sprt::new(EloModel::Normalized, elo0, elo1, 0.05, 0.10).unwrap();
            assert_eq!(
                test.verdict(&PairCounts::from_cells(cells)),
                expected,
                "{cells:?}"
            );
        }
    }

    #[test]
    fn extremes_are_finite() {
        for model in [EloModel::Logistic, EloModel::Normalized] {
            let test = Sprt::new(model, 0.0, 30.0, 0.05, 0.05).unwrap();
            for counts in [
                PairCounts::default(),
                PairCounts::new(0, 0, 1),
                PairCounts::new(1, 0, 0),
                PairCounts::new(0, 1, 0),
                PairCounts::new(0, 900, 0),
                PairCounts::new(0, 0, 100_000),
                PairCounts::new(100_000, 0, 0),
            ] {
                assert!(test.llr(&counts).is_finite(), "{model:?} {counts:?}");
            }
            assert_eq!(test.verdict(&PairCounts::default()), Verdict::Continue);
        }
    }
}
