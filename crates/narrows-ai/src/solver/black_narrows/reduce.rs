//! What is left of a position on a large board, as a graph of at most 64 or 128 cells.
//!
//! Cells are the live points, the dead groups that still matter, each contracted to one cell, and the stones that
//! still matter (the quotient system; L7, L8). Placements are legal on the graph exactly if they are on the board,
//! so the search goes on as on a small board.
#![allow(
    clippy::cast_possible_truncation,
    reason = "numbers of points of a board, or of fewer things"
)]

use alloc::vec::Vec;

use narrows_core::{BlackNarrows, Game};

use super::graph::GraphBoard;
use crate::solver::board::Cells;

/// A reduced position.
pub(super) struct Reduced<C> {
    pub(super) board: GraphBoard<C>,
    pub(super) stones: C,
    pub(super) live: C,
    /// The point index of each live cell, ascending; live cells come first.
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
pub(super) struct System {
    columns: usize,
    points: usize,
    live: Vec<u16>,
    groups: Vec<Option<Group>>,
    stones: Vec<Stone>,
}

impl System {
    /// What is left of a position, if there are not more live points than a graph can have cells.
    pub(super) fn of<const W: usize>(position: &BlackNarrows<W>) -> Option<System> {
        let live = position.live();
        if live.len() > u128::MOST {
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
        Some(System::new(size.columns().into(), &contents))
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
            columns,
            points,
            live,
            groups,
            stones: stones.map(stone).collect(),
        };
        while system.drop_dominated() | system.drop_useless_groups() {}
        system.reduce_at_hub();
        system
    }

    /// L9, L10: if a stone is confined to one group, what joins nothing to that hub is not needed either.
    fn reduce_at_hub(&mut self) {
        let (lives, groups) = (self.live.len(), &self.groups);
        let group = |vertex: u16| {
            let index = usize::from(vertex).checked_sub(lives)?;
            groups.get(index)?.as_ref()
        };
        let confined = |stone: &Stone| match stone.near[..] {
            [vertex] => group(vertex).map(|hub| (vertex, hub.near.clone())),
            _ => None,
        };
        let Some((hub, anchored)) = self.stones.iter().find_map(confined) else {
            return;
        };
        // The live points of which one must stay empty and reached; with the hub among them there is no need.
        let needs = |stone: &Stone| {
            let mut needs = Vec::new();
            for &vertex in &stone.near {
                match group(vertex) {
                    Some(group) => needs.extend(&group.near),
                    None => needs.push(vertex),
                }
            }
            needs.sort_unstable();
            needs.dedup();
            needs
        };
        let (ends, mut others): (Vec<_>, Vec<_>) = (self.stones.drain(..))
            .map(|stone| (needs(&stone), stone))
            .partition(|(_, stone)| stone.near == [hub]);
        others.sort_by(|a, b| (a.0.len(), &a.0, a.1.name).cmp(&(b.0.len(), &b.0, b.1.name)));
        let mut kept: Vec<(Vec<u16>, Stone)> = Vec::new();
        for (needs, stone) in others {
            let dominates = |other: &Vec<u16>| other.iter().all(|v| needs.contains(v));
            if !kept.iter().any(|(other, _)| dominates(other)) {
                kept.push((needs, stone));
            }
        }
        self.stones = ends
            .into_iter()
            .chain(kept)
            .map(|(_, stone)| stone)
            .collect();
        for (i, place) in self.groups.iter_mut().enumerate() {
            let vertex = (lives + i) as u16;
            let idle = !self.stones.iter().any(|stone| stone.near.contains(&vertex));
            let joins = |near: &[u16]| near.len() > 1 && !near.iter().all(|v| anchored.contains(v));
            if idle && vertex != hub && place.as_ref().is_some_and(|group| !joins(&group.near)) {
                *place = None;
            }
        }
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
    pub(super) fn graph<C: Cells>(&self) -> Option<Reduced<C>> {
        let mut cell_of_group = Vec::new();
        let mut names = self.live.clone();
        for group in &self.groups {
            cell_of_group.push(names.len());
            names.extend(group.as_ref().map(|group| group.name));
        }
        let first_stone = names.len();
        names.extend(self.stones.iter().map(|stone| stone.name));
        if names.len() > C::MOST {
            return None;
        }
        let lives = self.live.len();
        let cell = |vertex: u16| match usize::from(vertex).checked_sub(lives) {
            None => usize::from(vertex),
            Some(group) => cell_of_group[group],
        };
        let mut near = alloc::vec![C::NONE; names.len()];
        let mut join = |a: usize, b: usize| {
            near[a] |= C::cell(b);
            near[b] |= C::cell(a);
        };
        for (i, &point) in self.live.iter().enumerate() {
            for next in around(self.columns, self.points, point.into()) {
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
        let set =
            |cells: core::ops::Range<usize>| cells.fold(C::NONE, |set, cell| set | C::cell(cell));
        Some(Reduced {
            stones: set(first_stone..names.len()),
            live: set(0..lives),
            points: self.live.clone(),
            board: GraphBoard::new(near, &names, self.columns as u8),
        })
    }
}
