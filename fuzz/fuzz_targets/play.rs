//! Legal play, checked against the slow twin.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| narrows_fuzz::play(data));
