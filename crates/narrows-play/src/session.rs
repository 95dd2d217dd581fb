//! The session: what it knows, and which part of it answers which input.

use narrows_ai::level::Level;
use narrows_core::record::RecordResult;
use narrows_core::{AnyMove, AnyPosition, ByPlayer, Color, GameKind, Player, Point, Record};

use crate::history::{History, Maker};
use crate::message::{Effect, Input, NewGame, Purpose, Thought, Ticket};
use crate::seat::Seat;

/// How a person acts, which decides the words of instructions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Manner {
    /// By tapping, as on the page: “tap any point”.
    #[default]
    Taps,
    /// With keys, as in the terminal: “choose any point”.
    Keys,
}

/// A search under way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thinking {
    /// The question.
    pub ticket: Ticket,
    /// Who was asked.
    pub level: Level,
    /// For a move or for a hint.
    pub purpose: Purpose,
    /// What the level thinks so far.
    pub thought: Option<Thought>,
}

/// The move that waits for Confirm, and the position after it.
#[derive(Clone, Debug)]
pub(crate) struct Waiting {
    pub play: AnyMove,
    pub after: AnyPosition,
}

/// A sentence that answers the last input, until the next one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Notice {
    pub text: String,
    /// Whether something went wrong, as against a refused move.
    pub is_trouble: bool,
}

/// One game at the board.
#[derive(Clone, Debug)]
pub struct Session {
    pub(crate) history: History,
    pub(crate) seats: ByPlayer<Seat>,
    pub(crate) confirm: bool,
    pub(crate) marking: bool,
    pub(crate) manner: Manner,
    /// Narrows: the stone chosen to move.
    pub(crate) chosen: Option<Point>,
    pub(crate) waiting: Option<Waiting>,
    /// The number of moves before the position on the screen, if that is not the last one.
    pub(crate) shown: Option<usize>,
    pub(crate) exchange_declined: bool,
    pub(crate) hint: Option<AnyMove>,
    pub(crate) thinking: Option<Thinking>,
    /// What a level thought of the move it made last.
    pub(crate) verdict: Option<(Level, Thought)>,
    /// Whether a level whose turn it is has been told to wait.
    pub(crate) stopped: bool,
    /// What happened last, as a sentence.
    pub(crate) news: String,
    pub(crate) notice: Option<Notice>,
    /// The game that begins if this one may be discarded.
    pub(crate) replacement: Option<Box<NewGame>>,
    pub(crate) last_ticket: u64,
}

impl Session {
    /// A session with a game, Confirm and marking on. No level is asked before the first input.
    #[must_use]
    pub fn new(game: NewGame) -> Self {
        let NewGame {
            record,
            seats,
            makers,
        } = game;
        let news = recorded_result(&record);
        Self {
            history: History::new(record, makers),
            seats,
            confirm: true,
            marking: true,
            manner: Manner::Taps,
            chosen: None,
            waiting: None,
            shown: None,
            exchange_declined: false,
            hint: None,
            thinking: None,
            verdict: None,
            stopped: false,
            news,
            notice: None,
            replacement: None,
            last_ticket: 0,
        }
    }

    /// The same session with the words for another manner of acting.
    #[must_use]
    pub fn with_manner(mut self, manner: Manner) -> Self {
        self.manner = manner;
        self
    }

    /// The same session with Confirm on or off.
    #[must_use]
    pub fn with_confirm(mut self, on: bool) -> Self {
        self.confirm = on;
        self
    }

    /// The same session with the marking of illegal points on or off.
    #[must_use]
    pub fn with_marking(mut self, on: bool) -> Self {
        self.marking = on;
        self
    }

    /// Takes an input and says what the front end has to do, in this order.
    ///
    /// No input is an error: what cannot be done now changes nothing, and the view says why where a person
    /// would ask.
    pub fn handle(&mut self, input: Input) -> Vec<Effect> {
        let mut effects = Vec::new();
        if input.is_from_person() {
            self.notice = None;
            if !matches!(input, Input::Discard) {
                // Whoever plays on has answered the question.
                self.replacement = None;
            }
        }
        self.dispatch(input, &mut effects);
        self.ask_level(&mut effects);
        effects
    }

    fn dispatch(&mut self, input: Input, effects: &mut Vec<Effect>) {
        match input {
            Input::Begin | Input::KeepPlaying => {}
            Input::Tap(target) => self.tap(target, effects),
            Input::Confirm => self.confirm(effects),
            Input::Play(play) => self.type_move(play, effects),
            Input::Cancel => self.cancel(effects),
            Input::Undo => self.undo(effects),
            Input::TakeOver => self.take_over(effects),
            Input::Stay => self.stay(effects),
            Input::Hint => self.ask_hint(effects),
            Input::Stop => self.stop(effects),
            Input::GoOn => self.stopped = false,
            Input::Step(step) => self.step(step, effects),
            Input::Seats(seats) => self.set_seats(seats, effects),
            Input::SetConfirm(on) => self.set_confirm(on),
            Input::SetMarking(on) => self.set_marking(on, effects),
            Input::NewGame(game) => self.request(game, effects),
            Input::Discard => self.discard(effects),
            Input::Progress { ticket, thought } => self.note_progress(ticket, thought),
            Input::Answer { ticket, answer } => self.take_answer(ticket, answer, effects),
            Input::Failed { ticket, reason } => self.take_failure(ticket, &reason, effects),
        }
    }

    /// The game so far.
    #[must_use]
    pub fn record(&self) -> &Record {
        self.history.record()
    }

    /// Who made each move so far.
    #[must_use]
    pub fn makers(&self) -> &[Maker] {
        self.history.makers()
    }

    /// Writes the date, such as `2026-11-29`, into the record.
    pub fn set_date(&mut self, date: &str) {
        self.history.record_mut().date = date.into();
    }

    /// The position that is played from, whatever is on the screen.
    #[must_use]
    pub fn position(&self) -> &AnyPosition {
        self.history.position(self.history.plies())
    }

    /// The position on the screen.
    #[must_use]
    pub fn shown_position(&self) -> &AnyPosition {
        self.history.position(self.shown_ply())
    }

    /// The number of moves before the position on the screen.
    #[must_use]
    pub fn shown_ply(&self) -> usize {
        self.shown.unwrap_or(self.history.plies())
    }

    /// Whether the position on the screen is the one that is played from.
    #[must_use]
    pub fn is_at_end(&self) -> bool {
        self.shown.is_none()
    }

    /// Which game this is.
    #[must_use]
    pub fn kind(&self) -> GameKind {
        self.position().kind()
    }

    /// The players.
    #[must_use]
    pub fn seats(&self) -> ByPlayer<Seat> {
        self.seats
    }

    /// Who moves next; `None` when the game is over.
    #[must_use]
    pub fn mover(&self) -> Option<Seat> {
        let position = self.position();
        (!position.is_over()).then(|| self.seats[position.to_move()])
    }

    /// The search under way.
    #[must_use]
    pub fn thinking(&self) -> Option<&Thinking> {
        self.thinking.as_ref()
    }

    /// Whether a level whose turn it is has been told to wait.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped && matches!(self.mover(), Some(Seat::Level(_)))
    }

    /// Whether the answer to “Discard this game?” is awaited.
    #[must_use]
    pub fn asks_to_discard(&self) -> bool {
        self.replacement.is_some()
    }

    /// Whether the game has moves and is not over: it is worth saving.
    #[must_use]
    pub fn is_unfinished(&self) -> bool {
        self.history.plies() > 0 && !self.position().is_over()
    }

    /// Whether New game asks before it discards this game: a person has moved, and it is not over.
    #[must_use]
    pub fn would_be_missed(&self) -> bool {
        self.history.has_person_moved() && !self.position().is_over()
    }

    /// Whether a move is made after Confirm only.
    #[must_use]
    pub fn confirm_is_on(&self) -> bool {
        self.confirm
    }

    /// Whether illegal points are marked.
    #[must_use]
    pub fn marking_is_on(&self) -> bool {
        self.marking
    }

    /// Whether a person may move in the position on the screen.
    #[must_use]
    pub fn is_persons_turn(&self) -> bool {
        self.is_at_end() && self.mover() == Some(Seat::Human)
    }

    /// Whether a person has to say whether to exchange colors.
    #[must_use]
    pub fn exchange_is_open(&self) -> bool {
        self.is_persons_turn() && self.position().exchange_is_offered() && !self.exchange_declined
    }

    /// The color of a player in the position on the screen (Narrows).
    pub(crate) fn color_of(&self, player: Player) -> Option<Color> {
        self.shown_position().color_of(player)
    }

    /// Forgets what belonged to the position before.
    pub(crate) fn forget(&mut self) {
        self.chosen = None;
        self.waiting = None;
        self.hint = None;
        self.exchange_declined = false;
    }

    pub(crate) fn say(effects: &mut Vec<Effect>, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            effects.push(Effect::Say(text));
        }
    }

    pub(crate) fn refuse(&mut self, text: impl Into<String>, effects: &mut Vec<Effect>) {
        let text = text.into();
        Self::say(effects, text.clone());
        self.notice = Some(Notice {
            text,
            is_trouble: false,
        });
    }
}

/// The result of a record whose moves do not show one: a resignation, or a loss on time.
fn recorded_result(record: &Record) -> String {
    let is_declared = !record.position().is_over() && record.result() != RecordResult::Unfinished;
    if is_declared {
        format!("The record gives the result {}.", record.result().text())
    } else {
        String::new()
    }
}
