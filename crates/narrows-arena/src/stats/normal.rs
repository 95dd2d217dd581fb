//! The normal distribution.

/// Cumulative distribution of the standard normal distribution.
///
/// G. Marsaglia, *Evaluating the Normal Distribution*, Journal of Statistical Software 11 (2004):
/// `1/2 + phi(x) (x + x^3/3 + x^5/(3*5) + ...)`, exact to about 1e-15 for `|x| < 8`; outside, 0 or 1.
#[must_use]
pub fn normal_cdf(x: f64) -> f64 {
    if x.is_nan() {
        return f64::NAN;
    }
    if x <= -8.0 {
        return 0.0;
    }
    if x >= 8.0 {
        return 1.0;
    }
    let (mut sum, mut term, mut k) = (x, x, 1.0);
    loop {
        k += 2.0;
        term *= x * x / k;
        let next = sum + term;
        if next == sum {
            break;
        }
        sum = next;
    }
    0.5 + sum * (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

/// The `x` with `normal_cdf(x) = p`, for `0 < p < 1` (infinite outside), by bisection.
#[must_use]
pub fn normal_quantile(p: f64) -> f64 {
    if p <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if p >= 1.0 {
        return f64::INFINITY;
    }
    let (mut low, mut high) = (-8.0, 8.0);
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        if normal_cdf(middle) < p {
            low = middle
        } else {
            high = middle
        }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        for (x, p) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_542_9),
            (-1.959_963_984_540_054, 0.025),
            (3.0, 0.998_650_101_968_369_9),
            (-6.0, 9.865_876_450_376_98e-10),
        ] {
            assert!((normal_cdf(x) - p).abs() < 1e-14, "{x}");
            assert!((normal_quantile(p) - x).abs() < 1e-6, "{p}");
        }
        assert_eq!(normal_cdf(-40.0), 0.0);
        assert_eq!(normal_cdf(40.0), 1.0);
    }
}
