//! Steps that are cargo at work on the workspace itself.

use std::time::Duration;

use cargo_metadata::TargetKind;

use crate::Result;
use crate::metadata::Metadata;
use crate::node;
use crate::program;
use crate::shell::{Cmd, root};
use crate::tools::{CARGO_HACK, debian};

/// The longest that one example may take. They show how something is done and are no benchmarks.
const EXAMPLE_LIMIT: Duration = Duration::from_secs(120);

/// All crates in all features, for what is compiled and run. Not xtask: its one feature is a generator of
/// JavaScript with a hundred dependencies, which the step `web` builds and uses.
const ALL_BUT_XTASK: [&str; 5] = [
    "--locked",
    "--workspace",
    "--exclude",
    "xtask",
    "--all-features",
];

pub fn fmt() -> Result {
    Cmd::cargo().args(["fmt", "--all", "--check"]).run()?;
    Cmd::cargo()
        .args(["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"])
        .run()
}

pub fn clippy() -> Result {
    let flags = ["clippy", "--locked", "--all-targets"];
    let deny = ["--", "-D", "warnings"];
    Cmd::cargo()
        .args(flags)
        .args(["--workspace", "--all-features"])
        .args(deny)
        .run()?;
    Cmd::cargo()
        .args(flags)
        .args(["--manifest-path", "fuzz/Cargo.toml"])
        .args(deny)
        .run()?;
    features_apart("clippy", "--feature-powerset")?
        .args(deny)
        .run()
}

pub fn tests() -> Result {
    Cmd::cargo()
        .arg("test")
        .args(ALL_BUT_XTASK)
        .arg("--tests")
        .run()
}

/// xtask has its tests run here, without the feature that `tests` leaves out. The façade only passes features
/// on: `clippy` builds its choices, and it takes every one; tests take none and each alone, for they take minutes.
pub fn features() -> Result {
    features_apart("test", "--each-feature")?
        .args(["--package", "narrows-core", "--package", "narrows-ai"])
        .arg("--tests")
        .run()?;
    Cmd::cargo()
        .args(["test", "--locked", "--package", "xtask"])
        .run()
}

/// `cargo COMMAND` in choices of features of every package, but not in all features, which the other steps take.
fn features_apart(command: &str, choices: &str) -> Result<Cmd> {
    Ok(Cmd::new(CARGO_HACK.ensure()?)
        .args(["hack", command, "--locked", choices])
        // The features that `default` stands for are among the choices.
        .args(["--exclude-all-features", "--exclude-features", "default"]))
}

/// `narrows-cluster` against a real server: workers, coordinators and the server are killed, garbled and lied to.
pub fn cluster() -> Result {
    debian(&["nats-server", "openssl"])?;
    // The other tests of this crate are among those of the workspace.
    Cmd::cargo()
        .args(["test", "--locked", "--package", "narrows-cluster"])
        .args(["--test", "server", "--", "--test-threads", "4"])
        .run()
}

pub fn doctests() -> Result {
    Cmd::cargo()
        .arg("test")
        .args(ALL_BUT_XTASK)
        .arg("--doc")
        .run()
}

pub fn docs() -> Result {
    let flags = [
        "doc",
        "--locked",
        "--workspace",
        "--all-features",
        "--no-deps",
    ];
    Cmd::cargo()
        .args(flags)
        .env("RUSTDOCFLAGS", "-D warnings")
        .run()
}

pub fn examples() -> Result {
    let metadata = Metadata::load()?;
    // The folder `examples` belongs to this crate. Those of narrows-ai write files of results: they are
    // built, and take arguments to be of use.
    let examples = metadata.targets(TargetKind::Example, |package| package.name == "narrows");
    if examples.is_empty() {
        return Err("there are no examples".into());
    }
    // The profile of the tests, since everything is built in it already.
    let build = ["--examples", "--profile", "test"];
    Cmd::cargo()
        .arg("build")
        .args(ALL_BUT_XTASK)
        .args(build)
        .run()?;
    for example in examples {
        // Not by `cargo run`, which builds again with the features that this one package asks for.
        let program = metadata
            .target()
            .join("debug")
            .join("examples")
            .join(example);
        Cmd::new(program).run_within(EXAMPLE_LIMIT)?;
    }
    Ok(())
}

pub fn benches() -> Result {
    let metadata = Metadata::load()?;
    let benches = metadata.targets(TargetKind::Bench, |_| true);
    if benches.is_empty() {
        return Err("there are no benchmarks".into());
    }
    // The profile of the tests: this shows that the benchmarks work, not how fast they are.
    let names = benches.iter().flat_map(|name| ["--bench", name]);
    let cargo = Cmd::cargo().arg("bench").args(ALL_BUT_XTASK);
    cargo
        .args(["--profile", "test"])
        .args(names)
        .args(["--", "--test"])
        .run()
}

/// What the README says first: `cargo run --release` builds the program, and it knows the games.
pub fn release() -> Result {
    let program = program::build()?;
    let perft = [
        "perft", "narrows", "--size", "4x3", "--no-pie", "--depth", "4", "--json",
    ];
    let answer = Cmd::new(&program).args(perft).read()?;
    // The number of capture sequences of four plies on 4x3, from the known answers.
    if !answer.contains("\"nodes\":7262,") {
        return Err(format!("`narrows perft` answered {}", answer.trim()).into());
    }
    Ok(())
}

/// `narrows gtp` with a Go Text Protocol client that others wrote, unmodified.
pub fn gtp_client() -> Result {
    let folder = root().join("crates/narrows-cli/tests/gtp-client");
    node::packages(&folder)?;
    node::tests_command(&folder, ".")?
        .env("NARROWS", program::build()?)
        .run()
}
