//! The census against all subsets of the points, one after the other.

use std::collections::{BTreeMap, BTreeSet};

use narrows_core::Size;
use narrows_core::black_narrows::census::{Census, LevelCounts, census};

use crate::slow::{self, Board, Cell};

/// Every image of a set of points.
fn images(board: &Board, cells: &BTreeSet<Cell>) -> BTreeSet<BTreeSet<Cell>> {
    let (right, top) = (board.columns - 1, board.rows - 1);
    let mut images = BTreeSet::from([cells.clone()]);
    loop {
        let more: Vec<BTreeSet<Cell>> = images
            .iter()
            .flat_map(|set| {
                let mirrored = set.iter().map(|&(x, y)| (right - x, y)).collect();
                let upside_down = set.iter().map(|&(x, y)| (x, top - y)).collect();
                let turned = set.iter().map(|&(x, y)| (y, x)).collect();
                let transposed = (right == top).then_some(turned);
                [mirrored, upside_down].into_iter().chain(transposed)
            })
            .collect();
        let before = images.len();
        images.extend(more);
        if images.len() == before {
            return images;
        }
    }
}

/// The levels of a small board by looking at every subset of its points.
fn slow_census(columns: usize, rows: usize) -> Vec<LevelCounts> {
    let empty = Board::empty(columns, rows);
    let cells = empty.cells();
    let mut levels = BTreeMap::<usize, LevelCounts>::new();
    for subset in 0..1_u32 << cells.len() {
        let chosen = |&(at, _): &(usize, &Cell)| subset >> at & 1 == 1;
        let set: BTreeSet<Cell> = cells
            .iter()
            .enumerate()
            .filter(chosen)
            .map(|(_, &cell)| cell)
            .collect();
        let mut board = empty.clone();
        board.stones.extend(set.iter().map(|&cell| (cell, 'x')));
        if slow::is_legal_set(&board) {
            let level = levels.entry(set.len()).or_default();
            level.sets += 1;
            level.classes += u64::from(images(&board, &set).first() == Some(&set));
        }
    }
    levels.into_values().collect()
}

#[test]
fn levels_are_those_of_all_subsets() {
    for (columns, rows) in [(2, 2), (3, 2), (2, 3), (3, 3), (5, 2), (4, 3), (3, 4)] {
        let size: Size = format!("{columns}x{rows}").parse().expect("a size");
        let expected = slow_census(columns, rows);
        assert_eq!(
            census::<1>(size).expect("a size of the game"),
            expected,
            "{size}"
        );
        assert_eq!(census::<3>(size).expect("it fits"), expected, "{size}");
    }
}

#[test]
fn other_boards_are_refused() {
    for (size, words) in [("1x5", 1), ("9x8", 1)] {
        let size = size.parse().expect("a size");
        assert!(Census::<1>::new(size).is_err(), "{size} in {words} words");
    }
}
