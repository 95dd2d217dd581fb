//! Proven results on disk, so that a long solve survives its process.
//!
//! The file is a [`redb`](https://docs.rs/redb) database: every write is a transaction that is complete or
//! absent after a crash. It holds the results of one game that were worth keeping, under 128-bit keys that do
//! not depend on the position that was asked about: a file serves any number of boards. Each value carries a
//! check of its own key, beside redb's checksums of pages; all are verified when the file is opened.

use std::boxed::Box;
use std::format;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::string::String;
use std::sync::Mutex;
use std::vec::Vec;

use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};

use crate::verify::checksum;

/// The one table of strings: which program's file this is.
const META: TableDefinition<'_, &str, &str> = TableDefinition::new("meta");
const FORMAT: &str = "format";
/// Values are the result in the low and its check in the high 32 bits.
const RESULTS: TableDefinition<'_, u128, u64> = TableDefinition::new("results");

/// Results are written when so many wait. The number doubles with each write, so that little is lost at first,
/// up to some seconds of one thread's work.
const FIRST_BATCH: usize = 256;
const LAST_BATCH: usize = 4096;

/// Memory for pages of the file.
const CACHE_BYTES: usize = 16 << 20;

/// Why a file of results cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file is not one of ours, or of another version.
    #[error("not a file of results of this program: {0}")]
    Foreign(String),
    /// It is one, but of the other game or of another version.
    #[error("it holds \"{found}\", not \"{wanted}\"")]
    Other {
        /// What the file says it is.
        found: String,
        /// What it would have to be.
        wanted: &'static str,
    },
    /// A result does not fit its check, or means nothing.
    #[error("it is damaged: a result does not fit its checksum")]
    Damaged,
    /// Another process has the file open.
    #[error("it is in use by another process")]
    InUse,
    /// Reading or writing failed.
    #[error("it cannot be read or written: {0}")]
    File(Box<redb::Error>),
}

impl<E: Into<redb::Error>> From<E> for StoreError {
    fn from(error: E) -> Self {
        Self::File(Box::new(error.into()))
    }
}

/// A result that a file can keep.
pub(super) trait Kept: Copy + Send {
    /// Says which results these are; to be changed whenever keys or bits change their meaning.
    const FORMAT: &'static str;

    /// The result in 32 bits.
    fn to_bits(self) -> u32;

    /// The result in these bits, if they are one.
    fn from_bits(bits: u32) -> Option<Self>;

    /// Both of two results for the same key.
    fn and(self, other: Self) -> Self;
}

/// A file of proven results.
pub(super) struct Store<R> {
    database: Database,
    waiting: Mutex<Waiting<R>>,
}

struct Waiting<R> {
    results: Vec<(u128, R)>,
    /// So many are written together.
    batch: usize,
    /// The first write that failed; nothing is written after it.
    error: Option<StoreError>,
}

impl<R> core::fmt::Debug for Store<R> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Store").finish_non_exhaustive()
    }
}

impl<R: Kept> Store<R> {
    /// Opens a file of results and calls `each` with all of them, or makes a new one where there is none (or an
    /// empty file).
    ///
    /// # Errors
    /// If the file is something else, damaged, in use, or cannot be read and written. What is not a file of
    /// results stays as it was.
    pub(super) fn open(path: &Path, each: impl FnMut(u128, R)) -> Result<Self, StoreError> {
        match path.metadata() {
            Ok(data) if data.is_file() && data.len() == 0 => create(path, R::FORMAT)?,
            Ok(data) if !data.is_file() && !data.is_dir() => {
                return Err(StoreError::Foreign("it is no regular file".into()));
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                create(path, R::FORMAT)?;
            }
            // What else there is to say is said when it is opened.
            _ => {}
        }
        let mut builder = Database::builder();
        builder
            .set_check_integrity_on_open(true)
            .set_cache_size(CACHE_BYTES);
        let store = Self {
            database: builder.open(path).map_err(refused)?,
            waiting: Mutex::new(Waiting {
                results: Vec::new(),
                batch: FIRST_BATCH,
                error: None,
            }),
        };
        let found = store
            .format()
            .map_err(|error| StoreError::Foreign(format!("{error}")))?;
        if found != R::FORMAT {
            let wanted = R::FORMAT;
            return Err(StoreError::Other { found, wanted });
        }
        store.read(0..=u128::MAX, each)?;
        Ok(store)
    }

    fn format(&self) -> Result<String, redb::Error> {
        let read = self.database.begin_read()?;
        let table = read.open_table(META)?;
        let format = table.get(FORMAT)?;
        Ok(format.map_or_else(String::new, |format| format.value().into()))
    }

    /// Calls `each` with every result whose key is in the range, in ascending order.
    pub(super) fn read(
        &self,
        keys: RangeInclusive<u128>,
        mut each: impl FnMut(u128, R),
    ) -> Result<(), StoreError> {
        let table = self.database.begin_read()?.open_table(RESULTS)?;
        for item in table.range(keys)? {
            let (key, value) = item?;
            each(key.value(), result_of(key.value(), value.value())?);
        }
        Ok(())
    }

    /// Takes a result; writes when enough wait, while other threads go on. Errors are kept for
    /// [`finish`](Self::finish).
    pub(super) fn add(&self, key: u128, result: R) {
        let Ok(mut waiting) = self.waiting.lock() else {
            return;
        };
        if waiting.error.is_some() {
            return;
        }
        waiting.results.push((key, result));
        if waiting.results.len() < waiting.batch {
            return;
        }
        waiting.batch = LAST_BATCH.min(2 * waiting.batch);
        let results = core::mem::take(&mut waiting.results);
        drop(waiting);
        if let Err(error) = self.write(results)
            && let Ok(mut waiting) = self.waiting.lock()
        {
            waiting.error.get_or_insert(error);
        }
    }

    /// Writes what waits.
    ///
    /// # Errors
    /// If this or an earlier write failed.
    pub(super) fn finish(&self) -> Result<(), StoreError> {
        let Ok(mut waiting) = self.waiting.lock() else {
            return Ok(());
        };
        match waiting.error.take() {
            Some(error) => Err(error),
            None => self.write(core::mem::take(&mut waiting.results)),
        }
    }

    fn write(&self, results: Vec<(u128, R)>) -> Result<(), StoreError> {
        if results.is_empty() {
            return Ok(());
        }
        let write = self.database.begin_write()?;
        {
            let mut table = write.open_table(RESULTS)?;
            for (key, result) in results {
                let old = table.get(key)?.map(|value| value.value());
                let result = match old {
                    Some(old) => result_of::<R>(key, old)?.and(result),
                    None => result,
                };
                table.insert(key, value_of(key, result.to_bits()))?;
            }
        }
        write.commit()?;
        Ok(())
    }
}

/// Makes a file without results: under another name until it is complete, so that a file of this name is
/// always one that can be opened.
fn create(path: &Path, format: &str) -> Result<(), StoreError> {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".new-{}", std::process::id()));
    let new = PathBuf::from(name);
    let created = write_empty(&new, format)
        .and_then(|()| std::fs::rename(&new, path).map_err(|error| redb::Error::Io(error).into()));
    if created.is_err() {
        let _absent = std::fs::remove_file(&new);
    }
    created
}

fn write_empty(path: &Path, format: &str) -> Result<(), StoreError> {
    let database = Database::create(path).map_err(refused)?;
    let write = database.begin_write()?;
    write.open_table(META)?.insert(FORMAT, format)?;
    write.open_table(RESULTS)?;
    write.commit()?;
    Ok(())
}

/// Why a file could not be opened.
fn refused(error: redb::DatabaseError) -> StoreError {
    match error {
        redb::DatabaseError::DatabaseAlreadyOpen => StoreError::InUse,
        redb::DatabaseError::Storage(redb::StorageError::Io(error))
            if !matches!(
                error.kind(),
                std::io::ErrorKind::InvalidData | std::io::ErrorKind::UnexpectedEof
            ) =>
        {
            redb::Error::Io(error).into()
        }
        other => StoreError::Foreign(format!("{other}")),
    }
}

fn value_of(key: u128, bits: u32) -> u64 {
    let mut bytes = [0; 20];
    bytes[..16].copy_from_slice(&key.to_le_bytes());
    bytes[16..].copy_from_slice(&bits.to_le_bytes());
    checksum(&bytes) >> 32 << 32 | u64::from(bits)
}

fn result_of<R: Kept>(key: u128, value: u64) -> Result<R, StoreError> {
    let bits = value as u32;
    let fits = value_of(key, bits) == value;
    let result = fits.then(|| R::from_bits(bits)).flatten();
    result.ok_or(StoreError::Damaged)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sets of numbers below 24.
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Set(u32);

    impl Kept for Set {
        const FORMAT: &'static str = "sets, 1";

        fn to_bits(self) -> u32 {
            self.0
        }

        fn from_bits(bits: u32) -> Option<Self> {
            (bits < 1 << 24).then_some(Self(bits))
        }

        fn and(self, other: Self) -> Self {
            Self(self.0 | other.0)
        }
    }

    #[derive(Clone, Copy, Debug)]
    struct Other;

    impl Kept for Other {
        const FORMAT: &'static str = "others, 1";

        fn to_bits(self) -> u32 {
            0
        }

        fn from_bits(_bits: u32) -> Option<Self> {
            Some(Self)
        }

        fn and(self, _other: Self) -> Self {
            self
        }
    }

    /// A file of its own for one test, removed at the end.
    struct File(PathBuf);

    impl File {
        fn new(name: &str) -> Self {
            let name = format!("narrows-store-{}-{name}", std::process::id());
            let path = std::env::temp_dir().join(name);
            let _absent = std::fs::remove_file(&path);
            Self(path)
        }

        fn open(&self) -> Result<Store<Set>, StoreError> {
            Store::open(&self.0, |_, _| ())
        }

        /// A file with so many results, and its bytes.
        fn filled(&self, results: u32) -> Vec<u8> {
            let store = self.open().unwrap();
            for number in 0..results {
                store.add(u128::from(number) << 64 | 5, Set(number % 1000));
            }
            store.finish().unwrap();
            drop(store);
            std::fs::read(&self.0).unwrap()
        }
    }

    impl Drop for File {
        fn drop(&mut self) {
            let _gone = std::fs::remove_file(&self.0);
        }
    }

    fn all(store: &Store<Set>) -> Vec<(u128, Set)> {
        let mut found = Vec::new();
        let each = |key, set| found.push((key, set));
        store.read(0..=u128::MAX, each).unwrap();
        found
    }

    #[test]
    fn results_are_kept_and_put_together() {
        let file = File::new("kept");
        // An empty file is as good as none.
        std::fs::write(&file.0, "").unwrap();
        let store = file.open().unwrap();
        store.add(7, Set(1));
        store.add(u128::MAX, Set(2));
        store.add(7, Set(4));
        store.finish().unwrap();
        assert!(matches!(file.open(), Err(StoreError::InUse)));
        drop(store);
        let store = file.open().unwrap();
        store.add(7, Set(8));
        store.finish().unwrap();
        assert_eq!(all(&store), [(7, Set(13)), (u128::MAX, Set(2))]);
        let mut some = 0;
        store.read(0..=1 << 100, |_, _| some += 1).unwrap();
        assert_eq!(some, 1);
    }

    /// What is not finished is lost only from the last batch on.
    #[test]
    fn batches_are_written_as_they_fill() {
        let file = File::new("batches");
        let store = file.open().unwrap();
        for number in 0..16_000 {
            store.add(number, Set(3));
        }
        drop(store);
        let written = 256 + 512 + 1024 + 2048 + 4096 + 4096;
        assert_eq!(all(&file.open().unwrap()).len(), written);
    }

    #[test]
    fn threads_write_at_once() {
        let file = File::new("threads");
        let store = file.open().unwrap();
        std::thread::scope(|scope| {
            for bit in 0..4 {
                let store = &store;
                scope.spawn(move || {
                    for number in 0..6000 {
                        store.add(number, Set(1 << bit));
                    }
                });
            }
        });
        store.finish().unwrap();
        let found = all(&store);
        assert_eq!(found.len(), 6000);
        assert!(found.iter().all(|(_, set)| *set == Set(15)));
    }

    #[test]
    fn files_of_others_are_refused_and_kept() {
        let file = File::new("foreign");
        for text in ["this is somebody's diary\n".repeat(500), "x".into()] {
            std::fs::write(&file.0, &text).unwrap();
            assert!(matches!(file.open(), Err(StoreError::Foreign(_))));
            assert_eq!(std::fs::read(&file.0).unwrap(), text.as_bytes());
        }
        std::fs::remove_file(&file.0).unwrap();
        drop(Store::<Other>::open(&file.0, |_, _| ()).unwrap());
        let error = file.open().unwrap_err();
        assert_eq!(error.to_string(), "it holds \"others, 1\", not \"sets, 1\"");
        std::fs::remove_file(&file.0).unwrap();
        drop(Database::create(&file.0).unwrap());
        assert!(matches!(file.open(), Err(StoreError::Foreign(_))));
        let directory = Store::<Set>::open(&std::env::temp_dir(), |_, _| ());
        assert!(
            matches!(directory, Err(StoreError::File(_))),
            "{directory:?}"
        );
        let device = Store::<Set>::open("/dev/null".as_ref(), |_, _| ());
        assert!(device.is_err(), "{device:?}");
        let nowhere = Store::<Set>::open(&file.0.join("in a file"), |_, _| ());
        assert!(matches!(nowhere, Err(StoreError::File(_))), "{nowhere:?}");
    }

    #[test]
    fn a_result_with_a_wrong_check_is_refused() {
        let file = File::new("check");
        let store = file.open().unwrap();
        let write = store.database.begin_write().unwrap();
        let value = value_of(8, 3);
        write.open_table(RESULTS).unwrap().insert(9, value).unwrap();
        write.commit().unwrap();
        drop(store);
        assert!(matches!(file.open(), Err(StoreError::Damaged)));
    }

    /// A damaged file is refused, or it opens with what was in it: nothing false is read, and nothing panics.
    #[test]
    fn damaged_files_say_nothing_false() {
        let file = File::new("damaged");
        let good = file.filled(3000);
        let store = file.open().unwrap();
        let known = all(&store);
        drop(store);
        assert_eq!(known.len(), 3000);
        let mut refused = 0;
        let mut check = |bytes: &[u8], what: &str| {
            std::fs::write(&file.0, bytes).unwrap();
            match file.open() {
                Ok(store) => assert_eq!(all(&store), known, "{what}"),
                Err(_) => refused += 1,
            }
        };
        for part in 1..100 {
            let length = good.len() * part / 100;
            check(&good[..length], &format!("cut off after {length}"));
        }
        for step in 0..300 {
            let at = step * good.len() / 300 + step % 7;
            let mut bad = good.clone();
            bad[at] ^= 1 << (step % 8);
            check(&bad, &format!("byte {at}"));
        }
        // Every file that is cut off, and every change where results are.
        assert!(refused > 100, "{refused}");
    }
}
