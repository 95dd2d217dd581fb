//! Rules about words in the committed files.

use std::path::Path;

use crate::Result;
use crate::shell::{Cmd, root};

/// Hosts that packages are fetched from. A name of one in a file ties the project to a place: the
/// lock files name registries by their index, or not at all. (Split here, or this file would break
/// its own rule.)
const REGISTRY_HOSTS: &[&str] = &[
    concat!("index.", "crates.io"),
    concat!("static.", "crates.io"),
    concat!("static.", "rust-lang.org"),
    concat!("registry.", "npmjs.org"),
    concat!("registry.", "yarnpkg.com"),
    concat!("deb.", "debian.org"),
    concat!("pythonhosted", ".org"),
    concat!("pypi", ".org"),
    concat!("proxy.", "golang.org"),
];

/// The beginnings of paths that exist on somebody's machine only.
const MACHINE_PATHS: &[&str] = &[
    concat!("/ro", "ot/"),
    concat!("/wo", "rk/"),
    concat!("/ho", "me/"),
    concat!("/Us", "ers/"),
];

/// Ways to have a check that checks nothing.
const EMPTY_PROMISES: &[&str] = &[
    concat!("#[ign", "ore"),
    concat!("tod", "o!("),
    concat!("unimplem", "ented!("),
];

/// Reads every committed file once.
pub fn check() -> Result {
    let listed = Cmd::new("git").args([
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]);
    let listed = listed.read()?;
    let mut faults = Vec::new();
    let mut files = 0;
    for name in listed.split_terminator('\0') {
        // A file that was deleted and not yet committed is still listed.
        if let Ok(bytes) = std::fs::read(root().join(name)) {
            files += 1;
            // A picture or another binary file is searched as well: its text is what it is.
            faults_of(name, &String::from_utf8_lossy(&bytes), &mut faults);
        }
    }
    if files == 0 {
        return Err("git lists no files here".into());
    }
    if faults.is_empty() {
        return Ok(());
    }
    for fault in &faults {
        println!("        {fault}");
    }
    Err(format!(
        "{} places break a rule, the first is {}",
        faults.len(),
        faults[0]
    )
    .into())
}

fn faults_of(name: &str, text: &str, faults: &mut Vec<String>) {
    let checkout = root();
    let checkout = checkout.to_string_lossy();
    let is_rust = Path::new(name)
        .extension()
        .is_some_and(|extension| extension == "rs");
    for (number, line) in text.lines().enumerate() {
        let mut report = |what: &str, found: &str| {
            faults.push(format!("{name}:{}: {what}: {found}", number + 1));
        };
        for host in REGISTRY_HOSTS.iter().filter(|host| line.contains(**host)) {
            report("names the host of a registry", host);
        }
        for path in MACHINE_PATHS
            .iter()
            .filter(|path| starts_a_path(line, path))
        {
            report("names a path of one machine", path);
        }
        if line.contains(checkout.as_ref()) {
            report("names the folder of this checkout", &checkout);
        }
        for promise in EMPTY_PROMISES
            .iter()
            .filter(|promise| is_rust && line.contains(**promise))
        {
            report("promises what is not there", promise);
        }
    }
}

/// Whether `path` occurs in `line` other than in the middle of a longer relative path or address.
fn starts_a_path(line: &str, path: &str) -> bool {
    line.match_indices(path).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '/'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(name: &str, text: &str) -> Vec<String> {
        let mut found = Vec::new();
        faults_of(name, text, &mut found);
        found
    }

    #[test]
    fn each_kind_of_fault_is_found_with_its_line() {
        let host = format!("one\nhttps://{}/x", REGISTRY_HOSTS[0]);
        assert!(faults("a.md", &host)[0].starts_with("a.md:2: names the host"));
        let path = format!("see {}x", MACHINE_PATHS[0]);
        assert!(faults("a.md", &path)[0].starts_with("a.md:1: names a path"));
        let promise = format!("    {}]", EMPTY_PROMISES[0]);
        assert!(faults("a.rs", &promise)[0].starts_with("a.rs:1: promises"));
        assert!(faults("a.md", &promise).is_empty());
    }

    #[test]
    fn relative_paths_and_the_usual_lock_file_are_fine() {
        assert!(faults("a.md", "crates/work/x and ../home/y, home/z").is_empty());
        let lock = "source = \"registry+https://github.com/rust-lang/crates.io-index\"";
        assert!(faults("Cargo.lock", lock).is_empty());
    }
}
