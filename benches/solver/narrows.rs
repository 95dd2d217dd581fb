//! What more threads gain in Narrows: one thread and several in turns, so that both meet the same
//! machine, each run in a new solver.

use narrows_ai::budget::{Limits, NEVER};
use narrows_ai::solver::NarrowsSolver;
use narrows_ai::solver::{ExactSolver as _, Question};
use narrows_core::narrows::{Narrows, Pie, Setup, SetupError};

use super::{Row, head, line, timed};

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
        head(&[
            "position",
            "threads",
            "nodes",
            "seconds on the clock",
            "of processors",
            "gain on the clock",
            "by processor time",
        ]);
        for text in lines {
            match position(text) {
                Ok(position) => self.in_turns(text, &position),
                Err(error) => println!("{text}: not a position: {error}"),
            }
        }
    }

    fn in_turns(&self, text: &str, position: &Narrows<1>) {
        let (mut one, mut more) = (Vec::new(), Vec::new());
        for _ in 0..self.turns {
            one.push(self.run(position, 1));
            more.push(self.run(position, self.threads));
        }
        assert!(
            one.iter().chain(&more).all(|row| row.win == one[0].win),
            "the number of threads changes the value"
        );
        let mean = |rows: &[Row], of: fn(&Row) -> f64| {
            rows.iter().map(of).sum::<f64>() / rows.len() as f64
        };
        let ratio = |of: fn(&Row) -> f64| mean(&one, of) / mean(&more, of);
        let gains = [
            format!("{:.2}", ratio(|row| row.elapsed)),
            format!("{:.2}", self.threads as f64 * ratio(|row| row.seconds)),
        ];
        let none = ["–".to_owned(), "–".to_owned()];
        for (threads, rows, gains) in [(1, &one, none), (self.threads, &more, gains)] {
            let [clock, processors] = gains;
            line(&[
                format!("`{text}`"),
                threads.to_string(),
                format!("{:.0}", mean(rows, |row| row.nodes as f64)),
                format!("{:.2}", mean(rows, |row| row.elapsed)),
                format!("{:.2}", mean(rows, |row| row.seconds)),
                clock,
                processors,
            ]);
        }
    }

    fn run(&self, position: &Narrows<1>, threads: usize) -> Row {
        timed("", || {
            let mut solver = NarrowsSolver::new(self.mebibytes << 20).expect("so much memory");
            let limits = Limits {
                threads,
                ..Limits::default()
            };
            let found = solver.answer(position, Question::default(), &limits, NEVER);
            (!found.best.is_empty(), found.nodes)
        })
    }
}

fn position(line: &str) -> Result<Narrows<1>, SetupError> {
    line.parse::<Setup>()?.into_position(Pie::Off)
}
