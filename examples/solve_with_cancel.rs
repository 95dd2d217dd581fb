//! Solves a position until the answer is there or somebody presses Enter:
//! `cargo run --release --example solve_with_cancel -- black-narrows 6x5`
#![allow(clippy::print_stdout, reason = "an example shows what it does")]
#![allow(
    clippy::disallowed_methods,
    reason = "the thread that waits for a key belongs to the program around the library"
)]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use narrows::ai::budget::Limits;
use narrows::ai::solver::{AnySolver, Question};
use narrows::{AnyPosition, GameKind, Pie};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let kind: GameKind = arguments.next().unwrap_or("black-narrows".into()).parse()?;
    let size = kind.parse_size(&arguments.next().unwrap_or("5x4".into()))?;
    let start = AnyPosition::start(kind, size, Pie::Off)?;

    let cancelled = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&cancelled);
    println!("solving {kind} {size}; Enter cancels");
    std::thread::spawn(move || {
        let mut line = String::new();
        // At the end of the input nobody can press a key any more.
        if std::io::stdin()
            .read_line(&mut line)
            .is_ok_and(|read| read > 0)
        {
            flag.store(true, Ordering::Relaxed);
        }
    });

    let mut solver = AnySolver::new(256 << 20)?.without_book();
    // The solver asks every few thousand positions, and gives up what it is doing if the answer is yes.
    let stop = || cancelled.load(Ordering::Relaxed);
    let answer = solver.solve(&start, Question::default(), &Limits::default(), &stop);
    if answer.value.is_known() {
        println!("{} after {} nodes", answer.value.name(), answer.nodes);
    } else {
        println!(
            "cancelled after {} nodes; what was proven stays in the table",
            answer.nodes
        );
    }
    Ok(())
}
