//! What cargo knows about the workspace, read from `cargo metadata`.

use std::collections::BTreeSet;
use std::path::Path;

use cargo_metadata::{DependencyKind, MetadataCommand, Package, PackageId, TargetKind};

use crate::Result;
use crate::shell::root;

/// The workspace and everything it depends on.
pub struct Metadata(cargo_metadata::Metadata);

impl Metadata {
    /// Asks cargo, which also proves that the lock file is current.
    ///
    /// # Errors
    /// If cargo fails or prints something unexpected.
    pub fn load() -> Result<Self> {
        let mut command = MetadataCommand::new();
        command
            .current_dir(root())
            .features(cargo_metadata::CargoOpt::AllFeatures)
            .other_options(["--locked".to_owned()]);
        Ok(Self(command.exec()?))
    }

    /// The packages of the workspace.
    pub fn members(&self) -> Vec<&Package> {
        self.0.workspace_packages()
    }

    /// The members that are published.
    pub fn published(&self) -> impl Iterator<Item = &Package> {
        let members = self.members().into_iter();
        // `publish = false` is an empty list of registries.
        members.filter(|package| package.publish.as_ref().is_none_or(|to| !to.is_empty()))
    }

    /// The folder that cargo builds into.
    pub fn target(&self) -> &Path {
        self.0.target_directory.as_std_path()
    }

    /// Every package that is compiled when somebody builds the workspace: no development dependencies.
    ///
    /// # Errors
    /// If cargo did not resolve the dependencies.
    pub fn needed(&self) -> Result<Vec<&Package>> {
        let resolve = self.0.resolve.as_ref();
        let nodes = &resolve.ok_or("cargo resolved no dependencies")?.nodes;
        let mut open: Vec<&PackageId> = self.0.workspace_members.iter().collect();
        let mut seen: BTreeSet<&PackageId> = open.iter().copied().collect();
        while let Some(id) = open.pop() {
            let deps = nodes.iter().filter(|node| node.id == *id);
            for dep in deps.flat_map(|node| &node.deps) {
                let kinds = &dep.dep_kinds;
                let is_built = kinds
                    .iter()
                    .any(|to| to.kind != DependencyKind::Development);
                if is_built && seen.insert(&dep.pkg) {
                    open.push(&dep.pkg);
                }
            }
        }
        Ok(seen.into_iter().map(|id| &self.0[id]).collect())
    }

    /// The names of all targets of one kind in the members that `wanted` chooses.
    pub fn targets(&self, kind: TargetKind, wanted: impl Fn(&Package) -> bool) -> Vec<&str> {
        let members = self.members().into_iter();
        members
            .filter(|package| wanted(package))
            .flat_map(|package| &package.targets)
            .filter(|target| target.kind.contains(&kind))
            .map(|target| target.name.as_str())
            .collect()
    }
}
