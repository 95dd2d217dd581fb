//! What a position is called where many are solved side by side.

use alloc::format;
use alloc::string::{String, ToString as _};

use narrows_core::{BlackNarrows, Game as _};

use super::board::Board;
use super::key::Key;
use super::on_board::{Job, in_words};
use super::position::RawPosition;
use super::quotient::Quotient;
use super::solver::BlackNarrowsSolver;
use crate::solver::board::Cells as _;
use crate::solver::sharing::{self, NamesProblems};

impl<const W: usize> NamesProblems<BlackNarrows<W>> for BlackNarrowsSolver {
    fn problem(position: &BlackNarrows<W>) -> String {
        let whole = || sharing::name_of(&position.canonical().0.to_string());
        let Some(raw) = RawPosition::of(position) else {
            return whole();
        };
        let key = in_words(&raw, QuotientKey);
        key.map_or_else(whole, |key| format!("{:032x}", u128::from(key)))
    }
}

/// The key of what is left of a position, if anything is.
struct QuotientKey;

impl Job for QuotientKey {
    type Found = Option<Key>;

    fn run<B: Board>(self, board: &B, stones: B::Cells, live: B::Cells) -> Option<Key> {
        (live != B::Cells::NONE).then(|| {
            let mut quotient = Quotient::default();
            quotient.fill(board, stones, live);
            quotient.key(board)
        })
    }
}
