//! Levels with a clock: the budget of a move, and thinking in a thread that a key can end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
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
        let (sender, thoughts) = channel();
        let cancelled = Arc::new(AtomicBool::new(false));
        let watched = Arc::clone(&cancelled);
        let think = move || {
            let stop = || watched.load(Ordering::Relaxed);
            // A receiver that is gone has lost interest.
            let progress = |progress: &Progress| {
                let _uninterested = sender.send(Thought::Progress(progress.clone()));
            };
            let choice = budget.choose(&mut engine, &position, &stop, &progress);
            let _uninterested = sender.send(Thought::Done(choice, engine));
        };
        // Where the system has no thread left, the sender is gone, which `poll` reports.
        let _none_left = std::thread::Builder::new().spawn(think);
        Self {
            cancelled,
            thoughts,
            started: Instant::now(),
        }
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
