//! What the games of a match say.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::ledger::Ledger;
use super::plan::Forfeits;
use super::stats::{
    Comparison, Encounter, Estimate, FirstPlayerAdvantage, PairCounts, RatingList,
    SequentialEstimate, Sprt, Verdict, proportion, rating_list,
};
use super::{Ending, GameRecord, Schedule};

/// How often games ended in some way, and who lost them.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct EndingCount {
    /// How.
    pub ending: Ending,
    /// Index of the player who lost.
    pub loser: usize,
    /// How often.
    pub games: u64,
    /// What exactly the loser did in the first of them.
    pub example: String,
}

/// The result of two players against each other.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Pairing {
    /// Index of the player the figures are about.
    pub a: usize,
    /// Index of the opponent.
    pub b: usize,
    /// Games won by `a` and by `b`, unfinished pairs included, forfeits not unless they count.
    pub wins: [u64; 2],
    /// Games that `a` and `b` forfeited: by a crash, silence, an illegal answer or on time.
    pub forfeits: [u64; 2],
    /// Pairs of which `a` won none, one, both.
    pub pairs: [u64; 3],
    /// Share of the pairs that were split: what the openings decided by themselves, if it is large.
    pub split: Estimate,
    /// What the pairs prove in a match of a length that was fixed before.
    pub comparison: Comparison,
}

/// What all games say about the game itself.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct SelfPlay {
    /// Games.
    pub games: u64,
    /// How often the first player wins.
    pub first_player: FirstPlayerAdvantage,
    /// Mean length in plies, the opening included, with the shortest and the longest game as ends.
    pub plies: Estimate,
    /// Mean number of legal moves where a player had to choose.
    pub branching: f64,
    /// Mean seconds of thought a game, both players.
    pub seconds: f64,
    /// Share of games in which a player knew the proven result before the end.
    pub decided: Estimate,
    /// Mean ply from which on, in those, with the earliest and latest as ends; absent if none.
    pub decided_from_ply: Option<Estimate>,
    /// Mean seconds of thought before that.
    pub seconds_to_proof: Option<f64>,
}

/// A match in figures.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Summary {
    /// The players' names.
    pub players: Vec<String>,
    /// Games finished.
    pub games: u64,
    /// Games in the schedule.
    pub scheduled: u64,
    /// One entry for each pairing.
    pub pairings: Vec<Pairing>,
    /// The rating list of more than two players, if the games compare all of them.
    pub ratings: Option<RatingList>,
    /// The sequential test, if there is one.
    pub sprt: Option<SprtSummary>,
    /// What the games say about the game itself; absent without a finished pair.
    pub self_play: SelfPlay,
    /// Games that did not end by the rules, forfeits and resignations.
    pub endings: Vec<EndingCount>,
    /// Results by opening: for each opening its first moves or position, games won by the first
    /// player, games.
    pub openings: Vec<OpeningResult>,
    /// Games that repeat an earlier one between the same players in the same seats move by move.
    /// They are no new evidence, although every figure counts them.
    pub repeated: u64,
}

/// Results of one opening.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct OpeningResult {
    /// The position before its first move.
    pub start: String,
    /// Its moves.
    pub moves: Vec<String>,
    /// Games won by the first player.
    pub first_player_wins: u64,
    /// Games.
    pub games: u64,
}

/// A sequential test in figures.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct SprtSummary {
    /// `logistic` or `normalized`.
    pub model: &'static str,
    /// The lower hypothesis.
    pub elo0: f64,
    /// The upper hypothesis.
    pub elo1: f64,
    /// The log-likelihood ratio where the test ended, or now.
    pub llr: f64,
    /// Its lower bound.
    pub lower: f64,
    /// Its upper bound.
    pub upper: f64,
    /// Pairs counted: those up to the verdict.
    pub pairs: u64,
    /// `H0 accepted`, `H1 accepted` or `undecided`.
    pub verdict: &'static str,
    /// Elo after a test that may have stopped early.
    pub estimate: Option<SequentialEstimate>,
}

impl Summary {
    /// Puts the games of a match together.
    #[must_use]
    pub fn new(
        players: &[String],
        schedule: &Schedule,
        games: &[GameRecord],
        sprt: Option<Sprt>,
        forfeits: Forfeits,
    ) -> Self {
        let mut ordered: Vec<&GameRecord> = games.iter().collect();
        ordered.sort_by_key(|game| game.game);
        let counts = |game: &GameRecord| forfeits == Forfeits::Count || !game.ending.is_forfeit();
        let counted: Vec<&GameRecord> = ordered.iter().copied().filter(|g| counts(g)).collect();
        Self {
            players: players.to_vec(),
            games: games.len() as u64,
            scheduled: schedule.games(),
            pairings: schedule
                .pairings()
                .iter()
                .map(|&(a, b)| pairing(a, b, &ordered, &counted))
                .collect(),
            ratings: (players.len() > 2)
                .then(|| rating_list(players.len(), &encounters(&counted)).ok())
                .flatten(),
            sprt: sprt.map(|sprt| sequential(sprt, forfeits, games)),
            self_play: self_play(&counted),
            endings: endings(&ordered),
            openings: by_opening(&counted),
            repeated: repeated(&ordered),
        }
    }
}

/// The finished pairs, in order.
fn pairs<'a>(games: &'a [&'a GameRecord]) -> impl Iterator<Item = [&'a GameRecord; 2]> {
    games
        .windows(2)
        .filter(|w| w[0].pair == w[1].pair)
        .map(|w| [w[0], w[1]])
}

fn pairing(a: usize, b: usize, games: &[&GameRecord], counted: &[&GameRecord]) -> Pairing {
    let ours = |g: &GameRecord| (g.first, g.second) == (a, b) || (g.first, g.second) == (b, a);
    let mut wins = [0; 2];
    for game in counted.iter().filter(|g| ours(g)) {
        wins[usize::from(!game.won_by(a))] += 1;
    }
    let mut forfeits = [0; 2];
    for game in games.iter().filter(|g| ours(g) && g.ending.is_forfeit()) {
        forfeits[usize::from(game.loser() != a)] += 1;
    }
    let mut counts = PairCounts::default();
    for [one, two] in pairs(counted).filter(|p| ours(p[0])) {
        // Of a player against itself: the seat of the pair's first game is "a".
        let second = if a == b {
            !two.first_won
        } else {
            two.won_by(a)
        };
        counts.add(u8::from(one.won_by(a)) + u8::from(second));
    }
    let [lost, _, split, _, won] = counts.cells();
    Pairing {
        a,
        b,
        wins,
        forfeits,
        pairs: [lost, split, won],
        split: proportion(split, counts.pairs()),
        comparison: Comparison::new(&counts),
    }
}

fn encounters(games: &[&GameRecord]) -> Vec<Encounter> {
    games
        .iter()
        .filter(|g| g.first != g.second)
        .map(|g| Encounter {
            first: g.first,
            second: g.second,
            first_wins: u64::from(g.first_won),
            second_wins: u64::from(!g.first_won),
        })
        .collect()
}

fn sequential(sprt: Sprt, forfeits: Forfeits, games: &[GameRecord]) -> SprtSummary {
    let (counts, verdict) = Ledger::new(Some(sprt), forfeits, games).test();
    let ((elo0, elo1), (lower, upper)) = (sprt.hypotheses(), sprt.bounds());
    SprtSummary {
        model: sprt.model().name(),
        elo0,
        elo1,
        llr: sprt.llr(&counts),
        lower,
        upper,
        pairs: counts.pairs(),
        verdict: match verdict {
            Verdict::Continue => "undecided",
            Verdict::AcceptH0 => "H0 accepted",
            Verdict::AcceptH1 => "H1 accepted",
        },
        estimate: sprt.estimate(&counts),
    }
}

fn mean_of(values: &[f64]) -> Option<Estimate> {
    let least = values.iter().copied().reduce(f64::min)?;
    let most = values.iter().copied().reduce(f64::max)?;
    Some(Estimate {
        value: values.iter().sum::<f64>() / values.len() as f64,
        low: least,
        high: most,
    })
}

fn self_play(games: &[&GameRecord]) -> SelfPlay {
    let mut first_player_wins = PairCounts::default();
    for [one, two] in pairs(games) {
        first_player_wins.add(u8::from(one.first_won) + u8::from(two.first_won));
    }
    let lengths: Vec<f64> = games.iter().map(|g| g.moves.len() as f64).collect();
    let choices: u64 = games
        .iter()
        .map(|g| g.moves.len().saturating_sub(g.opening_plies) as u64)
        .sum();
    let legal: u64 = games.iter().map(|g| g.legal_moves).sum();
    let seconds: Vec<f64> = games.iter().map(|g| g.seconds.iter().sum()).collect();
    let proofs: Vec<f64> = games
        .iter()
        .filter_map(|g| g.proven_ply)
        .map(|p| p as f64)
        .collect();
    let proof_seconds: Vec<f64> = games.iter().filter_map(|g| g.proven_seconds).collect();
    let nothing = Estimate {
        value: 0.0,
        low: 0.0,
        high: 0.0,
    };
    SelfPlay {
        games: games.len() as u64,
        first_player: FirstPlayerAdvantage::from_pairs(&first_player_wins),
        plies: mean_of(&lengths).unwrap_or(nothing),
        branching: legal as f64 / choices.max(1) as f64,
        seconds: mean_of(&seconds).unwrap_or(nothing).value,
        decided: proportion(proofs.len() as u64, games.len() as u64),
        decided_from_ply: mean_of(&proofs),
        seconds_to_proof: mean_of(&proof_seconds).map(|e| e.value),
    }
}

fn endings(games: &[&GameRecord]) -> Vec<EndingCount> {
    let mut counts: BTreeMap<(usize, Ending), EndingCount> = BTreeMap::new();
    for game in games.iter().filter(|g| g.ending != Ending::Played) {
        let loser = game.loser();
        counts
            .entry((loser, game.ending))
            .or_insert_with(|| EndingCount {
                ending: game.ending,
                loser,
                games: 0,
                example: game.detail.clone(),
            })
            .games += 1;
    }
    counts.into_values().collect()
}

/// Openings that occur several times count as one, in the order of their first game.
fn by_opening(games: &[&GameRecord]) -> Vec<OpeningResult> {
    let mut places: HashMap<(&str, &[String]), usize> = HashMap::new();
    let mut results: Vec<OpeningResult> = Vec::new();
    for game in games {
        let moves = &game.moves[..game.opening_plies.min(game.moves.len())];
        let place = *places.entry((&game.start, moves)).or_insert(results.len());
        if place == results.len() {
            results.push(OpeningResult {
                start: game.start.clone(),
                moves: moves.to_vec(),
                first_player_wins: 0,
                games: 0,
            });
        }
        results[place].games += 1;
        results[place].first_player_wins += u64::from(game.first_won);
    }
    results
}

fn repeated(games: &[&GameRecord]) -> u64 {
    let mut seen = HashSet::new();
    games
        .iter()
        .filter(|g| !seen.insert((g.first, g.second, &g.start, &g.moves)))
        .count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::record;

    fn names(count: usize) -> Vec<String> {
        (0..count).map(|i| format!("player {i}")).collect()
    }

    fn summary(games: &[GameRecord], forfeits: Forfeits) -> Summary {
        Summary::new(&names(2), &Schedule::duel(10), games, None, forfeits)
    }

    /// Of a pair only one game of which is there, nothing enters the figures; the others stay whole.
    #[test]
    fn half_a_pair_is_no_pair() {
        let mut games: Vec<_> = (0..8).map(record).collect();
        for game in &mut games {
            game.first_won = game.first == 0;
        }
        assert_eq!(
            summary(&games, Forfeits::Apart).pairings[0].pairs,
            [0, 0, 4]
        );
        games.remove(3);
        let found = summary(&games, Forfeits::Apart);
        assert_eq!(found.pairings[0].pairs, [0, 0, 3]);
        assert_eq!(found.pairings[0].wins, [7, 0]);
        assert_eq!(found.self_play.first_player.games, 6);
        // Two games that follow each other, of two pairs.
        let halves = [games[1].clone(), games[3].clone()];
        assert_eq!(summary(&halves, Forfeits::Apart).pairings[0].pairs, [0; 3]);
    }

    #[test]
    fn forfeits_are_shown_apart() {
        let mut games: Vec<_> = (0..8).map(record).collect();
        for game in &mut games {
            game.first_won = game.first == 0;
        }
        games[2].ending = Ending::Time;
        let apart = summary(&games, Forfeits::Apart);
        assert_eq!(apart.pairings[0].pairs, [0, 0, 3]);
        assert_eq!(apart.pairings[0].wins, [7, 0]);
        assert_eq!(apart.pairings[0].forfeits, [0, 1]);
        assert_eq!(apart.endings.len(), 1);
        let counted = summary(&games, Forfeits::Count);
        assert_eq!(counted.pairings[0].pairs, [0, 0, 4]);
        assert_eq!(counted.pairings[0].forfeits, [0, 1]);
    }

    /// Two players have one Elo gap, that of their pairs; a list needs a third.
    #[test]
    fn two_players_have_one_gap() {
        let games: Vec<_> = (0..8).map(record).collect();
        assert_eq!(summary(&games, Forfeits::Apart).ratings, None);
    }
}
