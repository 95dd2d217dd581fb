//! The positions that games of a match begin from.

use std::collections::HashSet;

use narrows_core::any::{AnyMove, AnyPosition, AnySetupError, Concrete};
use narrows_core::narrows::{Move, Pie};
use narrows_core::{PlayError, Size, with_position};
use rand::{Rng as _, RngExt as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// More distinct openings than this are not listed.
pub const MOST_OPENINGS: usize = 100_000;
/// Random games to try in a row without a new opening before there are taken to be no more.
const PATIENCE: u32 = 500;

/// A start and the moves that lead to where the players take over.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The position before the first move.
    pub start: AnyPosition,
    /// The moves of the opening.
    pub moves: Vec<AnyMove>,
    /// The position the players take over, which is not over.
    pub position: AnyPosition,
}

/// Why there are no openings.
#[derive(Debug, PartialEq, thiserror::Error)]
pub enum OpeningError {
    /// No game lasts that long.
    #[error("no game from this start is still going on after {plies} plies")]
    TooLong {
        /// The plies asked for.
        plies: u32,
    },
    /// More than [`MOST_OPENINGS`].
    #[error(
        "there are more than {MOST_OPENINGS} openings of {plies} plies; ask for fewer plies, or random ones"
    )]
    TooMany {
        /// The plies asked for.
        plies: u32,
    },
    /// A line of a file is neither a position nor a list of moves.
    #[error("line {line}: {error}")]
    Position {
        /// Number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        error: AnySetupError,
    },
    /// A line of a file has an illegal move.
    #[error("line {line}: {error}")]
    Move {
        /// Number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        error: PlayError<AnyMove>,
    },
    /// A line of a file has a board of another size.
    #[error("line {line}: a board of {found} in a match on {expected}")]
    Size {
        /// Number of the line, from 1.
        line: usize,
        /// Its size.
        found: Size,
        /// The size of the match.
        expected: Size,
    },
    /// A line of a file leads to the end of the game.
    #[error("line {line}: the game is over")]
    Over {
        /// Number of the line, from 1.
        line: usize,
    },
    /// A file without openings.
    #[error("the file has no openings")]
    Empty,
}

impl Opening {
    fn bare(start: AnyPosition) -> Self {
        Self {
            position: start.clone(),
            start,
            moves: Vec::new(),
        }
    }

    fn with(&self, next: AnyMove) -> Result<Self, PlayError<AnyMove>> {
        let mut longer = self.clone();
        longer.position.play(next)?;
        longer.moves.push(next);
        Ok(longer)
    }
}

/// The least image of a position under the symmetries of its game.
fn canonical(position: &AnyPosition) -> AnyPosition {
    fn of<G: Concrete>(position: &G) -> AnyPosition {
        position.canonical().0.wrap()
    }
    with_position!(position, position => of(position))
}

/// The moves an opening may contain: all but the exchange of colours, which only changes who is who.
fn moves(position: &AnyPosition) -> impl Iterator<Item = AnyMove> {
    position
        .legal_moves()
        .into_iter()
        .filter(|&m| m != AnyMove::Narrows(Move::Swap))
}

/// `count` openings of `plies` uniformly random moves, distinct up to symmetry as long as there are
/// distinct ones to be found; the same for the same seed on every machine.
///
/// # Errors
/// [`OpeningError::TooLong`] if games do not last that long.
pub fn random(
    start: &AnyPosition,
    plies: u32,
    seed: u64,
    count: usize,
) -> Result<Vec<Opening>, OpeningError> {
    let openings = random_distinct(start, plies, seed, count)?;
    Ok(openings.iter().cycle().take(count).cloned().collect())
}

/// The same, without any opening twice: fewer than `count` where there are no more to be found.
///
/// # Errors
/// [`OpeningError::TooLong`] if games do not last that long.
pub fn random_distinct(
    start: &AnyPosition,
    plies: u32,
    seed: u64,
    count: usize,
) -> Result<Vec<Opening>, OpeningError> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut seen = HashSet::new();
    let mut openings: Vec<Opening> = Vec::new();
    let mut failures = 0;
    while openings.len() < count && failures < PATIENCE {
        let mut opening = Opening::bare(start.clone());
        while opening.moves.len() < plies as usize && !opening.position.is_over() {
            let choices: Vec<_> = moves(&opening.position).collect();
            let next = choices[random.random_range(0..choices.len())];
            if let Ok(longer) = opening.with(next) {
                opening = longer;
            }
        }
        if opening.position.is_over() || !seen.insert(canonical(&opening.position)) {
            failures += 1;
        } else {
            openings.push(opening);
            failures = 0;
        }
    }
    if openings.is_empty() && count > 0 {
        return Err(OpeningError::TooLong { plies });
    }
    Ok(openings)
}

/// How many of these openings are distinct up to symmetry.
#[cfg(test)]
pub(crate) fn distinct(openings: &[Opening]) -> usize {
    let positions = openings.iter().map(|opening| canonical(&opening.position));
    positions.collect::<HashSet<_>>().len()
}

/// All openings of `plies` moves that are distinct up to the symmetries of the game.
///
/// # Errors
/// [`OpeningError::TooLong`] or [`OpeningError::TooMany`].
pub fn all_distinct(start: &AnyPosition, plies: u32) -> Result<Vec<Opening>, OpeningError> {
    let mut level = vec![Opening::bare(start.clone())];
    for _ in 0..plies {
        let mut seen = HashSet::new();
        let mut next_level = Vec::new();
        for opening in &level {
            for next in moves(&opening.position) {
                let Ok(longer) = opening.with(next) else {
                    continue;
                };
                if !longer.position.is_over() && seen.insert(canonical(&longer.position)) {
                    next_level.push(longer);
                    if next_level.len() > MOST_OPENINGS {
                        return Err(OpeningError::TooMany { plies });
                    }
                }
            }
        }
        level = next_level;
    }
    if level.is_empty() {
        Err(OpeningError::TooLong { plies })
    } else {
        Ok(level)
    }
}

/// Reads openings from a text: on each line a list of moves from `start`, or a position line. Blank
/// lines and what follows a `#` are left out.
///
/// # Errors
/// [`OpeningError`] names the line.
pub fn parse(start: &AnyPosition, pie: Pie, text: &str) -> Result<Vec<Opening>, OpeningError> {
    let kind = start.kind();
    let mut openings = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let text = text.split('#').next().unwrap_or_default().trim();
        if text.is_empty() {
            continue;
        }
        let moves: Result<Vec<_>, _> = text
            .split_whitespace()
            .map(|word| AnyMove::parse(kind, word))
            .collect();
        let opening = match moves {
            Ok(moves) => moves
                .into_iter()
                .try_fold(Opening::bare(start.clone()), |opening, next| {
                    opening.with(next)
                })
                .map_err(|error| OpeningError::Move { line, error })?,
            Err(_) => Opening::bare(
                AnyPosition::parse(kind, text, pie)
                    .map_err(|error| OpeningError::Position { line, error })?,
            ),
        };
        if opening.position.size() != start.size() {
            let (found, expected) = (opening.position.size(), start.size());
            return Err(OpeningError::Size {
                line,
                found,
                expected,
            });
        }
        if opening.position.is_over() {
            return Err(OpeningError::Over { line });
        }
        openings.push(opening);
    }
    if openings.is_empty() {
        Err(OpeningError::Empty)
    } else {
        Ok(openings)
    }
}

/// The start of a game, as the only opening.
#[must_use]
pub fn bare(start: &AnyPosition) -> Vec<Opening> {
    vec![Opening::bare(start.clone())]
}

/// A number for one seat of one game: the same in every run of the same match.
#[must_use]
pub fn game_seed(seed: u64, game: u64, seat: u64) -> u64 {
    Xoshiro256PlusPlus::seed_from_u64(seed ^ (2 * game + seat).wrapping_mul(0x9e37_79b9_7f4a_7c15))
        .next_u64()
}

#[cfg(test)]
mod tests {
    use narrows_core::GameKind;

    use super::*;

    fn start(kind: GameKind, size: &str) -> AnyPosition {
        AnyPosition::start(kind, size.parse().unwrap(), Pie::On).unwrap()
    }

    #[test]
    fn distinct_openings_of_small_boards() {
        use GameKind::{BlackNarrows, Narrows};
        // A quarter of a square board, or an eighth with its diagonal.
        let count = |kind, size, plies| all_distinct(&start(kind, size), plies).unwrap().len();
        assert_eq!(count(BlackNarrows, "8x8", 0), 1);
        assert_eq!(count(BlackNarrows, "8x8", 1), 10);
        assert_eq!(count(BlackNarrows, "6x6", 1), 6);
        assert_eq!(count(BlackNarrows, "5x4", 1), 6);
        // 31 first captures on 5x4, of which none is its own image: the half turn exchanges colours.
        assert!(count(Narrows, "5x4", 1) <= 31);
        assert_eq!(
            all_distinct(&start(BlackNarrows, "2x2"), 3).unwrap_err(),
            OpeningError::TooLong { plies: 3 }
        );
    }

    #[test]
    fn random_openings_are_seeded_and_distinct() {
        let start = start(GameKind::Narrows, "6x5");
        let lines = |seed| -> Vec<String> {
            random(&start, 4, seed, 50)
                .unwrap()
                .iter()
                .map(|o| o.position.to_string())
                .collect()
        };
        assert_eq!(lines(1), lines(1));
        assert_ne!(lines(1), lines(2));
        assert_eq!(lines(1).iter().collect::<HashSet<_>>().len(), 50);
        for opening in random(&start, 4, 3, 20).unwrap() {
            assert_eq!(opening.moves.len(), 4);
            assert!(!opening.position.is_over());
            let mut replay = opening.start.clone();
            for next in opening.moves {
                replay.play(next).unwrap();
            }
            assert_eq!(replay, opening.position);
        }
    }

    /// Fewer openings than asked for: each is used before any is used again.
    #[test]
    fn few_openings_are_repeated_evenly() {
        let openings = random(&start(GameKind::BlackNarrows, "6x6"), 1, 9, 12).unwrap();
        let distinct: HashSet<_> = openings.iter().map(|o| canonical(&o.position)).collect();
        assert_eq!((openings.len(), distinct.len()), (12, 6));
    }

    #[test]
    fn files() {
        let start = start(GameKind::BlackNarrows, "5x4");
        let read = |text| parse(&start, Pie::On, text);
        let openings = read("# two\n\nc3 d2  # moves\n5/1x3/5/xx3\n").unwrap();
        assert_eq!(openings.len(), 2);
        assert_eq!(openings[0].moves.len(), 2);
        assert_eq!(openings[1].start.to_string(), "5/1x3/5/xx3");
        assert!(matches!(
            read("c3\nc3 c3"),
            Err(OpeningError::Move { line: 2, .. })
        ));
        assert!(matches!(
            read("4/4/4/4"),
            Err(OpeningError::Size { line: 1, .. })
        ));
        assert!(matches!(
            read("hello"),
            Err(OpeningError::Position { line: 1, .. })
        ));
        assert_eq!(read("# nothing\n").unwrap_err(), OpeningError::Empty);
    }
}
