//! What a person does with the game at hand: moves, the exchange, taking back, waiting, hints.

use narrows_ai::level::Level;
use narrows_core::any::Stone;
use narrows_core::narrows::Move;
use narrows_core::{AnyMove, Color, GameKind, Point};

use super::super::super::session::Who;
use super::{Effect, State};

impl State {
    /// Whether a stone of the side to move stands on a point.
    pub(super) fn is_movers(&self, point: Point) -> bool {
        let position = self.session.position();
        let color = position.stone_at(point).map(|stone| match stone {
            Stone::Black => Color::Black,
            Stone::White => Color::White,
        });
        color.is_some() && color == position.color_to_move()
    }

    pub(super) fn choose(&mut self, stone: Point) {
        if self.chosen == Some(stone) {
            self.chosen = None;
        } else if self.captures_from(stone).is_empty() {
            self.chosen = None;
            self.notice = Some(format!("{stone} has nothing to capture"));
        } else {
            self.chosen = Some(stone);
        }
    }

    /// Enter, or a second click.
    pub(super) fn confirm(&mut self, effects: &mut Vec<Effect>) {
        match self.session.mover() {
            None => return self.tell("the game is over: n begins a new one".into()),
            Some(who @ Who::Level(_)) => return self.tell(format!("{who} is to move")),
            Some(Who::Human) => {}
        }
        match self.session.kind() {
            GameKind::BlackNarrows => self.try_to_play(self.cursor.into(), effects),
            GameKind::Narrows if self.is_movers(self.cursor) => self.choose(self.cursor),
            GameKind::Narrows => match self.chosen {
                Some(from) => {
                    let capture = Move::Capture {
                        from,
                        to: self.cursor,
                    };
                    self.try_to_play(capture.into(), effects);
                }
                None => self.tell("choose one of your stones first".into()),
            },
        }
    }

    fn try_to_play(&mut self, candidate: AnyMove, effects: &mut Vec<Effect>) {
        match self.session.position().why_illegal(candidate) {
            Some(reason) => self.tell(reason.to_string()),
            None => {
                self.stop_thinking(effects);
                self.play(candidate, effects);
            }
        }
    }

    pub(super) fn play(&mut self, next: AnyMove, effects: &mut Vec<Effect>) {
        match self.session.play(next) {
            Ok(()) => {
                self.forget();
                effects.push(Effect::Save);
            }
            Err(error) => self.tell(error.to_string()),
        }
    }

    pub(super) fn swap(&mut self, effects: &mut Vec<Effect>) {
        if self.is_persons_turn() {
            self.try_to_play(Move::Swap.into(), effects);
        }
    }

    pub(super) fn undo(&mut self, effects: &mut Vec<Effect>) {
        self.stop_thinking(effects);
        let taken_back = self.session.undo();
        self.forget();
        if taken_back == 0 {
            self.tell("there is no move of yours to take back".into());
        } else {
            self.paused = !self.is_persons_turn();
            effects.push(Effect::Save);
        }
    }

    pub(super) fn pause(&mut self, effects: &mut Vec<Effect>) {
        self.paused = !self.paused;
        if self.paused {
            self.stop_thinking(effects);
        }
    }

    pub(super) fn ask_hint(&mut self, effects: &mut Vec<Effect>) {
        match self.session.mover() {
            None => self.tell("the game is over".into()),
            Some(who @ Who::Level(_)) => self.tell(format!("{who} is to move")),
            Some(Who::Human) if self.thinking.is_none() => {
                self.hint = None;
                self.notice = None;
                self.think(Level::UNBEATABLE, true, effects);
            }
            Some(Who::Human) => self.stop_thinking(effects),
        }
    }

    /// What the chosen stone can capture, in words.
    pub(super) fn choices(&self) -> String {
        let (Some(chosen), targets) = (self.chosen, self.targets()) else {
            return String::new();
        };
        let names: Vec<_> = targets.iter().map(ToString::to_string).collect();
        match names.split_last() {
            Some((last, [])) => format!("{chosen} can capture {last}"),
            Some((last, others)) => format!("{chosen} can capture {} or {last}", others.join(", ")),
            None => String::new(),
        }
    }
}
