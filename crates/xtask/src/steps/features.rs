//! The choices of features that packages can be built with.

use std::collections::BTreeSet;

use crate::Result;
use crate::metadata::{Metadata, Package};
use crate::shell::Cmd;

/// Packages with more features than this are not tried in every choice of them, for these double
/// with each feature.
const FULL_POWER_SET: usize = 3;

/// One package with some of its features.
pub struct Choice {
    /// The package's name.
    pub package: String,
    features: BTreeSet<String>,
}

impl Choice {
    /// Adds the flags that make cargo take this choice.
    pub fn apply(&self, cargo: Cmd) -> Cmd {
        let cargo = cargo.args(["--package", &self.package, "--no-default-features"]);
        if self.features.is_empty() {
            return cargo;
        }
        let features: Vec<&str> = self.features.iter().map(String::as_str).collect();
        cargo.arg("--features").arg(features.join(","))
    }
}

/// Every choice of features of every package that makes a difference and is not "all of them",
/// which the other steps take.
///
/// # Errors
/// If cargo cannot tell, or no package has features.
pub fn choices() -> Result<Vec<Choice>> {
    let metadata = Metadata::load()?;
    let choices: Vec<Choice> = metadata.members().flat_map(choices_of).collect();
    if choices.is_empty() {
        return Err("no package has features".into());
    }
    Ok(choices)
}

fn choices_of(package: &Package) -> Vec<Choice> {
    let names: Vec<&String> = package.features.keys().collect();
    let sets: Vec<Vec<&String>> = if names.len() <= FULL_POWER_SET {
        let chosen = |set: usize| (0..names.len()).filter(move |bit| set >> bit & 1 == 1);
        let all_sets = 0..1_usize << names.len();
        all_sets
            .map(|set| chosen(set).map(|bit| names[bit]).collect())
            .collect()
    } else {
        std::iter::once(Vec::new())
            .chain(names.iter().map(|name| vec![*name]))
            .collect()
    };
    // A feature that brings others makes the same choice with these and without.
    let mut distinct: BTreeSet<BTreeSet<String>> = sets
        .into_iter()
        .map(|set| with_implied(package, set))
        .collect();
    distinct.remove(&names.into_iter().cloned().collect());
    let choice = |features| Choice {
        package: package.name.clone(),
        features,
    };
    distinct.into_iter().map(choice).collect()
}

/// Some features of a package and those that they bring.
fn with_implied(package: &Package, chosen: Vec<&String>) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let mut open: Vec<&str> = chosen.into_iter().map(String::as_str).collect();
    while let Some(name) = open.pop() {
        if let Some(implied) = package.features.get(name)
            && all.insert(name.to_owned())
        {
            open.extend(implied.iter().map(String::as_str));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The choices of a package with these features, each with those it brings.
    fn sets(features: &[(&str, &[&str])]) -> Vec<String> {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let package = Package {
            name: "p".into(),
            version: "1.0.0".into(),
            rust_version: None,
            features: features
                .iter()
                .map(|(name, brings)| ((*name).into(), owned(brings)))
                .collect(),
            targets: Vec::new(),
        };
        let join = |choice: Choice| choice.features.into_iter().collect::<Vec<_>>().join(",");
        choices_of(&package).into_iter().map(join).collect()
    }

    #[test]
    fn few_features_are_tried_in_every_choice_but_all() {
        assert!(sets(&[]).is_empty());
        assert_eq!(sets(&[("a", &["dep:x"])]), [""]);
        assert_eq!(sets(&[("a", &[]), ("b", &[])]), ["", "a", "b"]);
        let three = sets(&[("a", &[]), ("b", &[]), ("c", &[])]);
        assert_eq!(three, ["", "a", "a,b", "a,c", "b", "b,c", "c"]);
    }

    #[test]
    fn choices_that_come_to_the_same_are_tried_once() {
        assert_eq!(sets(&[("a", &["b", "dep:x"]), ("b", &[])]), ["", "b"]);
    }

    #[test]
    fn many_features_are_tried_one_by_one() {
        let four = sets(&[("a", &[]), ("b", &[]), ("c", &[]), ("d", &[])]);
        assert_eq!(four, ["", "a", "b", "c", "d"]);
    }
}
