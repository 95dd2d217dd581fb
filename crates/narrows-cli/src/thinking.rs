//! Levels with a clock: the budget of a move, and thinking in a thread that a key can end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use narrows_ai::budget::Limits;
use narrows_ai::level::{Choice, Engine, Level, Progress};
use narrows_core::AnyPosition;

/// How long level 6 thinks by default.
const UNBEATABLE_SECONDS: f64 = 3.0;

/// What a level may use for one move.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// The longest time; `None` for the level's own.
    pub time: Option<Duration>,
    /// Playouts, memory and threads.
    pub limits: Limits,
}

impl Budget {
    /// The level's own time, or this one, on all cores.
    pub fn new(time: Option<Duration>) -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            time,
            limits: Limits {
                threads,
                ..Limits::default()
            },
        }
    }

    /// When a move that is begun now must end: level 6 has no end of its own, unless its playouts are
    /// counted.
    fn deadline(&self, level: Level) -> Option<Instant> {
        let own = (level == Level::UNBEATABLE && self.limits.playouts.is_none())
            .then(|| Duration::from_secs_f64(UNBEATABLE_SECONDS));
        Instant::now().checked_add(self.time.or(own)?)
    }

    /// The choice of an engine within this budget.
    pub fn choose(
        &self,
        engine: &mut Engine,
        position: &AnyPosition,
        cancelled: &(dyn Fn() -> bool + Sync),
        progress: &(dyn Fn(&Progress) + Sync),
    ) -> Choice {
        let deadline = self.deadline(engine.level());
        let stop = || cancelled() || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        engine.choose(position, &self.limits, &stop, progress)
    }
}

/// A seed that differs from run to run, for games that nobody asked to repeat.
pub fn any_seed() -> u64 {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_nanos());
    // The low bits change fastest.
    now as u64 ^ u64::from(std::process::id()).rotate_left(32)
}

/// What a thinking thread reports.
pub enum Thought {
    /// The state of the search.
    Progress(Progress),
    /// The choice, and the engine with what it knows.
    Done(Choice, Box<Engine>),
    /// The engine, which has pondered.
    Pondered(Box<Engine>),
}

/// A move being thought about in a thread of its own. Dropping it ends the thought soon.
pub struct Job {
    cancelled: Arc<AtomicBool>,
    thoughts: Receiver<Thought>,
    started: Instant,
}

impl Job {
    /// Begins to think.
    pub fn start(mut engine: Box<Engine>, position: AnyPosition, budget: Budget) -> Self {
        Self::run(move |stop, sender| {
            // A receiver that is gone has lost interest.
            let progress = |progress: &Progress| {
                let _uninterested = sender.send(Thought::Progress(progress.clone()));
            };
            let choice = budget.choose(&mut engine, &position, stop, &progress);
            Thought::Done(choice, engine)
        })
    }

    /// Begins to think about a position in which the opponent is to move; only [`end`](Self::end) or a proof ends it.
    pub fn ponder(mut engine: Box<Engine>, position: AnyPosition, budget: Budget) -> Self {
        Self::run(move |stop, _| {
            engine.ponder(&position, &budget.limits, stop);
            Thought::Pondered(engine)
        })
    }

    fn run(
        work: impl FnOnce(&(dyn Fn() -> bool + Sync), &Sender<Thought>) -> Thought + Send + 'static,
    ) -> Self {
        let (sender, thoughts) = channel();
        let cancelled = Arc::new(AtomicBool::new(false));
        let watched = Arc::clone(&cancelled);
        let think = move || {
            let last = work(&|| watched.load(Ordering::Relaxed), &sender);
            let _uninterested = sender.send(last);
        };
        // Where the system has no thread left, the sender is gone, which `poll` reports.
        let _none_left = std::thread::Builder::new().spawn(think);
        Self {
            cancelled,
            thoughts,
            started: Instant::now(),
        }
    }

    /// Ends the thought, and gives the engine back with what it knows. `None` if it was given back before, or is lost.
    pub fn end(self) -> Option<Box<Engine>> {
        self.cancelled.store(true, Ordering::Relaxed);
        self.thoughts.iter().find_map(|thought| match thought {
            Thought::Progress(_) => None,
            Thought::Done(_, engine) | Thought::Pondered(engine) => Some(engine),
        })
    }

    /// How long it has thought.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// What it reported since the last call. `Err` if the thread is gone without a choice.
    pub fn poll(&self) -> Result<Option<Thought>, ThinkingStopped> {
        match self.thoughts.try_recv() {
            Ok(thought) => Ok(Some(thought)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(ThinkingStopped),
        }
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}

/// The thread ended without a choice.
#[derive(Debug)]
pub struct ThinkingStopped;

#[cfg(test)]
mod tests {
    use narrows_core::{GameKind, Pie};

    use super::*;

    /// Whoever ends a thought has the engine again; one that was handed over is not given twice.
    #[test]
    fn an_engine_comes_back() {
        let start = AnyPosition::start(GameKind::Narrows, "8x7".parse().unwrap(), Pie::Off);
        let position = start.unwrap();
        let budget = Budget::new(None);
        let engine = Box::new(Engine::new(Level::UNBEATABLE, 1));
        let engine = Job::ponder(engine, position.clone(), budget).end().unwrap();
        let engine = Job::start(engine, position.clone(), budget).end().unwrap();
        assert_eq!(engine.level(), Level::UNBEATABLE);
        let first = Box::new(Engine::new(Level::ALL[0], 1));
        let job = Job::start(first, position, budget);
        let choice = loop {
            if let Some(Thought::Done(choice, _)) = job.poll().unwrap() {
                break choice;
            }
            std::thread::yield_now();
        };
        assert!(choice.play.is_some());
        assert!(job.end().is_none());
    }
}
