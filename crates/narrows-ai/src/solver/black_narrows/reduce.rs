//! What is left of a position on a large board, as a graph of at most 64 cells.
//!
//! Cells are the live points, the dead groups that still matter, each contracted to one cell, and the stones that
//! still matter (the quotient system; L7, L8). Placements are legal on the graph exactly if they are on the board,
//! so the search goes on as on a small board.

use alloc::vec::Vec;

use narrows_core::{BlackNarrows, Game};

use super::graph::GraphBoard;

/// The cells of a graph are bits of a word.
const MAX_CELLS: usize = 64;

/// A reduced position.
pub(super) struct Reduced {
    pub(super) board: GraphBoard,
    pub(super) stones: u64,
    pub(super) live: u64,
    /// The point index of each live cell; live cells come first.
    pub(super) points: Vec<u16>,
}

/// What a point of the board is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    Stone,
    Live,
    Dead,
}

/// A dead group that still matters, by the vertices of live points next to it.
struct Group {
    name: u16,
    near: Vec<u16>,
}

/// A stone that still matters, by the vertices next to it, in ascending order.
struct Stone {
    name: u16,
    near: Vec<u16>,
}

/// The quotient system. Vertices are numbers: first the live points, then the dead groups.
struct System {
    live: Vec<u16>,
    groups: Vec<Option<Group>>,
    stones: Vec<Stone>,
}

impl Reduced {
    /// The graph of a position, if 64 cells are enough for it.
    pub(super) fn of<const W: usize>(position: &BlackNarrows<W>) -> Option<Reduced> {
        let live = position.live();
        if live.len() > MAX_CELLS {
            return None;
        }
        let size = position.size();
        let mut contents = alloc::vec![Content::Dead; size.points()];
        for point in live.iter() {
            contents[point] = Content::Live;
        }
        for point in position.stones().iter() {
            contents[point] = Content::Stone;
        }
        let columns = usize::from(size.columns());
        System::new(columns, &contents).graph(columns, &contents)
    }
}

/// The points next to one, on a board with so many columns.
fn around(columns: usize, points: usize, point: usize) -> impl Iterator<Item = usize> {
    let column = point % columns;
    [
        (column + 1 < columns).then_some(point + 1),
        (column > 0).then(|| point - 1),
        (point + columns < points).then_some(point + columns),
        point.checked_sub(columns),
    ]
    .into_iter()
    .flatten()
}

impl System {
    fn new(columns: usize, contents: &[Content]) -> System {
        const NONE: u16 = u16::MAX;
        let points = contents.len();
        let mut vertex = alloc::vec![NONE; points];
        let mut live = Vec::new();
        for (point, vertex) in vertex.iter_mut().enumerate() {
            if contents[point] == Content::Live {
                *vertex = live.len() as u16;
                live.push(point as u16);
            }
        }
        let mut groups = Vec::new();
        for start in 0..points {
            if contents[start] != Content::Dead || vertex[start] != NONE {
                continue;
            }
            let number = (live.len() + groups.len()) as u16;
            let mut near = Vec::new();
            let mut open = alloc::vec![start];
            vertex[start] = number;
            while let Some(point) = open.pop() {
                for next in around(columns, points, point) {
                    match contents[next] {
                        Content::Live => near.push(vertex[next]),
                        Content::Dead if vertex[next] == NONE => {
                            vertex[next] = number;
                            open.push(next);
                        }
                        _ => {}
                    }
                }
            }
            near.sort_unstable();
            near.dedup();
            let name = start as u16;
            groups.push(Some(Group { name, near }));
        }
        let stone = |point| {
            let next = around(columns, points, point).map(|next| vertex[next]);
            let mut near: Vec<u16> = next.filter(|&vertex| vertex != NONE).collect();
            near.sort_unstable();
            near.dedup();
            let name = point as u16;
            Stone { name, near }
        };
        let stones = (0..points).filter(|&point| contents[point] == Content::Stone);
        let mut system = System {
            live,
            groups,
            stones: stones.map(stone).collect(),
        };
        while system.drop_dominated() | system.drop_useless_groups() {}
        system
    }

    /// L7: of two stones whose neighbours contain each other's, the one with more is not needed.
    fn drop_dominated(&mut self) -> bool {
        let before = self.stones.len();
        // Fewest neighbours first, so that what is kept is not dominated by what comes later.
        self.stones
            .sort_by(|a, b| (a.near.len(), &a.near, a.name).cmp(&(b.near.len(), &b.near, b.name)));
        self.stones.dedup_by(|a, b| a.near == b.near);
        let mut kept: Vec<Stone> = Vec::new();
        for stone in self.stones.drain(..) {
            let dominates = |other: &Stone| other.near.iter().all(|v| stone.near.contains(v));
            if !kept.iter().any(dominates) {
                kept.push(stone);
            }
        }
        self.stones = kept;
        self.stones.len() < before
    }

    /// L8: groups that join nothing.
    fn drop_useless_groups(&mut self) -> bool {
        let mut dropped = false;
        for (i, place) in self.groups.iter_mut().enumerate() {
            let vertex = (self.live.len() + i) as u16;
            let Some(group) = place else {
                continue;
            };
            let touches = |stone: &&mut Stone| stone.near.contains(&vertex);
            let touching = self.stones.iter_mut().filter(touches).take(2).count();
            if group.near.is_empty() && touching <= 1 || group.near.len() == 1 && touching == 0 {
                *place = None;
                dropped = true;
                for stone in &mut self.stones {
                    stone.near.retain(|&near| near != vertex);
                }
            }
        }
        dropped
    }

    /// The system as a graph, if it is small enough.
    fn graph(&self, columns: usize, contents: &[Content]) -> Option<Reduced> {
        let mut cell_of_group = Vec::new();
        let mut names = self.live.clone();
        for group in &self.groups {
            cell_of_group.push(names.len());
            names.extend(group.as_ref().map(|group| group.name));
        }
        let first_stone = names.len();
        names.extend(self.stones.iter().map(|stone| stone.name));
        if names.len() > MAX_CELLS {
            return None;
        }
        let lives = self.live.len();
        let cell = |vertex: u16| match usize::from(vertex).checked_sub(lives) {
            None => usize::from(vertex),
            Some(group) => cell_of_group[group],
        };
        let mut near = alloc::vec![0u64; names.len()];
        let mut join = |a: usize, b: usize| {
            near[a] |= 1 << b;
            near[b] |= 1 << a;
        };
        for (i, &point) in self.live.iter().enumerate() {
            for next in around(columns, contents.len(), point.into()) {
                if let Ok(j) = self.live.binary_search(&(next as u16)) {
                    join(i, j);
                }
            }
        }
        for (i, group) in self.groups.iter().enumerate() {
            for &live in group.iter().flat_map(|group| &group.near) {
                join(cell_of_group[i], live.into());
            }
        }
        for (i, stone) in self.stones.iter().enumerate() {
            for &vertex in &stone.near {
                join(first_stone + i, cell(vertex));
            }
        }
        let set = |cells: core::ops::Range<usize>| cells.fold(0, |set, cell| set | 1 << cell);
        Some(Reduced {
            stones: set(first_stone..names.len()),
            live: set(0..lives),
            points: self.live.clone(),
            board: GraphBoard::new(near, &names, columns as u8),
        })
    }
}
