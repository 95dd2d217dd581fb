//! The jobs of `census`: the legal sets that come from a part of the classes of a level.
//!
//! Every class of legal sets is met once, from the class of its lowest stones (`narrows_core::black_narrows::census`),
//! so the classes of a level divide all larger sets among them. Classes that follow each other are alike; a job
//! therefore takes every so manyeth of them, and jobs take much the same time without anybody estimating it.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use narrows_core::black_narrows::census::{Census, Class, LevelCounts};
use narrows_core::{GameKind, Size};

use super::{Craft, Done};
use crate::wire::{Outcome, Work};

/// The most classes that are kept: 16 MiB.
const MOST_CLASSES: usize = 1 << 20;
/// Sums are numbers of 64 bits, and so many points have no more sets.
const MOST_POINTS: usize = 64;
/// The classes that are extended between two looks at whether to stop.
const STEPS: usize = 1 << 12;

/// Where a level is cut.
#[derive(Clone, Copy, Debug)]
pub enum At {
    /// At the level of so many stones.
    Stones(usize),
    /// At the first level of at least so many classes, or the last that can be kept.
    Classes(usize),
}

/// The classes of a level, and how many sets there are up to it.
#[derive(Debug)]
pub struct Level {
    census: Census<1>,
    /// The levels from that of the empty set to this one.
    pub levels: Vec<LevelCounts>,
    classes: Vec<Class<1>>,
}

impl Level {
    /// The classes of a level of a board.
    ///
    /// # Errors
    /// Why the sets of this board, or of this level, cannot be counted.
    pub fn new(size: Size, at: At) -> Result<Self, String> {
        if size.points() > MOST_POINTS {
            return Err(format!(
                "a board of {size} is too large to count: it has more than {MOST_POINTS} points"
            ));
        }
        let census = Census::new(size).map_err(|error| error.to_string())?;
        let classes = vec![census.empty()];
        let mut level = Self {
            census,
            levels: vec![LevelCounts::EMPTY_SET],
            classes,
        };
        while !level.classes.is_empty() && !level.is_at(at) {
            match level.census.next_level(&level.classes, MOST_CLASSES) {
                Some((counts, classes)) => {
                    level.levels.push(counts);
                    level.classes = classes;
                }
                None if matches!(at, At::Classes(_)) => break,
                None => {
                    return Err(format!(
                        "there are more than {MOST_CLASSES} classes of sets of {} stones",
                        level.stones() + 1
                    ));
                }
            }
        }
        Ok(level)
    }

    fn is_at(&self, at: At) -> bool {
        match at {
            At::Stones(stones) => self.stones() >= stones,
            At::Classes(classes) => self.classes.len() >= classes,
        }
    }

    /// The stones of its sets.
    pub fn stones(&self) -> usize {
        self.levels.len() - 1
    }

    /// How many classes it has.
    pub fn classes(&self) -> usize {
        self.classes.len()
    }

    /// The sets of one more stone that come from a part of the classes.
    pub fn first_sets(&self, part: usize, jobs: usize) -> u64 {
        let classes = self.classes.iter().skip(part).step_by(jobs);
        let found = classes.map(|class| self.census.extend(class, |_| {}).sets);
        found.sum()
    }

    /// The sets that come from a part of the classes, by number of stones, from one more stone on; `None` if stopped.
    pub fn count(&self, part: usize, jobs: usize, stop: &AtomicBool) -> Option<Vec<u64>> {
        let (mut found, mut walk, mut steps) = (Vec::new(), Vec::new(), 0_usize);
        for &class in self.classes.iter().skip(part).step_by(jobs) {
            walk.push((class, 0));
            while let Some((class, more)) = walk.pop() {
                let each = |class| walk.push((class, more + 1));
                let counted = self.census.extend(&class, each);
                counted.add_to(&mut found, more);
                steps += 1;
                if steps.is_multiple_of(STEPS) && stop.load(Relaxed) {
                    return None;
                }
            }
        }
        Some(found.iter().map(|level| level.sets).collect())
    }
}

/// What a slot keeps for a count.
#[derive(Debug)]
pub struct Counting {
    size: Size,
    stones: u32,
    jobs: u32,
    /// Made when it is first needed.
    level: Option<Level>,
}

impl Counting {
    /// Counts on a board of a size.
    ///
    /// # Errors
    /// Why its sets cannot be counted.
    pub fn new(size: &str, stones: u32, jobs: u32) -> Result<Self, String> {
        let size = GameKind::BlackNarrows
            .parse_size(size)
            .map_err(|error| format!("{size:?}: {error}"))?;
        if jobs == 0 {
            return Err("a count without jobs".to_owned());
        }
        Level::new(size, At::Stones(0))?;
        Ok(Self {
            size,
            stones,
            jobs,
            level: None,
        })
    }
}

impl Craft for Counting {
    fn work(&mut self, work: &Work, stop: &AtomicBool) -> Result<Done, String> {
        let Work::Count { part } = *work else {
            return Err("a job of another kind of run".to_owned());
        };
        if part >= self.jobs {
            return Err(format!("part {part} of {}", self.jobs));
        }
        let level = match self.level.take() {
            Some(level) => level,
            None => Level::new(self.size, At::Stones(self.stones as usize))?,
        };
        let level = self.level.insert(level);
        let counts = level.count(part as usize, self.jobs as usize, stop);
        Ok(counts.map_or(Done::Stopped, |counts| {
            Done::Outcome(Outcome::Counted { counts })
        }))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use narrows_core::black_narrows::census::census;

    use super::*;

    /// Whatever the level and the number of parts, the parts are the whole.
    #[test]
    fn parts_add_up_to_the_census() {
        for size in ["2x2", "5x2", "3x3", "4x3", "4x4"] {
            let size = size.parse().unwrap();
            let whole = census::<1>(size).unwrap();
            let whole: Vec<_> = whole.iter().map(|level| level.sets).collect();
            for stones in 0..12 {
                let level = Level::new(size, At::Stones(stones)).unwrap();
                for jobs in [1, 2, 7, 100] {
                    let mut sums: Vec<_> = level.levels.iter().map(|level| level.sets).collect();
                    sums.resize(whole.len().max(sums.len()), 0);
                    for part in 0..jobs {
                        let counts = level.count(part, jobs, &AtomicBool::new(false)).unwrap();
                        let first = counts.first().copied().unwrap_or(0);
                        assert_eq!(first, level.first_sets(part, jobs));
                        for (more, sets) in counts.into_iter().enumerate() {
                            sums[level.stones() + 1 + more] += sets;
                        }
                    }
                    // A level that was asked for beyond the largest sets is empty.
                    sums.truncate(whole.len());
                    assert_eq!(sums, whole, "{size}, {stones} stones, {jobs} jobs");
                }
            }
        }
    }

    #[test]
    fn a_stopped_count_gives_nothing() {
        let level = Level::new("6x6".parse().unwrap(), At::Classes(1000)).unwrap();
        assert!(level.classes() >= 1000 && level.stones() <= 4);
        assert_eq!(level.count(0, 1, &AtomicBool::new(true)), None);
    }

    #[test]
    fn what_is_too_large_is_refused() {
        assert!(Level::new("13x5".parse().unwrap(), At::Stones(0)).is_err());
        assert!(Level::new("8x8".parse().unwrap(), At::Stones(12)).is_err());
        // The last level that can be kept.
        let level = Level::new("8x8".parse().unwrap(), At::Classes(usize::MAX)).unwrap();
        assert!(level.classes() <= MOST_CLASSES && level.stones() >= 4);
        for (size, jobs) in [("8x9", 5), ("4x4", 0), ("1x5", 3), ("many", 3)] {
            assert!(Counting::new(size, 2, jobs).is_err());
        }
    }
}
