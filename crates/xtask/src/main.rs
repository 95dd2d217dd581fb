//! The project's chores, run as `cargo xtask CHORE`.
//!
//! `cargo xtask test` installs what the checks need and runs every one of them; it is also all that CI does.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a program for the terminal: progress and errors are its output, it waits and it times"
)]

mod bench;
mod metadata;
mod node;
mod program;
mod serve;
mod shell;
mod steps;
mod strength;
mod tools;
mod web;

use std::process::ExitCode;

/// What every chore returns: nothing, or one line that says what went wrong.
type Result<T = ()> = std::result::Result<T, Box<dyn std::error::Error>>;

/// A chore that can be named on the command line.
struct Chore {
    name: &'static str,
    about: &'static str,
    /// Gets the arguments after its name.
    run: fn(&[String]) -> Result<ExitCode>,
}

const CHORES: &[Chore] = &[
    Chore {
        name: "test",
        about: "install what the checks need and run them (all, or those named; --list lists them)",
        run: steps::main,
    },
    Chore {
        name: "api",
        about: "write the lists of public items in docs/api",
        run: steps::write_public_api,
    },
    Chore {
        name: "bench",
        about: "measure everything in BENCHMARKS.md anew (all, or what is named; --list lists it)",
        run: bench::main,
    },
    Chore {
        name: "strength",
        about: "play the last release against this tree: is it stronger? (--help lists the options)",
        run: strength::main,
    },
    Chore {
        name: "results",
        about: "write the tables of docs/results.md from the solved boards",
        run: steps::write_results,
    },
    Chore {
        name: "web",
        about: "build the npm package and the page into target/npm and target/web",
        run: web::main,
    },
    Chore {
        name: "serve",
        about: "build the page and serve it (--host ADDRESS, --port N; 127.0.0.1 and 8080 unless given)",
        run: serve::main,
    },
];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some((name, rest)) = args.split_first() else {
        print!("{}", usage());
        return ExitCode::from(2);
    };
    if matches!(name.as_str(), "help" | "--help" | "-h") {
        print!("{}", usage());
        return ExitCode::SUCCESS;
    }
    let Some(chore) = CHORES.iter().find(|chore| chore.name == name) else {
        eprintln!("xtask: no chore is called `{name}`\n\n{}", usage());
        return ExitCode::from(2);
    };
    (chore.run)(rest).unwrap_or_else(|error| {
        eprintln!("xtask {name}: {error}");
        ExitCode::FAILURE
    })
}

fn usage() -> String {
    let mut text = String::from("Usage: cargo xtask CHORE [ARGUMENTS]\n\n");
    for Chore { name, about, .. } in CHORES {
        text += &format!("  {name:8} {about}\n");
    }
    text
}
