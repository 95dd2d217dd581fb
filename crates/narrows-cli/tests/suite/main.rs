//! The program as others see it: arguments and standard input in; standard output, standard error and an
//! exit code out.
#![allow(
    clippy::disallowed_methods,
    reason = "programs are started, fed from threads, waited for and timed"
)]

mod answers;
mod bad_input;
mod endings;
mod files;
mod full_disk;
mod known_answers;
mod limits;
mod malformed;
mod plain_play;
mod processes;
mod saved_games;
mod stores;
mod support;
