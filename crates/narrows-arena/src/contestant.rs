//! What plays in a match.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use narrows_core::any::{AnyMove, AnyPosition};

/// Something that chooses moves: a level, a search, a program at the end of a pipe, or yours.
///
/// ```
/// use narrows_arena::{Fault, Contestant, Reply, Turn};
///
/// /// Always plays the last legal move of the list.
/// struct Last;
///
/// impl Contestant for Last {
///     fn choose(&mut self, turn: &Turn) -> Result<Reply, Fault> {
///         let moves = turn.position.legal_moves();
///         Ok(moves[moves.len() - 1].into())
///     }
/// }
/// ```
pub trait Contestant: Send {
    /// Chooses a move for the player to move in `turn.position`, which is not over.
    ///
    /// Long searches should look at [`Turn::stop`] every millisecond or so. A panic, an illegal
    /// move, an answer after the time is up, and no answer at all each lose the game; the match
    /// then goes on with a new player from the same [`Factory`].
    ///
    /// # Errors
    /// [`Fault`] if it cannot go on; that loses the game.
    fn choose(&mut self, turn: &Turn) -> Result<Reply, Fault>;

    /// A game begins. Forget the one before.
    ///
    /// # Errors
    /// [`Fault`] if it cannot; that loses the game.
    fn new_game(&mut self, game: &NewGame) -> Result<(), Fault> {
        let _ = game;
        Ok(())
    }

    /// Thinks in the opponent's time about a position in which the opponent is to move, until `stop` says so, if
    /// this player can.
    fn ponder(&mut self, position: &AnyPosition, stop: &(dyn Fn() -> bool + Sync)) {
        let _ = (position, stop);
    }
}

/// Makes a player; called once for each thread that plays, and again after a player failed.
pub type Factory = Arc<dyn Fn() -> Result<Box<dyn Contestant>, Fault> + Send + Sync>;

/// What a player is told when a game begins.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// The position before the first move of the opening.
    pub start: AnyPosition,
    /// A number for this game and seat, the same whenever the match is run again.
    pub seed: u64,
    /// How time is kept.
    pub time: TimeControl,
    /// How long the preparations may take before the player counts as hung.
    pub patience: Duration,
    /// Set when nobody waits for the player any more.
    pub cancelled: Arc<AtomicBool>,
}

/// What a player is told when it is its turn.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The position to move in.
    pub position: AnyPosition,
    /// The position before the first of `moves`.
    pub start: AnyPosition,
    /// All moves since, the opening's included.
    pub moves: Vec<AnyMove>,
    /// The most playouts this move may take.
    pub playouts: Option<u64>,
    /// The most solver nodes this move may take.
    pub nodes: Option<u64>,
    /// The time after which the player has lost on time; `None` if nobody looks at the clock.
    pub remaining: Option<Duration>,
    /// What a careful player spends on this move: the time per move, or a share of the clock.
    pub advised: Option<Duration>,
    /// How long the answer may take before the player counts as hung.
    pub patience: Duration,
    /// When the turn began.
    pub since: Instant,
    /// Set when nobody waits for the answer any more.
    pub cancelled: Arc<AtomicBool>,
}

impl Turn {
    /// Whether the search should end now: the advised time is up, or nobody waits any more.
    #[must_use]
    pub fn stop(&self) -> bool {
        self.is_cancelled()
            || self
                .advised
                .is_some_and(|limit| self.since.elapsed() >= limit)
    }

    /// Whether nobody waits for the answer any more.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

/// A move, and what the player knew about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The move; `None` to resign.
    pub chosen: Option<AnyMove>,
    /// Whether the player wins the position, if it has proven that.
    pub proven: Option<bool>,
    /// Playouts it took.
    pub playouts: u64,
    /// Solver nodes it took.
    pub nodes: u64,
}

impl From<AnyMove> for Reply {
    fn from(chosen: AnyMove) -> Self {
        Self {
            chosen: Some(chosen),
            proven: None,
            playouts: 0,
            nodes: 0,
        }
    }
}

/// Why a player cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It panicked, its process ended, or it could not be started.
    #[error("crashed: {0}")]
    Crashed(String),
    /// It answered something that is no legal move.
    #[error("answered nonsense: {0}")]
    Nonsense(String),
    /// It did not answer.
    #[error("hung: no answer in {0:.1?}")]
    Hung(Duration),
    /// It answered too late.
    #[error("exceeded its time by {0:.3?}")]
    Overstepped(Duration),
    /// Nobody waits for the answer: the match is being stopped.
    #[error("cancelled")]
    Cancelled,
}

/// How time is kept in a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum TimeControl {
    /// Nobody looks at the clock; other limits bound a move.
    #[default]
    None,
    /// So much for every move.
    PerMove(Duration),
    /// So much for the game, and so much more after each move.
    Game {
        /// For the whole game.
        base: Duration,
        /// Added after each move of the player.
        increment: Duration,
    },
}

/// One player's clock.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    control: TimeControl,
    left: Duration,
}

impl Clock {
    pub(super) fn new(control: TimeControl) -> Self {
        let left = match control {
            TimeControl::None => Duration::MAX,
            TimeControl::PerMove(time) => time,
            TimeControl::Game { base, .. } => base,
        };
        Self { control, left }
    }

    /// Time after which the move loses.
    pub(super) fn remaining(&self) -> Option<Duration> {
        (self.control != TimeControl::None).then_some(self.left)
    }

    /// Time a careful player spends: all of a per-move limit but a few milliseconds; of a game
    /// clock a twentieth and most of the increment, never more than half of what is left.
    pub(super) fn advised(&self) -> Option<Duration> {
        match self.control {
            TimeControl::None => None,
            TimeControl::PerMove(time) => {
                Some(time.saturating_sub(Duration::from_millis(3)).max(time / 2))
            }
            TimeControl::Game { increment, .. } => {
                Some((self.left / 20 + increment * 4 / 5).min(self.left / 2))
            }
        }
    }

    /// Takes the time of a move off; the excess if that was more than allowed plus `margin`.
    pub(super) fn spend(&mut self, spent: Duration, margin: Duration) -> Result<(), Duration> {
        if self.control == TimeControl::None {
            return Ok(());
        }
        if spent > self.left.saturating_add(margin) {
            return Err(spent - self.left);
        }
        if let TimeControl::Game { increment, .. } = self.control {
            self.left = self.left.saturating_sub(spent) + increment;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn clocks() {
        let mut clock = Clock::new(TimeControl::Game {
            base: 1000 * MS,
            increment: 50 * MS,
        });
        assert_eq!(clock.spend(400 * MS, MS), Ok(()));
        assert_eq!(clock.remaining(), Some(650 * MS));
        assert!(clock.advised().unwrap() < 100 * MS);
        assert_eq!(clock.spend(660 * MS, 5 * MS), Err(10 * MS));
        // Within the margin: forgiven, but the clock is empty but for the increment.
        assert_eq!(clock.spend(653 * MS, 5 * MS), Ok(()));
        assert_eq!(clock.remaining(), Some(50 * MS));

        let mut clock = Clock::new(TimeControl::PerMove(100 * MS));
        assert_eq!(clock.spend(90 * MS, MS), Ok(()));
        assert_eq!(clock.remaining(), Some(100 * MS));
        assert_eq!(clock.advised(), Some(97 * MS));
        assert_eq!(clock.spend(120 * MS, 10 * MS), Err(20 * MS));

        let mut clock = Clock::new(TimeControl::None);
        assert_eq!(clock.spend(Duration::from_secs(1_000_000), MS), Ok(()));
        assert_eq!(clock.remaining(), None);
    }
}
