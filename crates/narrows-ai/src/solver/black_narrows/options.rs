//! Which reductions the solver uses.

use super::small::MAX_POINTS;

/// [`MAX_POINTS`] as a number of points.
const SMALL: u32 = 13;
const _: () = assert!(SMALL as usize == MAX_POINTS);

/// Switches for every reduction. All answers are the same with any of them off; only the
/// number of positions changes. The tests hold the solver to that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reductions {
    /// Key positions by their quotient system (L7, L8) instead of by their stones.
    pub quotient: bool,
    /// Use hub mode (L9, L10). Needs `quotient`.
    pub hub: bool,
    /// Split hub mode into independent components (L11).
    pub split: bool,
    /// Delete dominated stones and useless groups in hub mode (L7, L8, L10).
    pub reduce: bool,
    /// Evaluate hub components of at most this many live points by truth tables (0 to 13).
    pub small: u32,
    /// Larger components up to this many live points (at most 13) are looked up first and
    /// evaluated by truth tables if they are not in the table.
    pub small_in_table: u32,
    /// Compute only one triangle of the matrix of pairs (L0).
    pub pair_matrix: bool,
    /// At symmetric positions search one move of each orbit (L13).
    pub symmetric: bool,
    /// Look up all children before any is searched (enhanced transposition cutoffs).
    pub cutoffs: bool,
    /// Cancel equal components of a sum in pairs (L11).
    pub cancel: bool,
    /// How couples are decided.
    #[cfg(feature = "comparison")]
    pub method: Method,
}

impl Default for Reductions {
    fn default() -> Self {
        Reductions {
            quotient: true,
            hub: true,
            split: true,
            reduce: true,
            small: 6,
            small_in_table: 13,
            pair_matrix: true,
            symmetric: true,
            cutoffs: true,
            cancel: true,
            #[cfg(feature = "comparison")]
            method: Method::DepthFirst,
        }
    }
}

impl Reductions {
    /// Every reduction off: depth-first search with a table of canonical stones.
    pub const fn plain() -> Self {
        Reductions {
            quotient: false,
            hub: false,
            split: false,
            reduce: false,
            small: 0,
            small_in_table: 0,
            pair_matrix: false,
            symmetric: false,
            cutoffs: false,
            cancel: false,
            #[cfg(feature = "comparison")]
            method: Method::DepthFirst,
        }
    }

    /// The same with `small` brought into its range.
    pub(crate) fn checked(mut self) -> Self {
        self.small = self.small.min(SMALL);
        self.small_in_table = self.small_in_table.min(SMALL);
        self.hub &= self.quotient;
        self
    }
}

/// How the solver decides whether a subgame has a given nimber.
#[cfg(feature = "comparison")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Depth first, with enhanced transposition cutoffs: what the solver uses.
    #[default]
    DepthFirst,
    /// Depth-first proof-number search over couples.
    ProofNumbers {
        /// Couples of at most this many live points are decided depth first.
        depth_first: u32,
    },
    /// Nimber-set search.
    NimberSets,
}
