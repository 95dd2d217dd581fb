//! Both games once more, as slowly and as plainly as the rule sheets say them: sets of points, breadth-first
//! search, every pair of stones. Shares no code with the crate, so that the two can check each other.
//!
//! The games and their rules are Mark Steere's (marksteeregames.com).

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A point: column and row, counted from 0 at a1.
pub type Cell = (usize, usize);

/// A board and what stands on it: `x` in Black Narrows, `b` and `w` in Narrows.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Board {
    pub columns: usize,
    pub rows: usize,
    pub stones: BTreeMap<Cell, char>,
}

impl Board {
    /// A board without stones.
    pub fn empty(columns: usize, rows: usize) -> Self {
        Self {
            columns,
            rows,
            stones: BTreeMap::new(),
        }
    }

    /// The start of Narrows: a checkerboard with a black stone in the top left corner.
    pub fn checkerboard(columns: usize, rows: usize) -> Self {
        let mut board = Self::empty(columns, rows);
        for (column, row) in board.cells() {
            let from_the_top_left = column + (rows - 1 - row);
            board.stones.insert(
                (column, row),
                if from_the_top_left.is_multiple_of(2) {
                    'b'
                } else {
                    'w'
                },
            );
        }
        board
    }

    /// The rows of a well-formed position line, from the top, `/` between them.
    pub fn parse(line: &str) -> Self {
        let texts: Vec<&str> = line.split('/').collect();
        let mut board = Self::empty(0, texts.len());
        for (from_the_top, text) in texts.iter().enumerate() {
            let row = texts.len() - 1 - from_the_top;
            let mut column = 0;
            let mut run = 0;
            for letter in text.chars() {
                if let Some(digit) = letter.to_digit(10) {
                    run = run * 10 + digit as usize;
                } else {
                    column += run;
                    run = 0;
                    board.stones.insert((column, row), letter);
                    column += 1;
                }
            }
            board.columns = column + run;
        }
        board
    }

    /// The rows of the position line.
    pub fn line(&self) -> String {
        let mut texts = Vec::new();
        for row in (0..self.rows).rev() {
            let mut text = String::new();
            let mut run = 0;
            for column in 0..self.columns {
                if let Some(stone) = self.stones.get(&(column, row)) {
                    if run > 0 {
                        text += &run.to_string();
                    }
                    run = 0;
                    text.push(*stone);
                } else {
                    run += 1;
                }
            }
            if run > 0 {
                text += &run.to_string();
            }
            texts.push(text);
        }
        texts.join("/")
    }

    /// All points, column by column.
    pub fn cells(&self) -> Vec<Cell> {
        (0..self.columns)
            .flat_map(|column| (0..self.rows).map(move |row| (column, row)))
            .collect()
    }

    /// The orthogonal neighbors of a point.
    pub fn neighbors(&self, (column, row): Cell) -> Vec<Cell> {
        let mut found = Vec::new();
        if column > 0 {
            found.push((column - 1, row));
        }
        if row > 0 {
            found.push((column, row - 1));
        }
        if column + 1 < self.columns {
            found.push((column + 1, row));
        }
        if row + 1 < self.rows {
            found.push((column, row + 1));
        }
        found
    }

    /// What can be reached from `start` by orthogonal steps within the points that `inside` holds for.
    fn reached(&self, start: Cell, inside: impl Fn(Cell) -> bool) -> BTreeSet<Cell> {
        let mut reached = BTreeSet::from([start]);
        let mut open = VecDeque::from([start]);
        while let Some(cell) = open.pop_front() {
            for next in self.neighbors(cell) {
                if inside(next) && reached.insert(next) {
                    open.push_back(next);
                }
            }
        }
        reached
    }

    fn with(&self, cell: Cell, stone: char) -> Self {
        let mut board = self.clone();
        board.stones.insert(cell, stone);
        board
    }
}

/// `c3` for (2, 2).
pub fn name((column, row): Cell) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}

/// (2, 2) for `c3`.
pub fn cell(name: &str) -> Cell {
    let column = name.as_bytes()[0] - b'a';
    (
        usize::from(column),
        name[1..].parse::<usize>().expect("a row number") - 1,
    )
}

/// The regions of empty points.
fn regions(board: &Board) -> Vec<BTreeSet<Cell>> {
    let is_empty = |cell: Cell| !board.stones.contains_key(&cell);
    let mut regions: Vec<BTreeSet<Cell>> = Vec::new();
    for cell in board.cells() {
        if is_empty(cell) && !regions.iter().any(|region| region.contains(&cell)) {
            regions.push(board.reached(cell, is_empty));
        }
    }
    regions
}

/// Black Narrows: whether every pair of stones has a path of empty points, at least one long, between them.
pub fn is_legal_set(board: &Board) -> bool {
    let regions = regions(board);
    let touched = |stone: Cell| -> BTreeSet<usize> {
        let near = board.neighbors(stone);
        let touches = |region: &BTreeSet<Cell>| near.iter().any(|cell| region.contains(cell));
        (0..regions.len())
            .filter(|&number| touches(&regions[number]))
            .collect()
    };
    let touched: Vec<BTreeSet<usize>> = board.stones.keys().map(|&stone| touched(stone)).collect();
    touched
        .iter()
        .enumerate()
        .all(|(at, one)| touched[at + 1..].iter().all(|two| !one.is_disjoint(two)))
}

/// Black Narrows: whether a stone may be placed on a point.
pub fn is_legal_placement(board: &Board, cell: Cell) -> bool {
    !board.stones.contains_key(&cell) && is_legal_set(&board.with(cell, 'x'))
}

/// Black Narrows: every legal placement, column by column.
pub fn placements(board: &Board) -> Vec<Cell> {
    board
        .cells()
        .into_iter()
        .filter(|&cell| is_legal_placement(board, cell))
        .collect()
}

/// Black Narrows: whether no region touches every stone.
pub fn has_no_main_region(board: &Board) -> bool {
    let stones: Vec<Cell> = board.stones.keys().copied().collect();
    let touches = |region: &BTreeSet<Cell>, stone: Cell| {
        let near = board.neighbors(stone);
        near.iter().any(|cell| region.contains(cell))
    };
    !regions(board)
        .iter()
        .any(|region| stones.iter().all(|&stone| touches(region, stone)))
}

/// Black Narrows: the placements, column by column, that leave no region which touches every stone.
pub fn finishing(board: &Board, placements: &[Cell]) -> Vec<Cell> {
    let finishes = |cell: &&Cell| has_no_main_region(&board.with(**cell, 'x'));
    placements.iter().filter(finishes).copied().collect()
}

/// Narrows: every capture of the side `color`, in no particular order.
pub fn captures(board: &Board, color: char) -> BTreeSet<(Cell, Cell)> {
    let mut found = BTreeSet::new();
    for (&from, &own) in &board.stones {
        for (&to, &other) in &board.stones {
            if own == color && other != color && sees(board, from, to) {
                found.insert((from, to));
            }
        }
    }
    found
}

/// Whether two points are in one row or column with nothing but empty points between them.
fn sees(board: &Board, one: Cell, two: Cell) -> bool {
    let between = |from: usize, to: usize| from.min(to) + 1..from.max(to);
    if one == two {
        false
    } else if one.0 == two.0 {
        between(one.1, two.1).all(|row| !board.stones.contains_key(&(one.0, row)))
    } else if one.1 == two.1 {
        between(one.0, two.0).all(|column| !board.stones.contains_key(&(column, one.1)))
    } else {
        false
    }
}

/// Narrows: the board after a capture.
pub fn captured(board: &Board, from: Cell, to: Cell) -> Board {
    let mut board = board.clone();
    if let Some(stone) = board.stones.remove(&from) {
        board.stones.insert(to, stone);
    }
    board
}

/// Narrows: whether all stones of a side are linked by paths of empty points and stones of that side.
pub fn is_linked(board: &Board, color: char) -> bool {
    let stones: Vec<Cell> = board
        .stones
        .iter()
        .filter(|(_, stone)| **stone == color)
        .map(|(&cell, _)| cell)
        .collect();
    let passable = |cell: Cell| board.stones.get(&cell).is_none_or(|&stone| stone == color);
    stones.first().is_none_or(|&first| {
        let reached = board.reached(first, passable);
        stones.iter().all(|stone| reached.contains(stone))
    })
}

/// Narrows: who has won after a move of `mover`.
pub fn winner_after(board: &Board, mover: char) -> Option<char> {
    let other = if mover == 'b' { 'w' } else { 'b' };
    if is_linked(board, mover) {
        Some(mover)
    } else if is_linked(board, other) {
        Some(other)
    } else {
        None
    }
}
