//! The arena from outside.
#![allow(
    clippy::disallowed_methods,
    reason = "files are read and written by threads, and waited for"
)]

mod files;
