//! What a tap does, game by game, and what Confirm and Escape do.

use narrows_core::any::Stone;
use narrows_core::narrows::Move;
use narrows_core::{AnyMove, Color, GameKind, Point};

use crate::message::{Effect, Purpose, Target};
use crate::session::{Session, Waiting};
use crate::words;

impl Session {
    pub(crate) fn tap(&mut self, target: Target, effects: &mut Vec<Effect>) {
        self.end_hint_search(effects);
        if !self.is_persons_turn() {
            self.explain_no_turn(target, effects);
            return;
        }
        match self.kind() {
            GameKind::BlackNarrows => self.tap_black_narrows(target, effects),
            GameKind::Narrows => self.tap_narrows(target, effects),
        }
    }

    /// A legal point: the stone waits there, or is placed. Anything else takes back a stone that waits.
    fn tap_black_narrows(&mut self, target: Target, effects: &mut Vec<Effect>) {
        let Target::Point(point) = target else {
            return self.cancel(effects);
        };
        let play = AnyMove::from(point);
        match self.position().why_illegal(play) {
            Some(_) if self.waiting.is_some() => self.cancel(effects),
            Some(reason) => self.refuse(words::sentence(&reason.to_string()), effects),
            None => self.wait_or_play(play, effects),
        }
    }

    /// One of the mover's stones is chosen, a stone it can capture is captured; anything else cancels.
    fn tap_narrows(&mut self, target: Target, effects: &mut Vec<Effect>) {
        let Target::Point(point) = target else {
            return self.cancel(effects);
        };
        if let Some(waiting) = &self.waiting
            && waiting.play.destination() == Some(point)
        {
            return self.confirm(effects);
        }
        if self.is_movers(point) && (self.waiting.is_some() || self.chosen != Some(point)) {
            self.waiting = None;
            self.chosen = Some(point);
            let told = words::turn(self);
            return Self::say(effects, told);
        }
        if self.waiting.is_none()
            && let Some(from) = self.chosen
            && self.targets().contains(&point)
        {
            return self.wait_or_play(Move::Capture { from, to: point }.into(), effects);
        }
        if self.chosen.is_none() && self.waiting.is_none() {
            return self.refuse("Choose one of your stones first.", effects);
        }
        self.cancel(effects);
    }

    /// A legal move that was chosen: it waits for Confirm, or is made.
    fn wait_or_play(&mut self, play: AnyMove, effects: &mut Vec<Effect>) {
        let is_second = self
            .waiting
            .as_ref()
            .is_some_and(|waiting| waiting.play == play);
        if is_second || !self.confirm {
            return self.play(play, effects);
        }
        let mut after = self.position().clone();
        if after.play(play).is_ok() {
            self.waiting = Some(Waiting { play, after });
            let told = words::turn(self);
            Self::say(effects, told);
        }
    }

    pub(crate) fn confirm(&mut self, effects: &mut Vec<Effect>) {
        if let Some(waiting) = &self.waiting
            && self.is_persons_turn()
        {
            let play = waiting.play;
            self.play(play, effects);
        }
    }

    /// Takes back what is chosen or waits, and says so.
    pub(crate) fn cancel(&mut self, effects: &mut Vec<Effect>) {
        match (self.waiting.take(), self.chosen.take()) {
            (Some(waiting), _) => {
                Self::say(
                    effects,
                    format!("{} taken back.", words::spaced(waiting.play)),
                );
            }
            (None, Some(_)) => Self::say(effects, "Canceled."),
            (None, None) => {}
        }
    }

    /// Ends the search for a hint: the person has decided otherwise.
    fn end_hint_search(&mut self, effects: &mut Vec<Effect>) {
        if self
            .thinking
            .is_some_and(|thinking| thinking.purpose == Purpose::Hint)
        {
            self.end_search(effects);
        }
    }

    fn explain_no_turn(&mut self, target: Target, effects: &mut Vec<Effect>) {
        if !self.is_at_end() && matches!(target, Target::Point(_)) && self.mover().is_some() {
            self.refuse("You are looking back. Step forward to play on.", effects);
        }
    }

    /// Whether a stone of the side to move stands on a point (Narrows).
    pub(crate) fn is_movers(&self, point: Point) -> bool {
        let position = self.position();
        let color = position.stone_at(point).map(|stone| match stone {
            Stone::Black => Color::Black,
            Stone::White => Color::White,
        });
        color.is_some() && color == position.color_to_move()
    }

    /// The stones that the chosen stone can capture, in ascending order.
    #[must_use]
    pub fn targets(&self) -> Vec<Point> {
        let Some(chosen) = self.chosen else {
            return Vec::new();
        };
        let moves = self.position().legal_moves();
        let targets = moves.into_iter().filter_map(|play| match play {
            AnyMove::Narrows(Move::Capture { from, to }) if from == chosen => Some(to),
            _ => None,
        });
        targets.collect()
    }
}
