//! `cargo xtask bench`: takes every measurement of BENCHMARKS.md anew, in one go at one commit.
//!
//! Each question has a command that answers it with a table. The table goes to `benches/results/NAME.json`
//! together with the commit, the machine and the command, and from there into BENCHMARKS.md between the marks of
//! that name. Nobody edits either by hand.

mod arena;
mod criterion;
mod table;

use std::fs;
use std::process::ExitCode;

use crate::Result;
use crate::shell::{Cmd, root};
use arena::Measure;
use table::{Measured, Table};

/// One question, and how it is answered.
struct Question {
    name: &'static str,
    source: Source,
}

/// Where the answer comes from.
enum Source {
    /// A benchmark of criterion: the groups whose names contain one of these words.
    Criterion(&'static str, &'static [&'static str]),
    /// A benchmark that prints tables of Markdown: its name and arguments.
    Printed(&'static str),
    /// `narrows arena`: the options and the boards.
    Arena(Measure, &'static str, &'static [&'static str]),
}

const QUESTIONS: &[Question] = &[
    Question {
        name: "rules",
        source: Source::Criterion("rules", &["legal set", "playout", "captures"]),
    },
    Question {
        name: "search",
        source: Source::Criterion("search", &["playouts", "solve"]),
    },
    Question {
        name: "solver",
        source: Source::Printed("solver"),
    },
    Question {
        name: "threads",
        source: Source::Printed("solver -- --threads"),
    },
    Question {
        name: "narrows-threads",
        source: Source::Printed("solver -- --narrows"),
    },
    Question {
        name: "horizon",
        source: Source::Arena(
            Measure::Horizon,
            "--player solver:nodes=150000 --games-by level:3 --games 40",
            &[
                "black-narrows --size 8x8",
                "black-narrows --size 9x9",
                "black-narrows --size 10x10",
                "black-narrows --size 13x13",
                "narrows --size 8x7",
                "narrows --size 9x8",
                "narrows --size 10x9",
            ],
        ),
    },
    Question {
        name: "accuracy",
        source: Source::Arena(
            Measure::Accuracy,
            "--player level:4 --player level:6 --time 3",
            &["black-narrows", "narrows"],
        ),
    },
    Question {
        name: "peers",
        source: Source::Printed("peers"),
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
        let measured = Measured::now(question.source.command(), ask(question)?)?;
        write(question.name, &measured)?;
    }
    Ok(ExitCode::SUCCESS)
}

impl Source {
    /// The command as one types it.
    fn command(&self) -> String {
        match self {
            Self::Criterion(bench, _) | Self::Printed(bench) => {
                format!("cargo bench -p narrows --bench {bench}")
            }
            Self::Arena(measure @ Measure::Horizon, options, _) => {
                arena::command(*measure, "GAME --size SIZE", options)
            }
            Self::Arena(measure @ Measure::Accuracy, options, _) => {
                arena::command(*measure, "GAME", options)
            }
        }
    }
}

fn ask(question: &Question) -> Result<Vec<Table>> {
    let command = question.source.command();
    let cargo = || Cmd::cargo().args(command.split(' ').skip(1));
    let tables = match &question.source {
        Source::Criterion(_, groups) => {
            cargo().run()?;
            vec![criterion::table(groups)?]
        }
        Source::Printed(_) => Table::all_in(&cargo().run_and_read()?),
        Source::Arena(measure, options, boards) => {
            vec![arena::table(*measure, options, boards)?]
        }
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
