//! Levels: when one is asked, and what becomes of its answer. An answer whose ticket is not the last one asked
//! comes too late and is ignored.

use narrows_ai::level::{Level, unproven_percent};
use narrows_ai::value::Value;
use narrows_core::AnyMove;
use narrows_core::narrows::Move;

use crate::message::{Effect, Purpose, Thought, Ticket};
use crate::seat::Seat;
use crate::session::{Notice, Session, Thinking};
use crate::words;

impl Session {
    /// Asks the level whose turn it is, if it may move.
    pub(crate) fn ask_level(&mut self, effects: &mut Vec<Effect>) {
        if self.thinking.is_some() || self.stopped || self.replacement.is_some() {
            return;
        }
        if let Some(Seat::Level(level)) = self.mover() {
            self.ask(level, Purpose::Move, effects);
            let position = self.position();
            let who = words::player_name(self, position.to_move(), position);
            Self::say(effects, format!("{who} is thinking."));
        }
    }

    fn ask(&mut self, level: Level, purpose: Purpose, effects: &mut Vec<Effect>) {
        self.last_ticket += 1;
        let ticket = Ticket(self.last_ticket);
        self.thinking = Some(Thinking {
            ticket,
            level,
            purpose,
            thought: None,
        });
        effects.push(Effect::AskLevel {
            ticket,
            level,
            purpose,
        });
    }

    pub(crate) fn ask_hint(&mut self, effects: &mut Vec<Effect>) {
        if !self.is_persons_turn() {
            return match self.mover() {
                None => self.refuse("The game is over.", effects),
                Some(Seat::Human) => {
                    self.refuse("You are looking back. Step forward to play on.", effects);
                }
                Some(seat) => {
                    let told = format!("It is the turn of {seat}.");
                    self.refuse(told, effects);
                }
            };
        }
        self.end_search(effects);
        self.chosen = None;
        self.waiting = None;
        self.hint = None;
        self.ask(Level::UNBEATABLE, Purpose::Hint, effects);
        Self::say(effects, "Looking for a hint.");
    }

    /// Ends the search; a level whose turn it is then waits.
    pub(crate) fn stop(&mut self, effects: &mut Vec<Effect>) {
        let was_hint = self
            .thinking
            .is_some_and(|thinking| thinking.purpose == Purpose::Hint);
        let was_search = self.thinking.is_some();
        self.end_search(effects);
        self.stopped = !was_hint && matches!(self.mover(), Some(Seat::Level(_)));
        if was_search {
            Self::say(effects, "Stopped.");
        }
    }

    pub(crate) fn end_search(&mut self, effects: &mut Vec<Effect>) {
        if let Some(thinking) = self.thinking.take() {
            effects.push(Effect::Cancel(thinking.ticket));
        }
    }

    pub(crate) fn note_progress(&mut self, ticket: Ticket, thought: Thought) {
        if let Some(thinking) = &mut self.thinking
            && thinking.ticket == ticket
        {
            thinking.thought = Some(thought);
        }
    }

    pub(crate) fn take_answer(
        &mut self,
        ticket: Ticket,
        answer: Thought,
        effects: &mut Vec<Effect>,
    ) {
        let Some(thinking) = self.thinking.take_if(|thinking| thinking.ticket == ticket) else {
            return;
        };
        let legal = answer
            .best
            .filter(|&best| self.position().why_illegal(best).is_none());
        match (legal, thinking.purpose) {
            (None, _) => self.fail(thinking.purpose, "it found no legal move", effects),
            (Some(best), Purpose::Hint) => self.show_hint(best, &answer, effects),
            (Some(best), Purpose::Move) => {
                self.play(best, effects);
                self.verdict = Some((thinking.level, answer));
            }
        }
    }

    pub(crate) fn take_failure(&mut self, ticket: Ticket, reason: &str, effects: &mut Vec<Effect>) {
        if let Some(thinking) = self.thinking.take_if(|thinking| thinking.ticket == ticket) {
            self.fail(thinking.purpose, reason, effects);
        }
    }

    fn fail(&mut self, purpose: Purpose, reason: &str, effects: &mut Vec<Effect>) {
        let text = match purpose {
            Purpose::Hint => format!("No hint: {reason}."),
            Purpose::Move => {
                // Asked again at once it would only fail again.
                self.stopped = true;
                format!("The computer could not move: {reason}.")
            }
        };
        Self::say(effects, text.clone());
        self.notice = Some(Notice {
            text,
            is_trouble: true,
        });
    }

    fn show_hint(&mut self, best: AnyMove, answer: &Thought, effects: &mut Vec<Effect>) {
        self.hint = Some(best);
        let what = match best {
            AnyMove::Narrows(Move::Swap) => "take over Black".into(),
            play => words::spaced(play),
        };
        let sure = match answer.value {
            Value::Win => "It wins.".into(),
            Value::Loss => "Every move loses against best play.".into(),
            Value::Unknown => format!("Level 6 gives it {} %.", unproven_percent(answer.expected)),
        };
        self.news = format!("Hint: {what}. {sure}");
        Self::say(effects, self.news.clone());
    }
}
