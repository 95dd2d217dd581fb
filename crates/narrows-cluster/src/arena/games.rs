//! A match as a plan: a job is a pair of games, its answer their records, which the rules confirm.

use std::collections::HashSet;

use narrows_arena::results::check;
use narrows_arena::{
    GameRecord, Match, MatchEnd, MatchPlan, Pairings, Results, ResultsFile, Scorebook,
};
use narrows_console::arena::results_failure;

use super::incomplete;
use crate::coordinator::plan::{Entry, Plan, Standing};
use crate::failure::Failure;
use crate::wire::{Answer, Job, Outcome, Work};

/// A match in progress.
pub struct Games {
    pairings: Pairings,
    book: Scorebook,
    file: Option<ResultsFile>,
    results: Results,
    /// The first pair that was not looked at.
    next_pair: u64,
    /// Pairs that were handed out and are not answered.
    open: HashSet<u64>,
    set_aside: usize,
    end: Option<MatchEnd>,
    /// Why the match cannot go on.
    broken: Option<Failure>,
}

impl Games {
    /// A match that goes on from its results file and from what is kept of it on the server.
    ///
    /// # Errors
    /// How writing the file fails.
    pub fn new(
        game: &Match,
        plan: &MatchPlan,
        (mut file, mut results): (Option<ResultsFile>, Results),
        known: Vec<Entry>,
    ) -> Result<Self, Failure> {
        let could_not = |error: &dyn std::fmt::Display| Failure::could_not(error.to_string());
        let pairings = plan.pairings().map_err(|error| could_not(&error))?;
        let mut there: HashSet<u64> = results.games.iter().map(|game| game.game).collect();
        let kept = known.iter().filter_map(|(_, text)| read(text));
        let mut kept: Vec<GameRecord> = kept.flatten().collect();
        kept.sort_by_key(|game| game.game);
        for game in kept {
            if check(&game, &pairings).is_ok() && there.insert(game.game) {
                if let Some(file) = &mut file {
                    file.append(&game).map_err(results_failure)?;
                }
                results.games.push(game);
            }
        }
        let book = game
            .scorebook(&results.games)
            .map_err(|error| could_not(&error))?;
        Ok(Self {
            pairings,
            end: book.is_decided().then_some(MatchEnd::Decided),
            book,
            file,
            results,
            next_pair: 0,
            open: HashSet::new(),
            set_aside: 0,
            broken: None,
        })
    }

    /// The results, and how the match ended.
    pub fn ended(self) -> (Results, Result<MatchEnd, Failure>) {
        let end = match self.broken {
            Some(failure) => Err(failure),
            None => incomplete(self.set_aside, self.end.unwrap_or(MatchEnd::Complete)),
        };
        (self.results, end)
    }

    fn pairs(&self) -> u64 {
        self.pairings.schedule.games() / 2
    }

    fn has(&self, pair: u64) -> bool {
        numbers(pair).iter().all(|&game| self.book.has(game))
    }

    fn is_over(&self) -> bool {
        self.end.is_some() || self.broken.is_some()
    }

    /// What is wrong with the games of a pair, if anything is.
    fn check(&self, pair: u64, games: &[GameRecord]) -> Result<(), String> {
        let found: Vec<u64> = games.iter().map(|game| game.game).collect();
        if found != numbers(pair) {
            return Err(format!("games {found:?} are not those of pair {pair}"));
        }
        for game in games {
            check(game, &self.pairings)
                .map_err(|problem| format!("game {}: {problem}", game.game))?;
        }
        Ok(())
    }

    /// Takes a game in, unless it is there: in the file first, so that nothing is counted that is not kept.
    fn enter(&mut self, game: &GameRecord) {
        if self.is_over() || self.book.has(game.game) {
            return;
        }
        if let Some(file) = &mut self.file
            && let Err(error) = file.append(game)
        {
            self.broken = Some(results_failure(error));
            return;
        }
        self.end = self.book.enter(game);
        self.results.games.push(game.clone());
    }
}

/// The games of a pair.
fn numbers(pair: u64) -> [u64; 2] {
    [2 * pair, 2 * pair + 1]
}

fn read(text: &[u8]) -> Option<Vec<GameRecord>> {
    serde_json::from_slice(text).ok()
}

impl Plan for Games {
    fn next(&mut self) -> Option<Job> {
        while !self.is_over() && self.next_pair < self.pairs() {
            let pair = self.next_pair;
            self.next_pair += 1;
            if self.has(pair) {
                continue;
            }
            self.open.insert(pair);
            return Some(Job {
                id: format!("g{pair}"),
                epoch: 0,
                work: Work::Pair { pair },
                not: None,
            });
        }
        None
    }

    fn take(
        &mut self,
        job: &Job,
        answer: &Answer,
        _certificate: Option<Vec<u8>>,
    ) -> Result<Vec<Entry>, String> {
        let (Work::Pair { pair }, Outcome::Played { games }) = (&job.work, &answer.outcome) else {
            return Err("an answer to another kind of job".to_owned());
        };
        self.check(*pair, games)?;
        self.open.remove(pair);
        games.iter().for_each(|game| self.enter(game));
        if self.broken.is_some() {
            return Ok(Vec::new());
        }
        let text = serde_json::to_vec(games).unwrap_or_default();
        Ok(vec![(job.id.clone(), text)])
    }

    fn set_aside(&mut self, job: &Job) -> Vec<Entry> {
        if let Work::Pair { pair } = &job.work {
            self.open.remove(pair);
            self.set_aside += 1;
            if self.results.plan.sprt.is_some() {
                self.broken = Some(Failure::could_not(format!(
                    "pair {pair} could not be played, and a sequential test needs every pair in order; with --out, \
                     the same command tries it again"
                )));
            }
        }
        Vec::new()
    }

    fn audit(&self, _job: &Job, _answer: &Answer) -> Option<Work> {
        None
    }

    fn agree(&self, one: &Outcome, other: &Outcome) -> bool {
        one == other
    }

    fn distrust(&mut self, _liar: &str, _epoch: u32) -> Vec<String> {
        Vec::new()
    }

    fn is_done(&self) -> bool {
        self.is_over() || (self.next_pair >= self.pairs() && self.open.is_empty())
    }

    fn standing(&self) -> Standing {
        let outlook = self.book.outlook();
        Standing {
            done: outlook.finished / 2,
            total: Some(self.pairs()),
            llr: outlook.sprt.map(|(llr, _)| llr),
            ..Standing::default()
        }
    }
}
