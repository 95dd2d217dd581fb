//! Black Narrows against the slow twin, and the laws of its legality.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use narrows_core::black_narrows::{Setup, SetupError};
use narrows_core::{BlackNarrows, Game, Player, Point, Size};
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use crate::random::{check, choices, sizes};
use crate::slow::{self, Board, Cell};
use crate::{by_width, cell_of, names};

/// The positions of the game that the choices make, the empty board first.
fn game<const W: usize>(size: Size, choices: &[u16]) -> Vec<BlackNarrows<W>> {
    let start = BlackNarrows::<W>::start(size).expect("a size of the game");
    let mut positions = vec![start];
    for &choice in choices {
        let last = &positions[positions.len() - 1];
        let moves = last.legal_moves();
        let Some(&chosen) = moves.get(usize::from(choice) % moves.len().max(1)) else {
            break;
        };
        let next = last.played(chosen);
        positions.push(next);
    }
    positions
}

fn last<const W: usize>(size: Size, choices: &[u16]) -> BlackNarrows<W> {
    game(size, choices)
        .pop()
        .expect("a game has a first position")
}

fn board<const W: usize>(position: &BlackNarrows<W>) -> Board {
    Board::parse(&position.to_string())
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Every question about legality that a position answers, against the slow twin's answer.
fn agrees_with_slow<const W: usize>(position: &BlackNarrows<W>) -> TestCaseResult {
    let board = board(position);
    let expected = slow::placements(&board);
    prop_assert_eq!(
        names(&position.legal_moves()),
        cells(&expected),
        "{}",
        position
    );
    for point in position.size().iter() {
        let legal = expected.contains(&cell_of(point));
        prop_assert_eq!(position.is_legal(point), legal, "{} in {}", point, position);
        prop_assert_eq!(
            position.why_illegal(point).is_none(),
            legal,
            "{} in {}",
            point,
            position
        );
    }
    let mut finishing: Vec<Point> = position.grid().points(position.finishing()).collect();
    finishing.sort_unstable();
    let expected_finishing = slow::finishing(&board, &expected);
    prop_assert_eq!(
        names(&finishing),
        cells(&expected_finishing),
        "{}",
        position
    );
    for point in finishing {
        prop_assert!(
            position.played(point).is_over(),
            "{} in {}",
            point,
            position
        );
    }
    prop_assert_eq!(position.outcome().is_none(), !expected.is_empty());
    let stones = board.stones.len();
    prop_assert_eq!(position.stones().len(), stones);
    prop_assert_eq!(position.live().len(), expected.len());
    prop_assert_eq!(
        position.dead().len(),
        position.size().points() - stones - expected.len()
    );
    let mover = if stones % 2 == 0 {
        Player::First
    } else {
        Player::Second
    };
    prop_assert_eq!(position.to_move(), mover);
    if let Some(outcome) = position.outcome() {
        prop_assert_eq!(outcome.winner, mover.other(), "the last to place wins");
    }
    Ok(())
}

fn cells(cells: &[Cell]) -> Vec<String> {
    cells.iter().map(|&cell| slow::name(cell)).collect()
}

#[test]
fn legality_equals_the_slow_twin_all_along_small_games() {
    fn holds<const W: usize>(size: Size, choices: &[u16]) -> TestCaseResult {
        game::<W>(size, choices)
            .iter()
            .try_for_each(agrees_with_slow)
    }
    check(300, (sizes(false, 42), choices(30)), |(size, choices)| {
        holds::<1>(size, &choices)
    });
}

#[test]
fn legality_equals_the_slow_twin_on_all_widths() {
    fn holds<const W: usize>(size: Size, choices: &[u16]) -> TestCaseResult {
        agrees_with_slow(&last::<W>(size, choices))
    }
    let games = (sizes(false, 676), choices(120));
    check(60, games, |(size, choices)| {
        by_width!(size, holds(size, &choices))
    });
}

/// Games played out are where the rare positions are: points that cut a region, regions that touch in pairs.
#[test]
fn legality_equals_the_slow_twin_at_the_end_of_games() {
    fn holds<const W: usize>(size: Size, choices: &[u16]) -> TestCaseResult {
        let game = game::<W>(size, choices);
        game.iter().rev().take(6).try_for_each(agrees_with_slow)
    }
    let games = (sizes(false, 100), prop::collection::vec(any::<u16>(), 100));
    check(120, games, |(size, choices)| {
        by_width!(size, holds(size, &choices))
    });
}

/// Every set of stones on boards this small, legal or not.
#[test]
fn every_set_of_stones_on_small_boards_is_judged_as_the_slow_twin_does() {
    for (columns, rows) in [(2, 2), (3, 2), (2, 4), (3, 3), (4, 3)] {
        let size = Size::new(columns, rows).expect("a size");
        let points: Vec<Point> = size.iter().collect();
        for bits in 0_u32..1 << points.len() {
            let chosen = points
                .iter()
                .enumerate()
                .filter(|(at, _)| bits >> at & 1 == 1);
            let stones: Vec<Point> = chosen.map(|(_, &point)| point).collect();
            let mut board = Board::empty(columns.into(), rows.into());
            board.stones = stones.iter().map(|&point| (cell_of(point), 'x')).collect();
            let judged = BlackNarrows::<1>::try_from(Setup { size, stones });
            assert_eq!(
                judged.is_ok(),
                slow::is_legal_set(&board),
                "{}",
                board.line()
            );
            if let Ok(position) = judged {
                agrees_with_slow(&position).expect("agreement");
            } else {
                assert!(
                    matches!(judged, Err(SetupError::Separate(..))),
                    "{judged:?}"
                );
            }
        }
    }
}

#[test]
fn legality_is_closed_under_removal() {
    fn holds<const W: usize>(size: Size, choices: &[u16], kept: &[bool]) -> TestCaseResult {
        let position = last::<W>(size, choices);
        let points: Vec<Point> = position
            .stones()
            .iter()
            .map(|at| position.grid().point(at))
            .collect();
        let stones: Vec<Point> = points
            .into_iter()
            .zip(kept)
            .filter(|(_, kept)| **kept)
            .map(|(point, _)| point)
            .collect();
        let fewer = BlackNarrows::<W>::try_from(Setup { size, stones });
        prop_assert!(fewer.is_ok(), "{} minus stones: {:?}", position, fewer);
        // What is live with more stones is live with fewer.
        let fewer = fewer.expect("just checked");
        prop_assert!(
            (position.live() - fewer.live()).is_empty(),
            "{} {}",
            position,
            fewer
        );
        Ok(())
    }
    let games = (
        sizes(false, 676),
        choices(150),
        prop::collection::vec(any::<bool>(), 150),
    );
    check(200, games, |(size, choices, kept)| {
        by_width!(size, holds(size, &choices, &kept))
    });
}

#[test]
fn an_illegal_point_stays_illegal() {
    fn holds<const W: usize>(size: Size, choices: &[u16]) -> TestCaseResult {
        let game = game::<W>(size, choices);
        for pair in game.windows(2) {
            prop_assert!(
                (pair[1].live() - pair[0].live()).is_empty(),
                "{} {}",
                pair[0],
                pair[1]
            );
            // Placed from scratch, not carried over from the position before.
            let fresh: BlackNarrows<W> = pair[1].to_string().parse().expect("its own line");
            prop_assert_eq!(fresh.live(), pair[1].live(), "{}", pair[1]);
        }
        Ok(())
    }
    let games = (sizes(false, 676), choices(120));
    check(200, games, |(size, choices)| {
        by_width!(size, holds(size, &choices))
    });
}

#[test]
fn the_order_of_placements_is_irrelevant() {
    fn holds<const W: usize>(size: Size, choices: &[u16], keys: &[u32]) -> TestCaseResult {
        let position = last::<W>(size, choices);
        let stones = position.stones().iter().map(|at| position.grid().point(at));
        let mut shuffled: Vec<(u32, Point)> = keys.iter().copied().zip(stones).collect();
        prop_assume!(shuffled.len() == position.stones().len());
        shuffled.sort_unstable();
        let mut again = BlackNarrows::<W>::start(size).expect("the size of a position");
        for (_, point) in shuffled {
            let played = again.play(point);
            prop_assert!(played.is_ok(), "{:?} in {}", played, again);
        }
        prop_assert_eq!(hash(&again), hash(&position));
        prop_assert_eq!(again, position);
        Ok(())
    }
    let games = (
        sizes(false, 676),
        choices(150),
        prop::collection::vec(any::<u32>(), 150),
    );
    check(200, games, |(size, choices, keys)| {
        by_width!(size, holds(size, &choices, &keys))
    });
}

#[test]
fn a_wider_board_of_the_same_size_says_the_same() {
    let games = (sizes(false, 64), choices(60));
    check(150, games, |(size, choices)| {
        let narrow = game::<1>(size, &choices);
        let wide = game::<11>(size, &choices);
        prop_assert_eq!(narrow.len(), wide.len());
        for (narrow, wide) in narrow.iter().zip(&wide) {
            prop_assert_eq!(narrow.to_string(), wide.to_string());
            prop_assert_eq!(narrow.legal_moves(), wide.legal_moves());
        }
        Ok(())
    });
}

#[test]
fn refused_placements_change_nothing() {
    fn holds<const W: usize>(size: Size, choices: &[u16], column: u8, row: u8) -> TestCaseResult {
        let position = last::<W>(size, choices);
        let point = Point::from_indices(column, row).expect("below 26");
        let mut tried = position.clone();
        match tried.play(point) {
            Ok(()) => {
                prop_assert!(position.is_legal(point));
                prop_assert_eq!(tried.stones().len(), position.stones().len() + 1);
            }
            Err(error) => {
                prop_assert_eq!(error.refused, point);
                prop_assert_eq!(Some(error.reason), position.why_illegal(point));
                prop_assert_eq!(tried, position);
            }
        }
        Ok(())
    }
    let games = (sizes(false, 676), choices(60), 0..26_u8, 0..26_u8);
    check(300, games, |(size, choices, column, row)| {
        by_width!(size, holds(size, &choices, column, row))
    });
}

/// A placement may end the game with most of the board still open: it divides the last region that touches all
/// stones, and other regions join the pairs that the parts do not.
#[test]
fn a_placement_can_end_the_game_with_74_live_points_left() {
    let mut position = BlackNarrows::<3>::start(Size::new(9, 9).expect("a size")).expect("a game");
    let point = |name: &str| name.parse::<Point>().expect("a point");
    for name in ["a1", "a4", "c1", "b2"] {
        position.play(point(name)).expect("a legal placement");
    }
    assert_eq!(position.live().len(), 74);
    assert_eq!(position.finishing(), position.grid().set([point("b3")]));
    position.play(point("b3")).expect("a legal placement");
    let winner = position.outcome().expect("the game is over").winner;
    assert_eq!(winner, Player::First, "who placed the fifth stone");
    assert!(position.finishing().is_empty());
}
