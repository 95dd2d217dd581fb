//! What goes into a session and what comes out of it.

use narrows_ai::level::{Choice, Level, Progress};
use narrows_ai::value::Value;
use narrows_core::{AnyMove, ByPlayer, Player, Point, Record};

use crate::history::Maker;
use crate::seat::Seat;

/// What a tap aims at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A point of the board.
    Point(Point),
    /// The board, but no point of it.
    Between,
    /// Anything that is not the board.
    Off,
}

/// Where to step in the moves of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To the start of the game.
    First,
    /// One move back.
    Back,
    /// One move forward.
    Forward,
    /// To the position that is played from.
    Last,
    /// To the position after so many moves.
    To(usize),
}

/// Names one question to a level; the answer comes with the same ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticket(pub u64);

/// What a level is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The move that it makes.
    Move,
    /// A hint: the move that it would make.
    Hint,
}

/// What a level thinks, while it searches or at the end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thought {
    /// The move it would make; at the end `None` only if there is none.
    pub best: Option<AnyMove>,
    /// What is proven, for the player to move.
    pub value: Value,
    /// The expected result for the player to move, 0 (lost) to 1 (won).
    pub expected: f64,
    /// The playouts so far.
    pub playouts: u64,
}

impl Thought {
    /// A move about which nothing else is known.
    #[must_use]
    pub const fn new(best: Option<AnyMove>) -> Self {
        Self {
            best,
            value: Value::Unknown,
            expected: 0.5,
            playouts: 0,
        }
    }
}

impl From<&Choice> for Thought {
    fn from(choice: &Choice) -> Self {
        Self {
            best: choice.play,
            value: choice.value,
            expected: choice.expected,
            playouts: choice.playouts,
        }
    }
}

impl From<&Progress> for Thought {
    fn from(progress: &Progress) -> Self {
        Self {
            best: progress.best,
            value: Value::Unknown,
            expected: progress.expected,
            playouts: progress.playouts,
        }
    }
}

/// A game to begin, or to continue.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGame {
    /// The game so far; the players' names are written into it unless it is [resumed](Self::resumed).
    pub record: Record,
    /// The players.
    pub seats: ByPlayer<Seat>,
    /// Who made each move so far.
    pub makers: Vec<Maker>,
}

impl NewGame {
    /// A game between these players. Their names go into the record.
    #[must_use]
    pub fn new(mut record: Record, seats: ByPlayer<Seat>) -> Self {
        let makers = Maker::named_in(&record);
        for player in Player::BOTH {
            record.names[player] = seats[player].to_string();
        }
        Self {
            record,
            seats,
            makers,
        }
    }

    /// A game as its record tells it: levels where it names levels, people elsewhere, under their own names.
    #[must_use]
    pub fn resumed(record: Record) -> Self {
        let seats = ByPlayer {
            first: Seat::from_name(&record.names.first),
            second: Seat::from_name(&record.names.second),
        };
        let makers = Maker::named_in(&record);
        Self {
            record,
            seats,
            makers,
        }
    }
}

/// What a person does, or what a level answers.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// The front end is ready: a level whose turn it is may be asked.
    Begin,
    /// A tap or a click.
    Tap(Target),
    /// The Confirm button.
    Confirm,
    /// A whole move, as one types it; it does not wait for Confirm.
    Play(AnyMove),
    /// Takes back what is chosen or waits for Confirm (the Escape key).
    Cancel,
    /// The Undo button.
    Undo,
    /// White takes over Black (the exchange of the pie rule).
    TakeOver,
    /// White stays White.
    Stay,
    /// Asks for a hint.
    Hint,
    /// Ends the search that runs; a level whose turn it is then waits.
    Stop,
    /// Lets a level that waits go on.
    GoOn,
    /// Shows another position of the game.
    Step(Step),
    /// Other players from now on.
    Seats(ByPlayer<Seat>),
    /// Switches Confirm on or off.
    SetConfirm(bool),
    /// Switches the marking of illegal points on or off.
    SetMarking(bool),
    /// Begins another game, or asks whether this one may be discarded.
    NewGame(Box<NewGame>),
    /// Yes, this game may be discarded.
    Discard,
    /// No, this game goes on.
    KeepPlaying,
    /// What a level thinks so far.
    Progress {
        /// The question.
        ticket: Ticket,
        /// What it thinks.
        thought: Thought,
    },
    /// What a level chose.
    Answer {
        /// The question.
        ticket: Ticket,
        /// What it chose.
        answer: Thought,
    },
    /// A level could not answer.
    Failed {
        /// The question.
        ticket: Ticket,
        /// Why, in a few words without a full stop.
        reason: String,
    },
}

impl Input {
    /// Whether a person did this.
    pub(crate) const fn is_from_person(&self) -> bool {
        !matches!(
            self,
            Self::Begin | Self::Progress { .. } | Self::Answer { .. } | Self::Failed { .. }
        )
    }
}

/// What the front end has to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Let a level think about [`Session::position`](crate::Session::position) and send the answer with the ticket.
    AskLevel {
        /// The question.
        ticket: Ticket,
        /// Who is asked.
        level: Level,
        /// For a move or for a hint.
        purpose: Purpose,
    },
    /// End the search: nobody waits for its answer any more.
    Cancel(Ticket),
    /// Ask “Discard this game?”, and send [`Input::Discard`] or [`Input::KeepPlaying`].
    AskDiscard,
    /// Another game has taken the place of this one, which had moves if it is given here.
    Started(Option<Box<Record>>),
    /// A move was made: show it arriving.
    Moved(AnyMove),
    /// Say this aloud.
    Say(String),
    /// The game or its players have changed: bring the saved copy up to date.
    Save,
}
