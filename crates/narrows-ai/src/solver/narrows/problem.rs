//! What a position is called where many are solved side by side.

use alloc::string::{String, ToString as _};

use narrows_core::{Game as _, Narrows};

use super::solver::NarrowsSolver;
use crate::solver::sharing::{self, NamesProblems};

impl<const W: usize> NamesProblems<Narrows<W>> for NarrowsSolver {
    fn problem(position: &Narrows<W>) -> String {
        sharing::name_of(&position.canonical().0.to_string())
    }
}
