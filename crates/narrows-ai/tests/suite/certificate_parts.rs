//! Certificates as a second reader and writer see them, so that tests can forge them.

use narrows_ai::verify::{CertificateError, Verified, verify};

/// CRC-32 again, bit by bit, so that a forger's checksum is right.
pub(crate) fn with_checksum(mut body: Vec<u8>) -> Vec<u8> {
    let mut sum = u32::MAX;
    for &byte in &body {
        sum ^= u32::from(byte);
        for _ in 0..8 {
            sum = if sum & 1 == 1 {
                sum >> 1 ^ 0xEDB8_8320
            } else {
                sum >> 1
            };
        }
    }
    body.extend((!sum).to_le_bytes());
    body
}

/// A certificate of a board of at most 64 points in its parts.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    pub(crate) header: Vec<u8>,
    /// The first position, with one set or two.
    pub(crate) position: Vec<u64>,
    /// Which side is which.
    pub(crate) sides: u64,
    pub(crate) claim: u64,
    /// Positions as they are written, as differences.
    pub(crate) layers: Vec<Vec<Vec<u64>>>,
}

impl Parts {
    pub(crate) fn new(bytes: &[u8]) -> Self {
        let (header, rest) = bytes.split_at(12);
        let sets = usize::from(header[9]);
        let mut rest = &rest[..rest.len() - 4];
        let mut number = || {
            let mut number = 0;
            for shift in (0..).step_by(7) {
                let (first, others) = rest.split_first().unwrap();
                rest = others;
                number |= u64::from(first & 127) << shift;
                if first & 128 == 0 {
                    break;
                }
            }
            number
        };
        let position = (0..sets).map(|_| number()).collect();
        let sides = number();
        let claim = number();
        let mut layers = Vec::new();
        loop {
            let count = number();
            if count == 0 {
                break;
            }
            let listed = |_| (0..sets).map(|_| number()).collect();
            layers.push((0..count).map(listed).collect());
        }
        Self {
            header: header.into(),
            position,
            sides,
            claim,
            layers,
        }
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.header.clone();
        let mut put = |mut number: u64| {
            while number > 127 {
                bytes.push(number as u8 | 128);
                number >>= 7;
            }
            bytes.push(number as u8);
        };
        self.position.iter().for_each(|&set| put(set));
        put(self.sides);
        put(self.claim);
        for layer in &self.layers {
            put(layer.len() as u64);
            layer.iter().flatten().for_each(|&set| put(set));
        }
        put(0);
        with_checksum(bytes)
    }

    /// What a verifier says to this with a change.
    pub(crate) fn changed(
        &self,
        change: impl FnOnce(&mut Self),
    ) -> Result<Verified, CertificateError> {
        let mut changed = self.clone();
        change(&mut changed);
        verify(changed.bytes().as_slice())
    }
}
