//! The program to play against, built from its revision.

use std::fs;
use std::path::{Path, PathBuf};

use super::folder;
use super::options::Options;
use crate::Result;
use crate::shell::Cmd;

/// A program, and what it is called.
pub struct Opponent {
    /// The revision or the file.
    pub name: String,
    /// The program.
    pub program: PathBuf,
}

impl Opponent {
    /// The one that the options ask for.
    ///
    /// # Errors
    /// If there is no such revision, or it cannot be built.
    pub fn of(options: &Options) -> Result<Self> {
        if let Some(program) = &options.program {
            return Ok(Self {
                name: program.display().to_string(),
                program: fs::canonicalize(program)
                    .map_err(|error| format!("--program {}: {error}", program.display()))?,
            });
        }
        let revision = match &options.against {
            Some(revision) => revision.clone(),
            None => latest_tag()?,
        };
        let commit = commit_of(&revision)?;
        Ok(Self {
            program: built(&commit)?,
            name: format!("{revision} ({})", &commit[..commit.len().min(8)]),
        })
    }
}

fn git() -> Cmd {
    Cmd::new("git")
}

/// The last release.
fn latest_tag() -> Result<String> {
    let tag = git().args(["describe", "--tags", "--abbrev=0"]).read();
    let tag = tag.map_err(|_| "there is no tag yet; name a revision: --against REV")?;
    Ok(tag.trim().to_owned())
}

/// The commit of a revision.
fn commit_of(revision: &str) -> Result<String> {
    let name = format!("{revision}^{{commit}}");
    let commit = git()
        .args([
            "rev-parse",
            "--quiet",
            "--verify",
            "--end-of-options",
            &name,
        ])
        .read();
    let commit = commit.map_err(|_| format!("--against {revision}: git knows no such revision"))?;
    Ok(commit.trim().to_owned())
}

/// The program of a commit, built in a worktree of its own; kept for the next time.
fn built(commit: &str) -> Result<PathBuf> {
    let folder = folder()?;
    let suffix = std::env::consts::EXE_SUFFIX;
    let kept = folder.join(format!("narrows-{commit}{suffix}"));
    if kept.is_file() {
        return Ok(kept);
    }
    let tree = folder.join("tree");
    let target = folder.join("target");
    // Left over if an earlier build was interrupted.
    remove(&tree);
    let add = ["worktree", "add", "--quiet", "--detach"];
    git().args(add).arg(&tree).arg(commit).run()?;
    let build = ["build", "--release", "--locked", "--package", "narrows-cli"];
    let result = Cmd::cargo()
        .within(&tree)
        .args(build)
        .env("CARGO_TARGET_DIR", &target)
        .run();
    remove(&tree);
    result?;
    let program = target.join("release").join(format!("narrows{suffix}"));
    // Under its name only once it is whole.
    let copy = folder.join("copy");
    fs::copy(program, &copy)?;
    fs::rename(copy, &kept)?;
    Ok(kept)
}

/// Removes a worktree, if it is there.
fn remove(tree: &Path) {
    let _absent = git()
        .args(["worktree", "remove", "--force"])
        .arg(tree)
        .succeeds();
    let _absent = fs::remove_dir_all(tree);
    let _unneeded = git().args(["worktree", "prune"]).succeeds();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn revisions_are_looked_up() {
        let commit = commit_of("HEAD").unwrap();
        assert!(commit.len() >= 40 && commit.bytes().all(|b| b.is_ascii_hexdigit()));
        for unknown in ["no-such-revision", "--help", ""] {
            let error = commit_of(unknown).unwrap_err().to_string();
            assert!(error.contains("no such revision"), "{error}");
        }
    }
}
