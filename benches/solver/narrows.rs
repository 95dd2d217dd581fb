//! What more threads gain in Narrows: one thread and several in turns, so that both meet the same
//! machine, each run in a new solver.

use narrows_ai::budget::{Limits, NEVER};
use narrows_ai::solver::NarrowsSolver;
use narrows_ai::solver::{ExactSolver as _, Question};
use narrows_core::narrows::{Narrows, Pie, Setup, SetupError};

use super::{Row, timed};

/// The empty 6x5 board, and positions after 3, 5 and 14 captures on larger ones, drawn from those
/// that 100,000 nodes do not decide.
pub const POSITIONS: [&str; 4] = [
    "bwbwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw b -",
    "bwbwbw/wbwwwb/bwb1bw/b1wbwb/1bbwbw/wbwbwb w -",
    "w1bwbwb/wbwbwbw/bwbwbwb/b2bwbw/1www1wb/bbwbbbw w -",
    "bwbwbb2/1bb2www/1wb1bwbw/wbwwwbwb/w1b2b1w/1bwbwbwb/b2wbwbw b -",
];

/// How it is measured.
pub struct Plan {
    /// Runs of one thread, and as many of several.
    pub turns: usize,
    /// Several.
    pub threads: usize,
    /// The memory of each solver.
    pub mebibytes: usize,
}

impl Plan {
    /// Measures the positions with these lines.
    pub fn measure(&self, lines: &[&str]) {
        println!("threads      nodes  on the clock, s  of processors, s");
        for line in lines {
            println!("{line}");
            match position(line) {
                Ok(position) => self.in_turns(&position),
                Err(error) => println!("  not a position: {error}"),
            }
        }
    }

    fn in_turns(&self, position: &Narrows<1>) {
        let (mut one, mut more) = (Vec::new(), Vec::new());
        for _ in 0..self.turns {
            one.push(self.run(position, 1));
            more.push(self.run(position, self.threads));
        }
        assert!(
            one.iter().chain(&more).all(|row| row.win == one[0].win),
            "the number of threads changes the value"
        );
        let total = |rows: &[Row], of: fn(&Row) -> f64| rows.iter().map(of).sum::<f64>();
        let ratio = |of: fn(&Row) -> f64| total(&one, of) / total(&more, of);
        println!(
            "  {} threads: nodes times {:.2}; {:.2} times as fast on the clock, {:.2} by processor time",
            self.threads,
            1.0 / ratio(|row| row.nodes as f64),
            ratio(|row| row.elapsed),
            self.threads as f64 * ratio(|row| row.seconds),
        );
    }

    fn run(&self, position: &Narrows<1>, threads: usize) -> Row {
        let row = timed("", || {
            let mut solver = NarrowsSolver::new(self.mebibytes << 20).expect("so much memory");
            let limits = Limits {
                threads,
                ..Limits::default()
            };
            let found = solver.answer(position, Question::default(), &limits, NEVER);
            (!found.best.is_empty(), found.nodes)
        });
        println!(
            "{threads:7} {:>10} {:>16.3} {:>17.3}",
            row.nodes, row.elapsed, row.seconds
        );
        row
    }
}

fn position(line: &str) -> Result<Narrows<1>, SetupError> {
    line.parse::<Setup>()?.into_position(Pie::Off)
}
