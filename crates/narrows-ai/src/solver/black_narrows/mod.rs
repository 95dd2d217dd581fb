//! Exact play of Black Narrows (a game by Mark Steere, marksteeregames.com).
//!
//! # What is true of the game, and used
//!
//! `S` are the stones, `E` the empty points, a *region* is a connected component of `E`. Two
//! stones are *joined* if some region touches both; `S` is legal if all pairs are. A point is
//! *live* if a stone may be placed on it, otherwise *dead*.
//!
//! * **L0** Subsets of legal sets are legal, so dead points stay dead. For live `b`, `q`: `q` is
//!   live after `b` exactly if `b` is live after `q`; the live sets of all children are a
//!   symmetric matrix, of which one triangle is computed.
//! * **L1** Live points lie in regions that touch every stone. **L2** The only liberty of a stone
//!   in such a region is dead. **L3** A point whose removal leaves the region connected is live
//!   otherwise. **L4** Where the region has one arc around the point, it does. **L5** Other
//!   points are decided by floods (`live.rs`).
//! * **L7, L8** A stone whose neighbours (live points and dead groups) include all of another's can
//!   be deleted, and so can groups that join no pair (`quotient.rs`).
//! * **L9** If a stone's only liberties lie in one dead group, that *hub* must join everything.
//!   **L10** Other dead groups can then be replaced by cliques. **L11** The graph without the hub
//!   and without edges between points next to it falls apart into a sum of independent games
//!   (`hub.rs`).
//! * **L12** A subgame and a nim heap `x` together are lost for the mover exactly if the subgame
//!   has nimber `x` (`search.rs`; Lemoine and Viennot's couples).
//! * **L13** At a position with symmetries one move of each orbit is searched. **L14** With at most
//!   two live points one test of legality decides.
//!
//! Added here:
//!
//! * **Truth tables.** A hub component of `k <= 13` live points is evaluated for all `2^k` sets
//!   of placements at once (`small.rs`): reachability is a least fixed point of words, nimbers are
//!   kernels, value by value. *Proof.* Bit `T` of each word follows the definition of hub mode for
//!   the placements `T`; the sets of nimber `v` are those with no option of nimber `v` among the
//!   sets that have none of the nimbers below `v`, which is mex.
//! * **A refutation refutes twice.** In the search for a child of nimber `x`: if the child `b` is
//!   ruled out because its reply `r` leads to nimber `x`, the child `r` is ruled out too, because
//!   its reply `b` leads to the same position (L0: the order of placements is irrelevant, and
//!   `r` is legal before `b` because `{b, r}` is). On 6x5 this and the order by replies that
//!   worked before save a sixth of the positions; the child `r` is not even expanded.
//! * **Hub arcs.** In hub mode a point is safe to lose if its reached neighbours are all next to
//!   the hub, or form one arc which, if the point itself is next to the hub, has a neighbour of
//!   the point that is. *Proof.* A path to the hub through the point enters it from a neighbour
//!   in that arc, and can go round through the arc, or from the neighbour straight to the hub.
//!
//! What was tried beside this, with figures, is in `docs/experiments.md`.
//!
//! # Large boards
//!
//! On a board of more than 64 points a position is reduced first (`reduce.rs`): its live points, each
//! dead group and each stone that still matters become a cell of a graph (`graph.rs`). Every lemma
//! above but L4 and the symmetries speaks of graphs only, so the same code searches words of a
//! grid and graphs (`board.rs`); on a graph a point with two or more neighbors is suspected to be
//! a cut point until a flood says otherwise. A graph has at most 64 cells, or 128;
//! beyond that the solver only sees moves that end the game at once.
//!
//! # How long a game lasts
//!
//! Nimbers do not tell, so `plies.rs` asks whole positions, whose values the table knows. That is worth its time for
//! some 25 live points.
//!
//! # How answers are checked
//!
//! Every switch of [`Reductions`] on and off against full recursion on random positions of many
//! shapes; the known answers; and certificates, which
//! [`crate::verify`] checks with the rules alone.
//!
//! # Example
//! ```
//! use narrows_ai::budget::{Limits, NEVER};
//! use narrows_ai::solver::{BlackNarrowsSolver, ExactSolver, Question};
//! use narrows_ai::value::Value;
//! use narrows_core::{BlackNarrows, Size};
//!
//! let start = BlackNarrows::<1>::start(Size::new(5, 4)?)?;
//! let mut solver = BlackNarrowsSolver::new(16 << 20)?;
//! let question = Question { nimber: true, ..Question::default() };
//! let answer = solver.answer(&start, question, &Limits::default(), NEVER);
//! // A position is lost exactly if its nimber is 0.
//! assert_eq!(answer.nimber.map(|nimber| nimber == 0), Some(answer.value == Value::Loss));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod book;
mod expand;
mod graph;
mod hub;
mod key;
mod live;
#[cfg(feature = "comparison")]
mod methods;
mod on_board;
mod options;
mod plies;
mod position;
#[cfg(feature = "store")]
mod problem;
mod proof;
mod quotient;
mod reduce;
mod root;
mod search;
mod small;
mod solver;
pub(super) mod stored;
mod table;
mod worker;

#[cfg(test)]
mod reduce_tests;
#[cfg(test)]
mod tests;

#[cfg(feature = "comparison")]
pub use options::Method;
pub use options::Reductions;
pub use solver::BlackNarrowsSolver;
