//! What the searches promise, checked from outside.

mod certificate_parts;
mod certificates;
mod forgeries;
mod levels;
mod limits;
mod mcts;
mod oracle;
mod sharing;
mod solver;
mod stores;
mod support;
mod together;
