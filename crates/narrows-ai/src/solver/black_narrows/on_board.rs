//! A position on the board that the search takes for it.

use narrows_core::BlackNarrows;

use super::board::Board;
use super::live::Legality as _;
use super::position::{Layout, RawPosition, Stride};
use super::reduce::{Reduced, System};
use crate::solver::board::Cells;

/// What is to be done with a position on any board.
pub(super) trait Job: Sized {
    type Found;

    /// Does it with the position of these stones and live points.
    fn run<B: Board>(self, board: &B, stones: B::Cells, live: B::Cells) -> Self::Found;
}

/// Does something with a position on its board; nothing if it is too large.
pub(super) fn on_board<const W: usize, J: Job>(
    position: &BlackNarrows<W>,
    job: J,
) -> Option<J::Found> {
    if let Some(raw) = RawPosition::of(position) {
        return Some(in_words(&raw, job));
    }
    let system = System::of(position)?;
    if let Some(reduced) = system.graph::<u64>() {
        return Some(on_graph(&reduced, job));
    }
    let reduced = system.graph::<u128>()?;
    Some(on_graph(&reduced, job))
}

/// Does something with a position of at most 64 points.
pub(super) fn in_words<J: Job>(raw: &RawPosition, job: J) -> J::Found {
    let layout = Layout::new(raw.columns(), raw.rows());
    match layout.stride {
        Stride::Eight => on_words::<8, _>(layout, raw, job),
        #[cfg(not(target_family = "wasm"))]
        Stride::Four => on_words::<4, _>(layout, raw, job),
        Stride::Other => on_words::<0, _>(layout, raw, job),
    }
}

fn on_words<const S: usize, J: Job>(layout: Layout, raw: &RawPosition, job: J) -> J::Found {
    let board = layout.board::<S>();
    let stones = layout.to_cells(raw.stones());
    job.run(&board, stones, board.live(stones, board.full()))
}

fn on_graph<C: Cells, J: Job>(reduced: &Reduced<C>, job: J) -> J::Found {
    job.run(&reduced.board, reduced.stones, reduced.live)
}
