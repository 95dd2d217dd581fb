//! The retrograde tables against full recursion, and the search against the retrograde tables.

use super::slow::{SlowBoard, SlowSolver};
use super::tests::{NEVER, Random, raw, thrown};
use super::*;
use crate::budget::Limits;
use crate::value::Value;

fn start(columns: u8, rows: u8) -> RawPosition {
    RawPosition::start(columns, rows, Exchange::Off).unwrap()
}

#[test]
fn every_position_has_the_value_that_full_recursion_gives_it() {
    for (columns, rows) in [(4, 3), (3, 3), (5, 2), (4, 1), (2, 2), (7, 2), (4, 4)] {
        let layers = Layers::new(&start(columns, rows), 1 << 26, NEVER).unwrap();
        let mut slow = SlowSolver::default();
        let mut count = 0;
        for (position, value, plies) in layers.positions() {
            let (own, other) = (position.own(), position.other());
            let board = SlowBoard::from_words(columns.into(), rows.into(), own, other);
            let (won, length) = slow.solve(&board);
            assert_eq!((value == Value::Win, plies), (won, length), "{position:?}");
            assert_eq!(layers.value(&position), Some((value, plies)));
            count += 1;
        }
        let listed: usize = layers.layers().map(|layer| layer.positions).sum();
        assert_eq!(listed, count);
    }
}

#[test]
fn the_search_agrees_with_the_tables_of_thrown_positions() {
    let mut random = Random(20_261_130);
    let question = Question {
        all: false,
        plies_nodes: u64::MAX,
    };
    for (columns, rows, stones) in [(8, 7, 12), (6, 5, 12), (13, 3, 12), (6, 6, 12)] {
        let mut solver = Solver::new(1 << 24);
        let mut total = 0;
        while total < 2_000 {
            let pair = thrown(columns, rows, stones, &mut random);
            let position = raw(columns, rows, pair, Exchange::Off);
            let layers = Layers::new(&position, 1 << 28, NEVER).unwrap();
            // Every 13th, so that all layers have their turn.
            for (position, value, plies) in layers.positions().step_by(13) {
                let solution = solver.solve(&position, question, &Limits::default(), NEVER);
                assert_eq!(solution.value, value, "{position:?}");
                assert_eq!(solution.plies_to_end, Some(plies), "{position:?}");
            }
            total += layers.layers().map(|layer| layer.positions).sum::<usize>();
        }
    }
}

#[test]
fn too_little_memory_or_a_stop_is_an_error() {
    let start = start(4, 4);
    let error = Layers::new(&start, 1 << 10, NEVER).unwrap_err();
    assert!(matches!(error, LayersError::Memory { .. }), "{error:?}");
    let error = Layers::new(&start, 1 << 26, &|| true).unwrap_err();
    assert_eq!(error, LayersError::Stopped);
}

#[test]
fn a_finished_position_or_a_foreign_one_has_no_entry() {
    let layers = Layers::new(&start(4, 3), 1 << 24, NEVER).unwrap();
    assert_eq!(layers.value(&start(3, 4)), None);
    let over = RawPosition::new(4, 3, 1, 2, Exchange::Off).unwrap();
    assert_eq!(layers.value(&over), None);
    let from_the_end = Layers::new(&over, 1 << 20, NEVER).unwrap();
    assert_eq!(from_the_end.layers().count(), 0);
}
