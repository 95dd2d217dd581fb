//! What a sequential test says about Elo, which is not what the same games would say in a match of a
//! fixed length: a test stops when luck is high, so its score flatters the side that won it.

use super::comparison::{Comparison, Estimate};
use super::likelihood::{moments, tilted};
use super::normal::{ln_normal_cdf, normal_cdf};
use super::{EloModel, NELO_PER_T, PairCounts, Sprt, score_from_elo};

/// How far beyond a bound a walk in steps stops, in deviations of a step (D. Siegmund, *Sequential
/// Analysis*, 1985, section III.5): the bounds of a Brownian motion that stops as late.
const OVERSHOOT: f64 = 0.583;
/// The range in which a root is looked for.
const MOST_ELO: f64 = 1500.0;

/// Elo and superiority after a test that may have stopped early.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct SequentialEstimate {
    /// Logistic Elo: the median-unbiased estimate and its 95 % interval.
    pub elo: Estimate,
    /// The same as an expected score.
    pub expected: Estimate,
    /// Likelihood of superiority: the chance of a better outcome for B than this one, were they equal.
    pub los: f64,
}

impl Sprt {
    /// Elo after this test, whether it is decided or not. `None` without a pair.
    ///
    /// # Method
    /// That of fishtest (`sprt.py`): the log-likelihood ratio is taken for a Brownian motion between
    /// the two bounds; outcomes are ordered from an early acceptance of H0 over a late one, over the
    /// values of an undecided test, to an early acceptance of H1; the estimate is the Elo at which
    /// what was seen is the median of all outcomes, and the interval ends where it is the 2.5 % and
    /// the 97.5 % quantile (D. Siegmund 1985, section III.6). The bounds are moved by Siegmund's
    /// overshoot, which fishtest has no need of: a test here may take fifty pairs, not fifty thousand.
    ///
    /// A test that ends after a few pairs, because the truth lies far beyond its hypotheses, is no
    /// Brownian motion. So the interval reaches at least as far as that of [`Comparison`], which
    /// holds there; the estimate then errs towards the hypotheses.
    #[must_use]
    pub fn estimate(&self, counts: &PairCounts) -> Option<SequentialEstimate> {
        if counts.pairs() == 0 {
            return None;
        }
        let outcome = Outcome::of(self, counts);
        let at = |probability: f64| {
            let (mut low, mut high) = (-MOST_ELO, MOST_ELO);
            for _ in 0..60 {
                let middle = 0.5 * (low + high);
                if outcome.worse(middle) > probability {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            0.5 * (low + high)
        };
        let plain = Comparison::new(counts).elo;
        let value = at(0.5);
        let elo = Estimate {
            value,
            low: at(0.975).min(plain.low).min(value),
            high: at(0.025).max(plain.high).max(value),
        };
        Some(SequentialEstimate {
            elo,
            expected: elo.map(score_from_elo),
            los: outcome.worse(0.0),
        })
    }
}

/// The outcome of a test, among all it might have had.
struct Outcome<'a> {
    test: &'a Sprt,
    cells: Vec<(f64, f64)>,
    /// Pairs.
    time: f64,
    llr: f64,
}

impl<'a> Outcome<'a> {
    fn of(test: &'a Sprt, counts: &PairCounts) -> Self {
        Self {
            test,
            cells: test.regularized(counts),
            // The bound was crossed somewhere within the last pair.
            time: counts.pairs() as f64 - 0.5,
            llr: test.llr(counts),
        }
    }

    /// The probability of a worse outcome for A if A is `elo` stronger.
    fn worse(&self, elo: f64) -> f64 {
        let (drift, variance) = self.drift(score_from_elo(elo));
        let deviation = variance.sqrt();
        let (lower, upper) = self.test.bounds();
        let walk = Walk {
            lower: lower - OVERSHOOT * deviation,
            upper: upper + OVERSHOOT * deviation,
            drift,
            variance,
        };
        let end = if self.llr >= upper {
            walk.upper
        } else if self.llr <= lower {
            walk.lower
        } else {
            self.llr
        };
        walk.left_of(self.time, end).clamp(0.0, 1.0)
    }

    /// Drift and variance of the log-likelihood ratio a pair, if A's expected score is `score` and
    /// pairs are otherwise distributed as they were (Van den Bergh, *LLR_drift_variance_alt2*).
    fn drift(&self, score: f64) -> (f64, f64) {
        let (_, _, variance) = moments(&tilted(&self.cells, score));
        let (elo0, elo1) = self.test.hypotheses();
        match self.test.model() {
            EloModel::Logistic => {
                let (s0, s1) = (score_from_elo(elo0), score_from_elo(elo1));
                let drift = (s1 - s0) * (2.0 * score - s0 - s1) / (2.0 * variance);
                (drift, (s1 - s0).powi(2) / variance)
            }
            EloModel::Normalized => {
                let [t0, t1] = [elo0, elo1].map(|elo| 2f64.sqrt() * elo / NELO_PER_T);
                let t = (score - 0.5) / variance.sqrt();
                let drift = (t1 - t0) * (2.0 * t - t0 - t1) / 2.0;
                (drift, (t1 - t0).powi(2) * (1.0 + t * t / 2.0))
            }
        }
    }
}

/// A Brownian motion from 0 that stops at two bounds.
struct Walk {
    lower: f64,
    upper: f64,
    drift: f64,
    variance: f64,
}

impl Walk {
    /// The probability that the motion passes below the point (`time`, `end`): that it has stopped at
    /// the lower bound before, is below `end` then, or, if `end` is the lower bound, has stopped there
    /// earlier; later, or on the other side, if `end` is the upper bound.
    fn left_of(&self, time: f64, end: f64) -> f64 {
        let width = self.upper - self.lower;
        let pull = self.drift / self.variance * width;
        if self.variance * time / width.powi(2) < 1e-2 || pull.abs() > 15.0 {
            self.by_reflection(time, end)
        } else {
            self.by_modes(time, end)
        }
    }

    /// The eigenfunctions of the interval: converges fast once the motion has had time to spread.
    fn by_modes(&self, time: f64, end: f64) -> f64 {
        use std::f64::consts::PI;
        let (width, variance) = (self.upper - self.lower, self.variance);
        let (from, to) = (-self.lower, end - self.lower);
        let gamma = self.drift / variance;
        let rate = |n: f64| ((n * PI / width).powi(2) * variance + self.drift * gamma) / 2.0;
        let mut sum = 0.0;
        for n in 1..=200 {
            let n = f64::from(n);
            let angle = n * PI / width;
            let decay = (-rate(n) * time + gamma * (to - from)).exp();
            let mode = (2.0 * gamma * (angle * to).sin() - 2.0 * angle * (angle * to).cos())
                / (width * (gamma * gamma + angle * angle));
            sum += decay * mode * (angle * from).sin();
            if decay * mode.abs() < 1e-12 {
                break;
            }
        }
        let scaled = gamma * width;
        let ruin = if scaled.abs() < 1e-8 {
            (width - from) / width
        } else {
            (2.0 * gamma * (width - from)).exp_m1() / (2.0 * scaled).exp_m1()
        };
        // Where the motion ends if nothing stops it: at the lower bound with that probability.
        ruin + sum
    }

    /// One reflection at each bound: exact while the motion has no time to touch both.
    fn by_reflection(&self, time: f64, end: f64) -> f64 {
        let spread = (time * self.variance).sqrt();
        let (offset, gamma) = (self.drift * time, self.drift / self.variance);
        let direct = normal_cdf((end - offset) / spread);
        let reflected = |bound: f64, z: f64| (2.0 * gamma * bound + ln_normal_cdf(z)).exp();
        let below = reflected(self.lower, (2.0 * self.lower - end + offset) / spread);
        let above = reflected(self.upper, (end - offset - 2.0 * self.upper) / spread);
        direct + below - above
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(drift: f64) -> Walk {
        Walk {
            lower: -2.94,
            upper: 2.94,
            drift,
            variance: 0.02,
        }
    }

    /// The two forms agree where both hold.
    #[test]
    fn modes_and_reflections_agree() {
        for drift in [-0.03, -0.01, 0.0, 0.004, 0.02] {
            for time in [40.0, 80.0, 120.0] {
                for end in [-2.94, -1.0, 0.0, 1.5, 2.94] {
                    let (a, b) = (
                        walk(drift).by_modes(time, end),
                        walk(drift).by_reflection(time, end),
                    );
                    assert!((a - b).abs() < 2e-3, "{drift} {time} {end}: {a} {b}");
                }
            }
        }
    }

    /// A plain walk in small steps, counted.
    #[test]
    fn a_simulated_walk_agrees() {
        let mut coins = crate::stats::simulation::Coins(9);
        for (drift, time, end) in [
            (0.01, 300.0, 2.94),
            (-0.005, 400.0, -2.94),
            (0.0, 250.0, 0.7),
        ] {
            let walk = walk(drift);
            let trials = 4000;
            let mut below = 0;
            for _ in 0..trials {
                let (mut at, mut now) = (0.0, 0.0);
                // Ten steps of one unit's variance.
                while now < time && at > walk.lower && at < walk.upper {
                    let step = if coins.chance(0.5) { 1.0 } else { -1.0 };
                    at += drift / 10.0 + step * (walk.variance / 10.0).sqrt();
                    now += 0.1;
                }
                let stopped_low = at <= walk.lower;
                let stopped_high = at >= walk.upper;
                below += u32::from(if end == walk.lower {
                    stopped_low && now < time
                } else if end == walk.upper {
                    !(stopped_high && now < time)
                } else {
                    stopped_low || (!stopped_high && at < end)
                });
            }
            let (found, expected) = (
                f64::from(below) / f64::from(trials),
                walk.left_of(time, end),
            );
            assert!(
                (found - expected).abs() < 0.03,
                "{drift} {time} {end}: {found} {expected}"
            );
        }
    }

    #[test]
    fn ordered_and_finite_everywhere() {
        for model in [EloModel::Logistic, EloModel::Normalized] {
            let test = Sprt::new(model, 0.0, 30.0, 0.05, 0.05).unwrap();
            assert_eq!(test.estimate(&PairCounts::default()), None);
            for lost in [0, 1, 9, 80] {
                for split in [0, 3, 100] {
                    for won in [0, 1, 9, 80] {
                        let counts = PairCounts::new(lost, split, won);
                        let Some(found) = test.estimate(&counts) else {
                            continue;
                        };
                        let elo = found.elo;
                        assert!(
                            elo.low <= elo.value && elo.value <= elo.high && elo.low < elo.high,
                            "{model:?} {counts:?} {elo:?}"
                        );
                        assert!((0.0..=1.0).contains(&found.los), "{counts:?} {found:?}");
                    }
                }
            }
        }
    }
}
