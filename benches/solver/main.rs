//! The exact solver of Black Narrows beside plain alpha-beta, on the same boards in one run, and what
//! a second thread gains in both games.
//!
//! `cargo bench -p narrows --bench solver -- [BOARDS…] [--memory MiB] [--threads]`; `--test` runs the
//! smallest only, `--threads` measures two threads and all first moves instead.
//! `… -- --narrows [POSITIONS…] [--threads N] [--turns N] [--memory MiB]` measures threads in Narrows, on
//! position lines.
//! Times are processor seconds where the system tells them, so that other programs disturb less.
#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]
#![allow(clippy::disallowed_methods, reason = "a benchmark reads the clock")]

mod narrows;
mod plain;

use std::time::Instant;

use narrows_ai::budget::{Limits, NEVER};
use narrows_ai::solver::black_narrows::{Method, Reductions};
use narrows_ai::solver::{BlackNarrowsSolver, ExactSolver as _, Question};
use narrows_ai::value::Value;
use narrows_core::{BlackNarrows, Game as _, Point, Size};

/// The heads of the tables.
const SEARCHES: [&str; 9] = [
    "board",
    "search",
    "value",
    "nodes",
    "fewer",
    "seconds",
    "faster",
    "µs a node",
    "entries",
];
const THREADS: [&str; 6] = [
    "board",
    "search",
    "nodes",
    "seconds",
    "gain",
    "of each move anew",
];

struct Row {
    name: &'static str,
    win: bool,
    nodes: u64,
    entries: usize,
    /// Of processors, where the system tells them.
    seconds: f64,
    /// On the clock.
    elapsed: f64,
}

fn main() {
    let args: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| arg != "--bench")
        .collect();
    let smoke = args.iter().any(|arg| arg == "--test");
    let number = |name: &str, or: usize| {
        let at = args.iter().position(|arg| arg == name);
        at.and_then(|at| args.get(at + 1)?.parse().ok())
            .unwrap_or(or)
    };
    if args.iter().any(|arg| arg == "--narrows") {
        let lines = args.iter().map(String::as_str);
        let lines: Vec<&str> = lines.filter(|arg| arg.contains('/')).collect();
        let plan = narrows::Plan {
            turns: number("--turns", 3).max(1),
            threads: number("--threads", 2),
            mebibytes: number("--memory", 256),
        };
        plan.measure(match lines.as_slice() {
            [] => &narrows::POSITIONS,
            lines => lines,
        });
        return;
    }
    let memory = number("--memory", 64);
    let named: Vec<&str> = args
        .iter()
        .filter(|arg| arg.contains('x'))
        .map(String::as_str)
        .collect();
    let boards = match (named.is_empty(), smoke) {
        (false, _) => named,
        (true, true) => vec!["4x4", "5x3"],
        (true, false) => vec!["6x4", "5x5", "7x4", "6x5"],
    };
    let threads = args.iter().any(|arg| arg == "--threads");
    head(if threads { &THREADS } else { &SEARCHES });
    for board in boards {
        let Ok(start) = board
            .parse()
            .map_err(drop)
            .and_then(|size: Size| BlackNarrows::<1>::start(size).map_err(drop))
        else {
            println!("{board}: not a size of at most 64 points");
            continue;
        };
        if threads {
            threads_and_moves(board, &start, memory);
        } else {
            compare(board, &start, memory);
        }
    }
}

fn compare(board: &str, start: &BlackNarrows<1>, memory: usize) {
    let size = start.size();
    let mut entries = 0;
    let mut base = timed("plain alpha-beta", || {
        let mut plain = plain::Plain::new(size.columns().into(), size.rows().into());
        let win = plain.solve();
        entries = plain.entries();
        (win, plain.nodes)
    });
    base.entries = entries;
    print(board, &base, &base);
    let mut variants = vec![("the solver", Reductions::default())];
    for (name, method) in [
        ("df-pn", Method::ProofNumbers { depth_first: 0 }),
        (
            "df-pn above 18 points",
            Method::ProofNumbers { depth_first: 18 },
        ),
        ("nimber-set search", Method::NimberSets),
    ] {
        let mut options = Reductions::default();
        options.method = method;
        variants.push((name, options));
    }
    let mut searched = Reductions::default();
    (searched.small, searched.small_in_table) = (0, 0);
    variants.push(("without truth tables", searched));
    let mut whole = Reductions::default();
    whole.hub = false;
    variants.push(("without hub mode", whole));
    variants.push(("no reductions", Reductions::plain()));
    // The first to use the pages of a table pays for their making.
    variants.insert(0, variants[0]);
    for (i, (name, options)) in variants.into_iter().enumerate() {
        let mut entries = 0;
        let mut row = timed(name, || {
            let mut solver = solver(memory, options);
            let answer = solver.answer(start, Question::default(), &Limits::default(), NEVER);
            entries = solver.table_entries();
            (answer.value == Value::Win, answer.nodes)
        });
        row.entries = entries;
        assert_eq!(row.win, base.win, "the searches disagree on {board}");
        if i > 0 {
            print(board, &row, &base);
        }
    }
}

/// What a second thread gains at most (by processor time: threads wait for nothing), and what the values of all first moves cost in one go and each
/// anew. Symmetric moves count once.
fn threads_and_moves(board: &str, start: &BlackNarrows<1>, memory: usize) {
    let solve = |position: &BlackNarrows<1>, all: bool, threads: usize| {
        let mut solver = solver(memory, Reductions::default());
        let question = Question { all, nimber: false };
        let limits = Limits {
            threads,
            ..Limits::default()
        };
        let found = solver.answer(position, question, &limits, NEVER);
        (found.value == Value::Win, found.nodes, found.moves)
    };
    let outcome = |all, threads| {
        let (win, nodes, _) = solve(start, all, threads);
        (win, nodes)
    };
    // The first to use the pages of a table pays for their making.
    outcome(false, 1);
    let one = timed("one thread", || outcome(false, 1));
    let two = timed("two threads", || outcome(false, 2));
    assert_eq!(one.win, two.win, "the number of threads changes {board}");
    let together = timed("every first move", || outcome(true, 1));
    let moves = solve(start, true, 1).2;
    let anew = timed("each in a new solver", || {
        let mut nodes = 0;
        for &(point, value) in moves.iter().filter(|m| is_first(m.0, start.size())) {
            let (win, more, _) = solve(&start.played(point), false, 1);
            assert_eq!(win, value == Value::Loss, "{board}: {point} has two values");
            nodes += more;
        }
        (together.win, nodes)
    });
    for (row, gain, share) in [
        (&one, None, None),
        (&two, Some(2.0 * one.seconds / two.seconds), None),
        (&together, None, Some(together.seconds / anew.seconds)),
        (&anew, None, None),
    ] {
        let ratio = |of: Option<f64>| of.map_or("–".into(), |of| format!("{of:.2}"));
        line(&[
            board.to_owned(),
            row.name.to_owned(),
            row.nodes.to_string(),
            format!("{:.2}", row.seconds),
            ratio(gain),
            ratio(share),
        ]);
    }
}

fn solver(mebibytes: usize, reductions: Reductions) -> BlackNarrowsSolver {
    match BlackNarrowsSolver::with_reductions(mebibytes << 20, reductions) {
        Ok(solver) => solver,
        Err(error) => panic!("--memory: {error}"),
    }
}

/// Whether no image of the point under the symmetries of the board comes before it.
fn is_first(point: Point, size: Size) -> bool {
    let (column, row) = (point.column.index(), point.row.index());
    let (c, r) = (
        column.min(size.columns() - 1 - column),
        row.min(size.rows() - 1 - row),
    );
    (column, row)
        == if size.columns() == size.rows() && r > c {
            (r, c)
        } else {
            (c, r)
        }
}

fn print(board: &str, row: &Row, base: &Row) {
    line(&[
        board.to_owned(),
        row.name.to_owned(),
        if row.win { "win" } else { "loss" }.to_owned(),
        row.nodes.to_string(),
        format!("{:.1}", base.nodes as f64 / row.nodes.max(1) as f64),
        format!("{:.2}", row.seconds),
        format!("{:.1}", base.seconds / row.seconds),
        format!("{:.2}", row.seconds * 1e6 / row.nodes.max(1) as f64),
        row.entries.to_string(),
    ]);
}

/// Begins a table of Markdown.
fn head(columns: &[&str]) {
    line(&columns.iter().map(ToString::to_string).collect::<Vec<_>>());
    println!("|{}", "---|".repeat(columns.len()));
}

/// A row of the table.
fn line(cells: &[String]) {
    println!("| {} |", cells.join(" | "));
}

fn timed(name: &'static str, run: impl FnOnce() -> (bool, u64)) -> Row {
    let (start, before) = (Instant::now(), processor_seconds());
    let (win, nodes) = run();
    let elapsed = start.elapsed().as_secs_f64();
    let seconds = match (before, processor_seconds()) {
        (Some(before), Some(after)) => after - before,
        _ => elapsed,
    };
    Row {
        name,
        win,
        nodes,
        entries: 0,
        seconds: seconds.max(0.005),
        elapsed,
    }
}

/// Processor time of this process, in steps of 10 ms (Linux).
fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let mut fields = text.rsplit_once(')')?.1.split_whitespace().skip(11);
    let user: f64 = fields.next()?.parse().ok()?;
    let system: f64 = fields.next()?.parse().ok()?;
    Some((user + system) / 100.0)
}
