//! Proven results on disk, so that a long solve survives its process.
//!
//! The file is a [`redb`](https://docs.rs/redb) database: every write is a transaction that is
//! complete or absent after a crash. It holds the value of each position that cost at least
//! [`HEAVY_NODES`] expanded positions, under the board and the position's whole number; a file
//! serves any number of boards. Each value carries a check of its own key, beside redb's page
//! checksums, which are verified when the file is opened.

use std::format;
use std::path::Path;
use std::string::String;
use std::sync::Mutex;
use std::vec::Vec;

use redb::{Database, ReadableDatabase, ReadableTableMetadata, TableDefinition};

use super::table::mix;
use crate::solver::black_narrows::StoreError;

/// Results that cost less are found again sooner than they are read.
pub(super) const HEAVY_NODES: u64 = 128;

/// The one table of strings: which program's file this is.
const META: TableDefinition<'_, &str, &str> = TableDefinition::new("meta");
const FORMAT: &str = "format";
/// To be raised whenever keys or values change their meaning.
const THIS_FORMAT: &str = "narrows, results of Narrows, 1";
/// Keys are (columns * 256 + rows, high word, low word); values are 1 (won) or 2 (lost) in the low
/// and the check in the high 32 bits.
const RESULTS: TableDefinition<'_, (u64, u64, u64), u64> = TableDefinition::new("results");

/// Results are written when so many wait: some seconds of one thread's work.
const BATCH: usize = 4096;

type Key = (u64, u64, u64);

/// A file of proven results of Narrows.
pub struct Store {
    database: Database,
    waiting: Mutex<Waiting>,
}

#[derive(Default)]
struct Waiting {
    results: Vec<(Key, bool)>,
    error: Option<StoreError>,
}

impl core::fmt::Debug for Store {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Store").finish_non_exhaustive()
    }
}

/// The board as the first part of a key.
pub(super) const fn shape(columns: u8, rows: u8) -> u64 {
    columns as u64 * 256 + rows as u64
}

fn value_of(key: Key, won: bool) -> u64 {
    let bits = if won { 1 } else { 2 };
    let check = mix(key.0 ^ mix(key.1 ^ mix(key.2 ^ mix(bits))));
    check >> 32 << 32 | bits
}

/// The result behind a value, if it fits its key.
fn result_of(key: Key, value: u64) -> Result<bool, StoreError> {
    [true, false]
        .into_iter()
        .find(|&won| value_of(key, won) == value)
        .ok_or(StoreError::Damaged)
}

impl Store {
    /// Opens a file of results, or makes a new one where there is none (or an empty file).
    ///
    /// # Errors
    /// If the file is something else, damaged, in use, or cannot be read and written. It is left
    /// as it was.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
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
            other => StoreError::Foreign(format!("{other}")),
        })?;
        let store = Self {
            database,
            waiting: Mutex::default(),
        };
        if fresh {
            store.start()?;
        }
        match store.format() {
            Ok(Some(format)) if format == THIS_FORMAT => {}
            Ok(Some(format)) => return Err(StoreError::Foreign(format)),
            Ok(None) => return Err(StoreError::Foreign("it does not say what it is".into())),
            Err(error) => return Err(StoreError::Foreign(format!("{error}"))),
        }
        store.read(0, u64::MAX, |_, _| {})?;
        Ok(store)
    }

    fn start(&self) -> Result<(), redb::Error> {
        let write = self.database.begin_write()?;
        write.open_table(META)?.insert(FORMAT, THIS_FORMAT)?;
        write.open_table(RESULTS)?;
        write.commit()?;
        Ok(())
    }

    fn format(&self) -> Result<Option<String>, redb::Error> {
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

    /// Calls `each` with the number and result of all positions of the boards in the range.
    fn read(
        &self,
        first: u64,
        last: u64,
        mut each: impl FnMut(u128, bool),
    ) -> Result<(), StoreError> {
        let mut all = || -> Result<Result<(), StoreError>, redb::Error> {
            let read = self.database.begin_read()?;
            let table = read.open_table(RESULTS)?;
            for item in table.range((first, 0, 0)..=(last, u64::MAX, u64::MAX))? {
                let (key, value) = item?;
                let key = key.value();
                match result_of(key, value.value()) {
                    Ok(won) => each(u128::from(key.1) << 64 | u128::from(key.2), won),
                    Err(error) => return Ok(Err(error)),
                }
            }
            Ok(Ok(()))
        };
        all()?
    }

    /// Calls `each` with everything known of one board.
    pub(super) fn load(&self, shape: u64, each: impl FnMut(u128, bool)) -> Result<(), StoreError> {
        self.read(shape, shape, each)
    }

    /// Takes a result; writes when enough wait. Errors are kept for [`finish`](Self::finish).
    pub(super) fn add(&self, shape: u64, number: u128, won: bool) {
        let Ok(mut waiting) = self.waiting.lock() else {
            return;
        };
        let key = (shape, (number >> 64) as u64, number as u64);
        waiting.results.push((key, won));
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
                for (key, won) in results {
                    table.insert(key, value_of(key, won))?;
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

#[cfg(test)]
mod tests {
    use super::super::*;
    use super::{FORMAT, META, RESULTS, StoreError};
    use crate::value::Value;
    use redb::Database;
    use std::path::PathBuf;

    fn file(name: &str) -> PathBuf {
        let name = std::format!("narrows-captures-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _absent = std::fs::remove_file(&path);
        path
    }

    fn solve(path: &std::path::Path, nodes: Option<u64>) -> Solution {
        let mut solver = Solver::new(8 << 20);
        solver.attach(Store::open(path).unwrap());
        let start = RawPosition::start(7, 4, Exchange::Off).unwrap();
        let limits = SolveLimits { nodes, threads: 1 };
        let solution = solver.solve(&start, Question::default(), limits, &|| false);
        solver.detach().unwrap();
        solution
    }

    #[test]
    fn a_solve_goes_on_where_it_was_stopped() {
        let path = file("resume.redb");
        let alone = {
            let start = RawPosition::start(7, 4, Exchange::Off).unwrap();
            let limits = SolveLimits::default();
            Solver::new(8 << 20).solve(&start, Question::default(), limits, &|| false)
        };
        let part = alone.nodes / 2;
        assert_eq!(solve(&path, Some(part)).value, Value::Unknown);
        let rest = solve(&path, None);
        assert_eq!(rest.value, Value::Win);
        assert!(
            rest.nodes < alone.nodes * 3 / 4,
            "{} of {}",
            rest.nodes,
            alone.nodes
        );
        // A third process knows it.
        let known = solve(&path, None);
        assert!(known.value == Value::Win && known.nodes < alone.nodes / 20);
        let _gone = std::fs::remove_file(&path);
    }

    #[test]
    fn foreign_and_damaged_files_are_refused_and_kept() {
        let path = file("foreign");
        std::fs::write(&path, "this is somebody's diary\n".repeat(500)).unwrap();
        let before = std::fs::read(&path).unwrap();
        assert!(matches!(Store::open(&path), Err(StoreError::Foreign(_))));
        assert_eq!(std::fs::read(&path).unwrap(), before);
        let _gone = std::fs::remove_file(&path);

        let path = file("other.redb");
        let other = Database::create(&path).unwrap();
        let write = other.begin_write().unwrap();
        write
            .open_table(META)
            .unwrap()
            .insert(FORMAT, "another")
            .unwrap();
        write.commit().unwrap();
        drop(other);
        assert!(matches!(Store::open(&path), Err(StoreError::Foreign(_))));
        let _gone = std::fs::remove_file(&path);

        let path = file("damaged.redb");
        let store = Store::open(&path).unwrap();
        store.add(5, 7, true);
        store.finish().unwrap();
        assert_eq!(store.entries().unwrap(), 1);
        assert!(matches!(Store::open(&path), Err(StoreError::InUse)));
        // A value that does not fit its key, written with sound pages.
        let write = store.database.begin_write().unwrap();
        write
            .open_table(RESULTS)
            .unwrap()
            .insert((5, 0, 7), 2)
            .unwrap();
        write.commit().unwrap();
        drop(store);
        assert!(matches!(Store::open(&path), Err(StoreError::Damaged)));
        let _gone = std::fs::remove_file(&path);
    }
}
