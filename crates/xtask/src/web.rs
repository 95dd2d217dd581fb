//! The browser side: `cargo xtask web` builds it, and the steps of `cargo xtask test` check it.
//!
//! The npm package goes to `target/npm/narrows-wasm`, the page to `target/web`.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::Result;
use crate::node;
use crate::shell::{Cmd, root};
use crate::tools::{self, DebianRust};

const TARGET: &str = "wasm32-unknown-unknown";

/// The page's sources.
pub fn source() -> PathBuf {
    root().join("crates").join("narrows-wasm").join("web")
}

/// The npm package.
fn package() -> PathBuf {
    root().join("target").join("npm").join("narrows-wasm")
}

/// `cargo xtask web`.
///
/// # Errors
/// If something cannot be built, or is missing and cannot be installed.
pub fn main(args: &[String]) -> Result<ExitCode> {
    if let Some(arg) = args.first() {
        return Err(format!("web takes no arguments, not `{arg}`").into());
    }
    build()?;
    println!("The page is in target/web, the npm package in target/npm/narrows-wasm.");
    Ok(ExitCode::SUCCESS)
}

/// Builds the npm package and the page, and prints their sizes.
///
/// # Errors
/// As for [`main`].
pub fn build() -> Result {
    announce()?;
    node::packages(&source())?;
    engine()?;
    npx(&["tsc", "--noEmit"]).run()?;
    npx(&["vite", "build", "--logLevel", "warn"])
        // A hint about how a later version of Vite will load its configuration.
        .quiet_env("VITE_CONFIG_NATIVE_IGNORE_WARNING", "true")
        .run()?;
    npx(&[
        "vite",
        "build",
        "--config",
        "vite.board.config.ts",
        "--logLevel",
        "warn",
    ])
    .quiet_env("VITE_CONFIG_NATIVE_IGNORE_WARNING", "true")
    .run()?;
    node::node(&source()).arg("scripts/sizes.mjs").run()
}

/// Says what the build is about to install and compile, and about how long that takes on two cores.
fn announce() -> Result {
    let mut plan = Vec::new();
    if !node::installed(&source()) {
        plan.push("install packages with npm: 1 min");
    }
    let target = root().join("target");
    let ready_made = rustlib()?.join(TARGET).exists();
    if !ready_made && !tools::has_debian(DebianRust::PACKAGES) {
        plan.push("install Debian's rustc-web and rust-web-src: 1 min");
    }
    let compiled = if ready_made {
        target.join(TARGET)
    } else {
        target.join("debian-rust").join(TARGET)
    };
    plan.push(match (compiled.exists(), ready_made) {
        (true, _) => "compile the engine to WebAssembly where it changed: up to 1 min",
        (false, true) => "compile the engine to WebAssembly: 1 min",
        (false, false) => "compile the standard library and the engine to WebAssembly: 3 min",
    });
    if !target.join("debug").join("narrows-bindgen").exists() {
        plan.push("compile the generator of its JavaScript: 2 min");
    }
    plan.push("optimize the engine, bundle and compress the page: 1 min");
    println!("        This will");
    for line in plan {
        println!("        - {line}");
    }
    Ok(())
}

/// Where the toolchain in use keeps its compiled standard libraries.
fn rustlib() -> Result<PathBuf> {
    let sysroot = Cmd::new("rustc").args(["--print", "sysroot"]).read()?;
    Ok(PathBuf::from(sysroot.trim()).join("lib").join("rustlib"))
}

/// The state logic without a browser, and the engine's API in Node, the README's example included.
///
/// # Errors
/// If a test fails.
pub fn test_headless() -> Result {
    build()?;
    npx(&["vitest", "run"]).run()?;
    node::tests(&source(), "tests/node")
}

/// The page in Debian's Chromium.
///
/// # Errors
/// If a test fails.
pub fn test_browser() -> Result {
    if !root().join("target/web/index.html").exists() {
        build()?;
    }
    tools::debian(&["chromium"])?;
    node::tests(&source(), "tests/browser")
}

/// A program that npm installed.
fn npx(words: &[&str]) -> Cmd {
    Cmd::new("npx")
        .within(source())
        .args(["--no-install", "--"])
        .args(words)
}

/// Builds the engine as an npm package.
fn engine() -> Result {
    let wasm = compile()?;
    Cmd::cargo()
        .args(["run", "--package", "xtask", "--features", "bindgen"])
        .args(["--bin", "narrows-bindgen", "--"])
        .arg(&wasm)
        .arg(package())
        .run()?;
    let module = package().join("narrows_wasm_bg.wasm");
    // What rustc emits by default for this target, and nothing that browsers of 2023 lack.
    npx(&[
        "wasm-opt",
        "-O3",
        "--enable-bulk-memory",
        "--enable-bulk-memory-opt",
        "--enable-mutable-globals",
        "--enable-sign-ext",
        "--enable-nontrapping-float-to-int",
        "--enable-multivalue",
        "--enable-reference-types",
    ])
    .arg(&module)
    .arg("-o")
    .arg(&module)
    .run()?;
    node::node(&source())
        .arg("scripts/types.mjs")
        .arg(package())
        .run()?;
    let files = root().join("crates").join("narrows-wasm").join("npm");
    for entry in std::fs::read_dir(files)? {
        let entry = entry?;
        std::fs::copy(entry.path(), package().join(entry.file_name()))?;
    }
    for license in ["LICENSE-MIT", "LICENSE-APACHE"] {
        std::fs::copy(root().join(license), package().join(license))?;
    }
    Ok(())
}

/// Compiles the crate: with the toolchain in use where it has the target, else with Debian's.
fn compile() -> Result<PathBuf> {
    let flags = ["--package", "narrows-wasm", "--lib", "--profile", "wasm"];
    let rustlib = rustlib()?;
    let target = root().join("target");
    let folder = if rustlib.join(TARGET).exists() {
        Cmd::cargo()
            .arg("build")
            .args(["--target", TARGET])
            .args(flags)
            .run()?;
        target
    } else {
        println!(
            "        `rustup target add {TARGET}` would make this quicker; without it, Debian's compiler builds the standard library"
        );
        let host = Cmd::new("rustc").arg("-vV").read()?;
        let host = host.lines().find_map(|line| line.strip_prefix("host: "));
        let linker = rustlib
            .join(host.unwrap_or_default())
            .join("bin")
            .join("rust-lld");
        DebianRust::ensure()?
            .cargo("build", TARGET, "std,panic_abort")
            .args(flags)
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker)
            .run()?;
        target.join("debian-rust")
    };
    Ok(folder.join(TARGET).join("wasm").join("narrows_wasm.wasm"))
}
