//! A rating list by Bradley-Terry maximum likelihood.

use super::comparison::{Estimate, Z95};
use super::normal_cdf;

/// Logistic Elo per unit of log-odds.
const ELO_PER_LOGIT: f64 = 173.717_792_761_300_74;

/// Games of one player in the first seat against another: the unit a rating list is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Encounter {
    /// Index of the player who moved first.
    pub first: usize,
    /// Index of the other player.
    pub second: usize,
    /// Games the first player won.
    pub first_wins: u64,
    /// Games the second player won.
    pub second_wins: u64,
}

/// A virtual result added to each two players who met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pseudo {
    /// Half a win to each side, spread over both seats: finite ratings at 0 % and 100 %, the same
    /// correction as [`Comparison`](super::Comparison) uses.
    HalfWin,
    /// None: pure maximum likelihood, which does not exist where someone won or lost everything.
    None,
}

/// One line of a rating list.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct RatedPlayer {
    /// Index of the player.
    pub player: usize,
    /// Games played.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Elo relative to the mean of the list, with its 95 % interval.
    pub elo: Estimate,
}

/// Ratings of several players, best first, and what the first seat is worth.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct RatingList {
    /// The players, best first.
    pub players: Vec<RatedPlayer>,
    /// Elo by which the first seat lifts a player.
    pub first_seat: Estimate,
    /// How sure it is that a player is stronger than another, 0 to 1: `superiority[a][b]` for the
    /// indexes of two players, one half for a player and itself. Each entry stands for one comparison.
    pub superiority: Vec<Vec<f64>>,
}

/// Why there is no rating list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RatingError {
    /// Fewer than two players, or an encounter of a player with itself or out of range.
    #[error("a rating list needs encounters between at least two known players")]
    Players,
    /// Two groups of players never met.
    #[error("some players have not met, directly or through others, so they cannot be compared")]
    Disconnected,
    /// The likelihood has no maximum (only without pseudo-results).
    #[error("a player won or lost every game, so the likelihood has no maximum")]
    NoMaximum,
}

/// Rates `players` players, with [`Pseudo::HalfWin`].
///
/// # Errors
/// [`RatingError`] if the games do not compare all players.
pub fn rating_list(players: usize, games: &[Encounter]) -> Result<RatingList, RatingError> {
    rating_list_with(players, games, Pseudo::HalfWin)
}

/// Rates `players` players: maximum likelihood of
/// `P(first wins) = 1 / (1 + exp(-(r_first - r_second + advantage)))`
/// (Bradley and Terry 1952; with the order effect, Agresti section 10.6), found by Newton's method.
/// Intervals come from the inverse of the information matrix, for ratings relative to their mean.
/// They treat games as independent; in pairs with exchanged seats that errs to the wide side.
///
/// # Errors
/// [`RatingError`] if the games do not compare all players.
pub fn rating_list_with(
    players: usize,
    games: &[Encounter],
    pseudo: Pseudo,
) -> Result<RatingList, RatingError> {
    if players < 2
        || games
            .iter()
            .any(|g| g.first >= players || g.second >= players || g.first == g.second)
    {
        return Err(RatingError::Players);
    }
    let rows = weighted(players, games, pseudo);
    if !connected(players, &rows) {
        return Err(RatingError::Disconnected);
    }
    let (strength, covariance) = maximise(players, &rows).ok_or(RatingError::NoMaximum)?;
    Ok(report(players, games, &strength, &covariance))
}

/// `[first wins, second wins]` for each ordered pair of players, with the pseudo-results.
fn weighted(players: usize, games: &[Encounter], pseudo: Pseudo) -> Vec<(usize, usize, [f64; 2])> {
    let mut table = vec![[0.0; 2]; players * players];
    for g in games {
        let cell = &mut table[g.first * players + g.second];
        cell[0] += g.first_wins as f64;
        cell[1] += g.second_wins as f64;
    }
    let met = |t: &[[f64; 2]], a: usize, b: usize| t[a * players + b].iter().sum::<f64>() > 0.0;
    let mut rows = Vec::new();
    for a in 0..players {
        for b in 0..players {
            if a == b || !(met(&table, a, b) || met(&table, b, a)) {
                continue;
            }
            let extra = if pseudo == Pseudo::HalfWin { 0.25 } else { 0.0 };
            let [won, lost] = table[a * players + b];
            if won + lost + extra > 0.0 {
                rows.push((a, b, [won + extra, lost + extra]));
            }
        }
    }
    rows
}

fn connected(players: usize, rows: &[(usize, usize, [f64; 2])]) -> bool {
    let mut seen = vec![false; players];
    let mut open = vec![0];
    seen[0] = true;
    while let Some(at) = open.pop() {
        for &(a, b, _) in rows {
            for (from, to) in [(a, b), (b, a)] {
                if from == at && !seen[to] {
                    seen[to] = true;
                    open.push(to);
                }
            }
        }
    }
    seen.iter().all(|&s| s)
}

/// Strengths (log-odds, mean 0) and the advantage as last entry, with the covariance matrix.
///
/// The likelihood does not change when all strengths move together; a unit penalty on their mean
/// pins it to 0 without touching any difference.
fn maximise(
    players: usize,
    rows: &[(usize, usize, [f64; 2])],
) -> Option<(Vec<f64>, Vec<Vec<f64>>)> {
    let n = players + 1;
    let mut at = vec![0.0; n];
    for _ in 0..200 {
        let mut gradient = vec![0.0; n];
        let mut information = vec![vec![0.0; n]; n];
        let mean: f64 = at[..players].iter().sum();
        for i in 0..players {
            gradient[i] -= mean;
            for entry in &mut information[i][..players] {
                *entry += 1.0;
            }
        }
        for &(a, b, [won, lost]) in rows {
            let p = 1.0 / (1.0 + (-(at[a] - at[b] + at[players])).exp());
            let direction = [(a, 1.0), (b, -1.0), (players, 1.0)];
            for (i, di) in direction {
                gradient[i] += di * (won - (won + lost) * p);
                for (k, dk) in direction {
                    information[i][k] += di * dk * (won + lost) * p * (1.0 - p);
                }
            }
        }
        let covariance = invert(information)?;
        let mut largest = 0f64;
        for i in 0..n {
            let step: f64 = (0..n).map(|k| covariance[i][k] * gradient[k]).sum();
            // A concave function, but far from its top Newton may leap: at most 2 log-odds a step.
            let step = step.clamp(-2.0, 2.0);
            at[i] += step;
            largest = largest.max(step.abs());
        }
        if at.iter().any(|x| !x.is_finite() || x.abs() > 30.0) {
            return None;
        }
        if largest < 1e-11 {
            return Some((at, covariance));
        }
    }
    None
}

/// Inverse by Gauss-Jordan with row pivots; `None` if singular.
fn invert(mut m: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let n = m.len();
    let mut inverse: Vec<Vec<f64>> = (0..n)
        .map(|i| (0..n).map(|k| f64::from(u8::from(i == k))).collect())
        .collect();
    for c in 0..n {
        let pivot = (c..n).max_by(|&a, &b| m[a][c].abs().total_cmp(&m[b][c].abs()))?;
        if m[pivot][c].abs() < 1e-12 {
            return None;
        }
        m.swap(c, pivot);
        inverse.swap(c, pivot);
        let scale = m[c][c];
        for k in 0..n {
            m[c][k] /= scale;
            inverse[c][k] /= scale;
        }
        for r in 0..n {
            if r != c {
                let factor = m[r][c];
                for k in 0..n {
                    m[r][k] -= factor * m[c][k];
                    inverse[r][k] -= factor * inverse[c][k];
                }
            }
        }
    }
    Some(inverse)
}

fn report(
    players: usize,
    games: &[Encounter],
    strength: &[f64],
    covariance: &[Vec<f64>],
) -> RatingList {
    let average = |i: usize| (0..players).map(|k| covariance[i][k]).sum::<f64>() / players as f64;
    let overall = (0..players).map(average).sum::<f64>() / players as f64;
    let estimate = |logit: f64, variance: f64| {
        let half = Z95 * variance.max(0.0).sqrt();
        Estimate {
            value: logit,
            low: logit - half,
            high: logit + half,
        }
        .map(|x| x * ELO_PER_LOGIT)
    };
    let mut list: Vec<RatedPlayer> = (0..players)
        .map(|i| {
            let mut line = RatedPlayer {
                player: i,
                games: 0,
                wins: 0,
                elo: estimate(strength[i], covariance[i][i] - 2.0 * average(i) + overall),
            };
            for g in games.iter().filter(|g| g.first == i || g.second == i) {
                line.games += g.first_wins + g.second_wins;
                line.wins += if g.first == i {
                    g.first_wins
                } else {
                    g.second_wins
                };
            }
            line
        })
        .collect();
    list.sort_by(|a, b| {
        b.elo
            .value
            .total_cmp(&a.elo.value)
            .then(a.player.cmp(&b.player))
    });
    let superiority = |a: usize, b: usize| {
        let variance = covariance[a][a] + covariance[b][b] - 2.0 * covariance[a][b];
        if a == b || variance <= 0.0 {
            0.5
        } else {
            normal_cdf((strength[a] - strength[b]) / variance.sqrt())
        }
    };
    RatingList {
        superiority: (0..players)
            .map(|a| (0..players).map(|b| superiority(a, b)).collect())
            .collect(),
        players: list,
        first_seat: estimate(strength[players], covariance[players][players]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// American League, Eastern Division, 1987: Agresti, *Categorical Data Analysis*, 2nd ed.,
    /// table 10.10. Row beats column so often.
    const TEAMS: [&str; 7] = [
        "Milwaukee",
        "Detroit",
        "Toronto",
        "New York",
        "Boston",
        "Cleveland",
        "Baltimore",
    ];
    const WINS: [[u64; 7]; 7] = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ];

    /// Every result once in each seat: no order effect, the published estimates, and standard
    /// errors smaller by the square root of 2.
    fn season() -> Vec<Encounter> {
        let mut games = Vec::new();
        for (first, row) in WINS.iter().enumerate() {
            for (second, &first_wins) in row.iter().enumerate() {
                if first != second {
                    games.push(Encounter {
                        first,
                        second,
                        first_wins,
                        second_wins: WINS[second][first],
                    });
                }
            }
        }
        games
    }

    #[test]
    fn agresti_baseball() {
        let list = rating_list_with(7, &season(), Pseudo::None).unwrap();
        let logit = |team: usize| {
            list.players
                .iter()
                .find(|p| p.player == team)
                .unwrap()
                .elo
                .value
                / ELO_PER_LOGIT
        };
        for (team, published) in (0..7).zip([1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.0]) {
            let found = logit(team) - logit(6);
            assert!(
                (found - published).abs() < 0.005,
                "{}: {found}",
                TEAMS[team]
            );
        }
        assert!(list.first_seat.value.abs() < 1e-6);
        assert_eq!(list.players[0].games, 2 * 78);
        assert_eq!(list.players[0].wins, 2 * 50);
    }

    /// Two players: the rating difference is the log-odds of the corrected score.
    #[test]
    fn two_players_by_hand() {
        let games = [
            Encounter {
                first: 0,
                second: 1,
                first_wins: 30,
                second_wins: 10,
            },
            Encounter {
                first: 1,
                second: 0,
                first_wins: 10,
                second_wins: 30,
            },
        ];
        let list = rating_list(2, &games).unwrap();
        let difference = list.players[0].elo.value - list.players[1].elo.value;
        let expected = 400.0 * (60.5f64 / 20.5).log10();
        assert!(
            (difference - expected).abs() < 1e-6,
            "{difference} {expected}"
        );
        // The likelihood of superiority belongs to that difference and its deviation.
        let z = difference / ELO_PER_LOGIT * (81.0 * (60.5 / 81.0) * (20.5 / 81.0f64)).sqrt();
        assert!((list.superiority[0][1] - normal_cdf(z)).abs() < 1e-9);
        assert!((list.superiority[0][1] + list.superiority[1][0] - 1.0).abs() < 1e-12);
        // Each rating is half the difference, so its deviation is half that of the difference:
        // the log-odds of 80 + 1 games in two equal halves.
        let p = 60.5 / 81.0;
        let half = Z95 * ELO_PER_LOGIT * (1.0f64 / (81.0 * p * (1.0 - p))).sqrt() / 2.0;
        let found = list.players[0].elo.high - list.players[0].elo.value;
        assert!((found - half).abs() < 1e-6, "{found} {half}");
    }

    #[test]
    fn order_effect_is_found() {
        let games = [
            Encounter {
                first: 0,
                second: 1,
                first_wins: 75,
                second_wins: 25,
            },
            Encounter {
                first: 1,
                second: 0,
                first_wins: 75,
                second_wins: 25,
            },
        ];
        let list = rating_list_with(2, &games, Pseudo::None).unwrap();
        assert!((list.first_seat.value - 400.0 * 3f64.log10()).abs() < 1e-6);
        assert!(list.players[0].elo.value.abs() < 1e-6);
    }

    #[test]
    fn extremes_and_errors() {
        let all = [Encounter {
            first: 0,
            second: 1,
            first_wins: 9,
            second_wins: 0,
        }];
        assert_eq!(
            rating_list_with(2, &all, Pseudo::None),
            Err(RatingError::NoMaximum)
        );
        let list = rating_list(2, &all).unwrap();
        assert_eq!(list.players[0].player, 0);
        assert!(list.players[0].elo.high.is_finite());
        assert_eq!(rating_list(3, &all), Err(RatingError::Disconnected));
        assert_eq!(rating_list(1, &[]), Err(RatingError::Players));
        let itself = [Encounter {
            first: 0,
            second: 0,
            first_wins: 1,
            second_wins: 0,
        }];
        assert_eq!(rating_list(2, &itself), Err(RatingError::Players));
    }
}
