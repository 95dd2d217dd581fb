//! Mixing words: bijections after which every bit depends on every bit.

/// The finalizer of SplitMix64 (Steele, Lea, Flood 2014; variant 13 of Stafford).
#[inline(always)]
pub(super) const fn mix(mut x: u64) -> u64 {
    x ^= x >> 30;
    x = x.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^= x >> 27;
    x = x.wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// The finalizer of MurmurHash3 (Appleby): independent of [`mix`].
#[inline(always)]
pub(super) const fn mix_otherwise(mut x: u64) -> u64 {
    x ^= x >> 33;
    x = x.wrapping_mul(0xff51_afd7_ed55_8ccd);
    x ^= x >> 33;
    x = x.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    x ^ (x >> 33)
}
