//! Steps about what others get: the packages, and the public items of the libraries.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use cargo_metadata::TargetKind;

use crate::Result;
use crate::metadata::Metadata;
use crate::shell::{Cmd, root};
use crate::tools::CARGO_PUBLIC_API;

/// Packs every crate that is published, and builds each from its package alone.
pub fn package() -> Result {
    let metadata = Metadata::load()?;
    let packages = metadata.published().flat_map(|package| {
        let name: &str = &package.name;
        ["--package", name]
    });
    // A step must not fail because a file is being edited.
    Cmd::cargo()
        .args(["package", "--locked", "--allow-dirty", "--quiet"])
        .args(packages)
        .run()
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
