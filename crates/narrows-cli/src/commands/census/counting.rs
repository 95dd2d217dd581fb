//! The work of a census: level by level, on several threads, within a given memory.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::Instant;

use narrows_core::black_narrows::census::{self, Class, LevelCounts};
use narrows_core::{AnyPosition, BlackNarrows, Game, GameKind, Pie, Size, with_position};

use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::progress::{Progress, rounded};

/// The number of legal sets on a board, by number of stones.
///
/// So many bytes are for sets that are kept; those beyond are counted without being kept.
pub fn count(
    size: Size,
    bytes: usize,
    threads: usize,
    interrupt: &Interrupt,
) -> Result<Vec<u64>, Failure> {
    let wrong = |error: &dyn std::fmt::Display| Failure::usage(format!("--size {size}: {error}"));
    let start = AnyPosition::start(GameKind::BlackNarrows, size, Pie::Off);
    with_position!(start.map_err(|error| wrong(&error))?,
        black_narrows(start) => count_from(&start, bytes, threads, interrupt),
        narrows(start) => Err(wrong(&format!("{start} is a board of Narrows")))
    )
}

fn count_from<const W: usize>(
    start: &BlackNarrows<W>,
    bytes: usize,
    threads: usize,
    interrupt: &Interrupt,
) -> Result<Vec<u64>, Failure> {
    let size = start.size();
    let census = census::Census::<W>::new(size)
        .map_err(|error| Failure::usage(format!("--size {size}: {error}")))?;
    let counting = Counting {
        kept_most: bytes / size_of::<Class<W>>(),
        threads,
        census,
        interrupt,
        progress: Progress::start(),
        started: Instant::now(),
        kept: AtomicUsize::new(0),
        levels: Mutex::new(vec![LevelCounts::EMPTY_SET]),
    };
    let counted = counting.run();
    counting.progress.finish();
    counted?;
    let levels = counting.levels.into_inner();
    let levels = levels.unwrap_or_else(PoisonError::into_inner);
    Ok(levels.iter().map(|level| level.sets).collect())
}

/// The classes in a piece of work for one thread, roughly, and those that it extends between two looks at the interrupt.
const CHUNK: usize = 1 << 14;
const STEPS: usize = 1 << 10;

/// A census in progress.
struct Counting<'a, const W: usize> {
    census: census::Census<W>,
    threads: usize,
    /// The most classes that are kept; larger sets are counted without being kept.
    kept_most: usize,
    interrupt: &'a Interrupt,
    progress: Progress,
    started: Instant,
    /// Classes that are kept, of a level and the next.
    kept: AtomicUsize,
    levels: Mutex<Vec<LevelCounts>>,
}

/// The classes of a level in pieces.
type Chunks<const W: usize> = Mutex<Vec<Vec<Class<W>>>>;

/// The work on one level.
struct Step {
    stones: usize,
    classes: usize,
    done: AtomicUsize,
}

impl<const W: usize> Counting<'_, W> {
    /// Counts one level after the other.
    fn run(&self) -> Result<(), Failure> {
        let mut level = vec![vec![self.census.empty()]];
        for stones in 0.. {
            let step = Step {
                stones,
                classes: level.iter().map(Vec::len).sum(),
                done: AtomicUsize::new(0),
            };
            if step.classes == 0 {
                break;
            }
            level = self.next_level(level, &step);
            if self.interrupt.is_raised() {
                return Err(Failure::interrupted());
            }
        }
        Ok(())
    }

    /// The next level, counted; not all of it if interrupted.
    fn next_level(&self, level: Vec<Vec<Class<W>>>, step: &Step) -> Vec<Vec<Class<W>>> {
        self.kept.store(step.classes, Relaxed);
        // More threads than pieces of work would only be in each other's way.
        let threads = self.threads.min(level.len());
        let (chunks, larger) = (Mutex::new(level), Mutex::new(Vec::new()));
        let next = || locked(&chunks).pop();
        let work = || {
            while let Some(chunk) = next() {
                if !self.extend(&chunk, step, &larger) {
                    return;
                }
                self.kept.fetch_sub(chunk.len(), Relaxed);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                // Where the system has no thread left, those that there are do the work.
                if Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
        larger.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts the sets that come from these classes by one more stone, and puts their classes with the others of
    /// the next level as long as there is room; where there is not, all larger sets are counted at once. `false` if
    /// interrupted.
    fn extend(&self, chunk: &[Class<W>], step: &Step, larger: &Chunks<W>) -> bool {
        let (mut found, mut classes) = (Vec::new(), Vec::new());
        let (mut walk, mut steps) = (Vec::new(), 0_usize);
        for &class in chunk {
            walk.push((class, step.stones));
            while let Some((class, stones)) = walk.pop() {
                let room = self.kept.load(Relaxed) + classes.len() < self.kept_most;
                let counted = if stones == step.stones && room {
                    self.census.extend(&class, |class| classes.push(class))
                } else {
                    let each = |class| walk.push((class, stones + 1));
                    self.census.extend(&class, each)
                };
                counted.add_to(&mut found, stones + 1);
                steps += 1;
                if steps.is_multiple_of(STEPS) {
                    self.tell(&mut found, step);
                    if self.interrupt.is_raised() {
                        return false;
                    }
                }
            }
            if classes.len() >= CHUNK {
                self.keep(&mut classes, larger);
            }
        }
        self.keep(&mut classes, larger);
        step.done.fetch_add(chunk.len(), Relaxed);
        self.tell(&mut found, step);
        true
    }

    fn keep(&self, classes: &mut Vec<Class<W>>, larger: &Chunks<W>) {
        if !classes.is_empty() {
            self.kept.fetch_add(classes.len(), Relaxed);
            classes.shrink_to_fit();
            locked(larger).push(std::mem::take(classes));
        }
    }

    /// Adds what was found to the levels, and reports progress.
    fn tell(&self, found: &mut Vec<LevelCounts>, step: &Step) {
        let mut levels = locked(&self.levels);
        for (stones, level) in found.drain(..).enumerate() {
            level.add_to(&mut levels, stones);
        }
        let sets: u64 = levels.iter().map(|level| level.sets).sum();
        let stones = step.stones + 1;
        let level = levels.get(stones).copied().unwrap_or_default();
        drop(levels);
        let done = step.done.load(Relaxed);
        self.progress.update(done, step.classes, || {
            let rate = sets as f64 / self.started.elapsed().as_secs_f64().max(0.001);
            format!(
                "{stones} stones: {} sets, {} up to symmetry; {} in all, {}/s",
                rounded(level.sets),
                rounded(level.classes),
                rounded(sets),
                rounded(rate as u64)
            )
        });
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
