//! The memory of the transposition table: cleared by the system when it is first touched, in
//! huge pages where the system has them.
//!
//! Huge pages matter: nearly every look-up of a large table misses the processor's cache of
//! page addresses, and on a virtual machine such a miss costs more than the miss of the data
//! (6x5 with 64 MiB: a fifth of all time).

use alloc::boxed::Box;
use core::sync::atomic::{AtomicU64, AtomicUsize};

use zerocopy::FromZeros;

use super::table::{LINE, Table, WAYS};

/// Bytes of a bucket.
const BUCKET: usize = 8 * LINE;

/// A fixed number of bytes for a table.
pub(crate) struct Memory {
    words: Words,
    used: AtomicUsize,
}

enum Words {
    /// Pages of the system, huge if it has them.
    #[cfg(target_os = "linux")]
    Mapped(memmap2::MmapMut),
    /// Memory of the allocator, and the number of words before the first whole cache line.
    Boxed(Box<[AtomicU64]>, usize),
}

impl core::fmt::Debug for Memory {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Memory")
            .field("bytes", &self.bytes())
            .finish_non_exhaustive()
    }
}

impl Memory {
    /// Memory of at most `bytes` bytes, but at least one bucket of 64. If the system refuses,
    /// it is asked for half of it, and so on.
    pub(crate) fn new(bytes: usize) -> Memory {
        let mut buckets = (bytes / BUCKET).clamp(1, u32::MAX as usize);
        loop {
            if let Some(words) = Words::new(buckets) {
                let used = AtomicUsize::new(0);
                return Memory { words, used };
            }
            buckets = (buckets / 2).max(1);
        }
    }

    /// The bytes the entries take.
    pub(crate) fn bytes(&self) -> usize {
        match &self.words {
            #[cfg(target_os = "linux")]
            Words::Mapped(map) => map.len() / BUCKET * BUCKET,
            Words::Boxed(words, _) => (words.len() / LINE - 1) * BUCKET,
        }
    }

    /// The number of entries there is room for.
    pub(crate) fn capacity(&self) -> usize {
        self.bytes() / BUCKET * WAYS
    }

    /// The table in this memory.
    pub(crate) fn open(&mut self) -> Table<'_> {
        let words: &[AtomicU64] = match &mut self.words {
            #[cfg(target_os = "linux")]
            Words::Mapped(map) => {
                let whole = map.len() / BUCKET * BUCKET;
                let bytes = &mut map[..whole];
                let Ok(words) = <[AtomicU64] as zerocopy::FromBytes>::mut_from_bytes(bytes) else {
                    unreachable!("pages are aligned, and buckets are whole words")
                };
                words
            }
            Words::Boxed(words, skip) => &words[*skip..][..words.len() - LINE],
        };
        Table::new(words, &self.used)
    }
}

impl Words {
    #[cfg(target_os = "linux")]
    fn new(buckets: usize) -> Option<Words> {
        let Ok(map) = memmap2::MmapMut::map_anon(buckets * BUCKET) else {
            return Words::boxed(buckets);
        };
        // A system without huge pages refuses, which changes nothing but the speed.
        let _ = map.advise(memmap2::Advice::HugePage);
        Some(Words::Mapped(map))
    }

    #[cfg(not(target_os = "linux"))]
    fn new(buckets: usize) -> Option<Words> {
        Words::boxed(buckets)
    }

    fn boxed(buckets: usize) -> Option<Words> {
        let words = <[AtomicU64]>::new_box_zeroed_with_elems((buckets + 1) * LINE).ok()?;
        let skip = words.as_ptr().align_offset(BUCKET).min(LINE);
        Some(Words::Boxed(words, skip))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_of_the_allocator_serves_like_pages() {
        for buckets in [1, 3, 1000] {
            let pages = Memory::new(buckets * BUCKET + 63);
            let mut boxed = Memory {
                words: Words::boxed(buckets).unwrap(),
                used: AtomicUsize::new(0),
            };
            assert_eq!(pages.bytes(), buckets * BUCKET);
            assert_eq!(boxed.bytes(), pages.bytes());
            assert_eq!(boxed.capacity(), pages.capacity());
            let table = boxed.open();
            let key = super::super::keys::Key::of(5, 6);
            table.store(key, super::super::table::Known::Exact(3), 1);
            assert_eq!(table.probe(key), super::super::table::Known::Exact(3));
            assert_eq!(table.entries(), 1);
        }
    }
}
