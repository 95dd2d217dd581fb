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

/// A solver that keeps its table, of a fixed number of bytes, from one position to the next.
#[derive(Clone, Debug)]
pub struct AlphaBeta<G> {
    table: Vec<Option<Entry<G>>>,
    hasher: FixedState,
    /// Entries in use.
    used: usize,
    nodes: u64,
    most_nodes: u64,
}

/// Who is told how a search goes, and says when it ends.
struct Poll<'a> {
    stop: Stop<'a>,
    monitor: &'a Monitor,
}

/// The search was ended by a limit.
struct Stopped;

/// Entries that compete for a place: the one that took the least work goes.
const BUCKET: usize = 4;

/// Nodes between two looks at the stop callback.
const STOP_INTERVAL: u64 = 256;

impl<G: Game> AlphaBeta<G> {
    /// A solver whose table takes at most `memory_bytes` and never grows.
    ///
    /// # Errors
    /// If the machine does not have so much memory.
    pub fn new(memory_bytes: usize) -> Result<Self, MemoryError> {
        let entries = memory_bytes / size_of::<Option<Entry<G>>>();
        let entries = (entries / BUCKET * BUCKET).max(BUCKET);
        let mut table = Vec::new();
        table.try_reserve_exact(entries).map_err(|_| MemoryError {
            asked_bytes: memory_bytes,
            machine_bytes: machine_bytes(),
        })?;
        table.resize_with(entries, || None);
        Ok(Self {
            table,
            hasher: FixedState::default(),
            used: 0,
            nodes: 0,
            most_nodes: u64::MAX,
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
        let replies = |play| position.played(play).legal_moves().len();
        let plays = answer.moves.iter().map(|(play, _)| *play);
        let order = ascending(plays.map(replies));
        for index in order {
            let (play, value) = &mut answer.moves[index];
            monitor.note(index, Value::Unknown);
            match self.wins(&position.played(*play), &poll) {
                Ok(opponent_wins) => *value = Value::of_mover(!opponent_wins),
                Err(Stopped) => break,
            }
            monitor.note(index, *value);
            if *value == Value::Win && !question.all {
                break;
            }
        }
        answer.nodes = self.nodes;
        answer.conclude();
        answer
    }

    /// Whether the player to move wins.
    fn wins(&mut self, position: &G, poll: &Poll<'_>) -> Result<bool, Stopped> {
        if let Some(won) = position.mover_won() {
            return Ok(won);
        }
        let (position, _) = position.canonical();
        let bucket = self.bucket(&position);
        let stored = self.table[bucket..bucket + BUCKET]
            .iter()
            .flatten()
            .find(|entry| entry.position == position);
        if let Some(entry) = stored {
            return Ok(entry.won);
        }
        if self.nodes >= self.most_nodes || self.is_stopped(poll) {
            return Err(Stopped);
        }
        self.nodes += 1;
        let begun = self.nodes;
        let won = self.has_winning_move(&position, poll)?;
        let work = u32::try_from(self.nodes - begun).unwrap_or(u32::MAX);
        self.store(
            bucket,
            Entry {
                position,
                won,
                work,
            },
        );
        Ok(won)
    }

    /// Now and then tells how it goes, and asks whether to end.
    fn is_stopped(&self, poll: &Poll<'_>) -> bool {
        if !self.nodes.is_multiple_of(STOP_INTERVAL) {
            return false;
        }
        poll.monitor.set_nodes(self.nodes);
        poll.monitor.set_table(self.used, self.table.len());
        (poll.stop)()
    }

    fn has_winning_move(&mut self, position: &G, poll: &Poll<'_>) -> Result<bool, Stopped> {
        let moves = position.legal_moves();
        let mut children = Vec::with_capacity(moves.len());
        for play in moves {
            let child = position.played(play);
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

    fn bucket(&self, position: &G) -> usize {
        let buckets = (self.table.len() / BUCKET) as u64;
        // The high bits of a product spread a hash evenly over any number of buckets.
        let index = (u128::from(self.hasher.hash_one(position)) * u128::from(buckets)) >> 64;
        index as usize * BUCKET
    }

    fn store(&mut self, bucket: usize, entry: Entry<G>) {
        let places = &mut self.table[bucket..bucket + BUCKET];
        let least =
            (0..BUCKET).min_by_key(|&place| places[place].as_ref().map_or(0, |old| old.work));
        if let Some(place) = least {
            self.used += usize::from(places[place].is_none());
            places[place] = Some(entry);
        }
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
