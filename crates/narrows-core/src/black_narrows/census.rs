//! Counting the legal sets of stones of Black Narrows, level by level, one of each class of symmetric sets.
//!
//! A level is all legal sets of so many stones. Legal sets are closed under removal, so every one of them is
//! reached by adding its stones in ascending order, each prefix being legal. Of sets that are each other's
//! symmetric images only the *least* is looked at: the one whose stones, listed in ascending order, come first
//! in lexical order. Prefixes of a least set are least sets, so every class is met exactly once, from the one
//! set that lacks its highest stone, and nothing has to be sorted or remembered (R. C. Read, "Every one a
//! winner", 1978; I. A. Faradžev).
//!
//! *Proof.* Let T be S with a stone above all of S, g a symmetry with gS before S in the order. The first |S|
//! stones of gT are gS with some stones replaced by the image of the new one, so they come no later than gS,
//! which is before S, the first |S| stones of T. So gT is before T.

use alloc::vec::Vec;

use super::{BlackNarrows, SetupError, live_points};
use crate::bitboard::{Bitboard, Grid};
use crate::geometry::Size;
use crate::symmetry::Symmetry;

/// A class of legal sets of stones that are each other's images, by its least set.
#[derive(Clone, Copy, Debug)]
pub struct Class<const W: usize> {
    stones: Bitboard<W>,
    /// Points above the highest stone: all that are live, and some that no longer are.
    later: Bitboard<W>,
}

/// How many sets and classes a level has, or a part of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LevelCounts {
    /// Legal sets.
    pub sets: u64,
    /// Classes of sets that are each other's images.
    pub classes: u64,
}

/// A census of a board of at most `64 * W` points.
#[derive(Clone, Debug)]
pub struct Census<const W: usize> {
    grid: Grid<W>,
    /// Every symmetry but the identity, with the images of the points.
    images: Vec<(Symmetry, Vec<Bitboard<W>>)>,
}

/// The symmetries of a square but the identity.
const MOST_IMAGES: usize = Symmetry::ALL.len() - 1;

impl<const W: usize> Census<W> {
    /// A census of a board of this size.
    ///
    /// # Errors
    /// [`SetupError`] if Black Narrows cannot be played on this size, or not with this width.
    pub fn new(size: Size) -> Result<Self, SetupError> {
        let grid = BlackNarrows::<W>::start(size)?.grid();
        let image = |symmetry: Symmetry, index| {
            Bitboard::from_index(grid.index(symmetry.map_point(grid.point(index), size)))
        };
        let images = Symmetry::of(size)[1..]
            .iter()
            .map(|&symmetry| {
                let points = (0..size.points()).map(|index| image(symmetry, index));
                (symmetry, points.collect())
            })
            .collect();
        Ok(Self { grid, images })
    }

    /// The class of the empty set, which is all of level 0.
    #[must_use]
    pub fn empty(&self) -> Class<W> {
        Class {
            stones: Bitboard::EMPTY,
            later: self.grid.full(),
        }
    }

    /// Calls `each` with the classes of the next level whose least sets are that of `class` and one higher stone.
    /// Gives their number. From all classes of a level come all classes of the next, each once.
    pub fn extend(&self, class: &Class<W>, mut each: impl FnMut(Class<W>)) -> LevelCounts {
        let Class { stones, later } = *class;
        let live = live_points(&self.grid, stones, later);
        let mut found = LevelCounts::default();
        if live.is_empty() {
            return found;
        }
        let size = self.grid.size();
        let mut images = [Bitboard::EMPTY; MOST_IMAGES];
        for (image, (symmetry, _)) in images.iter_mut().zip(&self.images) {
            *image = symmetry.map(stones, size);
        }
        let mut later = live;
        while let Some(point) = later.first() {
            later = later.without_first();
            let stones = stones.with(point);
            if let Some(fixing) = self.fixing_if_least(stones, point, &images) {
                found.classes += 1;
                found.sets += (self.images.len() as u64 + 1) / fixing;
                each(Class { stones, later });
            }
        }
        found
    }

    /// The level after the one of these classes: its counts and its classes; `None` if there are more than `most`.
    #[must_use]
    pub fn next_level(
        &self,
        classes: &[Class<W>],
        most: usize,
    ) -> Option<(LevelCounts, Vec<Class<W>>)> {
        let (mut level, mut larger) = (LevelCounts::default(), Vec::new());
        for class in classes {
            let found = self.extend(class, |class| larger.push(class));
            level.sets += found.sets;
            level.classes += found.classes;
            if larger.len() > most {
                return None;
            }
        }
        Some((level, larger))
    }

    /// How many symmetries leave the set as it is, if it is the least of its class; `images` are those of the
    /// set without `point`.
    #[inline]
    fn fixing_if_least(
        &self,
        stones: Bitboard<W>,
        point: usize,
        images: &[Bitboard<W>; MOST_IMAGES],
    ) -> Option<u64> {
        let mut fixing = 1;
        for (image, (_, points)) in images.iter().zip(&self.images) {
            let differing = stones ^ (*image | points[point]);
            if differing.is_empty() {
                fixing += 1;
            } else if !differing.lowest().is_subset(stones) {
                return None;
            }
        }
        Some(fixing)
    }
}

impl LevelCounts {
    /// Level 0: the empty set.
    pub const EMPTY_SET: Self = Self {
        sets: 1,
        classes: 1,
    };

    /// Adds these to the level of so many stones; the list grows as needed.
    pub fn add_to(self, levels: &mut Vec<Self>, stones: usize) {
        if self.sets == 0 {
            return;
        }
        if levels.len() <= stones {
            levels.resize(stones + 1, Self::default());
        }
        levels[stones].sets += self.sets;
        levels[stones].classes += self.classes;
    }
}

/// The legal sets of stones by number of stones, the empty set first.
///
/// # Errors
/// [`SetupError`] as for [`Census::new`].
///
/// ```
/// use narrows_core::black_narrows::census::census;
///
/// let levels = census::<1>("3x2".parse()?)?;
/// assert!(levels.iter().map(|level| level.sets).eq([1, 6, 15, 12, 1]));
/// assert!(levels.iter().map(|level| level.classes).eq([1, 2, 6, 4, 1]));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn census<const W: usize>(size: Size) -> Result<Vec<LevelCounts>, SetupError> {
    let census = Census::<W>::new(size)?;
    let mut levels = alloc::vec![LevelCounts::EMPTY_SET];
    let mut classes = alloc::vec![census.empty()];
    while let Some((level, larger)) = census.next_level(&classes, usize::MAX) {
        if larger.is_empty() {
            break;
        }
        levels.push(level);
        classes = larger;
    }
    Ok(levels)
}
