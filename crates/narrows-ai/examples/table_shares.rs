//! What a table too small for all results costs: `cargo run --release -p narrows-ai --example table_shares -- SIZE…`
//!
//! Solves empty boards of Black Narrows on one thread, first with room for every result, then with a tenth, a hundredth
//! and a thousandth of the bytes that took, and prints how many times as many nodes that takes (at most a
//! hundred times).
#![allow(clippy::print_stdout, reason = "an example talks")]

use narrows_ai::budget::{Limits, NEVER};
use narrows_ai::solver::{BlackNarrowsSolver, ExactSolver as _, Question};
use narrows_core::{BlackNarrows, Size};

/// Bytes of an entry of the solver's table.
const ENTRY: usize = 16;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for size in std::env::args().skip(1) {
        let position = BlackNarrows::<1>::start(size.parse::<Size>()?)?;
        let solve = |bytes, nodes| {
            let mut solver = BlackNarrowsSolver::new(bytes)?;
            let limits = Limits {
                nodes,
                ..Limits::default()
            };
            let answer = solver.answer(&position, Question::default(), &limits, NEVER);
            let found = (
                answer.nodes,
                answer.value.is_known(),
                solver.table_entries(),
            );
            Ok::<_, narrows_ai::solver::MemoryError>(found)
        };
        let (nodes, _, entries) = solve(2 << 30, None)?;
        println!("{size}: {nodes} nodes, {entries} entries");
        for (share, of) in [("10 %", 10), ("1 %", 100), ("0.1 %", 1000)] {
            let (more, is_known, kept) = solve(entries * ENTRY / of, Some(100 * nodes))?;
            let times = more as f64 / nodes as f64;
            let least = if is_known { "" } else { "more than " };
            println!("  table of {share}, {kept} entries: {least}{times:.2} times the nodes");
        }
    }
    Ok(())
}
