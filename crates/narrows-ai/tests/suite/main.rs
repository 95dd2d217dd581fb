//! What the searches promise, checked from outside.

mod levels;
mod mcts;
mod solver;
mod support;
