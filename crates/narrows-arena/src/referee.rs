//! One game.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use narrows_core::{ByPlayer, Player as Side};

use super::contestant::Clock;
use super::opening::{Opening, game_seed};
use super::schedule::ScheduledGame;
use super::seat::Seat;
use super::{Fault, NewGame, TimeControl, Turn};

/// What bounds a move of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct MatchLimits {
    /// How time is kept.
    pub time: TimeControl,
    /// Grace period on every move: no clock is exact on a busy machine.
    pub margin: Duration,
    /// How long an answer may take beyond the time, or at all without a clock, before the player
    /// counts as hung; an [`Entrant`](super::Entrant) may have its own.
    pub patience: Duration,
    /// Playouts a move.
    pub playouts: Option<u64>,
    /// Solver nodes a move.
    pub nodes: Option<u64>,
}

impl Default for MatchLimits {
    /// No clock, no other limit, a minute before a player counts as hung.
    fn default() -> Self {
        Self {
            time: TimeControl::None,
            margin: Duration::from_millis(50),
            patience: Duration::from_secs(60),
            playouts: None,
            nodes: None,
        }
    }
}

/// How a game ended.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// By the rules.
    Played,
    /// The loser resigned.
    Resigned,
    /// The loser overstepped the time.
    Time,
    /// The loser crashed.
    Crashed,
    /// The loser answered something that is no legal move.
    Nonsense,
    /// The loser did not answer.
    Hung,
}

impl Ending {
    /// The word of the results file.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Played => "played",
            Self::Resigned => "resigned",
            Self::Time => "time",
            Self::Crashed => "crashed",
            Self::Nonsense => "nonsense",
            Self::Hung => "hung",
        }
    }

    /// Whether the game was lost by a failure of a program or a machine, and not by play.
    #[must_use]
    pub fn is_forfeit(self) -> bool {
        !matches!(self, Self::Played | Self::Resigned)
    }
}

/// A finished game, one line of the results file.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct GameRecord {
    /// Number of the game in the schedule.
    pub game: u64,
    /// Number of the pair of games.
    pub pair: u64,
    /// Index of the opening.
    pub opening: u64,
    /// Index of the player in the first seat.
    pub first: usize,
    /// Index of the player in the second seat.
    pub second: usize,
    /// Whether the player in the first seat won.
    pub first_won: bool,
    /// How it ended.
    pub ending: Ending,
    /// More about that: what exactly the loser did.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// The position before the first move, as a position line.
    pub start: String,
    /// All moves, the opening's first.
    pub moves: Vec<String>,
    /// How many of the moves are the opening's.
    pub opening_plies: usize,
    /// Seconds each seat thought, first seat first.
    pub seconds: [f64; 2],
    /// Legal moves in all positions the players had to choose in, together.
    pub legal_moves: u64,
    /// The ply, counted from the start, from which on a player knew the proven result of the game;
    /// absent if none did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proven_ply: Option<usize>,
    /// Seconds of thought of both before that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proven_seconds: Option<f64>,
}

impl GameRecord {
    /// Index of the player who lost.
    #[must_use]
    pub fn loser(&self) -> usize {
        if self.first_won {
            self.second
        } else {
            self.first
        }
    }

    /// Whether a player won it; one who plays against itself is asked about the first seat.
    #[must_use]
    pub fn won_by(&self, player: usize) -> bool {
        self.first_won == (self.first == player)
    }
}

/// Plays a game. `None` if the match was stopped before its end.
pub(super) fn play(
    scheduled: &ScheduledGame,
    opening: &Opening,
    seats: &mut ByPlayer<&mut Seat>,
    limits: &MatchLimits,
    seed: u64,
    stopped: &AtomicBool,
) -> Option<GameRecord> {
    let mut game = Table::new(scheduled, opening, limits);
    let ended = game
        .seat_players(seats, seed, stopped)
        .and_then(|()| game.play_on(seats, stopped));
    let (loser, ending, detail) = match ended {
        Ok(loser) => (loser, Ending::Played, String::new()),
        Err(Stop::Cancelled) => return None,
        Err(Stop::Lost(loser, ending, detail)) => (loser, ending, detail),
    };
    game.record.first_won = loser == Side::Second;
    game.record.ending = ending;
    game.record.detail = detail;
    Some(game.record)
}

/// Most characters that are kept of what a player did.
const LONGEST_DETAIL: usize = 300;

/// One line of bearable length: an engine can say anything.
fn shortened(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    let mut kept: String = line
        .chars()
        .filter(|c| !c.is_control())
        .take(LONGEST_DETAIL)
        .collect();
    if line.chars().nth(LONGEST_DETAIL).is_some() {
        kept.push('…');
    }
    kept
}

/// Why a game ends other than by the rules.
enum Stop {
    Cancelled,
    Lost(Side, Ending, String),
}

impl Stop {
    fn fault(side: Side, fault: &Fault) -> Self {
        let ending = match fault {
            Fault::Cancelled => return Self::Cancelled,
            Fault::Crashed(_) => Ending::Crashed,
            Fault::Nonsense(_) => Ending::Nonsense,
            Fault::Hung(_) => Ending::Hung,
            Fault::Overstepped(_) => Ending::Time,
        };
        Self::Lost(side, ending, shortened(&fault.to_string()))
    }
}

/// A game in progress.
struct Table<'a> {
    opening: &'a Opening,
    limits: &'a MatchLimits,
    clocks: ByPlayer<Clock>,
    turn: Turn,
    record: GameRecord,
}

impl<'a> Table<'a> {
    fn new(scheduled: &ScheduledGame, opening: &'a Opening, limits: &'a MatchLimits) -> Self {
        let record = GameRecord {
            game: scheduled.game,
            pair: scheduled.pair,
            opening: scheduled.opening,
            first: scheduled.first,
            second: scheduled.second,
            first_won: false,
            ending: Ending::Played,
            detail: String::new(),
            start: opening.start.to_string(),
            moves: opening.moves.iter().map(ToString::to_string).collect(),
            opening_plies: opening.moves.len(),
            seconds: [0.0; 2],
            legal_moves: 0,
            proven_ply: None,
            proven_seconds: None,
        };
        let turn = Turn {
            position: opening.position.clone(),
            start: opening.start.clone(),
            moves: opening.moves.clone(),
            playouts: limits.playouts,
            nodes: limits.nodes,
            remaining: None,
            advised: None,
            patience: limits.patience,
            since: Instant::now(),
            cancelled: Arc::new(AtomicBool::new(false)),
        };
        let clock = Clock::new(limits.time);
        Self {
            opening,
            limits,
            clocks: ByPlayer {
                first: clock,
                second: clock,
            },
            turn,
            record,
        }
    }

    fn seat_players(
        &self,
        seats: &mut ByPlayer<&mut Seat>,
        seed: u64,
        stopped: &AtomicBool,
    ) -> Result<(), Stop> {
        for (side, number) in [(Side::First, 0), (Side::Second, 1)] {
            let game = NewGame {
                start: self.opening.start.clone(),
                seed: game_seed(seed, self.record.game, number),
                time: self.limits.time,
                patience: seats[side].patience(self.limits),
                cancelled: Arc::new(AtomicBool::new(false)),
            };
            seats[side]
                .new_game(game, stopped)
                .map_err(|fault| Stop::fault(side, &fault))?;
        }
        Ok(())
    }

    /// Plays to the end by the rules and returns the loser.
    fn play_on(
        &mut self,
        seats: &mut ByPlayer<&mut Seat>,
        stopped: &AtomicBool,
    ) -> Result<Side, Stop> {
        loop {
            if let Some(outcome) = self.turn.position.outcome() {
                return Ok(outcome.winner.other());
            }
            let side = self.turn.position.to_move();
            self.move_of(side, seats[side], stopped)?;
        }
    }

    fn move_of(&mut self, side: Side, seat: &mut Seat, stopped: &AtomicBool) -> Result<(), Stop> {
        let clock = &mut self.clocks[side];
        self.turn.remaining = clock.remaining();
        self.turn.advised = clock.advised();
        self.turn.patience = seat.patience(self.limits)
            + clock
                .remaining()
                .map_or(Duration::ZERO, |r| r + self.limits.margin);
        self.turn.cancelled = Arc::new(AtomicBool::new(false));
        let (reply, spent) = seat
            .choose(self.turn.clone(), stopped)
            .map_err(|fault| Stop::fault(side, &fault))?;
        let index = usize::from(side == Side::Second);
        self.record.seconds[index] += spent.as_secs_f64();
        clock
            .spend(spent, self.limits.margin)
            .map_err(|excess| Stop::fault(side, &Fault::Overstepped(excess)))?;
        self.record.legal_moves += self.turn.position.legal_moves().len() as u64;
        if self.record.proven_ply.is_none() && reply.proven.is_some() {
            self.record.proven_ply = Some(self.turn.moves.len());
            self.record.proven_seconds = Some(self.record.seconds.iter().sum());
        }
        let Some(chosen) = reply.chosen else {
            return Err(Stop::Lost(side, Ending::Resigned, String::new()));
        };
        self.turn
            .position
            .play(chosen)
            .map_err(|error| Stop::fault(side, &Fault::Nonsense(error.to_string())))?;
        self.turn.moves.push(chosen);
        self.record.moves.push(chosen.to_string());
        Ok(())
    }
}
