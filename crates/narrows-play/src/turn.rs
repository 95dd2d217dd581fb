//! Moves, the exchange, Undo, and stepping through the game.

use narrows_core::AnyMove;
use narrows_core::narrows::Move;

use crate::history::Maker;
use crate::message::{Effect, Step};
use crate::session::Session;
use crate::words;

impl Session {
    /// Makes a legal move for the player to move, and says so.
    pub(crate) fn play(&mut self, play: AnyMove, effects: &mut Vec<Effect>) {
        let position = self.position();
        let player = position.to_move();
        let who = words::player_name(self, player, position);
        let maker = Maker::of(self.seats[player]);
        if let Err(error) = self.history.play(play, maker) {
            return self.refuse(words::sentence(&error.reason.to_string()), effects);
        }
        self.forget();
        if maker == Maker::Person {
            self.shown = None;
            self.verdict = None;
        }
        self.news = words::made(&who, play);
        effects.push(Effect::Moved(play));
        let mut told = self.news.clone();
        if let Some(result) = words::result(self, self.history.plies()) {
            told = format!("{told} {}. {}", result.headline, result.detail);
        }
        Self::say(effects, told);
        effects.push(Effect::Save);
    }

    /// A move that was typed.
    pub(crate) fn type_move(&mut self, play: AnyMove, effects: &mut Vec<Effect>) {
        if !self.is_at_end() {
            return self.refuse("You are looking back. Step forward to play on.", effects);
        }
        match self.mover() {
            None => self.refuse("The game is over.", effects),
            Some(seat) if !seat.is_human() => {
                let told = format!("It is the turn of {seat}.");
                self.refuse(told, effects);
            }
            Some(_) => {
                self.end_search(effects);
                match self.position().why_illegal(play) {
                    Some(reason) => self.refuse(words::sentence(&reason.to_string()), effects),
                    None => self.play(play, effects),
                }
            }
        }
    }

    pub(crate) fn take_over(&mut self, effects: &mut Vec<Effect>) {
        self.type_move(Move::Swap.into(), effects);
    }

    /// White stays White: the question is answered for this turn.
    pub(crate) fn stay(&mut self, effects: &mut Vec<Effect>) {
        if self.exchange_is_open() {
            self.exchange_declined = true;
            let told = format!("You stay White. {}", words::turn(self));
            Self::say(effects, told);
        }
    }

    /// Whether Undo does something.
    ///
    /// A stone of Black Narrows that waits is taken back by Undo even before the first move. In Narrows Undo is
    /// not available until then, and a tap on it cancels as a tap anywhere else does.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        let has_stone_waiting = self.waiting.is_some() && self.position().color_to_move().is_none();
        has_stone_waiting || (self.is_at_end() && self.history.undo_target().is_some())
    }

    pub(crate) fn undo(&mut self, effects: &mut Vec<Effect>) {
        if self.waiting.is_some() || !self.can_undo() {
            return self.cancel(effects);
        }
        let Some(plies) = self.history.undo_target() else {
            return;
        };
        self.end_search(effects);
        self.history.undo_to(plies);
        self.forget();
        self.verdict = None;
        self.news.clear();
        // After a change of players it may now be a level's turn: it would only make the move again.
        self.stopped = self.mover().is_some_and(|seat| !seat.is_human());
        Self::say(effects, "Your last move is taken back.");
        effects.push(Effect::Save);
    }

    /// Shows another position of the game; what was chosen or waits is taken back.
    pub(crate) fn step(&mut self, step: Step, effects: &mut Vec<Effect>) {
        let (ply, plies) = (self.shown_ply(), self.history.plies());
        let to = match step {
            Step::First => 0,
            Step::Back => ply.saturating_sub(1),
            Step::Forward => ply + 1,
            Step::Last => plies,
            Step::To(ply) => ply,
        };
        let to = to.min(plies);
        self.chosen = None;
        self.waiting = None;
        self.hint = None;
        self.shown = (to < plies).then_some(to);
        if to != ply {
            Self::say(
                effects,
                match self.history.last_move(to) {
                    Some(play) => format!("Move {to}: {}.", words::spaced(play)),
                    None => "Start of the game.".into(),
                },
            );
        }
    }
}
