//! What the commands for Black Narrows and Narrows, two games by Mark Steere (marksteeregames.com), have in common.
//!
//! * [`arena`] is a match on the command line: its plan, its results file, its reports.
//! * [`command_line`] reads the arguments, and says on one line what is wrong with them.
//! * [`census`] is what counting legal sets takes and says.
//! * [`position`] turns options into a position.
//! * [`files`] sees to it that no file of a command gets in the way of another.
//! * [`output`] writes to standard output and standard error.
//! * [`failure`] is how a command fails: one line and an exit code.

pub mod arena;
pub mod census;
pub mod command_line;
pub mod failure;
pub mod files;
pub mod output;
pub mod position;
