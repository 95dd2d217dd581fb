//! Positions on boards of all sizes, grown from legal-move indexes.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| narrows_fuzz::grow(data));
