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
use super::team::Notes;

/// Nodes between two looks at the limits and the stop callback: well under a millisecond.
const POLL_NODES: u64 = 128;
const WIN: u64 = 1 << WORK_BITS;
const LOSS: u64 = 2 << WORK_BITS;

/// A limit or the callback ended the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// Takes results beside the table.
#[derive(Clone, Copy)]
pub(crate) struct Sink<'a> {
    /// Whether it takes a result for which so many positions were expanded.
    pub(crate) wants: &'a (dyn Fn(u64) -> bool + Sync),
    /// Takes the number of a position, whether its mover wins, and the positions expanded for it.
    pub(crate) take: &'a (dyn Fn(u128, bool, u64) + Sync),
}

/// What all threads of a search share.
pub(crate) struct Shared<'a, const EIGHT: bool> {
    pub(crate) board: &'a Board<EIGHT>,
    pub(crate) numbering: &'a Numbering,
    pub(crate) table: &'a Table,
    pub(crate) options: Options,
    pub(crate) stop: &'a (dyn Fn() -> bool + Sync),
    pub(crate) nodes: &'a AtomicU64,
    pub(crate) node_limit: u64,
    /// Set when a limit or the callback has ended the whole search.
    pub(crate) halted: &'a AtomicBool,
    /// Where results go, beside the table.
    pub(crate) sink: Option<Sink<'a>>,
}

/// What a position is taken for, for its mover, before it is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Likely {
    Won,
    Lost,
}

impl Likely {
    /// A value that was found, as a guess at another one.
    pub(crate) const fn new(won: bool) -> Self {
        if won { Self::Won } else { Self::Lost }
    }

    /// What the best child of such a position is likely to be.
    const fn of_child(self) -> Self {
        match self {
            Self::Won => Self::Lost,
            Self::Lost => Self::Won,
        }
    }
}

/// A position that is still to be searched.
#[derive(Clone, Copy)]
struct Child {
    pair: Pair,
    place: Place,
    rank: i32,
    capture: u16,
}

/// One thread of a search.
pub(crate) struct Worker<'a, const EIGHT: bool> {
    shared: &'a Shared<'a, EIGHT>,
    stack: Vec<Child>,
    /// Nodes since the last look at the limits, and how many there may be.
    fresh: u64,
    allowance: u64,
    expanded: u64,
    /// For each capture how often it has refuted a position of late.
    history: Vec<u32>,
    /// Which subtrees the threads of a team are in.
    notes: Option<&'a Notes>,
}

impl<const EIGHT: bool> Shared<'_, EIGHT> {
    /// How promising a child looks for the side that makes it; the least comes first.
    ///
    /// Few own parts first, a capture that threatens to link before others. (The other side's
    /// parts, its safe replies and the number of captures were tried as well: fewer nodes or none,
    /// never less time.)
    pub(crate) fn rank(&self, child: Pair) -> i32 {
        let (standing, parts) = self.board.survey(child.other, child.own);
        let threat = i32::from(standing == Standing::LinksNext);
        8 * (parts as i32 - threat)
    }
}

impl<'a, const EIGHT: bool> Worker<'a, EIGHT> {
    pub(crate) fn new(shared: &'a Shared<'a, EIGHT>, notes: Option<&'a Notes>) -> Self {
        Self {
            shared,
            stack: Vec::with_capacity(1024),
            fresh: 0,
            allowance: 0,
            expanded: 0,
            history: alloc::vec![0; CAPTURES],
            notes,
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
        if shared.halted.load(Relaxed) || self.notes.is_some_and(Notes::is_done) {
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
        // Such a value must not be replaced soon.
        let work = u64::MAX;
        self.shared.table.put(self.place(pair), data(won, work));
        self.keep(pair, won, work);
    }

    /// Offers a result to those who keep it.
    fn keep(&self, pair: Pair, won: bool, work: u64) {
        if let Some(sink) = self.shared.sink.filter(|sink| (sink.wants)(work)) {
            let image = self.shared.board.canonical(pair);
            (sink.take)(self.shared.numbering.number(image), won, work);
        }
    }

    /// Whether the mover wins a position in which nobody is linked. What is likely only helps
    /// several threads to divide the work.
    pub(crate) fn solve(&mut self, pair: Pair, likely: Likely) -> Result<bool, Stopped> {
        match self.known(pair) {
            Some(value) => Ok(value),
            None => self.search(pair, self.place(pair), likely),
        }
    }

    fn search(&mut self, pair: Pair, place: Place, likely: Likely) -> Result<bool, Stopped> {
        self.count()?;
        let before = self.expanded;
        let base = self.stack.len();
        let result = self.decide(pair, place, base, likely);
        self.stack.truncate(base);
        let value = result?;
        let spent = self.expanded - before + 1;
        self.keep(pair, value, spent);
        self.shared.table.put(place, data(value, spent));
        Ok(value)
    }

    fn decide(
        &mut self,
        pair: Pair,
        place: Place,
        base: usize,
        likely: Likely,
    ) -> Result<bool, Stopped> {
        if self.expand(pair) || self.look_up(base) {
            return Ok(true);
        }
        if self.shared.options.ordering {
            self.stack[base..].sort_unstable_by_key(|child| child.rank);
        }
        let notes = self.notes.filter(|notes| notes.cover(pair.stones() - 1));
        if let Some(notes) = notes {
            return self.decide_in_team(notes, place, base, likely);
        }
        for index in base..self.stack.len() {
            if self.refutes(index, Likely::Lost)? {
                self.learn(base, index);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the position loses for its mover, so that the capture that leads to it wins.
    fn refutes(&mut self, index: usize, likely: Likely) -> Result<bool, Stopped> {
        let child = self.stack[index];
        // An earlier sibling's search may have met this position.
        match self.stored(child.place) {
            Some(value) => Ok(!value),
            None => Ok(!self.search(child.pair, child.place, likely)?),
        }
    }

    /// The same list with other threads at work: where every child has to be searched, those that
    /// another thread is in are left for the end.
    ///
    /// The first capture refutes 19 of 20 positions that any does, and where it does not, 8 of 10
    /// are lost. So in a position that is likely won the threads help each other in its first
    /// child, and are apart in one that is likely lost, where none of their work is in vain.
    fn decide_in_team(
        &mut self,
        notes: &Notes,
        place: Place,
        base: usize,
        mut likely: Likely,
    ) -> Result<bool, Stopped> {
        let end = self.stack.len();
        // At most 112 captures on 64 points: a bit for each.
        let mut left = 0_u128;
        for last in [false, true] {
            for index in base..end {
                let bit = 1_u128.checked_shl((index - base) as u32).unwrap_or(0);
                let child = self.stack[index].place;
                if last && left & bit == 0 {
                    continue;
                }
                if !last
                    && likely == Likely::Lost
                    && bit != 0
                    && notes.is_busy(child)
                    && self.stored(child).is_none()
                {
                    left |= bit;
                    continue;
                }
                notes.enter(child);
                let refutes = self.refutes(index, likely.of_child());
                notes.leave(child);
                if refutes? {
                    // A child that was left counts as tried in vain.
                    self.learn(base, index);
                    return Ok(true);
                }
                // Another thread may have decided this very position meanwhile.
                if let Some(value) = self.stored(place) {
                    return Ok(value);
                }
                likely = Likely::Lost;
            }
        }
        Ok(false)
    }

    /// Remembers which capture refuted a position, and which were tried before it in vain.
    fn learn(&mut self, base: usize, index: usize) {
        let hit = &mut self.history[usize::from(self.stack[index].capture)];
        *hit = hit.saturating_add(1);
        for missed in &self.stack[base..index] {
            let miss = &mut self.history[usize::from(missed.capture)];
            *miss -= *miss / 8;
        }
    }

    /// Puts the children worth searching on the stack; true if a capture wins at once.
    fn expand(&mut self, pair: Pair) -> bool {
        let shared = self.shared;
        let (board, threats) = (shared.board, shared.options.threats);
        let ordering = shared.options.ordering;
        let nowhere = Place::default();
        let mut won = false;
        let (stack, history) = (&mut self.stack, &self.history);
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
            let capture = capture_index(from, to);
            let rank = if ordering {
                shared.rank(child) - history[capture].checked_ilog2().unwrap_or(0) as i32
            } else {
                0
            };
            stack.push(Child {
                pair: child,
                place: nowhere,
                rank,
                capture: capture as u16,
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

/// The data of a value that took so many expanded positions.
pub(crate) const fn data(won: bool, work: u64) -> u64 {
    let value = if won { WIN } else { LOSS };
    value | Table::work(work)
}

/// Numbers of captures.
const CAPTURES: usize = 64 * 64;

/// A number below [`CAPTURES`] for a capture.
const fn capture_index(from: u64, to: u64) -> usize {
    (from.trailing_zeros() as usize & 63) << 6 | to.trailing_zeros() as usize & 63
}
