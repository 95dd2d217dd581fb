//! Depth-first win/loss search.
//!
//! A node is a position in which nobody is linked. Before it is expanded, [`Board::standing`] has
//! told that the mover cannot link at once (with the option `threats`), so every child is either
//! lost for its maker at once (the other side is linked, or links next) or a node of its own.
//! All children are looked up before any is searched; the rest come in an order.
//!
//! The order was measured on 6x5 without exchange, empty table, one thread: see the solver's
//! documentation.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::board::{Board, Pair, Standing};
use super::key::Numbering;
use super::options::Options;
use super::table::{Place, Table, WORK_BITS};

/// Nodes between two looks at the limits and the stop callback: well under a millisecond.
const POLL_NODES: u64 = 128;
const WIN: u64 = 1 << WORK_BITS;
const LOSS: u64 = 2 << WORK_BITS;

/// A limit or the callback ended the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// What all threads of a search share.
pub(crate) struct Shared<'a, const EIGHT: bool> {
    pub(crate) board: &'a Board<EIGHT>,
    pub(crate) numbering: &'a Numbering,
    pub(crate) table: &'a Table,
    pub(crate) options: Options,
    pub(crate) stop: &'a (dyn Fn() -> bool + Sync),
    pub(crate) nodes: &'a AtomicU64,
    pub(crate) node_limit: u64,
    /// Positions with at least so many stones order their captures by the safe replies too.
    pub(crate) replies_from: u32,
    /// Set when a limit or the callback has ended the whole search.
    pub(crate) halted: &'a AtomicBool,
}

/// A position that is still to be searched.
#[derive(Clone, Copy)]
struct Child {
    pair: Pair,
    place: Place,
    rank: i32,
}

/// One thread of a search.
pub(crate) struct Worker<'a, const EIGHT: bool> {
    shared: &'a Shared<'a, EIGHT>,
    stack: Vec<Child>,
    /// Nodes since the last look at the limits, and how many there may be.
    fresh: u64,
    allowance: u64,
    expanded: u64,
}

impl<const EIGHT: bool> Shared<'_, EIGHT> {
    /// How promising a child is for the side that makes it; the least comes first.
    pub(crate) fn rank(&self, child: Pair, replies: bool) -> i32 {
        let board = self.board;
        let rank = 4 * board.parts(child.other, child.own, 64) as i32
            - board.parts(child.own, child.other, 64) as i32;
        if replies {
            rank + 2 * safe_replies(board, child)
        } else {
            rank
        }
    }
}

impl<'a, const EIGHT: bool> Worker<'a, EIGHT> {
    pub(crate) fn new(shared: &'a Shared<'a, EIGHT>) -> Self {
        Self {
            shared,
            stack: Vec::with_capacity(1024),
            fresh: 0,
            allowance: 0,
            expanded: 0,
        }
    }

    /// The place of a position in the table.
    pub(crate) fn place(&self, pair: Pair) -> Place {
        let shared = self.shared;
        let image = if shared.options.symmetry {
            shared.board.canonical(pair)
        } else {
            pair
        };
        shared.table.place(shared.numbering.number(image))
    }

    /// The stored value.
    pub(crate) fn stored(&self, place: Place) -> Option<bool> {
        self.shared.table.get(place).map(|data| data & WIN != 0)
    }

    /// Counts a node; now and then looks at the limits.
    pub(crate) fn count(&mut self) -> Result<(), Stopped> {
        if self.fresh == self.allowance {
            self.flush()?;
        }
        self.fresh += 1;
        self.expanded += 1;
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Stopped> {
        let shared = self.shared;
        let nodes = shared.nodes.fetch_add(self.fresh, Relaxed) + self.fresh;
        self.fresh = 0;
        if shared.halted.load(Relaxed) {
            return Err(Stopped);
        }
        if nodes >= shared.node_limit || (shared.stop)() {
            shared.halted.store(true, Relaxed);
            return Err(Stopped);
        }
        self.allowance = POLL_NODES.min(shared.node_limit - nodes);
        Ok(())
    }

    /// Adds the last nodes to the common count.
    pub(crate) fn finish(mut self) {
        self.shared.nodes.fetch_add(self.fresh, Relaxed);
        self.fresh = 0;
    }

    /// The value that a look at the position or at the table gives at once.
    pub(crate) fn known(&self, pair: Pair) -> Option<bool> {
        let shared = self.shared;
        if shared.options.threats
            && shared.board.standing(pair.own, pair.other) == Standing::LinksNext
        {
            return Some(true);
        }
        self.stored(self.place(pair))
    }

    /// Stores a value found by other means.
    pub(crate) fn remember(&self, pair: Pair, won: bool) {
        let data = if won { WIN } else { LOSS } | Table::work(u64::MAX);
        self.shared.table.put(self.place(pair), data);
    }

    /// Whether the mover wins a position in which nobody is linked.
    pub(crate) fn solve(&mut self, pair: Pair) -> Result<bool, Stopped> {
        match self.known(pair) {
            Some(value) => Ok(value),
            None => self.search(pair, self.place(pair)),
        }
    }

    fn search(&mut self, pair: Pair, place: Place) -> Result<bool, Stopped> {
        self.count()?;
        let before = self.expanded;
        let base = self.stack.len();
        let result = self.decide(pair, base);
        self.stack.truncate(base);
        let value = result?;
        let work = Table::work(self.expanded - before + 1);
        self.shared
            .table
            .put(place, if value { WIN } else { LOSS } | work);
        Ok(value)
    }

    fn decide(&mut self, pair: Pair, base: usize) -> Result<bool, Stopped> {
        if self.expand(pair) || self.look_up(base) {
            return Ok(true);
        }
        if self.shared.options.ordering {
            self.stack[base..].sort_unstable_by_key(|child| child.rank);
        }
        for index in base..self.stack.len() {
            let child = self.stack[index];
            // An earlier sibling's search may have met this position.
            let lost = match self.stored(child.place) {
                Some(value) => !value,
                None => !self.search(child.pair, child.place)?,
            };
            if lost {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Puts the children worth searching on the stack; true if a capture wins at once.
    fn expand(&mut self, pair: Pair) -> bool {
        let shared = self.shared;
        let (board, threats) = (shared.board, shared.options.threats);
        let replies = shared.options.replies && pair.stones() >= shared.replies_from;
        let ordering = shared.options.ordering;
        let nowhere = Place::default();
        let mut won = false;
        let stack = &mut self.stack;
        board.for_each_capture(pair, |from, to| {
            let child = Board::<EIGHT>::after(pair, from, to);
            if threats {
                if board.standing(child.own, child.other) != Standing::Apart {
                    return;
                }
            } else if board.is_linked(child.other, child.own) {
                won = true;
                return;
            } else if board.is_linked(child.own, child.other) {
                return;
            }
            let rank = if ordering {
                shared.rank(child, replies)
            } else {
                0
            };
            stack.push(Child {
                pair: child,
                place: nowhere,
                rank,
            });
        });
        won
    }

    /// Finds the children's places and drops those known to lose; true if one is known to win.
    fn look_up(&mut self, base: usize) -> bool {
        let mut seen = 0;
        for index in base..self.stack.len() {
            let place = self.place(self.stack[index].pair);
            self.stack[index].place = place;
            // Lets the cache lines of all children come in at the same time.
            seen |= self.shared.table.touch(place);
        }
        if !self.shared.options.cutoffs || seen == 0 {
            return false;
        }
        let mut index = base;
        while index < self.stack.len() {
            match self.stored(self.stack[index].place) {
                Some(false) => return true,
                Some(true) => {
                    self.stack.swap_remove(index);
                }
                None => index += 1,
            }
        }
        false
    }
}

/// Captures of the mover after which the other side neither is linked nor links next.
fn safe_replies<const EIGHT: bool>(board: &Board<EIGHT>, pair: Pair) -> i32 {
    let mut count = 0;
    board.for_each_capture(pair, |from, to| {
        let child = Board::<EIGHT>::after(pair, from, to);
        count += i32::from(board.standing(child.own, child.other) == Standing::Apart);
    });
    count
}
