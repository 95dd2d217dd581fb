//! Writing: whole or not at all, and never over something else.

use std::fs::{self, File, Metadata, OpenOptions, Permissions};
use std::io::{self, Read as _, Write, stderr, stdout};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use tempfile::NamedTempFile;

use super::{FileError, HEAD_BYTES, Kind, is_standard_stream};

/// As many links may follow each other.
const MOST_LINKS: usize = 40;

/// A path that was tried: a file of its kind can be written there.
#[derive(Clone, Debug)]
pub struct Target {
    path: PathBuf,
    kind: Kind,
    is_forced: bool,
}

/// What a path leads to.
enum Place {
    /// Standard output.
    Output,
    /// Standard error.
    Errors,
    /// A FIFO, a terminal, an open file: written through.
    Through(PathBuf),
    /// A regular file, or a name that is free.
    Regular {
        /// After all links.
        path: PathBuf,
        /// What is there now.
        old: Option<Metadata>,
    },
}

impl Target {
    /// Tries a path before the work begins whose result is to be written there. Nothing is changed yet.
    ///
    /// # Errors
    /// [`FileError`] if there is a file of another kind (unless `is_forced`), or if writing must fail.
    pub fn new(path: &Path, kind: Kind, is_forced: bool) -> Result<Self, FileError> {
        let target = Self {
            path: path.to_owned(),
            kind,
            is_forced,
        };
        match target.checked_place()? {
            Place::Output | Place::Errors => {}
            Place::Through(path) => target.try_through(&path)?,
            Place::Regular { path, old } => target.try_regular(&path, old.as_ref())?,
        }
        Ok(target)
    }

    /// The path as it was given.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether this is standard output, by whatever name.
    #[must_use]
    pub fn is_stdout(&self) -> bool {
        matches!(self.place(), Ok(Place::Output))
    }

    /// Writes the whole file.
    ///
    /// # Errors
    /// [`FileError`]; what was there before stays then, if it was a regular file.
    pub fn write(&self, bytes: &[u8]) -> Result<(), FileError> {
        let mut sink = self.create()?;
        sink.write_all(bytes).map_err(|error| self.failed(error))?;
        sink.finish()
    }

    /// Begins to write. What is written takes its place with [`Sink::finish`].
    ///
    /// # Errors
    /// [`FileError`] if that is no longer possible.
    pub fn create(&self) -> Result<Sink<'_>, FileError> {
        let output = match self.checked_place()? {
            Place::Output => Output::Through(Box::new(stdout())),
            Place::Errors => Output::Through(Box::new(stderr())),
            Place::Through(path) => {
                let file = OpenOptions::new().write(true).open(path);
                Output::Through(Box::new(file.map_err(|error| self.failed(error))?))
            }
            Place::Regular { path, old } => {
                begin(&path, old).map_err(|error| self.failed(error))?
            }
        };
        Ok(Sink {
            target: self,
            output,
        })
    }

    /// Where the path leads, if nothing of another kind is there.
    fn checked_place(&self) -> Result<Place, FileError> {
        let place = self.place()?;
        if let Place::Regular { path, old: Some(_) } = &place
            && !self.is_forced
            && !self
                .kind
                .recognizes(&head(path).map_err(|error| self.failed(error))?)
        {
            return Err(FileError::InTheWay {
                path: self.path.clone(),
                kind: self.kind.name(),
            });
        }
        Ok(place)
    }

    fn place(&self) -> Result<Place, FileError> {
        let path = &self.path;
        if is_output(path) {
            return Ok(Place::Output);
        }
        if is_descriptor(path, 2) {
            return Ok(Place::Errors);
        }
        let data = match fs::metadata(path) {
            Ok(data) => data,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let path = resolve(path).map_err(|error| self.failed(error))?;
                return Ok(Place::Regular { path, old: None });
            }
            Err(error) => return Err(self.failed(error)),
        };
        if data.is_dir() {
            return Err(self.failed(io::ErrorKind::IsADirectory.into()));
        }
        if is_block_device(&data) {
            return Err(FileError::Unsuitable {
                path: path.clone(),
                problem: "a block device is never written to",
            });
        }
        if !data.is_file() || is_any_descriptor(path) {
            return Ok(Place::Through(path.clone()));
        }
        let path = fs::canonicalize(path).map_err(|error| self.failed(error))?;
        Ok(Place::Regular {
            path,
            old: Some(data),
        })
    }

    /// Opens what is not a regular file, unless that would wait for a reader.
    fn try_through(&self, path: &Path) -> Result<(), FileError> {
        let data = fs::metadata(path).map_err(|error| self.failed(error))?;
        if is_fifo(&data) {
            return Ok(());
        }
        let opened = OpenOptions::new().write(true).open(path);
        opened.map(drop).map_err(|error| self.failed(error))
    }

    /// Opens an existing file without changing it, and makes a file without a name beside it.
    fn try_regular(&self, path: &Path, old: Option<&Metadata>) -> Result<(), FileError> {
        if old.is_some() {
            let opened = OpenOptions::new().write(true).open(path);
            opened.map_err(|error| self.failed(error))?;
        }
        match tempfile::tempfile_in(folder(path)) {
            Ok(_) => Ok(()),
            // The file itself can be written.
            Err(error) if old.is_some() && error.kind() == io::ErrorKind::PermissionDenied => {
                Ok(())
            }
            Err(error) => Err(self.failed(error)),
        }
    }

    /// What it means that writing to a [`Sink`] of this target failed.
    #[must_use]
    pub fn failed(&self, error: io::Error) -> FileError {
        if error.kind() == io::ErrorKind::BrokenPipe && self.is_stdout() {
            return FileError::NoReader;
        }
        FileError::system(&self.path, error)
    }
}

/// A file that is being written.
pub struct Sink<'a> {
    target: &'a Target,
    output: Output,
}

enum Output {
    Through(Box<dyn Write + Send>),
    /// Where nothing else can be done: the folder cannot be written, or the file has other names too.
    InPlace(File),
    Renamed {
        file: NamedTempFile,
        path: PathBuf,
        _unfinished: Unfinished,
    },
}

/// Temporary files that are being written, for a process that ends in the middle of it.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// An entry there.
struct Unfinished(PathBuf);

impl Unfinished {
    fn note(path: &Path) -> Self {
        if let Ok(mut paths) = UNFINISHED.lock() {
            paths.push(path.to_owned());
        }
        Self(path.to_owned())
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if let Ok(mut paths) = UNFINISHED.lock() {
            paths.retain(|path| *path != self.0);
        }
    }
}

/// Removes the temporary files of what is being written. For a process that is about to end without unwinding: the
/// files that are written to at that moment are not replaced.
///
/// ```
/// use narrows_arena::files::{Kind, Target, abandon};
///
/// let folder = tempfile::tempdir()?;
/// let target = Target::new(&folder.path().join("games.pgn"), Kind::PGN, false)?;
/// let sink = target.create()?;
/// assert_eq!(folder.path().read_dir()?.count(), 1);
/// abandon();
/// assert_eq!(folder.path().read_dir()?.count(), 0);
/// assert!(sink.finish().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn abandon() {
    if let Ok(paths) = UNFINISHED.lock() {
        for path in &*paths {
            // It may have been renamed just now.
            let _gone = fs::remove_file(path);
        }
    }
}

impl std::fmt::Debug for Sink<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sink")
            .field("target", self.target)
            .finish_non_exhaustive()
    }
}

impl Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.output {
            Output::Through(output) => output.write(bytes),
            Output::InPlace(file) => file.write(bytes),
            Output::Renamed { file, .. } => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.output {
            Output::Through(output) => output.flush(),
            Output::InPlace(file) => file.flush(),
            Output::Renamed { file, .. } => file.flush(),
        }
    }
}

impl Sink<'_> {
    /// Puts what was written in its place. Without this nothing is.
    ///
    /// # Errors
    /// [`FileError`]; a regular file that was there before stays then.
    pub fn finish(self) -> Result<(), FileError> {
        let target = self.target;
        let finished = match self.output {
            Output::Through(mut output) => output.flush(),
            Output::InPlace(file) => file.sync_all(),
            Output::Renamed { file, path, .. } => file
                .as_file()
                .sync_all()
                .and_then(|()| file.persist(&path).map_err(|error| error.error))
                .map(|_| {
                    // So that the name outlives a power cut too; not every system can.
                    let _unsure = File::open(folder(&path)).and_then(|folder| folder.sync_all());
                }),
        };
        finished.map_err(|error| target.failed(error))
    }
}

/// Opens a file to which lines are added: a regular file that is of its kind or empty, or a new one.
///
/// # Errors
/// [`FileError`]; the file is unchanged then.
pub fn open_continued(path: &Path, kind: Kind) -> Result<File, FileError> {
    let failed = |error| FileError::system(path, error);
    match fs::metadata(path) {
        // Nothing else is opened: a pipe would wait, a device might never end.
        Ok(data) if !data.is_file() && !data.is_dir() => {
            return Err(FileError::Unsuitable {
                path: path.to_owned(),
                problem: "not a regular file, so it cannot be continued",
            });
        }
        Ok(_) => {
            let found = head(path).map_err(failed)?;
            if !kind.recognizes(&found) {
                return Err(FileError::Foreign {
                    name: path.display().to_string(),
                    kind: kind.name(),
                });
            }
        }
        Err(_) => {}
    }
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(true);
    options.open(path).map_err(failed)
}

/// The first bytes of a file.
fn head(path: &Path) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    File::open(path)?
        .take(HEAD_BYTES as u64)
        .read_to_end(&mut head)?;
    Ok(head)
}

/// Begins a regular file.
fn begin(path: &Path, old: Option<Metadata>) -> io::Result<Output> {
    let in_place = || {
        let mut options = OpenOptions::new();
        let file = options.write(true).truncate(true).open(path)?;
        Ok(Output::InPlace(file))
    };
    if old.as_ref().is_some_and(has_other_names) {
        return in_place();
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".narrows-").suffix(".part");
    if let Some(permissions) = new_permissions() {
        builder.permissions(permissions);
    }
    let file = match builder.tempfile_in(folder(path)) {
        Ok(file) => file,
        Err(error) if old.is_some() && error.kind() == io::ErrorKind::PermissionDenied => {
            return in_place();
        }
        Err(error) => return Err(error),
    };
    if let Some(old) = old {
        keep_owner(file.as_file(), &old);
        file.as_file().set_permissions(old.permissions())?;
    }
    Ok(Output::Renamed {
        _unfinished: Unfinished::note(file.path()),
        file,
        path: path.to_owned(),
    })
}

/// The folder that a file is in.
pub(super) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Where a name leads that nothing has yet: the name itself, or the end of links that lead nowhere.
pub(super) fn resolve(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(next) => path = folder(&path).join(next),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// Whether a path is standard output, by whatever name.
pub(super) fn is_output(path: &Path) -> bool {
    is_standard_stream(path) || is_descriptor(path, 1)
}

/// Whether a path is a name of one of this process's open files.
fn is_any_descriptor(path: &Path) -> bool {
    path.starts_with("/dev/fd") || path.starts_with("/proc/self/fd")
}

fn is_descriptor(path: &Path, number: usize) -> bool {
    let name = ["/dev/stdin", "/dev/stdout", "/dev/stderr"][number];
    path == Path::new(name)
        || is_any_descriptor(path)
            && path
                .file_name()
                .is_some_and(|file| file == &*number.to_string())
}

#[cfg(unix)]
fn is_block_device(data: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    data.file_type().is_block_device()
}

#[cfg(unix)]
fn is_fifo(data: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    data.file_type().is_fifo()
}

/// Whether the file has several names: replacing one would part it from the others.
#[cfg(unix)]
fn has_other_names(data: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    data.nlink() > 1
}

/// What new files get, less what the user's mask takes away.
#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have none")]
fn new_permissions() -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt as _;
    Some(Permissions::from_mode(0o666))
}

/// Keeps the owner where we may: only the superuser can give files away.
#[cfg(unix)]
fn keep_owner(file: &File, old: &Metadata) {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let _refused = fchown(file, Some(old.uid()), Some(old.gid()));
}

#[cfg(not(unix))]
fn is_block_device(_: &Metadata) -> bool {
    false
}

#[cfg(not(unix))]
fn is_fifo(_: &Metadata) -> bool {
    false
}

#[cfg(not(unix))]
fn has_other_names(_: &Metadata) -> bool {
    false
}

#[cfg(not(unix))]
fn new_permissions() -> Option<Permissions> {
    None
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) {}
