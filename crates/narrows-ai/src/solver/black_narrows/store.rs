//! Proven results on disk, so that a long solve survives its process.
//!
//! The file is a [`redb`](https://docs.rs/redb) database: every write is a transaction that is
//! complete or absent after a crash. It holds what cost at least 64 expanded positions,
//! under the keys of the search, which do not depend on the position that was asked about: a
//! file serves any number of boards. Each value carries a check of its own key, beside redb's
//! page checksums, which are verified when the file is opened.

use std::path::Path;
use std::sync::Mutex;
use std::vec::Vec;

use redb::{Database, ReadableDatabase, ReadableTable, ReadableTableMetadata, TableDefinition};

use super::keys::Key;
use super::root::Solver;
use super::table::Known;

/// The one table of strings: which program's file this is.
const META: TableDefinition<'_, &str, &str> = TableDefinition::new("meta");
const FORMAT: &str = "format";
/// To be raised whenever keys or values change their meaning.
const THIS_FORMAT: &str = "narrows, results of Black Narrows, 1";
/// Keys are `(a, b)`; values are the result in the low and its check in the high 32 bits.
const RESULTS: TableDefinition<'_, (u64, u64), u64> = TableDefinition::new("results");

/// Results are written when so many wait: some seconds to a minute of one thread's work.
const BATCH: usize = 16384;

/// Why a file of results cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file is not one of ours, or of another version.
    #[error("the store is not a file of results of this program: {0}")]
    Foreign(std::string::String),
    /// A result does not fit its check.
    #[error("the store is damaged: a result does not fit its checksum")]
    Damaged,
    /// Another process has the file open.
    #[error("the store is in use by another process")]
    InUse,
    /// Reading or writing failed.
    #[error("the store cannot be read or written: {0}")]
    File(#[from] redb::Error),
}

/// A file of proven results.
pub struct Store {
    database: Database,
    waiting: Mutex<Waiting>,
}

#[derive(Default)]
struct Waiting {
    results: Vec<(Key, Known)>,
    error: Option<StoreError>,
}

impl core::fmt::Debug for Store {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Store").finish_non_exhaustive()
    }
}

impl Store {
    /// Opens a file of results, or makes a new one where there is none (or an empty file).
    ///
    /// # Errors
    /// If the file is something else, damaged, in use, or cannot be read and written. It is
    /// left as it was.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let fresh = !path.exists() || path.metadata().is_ok_and(|data| data.len() == 0);
        let mut builder = Database::builder();
        builder
            .set_check_integrity_on_open(!fresh)
            .set_cache_size(16 << 20);
        let opened = if fresh {
            builder.create(path)
        } else {
            builder.open(path)
        };
        let database = opened.map_err(|error| match error {
            redb::DatabaseError::DatabaseAlreadyOpen => StoreError::InUse,
            redb::DatabaseError::Storage(redb::StorageError::Io(error))
                if error.kind() != std::io::ErrorKind::InvalidData =>
            {
                StoreError::File(redb::Error::Io(error))
            }
            other => StoreError::Foreign(std::format!("{other}")),
        })?;
        let store = Store {
            database,
            waiting: Mutex::default(),
        };
        if fresh {
            store.start().map_err(StoreError::File)?;
        }
        store.check_format()?;
        Ok(store)
    }

    fn start(&self) -> Result<(), redb::Error> {
        let write = self.database.begin_write()?;
        write.open_table(META)?.insert(FORMAT, THIS_FORMAT)?;
        write.open_table(RESULTS)?;
        write.commit()?;
        Ok(())
    }

    fn check_format(&self) -> Result<(), StoreError> {
        let found = self
            .format()
            .map_err(|error| StoreError::Foreign(std::format!("{error}")))?;
        match found {
            Some(format) if format == THIS_FORMAT => Ok(()),
            Some(format) => Err(StoreError::Foreign(format)),
            None => Err(StoreError::Foreign("it does not say what it is".into())),
        }
    }

    fn format(&self) -> Result<Option<std::string::String>, redb::Error> {
        let read = self.database.begin_read()?;
        let table = read.open_table(META)?;
        Ok(table.get(FORMAT)?.map(|format| format.value().into()))
    }

    /// How many results the file holds.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn entries(&self) -> Result<u64, StoreError> {
        let count = || -> Result<u64, redb::Error> {
            let read = self.database.begin_read()?;
            Ok(read.open_table(RESULTS)?.len()?)
        };
        Ok(count()?)
    }

    /// Puts every result of the file into a solver's table.
    pub(super) fn load(&self, solver: &mut Solver) -> Result<(), StoreError> {
        let mut damaged = false;
        let memory = solver.table.open();
        let mut read_all = || -> Result<(), redb::Error> {
            let read = self.database.begin_read()?;
            let table = read.open_table(RESULTS)?;
            for item in table.iter()? {
                let (key, value) = item?;
                let ((a, b), value) = (key.value(), value.value());
                let key = Key { a, b };
                if (value >> 32) as u32 != check(key, value as u32) {
                    damaged = true;
                    return Ok(());
                }
                memory.store(
                    key,
                    Known::from_bits(value as u32),
                    super::search::SINK_WORK,
                );
            }
            Ok(())
        };
        read_all()?;
        if damaged {
            Err(StoreError::Damaged)
        } else {
            Ok(())
        }
    }

    /// Takes a result; writes when enough wait. Errors are kept for [`finish`](Self::finish).
    pub(super) fn add(&self, key: Key, known: Known) {
        let Ok(mut waiting) = self.waiting.lock() else {
            return;
        };
        waiting.results.push((key, known));
        if waiting.results.len() >= BATCH && waiting.error.is_none() {
            self.write(&mut waiting);
        }
    }

    /// Writes what waits.
    ///
    /// # Errors
    /// If this or an earlier write failed.
    pub fn finish(&self) -> Result<(), StoreError> {
        let Ok(mut waiting) = self.waiting.lock() else {
            return Ok(());
        };
        if waiting.error.is_none() {
            self.write(&mut waiting);
        }
        waiting.error.take().map_or(Ok(()), Err)
    }

    fn write(&self, waiting: &mut Waiting) {
        let results = core::mem::take(&mut waiting.results);
        let all = || -> Result<(), redb::Error> {
            let write = self.database.begin_write()?;
            {
                let mut table = write.open_table(RESULTS)?;
                for (key, known) in results {
                    let old = table.get((key.a, key.b))?.map(|value| value.value());
                    let old = old.map_or(Known::NOTHING, |bits| Known::from_bits(bits as u32));
                    let bits = old.and(known).to_bits();
                    let value = u64::from(check(key, bits)) << 32 | u64::from(bits);
                    table.insert((key.a, key.b), value)?;
                }
            }
            write.commit()?;
            Ok(())
        };
        if let Err(error) = all() {
            waiting.error = Some(StoreError::File(error));
        }
    }
}

fn check(key: Key, bits: u32) -> u32 {
    (Key::of(u64::from(bits), key.a).then(key.b).a >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Question;
    use crate::solver::black_narrows::{RawPosition, SolveLimits};
    use crate::value::Value;

    fn file(name: &str) -> std::path::PathBuf {
        let path = std::env::temp_dir().join(std::format!("narrows-{}-{name}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        path
    }

    #[test]
    fn a_solve_goes_on_where_it_was_stopped() {
        let path = file("resume.redb");
        let position = RawPosition::new(7, 4, 0).unwrap();
        let question = Question::default();
        let mut whole = Solver::new(8 << 20);
        let alone = whole.solve(&position, question, &SolveLimits::default(), &|| false);
        let mut nodes = 0;
        for limit in [20_000, 40_000, u64::MAX] {
            let store = Store::open(&path).unwrap();
            let mut solver = Solver::new(8 << 20);
            solver.attach(store).unwrap();
            let limits = SolveLimits {
                nodes: Some(limit),
                threads: 1,
            };
            let solution = solver.solve(&position, question, &limits, &|| false);
            solver.detach().unwrap();
            nodes = solution.nodes;
            if limit == u64::MAX {
                assert_eq!(solution.value, Value::Win);
                assert_eq!(solution.best, alone.best);
            }
        }
        assert!(nodes < alone.nodes * 9 / 10, "{nodes} of {}", alone.nodes);
        let store = Store::open(&path).unwrap();
        assert!(store.entries().unwrap() > 3);
        // A third process solves it at once.
        let mut solver = Solver::new(8 << 20);
        solver.attach(store).unwrap();
        let again = solver.solve(&position, question, &SolveLimits::default(), &|| false);
        assert!(again.nodes < 20_000 && again.value == Value::Win);
        let _ = std::fs::remove_file(&path);
    }

    #[test]
    fn foreign_and_damaged_files_are_refused_and_kept() {
        let path = file("foreign");
        std::fs::write(&path, "this is somebody's diary\n".repeat(500)).unwrap();
        let before = std::fs::read(&path).unwrap();
        assert!(matches!(Store::open(&path), Err(StoreError::Foreign(_))));
        assert_eq!(std::fs::read(&path).unwrap(), before);

        let path = file("other.redb");
        let other = Database::create(&path).unwrap();
        let write = other.begin_write().unwrap();
        write
            .open_table(META)
            .unwrap()
            .insert(FORMAT, "another program")
            .unwrap();
        write.commit().unwrap();
        drop(other);
        assert!(matches!(Store::open(&path), Err(StoreError::Foreign(_))));

        let path = file("damaged.redb");
        let store = Store::open(&path).unwrap();
        for i in 0..3000 {
            store.add(Key::of(i, 1), Known::Exact(3));
        }
        store.finish().unwrap();
        assert_eq!(store.entries().unwrap(), 3000);
        assert!(matches!(Store::open(&path), Err(StoreError::InUse)));
        drop(store);
        let good = std::fs::read(&path).unwrap();
        // Changes where results are: every other byte of a used page.
        let key = Key::of(1500, 1).a.to_le_bytes();
        let at = good.windows(8).position(|bytes| bytes == key).unwrap();
        let mut bad = good.clone();
        bad[at + 3] ^= 4;
        std::fs::write(&path, &bad).unwrap();
        let opened = Store::open(&path);
        let refused = match opened {
            Err(_) => true,
            Ok(store) => Solver::new(1 << 20).attach(store).is_err(),
        };
        assert!(refused);
        std::fs::write(&path, &good[..good.len() / 2]).unwrap();
        assert!(Store::open(&path).is_err());
        let _ = std::fs::remove_file(&path);
    }
}
