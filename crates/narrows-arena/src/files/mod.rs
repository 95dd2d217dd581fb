//! Files, read with a bound and written safely: every file of the command line and the arena goes through here.
//!
//! * An existing file is replaced only by a file of its own [`Kind`], unless that is forced.
//! * Symbolic links are followed, the mode and the owner are kept. A regular file is replaced by a rename, so that
//!   after a crash it is the old one or the new one.
//! * What is not a regular file (a FIFO, a terminal, `/dev/stdout`) is written through and never replaced.
//! * `-` is standard input where a file is read and standard output where one is written.
//! * Nothing is read without a bound.

mod input;
mod kind;
mod same;
mod target;

use std::io;
use std::path::{Path, PathBuf};

use crate::limits::grouped;

pub use input::Input;
pub use kind::{HEAD_BYTES, Kind};
pub use same::are_one;
pub use target::{Sink, Target, abandon, open_continued};

/// Why a file cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The system refuses.
    #[error("{name}: {error}")]
    System {
        /// The file, or the name of a standard stream.
        name: String,
        /// What the system says.
        error: io::Error,
    },
    /// Nobody reads standard output any more: nothing is left to do, and that is no fault.
    #[error("standard output: nobody reads it")]
    NoReader,
    /// The path names something that cannot be read or written at all.
    #[error("{}: {problem}", path.display())]
    Unsuitable {
        /// The path.
        path: PathBuf,
        /// What it names instead.
        problem: &'static str,
    },
    /// There is another file in the way of one to be written.
    #[error("{}: this file is not {kind}, so it is not overwritten; choose another name or give --force", path.display())]
    InTheWay {
        /// The path.
        path: PathBuf,
        /// What was to be written.
        kind: &'static str,
    },
    /// The file is something else than it should be.
    #[error("{name}: not {kind}")]
    Foreign {
        /// The file, or standard input.
        name: String,
        /// What it should be.
        kind: &'static str,
    },
    /// The file is longer than it may be.
    #[error("{name}: longer than {kind} can be, which is {} bytes", grouped(*most))]
    TooLong {
        /// The file, or standard input.
        name: String,
        /// What it should be.
        kind: &'static str,
        /// The most bytes.
        most: u64,
    },
    /// The file is no text.
    #[error("{name}: line {line}: not UTF-8 text")]
    NotText {
        /// The file, or standard input.
        name: String,
        /// The line, from 1, with the first byte that is wrong.
        line: usize,
    },
}

impl FileError {
    /// Whether the input or the command line is at fault, and not the system.
    #[must_use]
    pub fn is_wrong_input(&self) -> bool {
        !matches!(self, Self::System { .. } | Self::NoReader)
    }

    fn system(path: &Path, error: io::Error) -> Self {
        let name = path.display().to_string();
        Self::System { name, error }
    }
}

/// Whether a path stands for standard input or output.
#[must_use]
pub fn is_standard_stream(path: &Path) -> bool {
    path == Path::new("-")
}
