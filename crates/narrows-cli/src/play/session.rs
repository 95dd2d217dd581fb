//! A game between people and levels: the record, who has which side, and what undo means. No clock, no
//! terminal, no file.

use std::fmt;
use std::str::FromStr;

use narrows_ai::level::Level;
use narrows_core::{AnyMove, AnyPosition, ByPlayer, GameKind, PlayError, Player, Record};

/// Who makes the moves of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// A person.
    Human,
    /// The computer.
    Level(Level),
}

impl Who {
    /// The opponent of somebody who names none: beatable, but not at the first try.
    pub const DEFAULT_LEVEL: Self = match Level::new(3) {
        Some(level) => Self::Level(level),
        None => Self::Human,
    };

    /// A person, then the levels from the weakest on.
    pub fn all() -> impl Iterator<Item = Self> {
        std::iter::once(Self::Human).chain(Level::ALL.map(Self::Level))
    }

    /// What a record calls this player: `human`, or `level 4`.
    fn from_name(name: &str) -> Option<Self> {
        let number = name.strip_prefix("level ").unwrap_or(name);
        number.parse().ok()
    }

    /// Whether a person moves.
    pub fn is_human(self) -> bool {
        self == Self::Human
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Level(level) => write!(f, "level {}", level.number()),
        }
    }
}

impl FromStr for Who {
    type Err = &'static str;

    /// Reads `human` or the number of a level.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.eq_ignore_ascii_case("human") {
            return Ok(Self::Human);
        }
        let level = text.parse().ok().and_then(Level::new);
        level
            .map(Self::Level)
            .ok_or("a player is human or a level from 1 to 6")
    }
}

/// A game and the players who play it.
#[derive(Clone, Debug, PartialEq)]
pub struct Session {
    record: Record,
    who: ByPlayer<Who>,
}

impl Session {
    /// A game between these players; their names go into the record.
    pub fn new(record: Record, who: ByPlayer<Who>) -> Self {
        let mut session = Self { record, who };
        session.set_who(who);
        session
    }

    /// A game as it was saved: the players are the ones the record names, people where it names others.
    pub fn resumed(record: Record) -> Self {
        let who = |player| Who::from_name(&record.names[player]).unwrap_or(Who::Human);
        let who = ByPlayer {
            first: who(Player::First),
            second: who(Player::Second),
        };
        Self { record, who }
    }

    /// Changes the players; the game goes on.
    pub fn set_who(&mut self, who: ByPlayer<Who>) {
        self.who = who;
        for player in Player::BOTH {
            self.record.names[player] = who[player].to_string();
        }
    }

    /// The game so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The position now.
    pub fn position(&self) -> &AnyPosition {
        self.record.position()
    }

    /// Which game this is.
    pub fn kind(&self) -> GameKind {
        self.position().kind()
    }

    /// The players.
    pub fn who(&self) -> ByPlayer<Who> {
        self.who
    }

    /// Who moves next; `None` when the game is over.
    pub fn mover(&self) -> Option<Who> {
        (!self.position().is_over()).then(|| self.who[self.position().to_move()])
    }

    /// Whether the game was begun and is not over: something would be lost with it.
    pub fn is_unfinished(&self) -> bool {
        !self.record.moves().is_empty() && !self.position().is_over()
    }

    /// Plays a move.
    pub fn play(&mut self, candidate: AnyMove) -> Result<(), PlayError<AnyMove>> {
        self.record.play(candidate)
    }

    /// Takes back the last move of a person, and what the computer answered; the last move if only the
    /// computer plays. Returns the number of moves taken back, 0 if there is none to take back.
    pub fn undo(&mut self) -> usize {
        let plies = self.record.moves().len();
        let someone = Player::BOTH
            .iter()
            .any(|&player| self.who[player].is_human());
        let persons =
            |&ply: &usize| !someone || self.who[self.record.position_at(ply).to_move()].is_human();
        let Some(keep) = (0..plies).rev().find(persons) else {
            return 0;
        };
        for _ in keep..plies {
            self.record.undo();
        }
        plies - keep
    }

    /// How messages call a player: `first` and `second`, or the colour in Narrows.
    pub fn title(&self, player: Player) -> &'static str {
        match (self.position().color_of(player), player) {
            (Some(narrows_core::Color::Black), _) => "Black",
            (Some(narrows_core::Color::White), _) => "White",
            (None, Player::First) => "First",
            (None, Player::Second) => "Second",
        }
    }
}

#[cfg(test)]
mod tests {
    use narrows_core::Pie;

    use super::*;

    fn session(kind: GameKind, size: &str, first: &str, second: &str) -> Session {
        let start = AnyPosition::start(kind, size.parse().unwrap(), Pie::On).unwrap();
        let who = ByPlayer {
            first: first.parse().unwrap(),
            second: second.parse().unwrap(),
        };
        Session::new(Record::new(start), who)
    }

    fn play(session: &mut Session, moves: &str) {
        for text in moves.split(' ') {
            session
                .play(AnyMove::parse(session.kind(), text).unwrap())
                .unwrap();
        }
    }

    #[test]
    fn players_are_read_and_written() {
        for who in Who::all() {
            assert_eq!(Who::from_name(&who.to_string()), Some(who));
        }
        assert!("7".parse::<Who>().is_err());
        assert!("".parse::<Who>().is_err());
    }

    #[test]
    fn undo_takes_back_the_reply_too() {
        let mut game = session(GameKind::BlackNarrows, "8x8", "human", "3");
        assert_eq!(game.undo(), 0);
        play(&mut game, "a1 c3 e5 g7");
        assert_eq!(game.undo(), 2);
        assert_eq!(game.record().moves().len(), 2);
        play(&mut game, "e5");
        assert_eq!(game.undo(), 1);
    }

    #[test]
    fn undo_is_not_available_before_the_persons_first_move() {
        let mut game = session(GameKind::BlackNarrows, "8x8", "3", "human");
        play(&mut game, "a1");
        assert_eq!(game.undo(), 0);
        play(&mut game, "c3 d5");
        assert_eq!(game.undo(), 2);
    }

    #[test]
    fn undo_is_one_move_between_people_and_between_levels() {
        for who in ["human", "2"] {
            let mut game = session(GameKind::BlackNarrows, "8x8", who, who);
            play(&mut game, "a1 c3 d5");
            assert_eq!(game.undo(), 1);
        }
    }

    #[test]
    fn undo_keeps_to_the_person_after_an_exchange() {
        let mut game = session(GameKind::Narrows, "4x4", "human", "3");
        play(&mut game, "a4xa3 swap");
        assert_eq!(game.title(Player::First), "White");
        assert_eq!(game.mover(), Some(Who::Human));
        assert_eq!(game.undo(), 2);
        assert_eq!(game.title(Player::First), "Black");
    }

    #[test]
    fn a_saved_game_names_its_players() {
        let mut game = session(GameKind::Narrows, "4x4", "6", "human");
        play(&mut game, "a4xa3");
        let record = game.record().to_string().parse().unwrap();
        assert_eq!(Session::resumed(record), game);
    }
}
