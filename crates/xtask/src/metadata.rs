//! What cargo knows about the workspace, read from `cargo metadata`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde_json::Value;

use crate::Result;
use crate::shell::Cmd;

/// One package, of the workspace or from a registry.
#[derive(Debug)]
pub struct Package {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The oldest Rust it says it builds with, as `[major, minor, patch]`.
    pub rust_version: Option<[u32; 3]>,
    /// Its features, without `default`, and what each brings.
    pub features: BTreeMap<String, Vec<String>>,
    /// Its benchmarks, examples and so on: kind (`bench`, `example`, `lib`, …) and name.
    pub targets: Vec<(String, String)>,
}

/// The workspace and everything it depends on.
pub struct Metadata {
    packages: BTreeMap<String, Package>,
    /// Package id to the ids it needs to be built for a user: normal and build dependencies.
    needs: BTreeMap<String, Vec<String>>,
    members: Vec<String>,
    /// The folder that cargo builds into.
    pub target: PathBuf,
}

impl Metadata {
    /// Asks cargo, which also proves that the lock file is current.
    ///
    /// # Errors
    /// If cargo fails or prints something unexpected.
    pub fn load() -> Result<Self> {
        let json = Cmd::cargo()
            .args([
                "metadata",
                "--format-version",
                "1",
                "--all-features",
                "--locked",
            ])
            .read()?;
        Self::from_json(&serde_json::from_str(&json)?)
            .ok_or_else(|| "`cargo metadata` has an unknown form".into())
    }

    fn from_json(json: &Value) -> Option<Self> {
        let mut packages = BTreeMap::new();
        for package in json["packages"].as_array()? {
            packages.insert(text(&package["id"])?, package_from_json(package)?);
        }
        let mut needs = BTreeMap::new();
        for node in json["resolve"]["nodes"].as_array()? {
            let deps = node["deps"].as_array()?.iter();
            let built = deps.filter(|dep| !only_for_development(dep));
            let ids = built
                .map(|dep| text(&dep["pkg"]))
                .collect::<Option<Vec<_>>>()?;
            needs.insert(text(&node["id"])?, ids);
        }
        let members = json["workspace_members"]
            .as_array()?
            .iter()
            .map(text)
            .collect::<Option<_>>()?;
        Some(Self {
            packages,
            needs,
            members,
            target: text(&json["target_directory"])?.into(),
        })
    }

    /// The packages of the workspace.
    pub fn members(&self) -> impl Iterator<Item = &Package> {
        self.members.iter().filter_map(|id| self.packages.get(id))
    }

    /// Every package that is compiled when somebody builds or depends on the members that
    /// `wanted` chooses: no development dependencies.
    pub fn needed_by(&self, wanted: impl Fn(&Package) -> bool) -> Vec<&Package> {
        let chosen = |id: &&String| self.packages.get(*id).is_some_and(&wanted);
        let mut open: Vec<&String> = self.members.iter().filter(chosen).collect();
        let mut seen: BTreeSet<&String> = open.iter().copied().collect();
        while let Some(id) = open.pop() {
            for next in self.needs.get(id).into_iter().flatten() {
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        seen.into_iter()
            .filter_map(|id| self.packages.get(id))
            .collect()
    }

    /// The names of all targets of one kind (`bench`, `example`, …) in the members that `wanted`
    /// chooses.
    pub fn targets(&self, kind: &str, wanted: impl Fn(&Package) -> bool) -> Vec<&str> {
        let packages = self.members().filter(|package| wanted(package));
        let all = packages.flat_map(|package| &package.targets);
        all.filter(|(of_kind, _)| of_kind == kind)
            .map(|(_, name)| name.as_str())
            .collect()
    }
}

fn package_from_json(json: &Value) -> Option<Package> {
    let mut targets = Vec::new();
    for target in json["targets"].as_array()? {
        for kind in target["kind"].as_array()? {
            targets.push((text(kind)?, text(&target["name"])?));
        }
    }
    let mut features = BTreeMap::new();
    for (name, brings) in json["features"].as_object()? {
        let brings = brings.as_array()?.iter().map(text).collect::<Option<_>>()?;
        features.insert(name.clone(), brings);
    }
    features.remove("default");
    Some(Package {
        name: text(&json["name"])?,
        version: text(&json["version"])?,
        rust_version: json["rust_version"].as_str().and_then(parse_rust_version),
        features,
        targets,
    })
}

fn only_for_development(dep: &Value) -> bool {
    let kinds = dep["dep_kinds"].as_array();
    kinds.is_some_and(|kinds| !kinds.is_empty() && kinds.iter().all(|kind| kind["kind"] == "dev"))
}

/// `1.91` or `1.91.1` as three numbers.
pub fn parse_rust_version(version: &str) -> Option<[u32; 3]> {
    let mut numbers = [0; 3];
    let mut parts = version.split('-').next()?.split('.');
    for number in &mut numbers {
        if let Some(part) = parts.next() {
            *number = part.parse().ok()?;
        }
    }
    Some(numbers)
}

fn text(json: &Value) -> Option<String> {
    json.as_str().map(str::to_owned)
}
