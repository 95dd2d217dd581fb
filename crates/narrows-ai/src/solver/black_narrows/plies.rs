//! How long a game still lasts if the winner hastens and the loser delays.
//!
//! As in Narrows, the search asks "is it over within so many plies?" for growing numbers. Who cannot place a stone has lost:
//! a lost game takes an even number of plies, a won one an odd number, and no game takes more than there are live
//! points. Sums of subgames do not help here (the length of a sum is not told by nimbers), but the quotient
//! system keeps every legal set of placements (L7, L8), so positions with the same system last equally long.

use core::sync::atomic::AtomicU64;

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::board::Board;
use super::key::Key;
use super::live::Legality as _;
use super::on_board::Job;
use super::options::Reductions;
use super::quotient::Quotient;
use super::table::TableMemory;
use super::worker::{Shared, Stopped, Worker};
use crate::budget::{Limits, Stop};
use crate::order::sort_by_key;
use crate::solver::board::{Cells as _, cells};

/// Bytes of memory for each position whose length is kept, about.
const BYTES_OF_ENTRY: usize = 64;

/// The least and the most plies that a game may last, as far as is known.
type Bounds = (u32, u32);

/// The question how long a position lasts, to a solver that may know much of it.
pub(super) struct Length<'a> {
    pub(super) table: &'a mut TableMemory,
    pub(super) options: Reductions,
    pub(super) limits: &'a Limits,
    pub(super) stop: Stop<'a>,
}

impl Job for Length<'_> {
    type Found = Option<u32>;

    fn run<B: Board>(self, board: &B, stones: B::Cells, live: B::Cells) -> Option<u32> {
        let nodes = AtomicU64::new(0);
        #[cfg(feature = "comparison")]
        let bytes = self.table.bytes();
        let options = self.options;
        let shared = Shared {
            max_nodes: self.limits.nodes.unwrap_or(u64::MAX),
            #[cfg(feature = "comparison")]
            numbers: options.method.numbers(bytes),
            ..Shared::alone(self.table.open(), &nodes, self.stop)
        };
        let mut lengths = Lengths {
            board,
            worker: Worker::new(board, options, &shared),
            quotient: Quotient::default(),
            bounds: HashMap::default(),
            most_entries: self.limits.memory_bytes / 8 / BYTES_OF_ENTRY,
        };
        lengths.plies(stones, live).ok()
    }
}

struct Lengths<'a, B: Board> {
    board: &'a B,
    worker: Worker<'a, B>,
    quotient: Quotient<B::Cells>,
    bounds: HashMap<Key, Bounds, FixedState>,
    most_entries: usize,
}

/// A position after a placement.
#[derive(Clone, Copy)]
struct Next<C> {
    stones: C,
    live: C,
}

impl<B: Board> Lengths<'_, B> {
    fn plies(&mut self, stones: B::Cells, live: B::Cells) -> Result<u32, Stopped> {
        let won = !self.worker.position_is(stones, live, 0)?;
        let mut plies = u32::from(won);
        while !self.ends(Next { stones, live }, won, plies)? {
            plies += 2;
        }
        Ok(plies)
    }

    /// Whether a position that the mover wins or not is over within so many plies, of the right parity.
    fn ends(&mut self, at: Next<B::Cells>, won: bool, plies: u32) -> Result<bool, Stopped> {
        let points = at.live.count();
        if points <= plies {
            return Ok(true);
        }
        if plies == 0 {
            return Ok(false);
        }
        self.quotient.fill(self.board, at.stones, at.live);
        let key = self.quotient.key(self.board);
        let (least, most) = self.bounds.get(&key).copied().unwrap_or((0, u32::MAX));
        if plies < least || plies >= most {
            return Ok(plies >= most);
        }
        let ends = self.expand(at, won, plies)?;
        if self.bounds.len() < self.most_entries || self.bounds.contains_key(&key) {
            let bounds = if ends {
                (least, plies)
            } else {
                (plies + 1, most)
            };
            self.bounds.insert(key, bounds);
        }
        Ok(ends)
    }

    fn expand(&mut self, at: Next<B::Cells>, won: bool, plies: u32) -> Result<bool, Stopped> {
        self.worker.count_node()?;
        let mut children: alloc::vec::Vec<_> = cells(at.live)
            .map(|point| {
                let stones = at.stones | point;
                let live = self.board.live(stones, at.live & !point);
                Next { stones, live }
            })
            .collect();
        if !won {
            // The longest first: one that lasts is enough.
            sort_by_key(&mut children, |child| u32::MAX - child.live.count());
            for child in children {
                if !self.ends(child, true, plies - 1)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        sort_by_key(&mut children, |child| child.live.count());
        for child in children {
            // Nobody need know who wins a position that lasts too long at any rate.
            if plies == 1 && child.live.is_some() {
                break;
            }
            let lost = self.worker.position_is(child.stones, child.live, 0)?;
            if lost && self.ends(child, false, plies - 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
