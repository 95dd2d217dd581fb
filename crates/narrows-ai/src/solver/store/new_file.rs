//! Making a file of results.
//!
//! A new file is always the same bytes, made in memory and written at once. So a process that is killed while it
//! writes leaves the beginning of them, or an empty file: the next one completes it.

use std::fs::{File, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::Path;
use std::sync::Arc;
use std::vec::Vec;

use redb::backends::InMemoryBackend;
use redb::{Database, StorageBackend};

use super::{BLOCKS, FORMAT, META, StoreError, Trouble};

/// What every file of redb begins with: with less a file may be anybody's.
const MAGIC: &[u8; 4] = b"redb";

/// Whether a file is a whole or damaged database, of whatever program.
pub(super) fn is_database(path: &Path) -> bool {
    let mut begin = [0; MAGIC.len()];
    File::open(path).is_ok_and(|mut file| file.read_exact(&mut begin).is_ok()) && begin == *MAGIC
}

/// Makes a file without results where there is none, or only the beginning of one.
pub(super) fn make_if_missing(path: &Path, format: &str) -> Result<(), Trouble> {
    match path.metadata() {
        // Nothing else is opened for writing: a pipe would wait.
        Ok(data) if !data.is_file() && !data.is_dir() => {
            return Err(Trouble(StoreError::Foreign("it is no regular file".into())));
        }
        _ => {}
    }
    let mut file = File::options()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)?;
    // Of two processes one makes it. Where there are no locks, they write the same bytes.
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        return Err(Trouble(StoreError::InUse));
    }
    let empty = empty_file(format)?;
    let mut found = Vec::new();
    (&file).take(empty.len() as u64).read_to_end(&mut found)?;
    let is_ours = found.is_empty() || found.starts_with(MAGIC);
    if is_ours && found.len() < empty.len() && empty.starts_with(&found) {
        file.rewind()?;
        file.write_all(&empty)?;
        file.sync_all()?;
    }
    Ok(())
}

/// The bytes of a file without results.
pub(super) fn empty_file(format: &str) -> Result<Vec<u8>, Trouble> {
    let memory = Memory::default();
    let database = Database::builder()
        .create_with_backend(memory.clone())
        .map_err(redb::Error::from)?;
    let write = database.begin_write()?;
    write.open_table(META)?.insert(FORMAT, format)?;
    write.open_table(BLOCKS)?;
    write.commit()?;
    database.close().map_err(redb::Error::from)?;
    let mut bytes = alloc::vec![0; usize::try_from(memory.len()?).map_err(io::Error::other)?];
    memory.read(0, &mut bytes)?;
    Ok(bytes)
}

/// Memory that outlives the database in it.
#[derive(Clone, Debug, Default)]
struct Memory(Arc<InMemoryBackend>);

impl StorageBackend for Memory {
    fn len(&self) -> io::Result<u64> {
        self.0.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.0.read(offset, out)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.0.set_len(len)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.0.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.0.write(offset, data)
    }
}
