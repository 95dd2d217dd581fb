//! Steps about what the crates ask of those who build them: licences, the Rust version, no std.

use crate::Result;
use crate::metadata::{Metadata, Package, parse_rust_version};
use crate::shell::{Cmd, root};
use crate::tools::{CARGO_DENY, DebianRust};

/// A target with no operating system, so with no std whatever: what needs it does not compile.
const BARE_TARGET: &str = "thumbv7em-none-eabi";

pub fn deny() -> Result {
    let cargo_deny = CARGO_DENY.ensure()?;
    // Not `advisories`: see deny.toml.
    let check = ["check", "bans", "licenses", "sources"];
    for manifest in ["Cargo.toml", "fuzz/Cargo.toml"] {
        let flags = ["--locked", "--all-features", "--config", "deny.toml"];
        let program = Cmd::new(&cargo_deny)
            .args(flags)
            .args(["--manifest-path", manifest]);
        program.args(check).arg("--show-stats").run()?;
    }
    Ok(())
}

/// The version that the workspace states is the one that all packages state, no dependency wants a
/// newer one, and, where that toolchain is at hand, everything builds with it. (Clippy's
/// `incompatible_msrv`, in the step of that name, finds newer parts of std in our own code.)
pub fn msrv() -> Result {
    let metadata = Metadata::load()?;
    let stated = the_stated_version(&metadata)?;
    // Nobody but us builds xtask, but with the same toolchain: it counts.
    let needed = metadata.needed_by(|_| true);
    let newer: Vec<String> = needed
        .iter()
        .filter_map(|package| package.rust_version.map(|version| (package, version)))
        .filter(|(_, version)| *version > stated)
        .map(|(package, version)| {
            format!(
                "{} {} wants {}",
                package.name,
                package.version,
                dotted(version)
            )
        })
        .collect();
    if !newer.is_empty() {
        return Err(format!(
            "Rust {} is stated, but {}",
            dotted(stated),
            newer.join(", ")
        )
        .into());
    }
    let highest = needed
        .iter()
        .filter_map(|package| package.rust_version)
        .max()
        .unwrap_or(stated);
    println!(
        "        stated {}; {} packages, none wants more ({})",
        dotted(stated),
        needed.len(),
        dotted(highest)
    );
    build_with(stated)
}

fn the_stated_version(metadata: &Metadata) -> Result<[u32; 3]> {
    let mut stated = None;
    for Package {
        name, rust_version, ..
    } in metadata.members()
    {
        let version = rust_version.ok_or_else(|| format!("{name} states no rust-version"))?;
        if *stated.get_or_insert(version) != version {
            return Err(format!("{name} states another rust-version than the rest").into());
        }
    }
    stated.ok_or_else(|| "the workspace is empty".into())
}

/// Builds with exactly that toolchain if rustup has it; none is fetched here.
fn build_with(version: [u32; 3]) -> Result {
    let listed = Cmd::new("rustup")
        .args(["toolchain", "list"])
        .read()
        .unwrap_or_default();
    let is_it = |line: &&str| {
        let name = line.split_whitespace().next().unwrap_or_default();
        name.starts_with(|c: char| c.is_ascii_digit()) && parse_rust_version(name) == Some(version)
    };
    let Some(line) = listed.lines().find(is_it) else {
        println!(
            "        not built with {}: rustup does not have it here",
            dotted(version)
        );
        return Ok(());
    };
    let toolchain = line.split_whitespace().next().unwrap_or_default();
    Cmd::new("cargo")
        .args([
            "check",
            "--locked",
            "--workspace",
            "--all-features",
            "--target-dir",
        ])
        .arg(root().join("target").join("msrv"))
        .env("RUSTUP_TOOLCHAIN", toolchain)
        .run()
}

pub fn no_std() -> Result {
    let rust = DebianRust::ensure()?;
    for features in [&["--no-default-features"][..], &["--all-features"]] {
        rust.cargo("check", BARE_TARGET, "core,alloc")
            .args(["--locked", "--package", "narrows-core"])
            .args(features)
            // Nothing of it runs: the sources of core are checked twice as fast.
            .env("CARGO_PROFILE_DEV_OPT_LEVEL", "0")
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .run()?;
    }
    Ok(())
}

fn dotted([major, minor, patch]: [u32; 3]) -> String {
    format!("{major}.{minor}.{patch}")
}
