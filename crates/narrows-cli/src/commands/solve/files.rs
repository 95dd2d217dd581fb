//! Solving with files: the certificate that `--proof FILE` writes, and the store of proven results that `--store
//! FILE` keeps.

use std::path::Path;

use narrows_ai::budget::{Limits, Stop};
use narrows_ai::solver::{
    Answer, CertifyingSolver, ExactSolver as _, Question, Solvable, StoreError, StoringSolver,
};
use narrows_core::{AnyMove, AnyPosition};

use super::standing::Standing;
use crate::failure::Failure;

const TOO_LARGE: &str = "--proof and --store work on boards of at most 64 points";

/// Files beside a search, on boards of at most 64 points.
#[derive(Clone, Copy, Debug)]
pub struct Files<'a> {
    /// Whether a certificate is wanted.
    pub proof: bool,
    /// Where proven results are kept.
    pub store: Option<&'a Path>,
    /// Whether solved boards are answered from the book.
    pub book: bool,
}

/// What a search found.
#[derive(Debug)]
pub struct Found {
    /// The answer.
    pub answer: Answer<AnyMove>,
    /// Missing if it was not asked for, or a limit ended the search before it was complete.
    pub certificate: Option<Vec<u8>>,
    /// Whether the store has all that was proven.
    pub stored: Result<(), Failure>,
}

impl Files<'_> {
    /// Whether there are none: any solver will do.
    pub fn is_empty(self) -> bool {
        !self.proof && self.store.is_none()
    }

    /// Whether the files can be about a position.
    pub fn check(self, position: &AnyPosition) -> Result<(), Failure> {
        let reason = match position {
            AnyPosition::BlackNarrows1(_) => return Ok(()),
            AnyPosition::Narrows1(_) if !self.proof => return Ok(()),
            AnyPosition::Narrows1(_) if position.is_over() => {
                "--proof: the game is over, so there is nothing to prove"
            }
            AnyPosition::Narrows1(_) if position.exchange_is_to_come() => {
                "--proof: a certificate cannot cover the exchange of colors; add --no-pie"
            }
            AnyPosition::Narrows1(_) => return Ok(()),
            _ => TOO_LARGE,
        };
        Err(Failure::usage(reason))
    }

    /// Solves a position that passed the [`check`](Self::check), and proves its value if that is wanted. The
    /// store has what was proven in any case.
    pub fn solve(
        self,
        position: &AnyPosition,
        question: Question,
        limits: &Limits,
        standing: &Standing<'_>,
    ) -> Result<Found, Failure> {
        match position {
            AnyPosition::BlackNarrows1(position) => {
                self.solve_with(position, question, limits, standing)
            }
            AnyPosition::Narrows1(position) => {
                self.solve_with(position, question, limits, standing)
            }
            _ => Err(Failure::usage(TOO_LARGE)),
        }
    }

    fn solve_with<G: Solvable<Solver: StoringSolver + CertifyingSolver<G>>>(
        self,
        position: &G,
        question: Question,
        limits: &Limits,
        standing: &Standing<'_>,
    ) -> Result<Found, Failure> {
        let stop: Stop<'_> = &|| standing.is_over();
        let mut solver = G::Solver::with_memory(limits.memory_bytes)
            .map_err(|error| Failure::could_not(format!("--memory: {error}")))?;
        if let Some(path) = self.store {
            solver.attach(path).map_err(|error| refused(path, &error))?;
        }
        let known = G::Solver::look_up_if(self.book, position, question);
        let answer = known.unwrap_or_else(|| {
            solver.answer_watched(position, question, limits, stop, standing.monitor())
        });
        let certificate = if self.proof && answer.value.is_known() {
            standing.prove();
            solver.certify(position, limits, stop)
        } else {
            None
        };
        let stored = match self.store {
            Some(path) => solver.detach().map_err(|error| refused(path, &error)),
            None => Ok(()),
        };
        Ok(Found {
            answer: answer.map(G::wrap_move),
            certificate,
            stored,
        })
    }
}

/// A file of results that cannot be used: wrong input if it is something else.
fn refused(path: &Path, error: &StoreError) -> Failure {
    let message = format!("--store {}: {error}", path.display());
    match error {
        StoreError::Foreign(_) | StoreError::Other { .. } | StoreError::Damaged => {
            Failure::usage(message)
        }
        _ => Failure::could_not(message),
    }
}
