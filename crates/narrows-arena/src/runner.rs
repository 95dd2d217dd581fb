//! A whole match.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use narrows_core::ByPlayer;

use super::opening::Opening;
use super::plan::{Forfeits, MatchPlan, Pairings, PlanError};
use super::referee;
use super::schedule::index_of;
use super::scorebook::{MatchEnd, Outlook, Scorebook};
use super::seat::Seat;
use super::stats::Sprt;
use super::{Factory, GameRecord, MatchLimits, Schedule, ScheduledGame};

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

/// The players of one thread, who stay from game to game; those of a match that meet themselves have two chairs.
#[derive(Default)]
pub struct Seats(HashMap<(usize, bool), Seat>);

impl std::fmt::Debug for Seats {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
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

    /// The match of a plan between such players.
    ///
    /// # Errors
    /// [`PlanError`] if the parts of the plan do not fit together.
    pub fn planned(plan: &MatchPlan, entrants: Vec<Entrant>) -> Result<Self, PlanError> {
        let Pairings { openings, schedule } = plan.pairings()?;
        Ok(Self {
            limits: plan.limits,
            seed: plan.seed,
            sprt: plan.sprt,
            forfeits: plan.forfeits,
            ..Self::new(entrants, openings, schedule)
        })
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
        let mut book = self.scorebook(played)?;
        let queue: Vec<ScheduledGame> = (0..)
            .map_while(|game| self.schedule.game(game))
            .filter(|game| self.share.is_none_or(|share| share.has(game.pair)))
            .filter(|game| !book.has(game.game))
            .collect();
        if book.is_decided() {
            return Ok(MatchEnd::Decided);
        }
        let next = AtomicUsize::new(0);
        let over = AtomicBool::new(false);
        let mut end = MatchEnd::Complete;
        thread::scope(|scope| {
            let (send, games) = channel();
            for _ in 0..self.concurrency.max(1).min(queue.len()) {
                let (send, queue, next, over) = (send.clone(), &queue, &next, &over);
                scope.spawn(move || {
                    let mut seats = Seats::default();
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
                        let over_now = book.enter(&game);
                        let flow = on_game(&game, &book.outlook());
                        played.push(game);
                        let ended = if flow.is_break() {
                            Some(MatchEnd::Stopped)
                        } else {
                            over_now
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

    /// The games of this match so far, if they are games of it.
    ///
    /// # Errors
    /// [`MatchError`] if they are not, or the parts of the match do not fit together.
    pub fn scorebook(&self, played: &[GameRecord]) -> Result<Scorebook, MatchError> {
        self.check(played)?;
        let mut book = Scorebook::new(
            self.sprt,
            self.forfeits,
            self.recover,
            self.schedule.games(),
        );
        played.iter().for_each(|game| book.recall(game));
        Ok(book)
    }

    /// Plays one game of the schedule, with players who keep their seats from game to game. `None` if there is no such
    /// game, or it was stopped while somebody thought.
    ///
    /// The games of a match whose players are deterministic are the same in any order and on any machine.
    pub fn play_game(
        &self,
        game: u64,
        seats: &mut Seats,
        stopped: &AtomicBool,
    ) -> Option<GameRecord> {
        self.game(&self.schedule.game(game)?, seats, stopped)
    }

    fn game(
        &self,
        scheduled: &ScheduledGame,
        seats: &mut Seats,
        over: &AtomicBool,
    ) -> Option<GameRecord> {
        // A player that meets itself needs two chairs.
        let mut take = |player: usize, again: bool| {
            let key = (player, again);
            let seat = seats.0.remove(&key);
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
        seats.0.insert(first_key, first);
        seats.0.insert(second_key, second);
        game
    }
}
