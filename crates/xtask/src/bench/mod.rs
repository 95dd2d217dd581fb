//! `cargo xtask bench`: takes every measurement of BENCHMARKS.md anew, in one go at one commit.
//!
//! Each question has a command that answers it with a table. The table goes to `benches/results/NAME.json`
//! together with the commit, the machine and the command, and from there into BENCHMARKS.md between the marks of
//! that name. Nobody edits either by hand.

mod criterion;
mod table;

use std::fs;
use std::process::ExitCode;

use crate::Result;
use crate::shell::{Cmd, root};
use table::{Measured, Table};

/// One question, and how it is answered.
struct Question {
    name: &'static str,
    /// The arguments of cargo, as one would type them.
    command: &'static [&'static str],
    source: Source,
}

/// Where the answer is found once the command has run.
enum Source {
    /// In criterion's folder: the groups whose names contain one of these words.
    Criterion(&'static [&'static str]),
    /// On standard output, as tables of Markdown.
    Printed,
}

const QUESTIONS: &[Question] = &[
    Question {
        name: "rules",
        command: &["bench", "-p", "narrows", "--bench", "rules"],
        source: Source::Criterion(&["legal set", "playout", "captures"]),
    },
    Question {
        name: "search",
        command: &["bench", "-p", "narrows", "--bench", "search"],
        source: Source::Criterion(&["playouts", "solve"]),
    },
    Question {
        name: "solver",
        command: &["bench", "-p", "narrows", "--bench", "solver", "--"],
        source: Source::Printed,
    },
    Question {
        name: "threads",
        command: &[
            "bench",
            "-p",
            "narrows",
            "--bench",
            "solver",
            "--",
            "--threads",
        ],
        source: Source::Printed,
    },
    Question {
        name: "narrows-threads",
        command: &[
            "bench",
            "-p",
            "narrows",
            "--bench",
            "solver",
            "--",
            "--narrows",
        ],
        source: Source::Printed,
    },
    Question {
        name: "peers",
        command: &["bench", "-p", "narrows", "--bench", "peers", "--"],
        source: Source::Printed,
    },
];

/// Takes the measurements named in `args`, or all.
///
/// # Errors
/// If a command fails, or leaves no table.
pub fn main(args: &[String]) -> Result<ExitCode> {
    let names: Vec<&str> = QUESTIONS.iter().map(|question| question.name).collect();
    if args.iter().any(|arg| arg == "--list") {
        println!("{}", names.join("\n"));
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(unknown) = args.iter().find(|arg| !names.contains(&arg.as_str())) {
        eprintln!(
            "xtask bench: no measurement is called `{unknown}`; there are {}",
            names.join(", ")
        );
        return Ok(ExitCode::from(2));
    }
    let chosen =
        |question: &&Question| args.is_empty() || args.iter().any(|arg| arg == question.name);
    for question in QUESTIONS.iter().filter(chosen) {
        let measured = Measured::now(question.command, ask(question)?)?;
        write(question.name, &measured)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn ask(question: &Question) -> Result<Vec<Table>> {
    let command = Cmd::cargo().args(question.command);
    let tables = match &question.source {
        Source::Criterion(groups) => {
            command.run()?;
            vec![criterion::table(groups)?]
        }
        Source::Printed => Table::all_in(&command.run_and_read()?),
    };
    if tables.iter().all(|table| table.rows.is_empty()) {
        return Err(format!("`{}` measured nothing", question.name).into());
    }
    Ok(tables)
}

/// Keeps what was measured, and shows it in BENCHMARKS.md.
fn write(name: &str, measured: &Measured) -> Result {
    let results = root().join("benches").join("results");
    fs::create_dir_all(&results)?;
    let mut json = serde_json::to_string_pretty(measured)?;
    json.push('\n');
    fs::write(results.join(format!("{name}.json")), json)?;
    let page = root().join("BENCHMARKS.md");
    let text = table::replace(&fs::read_to_string(&page)?, name, &measured.to_markdown())?;
    Ok(fs::write(page, text)?)
}
