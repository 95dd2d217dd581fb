//! What the searches promise, checked from outside.

mod certificates;
mod levels;
mod mcts;
mod solver;
mod support;
