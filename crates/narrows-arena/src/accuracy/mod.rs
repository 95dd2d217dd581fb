//! Strength without an opponent: how often a player keeps the win in positions whose value is known.
//!
//! The positions were made by [`make`] and [`make_beyond`] with the exact solvers and are kept as
//! data, one JSON object a line: `position`, `legal` (the number of legal moves), `wins` (the moves
//! that keep the win) and, of a position that level 6 does not prove in its time, `beyond`.

mod make;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::contestant::Clock;
use super::opening::game_seed;
use super::referee::MatchLimits;
use super::scorebook::MOST_FAILURES;
use super::seat::Seat;
use super::stats::{Estimate, proportion};
use super::{Factory, Fault, NewGame, TimeControl, Turn};
use narrows_core::narrows::{Move, Pie};
use narrows_core::{AnyMove, AnyPosition, GameKind};

pub use make::{BeyondSearch, Effort, MOST_FRUITLESS, make, make_beyond};

/// A position that the player to move wins, with every move that keeps the win.
#[derive(Clone, Debug)]
pub struct SolvedPosition {
    /// The position; in Narrows without the exchange.
    pub position: AnyPosition,
    /// The number of legal moves.
    pub legal: usize,
    /// The winning moves, ascending.
    pub wins: Vec<AnyMove>,
    /// How many plies before level 6 proves the result of the game it was taken from; `None` for a
    /// position that was not measured so, which level 6 as a rule proves.
    pub beyond: Option<usize>,
}

#[derive(serde::Serialize, serde::Deserialize)]
struct Line {
    position: String,
    legal: usize,
    wins: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    beyond: Option<usize>,
}

/// Why a text is no set of solved positions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct AccuracyDataError {
    /// Number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: String,
}

/// The positions that come with the project, solved on boards of several sizes.
#[must_use]
pub fn builtin(kind: GameKind) -> &'static str {
    match kind {
        GameKind::BlackNarrows => include_str!("../../data/accuracy-black-narrows.jsonl"),
        GameKind::Narrows => include_str!("../../data/accuracy-narrows.jsonl"),
    }
}

/// Reads solved positions.
///
/// # Errors
/// [`AccuracyDataError`] names the line.
pub fn parse(kind: GameKind, text: &str) -> Result<Vec<SolvedPosition>, AccuracyDataError> {
    let mut positions = Vec::new();
    for (line, text) in (1..)
        .zip(text.lines())
        .filter(|(_, text)| !text.trim().is_empty())
    {
        let bad = |problem: String| AccuracyDataError { line, problem };
        let read: Line = serde_json::from_str(text).map_err(|e| bad(e.to_string()))?;
        let position =
            AnyPosition::parse(kind, &read.position, Pie::Off).map_err(|e| bad(e.to_string()))?;
        let wins = read
            .wins
            .iter()
            .map(|word| AnyMove::parse(kind, word).map_err(|e| bad(e.to_string())))
            .collect::<Result<Vec<_>, _>>()?;
        let legal = position.legal_moves();
        if wins.is_empty() || wins.iter().any(|m| !legal.contains(m)) || legal.len() != read.legal {
            return Err(bad("its moves do not fit the position".to_owned()));
        }
        positions.push(SolvedPosition {
            position,
            legal: read.legal,
            wins,
            beyond: read.beyond,
        });
    }
    Ok(positions)
}

/// Writes a solved position as a line of data.
#[must_use]
pub fn to_line(solved: &SolvedPosition) -> String {
    let line = Line {
        position: solved.position.to_string(),
        legal: solved.legal,
        wins: solved.wins.iter().map(ToString::to_string).collect(),
        beyond: solved.beyond,
    };
    serde_json::to_string(&line).unwrap_or_default()
}

/// The accuracy over the positions with a number of legal moves in some range.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct AccuracyBucket {
    /// Fewest legal moves.
    pub legal_from: usize,
    /// Most legal moves.
    pub legal_to: usize,
    /// Positions asked.
    pub positions: u64,
    /// Positions in which the move kept the win.
    pub kept: u64,
    /// Their share with its 95 % interval.
    pub share: Estimate,
    /// The share a random move would have.
    pub random_share: f64,
}

/// The accuracy over the positions at one distance beyond the horizon of level 6.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct BeyondBucket {
    /// Plies before level 6 proves the result.
    pub plies: usize,
    /// Positions asked.
    pub positions: u64,
    /// Positions in which the move kept the win.
    pub kept: u64,
    /// Their share with its 95 % interval.
    pub share: Estimate,
    /// The share a random move would have.
    pub random_share: f64,
}

/// The accuracy of a player.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Accuracy {
    /// The player.
    pub player: String,
    /// Over all positions.
    pub total: AccuracyBucket,
    /// By number of legal moves, of the positions within the horizon of level 6.
    pub buckets: Vec<AccuracyBucket>,
    /// Over the positions beyond it, by the number of plies to it.
    pub beyond: Vec<BeyondBucket>,
    /// Among the positions whose value the player proved: how many, and in how many of these its
    /// move kept the win.
    pub proven: [u64; 2],
    /// Positions in which the player failed altogether: a crash, nonsense, no answer in time.
    pub failures: u64,
}

/// Legal moves in one bucket.
const BUCKET: usize = 4;

/// Asks a player for a move in every position.
///
/// # Errors
/// [`Fault::Cancelled`] if stopped; the last fault of a player that crashes, hangs or answers nonsense three times in
/// a row, of which nothing can be said.
pub fn measure(
    name: &str,
    factory: &Factory,
    positions: &[SolvedPosition],
    limits: &MatchLimits,
    seed: u64,
    stopped: &AtomicBool,
    mut on_position: impl FnMut(usize),
) -> Result<Accuracy, Fault> {
    let mut seat = Seat::new(Arc::clone(factory), None);
    let mut results = Vec::new();
    let (mut failures, mut proven) = (Failures::default(), [0; 2]);
    for (index, solved) in positions.iter().enumerate() {
        if stopped.load(Ordering::Relaxed) {
            return Err(Fault::Cancelled);
        }
        let reply = failures.note(ask(
            &mut seat,
            &solved.position,
            limits,
            game_seed(seed, index as u64, 0),
            stopped,
        ))?;
        let kept = match &reply {
            Some((chosen, _)) => chosen.is_some_and(|m| solved.wins.contains(&m)),
            None => false,
        };
        if reply.is_some_and(|(_, proven)| proven.is_some()) {
            proven[0] += 1;
            proven[1] += u64::from(kept);
        }
        results.push(Asked {
            legal: solved.legal,
            beyond: solved.beyond,
            kept,
            random: solved.wins.len() as f64 / solved.legal as f64,
        });
        on_position(index + 1);
    }
    let (beyond, within): (Vec<_>, Vec<_>) = results.iter().partition(|r| r.beyond.is_some());
    let most = within.iter().map(|r| r.legal).max().unwrap_or(0);
    let buckets = (0..=most / BUCKET)
        .map(|b| bucket(&within, b * BUCKET, b * BUCKET + BUCKET - 1))
        .filter(|b| b.positions > 0)
        .collect();
    Ok(Accuracy {
        player: name.to_owned(),
        total: bucket(&results.iter().collect::<Vec<_>>(), 0, usize::MAX),
        buckets,
        beyond: by_distance(&beyond),
        proven,
        failures: failures.total,
    })
}

/// What became of one position.
struct Asked {
    legal: usize,
    beyond: Option<usize>,
    kept: bool,
    random: f64,
}

/// Positions, those in which the win was kept, and the mean share a random move would have.
fn tally(results: &[&Asked]) -> (u64, u64, f64) {
    let kept = results.iter().filter(|r| r.kept).count() as u64;
    let random = results.iter().map(|r| r.random).sum::<f64>() / results.len().max(1) as f64;
    (results.len() as u64, kept, random)
}

fn bucket(results: &[&Asked], legal_from: usize, legal_to: usize) -> AccuracyBucket {
    let fits = |r: &&Asked| (legal_from..=legal_to).contains(&r.legal);
    let inside: Vec<&Asked> = results.iter().copied().filter(fits).collect();
    let (positions, kept, random_share) = tally(&inside);
    AccuracyBucket {
        legal_from,
        legal_to: legal_to.min(
            results
                .iter()
                .map(|r| r.legal)
                .max()
                .unwrap_or(0)
                .max(legal_from),
        ),
        positions,
        kept,
        share: proportion(kept, positions),
        random_share,
    }
}

fn by_distance(results: &[&Asked]) -> Vec<BeyondBucket> {
    let mut by: BTreeMap<usize, Vec<&Asked>> = BTreeMap::new();
    for &result in results {
        by.entry(result.beyond.unwrap_or(0))
            .or_default()
            .push(result);
    }
    by.into_iter()
        .map(|(plies, results)| {
            let (positions, kept, random_share) = tally(&results);
            BeyondBucket {
                plies,
                positions,
                kept,
                share: proportion(kept, positions),
                random_share,
            }
        })
        .collect()
}

/// How often a player failed that is asked again and again.
#[derive(Default)]
pub(super) struct Failures {
    pub(super) total: u64,
    in_a_row: u32,
    /// How it failed last.
    pub(super) last: Option<Fault>,
}

impl Failures {
    /// Takes note of a reply: `None` for one that failed, and its fault if there is no use in asking on. A reply that
    /// comes too late is a failure, but not of a player that is broken.
    pub(super) fn note<T>(&mut self, reply: Result<T, Fault>) -> Result<Option<T>, Fault> {
        let fault = match reply {
            Ok(reply) => {
                self.in_a_row = 0;
                return Ok(Some(reply));
            }
            Err(fault) => fault,
        };
        self.total += 1;
        match fault {
            Fault::Cancelled => return Err(fault),
            Fault::Overstepped(_) => self.in_a_row = 0,
            _ => self.in_a_row += 1,
        }
        if self.in_a_row >= MOST_FAILURES {
            return Err(fault);
        }
        self.last = Some(fault);
        Ok(None)
    }
}

/// The player's move, and what it has proven.
pub(super) fn ask(
    seat: &mut Seat,
    position: &AnyPosition,
    limits: &MatchLimits,
    seed: u64,
    stopped: &AtomicBool,
) -> Result<(Option<AnyMove>, Option<bool>), Fault> {
    let mut clock = Clock::new(limits.time);
    let game = NewGame {
        start: position.clone(),
        seed,
        time: limits.time,
        patience: limits.patience,
        cancelled: Arc::new(AtomicBool::new(false)),
    };
    seat.new_game(game, stopped)?;
    let turn = Turn {
        position: position.clone(),
        start: position.clone(),
        moves: Vec::new(),
        playouts: limits.playouts,
        nodes: limits.nodes,
        remaining: clock.remaining(),
        advised: clock.advised(),
        patience: limits.patience + clock.remaining().unwrap_or(Duration::ZERO),
        since: Instant::now(),
        cancelled: Arc::new(AtomicBool::new(false)),
    };
    let (reply, spent) = seat.choose(turn, stopped)?;
    if limits.time != TimeControl::None {
        let in_time = clock.spend(spent, limits.margin);
        in_time.map_err(Fault::Overstepped)?;
    }
    // The exchange is not part of these positions.
    let chosen = reply.chosen.filter(|&m| m != AnyMove::Narrows(Move::Swap));
    Ok((chosen, reply.proven))
}

#[cfg(test)]
mod tests {
    use narrows_core::any::Concrete;
    use narrows_core::with_position;

    use super::*;
    use crate::spec::PlayerSpec;
    use narrows_ai::budget::Limits;
    use narrows_ai::solver::{AlphaBeta, Question};

    /// Winning moves by the plain solver; `None` if it takes too long.
    fn wins(position: &AnyPosition, nodes: u64) -> Option<Vec<AnyMove>> {
        fn of<G: Concrete>(position: &G, nodes: u64) -> Option<Vec<AnyMove>> {
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            let question = Question {
                all: true,
                nimber: false,
            };
            let answer =
                AlphaBeta::new(4 << 20)
                    .unwrap()
                    .solve(position, question, &limits, &|| false);
            let known = answer.moves.iter().all(|m| m.1.is_known());
            known.then(|| answer.best.into_iter().map(G::wrap_move).collect())
        }
        with_position!(position, position => of(position, nodes))
    }

    #[test]
    fn the_data_is_what_the_plain_solver_says() {
        for kind in GameKind::ALL {
            let positions = parse(kind, builtin(kind)).unwrap();
            assert!(positions.len() >= 100, "{kind}");
            let checked = positions.iter().filter(|solved| {
                wins(&solved.position, 3000).is_some_and(|wins| {
                    assert_eq!(wins, solved.wins, "{}", solved.position);
                    true
                })
            });
            assert!(checked.count() >= 20, "{kind}");
        }
    }

    /// Level 6 keeps every win that its solver finds.
    #[test]
    fn level_6_is_exact_where_it_solves() {
        for kind in GameKind::ALL {
            let mut positions = parse(kind, builtin(kind)).unwrap();
            positions.retain(|p| p.legal <= 16);
            positions.truncate(24);
            let spec: PlayerSpec = "level:6,playouts=20000".parse().unwrap();
            let never = AtomicBool::new(false);
            let limits = MatchLimits::default();
            let found =
                measure("6", &spec.factory(), &positions, &limits, 1, &never, |_| {}).unwrap();
            assert_eq!(
                found.proven,
                [positions.len() as u64; 2],
                "{kind}: {found:?}"
            );
            assert_eq!(found.total.kept, positions.len() as u64);
            assert_eq!(found.failures, 0);
        }
    }

    #[test]
    fn bad_data_names_its_line() {
        let good = r#"{"position":"2/2","legal":4,"wins":["a1"]}"#;
        for bad in [
            "rubbish".to_owned(),
            good.replace("2/2", "2/3"),
            good.replace(":4", ":3"),
            good.replace("a1", "c9"),
            good.replace("[\"a1\"]", "[]"),
        ] {
            let error = parse(GameKind::BlackNarrows, &format!("{good}\n\n{bad}\n")).unwrap_err();
            assert_eq!(error.line, 3, "{bad}: {error}");
        }
    }
}
