//! Which parts of the method the solver uses.

/// Switches for every part of the method.
///
/// Answers are the same with any of them off; only the number of expanded positions changes. The
/// tests hold the solver to that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchOptions {
    /// See linking captures one ply ahead, own ones and the other side's, without playing them.
    pub threats: bool,
    /// Look up all children before any is searched (enhanced transposition cutoffs).
    pub cutoffs: bool,
    /// Give all images of a position under the board's symmetries one entry.
    pub symmetry: bool,
    /// Search promising captures first.
    pub ordering: bool,
    /// Search the first-ranked capture before the others are looked up, but near a full board: it refutes in nine of
    /// ten positions that are won.
    pub first_alone: bool,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            threats: true,
            cutoffs: true,
            symmetry: true,
            ordering: true,
            first_alone: true,
        }
    }
}

impl SearchOptions {
    /// Everything off: depth-first search with a table of the positions as they are.
    #[must_use]
    pub const fn plain() -> Self {
        Self {
            threats: false,
            cutoffs: false,
            symmetry: false,
            ordering: false,
            first_alone: false,
        }
    }
}
