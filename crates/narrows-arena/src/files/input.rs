//! Reading with a bound.

use std::fmt;
use std::fs::File;
use std::io::{self, Read, stdin};
use std::path::Path;

use super::{FileError, HEAD_BYTES, Kind, is_standard_stream};

/// A file, or standard input, that is open for reading.
pub struct Input {
    name: String,
    reader: Box<dyn Read + Send>,
    /// Bytes that were looked at and are still to be read.
    head: Vec<u8>,
    /// The length of a regular file.
    length: u64,
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Input")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl Input {
    /// Opens a file, or standard input if the path is `-`.
    ///
    /// # Errors
    /// [`FileError`] if it cannot be opened or is a folder.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        if is_standard_stream(path) {
            return Ok(Self::new("standard input".into(), Box::new(stdin()), 0));
        }
        let failed = |error| FileError::system(path, error);
        let file = File::open(path).map_err(failed)?;
        let data = file.metadata().map_err(failed)?;
        if data.is_dir() {
            return Err(failed(io::ErrorKind::IsADirectory.into()));
        }
        let name = path.display().to_string();
        Ok(Self::new(name, Box::new(file), data.len()))
    }

    fn new(name: String, reader: Box<dyn Read + Send>, length: u64) -> Self {
        Self {
            name,
            reader,
            head: Vec::new(),
            length,
        }
    }

    /// What messages call it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Looks at the first bytes, which are still to be read then.
    ///
    /// # Errors
    /// [`FileError::Foreign`] unless it begins as this kind of file does.
    pub fn expect(&mut self, kind: Kind) -> Result<(), FileError> {
        let missing = HEAD_BYTES.saturating_sub(self.head.len()) as u64;
        let read = (&mut self.reader).take(missing).read_to_end(&mut self.head);
        read.map_err(|error| self.failed(error))?;
        if self.head.is_empty() || !kind.recognizes(&self.head) {
            return Err(FileError::Foreign {
                name: self.name.clone(),
                kind: kind.name(),
            });
        }
        Ok(())
    }

    /// Reads all that is left.
    ///
    /// # Errors
    /// [`FileError`] if it cannot be read or there are more than `most` bytes of what is called `kind`.
    pub fn read_all(mut self, kind: &'static str, most: u64) -> Result<Vec<u8>, FileError> {
        let too_long = |name| FileError::TooLong { name, kind, most };
        if self.length > most {
            return Err(too_long(self.name));
        }
        let mut bytes = std::mem::take(&mut self.head);
        // One byte more than allowed, so that endless input ends here.
        let limit = (most + 1).saturating_sub(bytes.len() as u64);
        let read = (&mut self.reader).take(limit).read_to_end(&mut bytes);
        read.map_err(|error| self.failed(error))?;
        if bytes.len() as u64 > most {
            return Err(too_long(self.name));
        }
        Ok(bytes)
    }

    /// Reads all that is left as text.
    ///
    /// # Errors
    /// As [`read_all`](Self::read_all), and if it is not UTF-8.
    pub fn read_text(self, kind: &'static str, most: u64) -> Result<String, FileError> {
        let name = self.name.clone();
        let bytes = self.read_all(kind, most)?;
        String::from_utf8(bytes).map_err(|error| {
            let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = valid.iter().filter(|&&byte| byte == b'\n').count() + 1;
            FileError::NotText { name, line }
        })
    }

    fn failed(&self, error: io::Error) -> FileError {
        FileError::System {
            name: self.name.clone(),
            error,
        }
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.head.is_empty() {
            return self.reader.read(buffer);
        }
        let count = buffer.len().min(self.head.len());
        buffer[..count].copy_from_slice(&self.head[..count]);
        self.head.drain(..count);
        Ok(count)
    }
}
