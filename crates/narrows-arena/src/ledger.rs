//! The results of a match so far, in pairs, and the sequential test on them.

use std::collections::BTreeMap;

use super::GameRecord;
use super::plan::Forfeits;
use super::stats::{PairCounts, Sprt, Verdict};

/// What a pair of games gave player 0.
#[derive(Clone, Copy, Debug, Default)]
struct PairResult {
    /// The two games, by their place in the pair: won, lost, or forfeited and so without a result.
    games: [Option<Option<bool>>; 2],
}

/// The results so far, and the sequential test on them.
///
/// Pairs enter the test in the order of the schedule, however their games end: so the verdict does
/// not depend on the number of threads, or on which games are short. It ends at the first pair that
/// decides it; what is played after that changes nothing.
#[derive(Debug)]
pub(super) struct Ledger {
    sprt: Option<Sprt>,
    forfeits: Forfeits,
    /// Pairs with a finished game, by their number.
    pairs: BTreeMap<u64, PairResult>,
    games: u64,
    counts: PairCounts,
    next_pair: u64,
    verdict: Verdict,
}

impl Ledger {
    pub(super) fn new<'a>(
        sprt: Option<Sprt>,
        forfeits: Forfeits,
        played: impl IntoIterator<Item = &'a GameRecord>,
    ) -> Self {
        let mut ledger = Self {
            sprt,
            forfeits,
            pairs: BTreeMap::new(),
            games: 0,
            counts: PairCounts::default(),
            next_pair: 0,
            verdict: Verdict::Continue,
        };
        for game in played {
            ledger.enter(game);
        }
        ledger
    }

    pub(super) fn enter(&mut self, game: &GameRecord) {
        let apart = self.forfeits == Forfeits::Apart && game.ending.is_forfeit();
        let result = (!apart).then(|| game.won_by(0));
        let pair = self.pairs.entry(game.pair).or_default();
        pair.games[(game.game % 2) as usize] = Some(result);
        self.games += 1;
        let Some(sprt) = self.sprt else { return };
        while self.verdict == Verdict::Continue
            && let Some(PairResult {
                games: [Some(one), Some(two)],
            }) = self.pairs.get(&self.next_pair)
        {
            if let (Some(one), Some(two)) = (one, two) {
                self.counts.add(u8::from(*one) + u8::from(*two));
                self.verdict = sprt.verdict(&self.counts);
            }
            self.next_pair += 1;
        }
    }

    pub(super) fn has(&self, game: u64) -> bool {
        self.pairs
            .get(&(game / 2))
            .is_some_and(|pair| pair.games[(game % 2) as usize].is_some())
    }

    pub(super) fn games(&self) -> u64 {
        self.games
    }

    pub(super) fn is_decided(&self) -> bool {
        self.verdict != Verdict::Continue
    }

    pub(super) fn standing(&self) -> Option<(f64, Verdict)> {
        self.sprt.map(|sprt| (sprt.llr(&self.counts), self.verdict))
    }

    /// The pairs that the test has taken in, and its verdict.
    pub(super) fn test(&self) -> (PairCounts, Verdict) {
        (self.counts, self.verdict)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::EloModel;
    use crate::tests::record;

    fn sprt() -> Sprt {
        Sprt::new(EloModel::Logistic, 0.0, 100.0, 0.05, 0.05).unwrap()
    }

    /// Games of a match in which player 0 wins pair `p` where `wins(p)` says so, in the order given.
    fn games(pairs: u64, wins: impl Fn(u64) -> bool) -> Vec<GameRecord> {
        (0..2 * pairs)
            .map(|game| {
                let mut record = record(game);
                record.first_won = wins(game / 2) == (record.first == 0);
                record
            })
            .collect()
    }

    /// What is played after the verdict changes neither the verdict nor the figures of the test.
    #[test]
    fn games_after_the_verdict_do_not_count() {
        let decided = {
            let mut ledger = Ledger::new(Some(sprt()), Forfeits::Apart, &[]);
            let mut pairs = 0;
            while !ledger.is_decided() {
                for game in &games(pairs + 1, |_| true)[2 * pairs as usize..] {
                    ledger.enter(game);
                }
                pairs += 1;
            }
            pairs
        };
        // Lost from the verdict on: a test that looked at them would have no verdict any more.
        let long = games(decided + 40, |pair| pair < decided);
        let ledger = Ledger::new(Some(sprt()), Forfeits::Apart, &long);
        let (counts, verdict) = ledger.test();
        assert_eq!(verdict, Verdict::AcceptH1);
        assert_eq!(counts, PairCounts::new(0, 0, decided));
        assert_ne!(
            sprt().verdict(&PairCounts::new(40, 0, decided)),
            Verdict::AcceptH1
        );
        assert_eq!(ledger.games(), 2 * (decided + 40));
    }

    /// The order in which games end, and a pair that is missing, do not let later pairs in.
    #[test]
    fn pairs_wait_for_the_ones_before() {
        let mut backwards = games(12, |_| true);
        backwards.reverse();
        let whole = Ledger::new(Some(sprt()), Forfeits::Apart, &games(12, |_| true)).test();
        assert_eq!(
            Ledger::new(Some(sprt()), Forfeits::Apart, &backwards).test(),
            whole
        );
        backwards.retain(|game| game.pair != 3);
        let (counts, _) = Ledger::new(Some(sprt()), Forfeits::Apart, &backwards).test();
        assert_eq!(counts.pairs(), 3);
    }

    #[test]
    fn forfeits_are_left_out_unless_they_count() {
        let mut games = games(4, |_| true);
        games[2].ending = crate::Ending::Hung;
        let pairs = |forfeits| Ledger::new(Some(sprt()), forfeits, &games).test().0.pairs();
        assert_eq!(pairs(Forfeits::Apart), 3);
        assert_eq!(pairs(Forfeits::Count), 4);
    }
}
