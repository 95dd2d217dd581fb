//! The bytes of a certificate as they come, with their checksum.

use std::io::{BufReader, ErrorKind, Read};

use super::CertificateError;
use super::numbers::Digits;
use crate::checksum::Checksum;

/// Reads bytes, numbers and the end of a certificate.
pub(crate) struct Reader<'a> {
    source: BufReader<&'a mut dyn Read>,
    sum: Checksum,
    /// Bytes that the checksum has not taken in yet.
    fresh: Vec<u8>,
    bytes: u64,
}

/// The checksum takes in so many bytes at a time.
const FRESH: usize = 1 << 12;

impl<'a> Reader<'a> {
    pub(super) fn new(source: &'a mut dyn Read) -> Self {
        Self {
            source: BufReader::new(source),
            sum: Checksum::default(),
            fresh: Vec::with_capacity(FRESH),
            bytes: 0,
        }
    }

    /// The next byte, without the checksum; `None` at the end.
    fn next(&mut self) -> Result<Option<u8>, CertificateError> {
        let mut byte = [0];
        match self.source.read_exact(&mut byte) {
            Ok(()) => {
                self.bytes += 1;
                Ok(Some(byte[0]))
            }
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(CertificateError::Read(error.kind())),
        }
    }

    /// The next byte.
    pub(super) fn byte(&mut self) -> Result<u8, CertificateError> {
        let byte = self.next()?.ok_or(CertificateError::Length)?;
        if self.fresh.len() == FRESH {
            self.sum.update(&self.fresh);
            self.fresh.clear();
        }
        self.fresh.push(byte);
        Ok(byte)
    }

    /// A number of one word.
    pub(super) fn number(&mut self) -> Result<u64, CertificateError> {
        let [number] = self.words()?;
        Ok(number)
    }

    /// A number of so many words.
    pub(super) fn words<const W: usize>(&mut self) -> Result<[u64; W], CertificateError> {
        let mut digits = Digits::new();
        loop {
            let byte = self.byte()?;
            let number = digits.take(byte).map_err(|_| CertificateError::Number)?;
            if let Some(number) = number {
                return Ok(number);
            }
        }
    }

    /// Checks the checksum, and that nothing follows; gives the length of the whole.
    pub(super) fn end(mut self) -> Result<u64, CertificateError> {
        self.sum.update(&self.fresh);
        for byte in self.sum.value().to_le_bytes() {
            if self.next()?.ok_or(CertificateError::Length)? != byte {
                return Err(CertificateError::Checksum);
            }
        }
        match self.next()? {
            Some(_) => Err(CertificateError::Length),
            None => Ok(self.bytes),
        }
    }
}
