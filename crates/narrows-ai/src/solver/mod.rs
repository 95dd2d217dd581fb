//! Exact play.
//!
//! [`AlphaBeta`] is a plain solver for either game on any board; [`black_narrows`] and [`narrows`] hold
//! the strong ones. [`AnySolver`] takes any position and answers with the
//! strongest solver there is for it.
//!
//! The two games share the rooms `board` (sets of points as a word), `memory` (of tables), `mix` (of hashes),
//! `threads`, `store`, `certificate` and `book`; under each game the same file names stand for the same roles.
//!
//! ```
//! use std::sync::atomic::{AtomicBool, Ordering};
//!
//! use narrows_ai::budget::Limits;
//! use narrows_ai::solver::{AnySolver, Question};
//! use narrows_ai::value::Value;
//! use narrows_core::{AnyPosition, GameKind, Pie};
//!
//! let position = AnyPosition::parse(GameKind::BlackNarrows, "5/1x3/5/xx3", Pie::On)?;
//! let mut solver = AnySolver::new(16 << 20)?.without_book();
//! // Another thread may set this at any time.
//! let cancelled = AtomicBool::new(false);
//! let stop = || cancelled.load(Ordering::Relaxed);
//! let question = Question { all: true, ..Question::default() };
//! let answer = solver.solve(&position, question, &Limits::default(), &stop);
//! assert_eq!(answer.value, Value::Win);
//! assert!(answer.moves.iter().all(|(_, value)| value.is_known()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod alpha_beta;
mod assembly;
pub mod black_narrows;
mod board;
pub mod book;
mod certificate;
mod effort;
#[cfg(feature = "store")]
mod feed;
mod lasting;
mod memory;
mod mix;
mod monitor;
pub mod narrows;
#[cfg(feature = "store")]
mod salvage;
#[cfg(feature = "store")]
mod sharing;
#[cfg(feature = "store")]
mod store;
#[cfg(not(feature = "store"))]
#[path = "store/none.rs"]
mod store;
mod threads;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;

use narrows_core::any::Concrete;
use narrows_core::{AnyMove, AnyPosition, BlackNarrows, Game, Narrows, with_position};

pub use alpha_beta::AlphaBeta;
pub use assembly::{AssemblyError, assemble_certificate};
pub use black_narrows::BlackNarrowsSolver;
pub use lasting::CertifyingSolver;
#[cfg(feature = "store")]
pub use lasting::StoringSolver;
pub use memory::{MemoryError, machine_bytes};
pub use monitor::Monitor;
pub use narrows::NarrowsSolver;
#[cfg(feature = "store")]
pub use salvage::{intact_results, salvage_results};
#[cfg(feature = "store")]
pub use sharing::{FactsError, NamesProblems, SharingSolver};
#[cfg(feature = "store")]
pub use store::{Salvaged, StoreError};

use crate::budget::{Limits, NEVER, Stop};
use crate::value::Value;

/// What is asked about a position, beside its value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// The value of every move, not only of enough moves to know the position's.
    pub all: bool,
    /// The nimber (Black Narrows).
    pub nimber: bool,
}

/// What a solver found out about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<M> {
    /// The value for the player to move; [`Value::Unknown`] if a limit ended the search.
    pub value: Value,
    /// Moves that are proven to win, in ascending order: at least one if the value is a win, all of them if
    /// every move was asked for. Empty in a lost or unknown position.
    pub best: Vec<M>,
    /// Every legal move in ascending order, with its value for the player who makes it.
    pub moves: Vec<(M, Value)>,
    /// The nimber, if it was asked for and found.
    pub nimber: Option<u32>,
    /// The length of the game from here if the winner hastens and the loser delays, in plies, if it is known.
    pub plies_to_end: Option<u32>,
    /// Positions expanded.
    pub nodes: u64,
}

impl<M: Copy + Ord> Answer<M> {
    /// The answer before any search: known only if the game is over.
    fn unsolved<G: Game<Move = M>>(position: &G) -> Self {
        let value = position.mover_won().map_or(Value::Unknown, Value::of_mover);
        Self {
            value,
            best: Vec::new(),
            moves: position
                .legal_moves()
                .into_iter()
                .map(|play| (play, Value::Unknown))
                .collect(),
            nimber: None,
            plies_to_end: value.is_known().then_some(0),
            nodes: 0,
        }
    }

    /// Derives the value and the best moves from the values of the moves.
    fn conclude(&mut self) {
        let wins = self.moves.iter().filter(|(_, value)| *value == Value::Win);
        self.best = wins.map(|(play, _)| *play).collect();
        if !self.best.is_empty() {
            self.value = Value::Win;
        } else if self.moves.iter().all(|(_, value)| *value == Value::Loss) {
            self.value = Value::Loss;
        }
    }

    /// The same answer with the moves in another form.
    pub fn map<N>(self, mut form: impl FnMut(M) -> N) -> Answer<N> {
        Answer {
            value: self.value,
            best: self.best.into_iter().map(&mut form).collect(),
            moves: self
                .moves
                .into_iter()
                .map(|(play, value)| (form(play), value))
                .collect(),
            nimber: self.nimber,
            plies_to_end: self.plies_to_end,
            nodes: self.nodes,
        }
    }
}

/// A solver that keeps what it has proven from one position to the next.
pub trait ExactSolver<G: Game>: Send + Sized + 'static {
    /// A solver whose table takes at most this many bytes. It takes them as it fills.
    ///
    /// # Errors
    /// If the machine does not have so much memory.
    fn with_memory(bytes: usize) -> Result<Self, MemoryError>;

    /// The same with as much of this as can be had.
    ///
    /// # Panics
    /// If there is no memory at all.
    #[must_use]
    fn with_memory_at_most(mut bytes: usize) -> Self {
        loop {
            match Self::with_memory(bytes) {
                Ok(solver) => return solver,
                Err(_) if bytes > 0 => bytes /= 2,
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// Whether the solver can search a position at all. Of others it only says what one look tells, whatever the
    /// limits are.
    fn accepts(_position: &G) -> bool {
        true
    }

    /// The value of a position, if so many expanded positions suffice: an answer without moves, which may be
    /// cheaper to get.
    fn verdict(&mut self, position: &G, nodes: u64) -> Value {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        self.answer(position, Question::default(), &limits, NEVER)
            .value
    }

    /// The length of the game from a position if the winner hastens and the loser delays, in plies; nothing if that is not
    /// found within limits. It may take a search of its own, and longer than to find who wins.
    fn plies_to_end(&mut self, position: &G, limits: &Limits, stop: Stop) -> Option<u32> {
        self.answer(position, Question::default(), limits, stop)
            .plies_to_end
    }

    /// What the book of solved boards says of a position, if it has all that is asked. No search looks there
    /// by itself.
    fn look_up(_position: &G, _question: Question) -> Option<Answer<G::Move>> {
        None
    }

    /// The same for those who may do without the book: nothing if `book` is false.
    fn look_up_if(book: bool, position: &G, question: Question) -> Option<Answer<G::Move>> {
        book.then(|| Self::look_up(position, question)).flatten()
    }

    /// Solves a position within limits (nodes and threads; the memory is the solver's own), and tells how it
    /// goes.
    fn answer_watched(
        &mut self,
        position: &G,
        question: Question,
        limits: &Limits,
        stop: Stop,
        monitor: &Monitor,
    ) -> Answer<G::Move>;

    /// The same for those who only want to know how it ends.
    fn answer(
        &mut self,
        position: &G,
        question: Question,
        limits: &Limits,
        stop: Stop,
    ) -> Answer<G::Move> {
        self.answer_watched(position, question, limits, stop, &Monitor::default())
    }
}

impl<G: Game> ExactSolver<G> for AlphaBeta<G> {
    fn with_memory(bytes: usize) -> Result<Self, MemoryError> {
        Self::new(bytes)
    }

    fn answer_watched(
        &mut self,
        position: &G,
        question: Question,
        limits: &Limits,
        stop: Stop,
        monitor: &Monitor,
    ) -> Answer<G::Move> {
        self.solve_watched(position, question, limits, stop, monitor)
    }
}

/// A position type with the strongest solver there is for it.
pub trait Solvable: Concrete {
    /// The solver.
    type Solver: ExactSolver<Self>;
}

impl<const W: usize> Solvable for BlackNarrows<W>
where
    Self: Concrete,
{
    type Solver = BlackNarrowsSolver;
}

impl<const W: usize> Solvable for Narrows<W>
where
    Self: Concrete,
{
    type Solver = NarrowsSolver;
}

/// A solver for any position, which keeps what it has proven as long as game and board width stay the same.
pub struct AnySolver {
    memory_bytes: usize,
    book: bool,
    /// The solver of the concrete position type that was solved last.
    solver: Option<Box<dyn Any + Send>>,
}

impl core::fmt::Debug for AnySolver {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("AnySolver")
            .field("memory_bytes", &self.memory_bytes)
            .field("book", &self.book)
            .finish_non_exhaustive()
    }
}

impl AnySolver {
    /// A solver whose table takes at most this many bytes. It takes them as it fills.
    ///
    /// # Errors
    /// If the machine does not have so much memory.
    pub fn new(memory_bytes: usize) -> Result<Self, MemoryError> {
        memory::Memory::new(memory_bytes)?;
        Ok(Self::with_memory_at_most(memory_bytes))
    }

    /// The same with as much of this as can be had.
    #[must_use]
    pub fn with_memory_at_most(memory_bytes: usize) -> Self {
        Self {
            memory_bytes,
            book: true,
            solver: None,
        }
    }

    /// The same without the book of solved boards: every answer is searched for.
    #[must_use]
    pub fn without_book(mut self) -> Self {
        self.book = false;
        self
    }

    /// Whether there is a solver that can search this position at all, whatever the limits are.
    #[must_use]
    pub fn accepts(position: &AnyPosition) -> bool {
        fn accepts<G: Solvable>(position: &G) -> bool {
            G::Solver::accepts(position)
        }
        with_position!(position, position => accepts(position))
    }

    /// Solves a position within limits (nodes and threads; the memory is the solver's own).
    pub fn solve(
        &mut self,
        position: &AnyPosition,
        question: Question,
        limits: &Limits,
        stop: Stop,
    ) -> Answer<AnyMove> {
        self.solve_watched(position, question, limits, stop, &Monitor::default())
    }

    /// The same, told to a monitor as it goes.
    pub fn solve_watched(
        &mut self,
        position: &AnyPosition,
        question: Question,
        limits: &Limits,
        stop: Stop,
        monitor: &Monitor,
    ) -> Answer<AnyMove> {
        with_position!(position, position => {
            self.solve_concrete(position, question, limits, stop, monitor)
        })
    }

    fn solve_concrete<G: Solvable>(
        &mut self,
        position: &G,
        question: Question,
        limits: &Limits,
        stop: Stop,
        monitor: &Monitor,
    ) -> Answer<AnyMove> {
        let known = G::Solver::look_up_if(self.book, position, question);
        let answer = known.unwrap_or_else(|| {
            let memory = self.memory_bytes;
            let solver = typed(&mut self.solver, || G::Solver::with_memory_at_most(memory));
            solver.answer_watched(position, question, limits, stop, monitor)
        });
        answer.map(G::wrap_move)
    }
}

/// The value of one type in a place that holds any: made anew if it holds another type or nothing.
pub(crate) fn typed<T: Any + Send>(
    place: &mut Option<Box<dyn Any + Send>>,
    make: impl FnOnce() -> T,
) -> &mut T {
    if !place.as_ref().is_some_and(|held| held.is::<T>()) {
        *place = Some(Box::new(make()));
    }
    match place.as_mut().and_then(|held| held.downcast_mut()) {
        Some(value) => value,
        None => unreachable!("the place was just filled with this type"),
    }
}
