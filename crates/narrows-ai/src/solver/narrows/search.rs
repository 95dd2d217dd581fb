//! Depth-first win/loss search.
//!
//! A node is a position in which nobody is linked. Before it is expanded, [`Board::standing`](super::board::Board::standing) has
//! told that the mover cannot link at once (with the option `threats`). All children are looked up
//! before any is searched; the rest come in an order.
#![allow(
    clippy::cast_possible_truncation,
    reason = "places in a list of the captures of a board"
)]

use crate::order::sort_by_key;
use alloc::vec::Vec;

use super::expand::{Child, History, expand, look_up};
use super::meter::Stopped;
use super::position::{Layout, Pair};
use super::shared::{Shared, data};
use super::table::Place;
use super::team::Team;

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

/// One thread of a search.
pub(crate) struct Worker<'a, L: Layout> {
    shared: &'a Shared<'a, L>,
    stack: Vec<Child<L>>,
    /// Nodes that are reserved and not used yet.
    reserved: u64,
    expanded: u64,
    /// Entries of the table made since the last look at the limits.
    made: u64,
    history: History,
    /// The threads this one is one of.
    team: Option<&'a Team>,
}

impl<'a, L: Layout> Worker<'a, L> {
    /// A thread that begins with what another has learned of the order.
    pub(super) fn new(shared: &'a Shared<'a, L>, team: Option<&'a Team>, history: History) -> Self {
        Self {
            shared,
            stack: Vec::with_capacity(1024),
            reserved: 0,
            expanded: 0,
            made: 0,
            history,
            team,
        }
    }

    /// Ends the work: what it has learned of the order.
    pub(super) fn into_history(mut self) -> History {
        core::mem::take(&mut self.history)
    }

    /// Counts a node; now and then looks at the limits.
    pub(crate) fn count(&mut self) -> Result<(), Stopped> {
        if self.reserved == 0 {
            self.settle();
            if self.team.is_some_and(Team::is_done) {
                return Err(Stopped);
            }
            let meter = &self.shared.meter;
            self.reserved = meter.reserve(self.shared.poll_nodes())?;
        }
        self.reserved -= 1;
        self.expanded += 1;
        Ok(())
    }

    /// Has the common counts right.
    fn settle(&mut self) {
        self.shared.meter.settle(self.made, self.reserved);
        (self.made, self.reserved) = (0, 0);
    }

    /// Whether the mover wins a position in which nobody is linked. What is likely only helps
    /// several threads to divide the work.
    pub(crate) fn solve(&mut self, pair: Pair<L::Set>, likely: Likely) -> Result<bool, Stopped> {
        match self.shared.known(pair) {
            Some(value) => Ok(value),
            None => self.search(pair, self.shared.place(pair), likely),
        }
    }

    fn search(
        &mut self,
        pair: Pair<L::Set>,
        place: Place<L::Key>,
        likely: Likely,
    ) -> Result<bool, Stopped> {
        self.count()?;
        let before = self.expanded;
        let base = self.stack.len();
        let result = self.decide(pair, place, base, likely);
        self.stack.truncate(base);
        let value = result?;
        let spent = self.expanded - before + 1;
        self.shared.keep(pair, value, spent);
        let made = self.shared.table.put(place, data::<L>(value, spent));
        self.made += u64::from(made);
        Ok(value)
    }

    fn decide(
        &mut self,
        pair: Pair<L::Set>,
        place: Place<L::Key>,
        base: usize,
        likely: Likely,
    ) -> Result<bool, Stopped> {
        let shared = self.shared;
        if expand(shared, pair, &self.history, &mut self.stack) {
            return Ok(true);
        }
        // The children from here on are still to be tried.
        let mut untried = base;
        let alone = shared.options.first_alone && self.is_deep(pair);
        if alone && self.team.is_none() && base < self.stack.len() {
            self.bring_first(base);
            if self.refutes(base, Likely::Lost)? {
                self.history.learn(&self.stack[base..=base]);
                return Ok(true);
            }
            untried += 1;
        }
        if look_up(shared, &mut self.stack, untried) {
            return Ok(true);
        }
        if shared.options.ordering {
            sort_by_key(&mut self.stack[untried..], |child| child.rank);
        }
        let team = self.team.filter(|team| team.covers(pair.stones() - 1));
        if let Some(team) = team {
            return self.decide_in_team(team, place, base, likely);
        }
        for index in untried..self.stack.len() {
            if self.refutes(index, Likely::Lost)? {
                self.history.learn(&self.stack[base..=index]);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether so few stones are left that looking up all children costs a fair part of the search below them. Above, it
    /// costs nothing, and a search that continues from a store finds there what refuted before (7x4, stopped
    /// at half: 36 % left, else 79 %).
    fn is_deep(&self, pair: Pair<L::Set>) -> bool {
        5 * pair.stones() < 4 * self.shared.board.points()
    }

    /// Has the first-ranked child come first.
    fn bring_first(&mut self, base: usize) {
        let children = self.stack[base..].iter().enumerate();
        if let Some((first, _)) = children.min_by_key(|(_, child)| child.rank) {
            self.stack.swap(base, base + first);
        }
        let child = &mut self.stack[base];
        child.place = self.shared.place(child.pair);
    }

    /// Whether the position loses for its mover, so that the capture that leads to it wins.
    fn refutes(&mut self, index: usize, likely: Likely) -> Result<bool, Stopped> {
        let child = self.stack[index];
        // An earlier sibling's search may have met this position.
        match self.shared.stored(child.place) {
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
        team: &Team,
        place: Place<L::Key>,
        base: usize,
        mut likely: Likely,
    ) -> Result<bool, Stopped> {
        let end = self.stack.len();
        // At most 112 captures on 64 points: a bit for each. On larger boards the others are
        // never left.
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
                    && team.is_in(child)
                    && self.shared.stored(child).is_none()
                {
                    left |= bit;
                    continue;
                }
                team.enter(child);
                let refutes = self.refutes(index, likely.of_child());
                team.leave(child);
                if refutes? {
                    // A child that was left counts as tried in vain.
                    self.history.learn(&self.stack[base..=index]);
                    return Ok(true);
                }
                // Another thread may have decided this very position meanwhile.
                if let Some(value) = self.shared.stored(place) {
                    return Ok(value);
                }
                likely = Likely::Lost;
            }
        }
        Ok(false)
    }
}

impl<L: Layout> Drop for Worker<'_, L> {
    /// Gives back what was not used.
    fn drop(&mut self) {
        self.settle();
    }
}
