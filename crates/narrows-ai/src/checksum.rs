//! The checksum of the files that outlive a process: stores of results and certificates.

/// A running CRC-32 (ISO-HDLC): every single changed byte changes it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Checksum(crc32fast::Hasher);

impl Checksum {
    /// Takes in the next bytes.
    pub(crate) fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The checksum of all bytes so far.
    pub(crate) fn value(&self) -> u32 {
        self.0.clone().finalize()
    }
}

/// The checksum of some bytes.
#[cfg(feature = "store")]
pub(crate) fn checksum(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_known_value_of_the_digits() {
        let mut sum = Checksum::default();
        sum.update(b"12345");
        sum.update(b"6789");
        assert_eq!(sum.value(), 0xCBF4_3926);
        #[cfg(feature = "store")]
        assert_eq!(checksum(b"123456789"), 0xCBF4_3926);
    }
}
