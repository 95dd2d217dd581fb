//! Proven results on disk, so that a long solve survives its process.
//!
//! The file is a [`redb`](https://docs.rs/redb) database: every write is a transaction that is complete or
//! absent after a crash. It holds the results of one game that were worth keeping, under keys that do not
//! depend on the position that was asked about: a file serves any number of boards.
//!
//! Results stand in blocks in the order in which they were proven. A block is written once and never looked
//! into again until the file is opened, when all of it goes into a table in memory; so writing costs no
//! searching, and no space but that of the results. Each block ends with a checksum of its own, beside redb's
//! of its pages; all are verified when the file is opened.

mod new_file;
mod salvage;

use core::marker::PhantomData;
use core::ops::{Range, RangeInclusive};
use std::boxed::Box;
use std::format;
use std::path::Path;
use std::string::String;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::vec::Vec;

use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};

use crate::checksum::checksum;

pub use salvage::Salvaged;
pub(super) use salvage::{intact, salvage};

/// The one table of strings: which program's file this is.
const META: TableDefinition<'_, &str, &str> = TableDefinition::new("meta");
const FORMAT: &str = "format";
/// Blocks of results. The upper 16 bits of a key are the group, the others count the group's blocks from 0.
const BLOCKS: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("blocks");
const GROUP_SHIFT: u32 = 48;
const CHECK_BYTES: usize = 8;

/// Results are written when a block of so many bytes is full. The number doubles with each write, so that little
/// is lost at first, up to some seconds of one thread's work.
const FIRST_BATCH: usize = 4 << 10;
const LAST_BATCH: usize = 512 << 10;
/// redb needs some bytes beside a block, and rounds the whole up to a power of two.
const PAGE_BYTES: usize = 64;

/// The first so many bytes of a file take every result; with `n` times as much in it, a result must have cost more
/// than `n * n` expanded positions.
///
/// Cheap results are worth their place: many positions are met again. Killed at half and continued, 6x6 Black
/// Narrows needs 52 to 57 % of the positions of a whole search with 64 MiB, 61 % with 16 MiB (and the work not
/// squared), 82 % if only results from 64 positions on are kept.
const STEP_BYTES: u64 = 64 << 20;

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
    /// It is one, but some of it was changed or lost.
    #[error("it is damaged: part of it does not fit its checksum")]
    Damaged,
    /// Another process has the file open.
    #[error("it is in use by another process")]
    InUse,
    /// Reading or writing failed.
    #[error("it cannot be read or written: {0}")]
    File(#[source] Box<dyn core::error::Error + Send + Sync>),
}

/// The same, made of the database's own errors, which nobody else should see.
#[derive(Debug)]
struct Trouble(StoreError);

impl<E: Into<redb::Error>> From<E> for Trouble {
    fn from(error: E) -> Self {
        Self(StoreError::File(Box::new(error.into())))
    }
}

impl From<Trouble> for StoreError {
    fn from(Trouble(error): Trouble) -> Self {
        error
    }
}

/// A result that a file can keep.
pub(super) trait Kept: Copy + Send {
    /// Says which results these are; to be changed whenever keys or bits change their meaning.
    const FORMAT: &'static str;

    /// How many bytes of [`to_bits`](Self::to_bits) are not always 0.
    const BYTES: usize;

    /// The bytes of the keys of a group, at least 1.
    fn key_bytes(group: u16) -> usize;

    /// The result in 32 bits.
    fn to_bits(self) -> u32;

    /// The result in these bits, if they are one.
    fn from_bits(bits: u32) -> Option<Self>;
}

/// A file of proven results.
pub(super) struct Store<R> {
    database: Database,
    /// Bytes of results in the file.
    kept_bytes: AtomicU64,
    waiting: Mutex<Waiting>,
    results: PhantomData<fn(R)>,
}

/// Results of one group that are still to be written.
struct Waiting {
    group: u16,
    /// As in a block.
    results: Vec<u8>,
    /// The bytes of the block that they are to fill.
    batch_bytes: usize,
    /// The first write that failed; nothing is written after it.
    error: Option<StoreError>,
}

/// What is written together.
struct Batch {
    group: u16,
    results: Vec<u8>,
}

impl<R> core::fmt::Debug for Store<R> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Store").finish_non_exhaustive()
    }
}

impl<R: Kept> Store<R> {
    /// Opens a file of results and calls `each` with all of them, the oldest of each group first, or makes a new
    /// one where there is none (or an empty file).
    ///
    /// # Errors
    /// If the file is something else, damaged, in use, or cannot be read and written. What is not a file of
    /// results stays as it was.
    pub(super) fn open(path: &Path, each: impl FnMut(&[u8], R)) -> Result<Self, StoreError> {
        new_file::make_if_missing(path, R::FORMAT)?;
        let mut builder = Database::builder();
        builder
            .set_check_integrity_on_open(true)
            .set_cache_size(CACHE_BYTES);
        let store = Self {
            database: builder.open(path).map_err(|error| refused(path, error))?,
            kept_bytes: AtomicU64::new(0),
            waiting: Mutex::new(Waiting {
                group: 0,
                results: Vec::new(),
                batch_bytes: FIRST_BATCH,
                error: None,
            }),
            results: PhantomData,
        };
        let found = store
            .format()
            .map_err(|error| StoreError::Foreign(format!("{error}")))?;
        if found != R::FORMAT {
            let wanted = R::FORMAT;
            return Err(StoreError::Other { found, wanted });
        }
        let bytes = store.read(0..=u16::MAX, each)?;
        store.kept_bytes.store(bytes, Relaxed);
        Ok(store)
    }

    fn format(&self) -> Result<String, redb::Error> {
        let read = self.database.begin_read()?;
        let table = read.open_table(META)?;
        let format = table.get(FORMAT)?;
        Ok(format.map_or_else(String::new, |format| format.value().into()))
    }

    /// Calls `each` with every result of some groups, the oldest of each group first; gives the bytes they take.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub(super) fn read(
        &self,
        groups: RangeInclusive<u16>,
        mut each: impl FnMut(&[u8], R),
    ) -> Result<u64, StoreError> {
        let (first, last) = (blocks_of(*groups.start()), blocks_of(*groups.end()));
        Ok(self.read_blocks(first.start..=last.end - 1, &mut each)?)
    }

    fn read_blocks(
        &self,
        numbers: RangeInclusive<u64>,
        each: &mut impl FnMut(&[u8], R),
    ) -> Result<u64, Trouble> {
        let table = self.database.begin_read()?.open_table(BLOCKS)?;
        let mut bytes = 0;
        for item in table.range(numbers)? {
            let (number, block) = item?;
            let block = block.value();
            bytes += block.len() as u64;
            read_block(number.value(), block, each).map_err(Trouble)?;
        }
        Ok(bytes)
    }

    /// Whether a result that took so many expanded positions is worth its place: the more the file holds, the
    /// more a result must have cost, so that the file grows with the cube root of the length of a search, in the end.
    #[inline]
    pub(super) fn wants(&self, work: u64) -> bool {
        let steps = self.kept_bytes.load(Relaxed) / STEP_BYTES;
        work > steps * steps
    }

    /// Takes a result, whose key has the bytes of its group (others after them are left out); writes when enough
    /// wait, while other threads go on. Errors are kept for [`finish`](Self::finish).
    pub(super) fn add(&self, group: u16, key: &[u8], result: R) {
        let mut waiting = self.waiting();
        if waiting.group != group {
            let old = waiting.take();
            waiting.group = group;
            waiting = self.write_beside(waiting, old);
        }
        let key_bytes = R::key_bytes(group);
        let bits = result.to_bits().to_le_bytes();
        waiting.results.extend_from_slice(&key[..key_bytes]);
        waiting.results.extend_from_slice(&bits[..R::BYTES]);
        let next = waiting.results.len() + key_bytes + R::BYTES;
        if next + CHECK_BYTES + PAGE_BYTES > waiting.batch_bytes {
            waiting.batch_bytes = LAST_BATCH.min(2 * waiting.batch_bytes);
            let full = waiting.take();
            let _waiting = self.write_beside(waiting, full);
        }
    }

    /// Writes a block while other threads go on.
    fn write_beside<'a>(
        &'a self,
        waiting: MutexGuard<'a, Waiting>,
        batch: Batch,
    ) -> MutexGuard<'a, Waiting> {
        if waiting.error.is_some() {
            return waiting;
        }
        drop(waiting);
        let written = self.write(batch);
        let mut waiting = self.waiting();
        if let Err(error) = written {
            waiting.error.get_or_insert(error.into());
        }
        waiting
    }

    /// Writes what waits.
    ///
    /// # Errors
    /// If this or an earlier write failed.
    pub(super) fn finish(&self) -> Result<(), StoreError> {
        let mut waiting = self.waiting();
        match waiting.error.take() {
            Some(error) => Err(error),
            None => Ok(self.write(waiting.take())?),
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes results as one block.
    fn write(&self, batch: Batch) -> Result<(), Trouble> {
        let (group, mut block) = (batch.group, batch.results);
        if block.is_empty() {
            return Ok(());
        }
        let write = self.database.begin_write()?;
        {
            let mut table = write.open_table(BLOCKS)?;
            let numbers = blocks_of(group);
            let last = table.range(numbers.clone())?.next_back().transpose()?;
            let number = last.map_or(numbers.start, |(number, _)| number.value() + 1);
            block.extend_from_slice(&check(number, &block).to_le_bytes());
            table.insert(number, &*block)?;
        }
        write.commit()?;
        self.kept_bytes.fetch_add(block.len() as u64, Relaxed);
        Ok(())
    }
}

impl Waiting {
    /// What waits; then nothing does.
    fn take(&mut self) -> Batch {
        Batch {
            group: self.group,
            results: core::mem::take(&mut self.results),
        }
    }
}

/// The numbers of a group's blocks. (The last group lacks its last number, which no file comes to.)
fn blocks_of(group: u16) -> Range<u64> {
    let first = u64::from(group) << GROUP_SHIFT;
    first..first.saturating_add(1 << GROUP_SHIFT)
}

/// The group that a block belongs to.
fn group_of(number: u64) -> u16 {
    (number >> GROUP_SHIFT) as u16
}

/// A key of at most 16 bytes as a number, the least byte first.
pub(super) fn number(key: &[u8]) -> u128 {
    let digit = |number, &byte: &u8| number << 8 | u128::from(byte);
    key.iter().rev().fold(0, digit)
}

/// A block's checksum, which tells it from others too.
fn check(number: u64, results: &[u8]) -> u64 {
    u64::from(checksum(results)) ^ number
}

/// Calls `each` with the results in a block.
fn read_block<R: Kept>(
    number: u64,
    block: &[u8],
    each: &mut impl FnMut(&[u8], R),
) -> Result<(), StoreError> {
    let (results, found) = block
        .split_last_chunk::<CHECK_BYTES>()
        .ok_or(StoreError::Damaged)?;
    if u64::from_le_bytes(*found) != check(number, results) {
        return Err(StoreError::Damaged);
    }
    let key_bytes = R::key_bytes(group_of(number));
    let results = results.chunks_exact(key_bytes + R::BYTES);
    if !results.remainder().is_empty() {
        return Err(StoreError::Damaged);
    }
    for result in results {
        let (key, result) = result.split_at(key_bytes);
        let mut bits = [0; 4];
        bits[..R::BYTES].copy_from_slice(result);
        let result = R::from_bits(u32::from_le_bytes(bits)).ok_or(StoreError::Damaged)?;
        each(key, result);
    }
    Ok(())
}

/// Why a file could not be opened.
fn refused(path: &Path, error: redb::DatabaseError) -> StoreError {
    match error {
        redb::DatabaseError::DatabaseAlreadyOpen => StoreError::InUse,
        redb::DatabaseError::Storage(redb::StorageError::Io(error))
            if !matches!(
                error.kind(),
                std::io::ErrorKind::InvalidData | std::io::ErrorKind::UnexpectedEof
            ) =>
        {
            StoreError::File(Box::new(error))
        }
        _ if new_file::is_database(path) => StoreError::Damaged,
        other => StoreError::Foreign(format!("{other}")),
    }
}

#[cfg(test)]
mod tests;
