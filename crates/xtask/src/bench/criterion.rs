//! What criterion leaves in its folder.

use std::fs;
use std::path::Path;

use serde::Deserialize;

use super::table::Table;
use crate::Result;
use crate::metadata::Metadata;

/// `benchmark.json` of one function.
#[derive(Deserialize)]
struct Named {
    group_id: String,
    function_id: Option<String>,
}

/// `estimates.json` of one function.
#[derive(Deserialize)]
struct Estimates {
    median: Estimate,
}

#[derive(Deserialize)]
struct Estimate {
    /// Nanoseconds.
    point_estimate: f64,
}

/// One function of a group, with its median in nanoseconds.
struct Function {
    group: String,
    name: String,
    nanoseconds: f64,
}

/// The groups whose names contain one of these words: the medians of their two functions, and how many times
/// slower the slower one is.
///
/// # Errors
/// If criterion's folder is missing or has an unknown form.
pub fn table(words: &[&str]) -> Result<Table> {
    let mut functions = Vec::new();
    collect(
        &Metadata::load()?.target().join("criterion"),
        &mut functions,
    )?;
    functions.retain(|function| words.iter().any(|word| function.group.contains(word)));
    functions.sort_by(|a, b| {
        (&a.group, a.nanoseconds)
            .partial_cmp(&(&b.group, b.nanoseconds))
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    let pairs = functions.chunk_by(|a, b| a.group == b.group);
    let rows = pairs.filter(|pair| pair.len() == 2).map(|pair| {
        let [fast, slow] =
            [&pair[0], &pair[1]].map(|f| format!("{}: {}", f.name, duration(f.nanoseconds)));
        let ratio = pair[1].nanoseconds / pair[0].nanoseconds;
        vec![pair[0].group.clone(), fast, slow, format!("{ratio:.1}")]
    });
    let columns = ["what", "faster", "slower", "ratio"]
        .map(str::to_owned)
        .to_vec();
    let rows: Vec<_> = rows.collect();
    if rows.is_empty() {
        return Err("criterion left no groups".into());
    }
    Ok(Table { columns, rows })
}

/// Every function below a folder that was measured in its latest run.
fn collect(folder: &Path, functions: &mut Vec<Function>) -> Result {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() && path.file_name().is_some_and(|name| name == "new") {
            let named: Named = serde_json::from_slice(&fs::read(path.join("benchmark.json"))?)?;
            let estimates: Estimates =
                serde_json::from_slice(&fs::read(path.join("estimates.json"))?)?;
            functions.push(Function {
                group: named.group_id,
                name: named.function_id.unwrap_or_default(),
                nanoseconds: estimates.median.point_estimate,
            });
        } else if path.is_dir() {
            collect(&path, functions)?;
        }
    }
    Ok(())
}

/// A time in the unit that suits it.
fn duration(nanoseconds: f64) -> String {
    match nanoseconds {
        ns if ns < 1e3 => format!("{ns:.0} ns"),
        ns if ns < 1e6 => format!("{:.2} µs", ns / 1e3),
        ns if ns < 1e9 => format!("{:.2} ms", ns / 1e6),
        ns => format!("{:.2} s", ns / 1e9),
    }
}
