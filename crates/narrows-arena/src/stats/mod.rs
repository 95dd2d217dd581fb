//! Statistics for matches without draws, played in pairs.
//!
//! Both games always have a winner, and a match plays every opening twice with the seats
//! exchanged. The unit of evidence is therefore the *pair*: the two games of a pair share an
//! opening and are not independent, so every interval and every test here counts pairs.
//!
//! | question | answer | source |
//! |---|---|---|
//! | is A stronger, and may we stop now? | [`Sprt`] | A. Wald (1945); M. Van den Bergh, *The generalized likelihood ratio test for the multinomial distribution* (cantate.be/Fishtest/support_MLE_multinomial.pdf) and *Normalized Elo, practical* (cantate.be/Fishtest/normalized_elo_practical.pdf) |
//! | and by how much, after it stopped? | [`Sprt::estimate`] | D. Siegmund, *Sequential Analysis* (1985), chapter III; fishtest, `sprt.py` |
//! | by how much, after a fixed number of pairs? | [`Comparison`] | the same likelihood, inverted (A. Owen, *Empirical Likelihood*, 2001, ch. 2) |
//! | who of many is how strong? | [`rating_list`] | R. Bradley, M. Terry (1952); order effect: A. Agresti, *Categorical Data Analysis*, 2nd ed., section 10.6 |
//! | what is the first move worth? | [`FirstPlayerAdvantage`] | the same pair likelihood with the seats in place of the players |
//!
//! Nothing here reads a clock, a file or a random number.

mod comparison;
mod likelihood;
mod normal;
mod pairs;
mod rating;
mod sequential;
#[cfg(test)]
mod simulation;
mod sprt;

pub use comparison::{Comparison, Estimate, FirstPlayerAdvantage, Roughness, Z95};
pub use normal::normal_cdf;
pub use pairs::PairCounts;
pub use rating::{
    Encounter, Pseudo, RatedPlayer, RatingError, RatingList, rating_list, rating_list_with,
};
pub use sequential::SequentialEstimate;
pub use sprt::{EloModel, Sprt, SprtError, Verdict};

/// Logistic Elo of an expected score in `0 < score < 1` (0 at one half, +400 at 10 : 1).
#[must_use]
pub fn elo_from_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// Expected score of a player who is `elo` logistic Elo stronger; the inverse of
/// [`elo_from_score`].
#[must_use]
pub fn score_from_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Normalised Elo per unit of `(score - 1/2) / (standard deviation of one game)`:
/// 800 / ln 10, which makes it agree with logistic Elo for nearly equal players without draws.
pub const NELO_PER_T: f64 = 347.435_585_522_601_46;

/// The share of `successes` among `trials` with its 95 % Wilson interval
/// (E. B. Wilson, JASA 22, 1927), for independent trials. `0 of 0` is one half in `[0, 1]`.
#[must_use]
pub fn proportion(successes: u64, trials: u64) -> Estimate {
    if trials == 0 {
        return Estimate {
            value: 0.5,
            low: 0.0,
            high: 1.0,
        };
    }
    let (n, z2) = (trials as f64, Z95 * Z95);
    let p = successes as f64 / n;
    let centre = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z95 / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    Estimate {
        value: p,
        low: (centre - half).max(0.0),
        high: (centre + half).min(1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-700.0, -35.0, 0.0, 1.0, 200.0, 900.0] {
            assert!(
                (elo_from_score(score_from_elo(elo)) - elo).abs() < 1e-8,
                "{elo}"
            );
        }
        assert!((score_from_elo(400.0) - 10.0 / 11.0).abs() < 1e-12);
        assert!((NELO_PER_T - 800.0 / 10f64.ln()).abs() < 1e-12);
    }

    /// Newcombe (Statistics in Medicine 17, 1998), table I, method 3.
    #[test]
    fn wilson_interval_matches_newcombe() {
        for (r, n, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let e = proportion(r, n);
            assert!(
                (e.low - low).abs() < 5e-5 && (e.high - high).abs() < 5e-5,
                "{r}/{n}: {e:?}"
            );
        }
    }
}
