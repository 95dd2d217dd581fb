//! The normal distribution, from the error function of `libm`.

/// Cumulative distribution of the standard normal distribution.
#[must_use]
pub fn normal_cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x / std::f64::consts::SQRT_2)
}

/// The logarithm of [`normal_cdf`], also where that is too small for a number.
#[must_use]
pub(super) fn ln_normal_cdf(x: f64) -> f64 {
    if x > -20.0 {
        return normal_cdf(x).ln();
    }
    // The first terms of the asymptotic series of Mills's ratio.
    let square = x * x;
    let series = 1.0 - 1.0 / square + 3.0 / square.powi(2);
    -0.5 * square - (-x * (2.0 * std::f64::consts::PI).sqrt()).ln() + series.ln()
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
            assert!((ln_normal_cdf(x) - p.ln()).abs() < 1e-12, "{x}");
        }
        assert_eq!(normal_cdf(-40.0), 0.0);
        assert_eq!(normal_cdf(40.0), 1.0);
        // R: pnorm(-20, log.p = TRUE), pnorm(-50, log.p = TRUE)
        assert!((ln_normal_cdf(-20.0) + 203.917_155_3).abs() < 1e-6);
        assert!((ln_normal_cdf(-50.0) + 1_254.831_361).abs() < 1e-5);
    }
}
