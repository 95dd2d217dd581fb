//! Other ways to decide couples, kept to compare the solver's own with. All of them share its
//! board, reductions, keys, truth tables and table.

mod nimber_set;
mod proof_number;
mod proof_table;

use super::options::Method;
pub(crate) use proof_table::ProofTable;

impl Method {
    /// What is left of a budget for the table of results: proof numbers take a quarter.
    pub(crate) fn table_bytes(self, bytes: usize) -> usize {
        match self {
            Method::ProofNumbers { .. } => bytes / 4 * 3,
            Method::DepthFirst | Method::NimberSets => bytes,
        }
    }

    /// The table of proof numbers that goes with results of `bytes` bytes, if one is needed.
    pub(crate) fn numbers(self, bytes: usize) -> Option<ProofTable> {
        match self {
            Method::ProofNumbers { .. } => Some(ProofTable::new(bytes / 3)),
            Method::DepthFirst | Method::NimberSets => None,
        }
    }
}
