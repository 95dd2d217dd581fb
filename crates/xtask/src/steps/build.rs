//! Steps that are cargo at work on the workspace itself.

use std::time::Duration;

use crate::Result;
use crate::metadata::{Metadata, Package};
use crate::shell::Cmd;

/// The longest that one example may take. They show how something is done and are no benchmarks.
const EXAMPLE_LIMIT: Duration = Duration::from_secs(120);

/// Packages with more features than this are not tried in every choice of them, for these double
/// with each feature.
const FULL_POWER_SET: usize = 3;

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
    for choice in choices_of_features()? {
        choice
            .apply(Cmd::cargo().args(["clippy", "--locked"]))
            .args(deny)
            .run()?;
    }
    Ok(())
}

pub fn tests() -> Result {
    let flags = ["test", "--locked", "--workspace", "--all-features"];
    Cmd::cargo()
        .args(flags)
        .args(["--lib", "--bins", "--tests"])
        .run()
}

pub fn features() -> Result {
    for choice in choices_of_features()? {
        let flags = ["test", "--locked", "--lib", "--bins", "--tests"];
        choice.apply(Cmd::cargo().args(flags)).run()?;
    }
    Ok(())
}

pub fn doctests() -> Result {
    Cmd::cargo()
        .args(["test", "--locked", "--workspace", "--all-features", "--doc"])
        .run()
}

pub fn docs() -> Result {
    Cmd::cargo()
        .args([
            "doc",
            "--locked",
            "--workspace",
            "--all-features",
            "--no-deps",
        ])
        .env("RUSTDOCFLAGS", "-D warnings")
        .run()
}

pub fn examples() -> Result {
    let metadata = Metadata::load()?;
    let examples = metadata.targets("example");
    if examples.is_empty() {
        return Err("there are no examples".into());
    }
    // The profile of the tests, since everything is built in it already.
    let flags = ["build", "--locked", "--workspace", "--all-features"];
    Cmd::cargo()
        .args(flags)
        .args(["--examples", "--profile", "test"])
        .run()?;
    for example in examples {
        // Not by `cargo run`, which builds again with the features that this one package asks for.
        let program = metadata.target.join("debug").join("examples").join(example);
        Cmd::new(program).run_within(EXAMPLE_LIMIT)?;
    }
    Ok(())
}

pub fn benches() -> Result {
    let metadata = Metadata::load()?;
    let benches = metadata.targets("bench");
    if benches.is_empty() {
        return Err("there are no benchmarks".into());
    }
    // The profile of the tests: this shows that the benchmarks work, not how fast they are.
    let flags = ["bench", "--locked", "--workspace", "--all-features"];
    let names = benches.iter().flat_map(|name| ["--bench", name]);
    Cmd::cargo()
        .args(flags)
        .args(["--profile", "test"])
        .args(names)
        .args(["--", "--test"])
        .run()
}

/// One package with some of its features.
struct Choice {
    package: String,
    features: Vec<String>,
}

impl Choice {
    fn apply(&self, cargo: Cmd) -> Cmd {
        let cargo = cargo.args(["--package", &self.package, "--no-default-features"]);
        if self.features.is_empty() {
            cargo
        } else {
            cargo.arg("--features").arg(self.features.join(","))
        }
    }
}

/// Every choice of features that makes a difference and is not "all of them", which the other
/// steps take.
fn choices_of_features() -> Result<Vec<Choice>> {
    let metadata = Metadata::load()?;
    let choices: Vec<Choice> = metadata.members().flat_map(choices_of).collect();
    if choices.is_empty() {
        return Err("no package has features".into());
    }
    Ok(choices)
}

fn choices_of(package: &Package) -> Vec<Choice> {
    let features: Vec<&String> = package.features.iter().collect();
    let sets: Vec<Vec<String>> = if features.len() <= FULL_POWER_SET {
        let all = (1_usize << features.len()) - 1;
        let chosen = |set: usize| (0..features.len()).filter(move |bit| set >> bit & 1 == 1);
        (0..all)
            .map(|set| chosen(set).map(|bit| features[bit].clone()).collect())
            .collect()
    } else {
        let single = features.iter().map(|feature| vec![(*feature).clone()]);
        std::iter::once(Vec::new()).chain(single).collect()
    };
    let choice = |features| Choice {
        package: package.name.clone(),
        features,
    };
    sets.into_iter().map(choice).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sets(features: &[&str]) -> Vec<String> {
        let package = Package {
            name: "p".into(),
            version: "1.0.0".into(),
            rust_version: None,
            features: features.iter().map(|name| (*name).to_owned()).collect(),
            targets: Vec::new(),
        };
        choices_of(&package)
            .into_iter()
            .map(|choice| choice.features.join(","))
            .collect()
    }

    #[test]
    fn few_features_are_tried_in_every_choice_but_all() {
        assert!(sets(&[]).is_empty());
        assert_eq!(sets(&["a"]), [""]);
        assert_eq!(sets(&["a", "b"]), ["", "a", "b"]);
        assert_eq!(
            sets(&["a", "b", "c"]),
            ["", "a", "b", "a,b", "c", "a,c", "b,c"]
        );
    }

    #[test]
    fn many_features_are_tried_one_by_one() {
        assert_eq!(sets(&["a", "b", "c", "d"]), ["", "a", "b", "c", "d"]);
    }
}
