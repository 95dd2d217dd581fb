//! Steps about what the crates ask of those who build them: licences, the Rust version, no std.

use crate::Result;
use cargo_metadata::semver::Version;

use crate::metadata::Metadata;
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
    let stated = stated_version(&metadata)?;
    // Nobody but us builds xtask, but with the same toolchain: it counts.
    let needed = metadata.needed()?;
    let wanted: Vec<_> = needed
        .iter()
        .filter_map(|package| {
            package
                .rust_version
                .as_ref()
                .map(|version| (package, version))
        })
        .collect();
    let newer: Vec<String> = wanted
        .iter()
        .filter(|(_, version)| **version > stated)
        .map(|(package, version)| format!("{} {} wants {version}", package.name, package.version))
        .collect();
    if !newer.is_empty() {
        return Err(format!("Rust {stated} is stated, but {}", newer.join(", ")).into());
    }
    let highest = wanted.iter().map(|(_, version)| *version).max();
    println!(
        "        stated {stated}; {} packages, none wants more ({})",
        needed.len(),
        highest.unwrap_or(&stated)
    );
    build_with(&stated)
}

fn stated_version(metadata: &Metadata) -> Result<Version> {
    let mut stated = None;
    for package in metadata.members() {
        let name = &package.name;
        let version = package.rust_version.clone();
        let version = version.ok_or_else(|| format!("{name} states no rust-version"))?;
        if *stated.get_or_insert(version.clone()) != version {
            return Err(format!("{name} states another rust-version than the rest").into());
        }
    }
    stated.ok_or_else(|| "the workspace is empty".into())
}

/// Builds with exactly that toolchain if rustup has it; none is fetched here.
fn build_with(version: &Version) -> Result {
    let listed = Cmd::new("rustup")
        .args(["toolchain", "list"])
        .read()
        .unwrap_or_default();
    let [full, short] = [
        format!("{version}-"),
        format!("{}.{}-", version.major, version.minor),
    ];
    let is_it = |name: &&str| name.starts_with(&full) || name.starts_with(&short);
    let mut names = listed
        .lines()
        .filter_map(|line| line.split_whitespace().next());
    let Some(toolchain) = names.find(is_it) else {
        println!("        not built with {version}: rustup does not have it here");
        return Ok(());
    };
    Cmd::new("cargo")
        .args(["check", "--locked", "--workspace", "--all-features"])
        .arg("--target-dir")
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
