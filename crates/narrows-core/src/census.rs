//! Counting the legal sets of stones of Black Narrows.
//!
//! Legal sets are closed under removal, so every one of them is reached by adding its stones in ascending
//! order, each prefix being legal: a walk without memory counts each set once. The walk is cut into
//! [`Part`]s by the lowest two stones, so that callers can share it out and show progress.

use alloc::vec::Vec;

use crate::bitboard::{Bitboard, Grid};
use crate::black_narrows::{SetupError, live_points};
use crate::game::GameKind;
use crate::geometry::Size;

/// A share of the work of a census on a board of at most `64 * W` points.
#[derive(Clone, Copy, Debug)]
pub struct Part<const W: usize> {
    size: Size,
    /// The lowest stone, and the second lowest if all larger sets with these two are counted.
    lowest: usize,
    second: Option<usize>,
}

/// The parts of a census: together they count every legal set but the empty one, each once.
///
/// # Errors
/// [`SetupError`] if Black Narrows cannot be played on this size, or not with this width.
pub fn parts<const W: usize>(size: Size) -> Result<Vec<Part<W>>, SetupError> {
    GameKind::BlackNarrows.check_size(size)?;
    if size.points() > Bitboard::<W>::CAPACITY {
        return Err(SetupError::TooWide {
            size,
            capacity: Bitboard::<W>::CAPACITY,
        });
    }
    let points = size.points();
    let seconds = |lowest| core::iter::once(None).chain((lowest + 1..points).map(Some));
    Ok((0..points)
        .flat_map(|lowest| {
            seconds(lowest).map(move |second| Part {
                size,
                lowest,
                second,
            })
        })
        .collect())
}

impl<const W: usize> Part<W> {
    /// Adds this part's legal sets to `counts`, by number of stones; the list grows as needed. Asks `stop`
    /// now and then; returns `false`, with `counts` of no use, once it says yes.
    #[must_use]
    pub fn count(&self, counts: &mut Vec<u64>, stop: &dyn Fn() -> bool) -> bool {
        let grid = Grid::<W>::new(self.size);
        let stones = Bitboard::from_index(self.lowest);
        let Some(second) = self.second else {
            add(counts, 1, 1);
            return true;
        };
        let later = grid.full() - up_to(self.lowest);
        if !live_points(&grid, stones, later).contains(second) {
            return true;
        }
        let stones = stones.with(second);
        add(counts, 2, 1);
        let later = later - up_to(second);
        let mut walk = Walk {
            grid,
            counts,
            stop,
            nodes: 0,
        };
        walk.extensions(stones, live_points(&grid, stones, later), 2)
    }
}

/// The points up to and including an index.
fn up_to<const W: usize>(index: usize) -> Bitboard<W> {
    (0..=index).fold(Bitboard::EMPTY, Bitboard::with)
}

fn add(counts: &mut Vec<u64>, stones: usize, sets: u64) {
    if counts.len() <= stones {
        counts.resize(stones + 1, 0);
    }
    counts[stones] += sets;
}

struct Walk<'a, const W: usize> {
    grid: Grid<W>,
    counts: &'a mut Vec<u64>,
    stop: &'a dyn Fn() -> bool,
    nodes: u64,
}

impl<const W: usize> Walk<'_, W> {
    /// Counts the sets that add some of the `later` points, all live and above the highest stone.
    fn extensions(&mut self, stones: Bitboard<W>, later: Bitboard<W>, placed: usize) -> bool {
        if later.is_empty() {
            return true;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(4096) && (self.stop)() {
            return false;
        }
        add(self.counts, placed + 1, later.len() as u64);
        let mut rest = later;
        while let Some(next) = rest.first() {
            rest = rest.without_first();
            if rest.is_empty() {
                break;
            }
            let stones = stones.with(next);
            if !self.extensions(stones, live_points(&self.grid, stones, rest), placed + 1) {
                return false;
            }
        }
        true
    }
}

/// The legal sets of stones by number of stones, the empty set first.
///
/// # Errors
/// [`SetupError`] as for [`parts`].
///
/// ```
/// use narrows_core::census::census;
///
/// assert_eq!(census::<1>("3x2".parse()?)?, [1, 6, 15, 12, 1]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn census<const W: usize>(size: Size) -> Result<Vec<u64>, SetupError> {
    let mut counts = alloc::vec![1];
    for part in parts::<W>(size)? {
        let _finished = part.count(&mut counts, &|| false);
    }
    Ok(counts)
}
