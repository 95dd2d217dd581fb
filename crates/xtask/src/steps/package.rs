//! Steps about what others get: the packages, and the public items of the libraries.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use cargo_metadata::TargetKind;

use crate::Result;
use crate::metadata::Metadata;
use crate::shell::{Cmd, root};
use crate::tools::CARGO_PUBLIC_API;

/// Packs every crate that is published, and builds each from its package alone.
///
/// Cargo takes a package for unchanged while its version is, and unpacks it into a folder named after the one it is made
/// in. So each run has a folder of its own, and nothing of it is left behind.
pub fn package() -> Result {
    let metadata = Metadata::load()?;
    let packages = metadata.published().flat_map(|package| {
        let name: &str = &package.name;
        ["--package", name]
    });
    let folder = tempfile::Builder::new()
        .prefix("package-")
        .tempdir_in(metadata.target())?;
    let before = unpacked();
    // A step must not fail because a file is being edited.
    let packed = Cmd::cargo()
        .args(["package", "--locked", "--allow-dirty", "--quiet"])
        .arg("--target-dir")
        .arg(folder.path())
        .args(packages)
        .run();
    for folder in unpacked().difference(&before) {
        fs::remove_dir_all(folder)?;
    }
    packed
}

/// Where cargo has unpacked packages that come from a folder, not from a registry: these folders' names have no host.
fn unpacked() -> BTreeSet<PathBuf> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let Some(home) = home.or_else(|| Some(env::home_dir()?.join(".cargo"))) else {
        return BTreeSet::new();
    };
    let entries = fs::read_dir(home.join("registry/src"))
        .into_iter()
        .flatten();
    let folders = entries.flatten().map(|entry| entry.path());
    let is_local = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default();
        name.as_encoded_bytes().starts_with(b"-")
    };
    folders.filter(is_local).collect()
}

/// The lists in `docs/api` are those of the code.
pub fn public_api() -> Result {
    let mut stale = Vec::new();
    for (path, list) in lists()? {
        if fs::read_to_string(&path).unwrap_or_default() != list {
            stale.push(path.display().to_string());
        }
    }
    if stale.is_empty() {
        return Ok(());
    }
    let stale = stale.join(", ");
    Err(format!("{stale} differ from the code; `cargo xtask api` writes them anew").into())
}

/// `cargo xtask api`: writes the lists.
///
/// # Errors
/// If the documentation cannot be built or a file cannot be written.
pub fn write_public_api(args: &[String]) -> Result<ExitCode> {
    if let Some(arg) = args.first() {
        return Err(format!("api takes no arguments, not `{arg}`").into());
    }
    for (path, list) in lists()? {
        fs::create_dir_all(path.parent().unwrap_or(&path))?;
        fs::write(path, list)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The public items of every published library, with the file they belong in. What follows from a derive or
/// holds for every type is left out.
fn lists() -> Result<Vec<(PathBuf, String)>> {
    let program = CARGO_PUBLIC_API.ensure()?;
    let metadata = Metadata::load()?;
    let is_library = |target: &cargo_metadata::Target| target.kind.contains(&TargetKind::Lib);
    let libraries = metadata
        .published()
        .filter(|package| package.targets.iter().any(is_library));
    libraries
        .map(|package| {
            let list = Cmd::new(&program)
                .args(["public-api", "--package", &package.name])
                .args(["--all-features", "-sss", "--color", "never"])
                // Only a nightly rustdoc writes JSON.
                .quiet_env("RUSTUP_TOOLCHAIN", "nightly")
                .read()?;
            let file = format!("{}.txt", package.name);
            Ok((root().join("docs").join("api").join(file), list))
        })
        .collect()
}
