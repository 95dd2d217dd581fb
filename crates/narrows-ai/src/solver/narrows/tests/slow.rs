//! The obvious way, for the tests: a list of points, breadth-first search, full recursion.

use std::collections::{HashMap, VecDeque};

/// A board as a list of points: `Some(true)` is a stone of the side to move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct SlowBoard {
    pub(super) columns: usize,
    pub(super) points: Vec<Option<bool>>,
}

impl SlowBoard {
    /// The full board, a stone of the side to move at the top left.
    pub(super) fn start(columns: usize, rows: usize) -> Self {
        let point = |index: usize| {
            let (column, row) = (index % columns, rows - 1 - index / columns);
            Some((column + row).is_multiple_of(2))
        };
        Self {
            columns,
            points: (0..columns * rows).map(point).collect(),
        }
    }

    fn next(&self, index: usize, direction: usize) -> Option<usize> {
        let (column, rows) = (index % self.columns, self.points.len() / self.columns);
        match direction {
            0 if column + 1 < self.columns => Some(index + 1),
            1 if index / self.columns + 1 < rows => Some(index + self.columns),
            2 if column > 0 => Some(index - 1),
            3 if index >= self.columns => Some(index - self.columns),
            _ => None,
        }
    }

    pub(super) fn is_linked(&self, side: bool) -> bool {
        let Some(first) = self.points.iter().position(|&p| p == Some(side)) else {
            return true;
        };
        let mut seen = vec![false; self.points.len()];
        seen[first] = true;
        let mut queue = VecDeque::from([first]);
        while let Some(index) = queue.pop_front() {
            for next in (0..4).filter_map(|direction| self.next(index, direction)) {
                if !seen[next] && self.points[next] != Some(!side) {
                    seen[next] = true;
                    queue.push_back(next);
                }
            }
        }
        (0..seen.len()).all(|index| seen[index] || self.points[index] != Some(side))
    }

    pub(super) fn captures(&self) -> Vec<(usize, usize)> {
        let mut captures = Vec::new();
        for from in (0..self.points.len()).filter(|&index| self.points[index] == Some(true)) {
            for direction in 0..4 {
                let mut to = self.next(from, direction);
                while let Some(index) = to.filter(|&index| self.points[index].is_none()) {
                    to = self.next(index, direction);
                }
                if let Some(index) = to.filter(|&index| self.points[index] == Some(false)) {
                    captures.push((from, index));
                }
            }
        }
        captures.sort_unstable();
        captures
    }

    /// After the capture, seen by the side that then moves.
    pub(super) fn after(&self, from: usize, to: usize) -> Self {
        let mut board = self.clone();
        board.points[to] = board.points[from].take();
        for point in board.points.iter_mut().flatten() {
            *point = !*point;
        }
        board
    }
}

/// Values and lengths by full recursion.
#[derive(Default)]
pub(super) struct SlowSolver {
    known: HashMap<SlowBoard, (bool, u32)>,
}

impl SlowSolver {
    /// Whether the mover wins, and the plies to the end: the winner hastens, the loser delays.
    pub(super) fn solve(&mut self, board: &SlowBoard) -> (bool, u32) {
        // The other side moved last: both linked, it wins.
        if board.is_linked(false) {
            return (false, 0);
        }
        if board.is_linked(true) {
            return (true, 0);
        }
        if let Some(&known) = self.known.get(board) {
            return known;
        }
        let replies: Vec<(bool, u32)> = board
            .captures()
            .iter()
            .map(|&(from, to)| self.solve(&board.after(from, to)))
            .collect();
        let quickest = replies
            .iter()
            .filter(|reply| !reply.0)
            .map(|reply| reply.1)
            .min();
        let longest = replies.iter().map(|reply| reply.1).max().unwrap_or(0);
        let value = quickest.map_or((false, longest + 1), |plies| (true, plies + 1));
        self.known.insert(board.clone(), value);
        value
    }
}
