//! The progress of `narrows solve`, in two lines.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use narrows_ai::solver::Monitor;
use narrows_ai::value::Value;
use narrows_core::any::Concrete;
use narrows_core::{AnyMove, AnyPosition, with_position};

use crate::interrupt::Interrupt;
use crate::progress::{Progress, duration, rounded};

/// Shows the progress of a search, and says when it must end.
pub struct Watch<'a> {
    position: &'a AnyPosition,
    monitor: Monitor,
    interrupt: &'a Interrupt,
    deadline: Option<Instant>,
    progress: Progress,
    is_proving: AtomicBool,
    first_moves: OnceLock<Vec<FirstMove>>,
}

/// A first move and the indexes, among the legal moves, of all its symmetric images.
struct FirstMove {
    play: AnyMove,
    indexes: Vec<usize>,
}

impl<'a> Watch<'a> {
    /// For a search that begins now and may take so long.
    pub fn new(
        position: &'a AnyPosition,
        time: Option<Duration>,
        interrupt: &'a Interrupt,
    ) -> Self {
        Self {
            position,
            monitor: Monitor::new(position.legal_moves().len()),
            interrupt,
            deadline: time.and_then(|time| Instant::now().checked_add(time)),
            progress: Progress::start_long(),
            is_proving: AtomicBool::new(false),
            first_moves: OnceLock::new(),
        }
    }

    /// Where the search reports its progress.
    pub fn monitor(&self) -> &Monitor {
        &self.monitor
    }

    /// The answer is known; its proof is being put together.
    pub fn prove(&self) {
        self.is_proving.store(true, Ordering::Relaxed);
    }

    /// Called by the search now and then: draws, and says whether it must end.
    pub fn is_over(&self) -> bool {
        self.progress
            .lines(|elapsed, width| self.lines(elapsed, width));
        self.interrupt.is_raised() || self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// Lets something be printed while nothing is shown.
    pub fn pause(&self, print: impl FnOnce()) {
        self.progress.pause(print);
    }

    /// Removes what is shown.
    pub fn finish(&self) {
        self.progress.finish();
    }

    fn lines(&self, elapsed: Duration, width: usize) -> Vec<String> {
        if self.is_proving.load(Ordering::Relaxed) {
            return vec![format!("{}  solved, writing the proof", duration(elapsed))];
        }
        let nodes = self.monitor.nodes();
        let rate = nodes as f64 / elapsed.as_secs_f64().max(0.001);
        let figures = format!(
            "{}  {} nodes  {}/s  table {:.0} %",
            duration(elapsed),
            rounded(nodes),
            rounded(rate as u64),
            self.monitor.table_permille() as f64 / 10.0
        );
        let moves = self.first_moves.get_or_init(|| first_moves(self.position));
        vec![figures, self.moves(moves, width)]
    }

    /// What is known of the first moves: those that win, those being searched, those that lose; as many of
    /// each kind in turn as there is room for.
    fn moves(&self, moves: &[FirstMove], width: usize) -> String {
        let mut kinds = [
            (Value::Win, "win"),
            (Value::Unknown, "…"),
            (Value::Loss, "loss"),
        ]
        .map(|(value, word)| {
            let of_kind = moves
                .iter()
                .filter(|first| self.value(first) == Some(value));
            (word, of_kind.map(|first| first.play).collect::<Vec<_>>())
        });
        let decided = kinds[0].1.len() + kinds[2].1.len();
        let mut line = format!("first moves {decided}/{}:", moves.len());
        let mut length = line.chars().count();
        for (word, plays) in &mut kinds {
            for (at, play) in plays.iter().enumerate() {
                let text = format!("  {play} {word}");
                let more = text.chars().count();
                // Room for the number of those that are left out.
                if length + more + MORE > width && at + 1 < plays.len() || length + more > width {
                    line += &format!("  +{} {word}", plays.len() - at);
                    return line;
                }
                line += &text;
                length += more;
            }
        }
        line
    }

    /// The best that is known of a move or its images.
    fn value(&self, first: &FirstMove) -> Option<Value> {
        let values = first.indexes.iter();
        let values = values.filter_map(|&at| self.monitor.move_value(at));
        // Win, loss, unknown: in this order.
        values.min()
    }
}

/// Columns for `  +99 loss`.
const MORE: usize = 10;

/// The legal moves, one of each kind under the symmetries of the position.
fn first_moves(position: &AnyPosition) -> Vec<FirstMove> {
    with_position!(position, position => first_moves_of(position))
}

fn first_moves_of<G: Concrete>(position: &G) -> Vec<FirstMove> {
    let mut found: Vec<(G, FirstMove)> = Vec::new();
    for (index, play) in position.legal_moves().into_iter().enumerate() {
        let (after, _) = position.played(play).canonical();
        match found.iter_mut().find(|(other, _)| *other == after) {
            Some((_, first)) => first.indexes.push(index),
            None => {
                let first = FirstMove {
                    play: G::wrap_move(play),
                    indexes: vec![index],
                };
                found.push((after, first));
            }
        }
    }
    found.into_iter().map(|(_, first)| first).collect()
}

#[cfg(test)]
mod tests {
    use narrows_ai::budget::Limits;
    use narrows_ai::solver::{AnySolver, Question};
    use narrows_core::{GameKind, Pie};

    use super::*;

    fn lines(position: &str, nodes: u64, width: usize) -> Vec<String> {
        let kind = GameKind::BlackNarrows;
        let position = AnyPosition::parse(kind, position, Pie::On).unwrap();
        let interrupt = Interrupt::default();
        let watch = Watch::new(&position, None, &interrupt);
        let question = Question {
            all: true,
            nimber: false,
        };
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        AnySolver::with_memory_at_most(1 << 20)
            .without_book()
            .solve_watched(
                &position,
                question,
                &limits,
                &|| watch.is_over(),
                watch.monitor(),
            );
        watch.lines(Duration::from_secs(2), width)
    }

    #[test]
    fn symmetric_moves_are_listed_once() {
        let [figures, moves] = &lines("5/5/5/5/5", u64::MAX, 79)[..] else {
            panic!("two lines");
        };
        assert!(
            figures.starts_with("2 s  ") && figures.contains("/s  table "),
            "{figures}"
        );
        assert_eq!(
            moves,
            "first moves 6/6:  b3 win  a1 loss  a2 loss  a3 loss  b2 loss  c3 loss"
        );
        let begun = lines("6/6/6/6/6/6", 500, 79);
        assert!(begun[1].starts_with("first moves 0/6:  "), "{begun:?}");
        assert!(begun[1].ends_with(" …"), "{begun:?}");
    }

    #[test]
    fn moves_that_do_not_fit_are_counted() {
        assert_eq!(
            lines("5/5/5/5/5", u64::MAX, 49)[1],
            "first moves 6/6:  b3 win  a1 loss  +4 loss"
        );
        for width in 0..80 {
            let line = &lines("5/5/5/5/5", u64::MAX, width)[1];
            assert!(line.chars().count() <= width.max(36), "{width}: {line}");
        }
    }
}
