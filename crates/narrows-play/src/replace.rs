//! Other players, other settings, another game.

use narrows_core::{ByPlayer, Player};

use crate::message::{Effect, NewGame};
use crate::seat::Seat;
use crate::session::Session;

impl Session {
    /// Other players from now on; who made the moves so far does not change.
    pub(crate) fn set_seats(&mut self, seats: ByPlayer<Seat>, effects: &mut Vec<Effect>) {
        self.end_search(effects);
        for player in Player::BOTH {
            if self.seats[player] != seats[player] {
                self.history.record_mut().names[player] = seats[player].to_string();
            }
        }
        self.seats = seats;
        self.chosen = None;
        self.waiting = None;
        self.hint = None;
        self.stopped = false;
        effects.push(Effect::Save);
    }

    pub(crate) fn set_confirm(&mut self, on: bool) {
        self.confirm = on;
        if !on {
            self.waiting = None;
        }
    }

    pub(crate) fn set_marking(&mut self, on: bool, effects: &mut Vec<Effect>) {
        self.marking = on;
        Self::say(effects, if on { "Marking on." } else { "Marking off." });
    }

    /// Begins another game, after a question if a person has moved in this one.
    pub(crate) fn request(&mut self, game: Box<NewGame>, effects: &mut Vec<Effect>) {
        self.end_search(effects);
        self.replacement = Some(game);
        if self.would_be_missed() {
            effects.push(Effect::AskDiscard);
        } else {
            self.discard(effects);
        }
    }

    pub(crate) fn discard(&mut self, effects: &mut Vec<Effect>) {
        let Some(game) = self.replacement.take() else {
            return;
        };
        self.end_search(effects);
        let fresh = Self {
            confirm: self.confirm,
            marking: self.marking,
            manner: self.manner,
            // A late answer to a question about the game before must not match a new one.
            last_ticket: self.last_ticket,
            ..Self::new(*game)
        };
        let before = std::mem::replace(self, fresh);
        let displaced = (before.history.plies() > 0).then(|| Box::new(before.record().clone()));
        effects.push(Effect::Started(displaced));
        Self::say(effects, "New game.");
        effects.push(Effect::Save);
    }
}
