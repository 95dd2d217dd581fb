//! The retrograde tables against full recursion, and the search against the retrograde tables.

use narrows_core::narrows::{Color, Narrows, Pie};

use super::slow::{SlowBoard, SlowSolver};
use super::*;
use crate::solver::narrows::{Layers, LayersError};
use crate::value::Value;

fn start(columns: u8, rows: u8) -> Narrows<1> {
    Narrows::start(Size::new(columns, rows).unwrap(), Pie::Off).unwrap()
}

fn slow_board(position: &Narrows<1>) -> SlowBoard {
    let (own, other) = (
        position.stones(position.color_to_move()),
        position.stones(position.color_to_move().other()),
    );
    let size = narrows_core::Game::size(position);
    let point = |index| match (own.contains(index), other.contains(index)) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    };
    SlowBoard {
        columns: size.columns().into(),
        points: (0..size.points()).map(point).collect(),
    }
}

#[test]
fn every_position_has_the_value_that_full_recursion_gives_it() {
    for (columns, rows) in [(4, 3), (3, 4), (5, 2), (4, 1), (2, 2), (7, 2), (4, 4)] {
        let layers = Layers::new(&start(columns, rows), 1 << 26, NEVER).unwrap();
        let mut slow = SlowSolver::default();
        let mut count = 0;
        for (position, value, plies) in layers.positions() {
            assert_eq!(position.color_to_move(), Color::Black);
            let (won, length) = slow.solve(&slow_board(&position));
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
    let asked = Asked {
        all: false,
        plies_nodes: u64::MAX,
    };
    for (columns, rows, stones) in [(8, 7, 12), (6, 5, 12), (13, 4, 12), (6, 6, 12)] {
        let mut solver = NarrowsSolver::new(1 << 24).unwrap();
        let mut total = 0;
        while total < 2_000 {
            let given = thrown(columns, rows, stones, &mut random).given(Exchange::Off);
            let Some(position) = position(&given) else {
                continue;
            };
            let layers = Layers::new(&position, 1 << 28, NEVER).unwrap();
            // Every 13th, so that all layers have their turn.
            for (position, value, plies) in layers.positions().step_by(13) {
                let answer = solve(&mut solver, &Given::from(&position), asked);
                assert_eq!(answer.value, value, "{position:?}");
                assert_eq!(answer.plies_to_end, Some(plies), "{position:?}");
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
fn a_foreign_position_has_no_entry() {
    let layers = Layers::new(&start(4, 3), 1 << 24, NEVER).unwrap();
    assert_eq!(layers.value(&start(3, 4)), None);
    let offered = Narrows::<1>::start(Size::new(4, 3).unwrap(), Pie::On).unwrap();
    let offered =
        narrows_core::Game::played(&offered, narrows_core::Game::legal_moves(&offered)[0]);
    assert_eq!(layers.value(&offered), None);
}
