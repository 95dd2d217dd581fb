//! Exact solvers.

pub mod black_narrows;
