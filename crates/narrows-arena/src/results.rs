//! The results file: JSON Lines, one game a line, safe against Ctrl-C, kill -9 and a full disk.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use super::GameRecord;

/// The format's name and version, in the first line of the file.
const FORMAT: &str = "narrows-arena-1";

#[derive(serde::Serialize, serde::Deserialize)]
struct Header {
    format: String,
    command: Json,
}

/// Why a results file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// Another match is writing to the file.
    #[error("{}: another match is writing to it", .0.display())]
    Busy(PathBuf),
    /// The file is not a results file.
    #[error("{}: line {line} is not a line of an arena's results: {error}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        error: String,
    },
    /// The file belongs to another match.
    #[error(
        "{}: it was written by another command ({what} was {old}, now {new}); name a new file, or repeat the old command",
        path.display()
    )]
    Changed {
        /// The file.
        path: PathBuf,
        /// The first setting that differs.
        what: String,
        /// Its value in the file.
        old: String,
        /// Its value now.
        new: String,
    },
}

/// An open results file.
///
/// Every game is one line, written by one call and synced before the next game is reported, so that
/// a kill can tear only the last line. Opening the file again drops a torn line (its game is played
/// again) and gives back the games that are there.
#[derive(Debug)]
pub struct ResultsFile {
    path: PathBuf,
    file: File,
}

impl ResultsFile {
    /// Opens or creates a results file for the match described by `command`, a JSON object of
    /// everything that has an influence on its games.
    ///
    /// # Errors
    /// [`ResultsError`]; the file is unchanged then.
    pub fn open(path: &Path, command: &Json) -> Result<(Self, Vec<GameRecord>), ResultsError> {
        let io = |error| ResultsError::Io {
            path: path.to_owned(),
            error,
        };
        let existed = path.exists();
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(io)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(ResultsError::Busy(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(io(error)),
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(io)?;
        let whole = text
            .iter()
            .rposition(|&b| b == b'\n')
            .map_or(0, |at| at + 1);
        let games = read(path, &text[..whole], command)?;
        let mut store = Self {
            path: path.to_owned(),
            file,
        };
        if whole < text.len() {
            store.file.set_len(whole as u64).map_err(io)?;
            store.file.seek(SeekFrom::End(0)).map_err(io)?;
        }
        if whole == 0 {
            let header = Header {
                format: FORMAT.to_owned(),
                command: command.clone(),
            };
            store.write(&header)?;
        }
        if !existed && let Some(folder) = path.parent() {
            // So that the file's name outlives a power cut as well; not every system can.
            let folder = if folder.as_os_str().is_empty() {
                Path::new(".")
            } else {
                folder
            };
            let _ = File::open(folder).and_then(|folder| folder.sync_all());
        }
        Ok((store, games))
    }

    /// Appends a game and waits until it is on the disk.
    ///
    /// # Errors
    /// [`ResultsError::Io`].
    pub fn append(&mut self, game: &GameRecord) -> Result<(), ResultsError> {
        self.write(game)
    }

    fn write(&mut self, line: &impl serde::Serialize) -> Result<(), ResultsError> {
        let io = |error| ResultsError::Io {
            path: self.path.clone(),
            error,
        };
        let mut text = serde_json::to_vec(line).map_err(|e| io(e.into()))?;
        text.push(b'\n');
        self.file
            .write_all(&text)
            .and_then(|()| self.file.sync_data())
            .map_err(io)
    }
}

/// Reads the whole lines of a results file.
fn read(path: &Path, text: &[u8], command: &Json) -> Result<Vec<GameRecord>, ResultsError> {
    let bad = |line, error: &dyn ToString| ResultsError::Malformed {
        path: path.to_owned(),
        line,
        error: error.to_string(),
    };
    let mut lines = (1..).zip(text.split(|&b| b == b'\n'));
    let mut games: Vec<GameRecord> = Vec::new();
    let Some((_, first)) = lines.next().filter(|(_, line)| !line.is_empty()) else {
        return if text.is_empty() {
            Ok(games)
        } else {
            Err(bad(1, &"it is empty"))
        };
    };
    let header: Header = serde_json::from_slice(first).map_err(|e| bad(1, &e))?;
    if header.format != FORMAT {
        return Err(bad(
            1,
            &format!("format {:?}, expected {FORMAT:?}", header.format),
        ));
    }
    if let Some((what, old, new)) = difference(&header.command, command) {
        return Err(ResultsError::Changed {
            path: path.to_owned(),
            what,
            old,
            new,
        });
    }
    let mut seen = std::collections::HashSet::new();
    for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
        let game: GameRecord = serde_json::from_slice(line).map_err(|e| bad(number, &e))?;
        if !seen.insert(game.game) {
            return Err(bad(number, &format!("game {} is there twice", game.game)));
        }
        games.push(game);
    }
    Ok(games)
}

/// The first setting in which two commands differ: its name and both values.
fn difference(old: &Json, new: &Json) -> Option<(String, String, String)> {
    if old == new {
        return None;
    }
    if let (Some(old), Some(new)) = (old.as_object(), new.as_object()) {
        let null = Json::Null;
        for key in old.keys().chain(new.keys()) {
            let (a, b) = (old.get(key).unwrap_or(&null), new.get(key).unwrap_or(&null));
            if a != b {
                return Some((key.clone(), a.to_string(), b.to_string()));
            }
        }
    }
    Some(("the command".to_owned(), old.to_string(), new.to_string()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::Ending;

    /// A path that nothing else uses, removed at the end of the test.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Self {
            let path =
                std::env::temp_dir().join(format!("narrows-{}-{name}.jsonl", std::process::id()));
            let _ = std::fs::remove_file(&path);
            Self(path)
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    fn record(game: u64) -> GameRecord {
        GameRecord {
            game,
            pair: game / 2,
            opening: game / 2,
            first: 0,
            second: 1,
            first_won: game.is_multiple_of(3),
            ending: Ending::Played,
            detail: String::new(),
            start: "4/4/4".into(),
            moves: vec!["a1".into(), "b2".into()],
            opening_plies: 1,
            seconds: [0.25, 0.5],
            legal_moves: 12,
            proven_ply: Some(3),
            proven_seconds: None,
        }
    }

    #[test]
    fn games_come_back() {
        let scratch = Scratch::new("back");
        let command = json!({"a": 1});
        let (mut store, games) = ResultsFile::open(&scratch.0, &command).unwrap();
        assert!(games.is_empty());
        for game in 0..5 {
            store.append(&record(game)).unwrap();
        }
        assert!(matches!(
            ResultsFile::open(&scratch.0, &command),
            Err(ResultsError::Busy(_))
        ));
        drop(store);
        let (_, games) = ResultsFile::open(&scratch.0, &command).unwrap();
        assert_eq!(games, (0..5).map(record).collect::<Vec<_>>());
    }

    /// A kill may cut the file anywhere. Whatever is cut, every whole line is kept, the torn one is
    /// dropped, and going on gives the file that would have been written without the kill.
    #[test]
    fn cut_anywhere_and_continued() {
        let scratch = Scratch::new("cut");
        let command = json!({"seed": 7});
        let (mut store, _) = ResultsFile::open(&scratch.0, &command).unwrap();
        for game in 0..4 {
            store.append(&record(game)).unwrap();
        }
        drop(store);
        let whole = std::fs::read(&scratch.0).unwrap();
        for cut in 0..=whole.len() {
            std::fs::write(&scratch.0, &whole[..cut]).unwrap();
            let (mut store, games) = ResultsFile::open(&scratch.0, &command).unwrap();
            let lines = whole[..cut].iter().filter(|&&b| b == b'\n').count();
            assert_eq!(games.len(), lines.saturating_sub(1), "{cut}");
            for game in games.len() as u64..4 {
                store.append(&record(game)).unwrap();
            }
            drop(store);
            assert_eq!(std::fs::read(&scratch.0).unwrap(), whole, "{cut}");
        }
    }

    #[test]
    fn another_command_is_refused_and_nothing_is_touched() {
        let scratch = Scratch::new("other");
        let (mut store, _) =
            ResultsFile::open(&scratch.0, &json!({"seed": 7, "size": "6x6"})).unwrap();
        store.append(&record(0)).unwrap();
        drop(store);
        let before = std::fs::read(&scratch.0).unwrap();
        let error = ResultsFile::open(&scratch.0, &json!({"seed": 8, "size": "6x6"})).unwrap_err();
        assert!(error.to_string().contains("seed was 7, now 8"), "{error}");
        assert_eq!(std::fs::read(&scratch.0).unwrap(), before);
    }

    #[test]
    fn other_files_are_refused_and_untouched() {
        let scratch = Scratch::new("strange");
        let (store, _) = ResultsFile::open(&scratch.0, &json!({})).unwrap();
        drop(store);
        let good = std::fs::read_to_string(&scratch.0).unwrap();
        let game = serde_json::to_string(&record(0)).unwrap();
        for (text, line) in [
            ("hello\n".to_owned(), 1),
            ("\n\n".to_owned(), 1),
            ("{\"format\":\"other\",\"command\":{}}\n".to_owned(), 1),
            (format!("{good}{game}\nrubbish\n{game}\n"), 3),
            (format!("{good}{game}\n{game}\n"), 3),
        ] {
            std::fs::write(&scratch.0, &text).unwrap();
            match ResultsFile::open(&scratch.0, &json!({})) {
                Err(ResultsError::Malformed { line: found, .. }) => {
                    assert_eq!(found, line, "{text}")
                }
                other => panic!("{text}: {other:?}"),
            }
            assert_eq!(std::fs::read_to_string(&scratch.0).unwrap(), text);
        }
    }
}
