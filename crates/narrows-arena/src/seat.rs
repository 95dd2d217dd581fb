//! A player on a thread of its own, so that whatever it does the match goes on.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::{Contestant, Factory, Fault, MatchLimits, NewGame, Reply, Turn};

/// How often a wait looks whether the match is being stopped.
const GLANCE: Duration = Duration::from_millis(20);
/// A player that minds the limit itself (an outside engine does) gets this much longer, so that
/// its own, better explained, fault is the one that is recorded.
const LENIENCE: Duration = Duration::from_secs(1);

/// How long a player is waited for that is not needed any more.
const FAREWELL: Duration = Duration::from_millis(700);

#[derive(Debug)]
enum Job {
    NewGame(Box<NewGame>),
    Choose(Box<Turn>),
}

/// The answer to a job and the time it took on the player's own thread.
type Answer = (Result<Option<Reply>, Fault>, Duration);

#[derive(Debug)]
struct Worker {
    /// `None` once there will be no more.
    jobs: Option<Sender<Job>>,
    answers: Receiver<Answer>,
}

/// Where a player sits: it is made when first needed, and again after every fault.
pub(super) struct Seat {
    factory: Factory,
    /// The player's own, if it needs another one than the match has.
    patience: Option<Duration>,
    worker: Option<Worker>,
}

impl Seat {
    pub(super) fn new(factory: Factory, patience: Option<Duration>) -> Self {
        Self {
            factory,
            patience,
            worker: None,
        }
    }

    pub(super) fn patience(&self, limits: &MatchLimits) -> Duration {
        self.patience.unwrap_or(limits.patience)
    }

    /// Tells the player that a game begins.
    pub(super) fn new_game(&mut self, game: NewGame, stopped: &AtomicBool) -> Result<(), Fault> {
        let (patience, cancelled) = (game.patience, Arc::clone(&game.cancelled));
        self.work(Job::NewGame(Box::new(game)), patience, &cancelled, stopped)
            .map(|_| ())
    }

    /// Asks the player for a move; also how long it took.
    pub(super) fn choose(
        &mut self,
        turn: Turn,
        stopped: &AtomicBool,
    ) -> Result<(Reply, Duration), Fault> {
        let (patience, cancelled) = (turn.patience, Arc::clone(&turn.cancelled));
        match self.work(Job::Choose(Box::new(turn)), patience, &cancelled, stopped)? {
            (Some(reply), spent) => Ok((reply, spent)),
            (None, _) => Err(Fault::Nonsense("it answered another question".to_owned())),
        }
    }

    fn work(
        &mut self,
        job: Job,
        patience: Duration,
        cancelled: &AtomicBool,
        stopped: &AtomicBool,
    ) -> Result<(Option<Reply>, Duration), Fault> {
        let worker = self
            .worker
            .get_or_insert_with(|| Worker::start(Arc::clone(&self.factory)));
        let result = worker.wait(job, patience + LENIENCE, stopped);
        if result.is_err() {
            // The thread ends by itself as soon as its player comes back from wherever it is.
            cancelled.store(true, Ordering::Relaxed);
            self.worker = None;
        }
        result.map_err(|fault| match fault {
            Fault::Hung(_) => Fault::Hung(patience),
            other => other,
        })
    }
}

impl Worker {
    fn start(factory: Factory) -> Self {
        let (jobs, incoming) = channel();
        let (outgoing, answers) = channel();
        thread::spawn(move || serve(&factory, &incoming, &outgoing));
        Self {
            jobs: Some(jobs),
            answers,
        }
    }

    fn wait(
        &self,
        job: Job,
        patience: Duration,
        stopped: &AtomicBool,
    ) -> Result<(Option<Reply>, Duration), Fault> {
        let gone = || Fault::Crashed("its thread ended".to_owned());
        let sent = self
            .jobs
            .as_ref()
            .is_some_and(|jobs| jobs.send(job).is_ok());
        if !sent {
            return Err(gone());
        }
        let since = Instant::now();
        loop {
            match self.answers.recv_timeout(GLANCE) {
                Ok((result, spent)) => return result.map(|reply| (reply, spent)),
                Err(RecvTimeoutError::Disconnected) => return Err(gone()),
                Err(RecvTimeoutError::Timeout) if stopped.load(Ordering::Relaxed) => {
                    return Err(Fault::Cancelled);
                }
                Err(RecvTimeoutError::Timeout) if since.elapsed() >= patience => {
                    return Err(Fault::Hung(patience));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Drop for Worker {
    /// Waits a moment for the player to be gone, so that an outside engine does not outlive the match.
    fn drop(&mut self) {
        self.jobs = None;
        let since = Instant::now();
        while since.elapsed() < FAREWELL {
            if let Err(RecvTimeoutError::Disconnected) = self.answers.recv_timeout(GLANCE) {
                return;
            }
        }
    }
}

fn serve(factory: &Factory, incoming: &Receiver<Job>, outgoing: &Sender<Answer>) {
    let mut player: Option<Box<dyn Contestant>> = None;
    for job in incoming {
        let since = Instant::now();
        let result = catch_unwind(AssertUnwindSafe(|| {
            if player.is_none() {
                player = Some(factory()?);
            }
            let Some(player) = player.as_mut() else {
                return Ok(None);
            };
            match job {
                Job::NewGame(game) => player.new_game(&game).map(|()| None),
                Job::Choose(mut turn) => {
                    turn.since = since;
                    player.choose(&turn).map(Some)
                }
            }
        }));
        let spent = since.elapsed();
        let result = result.unwrap_or_else(|panic| Err(Fault::Crashed(message(panic.as_ref()))));
        let failed = result.is_err();
        if outgoing.send((result, spent)).is_err() || failed {
            return;
        }
    }
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    format!("panicked: {}", text.unwrap_or("without a message"))
}
