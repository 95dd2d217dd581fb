//! A whole match.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use narrows_core::ByPlayer;

use super::opening::Opening;
use super::referee;
use super::seat::Seat;
use super::stats::{PairCounts, Sprt, Verdict};
use super::{Factory, GameRecord, MatchLimits, Schedule, ScheduledGame};

/// A player of a match.
#[derive(Clone)]
pub struct Entrant {
    /// The name in reports.
    pub name: String,
    /// Makes the player.
    pub factory: Factory,
}

/// A match to be played.
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
    /// A game that was played before is not one of this schedule.
    #[error("game {0} is not one of this match")]
    ForeignGame(u64),
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
    ) -> Result<(), MatchError> {
        self.check(played)?;
        let mut ledger = Ledger::new(self.sprt, played);
        let queue: Vec<ScheduledGame> = (0..)
            .map_while(|game| self.schedule.game(game))
            .filter(|game| !ledger.results.contains_key(&game.game))
            .collect();
        if queue.is_empty() || ledger.is_decided() {
            return Ok(());
        }
        let next = AtomicU64::new(0);
        let over = AtomicBool::new(false);
        thread::scope(|scope| {
            let (send, games) = channel();
            for _ in 0..self.concurrency.max(1).min(queue.len()) {
                let (send, queue, next, over) = (send.clone(), &queue, &next, &over);
                scope.spawn(move || {
                    let mut seats = HashMap::new();
                    while !over.load(Ordering::Relaxed) {
                        let index = next.fetch_add(1, Ordering::Relaxed) as usize;
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
                if stopped.load(Ordering::Relaxed) {
                    over.store(true, Ordering::Relaxed);
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
                            finished: ledger.results.len() as u64,
                            finished_now: now,
                            scheduled: self.schedule.games(),
                            sprt: ledger.standing(),
                        };
                        let flow = on_game(&game, &outlook);
                        played.push(game);
                        if flow.is_break() || ledger.is_decided() {
                            over.store(true, Ordering::Relaxed);
                        }
                    }
                }
            }
        });
        Ok(())
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
            let factory = &self.entrants[player].factory;
            (key, seat.unwrap_or_else(|| Seat::new(Arc::clone(factory))))
        };
        let (first_key, mut first) = take(scheduled.first, false);
        let (second_key, mut second) = take(scheduled.second, scheduled.first == scheduled.second);
        let mut both = ByPlayer {
            first: &mut first,
            second: &mut second,
        };
        let opening = &self.openings[scheduled.opening as usize];
        let game = referee::play(scheduled, opening, &mut both, &self.limits, self.seed, over);
        seats.insert(first_key, first);
        seats.insert(second_key, second);
        game
    }
}

/// The results so far, and the sequential test on them.
///
/// Pairs enter the test in the order of the schedule, however their games end: so the verdict does
/// not depend on the number of threads, or on which games are short.
struct Ledger {
    sprt: Option<Sprt>,
    /// For each game, whether player 0 won it.
    results: HashMap<u64, bool>,
    counts: PairCounts,
    next_pair: u64,
    verdict: Verdict,
}

impl Ledger {
    fn new(sprt: Option<Sprt>, played: &[GameRecord]) -> Self {
        let mut ledger = Self {
            sprt,
            results: HashMap::new(),
            counts: PairCounts::default(),
            next_pair: 0,
            verdict: Verdict::Continue,
        };
        for game in played {
            ledger.enter(game);
        }
        ledger
    }

    fn enter(&mut self, game: &GameRecord) {
        self.results
            .insert(game.game, game.first_won == (game.first == 0));
        let Some(sprt) = self.sprt else { return };
        while self.verdict == Verdict::Continue
            && let (Some(&one), Some(&two)) = (
                self.results.get(&(2 * self.next_pair)),
                self.results.get(&(2 * self.next_pair + 1)),
            )
        {
            self.counts.add(u8::from(one) + u8::from(two));
            self.next_pair += 1;
            self.verdict = sprt.verdict(&self.counts);
        }
    }

    fn is_decided(&self) -> bool {
        self.verdict != Verdict::Continue
    }

    fn standing(&self) -> Option<(f64, Verdict)> {
        self.sprt.map(|sprt| (sprt.llr(&self.counts), self.verdict))
    }
}
