//! Symmetries commute with play and with legality, for both games.

use std::collections::BTreeSet;

use narrows_core::narrows::{Color, Setup};
use narrows_core::{BlackNarrows, Game, Narrows, Pie, Size, Symmetry};
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use crate::random::{check, choices, pies, sizes};
use crate::{by_width, names};

/// The position that the choices lead to, and the move that the last choice makes there, if there is one.
fn walk<G: Game>(start: G, choices: &[u16]) -> (G, Option<G::Move>) {
    let mut position = start;
    for (left, &choice) in choices.iter().enumerate().rev() {
        let moves = position.legal_moves();
        let Some(&chosen) = moves.get(usize::from(choice) % moves.len().max(1)) else {
            break;
        };
        if left == 0 {
            return (position, Some(chosen));
        }
        position.play_unchecked(chosen);
    }
    (position, None)
}

/// The moves of one position, seen in another through a symmetry.
fn mapped<G: Game>(position: &G, symmetry: Symmetry) -> BTreeSet<G::Move> {
    let moves = position.legal_moves();
    moves
        .iter()
        .map(|&chosen| G::map_move(chosen, symmetry, position.size()))
        .collect()
}

fn moves_of<G: Game>(position: &G) -> BTreeSet<G::Move> {
    position.legal_moves().into_iter().collect()
}

fn laws_hold<G: Game>(start: G, choices: &[u16]) -> TestCaseResult {
    let (position, chosen) = walk(start, choices);
    let size = position.size();
    let (canonical, to_canonical) = position.canonical();
    prop_assert_eq!(
        mapped(&position, to_canonical),
        moves_of(&canonical),
        "{:?}",
        position
    );
    prop_assert_eq!(position.mover_won(), canonical.mover_won());
    prop_assert_eq!(&canonical.canonical().0, &canonical, "{:?}", position);
    for &symmetry in Symmetry::of(size) {
        let image = position.transformed(symmetry);
        prop_assert_eq!(
            mapped(&position, symmetry),
            moves_of(&image),
            "{:?} {:?}",
            position,
            symmetry
        );
        prop_assert_eq!(image.outcome(), position.outcome());
        prop_assert_eq!(
            &image.transformed(symmetry.inverse()),
            &position,
            "{:?}",
            symmetry
        );
        prop_assert_eq!(
            &image.canonical().0,
            &canonical,
            "{:?} {:?}",
            position,
            symmetry
        );
        if let Some(chosen) = chosen {
            // map(play(p, m)) == play(map(p), map(m))
            let played_first = position.played(chosen).transformed(symmetry);
            let played_after = image.played(G::map_move(chosen, symmetry, size));
            prop_assert_eq!(
                played_first,
                played_after,
                "{:?} {:?} {}",
                position,
                symmetry,
                chosen
            );
        }
    }
    Ok(())
}

#[test]
fn black_narrows_commutes_with_the_symmetries_of_the_board() {
    fn holds<const W: usize>(size: Size, choices: &[u16]) -> TestCaseResult {
        laws_hold(
            BlackNarrows::<W>::start(size).expect("a size of the game"),
            choices,
        )
    }
    let games = (sizes(false, 676), choices(120));
    check(150, games, |(size, choices)| {
        by_width!(size, holds(size, &choices))
    });
    let squares = (2..=26_u8).prop_map(|side| Size::new(side, side).expect("a size"));
    check(100, (squares, choices(120)), |(size, choices)| {
        by_width!(size, holds(size, &choices))
    });
}

#[test]
fn narrows_commutes_with_the_symmetries_of_the_board() {
    fn holds<const W: usize>(size: Size, pie: Pie, choices: &[u16]) -> TestCaseResult {
        laws_hold(
            Narrows::<W>::start(size, pie).expect("a size of the game"),
            choices,
        )
    }
    let games = (sizes(true, 676), pies(), choices(60));
    check(120, games, |(size, pie, choices)| {
        by_width!(size, holds(size, pie, &choices))
    });
    let squares = (1..=13_u8).prop_map(|half| Size::new(2 * half, 2 * half).expect("a size"));
    check(
        100,
        (squares, pies(), choices(60)),
        |(size, pie, choices)| by_width!(size, holds(size, pie, &choices)),
    );
}

/// Exchanging the colors of all stones, and the color to move, changes nothing for the mover.
#[test]
fn narrows_is_the_same_for_both_colors() {
    let games = (sizes(true, 64), choices(40));
    check(150, games, |(size, choices)| {
        let start = Narrows::<1>::start(size, Pie::Off).expect("a size of the game");
        let (position, _) = walk(start, &choices);
        let points = |color| {
            position
                .stones(color)
                .iter()
                .map(|at| position.grid().point(at))
                .collect()
        };
        let exchanged = Setup {
            size,
            black: points(Color::White),
            white: points(Color::Black),
            to_move: position.color_to_move().other(),
            exchange_offered: false,
            second_has_black: false,
        };
        let exchanged = exchanged
            .into_any_position::<1>(Pie::Off)
            .expect("a board of the game");
        prop_assert_eq!(
            names(&exchanged.legal_moves()),
            names(&position.legal_moves())
        );
        prop_assert_eq!(exchanged.mover_won(), position.mover_won());
        prop_assert_eq!(exchanged.canonical().0, position.canonical().0);
        Ok(())
    });
}
