//! Openings that do not decide the game by themselves.
//!
//! After random moves one side is mostly better, often so much that both players win from it: the pair of games is split
//! and says nothing. [`find`] keeps of random openings those in which a long search sees even chances; those that come
//! with the project ([`builtin`]) were made by it.

use narrows_ai::budget::Limits;
use narrows_ai::level::{Engine, Level};
use narrows_core::{AnyPosition, GameKind, Size};

use crate::opening::{self, Opening, OpeningError};

/// A short search rejects most openings: one with so small a part of the playouts …
const SHORT_PART: u64 = 16;
/// … that is so many times as far from even as allowed.
const SHORT_MARGIN: f64 = 3.0;
/// So many random openings are looked at for each that is asked for.
const CANDIDATES: usize = 50;

/// What openings to look for.
#[derive(Clone, Copy, Debug)]
pub struct BalanceSearch {
    /// How many openings.
    pub count: usize,
    /// Random moves of an opening.
    pub plies: u32,
    /// Playouts of the long search, that of level 6.
    pub playouts: u64,
    /// How far from 0.5 the expected result may be, 0 to 0.5.
    pub margin: f64,
    /// Seed of the random moves and of the searches.
    pub seed: u64,
}

/// An opening, and what the search expects of it.
#[derive(Clone, Debug)]
pub struct Balanced {
    /// The opening.
    pub opening: Opening,
    /// The expected result for the player to move, 0 (lost) to 1 (won).
    pub expected: f64,
}

/// The balanced openings that come with the project for a board, as text for [`opening::parse`].
#[must_use]
pub fn builtin(kind: GameKind, size: Size) -> Option<&'static str> {
    let found = match (kind, size.columns(), size.rows()) {
        (GameKind::BlackNarrows, 8, 8) => {
            include_str!("../data/openings-black-narrows-8x8.txt")
        }
        (GameKind::BlackNarrows, 10, 10) => {
            include_str!("../data/openings-black-narrows-10x10.txt")
        }
        (GameKind::Narrows, 8, 7) => include_str!("../data/openings-narrows-8x7.txt"),
        (GameKind::Narrows, 8, 8) => include_str!("../data/openings-narrows-8x8.txt"),
        (GameKind::Narrows, 10, 9) => include_str!("../data/openings-narrows-10x9.txt"),
        (GameKind::Narrows, 10, 10) => include_str!("../data/openings-narrows-10x10.txt"),
        _ => return None,
    };
    Some(found)
}

/// Looks for balanced openings, distinct up to symmetry, until there are enough, none are left to try, or `stop` says so;
/// the same for the same search on every machine. `on_opening` is told of each.
///
/// # Errors
/// [`OpeningError`] if no random opening is so long.
pub fn find(
    start: &AnyPosition,
    search: &BalanceSearch,
    stop: &(dyn Fn() -> bool + Sync),
    mut on_opening: impl FnMut(&Balanced),
) -> Result<Vec<Balanced>, OpeningError> {
    let candidates = (search.count * CANDIDATES).min(opening::MOST_OPENINGS);
    let candidates = opening::random_distinct(start, search.plies, search.seed, candidates)?;
    let mut found = Vec::new();
    for opening in candidates {
        if found.len() >= search.count || stop() {
            break;
        }
        let expected = |playouts| expected(&opening.position, playouts, search.seed, stop);
        let is_near = |share: f64, margin: f64| (share - 0.5).abs() <= margin;
        let short = (search.playouts / SHORT_PART).max(1);
        if !expected(short).is_some_and(|share| is_near(share, SHORT_MARGIN * search.margin)) {
            continue;
        }
        let Some(expected) = expected(search.playouts) else {
            continue;
        };
        if is_near(expected, search.margin) && !stop() {
            let balanced = Balanced { opening, expected };
            on_opening(&balanced);
            found.push(balanced);
        }
    }
    Ok(found)
}

/// What level 6 expects for the player to move; `None` if it has proven who wins.
fn expected(
    position: &AnyPosition,
    playouts: u64,
    seed: u64,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<f64> {
    let limits = Limits {
        playouts: Some(playouts),
        threads: 1,
        ..Limits::default()
    };
    let mut engine = Engine::new(Level::UNBEATABLE, seed).without_book();
    let choice = engine.choose(position, &limits, stop, &|_| {});
    (!choice.is_solved()).then_some(choice.expected)
}

/// Openings as text for [`opening::parse`], with what is expected of each beside it. The first line says how they were found.
#[must_use]
pub fn to_text(
    kind: GameKind,
    size: Size,
    search: &BalanceSearch,
    openings: &[Balanced],
) -> String {
    let BalanceSearch {
        plies,
        playouts,
        margin,
        seed,
        ..
    } = search;
    let mut text = format!(
        "# Balanced openings of {} on {size}: {plies} random plies, expected result within {margin} of 0.5 after \
         {playouts} playouts, seed {seed}\n",
        kind.name()
    );
    for Balanced { opening, expected } in openings {
        let moves: Vec<String> = opening.moves.iter().map(ToString::to_string).collect();
        text += &format!("{}  # {expected:.3}\n", moves.join(" "));
    }
    text
}

/// Whether a file begins like one that [`to_text`] writes.
#[must_use]
pub(crate) fn is_ours(head: &[u8]) -> bool {
    head.starts_with(b"# Balanced openings of ")
}

#[cfg(test)]
mod tests {
    use narrows_ai::budget::NEVER;
    use narrows_core::Pie;

    use super::*;

    fn search(count: usize) -> BalanceSearch {
        BalanceSearch {
            count,
            plies: 3,
            playouts: 300,
            margin: 0.08,
            seed: 5,
        }
    }

    /// What is found reads back, is even by the search that found it, and is found again.
    #[test]
    fn openings_are_even_and_repeat() {
        for (kind, size) in [(GameKind::BlackNarrows, "7x7"), (GameKind::Narrows, "8x7")] {
            let size = size.parse().unwrap();
            let start = AnyPosition::start(kind, size, Pie::On).unwrap();
            let mut told = 0;
            let found = find(&start, &search(6), NEVER, |_| told += 1).unwrap();
            assert_eq!((found.len(), told), (6, 6), "{kind}");
            for balanced in &found {
                let again = expected(&balanced.opening.position, 300, 5, NEVER);
                assert_eq!(again, Some(balanced.expected), "{kind}");
                assert!((0.42..=0.58).contains(&balanced.expected), "{kind}");
            }
            let text = to_text(kind, size, &search(6), &found);
            assert!(is_ours(text.as_bytes()));
            let read = opening::parse(&start, Pie::On, &text).unwrap();
            let positions = |openings: &mut dyn Iterator<Item = &Opening>| -> Vec<String> {
                openings.map(|o| o.position.to_string()).collect()
            };
            let found = positions(&mut found.iter().map(|b| &b.opening));
            assert_eq!(positions(&mut read.iter()), found, "{kind}");
        }
    }

    #[test]
    fn a_search_ends_when_told_or_when_nothing_is_left() {
        let start = |size: &str| {
            AnyPosition::start(GameKind::BlackNarrows, size.parse().unwrap(), Pie::On).unwrap()
        };
        let none = find(&start("8x8"), &search(6), &|| true, |_| {}).unwrap();
        assert!(none.is_empty());
        // Every position of this board is solved at once.
        let solved = find(&start("4x4"), &search(6), NEVER, |_| {}).unwrap();
        assert!(solved.is_empty());
        assert!(find(&start("2x2"), &search(6), NEVER, |_| {}).is_err());
    }

    /// Enough for a match of a hundred pairs, with and without the exchange, and no two alike.
    #[test]
    fn openings_that_come_along() {
        use GameKind::{BlackNarrows, Narrows};
        let boards = [
            (BlackNarrows, "8x8"),
            (BlackNarrows, "10x10"),
            (Narrows, "8x7"),
            (Narrows, "8x8"),
            (Narrows, "10x9"),
            (Narrows, "10x10"),
        ];
        for (kind, size) in boards {
            let size = size.parse().unwrap();
            let text = builtin(kind, size).unwrap();
            assert!(is_ours(text.as_bytes()), "{kind} {size}");
            for pie in [Pie::On, Pie::Off] {
                let start = AnyPosition::start(kind, size, pie).unwrap();
                let openings = opening::parse(&start, pie, text).unwrap();
                assert!(openings.len() >= 100, "{kind} {size}");
                assert_eq!(
                    opening::distinct(&openings),
                    openings.len(),
                    "{kind} {size}"
                );
            }
        }
        assert_eq!(builtin(Narrows, "6x5".parse().unwrap()), None);
    }
}
