//! The fuzz targets, which are a workspace of their own in `fuzz/`.

use std::fs;

use crate::Result;
use crate::shell::{Cmd, root};
use crate::tools::{self, CARGO_FUZZ};

/// How long each target runs. Enough for tens of thousands of inputs, so that a target that
/// finds something at once cannot pass; CONTRIBUTING.md tells how to run one for hours.
const SECONDS: u32 = 10;

/// libFuzzer's seed: the same inputs in the same order, as far as time allows.
const SEED: u32 = 20_261_129;

/// On stable: the targets build, and the saved inputs hold what the targets ask.
pub fn saved() -> Result {
    // libFuzzer is C++.
    tools::debian(&["g++"])?;
    let flags = ["--locked", "--manifest-path", "fuzz/Cargo.toml"];
    Cmd::cargo().args(["build", "--bins"]).args(flags).run()?;
    Cmd::cargo().arg("test").args(flags).run()
}

pub fn run() -> Result {
    tools::debian(&["g++"])?;
    CARGO_FUZZ.ensure()?;
    // Safe code: there is nothing for the address sanitizer to find, and without it the targets
    // try three times as many inputs. Overflows and debug assertions are checked (`--dev` is
    // optimised, see fuzz/Cargo.toml).
    cargo_fuzz("build")
        .args(["--dev", "--sanitizer", "none"])
        .run()?;
    let targets = targets()?;
    for target in &targets {
        run_target(target)?;
    }
    Ok(())
}

/// Runs one target and tells how many inputs it tried; all it prints is shown if it fails.
fn run_target(target: &str) -> Result {
    // Finds go to the first folder, which git ignores; the second has the saved inputs.
    let fuzz = root().join("fuzz");
    let [found, saved] = ["corpus", "seeds"].map(|folder| fuzz.join(folder).join(target));
    fs::create_dir_all(&found)?;
    let command = cargo_fuzz("run")
        .args(["--dev", "--sanitizer", "none", target])
        .args([&found, &saved])
        .arg("--")
        .arg(format!("-max_total_time={SECONDS}"))
        .arg(format!("-seed={SEED}"))
        .args(["-print_final_stats=1", "-timeout=10"]);
    println!("        $ {command}");
    let output = command.output()?;
    let text = String::from_utf8_lossy(&output.stderr);
    let tried = text
        .lines()
        .find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
    match tried {
        Some(tried) if output.status.success() => {
            println!("        {target}: {} inputs hold", tried.trim());
            Ok(())
        }
        _ => {
            println!("{text}");
            Err(format!("fuzz target {target} failed ({})", output.status).into())
        }
    }
}

/// `cargo fuzz COMMAND`, on nightly if there is one; otherwise the toolchain in use is told to act
/// like one, for the instrumentation is the same.
fn cargo_fuzz(command: &str) -> Cmd {
    let bin = tools::folder().join("bin");
    let old = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(bin).chain(std::env::split_paths(&old)));
    let cargo = Cmd::new("cargo").quiet_env("PATH", path.unwrap_or(old));
    let has_nightly = Cmd::new("cargo").args(["+nightly", "--version"]).succeeds();
    let cargo = if has_nightly {
        cargo.arg("+nightly")
    } else {
        cargo.env("RUSTC_BOOTSTRAP", "1")
    };
    cargo.args(["fuzz", command])
}

fn targets() -> Result<Vec<String>> {
    let listed = cargo_fuzz("list").read()?;
    let targets: Vec<String> = listed.lines().map(str::to_owned).collect();
    if targets.is_empty() {
        return Err("there are no fuzz targets".into());
    }
    Ok(targets)
}
