//! The unfinished game in the user's state directory: written whole or not at all, one file for each
//! running program, a damaged file set aside.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy as _;
use narrows_arena::files::{FileError, Kind, Target};
use narrows_core::record::MAX_BYTES;
use narrows_core::{GameKind, Record};

/// Games that can be under way at once, running or saved.
const SLOTS: usize = 16;

/// Displaced games that are kept.
const PREVIOUS: usize = 999;

/// A place for one unfinished game, ours until it is dropped.
#[derive(Debug)]
pub struct Slot {
    path: PathBuf,
    /// Held open: the lock ends with the process, however it ends.
    _lock: File,
}

/// What was found at the start.
#[derive(Debug, Default)]
pub struct Opened {
    /// Where to save; `None` if nothing can be saved.
    pub slot: Option<Slot>,
    /// The unfinished game of last time.
    pub game: Option<Record>,
    /// What a person should know: a damaged file, a directory that cannot be written.
    pub messages: Vec<String>,
}

/// The directory for games, by the conventions of the system; `None` if the environment names none.
pub fn directory() -> Option<PathBuf> {
    let strategy = etcetera::choose_base_strategy().ok()?;
    // Windows has no place for state of its own.
    let base = strategy.state_dir().unwrap_or_else(|| strategy.cache_dir());
    Some(base.join("narrows"))
}

/// Finds an unfinished game (of a kind, if one is given) that no other running program has open, or else
/// a free place for one.
pub fn open(directory: Option<PathBuf>, kind: Option<GameKind>) -> Opened {
    let mut opened = Opened::default();
    let Some(directory) = directory else {
        opened
            .messages
            .push("games are not saved: neither XDG_STATE_HOME nor HOME is set".into());
        return opened;
    };
    if let Err(error) = fs::create_dir_all(&directory) {
        opened.messages.push(format!(
            "games are not saved: {}: {error}",
            directory.display()
        ));
        return opened;
    }
    if let Err(error) = opened.find(&directory, kind) {
        opened.messages.push(format!(
            "games are not saved: {}: {error}",
            directory.display()
        ));
    } else if opened.slot.is_none() {
        opened.messages.push(format!(
            "this game is not saved: {} holds {SLOTS} unfinished games already",
            directory.display()
        ));
    }
    opened
}

impl Opened {
    fn find(&mut self, directory: &Path, kind: Option<GameKind>) -> io::Result<()> {
        let is_used = |number: &usize| file(directory, *number).exists();
        for number in (1..=SLOTS).filter(is_used) {
            let Some(slot) = Slot::lock(directory, number)? else {
                continue;
            };
            match slot.load() {
                Ok(Some(game)) if kind.is_none_or(|kind| game.position().kind() == kind) => {
                    self.slot = Some(slot);
                    self.game = Some(game);
                    return Ok(());
                }
                Ok(Some(_)) => {}
                // A game that is over, left by a program that ended before it could remove it.
                Ok(None) => slot.clear(),
                Err(problem) => self.messages.push(slot.set_damaged_aside(&problem)),
            }
        }
        for number in (1..=SLOTS).filter(|number| !is_used(number)) {
            self.slot = Slot::lock(directory, number)?;
            if self.slot.is_some() {
                break;
            }
        }
        Ok(())
    }
}

/// The file of a place.
fn file(directory: &Path, number: usize) -> PathBuf {
    directory.join(format!("game-{number}.txt"))
}

/// Writes a game to a file of ours: after a crash at any moment it is the old one or the new one.
fn write_whole(path: &Path, game: &Record) -> Result<(), FileError> {
    Target::new(path, Kind::PGN, true)?.write(game.to_string().as_bytes())
}

/// A path as a shell reads it.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-+:,\\".contains(&byte);
    if text.bytes().all(is_plain) {
        text
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

impl Slot {
    /// Takes a place; `None` if another program has it.
    fn lock(directory: &Path, number: usize) -> io::Result<Option<Self>> {
        let lock = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(directory.join(format!("game-{number}.lock")))?;
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => return Ok(None),
            // A file system without locks: two programs at once are rare, not saving at all is worse.
            Err(TryLockError::Error(_)) | Ok(()) => {}
        }
        Ok(Some(Self {
            path: file(directory, number),
            _lock: lock,
        }))
    }

    /// The unfinished game that is saved here, if there is one.
    fn load(&self) -> Result<Option<Record>, String> {
        let file = match File::open(&self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.to_string()),
        };
        let mut text = String::new();
        file.take(MAX_BYTES as u64 + 1)
            .read_to_string(&mut text)
            .map_err(|error| error.to_string())?;
        let game: Record = text
            .parse()
            .map_err(|error: narrows_core::record::RecordError| error.to_string())?;
        let unfinished = !game.position().is_over();
        Ok(unfinished.then_some(game))
    }

    /// Moves a file that is no game out of the way and says so.
    fn set_damaged_aside(&self, problem: &str) -> String {
        let damaged = (1..)
            .map(|number| self.path.with_extension(format!("damaged-{number}.txt")))
            .find(|path| !path.exists());
        let moved = damaged.and_then(|aside| {
            fs::rename(&self.path, &aside).ok()?;
            Some(aside)
        });
        match moved {
            Some(aside) => format!(
                "the saved game was damaged ({problem}); it is set aside as {}",
                aside.display()
            ),
            None => format!(
                "the saved game {} is damaged: {problem}",
                self.path.display()
            ),
        }
    }

    /// Saves a game: after a crash at any moment the file is the old one or the new one.
    pub fn save(&self, game: &Record) -> Result<(), String> {
        write_whole(&self.path, game).map_err(|error| format!("The game is not saved: {error}."))
    }

    /// Forgets the saved game: it is over.
    pub fn clear(&self) {
        // A file that cannot be removed is overwritten by the next game.
        let _kept = fs::remove_file(&self.path);
    }

    /// Keeps a game that another one displaces, in a file of its own, and says how to get it back.
    pub fn keep_previous(&self, game: &Record) -> String {
        let path = |number: usize| match number {
            1 => self.path.with_file_name("previous.txt"),
            _ => self.path.with_file_name(format!("previous-{number}.txt")),
        };
        // No game is lost to a later one; somebody with thousands of them loses the last.
        let kept = (1..).map(path).take(PREVIOUS).find(|path| !path.exists());
        let kept = kept.unwrap_or_else(|| path(PREVIOUS));
        match write_whole(&kept, game) {
            Ok(()) => format!(
                "The game before is kept: narrows play --record {} brings it back.",
                quoted(&kept)
            ),
            Err(error) => format!("The game before is not kept: {error}."),
        }
    }

    /// Brings the saved file up to date with a game: saves it while it is begun and unfinished.
    pub fn update(&self, game: &Record) -> Result<(), String> {
        if game.position().is_over() || game.moves().is_empty() {
            self.clear();
            Ok(())
        } else {
            self.save(game)
        }
    }
}

#[cfg(test)]
mod tests {
    use narrows_core::{AnyMove, AnyPosition, Pie};

    use super::*;

    /// A directory that is removed at the end of a test.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("narrows-{name}-{}", std::process::id()));
            let _absent = fs::remove_dir_all(&path);
            Self(path)
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _left = fs::remove_dir_all(&self.0);
        }
    }

    fn game(kind: GameKind, moves: &str) -> Record {
        let start = AnyPosition::start(kind, "4x4".parse().unwrap(), Pie::On).unwrap();
        let mut game = Record::new(start);
        for text in moves.split_whitespace() {
            game.play(AnyMove::parse(kind, text).unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn a_saved_game_comes_back() {
        let scratch = Scratch::new("back");
        let saved = game(GameKind::BlackNarrows, "a1 c3");
        let opened = open(Some(scratch.0.clone()), None);
        opened.slot.as_ref().unwrap().save(&saved).unwrap();
        drop(opened);
        let opened = open(Some(scratch.0.clone()), Some(GameKind::BlackNarrows));
        assert_eq!(opened.game, Some(saved));
        assert!(opened.messages.is_empty());
    }

    #[test]
    fn the_other_game_has_a_place_of_its_own() {
        let scratch = Scratch::new("kinds");
        let opened = open(Some(scratch.0.clone()), None);
        opened
            .slot
            .unwrap()
            .save(&game(GameKind::BlackNarrows, "a1"))
            .unwrap();
        let opened = open(Some(scratch.0.clone()), Some(GameKind::Narrows));
        assert_eq!(opened.game, None);
        opened
            .slot
            .unwrap()
            .save(&game(GameKind::Narrows, "a4xa3"))
            .unwrap();
        let opened = open(Some(scratch.0.clone()), None);
        assert_eq!(
            opened.game.unwrap().position().kind(),
            GameKind::BlackNarrows
        );
    }

    #[test]
    fn two_programs_at_once_have_two_places() {
        let scratch = Scratch::new("two");
        let one = open(Some(scratch.0.clone()), None).slot.unwrap();
        let other = open(Some(scratch.0.clone()), None).slot.unwrap();
        assert_ne!(one.path, other.path);
    }

    #[test]
    fn a_damaged_file_is_set_aside() {
        let scratch = Scratch::new("damaged");
        fs::create_dir_all(&scratch.0).unwrap();
        for text in [
            &b"[Game \"Black Narrows\"]\n[Size \"8x"[..],
            b"\xff\xfe",
            b"",
        ] {
            fs::write(scratch.0.join("game-1.txt"), text).unwrap();
            let opened = open(Some(scratch.0.clone()), None);
            assert_eq!(opened.game, None);
            assert_eq!(opened.messages.len(), 1, "{:?}", opened.messages);
            assert!(opened.messages[0].contains("set aside"));
            assert!(!scratch.0.join("game-1.txt").exists());
            assert!(opened.slot.is_some());
        }
        assert!(scratch.0.join("game-1.damaged-3.txt").exists());
    }

    #[test]
    fn a_displaced_game_is_kept_and_named() {
        let scratch = Scratch::new("it's displaced");
        let slot = open(Some(scratch.0.clone()), None).slot.unwrap();
        let displaced = game(GameKind::BlackNarrows, "a1 c3");
        for name in ["previous.txt", "previous-2.txt", "previous-3.txt"] {
            let told = slot.keep_previous(&displaced);
            let path = scratch.0.join(name);
            assert_eq!(fs::read_to_string(&path).unwrap(), displaced.to_string());
            // The command is one that a shell takes as it stands.
            let quoted = format!("'{}'", path.display().to_string().replace('\'', "'\\''"));
            let command = format!("narrows play --record {quoted}");
            assert!(told.contains(&command), "{told}");
        }
    }

    #[test]
    fn without_a_directory_the_game_goes_on_unsaved() {
        let opened = open(None, None);
        assert!(opened.slot.is_none());
        assert_eq!(opened.messages.len(), 1);
    }
}
