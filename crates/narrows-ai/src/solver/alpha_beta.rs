//! A plain exact solver, for either game on any board: depth-first search for win or loss with a
//! transposition table on canonical positions.

use alloc::vec::Vec;
use core::hash::BuildHasher;
use core::mem::size_of;

use foldhash::fast::FixedState;
use narrows_core::Game;

use super::memory::{MemoryError, machine_bytes};
use super::{Answer, Monitor, Question};
use crate::budget::{Limits, Stop};
use crate::value::Value;

/// A proven position; the whole position is the key, so that an answer is a proof.
#[derive(Clone, Debug)]
struct Entry<G> {
    position: G,
    won: bool,
    /// Nodes it took to find out, capped.
    work: u32,
}

/// A solver that keeps its table from one position to the next.
#[derive(Clone, Debug)]
pub struct AlphaBeta<G> {
    table: Table<G>,
    nodes: u64,
    most_nodes: u64,
    /// Work since the last look at the stop callback, in points of boards that were looked at.
    points: usize,
}

/// Who is told how a search goes, and says when it ends.
struct Poll<'a> {
    stop: Stop<'a>,
    monitor: &'a Monitor,
}

/// The search was ended by a limit.
struct Stopped;

/// The work between two looks at the stop callback: some milliseconds.
const STOP_POINTS: usize = 1 << 15;

impl<G: Game> AlphaBeta<G> {
    /// A solver whose table takes at most `memory_bytes`. It takes them as it fills.
    ///
    /// # Errors
    /// If the machine does not have so much memory.
    pub fn new(memory_bytes: usize) -> Result<Self, MemoryError> {
        let machine_bytes = machine_bytes();
        if machine_bytes.is_some_and(|most| memory_bytes > most) {
            return Err(MemoryError {
                asked_bytes: memory_bytes,
                machine_bytes,
            });
        }
        Ok(Self {
            table: Table::new(memory_bytes),
            nodes: 0,
            most_nodes: u64::MAX,
            points: 0,
        })
    }

    /// Solves a position; nimbers and distances are beyond this solver.
    pub fn solve(
        &mut self,
        position: &G,
        question: Question,
        limits: &Limits,
        stop: Stop,
    ) -> Answer<G::Move> {
        self.solve_watched(position, question, limits, stop, &Monitor::default())
    }

    /// The same for those who watch.
    pub(super) fn solve_watched(
        &mut self,
        position: &G,
        question: Question,
        limits: &Limits,
        stop: Stop,
        monitor: &Monitor,
    ) -> Answer<G::Move> {
        let poll = Poll { stop, monitor };
        self.nodes = 0;
        self.most_nodes = limits.nodes.unwrap_or(u64::MAX);
        let mut answer = Answer::unsolved(position);
        if position.is_over() {
            return answer;
        }
        // A limit leaves the values found so far.
        let _ended = self.decide(position, question, &poll, &mut answer);
        answer.nodes = self.nodes;
        answer.conclude();
        answer
    }

    /// The value of each move, or of enough of them.
    fn decide(
        &mut self,
        position: &G,
        question: Question,
        poll: &Poll<'_>,
        answer: &mut Answer<G::Move>,
    ) -> Result<(), Stopped> {
        let mut replies = Vec::with_capacity(answer.moves.len());
        for (play, _) in &answer.moves {
            self.look(position, poll)?;
            replies.push(position.played(*play).legal_moves().len());
        }
        for index in ascending(replies.into_iter()) {
            poll.monitor.note(index, Value::Unknown);
            let child = position.played(answer.moves[index].0);
            let value = Value::of_mover(!self.wins(&child, poll)?);
            answer.moves[index].1 = value;
            poll.monitor.note(index, value);
            if value == Value::Win && !question.all {
                break;
            }
        }
        Ok(())
    }

    /// Whether the player to move wins.
    fn wins(&mut self, position: &G, poll: &Poll<'_>) -> Result<bool, Stopped> {
        if let Some(won) = position.mover_won() {
            return Ok(won);
        }
        let (position, _) = position.canonical();
        if let Some(won) = self.table.get(&position) {
            return Ok(won);
        }
        if self.nodes >= self.most_nodes {
            return Err(Stopped);
        }
        self.look(&position, poll)?;
        self.nodes += 1;
        let begun = self.nodes;
        let won = self.has_winning_move(&position, poll)?;
        let work = u32::try_from(self.nodes - begun).unwrap_or(u32::MAX);
        self.table.put(Entry {
            position,
            won,
            work,
        });
        Ok(won)
    }

    /// Counts a look at a board; now and then reports progress, and asks whether to end.
    fn look(&mut self, position: &G, poll: &Poll<'_>) -> Result<(), Stopped> {
        self.points += position.size().points();
        // The first node always asks: the caller may have had enough before.
        if self.points < STOP_POINTS && self.nodes > 0 {
            return Ok(());
        }
        self.points = 0;
        poll.monitor.set_nodes(self.nodes);
        let table = &self.table;
        poll.monitor
            .set_table(table.used as u64, table.most_entries as u64);
        if (poll.stop)() { Err(Stopped) } else { Ok(()) }
    }

    fn has_winning_move(&mut self, position: &G, poll: &Poll<'_>) -> Result<bool, Stopped> {
        let moves = position.legal_moves();
        let mut children = Vec::with_capacity(moves.len());
        for play in moves {
            let child = position.played(play);
            self.look(&child, poll)?;
            match child.mover_won() {
                Some(false) => return Ok(true),
                Some(true) => {}
                None => children.push((child.legal_moves().len(), child)),
            }
        }
        // Fewest replies first: small searches, and often lost for the opponent.
        for index in ascending(children.iter().map(|(replies, _)| *replies)) {
            if !self.wins(&children[index].1, poll)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The numbers of the smallest count first. A sort of its own for positions or moves would be compiled for every game
/// and width; this one is compiled once.
fn ascending(counts: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut order: Vec<(usize, usize)> =
        counts.enumerate().map(|(at, count)| (count, at)).collect();
    order.sort_unstable();
    order.into_iter().map(|(_, at)| at).collect()
}

/// Entries that compete for a place: the one that took the least work goes.
const BUCKET: usize = 4;

/// A table begins with so many entries, and grows by a factor when half of them are in use.
const FIRST_ENTRIES: usize = 64 * BUCKET;
const GROWTH: usize = 4;

/// Proven positions in buckets.
#[derive(Clone, Debug)]
struct Table<G> {
    entries: Vec<Option<Entry<G>>>,
    hasher: FixedState,
    /// Entries in use.
    used: usize,
    most_entries: usize,
}

impl<G: Game> Table<G> {
    fn new(bytes: usize) -> Self {
        let most = bytes / size_of::<Option<Entry<G>>>();
        let mut table = Self {
            entries: Vec::new(),
            hasher: FixedState::default(),
            used: 0,
            most_entries: (most / BUCKET * BUCKET).max(BUCKET),
        };
        table.resize(table.most_entries.min(FIRST_ENTRIES));
        table
    }

    /// Gives the table another number of entries; if there is no memory for them, it keeps those it has for good.
    fn resize(&mut self, entries: usize) {
        let mut larger = Vec::new();
        if larger.try_reserve_exact(entries).is_err() {
            self.most_entries = self.entries.len();
            return;
        }
        larger.resize_with(entries, || None);
        let old = core::mem::replace(&mut self.entries, larger);
        self.used = 0;
        for entry in old.into_iter().flatten() {
            self.place(entry);
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "the number of a bucket in memory"
    )]
    fn bucket(&self, position: &G) -> core::ops::Range<usize> {
        let buckets = (self.entries.len() / BUCKET) as u64;
        // The high bits of a product spread a hash evenly over any number of buckets.
        let index = (u128::from(self.hasher.hash_one(position)) * u128::from(buckets)) >> 64;
        let first = index as usize * BUCKET;
        first..first + BUCKET
    }

    fn get(&self, position: &G) -> Option<bool> {
        let bucket = self.entries.get(self.bucket(position))?;
        let mut entries = bucket.iter().flatten();
        let found = entries.find(|entry| entry.position == *position)?;
        Some(found.won)
    }

    fn put(&mut self, entry: Entry<G>) {
        let len = self.entries.len();
        if self.used > len / 2 && len < self.most_entries {
            // While it grows, there are two of them.
            let room = self.most_entries - len;
            let entries = len.saturating_mul(GROWTH).min(room / BUCKET * BUCKET);
            if entries > len {
                self.resize(entries);
            } else {
                self.most_entries = len;
            }
        }
        self.place(entry);
    }

    /// Puts an entry in the place of its own position, of none, or of the least work.
    fn place(&mut self, entry: Entry<G>) {
        let bucket = self.bucket(&entry.position);
        let Some(places) = self.entries.get_mut(bucket) else {
            return;
        };
        let cost =
            |place: &Option<Entry<G>>| place.as_ref().map_or(0, |old| 1 + u64::from(old.work));
        if let Some(place) = places.iter_mut().min_by_key(|place| cost(place)) {
            self.used += usize::from(place.is_none());
            *place = Some(entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use narrows_core::{BlackNarrows, Narrows, Pie};

    use super::*;
    use crate::budget::NEVER;

    #[test]
    fn memory_is_taken_as_it_is_needed() {
        let start = BlackNarrows::<1>::start("4x4".parse().unwrap()).unwrap();
        let solve = |bytes| {
            let mut solver = AlphaBeta::new(bytes).unwrap();
            assert!(solver.table.entries.len() <= FIRST_ENTRIES);
            let answer = solver.solve(&start, Question::default(), &Limits::default(), NEVER);
            (solver.table.entries.len(), answer.nodes)
        };
        let (entries, nodes) = solve(1 << 30);
        assert!(
            nodes > 200 && entries as u64 <= 8 * nodes,
            "{entries} {nodes}"
        );
        let (least, more_nodes) = solve(0);
        assert!(
            least == BUCKET && more_nodes > nodes,
            "{least} {more_nodes}"
        );
        let error = AlphaBeta::<BlackNarrows<1>>::new(usize::MAX).err();
        assert_eq!(error.map(|error| error.asked_bytes), Some(usize::MAX));
    }

    /// On the largest boards a node has hundreds of children with hundreds of moves.
    #[test]
    fn a_stop_is_asked_for_within_a_node() {
        let start = Narrows::<11>::start("26x26".parse().unwrap(), Pie::Off).unwrap();
        let asked = core::sync::atomic::AtomicU32::new(0);
        let stop = || asked.fetch_add(1, core::sync::atomic::Ordering::Relaxed) > 2;
        let mut solver = AlphaBeta::new(1 << 20).unwrap();
        let answer = solver.solve(&start, Question::default(), &Limits::default(), &stop);
        assert_eq!((answer.value, answer.nodes), (Value::Unknown, 0));
    }
}
