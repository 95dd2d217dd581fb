//! What still matters of a whole position: the quotient system (L7, L8), its key, its hub (L9).

use super::board::Board;
use super::hub::MAX_GROUPS;
use super::key::{Key, tag};
use super::small::MAX_STONES;
use crate::solver::board::{Cells, cells};

/// A position with its dead groups contracted and its useless stones and groups deleted.
///
/// The neighbours of a stone are a set of live points and dead groups; a group is named by its
/// lowest cell, so the set is one word.
///
/// Kept by the worker, so that no memory is cleared for each position.
#[derive(Debug)]
pub(crate) struct Quotient<C> {
    live: C,
    /// Names of the groups that still matter.
    names: C,
    groups: [Group<C>; MAX_GROUPS],
    /// Room for the keys of groups.
    labels: [Key; MAX_GROUPS],
    group_count: usize,
    stones: [Stone<C>; MAX_STONES],
    stone_count: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Group<C> {
    name: C,
    cells: C,
    near: C,
}

#[derive(Clone, Copy, Debug, Default)]
struct Stone<C> {
    cell: C,
    near: C,
}

impl<C: Cells> Default for Quotient<C> {
    fn default() -> Self {
        Quotient {
            live: C::NONE,
            names: C::NONE,
            groups: [Group::default(); MAX_GROUPS],
            labels: [Key::default(); MAX_GROUPS],
            group_count: 0,
            stones: [Stone::default(); MAX_STONES],
            stone_count: 0,
        }
    }
}

impl<C: Cells> Quotient<C> {
    /// Contracts and reduces a position. `live` is its whole live set, not empty.
    pub(crate) fn fill<B: Board<Cells = C>>(&mut self, board: &B, stones: C, live: C) {
        self.live = live;
        self.names = C::NONE;
        self.group_count = 0;
        self.stone_count = 0;
        let dead = board.full() & !stones & !live;
        let mut rest = dead;
        while rest.is_some() {
            let name = rest.lowest();
            let cells = board.flood(name, dead);
            rest &= !cells;
            self.groups[self.group_count] = Group {
                name,
                cells,
                near: board.neighbours(cells),
            };
            self.group_count += 1;
            self.names |= name;
        }
        for cell in cells(stones) {
            let around = board.neighbours(cell);
            let mut near = around & live;
            if (around & dead).is_some() {
                for group in &self.groups[..self.group_count] {
                    if (group.cells & around).is_some() {
                        near |= group.name;
                    }
                }
            }
            self.stones[self.stone_count] = Stone { cell, near };
            self.stone_count += 1;
        }
        self.reduce();
    }

    /// L7 and L8 until nothing changes.
    fn reduce(&mut self) {
        loop {
            self.drop_dominated();
            if !self.drop_useless_groups() {
                return;
            }
        }
    }

    fn drop_dominated(&mut self) {
        let mut i = 0;
        while i < self.stone_count {
            let near = self.stones[i].near;
            if (0..self.stone_count).any(|j| j != i && (self.stones[j].near & !near).is_none()) {
                self.stone_count -= 1;
                self.stones[i] = self.stones[self.stone_count];
            } else {
                i += 1;
            }
        }
    }

    fn drop_useless_groups(&mut self) -> bool {
        let mut dropped = C::NONE;
        let stones = &self.stones[..self.stone_count];
        self.group_count = {
            let mut kept = 0;
            for i in 0..self.group_count {
                let group = self.groups[i];
                let near = group.near & self.live;
                let touching = stones
                    .iter()
                    .filter(|stone| (stone.near & group.name).is_some())
                    .take(2)
                    .count();
                let useless = match near.count() {
                    0 => touching <= 1,
                    1 => touching == 0,
                    _ => false,
                };
                if useless {
                    dropped |= group.name;
                } else {
                    self.groups[kept] = group;
                    kept += 1;
                }
            }
            kept
        };
        self.names &= !dropped;
        for stone in &mut self.stones[..self.stone_count] {
            stone.near &= !dropped;
        }
        dropped.is_some()
    }

    /// L9: the dead group to which some stone is confined, if there is one.
    pub(crate) fn hub(&self) -> Option<C> {
        let stone = self.stones[..self.stone_count]
            .iter()
            .find(|stone| (stone.near & self.live).is_none() && stone.near.is_at_most_one())?;
        self.groups[..self.group_count]
            .iter()
            .find(|group| group.name == stone.near)
            .map(|group| group.cells)
    }

    /// The stones that still matter.
    pub(crate) fn kept(&self) -> C {
        self.stones[..self.stone_count]
            .iter()
            .fold(C::NONE, |all, stone| all | stone.cell)
    }

    /// The key of the system: live points where they are, groups by their live neighbours,
    /// stones by their live neighbours and groups, in the least symmetric image.
    ///
    /// Groups with the same live neighbours are told apart by their cells, so that equal keys
    /// mean equal labelled systems: all groups in a system have different labels.
    pub(crate) fn key<B: Board<Cells = C>>(&mut self, board: &B) -> Key {
        let images = board.board_images();
        let mut least = !C::NONE;
        let mut codes = 0u32;
        for code in 0..images {
            let live = board.board_image(self.live, code);
            if live < least {
                (least, codes) = (live, 0);
            }
            if live == least {
                codes |= 1 << code;
            }
        }
        let mut best: Option<Key> = None;
        while codes != 0 {
            let code = codes.trailing_zeros();
            codes &= codes - 1;
            let key = self.key_of_image(board, code);
            if best.is_none_or(|best| key < best) {
                best = Some(key);
            }
        }
        best.unwrap_or_default()
    }

    fn key_of_image<B: Board<Cells = C>>(&mut self, board: &B, code: u32) -> Key {
        let groups = &self.groups[..self.group_count];
        let labels = &mut self.labels;
        let mut all_groups = Key::default();
        for (i, group) in groups.iter().enumerate() {
            let near = group.near & self.live;
            let mut label = board.image_key(near, code, tag::GROUP);
            let tied = groups
                .iter()
                .enumerate()
                .any(|(j, g)| j != i && g.near & self.live == near);
            if tied {
                label = label.with(board.image_key(group.cells, code, tag::TIED));
            }
            labels[i] = label;
            all_groups.add(label);
        }
        let mut all_stones = Key::default();
        for stone in &self.stones[..self.stone_count] {
            let mut key = board.image_key(stone.near & self.live, code, tag::STONE);
            if (stone.near & self.names).is_some() {
                let mut touching = Key::default();
                for (i, group) in groups.iter().enumerate() {
                    if (stone.near & group.name).is_some() {
                        touching.add(labels[i]);
                    }
                }
                key = key.with(touching);
            }
            all_stones.add(key);
        }
        let tag = tag::QUOTIENT.wrapping_add(board.tag());
        board
            .image_key(self.live, code, tag)
            .with(all_groups)
            .with(all_stones)
    }
}

/// The key of a set of stones as it stands, in the least symmetric image of the board.
pub(crate) fn stones_key<B: Board>(board: &B, stones: B::Cells) -> Key {
    let tag = tag::STONES.wrapping_add(board.tag());
    (0..board.board_images())
        .map(|code| board.image_key(stones, code, tag))
        .min()
        .unwrap_or_default()
        .with(board.whole_key())
}
