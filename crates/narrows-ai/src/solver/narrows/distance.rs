//! How long a decided game still lasts: the winner hastens, the loser delays.
//!
//! For a growing number of plies the search asks "is it over within so many?" until the answer is
//! yes. A won position is over within `d` plies if some capture ends it in the mover's favour or
//! leads to a lost one that is over within `d - 1`; a lost position is if every capture leads to the
//! end or to a won one that is over within `d - 1`. Both questions keep their bounds in a table of
//! their own.

use crate::order::sort_by_key;
use alloc::vec::Vec;

use super::expand::History;
use super::links::Standing;
use super::meter::Stopped;
use super::position::{Layout, Pair};
use super::search::Worker;
use super::shared::Shared;
use super::table::{Key, Table, WORK_BITS};

/// One thread's search for the length of decided games.
pub(crate) struct Distance<'a, L: Layout> {
    shared: &'a Shared<'a, L>,
    worker: Worker<'a, L>,
    table: Table<'a, L::Key>,
    expanded: u64,
}

impl<'a, L: Layout> Distance<'a, L> {
    pub(crate) fn new(shared: &'a Shared<'a, L>, table: Table<'a, L::Key>) -> Self {
        Self {
            shared,
            worker: Worker::new(shared, None, History::default()),
            table,
            expanded: 0,
        }
    }

    /// Plies to the end of a position in which nobody is linked and that the mover wins or not.
    pub(crate) fn plies(&mut self, pair: Pair<L::Set>, won: bool) -> Result<u32, Stopped> {
        // Every capture takes a stone off, and a side with one stone is linked (lemma N2).
        for plies in 1..pair.stones() {
            if self.ends(pair, won, plies)? {
                return Ok(plies);
            }
        }
        Ok(pair.stones())
    }

    /// Whether the mover wins (or, with `won` false, loses) within so many plies.
    fn ends(&mut self, pair: Pair<L::Set>, won: bool, plies: u32) -> Result<bool, Stopped> {
        if plies == 0 {
            return Ok(false);
        }
        let links = self.shared.board.standing(pair.own, pair.other) == Standing::LinksNext;
        if links || (won && plies == 1) {
            return Ok(links && won);
        }
        let key = self.shared.key(pair);
        // The value search may know that the other side wins.
        let value = self.shared.stored(self.shared.table.place(key));
        if value.is_some_and(|value| value != won) {
            return Ok(false);
        }
        let place = self.table.place(key.flagged(won));
        let bits = L::Key::PLIES_BITS;
        let mask = (1 << bits) - 1;
        let (mut least, mut most) = (1, mask);
        if let Some(data) = self.table.get(place) {
            least = data >> WORK_BITS & mask;
            most = data >> (WORK_BITS + bits) & mask;
        }
        let asked = u64::from(plies);
        if asked >= most || asked < least {
            return Ok(asked >= most);
        }
        let before = self.expanded;
        let ends = self.expand(pair, won, plies)?;
        if ends {
            most = asked;
        } else {
            least = asked + 1;
        }
        let work = Table::<L::Key>::work(self.expanded - before);
        let data = most << (WORK_BITS + bits) | least << WORK_BITS | work;
        self.table.put(place, data);
        Ok(ends)
    }

    fn expand(&mut self, pair: Pair<L::Set>, won: bool, plies: u32) -> Result<bool, Stopped> {
        self.worker.count()?;
        self.expanded += 1;
        let board = self.shared.board;
        let mut children = Vec::with_capacity(48);
        board.for_each_capture(pair, |from, to| {
            let child = pair.after(from, to);
            match board.standing(child.own, child.other) {
                // The mover cannot link here, so this capture loses at once.
                Standing::Linked => {}
                Standing::LinksNext if won => {}
                Standing::LinksNext => children.push((i32::MAX, child)),
                Standing::Apart => {
                    children.push((self.shared.rank(child), child));
                }
            }
        });
        sort_by_key(&mut children, |child| child.0);
        for (_, child) in children {
            if self.ends(child, !won, plies - 1)? == won {
                return Ok(won);
            }
        }
        Ok(!won)
    }
}
