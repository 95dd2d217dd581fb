//! How much a result has cost, in six bits.

/// The length of the binary number of so many expanded positions, at most 63.
pub(super) const fn effort(work: u64) -> u32 {
    let bits = 64 - work.leading_zeros();
    if bits > 63 { 63 } else { bits }
}

/// The least work of an effort, 0 to 63.
#[cfg(feature = "store")]
pub(super) const fn least_work(effort: u32) -> u64 {
    (1 << effort) >> 1
}

/// Work, and what six bits leave of it.
#[cfg(all(test, feature = "store"))]
pub(super) const SAMPLES: [(u64, u64); 5] = [
    (1, 1),
    (2, 2),
    (3, 2),
    (1 << 40, 1 << 40),
    (u64::MAX, 1 << 62),
];
