//! The program as others see it: arguments and standard input in; standard output, standard error and an
//! exit code out.

mod answers;
mod bad_input;
mod endings;
mod known_answers;
mod plain_play;
mod saved_games;
mod support;
