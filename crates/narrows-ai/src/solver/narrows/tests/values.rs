//! Values, lengths and limits of searches.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::slow::SlowSolver;
use super::*;
use crate::solver::narrows::SearchOptions;
use crate::value::Value;

#[test]
fn values_and_lengths_agree_with_full_recursion() {
    let mut random = Random(2);
    let mut slow = SlowSolver::default();
    let mut solver = NarrowsSolver::new(1 << 20).unwrap();
    let samples = samples(&mut random);
    assert!(samples.len() > 5000);
    for board in samples {
        let (won, plies) = slow.solve(&board);
        let given = board.given(Exchange::Off);
        let answer = solve(&mut solver, &given, EVERYTHING);
        assert_eq!(answer.value, Value::of_mover(won), "{board:?}");
        assert_eq!(answer.plies_to_end, Some(plies), "{board:?}");
        if plies == 0 {
            assert!(answer.moves.is_empty());
            continue;
        }
        let mut expected: Vec<_> = board
            .captures()
            .into_iter()
            .map(|(from, to)| {
                let won = !slow.solve(&board.after(from, to)).0;
                (board.capture((from, to)), Value::of_mover(won))
            })
            .collect();
        expected.sort_unstable_by_key(|known| known.0);
        assert_eq!(answer.moves, expected, "{board:?}");
        offered_agrees(&mut solver, &board, won, plies, &expected);
    }
}

/// With the exchange on offer: it wins exactly where the position without it is lost (N5).
fn offered_agrees(
    solver: &mut NarrowsSolver,
    board: &SlowBoard,
    won: bool,
    plies: u32,
    captures: &[(Move, Value)],
) {
    let offered = board.given(Exchange::Offered);
    let answer = solve(solver, &offered, EVERYTHING);
    assert_eq!(answer.value, Value::Win);
    let mut expected = captures.to_vec();
    expected.push((Move::Swap, Value::of_mover(!won)));
    assert_eq!(answer.moves, expected);
    let plies = if won { plies } else { plies + 1 };
    assert_eq!(answer.plies_to_end, Some(plies));
    let quick = solve(solver, &offered, Asked::default());
    assert_eq!(quick.value, Value::Win);
    assert!(!quick.best.is_empty());
    let wins = |best: &Move| expected.contains(&(*best, Value::Win));
    assert!(quick.best.iter().all(wins));
}

#[test]
fn every_option_gives_the_same_answers() {
    let mut random = Random(3);
    let mut samples = samples(&mut random);
    samples.extend((0..100).filter_map(|_| played(5, 4, 16, &mut random)));
    let on = SearchOptions::default();
    let off = |change: &dyn Fn(&mut SearchOptions)| {
        let mut options = on;
        change(&mut options);
        options
    };
    let variants = [
        off(&|options| options.threats = false),
        off(&|options| options.cutoffs = false),
        off(&|options| options.symmetry = false),
        off(&|options| options.ordering = false),
        off(&|options| options.first_alone = !on.first_alone),
        SearchOptions::plain(),
    ];
    let mut reference = NarrowsSolver::new(1 << 20).unwrap();
    let with = |&options: &SearchOptions| NarrowsSolver::with_options(1 << 18, options).unwrap();
    let mut others: Vec<_> = variants.iter().map(with).collect();
    // A table far too small must not matter either.
    others.push(NarrowsSolver::new(0).unwrap());
    for board in samples.into_iter().step_by(3) {
        let given = board.given(Exchange::Off);
        let expected = solve(&mut reference, &given, ALL_MOVES);
        for solver in &mut others {
            let answer = solve(solver, &given, ALL_MOVES);
            assert_eq!(answer.moves, expected.moves, "{given:?}");
            assert_eq!(answer.value, expected.value, "{given:?}");
        }
    }
}

#[test]
fn the_start_with_the_exchange_to_come() {
    let mut slow = SlowSolver::default();
    let mut solver = NarrowsSolver::new(1 << 20).unwrap();
    for (columns, rows) in [
        (2, 2),
        (3, 2),
        (4, 2),
        (5, 2),
        (4, 3),
        (6, 1),
        (8, 1),
        (2, 5),
    ] {
        let board = SlowBoard::start(columns, rows);
        let answer = solve(&mut solver, &board.given(Exchange::Pending), EVERYTHING);
        // The game as people play it: person by person.
        let mut expected = (false, 0);
        for (from, to) in board.captures() {
            let (child_won, child_plies) = slow.solve(&board.after(from, to));
            let (won, plies) = match (child_plies, child_won) {
                (0, _) => (!child_won, 1),
                (_, true) => (false, child_plies + 1),
                (_, false) => (false, child_plies + 2),
            };
            if won {
                expected = (true, 1);
            } else if !expected.0 {
                expected.1 = expected.1.max(plies);
            }
            let known = (board.capture((from, to)), Value::of_mover(won));
            assert!(answer.moves.contains(&known));
        }
        assert_eq!(
            answer.value,
            Value::of_mover(expected.0),
            "{columns}x{rows}"
        );
        assert_eq!(answer.plies_to_end, Some(expected.1), "{columns}x{rows}");
    }
}

#[test]
fn limits_and_the_callback_end_a_search() {
    for (columns, rows) in [(6, 6), (9, 8), (26, 26)] {
        let start = SlowBoard::start(columns, rows);
        let given = start.given(Exchange::Off);
        let mut solver = NarrowsSolver::new(1 << 20).unwrap();
        for threads in [1, 2, 5] {
            let within = limits(Some(200), threads);
            let answer = solve_within(&mut solver, &given, Asked::default(), &within);
            assert_eq!(answer.value, Value::Unknown);
            assert!(answer.nodes <= 200, "{}", answer.nodes);
            assert!(threads > 1 || answer.nodes == 200, "{}", answer.nodes);
        }
        assert!(solver.table_bytes() <= 1 << 20);
        let (within, monitor) = (limits(None, 2), Monitor::default());
        let answer = solver.solve(&given, Asked::default(), &within, &|| true, &monitor);
        let answer = answer.unwrap();
        assert_eq!((answer.value, answer.nodes), (Value::Unknown, 0));
        // With the exchange on offer the value is known without any search (N5).
        let offered = start.given(Exchange::Offered);
        let answer = solver.solve(&offered, Asked::default(), &within, &|| true, &monitor);
        let answer = answer.unwrap();
        assert_eq!((answer.value, answer.best.len()), (Value::Win, 0));
    }
}

/// The larger the board, the fewer nodes between two questions: a node of 26x26 costs milliseconds.
#[test]
fn a_stop_is_asked_for_often_on_every_board() {
    for (columns, rows, most_nodes) in [(6, 6, 256), (9, 8, 202), (20, 20, 6), (26, 26, 2)] {
        let given = SlowBoard::start(columns, rows).given(Exchange::Off);
        let asked = AtomicU64::new(0);
        // The third question ends the search.
        let stop = || asked.fetch_add(1, Relaxed) >= 2;
        let mut solver = NarrowsSolver::new(1 << 20).unwrap();
        let (within, monitor) = (limits(None, 1), Monitor::default());
        let answer = solver.solve(&given, Asked::default(), &within, &stop, &monitor);
        let nodes = answer.unwrap().nodes;
        assert!(
            nodes > 0 && nodes <= most_nodes,
            "{columns}x{rows}: {nodes}"
        );
    }
}

/// A table that grows while the search goes on loses nothing and changes no answer.
#[test]
fn tables_grow_with_the_search() {
    let mut solver = NarrowsSolver::new(64 << 20).unwrap();
    let given = SlowBoard::start(6, 4).given(Exchange::Off);
    let first = solve(&mut solver, &given, ALL_MOVES);
    assert!(solver.table_bytes() > 1 << 20, "{}", solver.table_bytes());
    let again = solve(&mut solver, &given, ALL_MOVES);
    assert_eq!(again.moves, first.moves);
    assert_eq!(again.nodes, 0);
    let tight = solve(&mut NarrowsSolver::new(1 << 20).unwrap(), &given, ALL_MOVES);
    assert_eq!(tight.moves, first.moves);
}

/// A search that begins again in a larger table takes up where it was.
#[test]
fn growing_tables_cost_no_nodes() {
    let mut random = Random(9);
    let mut grown = 0;
    for _ in 0..12 {
        let Some(board) = played(6, 5, 26, &mut random) else {
            continue;
        };
        let given = board.given(Exchange::Off);
        let mut nodes = [1 << 13, 1 << 24].map(|first_bytes| {
            let mut solver = NarrowsSolver::new(1 << 24).unwrap();
            solver.first_bytes = first_bytes;
            let answer = solve(&mut solver, &given, Asked::default());
            grown += usize::from(solver.table_bytes() > first_bytes);
            answer.nodes
        });
        nodes.sort_unstable();
        let [least, most] = nodes;
        // A position that was just reached is expanded again, and full buckets forget a little.
        assert!(most - least <= least / 50 + 100, "{nodes:?}: {board:?}");
    }
    assert!(grown > 4, "{grown}");
}
