//! A whole match.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use narrows_core::ByPlayer;

use super::ledger::Ledger;
use super::opening::Opening;
use super::plan::Forfeits;
use super::referee;
use super::schedule::index_of;
use super::seat::Seat;
use super::stats::{Sprt, Verdict};
use super::{Ending, Factory, GameRecord, MatchLimits, Schedule, ScheduledGame};

/// A player that fails so often in a row ends the match, unless it is told to go on.
pub(super) const MOST_FAILURES: u32 = 3;

/// A player of a match.
#[derive(Clone)]
pub struct Entrant {
    /// The name in reports.
    pub name: String,
    /// Makes the player.
    pub factory: Factory,
    /// How long this player may be silent, if the match's own patience does not fit it.
    pub patience: Option<Duration>,
}

impl Entrant {
    /// A player with the patience of the match.
    #[must_use]
    pub fn new(name: impl Into<String>, factory: Factory) -> Self {
        Self {
            name: name.into(),
            factory,
            patience: None,
        }
    }
}

impl std::fmt::Debug for Entrant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Entrant")
            .field("name", &self.name)
            .field("patience", &self.patience)
            .finish_non_exhaustive()
    }
}

/// A match to be played.
#[derive(Debug)]
pub struct Match {
    /// The players; pairings of the schedule are indexes of this list.
    pub entrants: Vec<Entrant>,
    /// The openings; the schedule's are indexes of this list.
    pub openings: Vec<Opening>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// What bounds a move.
    pub limits: MatchLimits,
    /// The seed every game's seeds come from.
    pub seed: u64,
    /// How many games are played at once, at least 1.
    pub concurrency: usize,
    /// Ends a match of two players as soon as it is decided.
    pub sprt: Option<Sprt>,
    /// Whether forfeited games enter the sequential test.
    pub forfeits: Forfeits,
    /// Whether to play on when a player has failed three times in a row.
    pub recover: bool,
    /// The part of the pairs to play here, if several machines share the match.
    pub share: Option<Share>,
}

/// The `part`-th of `parts` machines plays the pairs whose number leaves `part - 1` when divided by
/// `parts`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Which part, from 1.
    pub part: u64,
    /// How many there are.
    pub parts: u64,
}

impl Share {
    fn has(self, pair: u64) -> bool {
        pair % self.parts.max(1) == self.part.saturating_sub(1)
    }
}

/// Why a match cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchError {
    /// The schedule names players or openings that are not there.
    #[error("the schedule names players or openings that do not exist")]
    Schedule,
    /// A sequential test compares two players.
    #[error("a sequential test compares two players; this match has other pairings")]
    Sprt,
    /// A sequential test needs all pairs in order.
    #[error("a sequential test needs every pair; a share of a match cannot have one")]
    Share,
    /// A game that was played before is not one of this schedule.
    #[error("game {0} is not one of this match")]
    ForeignGame(u64),
}

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

impl Match {
    /// A match without a clock, a sequential test or concurrency, for changing where it should differ.
    #[must_use]
    pub fn new(entrants: Vec<Entrant>, openings: Vec<Opening>, schedule: Schedule) -> Self {
        Self {
            entrants,
            openings,
            schedule,
            limits: MatchLimits::default(),
            seed: 1,
            concurrency: 1,
            sprt: None,
            forfeits: Forfeits::Apart,
            recover: false,
            share: None,
        }
    }

    /// Plays all games that are not among `played`, which holds the games of earlier runs, and adds
    /// them to it in the order in which they end.
    ///
    /// `stopped` ends the match within a fraction of a second; games in progress are dropped.
    /// `on_game` is told of each game and may end the match.
    ///
    /// # Errors
    /// [`MatchError`] if the parts of the match do not fit together.
    pub fn play(
        &self,
        played: &mut Vec<GameRecord>,
        stopped: &AtomicBool,
        mut on_game: impl FnMut(&GameRecord, &Outlook) -> ControlFlow<()>,
    ) -> Result<MatchEnd, MatchError> {
        self.check(played)?;
        let mut ledger = Ledger::new(self.sprt, self.forfeits, played.iter());
        let queue: Vec<ScheduledGame> = (0..)
            .map_while(|game| self.schedule.game(game))
            .filter(|game| self.share.is_none_or(|share| share.has(game.pair)))
            .filter(|game| !ledger.has(game.game))
            .collect();
        if ledger.is_decided() {
            return Ok(MatchEnd::Decided);
        }
        let next = AtomicUsize::new(0);
        let over = AtomicBool::new(false);
        let mut end = MatchEnd::Complete;
        let mut failures = vec![0; self.entrants.len()];
        thread::scope(|scope| {
            let (send, games) = channel();
            for _ in 0..self.concurrency.max(1).min(queue.len()) {
                let (send, queue, next, over) = (send.clone(), &queue, &next, &over);
                scope.spawn(move || {
                    let mut seats = HashMap::new();
                    while !over.load(Ordering::Relaxed) {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(scheduled) = queue.get(index) else {
                            break;
                        };
                        let Some(game) = self.game(scheduled, &mut seats, over) else {
                            break;
                        };
                        if send.send(game).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(send);
            let mut now = 0;
            loop {
                if stopped.load(Ordering::Relaxed) && !over.swap(true, Ordering::Relaxed) {
                    end = MatchEnd::Stopped;
                }
                match games.recv_timeout(Duration::from_millis(20)) {
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                    // A game that ended after the match did is not part of it.
                    Ok(_) if over.load(Ordering::Relaxed) => {}
                    Ok(game) => {
                        now += 1;
                        ledger.enter(&game);
                        let outlook = Outlook {
                            finished: ledger.games(),
                            finished_now: now,
                            scheduled: self.schedule.games(),
                            sprt: ledger.standing(),
                        };
                        let flow = on_game(&game, &outlook);
                        let failing = self.note_failures(&mut failures, &game);
                        played.push(game);
                        let ended = if flow.is_break() {
                            Some(MatchEnd::Stopped)
                        } else if ledger.is_decided() {
                            Some(MatchEnd::Decided)
                        } else {
                            failing
                        };
                        if let Some(ended) = ended {
                            end = ended;
                            over.store(true, Ordering::Relaxed);
                        }
                    }
                }
            }
        });
        Ok(end)
    }

    fn check(&self, played: &[GameRecord]) -> Result<(), MatchError> {
        let known = |&(a, b): &(usize, usize)| a.max(b) < self.entrants.len();
        if !self.schedule.pairings().iter().all(known)
            || self.schedule.openings() > self.openings.len() as u64
        {
            return Err(MatchError::Schedule);
        }
        if self.sprt.is_some() && self.schedule.pairings().len() != 1 {
            return Err(MatchError::Sprt);
        }
        if self.sprt.is_some() && self.share.is_some() {
            return Err(MatchError::Share);
        }
        for game in played {
            let fits = self.schedule.game(game.game).is_some_and(|scheduled| {
                (scheduled.first, scheduled.second, scheduled.opening)
                    == (game.first, game.second, game.opening)
            });
            if !fits {
                return Err(MatchError::ForeignGame(game.game));
            }
        }
        Ok(())
    }

    /// Counts the failures of each player in a row; the end of the match if they are too many.
    fn note_failures(&self, failures: &mut [u32], game: &GameRecord) -> Option<MatchEnd> {
        let loser = game.loser();
        for player in [game.first, game.second] {
            if !(player == loser && game.ending.is_forfeit()) {
                failures[player] = 0;
            }
        }
        if !game.ending.is_forfeit() {
            return None;
        }
        failures[loser] += 1;
        (failures[loser] >= MOST_FAILURES && !self.recover).then(|| MatchEnd::Failing {
            player: loser,
            ending: game.ending,
            detail: game.detail.clone(),
        })
    }

    fn game(
        &self,
        scheduled: &ScheduledGame,
        seats: &mut HashMap<(usize, bool), Seat>,
        over: &AtomicBool,
    ) -> Option<GameRecord> {
        // A player that meets itself needs two chairs.
        let mut take = |player: usize, again: bool| {
            let key = (player, again);
            let seat = seats.remove(&key);
            let entrant = &self.entrants[player];
            let new = || Seat::new(Arc::clone(&entrant.factory), entrant.patience);
            (key, seat.unwrap_or_else(new))
        };
        let (first_key, mut first) = take(scheduled.first, false);
        let (second_key, mut second) = take(scheduled.second, scheduled.first == scheduled.second);
        let mut both = ByPlayer {
            first: &mut first,
            second: &mut second,
        };
        let opening = &self.openings[index_of(scheduled.opening)];
        let game = referee::play(scheduled, opening, &mut both, &self.limits, self.seed, over);
        seats.insert(first_key, first);
        seats.insert(second_key, second);
        game
    }
}
