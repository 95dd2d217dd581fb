//! What is intact in a damaged file of results.
//!
//! Every block has a checksum that knows the block's number, so a block is recognized wherever it lies. The file is
//! not opened as a database, which would refuse it, but searched page by page for leaves of redb's trees (file format
//! 3: kind, number of pairs, ends of the values, keys, values). Blocks of older versions of the file may turn up
//! too: what they say is proven as well.

use std::boxed::Box;
use std::format;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::vec::Vec;

use super::{Kept, Store, StoreError, check, group_of, new_file, read_block};

/// Every leaf begins at a multiple of this.
const PAGE: usize = 4096;
const PAGE_BYTES: u64 = PAGE as u64;
/// A longer leaf was not written here: it holds a block or two.
const MOST_LEAF_BYTES: usize = 8 << 20;
/// Before the ends of the values.
const LEAF_HEAD: usize = 4;
const LEAF: u8 = 1;
const END_BYTES: usize = size_of::<u32>();
const KEY_BYTES: usize = size_of::<u64>();

/// What was found in a damaged file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Salvaged {
    /// Blocks of results whose checksums are right.
    pub blocks: u64,
    /// The results in them.
    pub results: u64,
}

/// Counts the intact results of a file.
pub(in crate::solver) fn intact<R: Kept>(path: &Path) -> Result<Salvaged, StoreError> {
    each_result(path, |_, _, _: R| ())
}

/// Adds the intact results of a file to another one.
pub(in crate::solver) fn salvage<R: Kept>(from: &Path, to: &Path) -> Result<Salvaged, StoreError> {
    // Found before a file is made.
    intact::<R>(from)?;
    let store = Store::open(to, |_, _: R| ())?;
    let salvaged = each_result(from, |group, key, result: R| store.add(group, key, result))?;
    store.finish()?;
    Ok(salvaged)
}

/// Calls `each` with the intact results of a file: group, key, result.
fn each_result<R: Kept>(
    path: &Path,
    mut each: impl FnMut(u16, &[u8], R),
) -> Result<Salvaged, StoreError> {
    let mut found = Salvaged::default();
    each_block(path, R::FORMAT, |number, block| {
        let mut results = Vec::new();
        let mut take = |key: &[u8], result: R| results.push((key.to_vec(), result));
        // A block of which any part is not a result is left out.
        if read_block(number, block, &mut take).is_ok() {
            found.blocks += 1;
            found.results += results.len() as u64;
            for (key, result) in results {
                each(group_of(number), &key, result);
            }
        }
    })?;
    Ok(found)
}

/// Calls `each` with the number and the bytes of every intact block.
fn each_block(
    path: &Path,
    format: &str,
    mut each: impl FnMut(u64, &[u8]),
) -> Result<(), StoreError> {
    let data = path.metadata().map_err(failed)?;
    // Nothing else is opened: a pipe would wait.
    if !data.is_file() || !new_file::is_database(path) {
        return Err(StoreError::Foreign("it does not begin as one".into()));
    }
    let mut file = File::open(path).map_err(failed)?;
    let bytes = data.len();
    let mut is_ours = false;
    let mut leaf = Vec::new();
    for start in (0..bytes).step_by(PAGE) {
        file.seek(SeekFrom::Start(start)).map_err(failed)?;
        read_leaf(&mut file, &mut leaf).map_err(failed)?;
        is_ours = is_ours || contains(&leaf, format.as_bytes());
        let _none = for_each_pair(&leaf, |number, block| {
            if let Some((results, found)) = block.split_last_chunk()
                && u64::from_le_bytes(*found) == check(number, results)
            {
                each(number, block);
            }
        });
    }
    if is_ours {
        Ok(())
    } else {
        Err(StoreError::Foreign(format!("it does not say \"{format}\"")))
    }
}

/// Reads a page, and what belongs to it if it is a leaf of several pages.
fn read_leaf(file: &mut File, leaf: &mut Vec<u8>) -> io::Result<()> {
    leaf.clear();
    file.take(PAGE_BYTES).read_to_end(leaf)?;
    let length = value_end(leaf, pairs(leaf).saturating_sub(1)).unwrap_or(0);
    if length > leaf.len() && length <= MOST_LEAF_BYTES {
        let missing = length - leaf.len();
        file.take(missing as u64).read_to_end(leaf)?;
    }
    Ok(())
}

/// The number of pairs in a leaf; 0 if it is something else.
fn pairs(leaf: &[u8]) -> usize {
    match leaf {
        [LEAF, _, low, high, ..] => usize::from(u16::from_le_bytes([*low, *high])),
        _ => 0,
    }
}

/// Where a value of a leaf ends.
fn value_end(leaf: &[u8], pair: usize) -> Option<usize> {
    let end = leaf.get(LEAF_HEAD + pair * END_BYTES..)?.first_chunk()?;
    usize::try_from(u32::from_le_bytes(*end)).ok()
}

/// Calls `each` with the keys and values of a leaf, as long as it looks like one.
fn for_each_pair(leaf: &[u8], mut each: impl FnMut(u64, &[u8])) -> Option<()> {
    let pairs = pairs(leaf);
    let keys = LEAF_HEAD + pairs * END_BYTES;
    let mut start = keys + pairs * KEY_BYTES;
    for pair in 0..pairs {
        let key = leaf.get(keys + pair * KEY_BYTES..)?.first_chunk()?;
        let end = value_end(leaf, pair)?;
        each(u64::from_le_bytes(*key), leaf.get(start..end)?);
        start = end;
    }
    Some(())
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}

fn failed(error: io::Error) -> StoreError {
    StoreError::File(Box::new(error))
}
