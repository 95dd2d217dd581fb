//! Exact solvers.

pub mod black_narrows;
pub mod narrows;
