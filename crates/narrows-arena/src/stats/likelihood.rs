//! Profile likelihoods of a discrete distribution: the one machine under every test and interval.
//!
//! Given observed weights `n_i` of values `a_i`, the profile log-likelihood of a statement about
//! the distribution ("its mean is s") is the largest log-likelihood any distribution on the same
//! values reaches under that statement, minus the largest one without it; so it is never positive.

/// Largest number of rounds in which a root must be bracketed to machine precision.
const ROUNDS: u32 = 200;

/// Sum, mean and variance of a weighted set of values.
pub(super) fn moments(cells: &[(f64, f64)]) -> (f64, f64, f64) {
    let total: f64 = cells.iter().map(|c| c.1).sum();
    let mean = cells.iter().map(|&(a, n)| a * n).sum::<f64>() / total;
    let variance = cells
        .iter()
        .map(|&(a, n)| n * (a - mean).powi(2))
        .sum::<f64>()
        / total;
    (total, mean, variance)
}

/// The root `x` of `sum n_i g_i / (1 + x g_i) = 0` that keeps every `1 + x g_i` positive.
/// `None` unless some `g_i` is negative and some positive.
fn secular(terms: &[(f64, f64)]) -> Option<f64> {
    let least = terms.iter().map(|t| t.0).fold(f64::INFINITY, f64::min);
    let most = terms.iter().map(|t| t.0).fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && most > 0.0) {
        return None;
    }
    // The function falls from +infinity to -infinity between its two poles. Newton's step is
    // taken while it stays inside the bracket, else the bracket is halved.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut x = 0.0;
    for _ in 0..ROUNDS {
        let (mut value, mut slope) = (0.0, 0.0);
        for &(g, n) in terms {
            let q = g / (1.0 + x * g);
            value += n * q;
            slope -= n * q * q;
        }
        if value > 0.0 {
            low = x
        } else {
            high = x
        }
        let newton = x - value / slope;
        let next = if newton > low && newton < high {
            newton
        } else {
            0.5 * (low + high)
        };
        if (next - x).abs() <= 1e-15 * (1.0 + x.abs()) {
            return Some(next);
        }
        x = next;
    }
    Some(x)
}

/// Profile log-likelihood of "the mean is `s`"; minus infinity if no distribution on these values
/// has that mean. (Van den Bergh, *support_MLE_multinomial*, proposition 1.1.)
pub(super) fn profile_mean(cells: &[(f64, f64)], s: f64) -> f64 {
    let terms: Vec<_> = cells.iter().map(|&(a, n)| (a - s, n)).collect();
    match secular(&terms) {
        Some(x) => -terms.iter().map(|&(g, n)| n * (x * g).ln_1p()).sum::<f64>(),
        // The mean sits on the only value there is: nothing was constrained.
        None if terms.iter().all(|t| t.0 == 0.0) => 0.0,
        None => f64::NEG_INFINITY,
    }
}

/// The distribution on these values that is most likely among those whose mean is `s`; the observed
/// one if none of them has that mean.
pub(super) fn tilted(cells: &[(f64, f64)], s: f64) -> Vec<(f64, f64)> {
    let total: f64 = cells.iter().map(|c| c.1).sum();
    let terms: Vec<_> = cells.iter().map(|&(a, n)| (a - s, n)).collect();
    let x = secular(&terms).unwrap_or(0.0);
    cells
        .iter()
        .map(|&(a, n)| (a, n / total / (1.0 + x * (a - s))))
        .collect()
}

/// Profile log-likelihood of "(mean - 1/2) / (standard deviation) is `t`".
/// (Van den Bergh, *normalized_elo_practical*, section 4.1: a fixed point of tilted distributions.)
///
/// Three cells at 0, 1/2 and 1, the case of games without draws, are solved directly: mean and
/// variance then fix the distribution, and one search over the mean is left.
pub(super) fn profile_t(cells: &[(f64, f64)], t: f64) -> f64 {
    match cells {
        &[(0.0, lost), (0.5, split), (1.0, won)] => profile_t_without_draws([lost, split, won], t),
        _ => profile_t_fixed_point(cells, t),
    }
}

fn profile_t_fixed_point(cells: &[(f64, f64)], t: f64) -> f64 {
    let total: f64 = cells.iter().map(|c| c.1).sum();
    let mut fitted: Vec<(f64, f64)> = cells.iter().map(|&(a, _)| (a, 1.0)).collect();
    let mut log_likelihood = f64::NEG_INFINITY;
    for _ in 0..ROUNDS {
        let (_, mean, variance) = moments(&fitted);
        let deviation = variance.sqrt();
        let terms: Vec<_> = cells
            .iter()
            .map(|&(a, n)| {
                let z = (mean - a) / deviation;
                (a - 0.5 - t * deviation * (1.0 + z * z) / 2.0, n)
            })
            .collect();
        let Some(x) = secular(&terms) else {
            return f64::NEG_INFINITY;
        };
        let mut change = 0f64;
        for (fit, &(g, n)) in fitted.iter_mut().zip(&terms) {
            let p = n / total / (1.0 + x * g);
            change = change.max((p - fit.1).abs());
            fit.1 = p;
        }
        log_likelihood = -terms.iter().map(|&(g, n)| n * (x * g).ln_1p()).sum::<f64>();
        if change < 1e-12 {
            break;
        }
    }
    log_likelihood
}

/// With `d = p_won - p_lost` and `q = p_won + p_lost`, `t^2 = d^2 / (q - d^2)`, so that `t` and `d`
/// give `q = d^2 (1 + 1/t^2)`. The likelihood is unimodal in `d` between the ends that keep the
/// three probabilities positive; golden section finds its top.
fn profile_t_without_draws([lost, split, won]: [f64; 3], t: f64) -> f64 {
    let total = lost + split + won;
    let top: f64 = [lost, split, won]
        .iter()
        .filter(|&&n| n > 0.0)
        .map(|&n| n * (n / total).ln())
        .sum();
    let of = |p_lost: f64, p_split: f64, p_won: f64| {
        [(lost, p_lost), (split, p_split), (won, p_won)]
            .iter()
            .filter(|c| c.0 > 0.0)
            .map(|&(n, p)| n * p.max(0.0).ln())
            .sum::<f64>()
            - top
    };
    if t.abs() < 1e-9 {
        let half = (lost + won) / total / 2.0;
        return of(half, split / total, half);
    }
    let t2 = t * t;
    let at = |d: f64| {
        let q = d * d * (1.0 + 1.0 / t2);
        let d = d * t.signum();
        of((q - d) / 2.0, 1.0 - q, (q + d) / 2.0)
    };
    let (mut low, mut high) = (t2 / (1.0 + t2), (t2 / (1.0 + t2)).sqrt());
    let ratio = (5f64.sqrt() - 1.0) / 2.0;
    let (mut a, mut b) = (high - ratio * (high - low), low + ratio * (high - low));
    let (mut at_a, mut at_b) = (at(a), at(b));
    while high - low > 1e-13 * high {
        if at_a > at_b {
            (high, b, at_b) = (b, a, at_a);
            a = high - ratio * (high - low);
            at_a = at(a);
        } else {
            (low, a, at_a) = (a, b, at_b);
            b = low + ratio * (high - low);
            at_b = at(b);
        }
        if a >= b {
            break;
        }
    }
    at_a.max(at_b)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The best log-likelihood over a fine grid of distributions on 0, 1/2 and 1 that satisfy
    /// `keep` approximately: slow and obvious.
    fn grid(cells: [f64; 3], distance: impl Fn(f64, f64) -> f64) -> f64 {
        let total: f64 = cells.iter().sum();
        let log = |p: [f64; 3]| (0..3).map(|i| cells[i] * p[i].ln()).sum::<f64>();
        let top = log(cells.map(|n| n / total));
        let steps = 3000;
        let mut best = f64::NEG_INFINITY;
        for i in 1..steps {
            for k in 1..steps - i {
                let (lost, won) = (f64::from(i) / 3000.0, f64::from(k) / 3000.0);
                let split = 1.0 - lost - won;
                let mean = won + split / 2.0;
                let variance = (lost + won) / 4.0 - (mean - 0.5).powi(2);
                if distance(mean, variance) < 0.0006 {
                    best = best.max(log([lost, split, won]));
                }
            }
        }
        best - top
    }

    #[test]
    fn profiles_match_a_grid() {
        for counts in [[3.0, 10.0, 7.0], [0.5, 2.0, 9.5], [12.0, 40.0, 8.0]] {
            let cells = [(0.0, counts[0]), (0.5, counts[1]), (1.0, counts[2])];
            for s in [0.3, 0.5, 0.62] {
                let slow = grid(counts, |mean, _| (mean - s).abs());
                let fast = profile_mean(&cells, s);
                assert!(
                    (slow - fast).abs() < 0.02 * (1.0 - fast),
                    "{counts:?} {s}: {slow} {fast}"
                );
            }
            for t in [-0.4, 0.1, 0.8] {
                let slow = grid(counts, |mean, variance| {
                    ((mean - 0.5) - t * variance.sqrt()).abs()
                });
                let fast = profile_t(&cells, t);
                assert!(
                    (slow - fast).abs() < 0.03 * (1.0 - fast),
                    "{counts:?} {t}: {slow} {fast}"
                );
            }
        }
    }

    /// Fishtest's fixed point and the direct solution are two programs for one number.
    #[test]
    fn both_solutions_for_t_agree() {
        for counts in [
            [3.0, 10.0, 7.0],
            [0.5, 2.0, 9.5],
            [12.0, 40.0, 8.0],
            [100.0, 300.0, 130.0],
        ] {
            let cells = [(0.0, counts[0]), (0.5, counts[1]), (1.0, counts[2])];
            for t in [-0.6, -0.2, -0.01, 0.0, 0.03, 0.25, 0.7] {
                let (a, b) = (profile_t(&cells, t), profile_t_fixed_point(&cells, t));
                assert!((a - b).abs() < 1e-6 * (1.0 - a), "{counts:?} {t}: {a} {b}");
            }
        }
    }
}
