//! What the searches promise, checked from outside.

mod certificates;
mod levels;
mod limits;
mod mcts;
mod oracle;
mod sharing;
mod solver;
mod stores;
mod support;
mod together;
