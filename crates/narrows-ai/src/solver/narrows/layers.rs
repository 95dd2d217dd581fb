//! Retrograde tables: every position that can arise from a given one, with its value and length.
//!
//! Each capture takes one stone off, so positions fall into layers by their number of stones, and
//! the value of a position depends only on the layer below (lemma N6; layer by layer from the end
//! is retrograde analysis, K. Thompson, "Retrograde analysis of certain endgames", 1986). One walk
//! down lists the positions of each layer, canonical and sorted; one walk up gives them values.
//! No search, no hash, no order, no threats: a second opinion on everything the search says.
#![allow(
    clippy::cast_possible_truncation,
    reason = "numbers of points of a board, or of fewer things"
)]

use alloc::vec::Vec;

use narrows_core::narrows::{Color, Narrows, Pie, Setup};
use narrows_core::{Bitboard, Grid, Size};
use thiserror::Error;

use super::board::Board;
use super::position::{Exchange, Given, Pair, Rows};
use crate::value::Value;

/// Why there are no tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LayersError {
    /// They do not fit into the memory that was given.
    #[error("the positions with {stones} or more stones take more than the given memory")]
    Memory {
        /// Stones on the board in the layer that did not fit.
        stones: u32,
    },
    /// The caller asked to stop.
    #[error("stopped before the tables were complete")]
    Stopped,
}

/// How many positions there are with one number of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Stones on the board.
    pub stones: u32,
    /// Unfinished positions that can arise, up to symmetry.
    pub positions: usize,
    /// Those that the side to move wins.
    pub won: usize,
}

/// The positions with one number of stones, ascending, and what is known of each.
#[derive(Clone, Debug, Default)]
struct Table {
    positions: Vec<Pair<u64>>,
    /// Twice the plies to the end, and one more if the mover wins.
    values: Vec<u8>,
}

impl Table {
    fn get(&self, pair: Pair<u64>) -> Option<(bool, u32)> {
        let index = self.positions.binary_search(&pair).ok()?;
        let value = self.values.get(index)?;
        Some((value & 1 == 1, u32::from(value >> 1)))
    }
}

/// Bytes for a position and its value.
const ENTRY: usize = size_of::<Pair<u64>>() + 1;

/// The caller is asked whether to stop once for so many positions.
const POLL: usize = 4096;

/// Every unfinished position that can arise from one, with its value.
#[derive(Clone, Debug)]
pub struct Layers {
    size: Size,
    board: Board<Rows<u64>>,
    /// The first table holds the position it all began with.
    tables: Vec<Table>,
}

impl Layers {
    /// Makes the tables of all positions that can arise from one (the exchange plays no part) in at
    /// most `memory_bytes` bytes. `stop` is asked now and then.
    ///
    /// # Errors
    /// [`LayersError`] if they take more memory, or the caller asked to stop.
    pub fn new(
        position: &Narrows<1>,
        memory_bytes: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<Self, LayersError> {
        let given = Given::from(position);
        let size = given.size;
        let board = Board::new(size.columns().into(), size.rows().into());
        let start = board.pair(&given);
        let mut layers = Self {
            size,
            tables: Vec::new(),
            board,
        };
        layers.walk_down(start, memory_bytes / ENTRY, stop)?;
        layers.walk_up(stop)?;
        Ok(layers)
    }

    /// Lists the positions. `room` is for so many of them.
    fn walk_down(
        &mut self,
        start: Pair<u64>,
        mut room: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<(), LayersError> {
        let mut layer = Vec::new();
        if !self.board.is_over(start) {
            layer.push(self.board.canonical(start));
        }
        let mut stones = start.stones();
        while !layer.is_empty() {
            let memory = LayersError::Memory { stones };
            room = room.checked_sub(layer.len()).ok_or(memory)?;
            stones = stones.saturating_sub(1);
            let next = self.children(&layer, room, stop)?;
            let next = next.ok_or(LayersError::Memory { stones })?;
            self.tables.push(Table {
                positions: layer,
                values: Vec::new(),
            });
            layer = next;
        }
        Ok(())
    }

    /// The unfinished positions after one capture, ascending; `None` if there are more than `room`.
    fn children(
        &self,
        layer: &[Pair<u64>],
        room: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<Pair<u64>>>, LayersError> {
        let mut next: Vec<Pair<u64>> = Vec::new();
        let mut distinct = 0;
        for (index, &pair) in layer.iter().enumerate() {
            if index % POLL == 0 && stop() {
                return Err(LayersError::Stopped);
            }
            self.board.for_each_capture(pair, |from, to| {
                let child = pair.after(from, to);
                if !self.board.is_over(child) {
                    next.push(self.board.canonical(child));
                }
            });
            // Doubles are taken out whenever the list could have doubled.
            if next.len() > 2 * distinct + 64 * POLL {
                sort(&mut next);
                distinct = next.len();
                if distinct > room {
                    return Ok(None);
                }
            }
        }
        sort(&mut next);
        next.shrink_to_fit();
        Ok((next.len() <= room).then_some(next))
    }

    /// Gives every position its value, from the last layer up.
    fn walk_up(&mut self, stop: &dyn Fn() -> bool) -> Result<(), LayersError> {
        let mut below = Table::default();
        let mut done = Vec::new();
        while let Some(mut table) = self.tables.pop() {
            table.values.reserve_exact(table.positions.len());
            for (index, &pair) in table.positions.iter().enumerate() {
                if index % POLL == 0 && stop() {
                    return Err(LayersError::Stopped);
                }
                let (won, plies) = self.value_above(pair, &below);
                // At most 64 stones, so at most 63 plies.
                table.values.push((plies as u8) << 1 | u8::from(won));
            }
            done.push(core::mem::replace(&mut below, table));
        }
        done.push(below);
        // The first of `done` is the empty layer below the last.
        self.tables = done.into_iter().skip(1).rev().collect();
        Ok(())
    }

    /// Whether the mover wins and how long the game lasts: the winner hastens, the loser delays.
    fn value_above(&self, pair: Pair<u64>, below: &Table) -> (bool, u32) {
        let (mut quickest, mut longest) = (None::<u32>, 0);
        self.board.for_each_capture(pair, |from, to| {
            let child = pair.after(from, to);
            // After the capture the other side is to move; if both are linked, the capturer wins
            // (lemma N4).
            let (lost, plies) = if self.board.is_linked(child.other, child.own) {
                (true, 0)
            } else if self.board.is_linked(child.own, child.other) {
                (false, 0)
            } else {
                match below.get(self.board.canonical(child)) {
                    Some((won, plies)) => (!won, plies),
                    None => unreachable!("the walk down listed every child"),
                }
            };
            if lost {
                quickest = Some(quickest.map_or(plies, |least| least.min(plies)));
            }
            longest = longest.max(plies);
        });
        quickest.map_or((false, longest + 1), |plies| (true, plies + 1))
    }

    /// The value for the side to move and the plies to the end, without the exchange; `None` for
    /// finished positions and such as cannot arise.
    #[must_use]
    pub fn value(&self, position: &Narrows<1>) -> Option<(Value, u32)> {
        let given = Given::from(position);
        if given.size != self.size || given.exchange == Exchange::Offered {
            return None;
        }
        let pair = self.board.canonical(self.board.pair(&given));
        let (won, plies) = self.tables.iter().find_map(|table| table.get(pair))?;
        Some((Value::of_mover(won), plies))
    }

    /// The layers, most stones first.
    pub fn layers(&self) -> impl Iterator<Item = Layer> {
        self.tables.iter().map(|table| Layer {
            stones: table.positions.first().map_or(0, |pair| pair.stones()),
            positions: table.positions.len(),
            won: table.values.iter().filter(|&value| value & 1 == 1).count(),
        })
    }

    /// Every position with its value and the plies to its end, most stones first; the side to move
    /// is Black.
    pub fn positions(&self) -> impl Iterator<Item = (Narrows<1>, Value, u32)> {
        self.tables
            .iter()
            .flat_map(|table| table.positions.iter().zip(&table.values))
            .map(|(&pair, &value)| {
                let plies = u32::from(value >> 1);
                (self.position(pair), Value::of_mover(value & 1 == 1), plies)
            })
    }

    fn position(&self, pair: Pair<u64>) -> Narrows<1> {
        let grid = Grid::<1>::new(self.size);
        let points = |set| grid.points(Bitboard::from_words([set])).collect();
        let setup = Setup {
            size: self.size,
            black: points(pair.own),
            white: points(pair.other),
            to_move: Color::Black,
            exchange_offered: false,
            second_has_black: false,
        };
        match setup.into_position(Pie::Off) {
            Ok(position) => position,
            Err(error) => unreachable!("captures lead to positions: {error}"),
        }
    }
}

fn sort(positions: &mut Vec<Pair<u64>>) {
    positions.sort_unstable();
    positions.dedup();
}
