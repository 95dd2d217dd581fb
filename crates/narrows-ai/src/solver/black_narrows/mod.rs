//! Exact play of Black Narrows (a game by Mark Steere, marksteeregames.com), on boards of at
//! most 64 points.
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
//! # What was compared, and what did not pay
//!
//! `cargo bench -p narrows --bench solver` prints, for the same boards in one run, the search
//! beside plain alpha-beta, beside **df-pn over couples** and **nimber-set search** (the feature
//! `comparison`, folder `methods`; all with the same reductions, truth tables and bytes of
//! table), and with reductions off; BENCHMARKS.md has the table. Depth first expands
//! fewest positions on every board: on 6x5 df-pn expands 1.3 times as many and takes 1.6 times
//! as long (but leaves a fifth fewer entries), nimber-set search 1.3 and 1.2 times.
//!
//! * Df-pn, tried with `delta` of new nodes as the number of moves, its square, powers, with and
//!   without a larger `phi`; ε of 1/8, 1/4, 1/3, 1 and almost 0; depth first below 12 to 22
//!   points. The larger that bound, the closer to the depth-first figures; none below them on 7x4.
//!   What we think, without having tested it: the prototype's gain was in small subgames, which
//!   truth tables now decide; above them, trying first what refuted a sibling finds nearly the
//!   same proofs without expanding a position again each time its threshold rises.
//! * Nimber-set search: nine couples in ten have an empty heap, so a request is mostly `{0}`, a
//!   couple by another name. On 6x4 it takes least time.
//! * Truth tables for 13 points instead of 10 cost the same time (6x5, 8x4), save two fifths of
//!   the expansions and a seventh of the table.
//!
//! Tried on 6x4, 5x5, 7x4 and 6x5 and left out: looking up all grandchildren
//! before any search, with the order by open replies (a tenth fewer entries in the table, but
//! more expansions and twice the time); preferring replies that refute a sibling not yet
//! refuted (up to half more positions); other weights for replies that worked before, and other
//! estimates of a component's work than the square of its points (cubes, powers, nothing for
//! those within truth tables: within three in a hundred).
//!
//! # How answers are checked
//!
//! Every switch of [`Reductions`] on and off against full recursion on random positions of many
//! shapes; the known answers; and certificates, which
//! [`crate::verify`] checks with the rules alone.

mod book;
mod expand;
mod hub;
mod key;
mod live;
#[cfg(feature = "comparison")]
mod methods;
mod options;
mod position;
mod proof;
mod quotient;
mod root;
mod search;
mod small;
mod solver;
mod stored;
mod table;
mod worker;

#[cfg(test)]
mod tests;

#[cfg(feature = "comparison")]
pub use options::Method;
pub use options::Reductions;
pub use solver::BlackNarrowsSolver;
