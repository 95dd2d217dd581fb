//! A board to sit down at.

use narrows_ai::value::Value;
use narrows_core::{AnyMove, AnyPosition, ByPlayer, GameKind, Pie, Point, Record};
use narrows_play::{Effect, Input, NewGame, Purpose, Seat, Session, Target, Thought, Ticket};

/// A session with its effects since the last look.
pub struct Board {
    pub session: Session,
    pub effects: Vec<Effect>,
}

pub fn point(name: &str) -> Point {
    name.parse().unwrap()
}

pub fn seats(players: &str) -> ByPlayer<Seat> {
    let (first, second) = players.split_once(' ').unwrap();
    ByPlayer {
        first: first.parse().unwrap(),
        second: second.parse().unwrap(),
    }
}

pub fn game(kind: GameKind, size: &str, players: &str, pie: Pie) -> NewGame {
    let start = AnyPosition::start(kind, size.parse().unwrap(), pie).unwrap();
    NewGame::new(Record::new(start), seats(players))
}

/// Black Narrows, as `5x4`, between players such as `human 3`; Confirm is on.
pub fn black_narrows(size: &str, players: &str) -> Board {
    Board::new(game(GameKind::BlackNarrows, size, players, Pie::On))
}

/// Narrows without the exchange; Confirm is on.
pub fn narrows(size: &str, players: &str) -> Board {
    Board::new(game(GameKind::Narrows, size, players, Pie::Off))
}

/// Narrows with the exchange; Confirm is on.
pub fn with_pie(size: &str, players: &str) -> Board {
    Board::new(game(GameKind::Narrows, size, players, Pie::On))
}

impl Board {
    pub fn new(game: NewGame) -> Self {
        Self {
            session: Session::new(game),
            effects: Vec::new(),
        }
    }

    pub fn without_confirm(mut self) -> Self {
        self.send(Input::SetConfirm(false));
        self
    }

    pub fn send(&mut self, input: Input) -> &mut Self {
        self.effects = self.session.handle(input);
        self
    }

    pub fn tap(&mut self, name: &str) -> &mut Self {
        let target = match name {
            "between" => Target::Between,
            "off" => Target::Off,
            name => Target::Point(point(name)),
        };
        self.send(Input::Tap(target))
    }

    /// Types moves one after another, which must be legal.
    pub fn play(&mut self, moves: &str) -> &mut Self {
        for text in moves.split_whitespace() {
            let plies = self.session.view().plies;
            let play = AnyMove::parse(self.session.kind(), text).unwrap();
            self.send(Input::Play(play));
            assert_eq!(
                self.session.view().plies,
                plies + 1,
                "{text} {:?}",
                self.status()
            );
        }
        self
    }

    /// The question that waits for an answer.
    pub fn question(&self) -> Option<(Ticket, u8, Purpose)> {
        let thinking = self.session.thinking()?;
        Some((thinking.ticket, thinking.level.number(), thinking.purpose))
    }

    /// Answers it with a move.
    pub fn answer(&mut self, play: &str) -> &mut Self {
        self.answer_sure(play, Value::Unknown)
    }

    pub fn answer_sure(&mut self, play: &str, value: Value) -> &mut Self {
        let (ticket, ..) = self.question().expect("a level is thinking");
        let best = AnyMove::parse(self.session.kind(), play).ok();
        let answer = Thought {
            value,
            expected: 0.544,
            ..Thought::new(best)
        };
        self.send(Input::Answer { ticket, answer })
    }

    pub fn moves(&self) -> String {
        let moves = self.session.record().moves().iter();
        moves.map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    pub fn waiting(&self) -> String {
        let waiting = self.session.view().waiting;
        waiting.map_or_else(String::new, |play| play.to_string())
    }

    pub fn chosen(&self) -> String {
        let chosen = self.session.view().chosen;
        chosen.map_or_else(String::new, |point| point.to_string())
    }

    pub fn status(&self) -> String {
        let status = self.session.view().status;
        if status.headline.is_empty() {
            status.text
        } else {
            format!("{}. {}", status.headline, status.text)
        }
    }

    pub fn said(&self) -> String {
        let said = self.effects.iter().filter_map(|effect| match effect {
            Effect::Say(text) => Some(text.as_str()),
            _ => None,
        });
        said.collect::<Vec<_>>().join(" ")
    }

    /// The points with a property, in the order of the board.
    pub fn points(&self, has: impl Fn(&narrows_play::PointView) -> bool) -> String {
        let view = self.session.view();
        let points = view.size.iter().filter(|&point| has(&view.point(point)));
        points
            .map(|point| point.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    }
}
