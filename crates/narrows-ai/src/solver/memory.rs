//! The memory of transposition tables: mapped by the system when it is first touched, so that a search pays
//! for what it uses and not for what it may use.
//!
//! On Linux all but the first mebibytes lie in huge pages. They matter: nearly every look-up of a large table
//! misses the processor's cache of page addresses, and on a virtual machine such a miss costs more than the
//! miss of the data (6x5 Black Narrows with 64 MiB: a fifth of all time). A huge page is cleared whole when it
//! is first touched, so tables are filled from the front.

use core::sync::atomic::AtomicU64;

#[cfg(not(target_os = "linux"))]
use alloc::boxed::Box;
#[cfg(not(target_os = "linux"))]
use zerocopy::FromZeros;

/// Memory comes in whole cache lines.
pub(crate) const LINE_BYTES: usize = 64;
/// The words of a cache line.
pub(crate) const LINE_WORDS: usize = LINE_BYTES / size_of::<AtomicU64>();

/// The first so many bytes lie in small pages: a small search should not clear a large one.
#[cfg(target_os = "linux")]
const SMALL_PAGES: usize = 2 << 20;

/// The memory of a table cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} MiB of memory are not available{}", asked_bytes.div_ceil(1 << 20), at_most(*machine_bytes))]
pub struct MemoryError {
    /// The bytes that were asked for.
    pub asked_bytes: usize,
    /// The bytes of the whole machine, if that is known.
    pub machine_bytes: Option<usize>,
}

fn at_most(machine_bytes: Option<usize>) -> alloc::string::String {
    machine_bytes.map_or_else(Default::default, |bytes| {
        alloc::format!(": this machine has {} MiB; use at most that", bytes >> 20)
    })
}

/// The memory of this machine in bytes, if the system tells it.
#[must_use]
pub fn machine_bytes() -> Option<usize> {
    #[cfg(target_os = "linux")]
    {
        let text = std::fs::read_to_string("/proc/meminfo").ok()?;
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix("MemTotal:"))?;
        let kibibytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        kibibytes.checked_mul(1 << 10)
    }
    #[cfg(not(target_os = "linux"))]
    None
}

/// Zeroed words for a table.
pub(crate) struct Memory(Pages);

#[cfg(target_os = "linux")]
type Pages = memmap2::MmapMut;

/// Memory of the allocator, and the number of words before the first whole cache line.
#[cfg(not(target_os = "linux"))]
type Pages = (Box<[AtomicU64]>, usize);

impl core::fmt::Debug for Memory {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Memory")
            .field("bytes", &self.bytes())
            .finish()
    }
}

impl Memory {
    /// Zeroed memory of at most so many bytes, in whole cache lines, at least one.
    ///
    /// # Errors
    /// If the machine does not have it, or the system refuses.
    pub(crate) fn new(bytes: usize) -> Result<Self, MemoryError> {
        let lines = (bytes / LINE_BYTES).max(1);
        let machine_bytes = machine_bytes();
        let pages = if machine_bytes.is_some_and(|most| bytes > most) {
            None
        } else {
            new_pages(lines * LINE_BYTES)
        };
        pages.map(Self).ok_or(MemoryError {
            asked_bytes: bytes,
            machine_bytes,
        })
    }

    /// The bytes there are.
    pub(crate) fn bytes(&self) -> usize {
        #[cfg(target_os = "linux")]
        return self.0.len() / LINE_BYTES * LINE_BYTES;
        #[cfg(not(target_os = "linux"))]
        return (self.0.0.len() - LINE_WORDS) * size_of::<AtomicU64>();
    }

    /// The words, which begin with a cache line.
    pub(crate) fn words(&mut self) -> &[AtomicU64] {
        #[cfg(target_os = "linux")]
        {
            let whole = self.bytes();
            match <[AtomicU64] as zerocopy::FromBytes>::mut_from_bytes(&mut self.0[..whole]) {
                Ok(words) => words,
                Err(_) => unreachable!("pages are aligned, and cache lines are whole words"),
            }
        }
        #[cfg(not(target_os = "linux"))]
        {
            let (words, skip) = &self.0;
            &words[*skip..][..words.len() - LINE_WORDS]
        }
    }
}

#[cfg(target_os = "linux")]
fn new_pages(bytes: usize) -> Option<Pages> {
    let map = memmap2::MmapMut::map_anon(bytes).ok()?;
    if bytes > SMALL_PAGES {
        // A system without huge pages refuses, which changes nothing but the speed.
        let _ = map.advise_range(memmap2::Advice::HugePage, SMALL_PAGES, bytes - SMALL_PAGES);
    }
    Some(map)
}

#[cfg(not(target_os = "linux"))]
fn new_pages(bytes: usize) -> Option<Pages> {
    let count = (bytes / size_of::<AtomicU64>()).checked_add(LINE_WORDS)?;
    let words = <[AtomicU64]>::new_box_zeroed_with_elems(count).ok()?;
    let skip = words.as_ptr().align_offset(LINE_BYTES).min(LINE_WORDS);
    Some((words, skip))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_whole_lines_of_zeros() {
        for (bytes, whole) in [
            (0, 64),
            (1, 64),
            (63, 64),
            (64, 64),
            (130, 128),
            (1 << 22, 1 << 22),
        ] {
            let mut memory = Memory::new(bytes).unwrap();
            assert_eq!(memory.bytes(), whole);
            let words = memory.words();
            assert_eq!(words.len(), whole / 8);
            assert_eq!(words.as_ptr().align_offset(LINE_BYTES), 0);
            assert!(
                words
                    .iter()
                    .all(|word| word.load(core::sync::atomic::Ordering::Relaxed) == 0)
            );
        }
    }

    #[test]
    fn absurd_sizes_are_refused_with_figures() {
        for bytes in [usize::MAX, usize::MAX / 2, 1 << 55] {
            let error = Memory::new(bytes).unwrap_err();
            assert_eq!(error.asked_bytes, bytes);
            assert_eq!(error.machine_bytes, machine_bytes());
        }
    }
}
