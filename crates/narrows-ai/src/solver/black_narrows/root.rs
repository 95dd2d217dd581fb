//! The position that was asked about, and its moves.

use alloc::vec::Vec;

use super::board::Board;
use super::live::Legality as _;
use super::worker::{Stopped, Worker};
use crate::order::sort_by_key;
use crate::solver::Question;
use crate::solver::board::{Cells, cells};
use crate::value::Value;

/// The root position: its moves in classes of equal value under the symmetries of the stones.
pub(super) struct Root<C> {
    stones: C,
    live: C,
    classes: Vec<Class<C>>,
}

#[derive(Clone, Copy)]
struct Class<C> {
    /// The moves of the class.
    points: C,
    /// The live points after its lowest move.
    live: C,
}

/// What a search of the root found.
pub(super) struct Found {
    /// The value of each class of moves.
    values: Vec<Value>,
    pub(super) value: Value,
    pub(super) nimber: Option<u32>,
    /// Positions expanded.
    pub(super) nodes: u64,
}

impl Found {
    /// What either of two workers found; they cannot contradict each other.
    pub(super) fn or(mut self, other: Found) -> Found {
        for (value, more) in self.values.iter_mut().zip(other.values) {
            if *value == Value::Unknown {
                *value = more;
            }
        }
        if self.value == Value::Unknown {
            self.value = other.value;
        }
        self.nimber = self.nimber.or(other.nimber);
        self.nodes += other.nodes;
        self
    }
}

impl<C: Cells> Root<C> {
    /// The position with these stones and live points.
    pub(super) fn new<B: Board<Cells = C>>(board: &B, stones: C, live: C) -> Root<C> {
        let mut classes = Vec::new();
        let mut rest = live;
        for point in cells(live) {
            if (rest & point).is_none() {
                continue;
            }
            let mut points = C::NONE;
            for code in 0..board.board_images() {
                if board.board_image(stones, code) == stones {
                    points |= board.board_image(point, code);
                }
            }
            rest &= !points;
            classes.push(Class {
                points,
                live: board.live(stones | point, live & !point),
            });
        }
        // Fewest replies first.
        sort_by_key(&mut classes, |class| class.live.count());
        Root {
            stones,
            live,
            classes,
        }
    }

    /// Searches the root as far as the question asks and the limits allow.
    pub(super) fn search<B: Board<Cells = C>>(
        &self,
        mut worker: Worker<'_, B>,
        question: Question,
        tell: &dyn Fn(C, Value),
    ) -> Found {
        let mut found = Found {
            values: alloc::vec![Value::Unknown; self.classes.len()],
            value: Value::Unknown,
            nimber: None,
            nodes: 0,
        };
        // A budget that runs out leaves what was found so far.
        let _: Result<(), Stopped> = self.fill(&mut worker, question, tell, &mut found);
        found.nodes = worker.finish();
        found
    }

    fn fill<B: Board<Cells = C>>(
        &self,
        worker: &mut Worker<'_, B>,
        question: Question,
        tell: &dyn Fn(C, Value),
        found: &mut Found,
    ) -> Result<(), Stopped> {
        for (class, value) in self.classes.iter().zip(&mut found.values) {
            let point = class.points.lowest();
            tell(class.points, Value::Unknown);
            // The player who moves here wins if what is left has nimber 0.
            let wins = worker.position_is(self.stones | point, class.live, 0)?;
            *value = if wins { Value::Win } else { Value::Loss };
            tell(class.points, *value);
            if *value == Value::Win {
                found.value = Value::Win;
                if !question.all {
                    break;
                }
            }
        }
        if found.values.iter().all(|&value| value == Value::Loss) {
            found.value = Value::Loss;
            found.nimber = question.nimber.then_some(0);
        }
        if question.nimber && found.nimber.is_none() {
            found.nimber = Some(worker.position_value(self.stones, self.live)?);
        }
        Ok(())
    }

    /// Every move, as a cell, with what was found of it.
    pub(super) fn moves<'a>(&'a self, found: &'a Found) -> impl Iterator<Item = (C, Value)> + 'a {
        let classes = self.classes.iter().zip(&found.values);
        classes.flat_map(|(class, &value)| cells(class.points).map(move |cell| (cell, value)))
    }
}
