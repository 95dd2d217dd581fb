//! Narrows against the slow twin, and what is true of every game of it.

use std::collections::BTreeSet;

use narrows_core::narrows::{Color, Move, Setup, SetupError};
use narrows_core::{Game, Narrows, Pie, Player, Point, Size};
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use crate::random::{check, choices, pies, sizes};
use crate::slow::{self, Board, Cell};
use crate::{by_width, cell_of};

/// The positions of the game that the choices make, the full board first, and the moves between them.
fn game<const W: usize>(size: Size, pie: Pie, choices: &[u16]) -> (Vec<Narrows<W>>, Vec<Move>) {
    let start = Narrows::<W>::start(size, pie).expect("a size of the game");
    let (mut positions, mut moves) = (vec![start], Vec::new());
    for &choice in choices {
        let last = &positions[positions.len() - 1];
        let legal = last.legal_moves();
        let Some(&chosen) = legal.get(usize::from(choice) % legal.len().max(1)) else {
            break;
        };
        let next = last.played(chosen);
        positions.push(next);
        moves.push(chosen);
    }
    (positions, moves)
}

/// The stones of a position, as the slow twin reads its line.
fn board<const W: usize>(position: &Narrows<W>) -> Board {
    let line = position.to_string();
    Board::parse(line.split(' ').next().expect("a line has a first word"))
}

fn color_of(letter: char) -> Color {
    if letter == 'b' {
        Color::Black
    } else {
        Color::White
    }
}

fn captures_among(moves: &[Move]) -> BTreeSet<(Cell, Cell)> {
    let cells = moves.iter().filter_map(|chosen| match *chosen {
        Move::Capture { from, to } => Some((cell_of(from), cell_of(to))),
        Move::Swap => None,
    });
    cells.collect()
}

/// Moves, links and the end of the game, against the slow twin's.
fn agrees_with_slow<const W: usize>(position: &Narrows<W>) -> TestCaseResult {
    let board = board(position);
    let mover = position.color_to_move();
    for color in [Color::Black, Color::White] {
        let linked = slow::is_linked(&board, color.letter());
        prop_assert_eq!(
            position.is_linked(color),
            linked,
            "{} of {}",
            color.name(),
            position
        );
    }
    let winner = slow::winner_after(&board, mover.other().letter()).map(color_of);
    prop_assert_eq!(position.winning_color(), winner, "{}", position);
    prop_assert_eq!(position.outcome().is_some(), winner.is_some());
    let moves = position.legal_moves();
    prop_assert!(moves.is_sorted());
    prop_assert_eq!(moves.contains(&Move::Swap), position.exchange_is_offered());
    let expected = if winner.is_some() {
        BTreeSet::new()
    } else {
        slow::captures(&board, mover.letter())
    };
    prop_assert_eq!(captures_among(&moves), expected.clone(), "{}", position);
    // Until somebody is linked there is always a capture (N1).
    prop_assert_eq!(expected.is_empty(), winner.is_some(), "{}", position);
    Ok(())
}

/// After every move: who is to move, what changed on the board, who won.
fn moves_do_what_they_say<const W: usize>(size: Size, pie: Pie, choices: &[u16]) -> TestCaseResult {
    let (positions, moves) = game::<W>(size, pie, choices);
    for (at, &played) in moves.iter().enumerate() {
        let (before, after) = (&positions[at], &positions[at + 1]);
        prop_assert_eq!(
            after.to_move(),
            before.to_move().other(),
            "every move passes the turn"
        );
        match played {
            Move::Capture { from, to } => {
                let expected = slow::captured(&board(before), cell_of(from), cell_of(to));
                prop_assert_eq!(board(after), expected, "{} in {}", played, before);
                prop_assert_eq!(after.color_to_move(), before.color_to_move().other());
            }
            Move::Swap => {
                prop_assert_eq!(at, 1, "only White's first move");
                prop_assert_eq!(pie, Pie::On);
                prop_assert_eq!(board(after), board(before));
                prop_assert_eq!(after.color_to_move(), before.color_to_move());
                prop_assert_eq!(after.player_of(Color::Black), Player::Second);
            }
        }
        if let Some(outcome) = after.outcome() {
            let winner = after
                .winning_color()
                .expect("a game that is over has a winner");
            prop_assert_eq!(outcome.winner, after.player_of(winner));
            prop_assert_eq!(at + 1, moves.len(), "nothing follows the end");
        }
        agrees_with_slow(after)?;
    }
    // Every capture takes one stone off, and one stone alone is linked (N2).
    prop_assert!(captures_among(&moves).len() <= size.points() - 2);
    let mut again = positions[0].clone();
    for (&played, expected) in moves.iter().zip(&positions[1..]) {
        prop_assert!(again.play(played).is_ok());
        prop_assert_eq!(&again, expected);
    }
    Ok(())
}

#[test]
fn whole_small_games_agree_with_the_slow_twin() {
    let games = (sizes(true, 64), pies(), choices(64));
    check(300, games, |(size, pie, choices)| {
        moves_do_what_they_say::<1>(size, pie, &choices)
    });
}

#[test]
fn games_on_all_widths_agree_with_the_slow_twin() {
    let games = (sizes(true, 676), pies(), choices(12));
    check(40, games, |(size, pie, choices)| {
        by_width!(size, moves_do_what_they_say(size, pie, &choices))
    });
}

/// Boards with any stones anywhere: most could not come about in play, and all are accepted if both colors
/// are there and neither is linked.
#[test]
fn any_board_agrees_with_the_slow_twin() {
    fn holds<const W: usize>(size: Size, stones: &[u8], white_moves: bool) -> TestCaseResult {
        let of = |kind: u8| -> Vec<Point> {
            let points = size.iter().zip(stones).filter(|(_, stone)| **stone == kind);
            points.map(|(point, _)| point).collect()
        };
        let to_move = if white_moves {
            Color::White
        } else {
            Color::Black
        };
        let setup = Setup {
            size,
            black: of(1),
            white: of(2),
            to_move,
            exchange_offered: false,
            second_has_black: false,
        };
        let mut board = Board::empty(size.columns().into(), size.rows().into());
        for (points, letter) in [(&setup.black, 'b'), (&setup.white, 'w')] {
            board
                .stones
                .extend(points.iter().map(|&point| (cell_of(point), letter)));
        }
        let winner = slow::winner_after(&board, to_move.other().letter()).map(color_of);
        match setup.clone().into_position::<W>(Pie::Off) {
            Ok(position) => {
                prop_assert_eq!(winner, None, "{}", position);
                agrees_with_slow(&position)?;
            }
            Err(SetupError::Finished(color)) => prop_assert_eq!(winner, Some(color)),
            Err(SetupError::NoStones(color)) => {
                prop_assert!(!board.stones.values().any(|&stone| stone == color.letter()));
                return Ok(());
            }
            Err(error) => prop_assert!(false, "{}", error),
        }
        let shown = setup.into_any_position::<W>(Pie::Off);
        prop_assert!(shown.is_ok(), "a finished board can be shown: {:?}", shown);
        agrees_with_slow(&shown.expect("just checked"))
    }
    // Sparse and dense boards: 1 black, 2 white, 0 and above empty.
    let boards = (3..12_u8).prop_flat_map(|kinds| prop::collection::vec(0..kinds, 676));
    check(
        250,
        (sizes(true, 120), boards, any::<bool>()),
        |(size, stones, white_moves)| by_width!(size, holds(size, &stones, white_moves)),
    );
}

/// Every pair of points as a capture, on the board and off it.
#[test]
fn exactly_the_legal_captures_can_be_played() {
    let all: Vec<Point> = Size::new(6, 6).expect("a size").iter().collect();
    let games = (sizes(true, 25), pies(), choices(20));
    check(60, games, |(size, pie, choices)| {
        let (positions, _) = game::<1>(size, pie, &choices);
        let position = &positions[positions.len() - 1];
        let legal = position.legal_moves();
        let pairs = all
            .iter()
            .flat_map(|&from| all.iter().map(move |&to| Move::Capture { from, to }));
        for candidate in pairs.chain([Move::Swap]) {
            let mut tried = position.clone();
            let expected = legal.contains(&candidate);
            prop_assert_eq!(
                position.is_legal(candidate),
                expected,
                "{} in {}",
                candidate,
                position
            );
            match tried.play(candidate) {
                Ok(()) => prop_assert!(expected),
                Err(error) => {
                    prop_assert_eq!(Some(error.reason), position.why_illegal(candidate));
                    prop_assert_eq!(&tried, position);
                }
            }
        }
        for &from in &all {
            let among = legal
                .iter()
                .filter(|chosen| matches!(chosen, Move::Capture { from: f, .. } if *f == from));
            prop_assert_eq!(position.captures_from(from).len(), among.count());
        }
        Ok(())
    });
}

#[test]
fn the_start_is_a_checkerboard_with_its_known_number_of_captures() {
    for columns in 1..=26_u8 {
        for rows in 1..=26_u8 {
            let size = Size::new(columns, rows).expect("a size");
            let playable = size.points().is_multiple_of(2) && size.points() >= 4;
            let start = Narrows::<11>::start(size, Pie::On);
            assert_eq!(start.is_ok(), playable, "{size}");
            if let Ok(start) = start {
                let (w, h) = (usize::from(columns), usize::from(rows));
                assert_eq!(board(&start), Board::checkerboard(w, h));
                assert_eq!(start.legal_moves().len(), 2 * w * h - w - h, "N3 on {size}");
                assert!(!start.exchange_is_offered());
            }
        }
    }
}

#[test]
fn the_exchange_is_offered_once_and_only_if_agreed() {
    let games = (sizes(true, 64), pies(), choices(10));
    check(100, games, |(size, pie, choices)| {
        let (positions, _) = game::<1>(size, pie, &choices);
        for (ply, position) in positions.iter().enumerate() {
            let offered = pie == Pie::On && ply == 1 && !position.is_over();
            prop_assert_eq!(
                position.exchange_is_offered(),
                offered,
                "ply {} of {}",
                ply,
                position
            );
            prop_assert_eq!(position.is_legal(Move::Swap), offered);
        }
        Ok(())
    });
}
