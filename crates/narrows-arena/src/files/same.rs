//! Whether two paths lead to one file.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

use super::target::{folder, is_output, resolve};

/// What a path leads to, if two that lead there get in each other's way.
#[derive(PartialEq, Eq)]
enum Place {
    Output,
    File(PathBuf),
    /// Device and number of a file that may have several names.
    Node(u64, u64),
}

/// Whether two paths lead to one regular file, there or still to be made, or both to standard output: what is written
/// to one would replace or disturb what is in the other. Links are followed, and files with several names are one.
///
/// ```
/// use narrows_arena::files::are_one;
/// use std::path::Path;
///
/// assert!(are_one(Path::new("games.pgn"), Path::new("./games.pgn")));
/// assert!(!are_one(Path::new("games.pgn"), Path::new("page.html")));
/// ```
#[must_use]
pub fn are_one(one: &Path, other: &Path) -> bool {
    let (one, other) = (place(one), place(other));
    one.is_some() && one == other
}

fn place(path: &Path) -> Option<Place> {
    if is_output(path) {
        return Some(Place::Output);
    }
    match fs::metadata(path) {
        Ok(data) if data.is_file() => node(&data).or_else(|| {
            let path = fs::canonicalize(path).ok()?;
            Some(Place::File(path))
        }),
        // What is written through may take one thing after the other.
        Ok(_) => None,
        Err(_) => {
            let path = resolve(path).ok()?;
            let folder = fs::canonicalize(folder(&path)).ok()?;
            Some(Place::File(folder.join(path.file_name()?)))
        }
    }
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have none")]
fn node(data: &Metadata) -> Option<Place> {
    use std::os::unix::fs::MetadataExt as _;
    Some(Place::Node(data.dev(), data.ino()))
}

#[cfg(not(unix))]
fn node(_: &Metadata) -> Option<Place> {
    None
}
