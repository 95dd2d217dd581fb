//! `cargo xtask test`: the checks, one named step after the other.

mod build;
mod deps;
mod fuzz;
mod package;
mod results;
mod text;

use std::process::ExitCode;
use std::time::Instant;

use crate::{Result, strength, web};

pub use package::write_public_api;
pub use results::write_results;

/// One check. It installs what it needs itself, so that each can be called alone.
struct Step {
    name: &'static str,
    about: &'static str,
    run: fn() -> Result,
}

/// The quick ones first, so that a slip shows soon.
const STEPS: &[Step] = &[
    Step {
        name: "text",
        about: "house rules that are about words in the files",
        run: text::check,
    },
    Step {
        name: "fmt",
        about: "rustfmt finds nothing to change",
        run: build::fmt,
    },
    Step {
        name: "deny",
        about: "licenses, sources and bans of all dependencies",
        run: deps::deny,
    },
    Step {
        name: "clippy",
        about: "no warning in any target, in any feature",
        run: build::clippy,
    },
    Step {
        name: "msrv",
        about: "the stated Rust version is enough",
        run: deps::msrv,
    },
    Step {
        name: "no-std",
        about: "narrows-core builds where there is no std",
        run: deps::no_std,
    },
    Step {
        name: "tests",
        about: "all tests of all crates, all features",
        run: build::tests,
    },
    Step {
        name: "features",
        about: "all tests without features and with each alone",
        run: build::features,
    },
    Step {
        name: "cluster",
        about: "many machines over a real server, killed and lied to",
        run: build::cluster,
    },
    Step {
        name: "doctests",
        about: "the examples in the documentation",
        run: build::doctests,
    },
    Step {
        name: "docs",
        about: "the documentation, no warning",
        run: build::docs,
    },
    Step {
        name: "package",
        about: "every crate builds from what would be published of it",
        run: package::package,
    },
    Step {
        name: "public-api",
        about: "the public items of the libraries are those listed in docs/api",
        run: package::public_api,
    },
    Step {
        name: "results",
        about: "docs/results.md says what the book of solved boards says",
        run: results::check,
    },
    Step {
        name: "examples",
        about: "every example builds, those in examples/ run",
        run: build::examples,
    },
    Step {
        name: "benches",
        about: "every benchmark runs once",
        run: build::benches,
    },
    Step {
        name: "release",
        about: "the program as the README builds it",
        run: build::release,
    },
    Step {
        name: "gtp-client",
        about: "a GTP client that others wrote plays both games with the program",
        run: build::gtp_client,
    },
    Step {
        name: "strength",
        about: "the match that asks which of two revisions is stronger, one pair a board",
        run: strength::check,
    },
    Step {
        name: "web",
        about: "the page and its engine build, tests without a browser",
        run: web::test_headless,
    },
    Step {
        name: "browser",
        about: "the page as a person uses it, in Chromium",
        run: web::test_browser,
    },
    Step {
        name: "fuzz-saved",
        about: "fuzz targets on stable, saved inputs",
        run: fuzz::saved,
    },
    Step {
        name: "fuzz",
        about: "every fuzz target runs for some seconds",
        run: fuzz::run,
    },
];

/// Runs the steps named in `args`, or all.
///
/// # Errors
/// None: a step that fails is part of the answer, and a name that is no step ends with 2.
pub fn main(args: &[String]) -> Result<ExitCode> {
    if args.iter().any(|arg| arg == "--list") {
        for Step { name, about, .. } in STEPS {
            println!("{name:12} {about}");
        }
        return Ok(ExitCode::SUCCESS);
    }
    let mut chosen = Vec::new();
    for name in args {
        let Some(step) = STEPS.iter().find(|step| step.name == name) else {
            let names: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
            eprintln!(
                "xtask test: no step is called `{name}`; there are {}",
                names.join(", ")
            );
            return Ok(ExitCode::from(2));
        };
        chosen.push(step);
    }
    if chosen.is_empty() {
        chosen.extend(STEPS);
    }
    Ok(run_all(&chosen))
}

/// Runs every step, also after one has failed: one run then tells all that is wrong.
fn run_all(steps: &[&Step]) -> ExitCode {
    let mut lines = Vec::new();
    let mut failed = 0;
    for (number, step) in steps.iter().enumerate() {
        let place = format!("[{:2}/{}]", number + 1, steps.len());
        println!("{place} {}: {}", step.name, step.about);
        let start = Instant::now();
        let result = (step.run)();
        let seconds = start.elapsed().as_secs_f64();
        let line = match &result {
            Ok(()) => format!("passed {:12} {seconds:7.1} s", step.name),
            Err(error) => format!("FAILED {:12} {seconds:7.1} s  {error}", step.name),
        };
        println!("{place} {line}");
        failed += usize::from(result.is_err());
        lines.push(line);
    }
    println!("\n{}", lines.join("\n"));
    // Read by machines: the last line, alone.
    println!("{} passed, {failed} failed", steps.len() - failed);
    if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
