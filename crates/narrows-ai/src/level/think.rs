//! How the levels think, for one concrete position type.

use alloc::vec::Vec;

use narrows_core::any::Concrete;
use rand::Rng;
use rand::seq::IndexedRandom as _;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::searcher::Searcher;
use super::tuning::Tuned;
use super::{Choice, Level, Progress};
use crate::budget::{Limits, Stop};
use crate::evaluation::Evaluate;
use crate::mcts::Report;
use crate::solver::{Answer, ExactSolver, Question, Solvable};
use crate::value::Value;

/// Level 5 solves positions with at most this many legal moves.
const LEVEL_5_MOVES: usize = 24;

/// The most positions level 5 expands when it solves: well under two seconds even where a node takes 10 µs,
/// and the same move on every machine, which a clock would not give.
const LEVEL_5_NODES: u64 = 100_000;

/// Level 5 needs no large table for that many positions.
const LEVEL_5_MEMORY: usize = 16 << 20;

/// The first share of playouts when one thread searches and solves in turn; the shares double each time.
const FIRST_PLAYOUTS: u64 = 64;

/// What a player of one game keeps between moves.
pub(super) struct Thinker<G: Solvable + Evaluate> {
    pub(super) searcher: Searcher<G>,
    pub(super) solver: Option<G::Solver>,
    /// Whether what is asked of the solver is looked up in the book first.
    pub(super) book: bool,
}

impl<G: Solvable + Evaluate + Tuned> Thinker<G> {
    pub(super) fn new(book: bool) -> Self {
        Self {
            searcher: Searcher::default(),
            solver: None,
            book,
        }
    }

    pub(super) fn choose(
        &mut self,
        level: Level,
        position: &G,
        limits: &Limits,
        random: &mut Xoshiro256PlusPlus,
        stop: Stop,
        progress: &(dyn Fn(&Progress) + Sync),
    ) -> Choice {
        let moves = position.legal_moves();
        if moves.len() <= 1 {
            return forced::<G>(moves.first().copied());
        }
        match level.number() {
            1 => Choice {
                play: moves.choose(random).copied().map(G::wrap_move),
                ..unknown()
            },
            6 => self.think_until_stopped(position, limits, random, stop, progress),
            number => {
                let question = Question::default();
                let is_small = moves.len() <= LEVEL_5_MOVES;
                let solve = number == 5
                    && (is_small || G::Solver::look_up_if(self.book, position, question).is_some());
                self.think_briefly(position, solve, level.playouts(), limits, random, stop)
            }
        }
    }

    /// Levels 2 to 5.
    fn think_briefly(
        &mut self,
        position: &G,
        solve: bool,
        playouts: Option<u64>,
        limits: &Limits,
        random: &mut impl Rng,
        stop: Stop,
    ) -> Choice {
        let answer = solve.then(|| {
            let limits = Limits {
                nodes: Some(limits.nodes.unwrap_or(LEVEL_5_NODES)),
                threads: 1,
                ..*limits
            };
            self.solve(
                position,
                Question::default(),
                &limits,
                LEVEL_5_MEMORY.min(limits.memory_bytes / 2),
                stop,
            )
        });
        if let Some(answer) = answer.as_ref().filter(|answer| answer.value == Value::Win) {
            return decide::<G>(None, Some(answer));
        }
        let limits = Limits {
            playouts: limits.playouts.or(playouts),
            memory_bytes: limits.memory_bytes / 2,
            ..*limits
        };
        let report = self.searcher.search_alone(position, &limits, random, stop);
        decide::<G>(Some(&report), answer.as_ref())
    }

    pub(super) fn solve(
        &mut self,
        position: &G,
        question: Question,
        limits: &Limits,
        memory_bytes: usize,
        stop: Stop,
    ) -> Answer<G::Move> {
        G::Solver::look_up_if(self.book, position, question).unwrap_or_else(|| {
            let solver = self
                .solver
                .get_or_insert_with(|| G::Solver::with_memory_at_most(memory_bytes));
            solver.answer(position, question, limits, stop)
        })
    }

    /// Level 6.
    fn think_until_stopped(
        &mut self,
        position: &G,
        limits: &Limits,
        random: &mut Xoshiro256PlusPlus,
        stop: Stop,
        progress: &(dyn Fn(&Progress) + Sync),
    ) -> Choice {
        let limits = Limits {
            memory_bytes: limits.memory_bytes / 2,
            ..*limits
        };
        let choice = self.think_together(position, &limits, random, stop, progress);
        if choice.value == Value::Loss {
            self.resist(position, choice, &limits, random, stop)
        } else {
            choice
        }
    }

    /// Searches and solves as for a move of its own, for what that leaves in graph and table.
    pub(super) fn ponder(
        &mut self,
        position: &G,
        limits: &Limits,
        random: &mut Xoshiro256PlusPlus,
        stop: Stop,
    ) {
        let limits = Limits {
            memory_bytes: limits.memory_bytes / 2,
            ..*limits
        };
        self.think_together(position, &limits, random, stop, &|_| {});
    }

    fn think_together(
        &mut self,
        position: &G,
        limits: &Limits,
        random: &mut Xoshiro256PlusPlus,
        stop: Stop,
        progress: &(dyn Fn(&Progress) + Sync),
    ) -> Choice {
        #[cfg(feature = "threads")]
        if limits.threads > 1 && limits.playouts.is_none() {
            return self.think_in_threads(position, limits, random, stop, progress);
        }
        self.think_in_turn(position, limits, random, stop, progress)
    }

    /// One thread searches and solves in turn, with shares that double, until one of them has the answer.
    fn think_in_turn(
        &mut self,
        position: &G,
        limits: &Limits,
        random: &mut impl Rng,
        stop: Stop,
        progress: &(dyn Fn(&Progress) + Sync),
    ) -> Choice {
        let most = limits.playouts.unwrap_or(u64::MAX);
        let question = Question::default();
        let worth_solving = is_worth_solving(self.book, position);
        let node_share = first_nodes(position);
        let (mut playouts, mut nodes) = (0, 0);
        let mut share = 1;
        loop {
            let playout_share = (FIRST_PLAYOUTS * share).min(most - playouts);
            let searched = Limits {
                playouts: Some(playout_share),
                ..*limits
            };
            let mut report = self.searcher.search(position, &searched, random, stop);
            playouts += report.playouts;
            report.playouts = playouts;
            progress(&standing::<G>(&report));
            if report.value.is_known() {
                return add_nodes(decide::<G>(Some(&report), None), nodes);
            }
            let solved = Limits {
                nodes: Some(node_share * share),
                threads: 1,
                ..*limits
            };
            let answer = worth_solving
                .then(|| self.solve(position, question, &solved, limits.memory_bytes, stop));
            let is_known = answer
                .as_ref()
                .is_some_and(|answer| answer.value.is_known());
            if is_known || playouts >= most || stop() {
                return add_nodes(decide::<G>(Some(&report), answer.as_ref()), nodes);
            }
            nodes += answer.map_or(0, |answer| answer.nodes);
            share = share.saturating_mul(2);
        }
    }

    /// One thread solves while the others search one graph; the first to have the answer ends it for all.
    #[cfg(feature = "threads")]
    fn think_in_threads(
        &mut self,
        position: &G,
        limits: &Limits,
        random: &mut Xoshiro256PlusPlus,
        stop: Stop,
        progress: &(dyn Fn(&Progress) + Sync),
    ) -> Choice {
        use core::sync::atomic::{AtomicBool, Ordering};

        let question = Question::default();
        let worth_solving = is_worth_solving(self.book, position);
        let searched = Limits {
            threads: limits.threads - usize::from(worth_solving),
            ..*limits
        };
        let solved = Limits {
            threads: 1,
            ..*limits
        };
        let known = G::Solver::look_up_if(self.book, position, question);
        let solver = self
            .solver
            .get_or_insert_with(|| G::Solver::with_memory_at_most(limits.memory_bytes));
        let searcher = &mut self.searcher;
        let done = AtomicBool::new(false);
        let stop: Stop = &|| done.load(Ordering::Relaxed) || stop();
        let tell = |report: &Report<G::Move>| progress(&standing::<G>(report));
        let (report, answer) = std::thread::scope(|scope| {
            let search = scope.spawn(|| {
                let report = searcher.search_together(position, &searched, random, stop, &tell);
                if report.value.is_known() {
                    done.store(true, Ordering::Relaxed);
                }
                report
            });
            let answer = known.or_else(|| {
                worth_solving.then(|| solver.answer(position, question, &solved, stop))
            });
            if answer
                .as_ref()
                .is_some_and(|answer| answer.value.is_known())
            {
                done.store(true, Ordering::Relaxed);
            }
            let report = search
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            (report, answer)
        });
        decide::<G>(Some(&report), answer.as_ref())
    }
}

/// The first share of the solver's nodes: far from an end that it can reach, the search gets more of the time.
fn first_nodes<G: Solvable + Tuned>(position: &G) -> u64 {
    let nodes = FIRST_PLAYOUTS * G::TUNING.nodes_per_playout;
    if position.legal_moves().len() > G::TUNING.most_moves * 5 / 8 {
        nodes / 8
    } else {
        nodes
    }
}

/// Whether the book has the answer or the solver a chance within seconds.
fn is_worth_solving<G: Solvable + Tuned>(book: bool, position: &G) -> bool {
    position.legal_moves().len() <= G::TUNING.most_moves
        || G::Solver::look_up_if(book, position, Question::default()).is_some()
}

/// How a search stands.
fn standing<G: Concrete>(report: &Report<G::Move>) -> Progress {
    Progress {
        best: report.best.map(G::wrap_move),
        expected: report.expected,
        playouts: report.playouts,
    }
}

/// The move after what the search and the solver say: a proven win is played; in a lost position the move
/// that the search finds hardest to answer.
fn decide<G: Concrete>(
    report: Option<&Report<G::Move>>,
    answer: Option<&Answer<G::Move>>,
) -> Choice {
    let proven = answer.map_or(Value::Unknown, |answer| answer.value);
    let winning = answer.and_then(|answer| answer.best.first().copied());
    let searched = report.filter(|report| report.value == Value::Win || winning.is_none());
    let line = match searched {
        Some(report) => line_around(report, answer),
        None => winning.into_iter().collect(),
    };
    let value = if proven.is_known() {
        proven
    } else {
        report.map_or(Value::Unknown, |report| report.value)
    };
    let expected = match value {
        Value::Win => 1.0,
        Value::Loss => 0.0,
        Value::Unknown => report.map_or(0.5, |report| report.expected),
    };
    Choice {
        play: line.first().copied().map(G::wrap_move),
        value,
        expected,
        playouts: report.map_or(0, |report| report.playouts),
        nodes: report.map_or(0, |report| report.nodes) + answer.map_or(0, |answer| answer.nodes),
        principal_variation: line.into_iter().map(G::wrap_move).collect(),
    }
}

/// The line of the search; if the solver has proven its first move to lose and others are left, the best of
/// those.
fn line_around<M: Copy + Ord>(report: &Report<M>, answer: Option<&Answer<M>>) -> Vec<M> {
    let loses = |play: M| answer.is_some_and(|answer| answer.moves.contains(&(play, Value::Loss)));
    let line = report.principal_variation.clone();
    if report.value == Value::Win || !line.first().is_some_and(|&play| loses(play)) {
        return line;
    }
    let left = report
        .moves
        .iter()
        .filter(|found| found.value != Value::Loss && !loses(found.play));
    left.max_by_key(|found| found.visits)
        .map_or(line, |found| alloc::vec![found.play])
}

fn add_nodes(choice: Choice, nodes: u64) -> Choice {
    Choice {
        nodes: choice.nodes + nodes,
        ..choice
    }
}

/// The only move there is needs no thought.
fn forced<G: Concrete>(play: Option<G::Move>) -> Choice {
    let play = play.map(G::wrap_move);
    Choice {
        play,
        principal_variation: play.into_iter().collect(),
        ..unknown()
    }
}

fn unknown() -> Choice {
    Choice {
        play: None,
        value: Value::Unknown,
        expected: 0.5,
        playouts: 0,
        nodes: 0,
        principal_variation: Vec::new(),
    }
}
