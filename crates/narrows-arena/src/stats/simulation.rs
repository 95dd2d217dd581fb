//! Tests by simulation: what the figures promise is what happens.

use super::{
    Comparison, EloModel, NELO_PER_T, PairCounts, Sprt, Verdict, rating_list, score_from_elo,
};
use super::{Encounter, elo_from_score};

/// SplitMix64 (Steele, Lea, Flood 2014): enough for coins, and the tests need no crate for it.
pub(super) struct Coins(pub(super) u64);

impl Coins {
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    pub(super) fn chance(&mut self, p: f64) -> bool {
        self.uniform() < p
    }
}

/// A match whose openings favour one seat or the other by up to `bias` log-odds, so that the two
/// games of a pair depend on each other.
struct Model {
    strength: f64,
    bias: f64,
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

impl Model {
    fn pair(&self, coins: &mut Coins) -> u8 {
        let opening = (2.0 * coins.uniform() - 1.0) * self.bias;
        u8::from(coins.chance(logistic(self.strength + opening)))
            + u8::from(coins.chance(logistic(self.strength - opening)))
    }

    /// Probabilities of 0, 1 and 2 wins, by the midpoint rule over the openings.
    fn cells(&self) -> [f64; 3] {
        let mut cells = [0.0; 3];
        for i in 0..2000 {
            let opening = (f64::from(i) + 0.5) / 1000.0 * self.bias - self.bias;
            let (a, b) = (
                logistic(self.strength + opening),
                logistic(self.strength - opening),
            );
            cells[0] += (1.0 - a) * (1.0 - b) / 2000.0;
            cells[1] += (a * (1.0 - b) + (1.0 - a) * b) / 2000.0;
            cells[2] += a * b / 2000.0;
        }
        cells
    }

    fn score(&self) -> f64 {
        let [_, one, two] = self.cells();
        one / 2.0 + two
    }

    fn nelo(&self) -> f64 {
        let [none, one, two] = self.cells();
        let mean = self.score();
        let variance =
            none * mean.powi(2) + one * (0.5 - mean).powi(2) + two * (1.0 - mean).powi(2);
        (mean - 0.5) / (2.0 * variance).sqrt() * NELO_PER_T
    }

    /// The model with this bias whose `measure` is `target`.
    fn with(bias: f64, target: f64, measure: impl Fn(&Self) -> f64) -> Self {
        let (mut low, mut high) = (-6.0, 6.0);
        for _ in 0..60 {
            let strength = (low + high) / 2.0;
            if measure(&Self { strength, bias }) < target {
                low = strength
            } else {
                high = strength
            }
        }
        Self {
            strength: low,
            bias,
        }
    }
}

/// Share of simulated tests that accept H1.
fn acceptance(test: &Sprt, model: &Model, trials: u32, coins: &mut Coins) -> f64 {
    let mut accepted = 0;
    for _ in 0..trials {
        let mut counts = PairCounts::default();
        loop {
            counts.add(model.pair(coins));
            match test.verdict(&counts) {
                Verdict::Continue => {}
                verdict => {
                    accepted += u32::from(verdict == Verdict::AcceptH1);
                    break;
                }
            }
        }
    }
    f64::from(accepted) / f64::from(trials)
}

/// At `elo0` the test says "stronger" with probability alpha, at `elo1` it says "not stronger"
/// with probability beta. Overshoot makes it a little rarer; three standard errors on top.
#[test]
fn sprt_error_rates() {
    let mut coins = Coins(5);
    let trials = 1000;
    for (model, elo0, elo1, alpha, beta, bias) in [
        (EloModel::Logistic, 0.0, 40.0, 0.05, 0.05, 0.0),
        (EloModel::Logistic, 0.0, 40.0, 0.05, 0.05, 3.0),
        (EloModel::Logistic, -20.0, 30.0, 0.10, 0.03, 1.5),
        (EloModel::Normalized, 0.0, 40.0, 0.05, 0.05, 0.0),
        (EloModel::Normalized, 0.0, 50.0, 0.05, 0.10, 3.0),
        (EloModel::Normalized, 100.0, 130.0, 0.05, 0.05, 1.0),
    ] {
        let test = Sprt::new(model, elo0, elo1, alpha, beta).unwrap();
        let truth = |elo: f64| match model {
            EloModel::Logistic => Model::with(bias, elo, |m| elo_from_score(m.score())),
            EloModel::Normalized => Model::with(bias, elo, Model::nelo),
        };
        let false_positive = acceptance(&test, &truth(elo0), trials, &mut coins);
        let false_negative = 1.0 - acceptance(&test, &truth(elo1), trials, &mut coins);
        for (rate, asked) in [(false_positive, alpha), (false_negative, beta)] {
            let error = (asked * (1.0 - asked) / f64::from(trials)).sqrt();
            assert!(
                rate <= asked + 3.0 * error && rate >= 0.5 * asked,
                "{test:?} bias {bias}: {rate} instead of {asked}"
            );
        }
    }
}

/// The 95 % intervals contain the truth about 95 times in 100, also near 100 %.
#[test]
fn interval_coverage() {
    let mut coins = Coins(11);
    for (pairs, elo, bias) in [
        (20, 0.0, 0.0),
        (20, 300.0, 2.0),
        (40, 600.0, 0.0),
        (100, 100.0, 3.0),
        (300, 500.0, 1.0),
    ] {
        let model = Model::with(bias, elo, |m| elo_from_score(m.score()));
        let (truth, ntruth) = (elo, model.nelo());
        let trials = 1000;
        let (mut elo_hits, mut nelo_hits) = (0, 0);
        for _ in 0..trials {
            let mut counts = PairCounts::default();
            for _ in 0..pairs {
                counts.add(model.pair(&mut coins));
            }
            let found = Comparison::new(&counts);
            elo_hits += u32::from(!found.elo.excludes(truth));
            nelo_hits += u32::from(!found.nelo.excludes(ntruth));
        }
        for (name, hits) in [("elo", elo_hits), ("nelo", nelo_hits)] {
            let share = f64::from(hits) / f64::from(trials);
            assert!(
                share >= 0.925,
                "{name} {pairs} pairs at {elo}, bias {bias}: {share}"
            );
        }
    }
}

/// After a test that stopped early the interval still contains the truth in 95 % of the matches; and
/// between the hypotheses the estimate errs as often on one side as on the other.
#[test]
fn coverage_after_early_stopping() {
    let mut coins = Coins(20_261_130);
    for (elo0, elo1, elo, bias) in [
        (0.0, 60.0, 20.0, 0.0),
        (0.0, 60.0, 60.0, 2.0),
        (0.0, 100.0, 150.0, 0.0),
        (-30.0, 30.0, 0.0, 3.0),
        (0.0, 200.0, 300.0, 1.0),
    ] {
        let model = Model::with(bias, elo, |m| elo_from_score(m.score()));
        let test = Sprt::new(EloModel::Logistic, elo0, elo1, 0.05, 0.05).unwrap();
        let trials = 500;
        let (mut hits, mut above) = (0, 0);
        for _ in 0..trials {
            let mut counts = PairCounts::default();
            while test.verdict(&counts) == Verdict::Continue && counts.pairs() < 400 {
                counts.add(model.pair(&mut coins));
            }
            let found = test.estimate(&counts).unwrap().elo;
            hits += u32::from(!found.excludes(elo));
            above += u32::from(found.value > elo);
        }
        let of = |n: u32| f64::from(n) / f64::from(trials);
        assert!(of(hits) >= 0.93, "[{elo0} {elo1}] at {elo}: {}", of(hits));
        if elo0 <= elo && elo <= elo1 {
            assert!(
                (0.4..=0.6).contains(&of(above)),
                "[{elo0} {elo1}] at {elo}: {}",
                of(above)
            );
        }
    }
}

/// Equal players: a likelihood of superiority above 97.5 % is as rare as that.
#[test]
fn superiority_is_calibrated() {
    let mut coins = Coins(3);
    let model = Model {
        strength: 0.0,
        bias: 1.0,
    };
    let trials = 2000;
    let mut high = 0;
    for _ in 0..trials {
        let mut counts = PairCounts::default();
        for _ in 0..100 {
            counts.add(model.pair(&mut coins));
        }
        high += u32::from(Comparison::new(&counts).los > 0.975);
    }
    let share = f64::from(high) / f64::from(trials);
    assert!((0.015..=0.036).contains(&share), "{share}");
}

/// Ratings of a simulated round robin: their intervals contain the truth.
#[test]
fn rating_coverage() {
    let mut coins = Coins(17);
    let truth = [-250.0, -50.0, 0.0, 300.0];
    let advantage = 60.0;
    let (mut hits, mut seat_hits, trials) = (0, 0, 300);
    for _ in 0..trials {
        let mut games = Vec::new();
        for first in 0..4 {
            for second in (0..4).filter(|&s| s != first) {
                let p = score_from_elo(truth[first] - truth[second] + advantage);
                let first_wins = (0..40).filter(|_| coins.chance(p)).count() as u64;
                games.push(Encounter {
                    first,
                    second,
                    first_wins,
                    second_wins: 40 - first_wins,
                });
            }
        }
        let list = rating_list(4, &games).unwrap();
        hits += list
            .players
            .iter()
            .filter(|p| !p.elo.excludes(truth[p.player]))
            .count();
        seat_hits += usize::from(!list.first_seat.excludes(advantage));
    }
    let share = hits as f64 / f64::from(4 * trials);
    assert!(share > 0.93 && share < 0.975, "{share}");
    assert!(f64::from(seat_hits as u32) / f64::from(trials) > 0.92);
}
