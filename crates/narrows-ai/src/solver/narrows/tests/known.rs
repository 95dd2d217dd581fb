//! Positions that others have solved, and the book.

use core::str::FromStr as _;

use narrows_core::narrows::{Narrows, Pie, Setup};
use narrows_core::{Game, Size};

use super::slow::SlowBoard;
use super::*;
use crate::solver::book::{BoardResult, Booked as _, result_of, results};
use crate::solver::{ExactSolver, Question};
use crate::value::Value;

/// Known winners after each first capture; made by programs that share nothing with this one.
#[test]
fn known_first_captures() {
    let text = include_str!("../../../../tests/data/narrows-first-moves.jsonl");
    let mut boards = 0;
    for line in text.lines() {
        let words: Vec<&str> = line.split('"').collect();
        let (columns, rows) = words[3].split_once('x').unwrap();
        let board = SlowBoard::start(columns.parse().unwrap(), rows.parse().unwrap());
        let answer = solve(
            &mut NarrowsSolver::new(1 << 20).unwrap(),
            &board.given(Exchange::Off),
            ALL_MOVES,
        );
        let mut moves = answer.moves.clone();
        for pair in words[7..].chunks(4).filter(|chunk| chunk.len() == 4) {
            let play: Move = pair[0].parse().unwrap();
            let value = Value::of_mover(pair[2] == "black");
            let index = moves.iter().position(|m| *m == (play, value)).expect(line);
            moves.remove(index);
        }
        assert!(moves.is_empty(), "{line}");
        boards += 1;
    }
    assert_eq!(boards, 7);
}

#[test]
fn known_counts_on_larger_boards() {
    for (columns, rows, captures, wins) in [(5, 4, 31, 13), (6, 4, 38, 16)] {
        let given = SlowBoard::start(columns, rows).given(Exchange::Off);
        for threads in [1, 2] {
            let mut solver = NarrowsSolver::new(16 << 20).unwrap();
            let answer = solve_within(&mut solver, &given, ALL_MOVES, &limits(None, threads));
            assert_eq!((answer.moves.len(), answer.best.len()), (captures, wins));
        }
    }
}

/// Random positions with every capture, and the winners of those that end the game.
#[test]
fn known_captures_through_the_core() {
    let text = include_str!("../../../../tests/data/narrows-captures.jsonl");
    let mut solver = NarrowsSolver::new(1 << 16).unwrap();
    let limits = Limits {
        nodes: Some(0),
        ..Limits::default()
    };
    for line in text.lines() {
        let words: Vec<&str> = line.split('"').collect();
        let end = words
            .iter()
            .position(|word| *word == "black_linked")
            .unwrap();
        let mut captures: Vec<Move> = words[11..end]
            .iter()
            .step_by(2)
            .map(|word| word.parse().unwrap())
            .collect();
        captures.sort_unstable();
        let Ok(position) = words[7].parse::<Narrows<1>>() else {
            continue;
        };
        let question = Question {
            all: true,
            nimber: false,
        };
        let answer = solver.answer(&position, question, &limits, NEVER);
        let captured = answer
            .moves
            .iter()
            .map(|known| known.0)
            .filter(|play| *play != Move::Swap);
        let moves: Vec<Move> = captured.collect();
        assert_eq!(moves, captures, "{line}");
        let ending = words
            .iter()
            .position(|word| *word == "ending_captures")
            .unwrap();
        for pair in words[ending + 2..]
            .chunks(4)
            .filter(|chunk| chunk.len() == 4)
        {
            let to_move = position.color_to_move().name();
            let known = (
                pair[0].parse().unwrap(),
                Value::of_mover(pair[2] == to_move),
            );
            assert!(answer.moves.contains(&known), "{line}");
        }
    }
}

#[test]
fn core_positions_with_and_without_the_exchange() {
    let mut solver = NarrowsSolver::new(1 << 20).unwrap();
    let question = Question {
        all: true,
        nimber: false,
    };
    let mut answer = |line: &str, pie: Pie| {
        let position = Setup::from_str(line)
            .unwrap()
            .into_position::<1>(pie)
            .unwrap();
        solver.answer(&position, question, &Limits::default(), NEVER)
    };
    // The rule sheet's first figure, of the same board with and without the exchange.
    let line = "bb1wb/wb2w/bwwbb/1wwbw w";
    let without = answer(&format!("{line} -"), Pie::Off);
    let with = answer(&format!("{line} s"), Pie::On);
    assert_eq!(with.value, Value::Win);
    assert_ne!(without.value, Value::Unknown);
    let swap = with
        .moves
        .iter()
        .find(|known| known.0 == Move::Swap)
        .unwrap();
    assert_eq!(swap.1 == Value::Win, without.value == Value::Loss);
    assert!(without.plies_to_end.is_some());
    let start = Narrows::<1>::start(Size::new(4, 3).unwrap(), Pie::On).unwrap();
    let answer = solver.answer(&start, question, &Limits::default(), NEVER);
    assert_eq!(answer.value, Value::Loss);
}

#[test]
fn the_book_is_what_the_solver_finds() {
    let mut solver = NarrowsSolver::new(4 << 20).unwrap();
    let question = Question {
        all: true,
        nimber: false,
    };
    let mut checked = 0;
    for result in results::<Narrows<1>>() {
        let line = result.to_line();
        assert_eq!(BoardResult::from_line(&line), Some(result.clone()));
        let size = result.size;
        if size.points() > 20 {
            continue;
        }
        for size in [size, size.transposed()] {
            let first = Narrows::<1>::first(size).unwrap();
            let answer = solver.answer(&first, question, &Limits::default(), NEVER);
            let known = result_of::<Narrows<1>>(size);
            assert_eq!(BoardResult::new(size, &answer), known, "{line}");
        }
        checked += 1;
    }
    assert!(checked > 10);
}

#[test]
fn answers_from_the_book_are_the_solvers() {
    let mut searcher = NarrowsSolver::new(1 << 20).unwrap();
    let limits = Limits::default();
    let mut looked_up = 0;
    for (columns, rows) in [(2, 2), (4, 3), (3, 4), (5, 4), (2, 4)] {
        let size = Size::new(columns, rows).unwrap();
        let start = Narrows::<1>::start(size, Pie::Off).unwrap();
        let question = Question {
            all: true,
            nimber: false,
        };
        let read = <NarrowsSolver as ExactSolver<Narrows<1>>>::look_up(&start, question).unwrap();
        let searched = searcher.answer(&start, question, &limits, NEVER);
        assert_eq!((read.value, &read.best), (searched.value, &searched.best));
        assert_eq!(read.moves, searched.moves);
        assert_eq!(read.nodes, 0);
        let offered = Narrows::<1>::start(size, Pie::On).unwrap();
        let question = Question::default();
        for play in offered.legal_moves() {
            let mut child = offered.clone();
            child.play_unchecked(play);
            let Some(read) = <NarrowsSolver as ExactSolver<Narrows<1>>>::look_up(&child, question)
            else {
                continue;
            };
            let searched = searcher.answer(&child, question, &limits, NEVER);
            assert_eq!(read.value, searched.value);
            assert_eq!(
                read.best.contains(&Move::Swap),
                searched.best.contains(&Move::Swap)
            );
            looked_up += 1;
        }
    }
    // As many as there are winning captures on these boards, of which those on 2x2 end the game.
    assert_eq!(looked_up, 8 + 8 + 13 + 2);
}
