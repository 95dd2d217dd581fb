//! The captures of a position that are worth searching.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "numbers of points of a board, or of fewer things"
)]

use alloc::vec::Vec;

use super::links::Standing;
use super::position::{Layout, Pair};
use super::set::Set;
use super::shared::{Shared, rank};
use super::table::Place;
use super::water::{EnemyWater, MoverWater};

/// A position that is still to be searched.
#[derive(Clone, Copy)]
pub(super) struct Child<L: Layout> {
    pub(super) pair: Pair<L::Set>,
    pub(super) place: Place<L::Key>,
    pub(super) rank: i32,
    capture: u16,
}

/// For each capture how often it has refuted a position of late.
#[derive(Clone, Default)]
pub(super) struct History(Vec<u32>);

/// Numbers of captures.
const CAPTURES: usize = 64 * 64;

/// A number below [`CAPTURES`] for a capture: its own on boards of up to 64 points.
fn capture_index<S: Set>(from: S, to: S) -> usize {
    (from.first() << 6 ^ to.first()) as usize % CAPTURES
}

impl History {
    /// Notes which of the captures refuted a position; those before it were tried in vain.
    pub(super) fn learn<L: Layout>(&mut self, tried: &[Child<L>]) {
        let Some((hit, missed)) = tried.split_last() else {
            return;
        };
        self.0.resize(CAPTURES, 0);
        let count = &mut self.0[usize::from(hit.capture)];
        *count = count.saturating_add(1);
        for child in missed {
            let count = &mut self.0[usize::from(child.capture)];
            *count -= *count / 8;
        }
    }

    fn weight(&self, capture: usize) -> i32 {
        let count = self.0.get(capture).copied();
        count.and_then(u32::checked_ilog2).unwrap_or(0) as i32
    }
}

/// Puts the children worth searching on the stack; true if a capture wins at once.
///
/// With the option `threats` the caller knows that the mover cannot link at once, so every child is
/// either lost for its maker at once (the other side is linked, or links next) or worth a search.
pub(super) fn expand<L: Layout>(
    shared: &Shared<'_, L>,
    pair: Pair<L::Set>,
    history: &History,
    stack: &mut Vec<Child<L>>,
) -> bool {
    let board = shared.board;
    let (threats, ordering) = (shared.options.threats, shared.options.ordering);
    let enemy = EnemyWater::new(board, pair);
    let base = stack.len();
    let parries = threats.then(|| enemy.parries());
    let targets = |from| (parries.as_ref()).map_or(pair.other, |parries| parries.targets(from));
    let mut won = false;
    board.for_each_capture_among(pair, targets, |from, to| {
        let child = pair.after(from, to);
        if threats {
            if enemy.enemy_after(from, to) != Standing::Apart {
                return;
            }
        } else if board.is_linked(child.other, child.own) {
            won = true;
            return;
        } else if board.is_linked(child.own, child.other) {
            return;
        }
        stack.push(Child {
            pair: child,
            place: Place::default(),
            rank: 0,
            capture: capture_index(from, to) as u16,
        });
    });
    let children = &mut stack[base..];
    if ordering && !won && children.len() > 1 {
        let mover = MoverWater::new(board, pair);
        for child in children {
            let to = pair.other & !child.pair.own;
            let (standing, parts) = mover.mover_after(to, child.pair);
            child.rank = rank(standing, parts) - history.weight(child.capture.into());
        }
    }
    won
}

/// Finds the places of the children from `base` on and drops those known to lose; true if one is
/// known to win.
pub(super) fn look_up<L: Layout>(
    shared: &Shared<'_, L>,
    stack: &mut Vec<Child<L>>,
    base: usize,
) -> bool {
    let mut seen = 0;
    for child in &mut stack[base..] {
        child.place = shared.place(child.pair);
        // Lets the cache lines of all children come in at the same time.
        seen |= shared.table.touch(child.place);
    }
    if !shared.options.cutoffs || seen == 0 {
        return false;
    }
    let mut index = base;
    while index < stack.len() {
        match shared.stored(stack[index].place) {
            Some(false) => return true,
            Some(true) => {
                stack.swap_remove(index);
            }
            None => index += 1,
        }
    }
    false
}
