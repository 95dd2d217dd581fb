//! Installing what the checks need: cargo's helpers into the target folder (so that they are cached
//! with everything else that was built), Debian's packages into the system.

use std::path::PathBuf;

use crate::Result;
use crate::shell::{Cmd, root};

/// A program that cargo can install.
pub struct CargoTool {
    name: &'static str,
    version: &'static str,
    /// Features to leave out, or to choose.
    flags: &'static [&'static str],
}

/// Checks the dependency graph. Nothing here needs the advisory database, so no git client.
pub const CARGO_DENY: CargoTool = CargoTool {
    name: "cargo-deny",
    version: "0.20.2",
    flags: &["--no-default-features"],
};

/// Runs cargo in every choice of features.
pub const CARGO_HACK: CargoTool = CargoTool {
    name: "cargo-hack",
    version: "0.6.46",
    flags: &[],
};

/// Lists the public items of a library, from rustdoc's JSON.
pub const CARGO_PUBLIC_API: CargoTool = CargoTool {
    name: "cargo-public-api",
    version: "0.52.0",
    flags: &[],
};

/// Builds and runs the fuzz targets.
pub const CARGO_FUZZ: CargoTool = CargoTool {
    name: "cargo-fuzz",
    version: "0.13.2",
    flags: &[],
};

impl CargoTool {
    /// The program, installed in the pinned version if it is not there yet.
    ///
    /// # Errors
    /// If it cannot be built.
    pub fn ensure(&self) -> Result<PathBuf> {
        let folder = folder();
        let program = folder.join("bin").join(self.name);
        if self.is_installed(&program) {
            return Ok(program);
        }
        let build = folder.join("build");
        Cmd::cargo()
            .args(["install", "--locked", "--quiet", "--force", "--debug"])
            .arg(format!("{}@{}", self.name, self.version))
            .args(self.flags)
            .arg("--root")
            .arg(&folder)
            .arg("--target-dir")
            .arg(&build)
            // These run for a second: an unoptimized build is ready four times as soon.
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .env("CARGO_PROFILE_DEV_OPT_LEVEL", "0")
            .run()?;
        // Hundreds of megabytes that nothing reads again.
        std::fs::remove_dir_all(&build)?;
        Ok(program)
    }

    fn is_installed(&self, program: &PathBuf) -> bool {
        // `cargo fuzz` knows `--version` only behind its own name; so does `cargo deny`.
        let word = self.name.trim_start_matches("cargo-");
        let version = Cmd::new(program).args([word, "--version"]).read();
        version.is_ok_and(|text| text.split_whitespace().any(|word| word == self.version))
    }
}

/// Where the tools live: `target/tools` of this checkout, wherever cargo builds the rest.
pub fn folder() -> PathBuf {
    root().join("target").join("tools")
}

/// Installs Debian packages that are not there yet.
///
/// # Errors
/// If one is missing and cannot be installed: this is not Debian, or nobody here may install.
pub fn debian(packages: &[&str]) -> Result {
    let missing: Vec<&str> = packages
        .iter()
        .copied()
        .filter(|name| !is_debian(name))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let root = Cmd::new("id")
        .arg("-u")
        .read()
        .is_ok_and(|id| id.trim() == "0");
    if !root && !Cmd::new("sudo").args(["-n", "true"]).succeeds() {
        return Err(format!("please install these packages first: {}", missing.join(" ")).into());
    }
    let apt = |words: &[&str]| {
        let env = if root {
            Cmd::new("env")
        } else {
            Cmd::new("sudo").args(["-n", "env"])
        };
        let quiet = ["DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"];
        // Somebody else's apt may be at work for a while.
        env.args(quiet)
            .args(["-o", "DPkg::Lock::Timeout=300"])
            .args(words)
    };
    apt(&["update"]).run()?;
    // `--no-remove`: rather fail than take away somebody's own Rust that conflicts with Debian's.
    let install = ["install", "--yes", "--no-install-recommends", "--no-remove"];
    apt(&install).args(missing).run()
}

/// Whether all of these Debian packages are there.
pub fn has_debian(packages: &[&str]) -> bool {
    packages.iter().all(|name| is_debian(name))
}

fn is_debian(package: &str) -> bool {
    let status = Cmd::new("dpkg-query")
        .args(["-W", "-f", "${db:Status-Status}", package])
        .read();
    status.is_ok_and(|status| status == "installed")
}

/// Debian's compiler with the sources of its standard library: what it takes to build for a target
/// whose ready-made standard library cannot be had from Debian.
pub struct DebianRust;

impl DebianRust {
    /// What has to be installed for it.
    pub const PACKAGES: &[&str] = &["rustc-web", "rust-web-src"];

    /// Installs it if it is not there yet.
    ///
    /// # Errors
    /// As for [`debian`].
    pub fn ensure() -> Result<Self> {
        debian(Self::PACKAGES)?;
        Ok(Self)
    }

    /// `cargo COMMAND` with this compiler, for `target`, building the `crates` of the standard
    /// library (`core,alloc` or `std,panic_abort`) from their sources. It builds into a folder of
    /// its own, for what two compilers build does not mix.
    pub fn cargo(&self, command: &str, target: &str, crates: &str) -> Cmd {
        Cmd::cargo()
            .arg(command)
            .arg(format!("-Zbuild-std={crates}"))
            .args(["--target", target, "--target-dir"])
            .arg(root().join("target").join("debian-rust"))
            .env("RUSTC", "/usr/bin/rustc")
            // Debian's compiler is a stable one, and `-Zbuild-std` is still for nightly ones.
            .env("RUSTC_BOOTSTRAP", "1")
    }
}
