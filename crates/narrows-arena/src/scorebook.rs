//! A match as its games come in, from whatever machine: which are there, how it stands, whether it is over.

use std::collections::HashMap;

use super::ledger::Ledger;
use super::plan::Forfeits;
use super::stats::{Sprt, Verdict};
use super::{Ending, GameRecord};

/// A player that fails so often in a row ends the match, unless it is told to go on.
pub(super) const MOST_FAILURES: u32 = 3;

/// Why a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchEnd {
    /// All its games are played.
    Complete,
    /// The sequential test is decided.
    Decided,
    /// It was stopped.
    Stopped,
    /// A player failed three times in a row.
    Failing {
        /// Index of the player.
        player: usize,
        /// How it failed last.
        ending: Ending,
        /// More about that.
        detail: String,
    },
}

/// Where a match stands when a game ends.
#[derive(Clone, Copy, Debug)]
pub struct Outlook {
    /// Games finished, those of earlier runs included.
    pub finished: u64,
    /// Games finished in this run.
    pub finished_now: u64,
    /// Games in the schedule; with a sequential test, the most there can be.
    pub scheduled: u64,
    /// Where the sequential test stands, if there is one: log-likelihood ratio and verdict.
    pub sprt: Option<(f64, Verdict)>,
}

/// The games of a match so far, and what they mean for it.
#[derive(Debug)]
pub struct Scorebook {
    ledger: Ledger,
    /// Failures of each player in a row.
    failures: HashMap<usize, u32>,
    recover: bool,
    scheduled: u64,
    now: u64,
}

impl Scorebook {
    /// A match of so many games at most, none of them played.
    pub(super) fn new(
        sprt: Option<Sprt>,
        forfeits: Forfeits,
        recover: bool,
        scheduled: u64,
    ) -> Self {
        Self {
            ledger: Ledger::new(sprt, forfeits, &[]),
            failures: HashMap::new(),
            recover,
            scheduled,
            now: 0,
        }
    }

    /// Takes a game of an earlier run.
    pub(super) fn recall(&mut self, game: &GameRecord) {
        self.ledger.enter(game);
    }

    /// Whether a game is there.
    #[must_use]
    pub fn has(&self, game: u64) -> bool {
        self.ledger.has(game)
    }

    /// Whether the sequential test is decided.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.ledger.is_decided()
    }

    /// Whether every game of the schedule is there.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.ledger.games() >= self.scheduled
    }

    /// Takes a game of this match that was not there. Gives why the match is over, if it ends with that game.
    pub fn enter(&mut self, game: &GameRecord) -> Option<MatchEnd> {
        self.now += 1;
        self.ledger.enter(game);
        let failing = self.note_failures(game);
        if self.is_decided() {
            Some(MatchEnd::Decided)
        } else {
            failing
        }
    }

    /// Where the match stands.
    #[must_use]
    pub fn outlook(&self) -> Outlook {
        Outlook {
            finished: self.ledger.games(),
            finished_now: self.now,
            scheduled: self.scheduled,
            sprt: self.ledger.standing(),
        }
    }

    /// Counts the failures of each player in a row; the end of the match if they are too many.
    fn note_failures(&mut self, game: &GameRecord) -> Option<MatchEnd> {
        let loser = game.loser();
        for player in [game.first, game.second] {
            if !(player == loser && game.ending.is_forfeit()) {
                self.failures.remove(&player);
            }
        }
        if !game.ending.is_forfeit() {
            return None;
        }
        let failures = self.failures.entry(loser).or_default();
        *failures += 1;
        (*failures >= MOST_FAILURES && !self.recover).then(|| MatchEnd::Failing {
            player: loser,
            ending: game.ending,
            detail: game.detail.clone(),
        })
    }
}
