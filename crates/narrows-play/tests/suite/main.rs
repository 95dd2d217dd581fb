//! The sentences of the two app descriptions, one test each, and what follows from them.

mod black_narrows;
mod computers;
mod games;
mod narrows;
mod properties;
mod stepping;
mod support;
mod undo;
