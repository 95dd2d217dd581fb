//! Solving with files: the certificate that `--proof FILE` writes, and the store of proven results that `--store
//! FILE` keeps.

use std::path::Path;

use narrows_ai::budget::{Limits, Stop};
use narrows_ai::solver::{
    Answer, CertifyingSolver, ExactSolver as _, Question, Solvable, StoreError, StoringSolver,
    intact_results, salvage_results,
};
use narrows_arena::files::{FileError, Target};
use narrows_arena::limits::grouped;
use narrows_core::{AnyMove, AnyPosition, GameKind, with_position};

use super::watch::Watch;
use crate::failure::Failure;
use crate::output;

/// Files beside a search.
#[derive(Clone, Copy, Debug)]
pub struct Files<'a> {
    /// Where a certificate goes, if one is wanted.
    pub proof: Option<&'a Target>,
    /// Whether the length of the game is wanted, whatever it takes.
    pub plies: bool,
    /// Where proven results are kept.
    pub store: Option<&'a Path>,
    /// A damaged store, of which the intact results are copied first.
    pub salvage: Option<&'a Path>,
    /// Whether solved boards are answered from the book.
    pub book: bool,
}

/// What became of the files beside an answer.
#[derive(Debug)]
pub struct Outcome {
    /// Whether there is a certificate; false if none was asked for, or a limit ended it before it was complete.
    pub certified: Result<bool, Failure>,
    /// Whether the store has all that was proven.
    pub stored: Result<(), Failure>,
}

impl Files<'_> {
    /// Whether there can be a certificate of a position, if one is wanted.
    pub fn check(self, position: &AnyPosition) -> Result<(), Failure> {
        let reason = if self.proof.is_none() {
            return Ok(());
        } else if position.kind() == GameKind::Narrows && position.is_over() {
            "the game is over, so there is nothing to prove"
        } else if position.exchange_is_to_come() {
            "a certificate cannot cover the exchange of colors; add --no-pie"
        } else {
            return Ok(());
        };
        Err(Failure::usage(format!("--proof: {reason}")))
    }

    /// Solves a position that passed the [`check`](Self::check), tells the answer as soon as it is known, and then
    /// writes the proof of its value if that is wanted. The store has what was proven in any case.
    pub fn solve(
        self,
        position: &AnyPosition,
        question: Question,
        limits: &Limits,
        watch: &Watch<'_>,
        tell: impl FnOnce(Answer<AnyMove>),
    ) -> Result<Outcome, Failure> {
        with_position!(position, position => self.solve_with(position, question, limits, watch, tell))
    }

    /// Copies what is intact in a damaged store to the one that is used.
    fn save_intact(self, game: GameKind, to: &Path) -> Result<(), Failure> {
        let Some(from) = self.salvage else {
            return Ok(());
        };
        let saved = salvage_results(game, from, to).map_err(|error| {
            let (from, to) = (from.display(), to.display());
            let message = format!("--salvage {from}, --store {to}: {error}");
            match error {
                StoreError::Foreign(_) | StoreError::Other { .. } => Failure::usage(message),
                _ => Failure::could_not(message),
            }
        })?;
        output::note(&format!(
            "{} results of {} are saved in {}",
            grouped(saved.results),
            from.display(),
            to.display()
        ));
        Ok(())
    }

    fn solve_with<G: Solvable<Solver: StoringSolver + CertifyingSolver<G>>>(
        self,
        position: &G,
        question: Question,
        limits: &Limits,
        watch: &Watch<'_>,
        tell: impl FnOnce(Answer<AnyMove>),
    ) -> Result<Outcome, Failure> {
        let stop: Stop<'_> = &|| watch.is_over();
        let mut solver = G::Solver::with_memory(limits.memory_bytes)
            .map_err(|error| Failure::could_not(format!("--memory: {error}")))?;
        if let Some(path) = self.store {
            self.save_intact(G::KIND, path)?;
            let attached = solver.attach(path);
            attached.map_err(|error| refused(G::KIND, path, &error))?;
        }
        let known = G::Solver::look_up_if(self.book, position, question);
        let mut answer = known.unwrap_or_else(|| {
            solver.answer_watched(position, question, limits, stop, watch.monitor())
        });
        if self.plies && answer.plies_to_end.is_none() && answer.value.is_known() {
            let left = Limits {
                nodes: limits.nodes.map(|nodes| nodes.saturating_sub(answer.nodes)),
                ..*limits
            };
            answer.plies_to_end = solver.plies_to_end(position, &left, stop);
        }
        let is_known = answer.value.is_known();
        tell(answer.map(G::wrap_move));
        let certified = match self.proof {
            Some(target) if is_known => {
                watch.prove();
                certify(&mut solver, position, limits, stop, target)
                    .map_err(|error| Failure::of_file("--proof ", &error))
            }
            _ => Ok(false),
        };
        let stored = match self.store {
            Some(path) => solver
                .detach()
                .map_err(|error| refused(G::KIND, path, &error)),
            None => Ok(()),
        };
        Ok(Outcome { certified, stored })
    }
}

/// Writes a certificate as it is found. Tells whether it is complete; a regular file has it only then.
fn certify<G: Solvable<Solver: CertifyingSolver<G>>>(
    solver: &mut G::Solver,
    position: &G,
    limits: &Limits,
    stop: Stop<'_>,
    target: &Target,
) -> Result<bool, FileError> {
    let mut sink = target.create()?;
    let written = solver.certify(position, limits, stop, &mut sink);
    let is_complete = written.map_err(|error| target.failed(error))?;
    if is_complete {
        sink.finish()?;
    }
    Ok(is_complete)
}

/// A store that cannot be used: wrong input if it is something else or damaged.
fn refused(game: GameKind, path: &Path, error: &StoreError) -> Failure {
    let name = path.display();
    let message = format!("--store {name}: {error}");
    match error {
        StoreError::Damaged => Failure::usage(match intact_results(game, path) {
            Ok(found) if found.results > 0 => format!(
                "{message}; {} results in it are intact, and --store NEW --salvage {name} copies them to a new file",
                grouped(found.results)
            ),
            _ => format!("{message}; no result in it is intact, so name a new file"),
        }),
        StoreError::Foreign(_) | StoreError::Other { .. } => Failure::usage(message),
        _ => Failure::could_not(message),
    }
}
