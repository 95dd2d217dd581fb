//! The menu of a new game, and of the players of the game at hand.

use narrows_core::{AnyPosition, ByPlayer, GameKind, Pie, Player, Size};
use narrows_play::{Seat, Session};

use super::Key;

/// What a line of the menu sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// Which game.
    Game,
    /// The number of columns.
    Columns,
    /// The number of rows.
    Rows,
    /// A player.
    Player(Player),
    /// The pie rule (Narrows).
    Pie,
    /// Start, or go on.
    Done,
}

/// What the menu is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To start a game.
    NewGame,
    /// To change the players of the game at hand.
    Players,
}

/// What became of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The menu stays.
    Open,
    /// The menu is left without a change.
    Cancelled,
    /// The menu is left; what it says holds.
    Done,
}

/// A menu: what it says, and the line that is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Menu {
    /// What the menu is for.
    pub purpose: Purpose,
    /// Which game.
    pub kind: GameKind,
    columns: u8,
    rows: u8,
    /// The players.
    pub who: ByPlayer<Seat>,
    /// Whether the pie rule is on.
    pub pie: bool,
    /// The chosen line.
    pub chosen: Item,
}

impl Menu {
    /// A menu that begins with a game like this one.
    pub fn new(purpose: Purpose, like: &Session) -> Self {
        let position = like.position();
        let chosen = match purpose {
            Purpose::NewGame => Item::Game,
            Purpose::Players => Item::Player(Player::First),
        };
        Self {
            purpose,
            kind: like.kind(),
            columns: position.size().columns(),
            rows: position.size().rows(),
            who: like.seats(),
            pie: like.kind() == GameKind::BlackNarrows || like.record().pie() == Pie::On,
            chosen,
        }
    }

    /// The lines of the menu.
    pub fn items(&self) -> Vec<Item> {
        let players = Player::BOTH.map(Item::Player);
        let mut items = Vec::new();
        if self.purpose == Purpose::NewGame {
            items.extend([Item::Game, Item::Columns, Item::Rows]);
        }
        items.extend(players);
        if self.purpose == Purpose::NewGame && self.kind == GameKind::Narrows {
            items.push(Item::Pie);
        }
        items.push(Item::Done);
        items
    }

    /// The name of a line and what it says.
    pub fn text(&self, item: Item) -> (&'static str, String) {
        match item {
            Item::Game => ("Game", self.kind.name().into()),
            Item::Columns => ("Columns", self.columns.to_string()),
            Item::Rows => ("Rows", self.rows.to_string()),
            Item::Player(player) => (
                match (self.kind, player) {
                    (GameKind::Narrows, Player::First) if self.purpose == Purpose::NewGame => {
                        "Black"
                    }
                    (GameKind::Narrows, Player::Second) if self.purpose == Purpose::NewGame => {
                        "White"
                    }
                    (_, Player::First) => "First",
                    (_, Player::Second) => "Second",
                },
                match self.who[player] {
                    Seat::Human => "human".into(),
                    Seat::Level(level) => match level.number() {
                        1 => "level 1, random".into(),
                        6 => "level 6, unbeatable".into(),
                        number => format!("level {number}"),
                    },
                },
            ),
            Item::Pie => ("Pie rule", if self.pie { "on" } else { "off" }.into()),
            Item::Done => match self.purpose {
                Purpose::NewGame => ("Start", String::new()),
                Purpose::Players => ("Continue", String::new()),
            },
        }
    }

    /// Why the game cannot start with what the menu says.
    pub fn problem(&self) -> Option<String> {
        self.start().err()
    }

    /// The position the game starts with.
    pub fn start(&self) -> Result<AnyPosition, String> {
        let size = Size::new(self.columns, self.rows).map_err(|error| error.to_string())?;
        let pie = if self.pie { Pie::On } else { Pie::Off };
        AnyPosition::start(self.kind, size, pie).map_err(|error| match self.kind {
            GameKind::Narrows if size.points() % 2 == 1 => {
                "Narrows needs an even number of columns or rows".into()
            }
            _ => error.to_string(),
        })
    }

    /// A key was pressed.
    pub fn press(&mut self, key: Key) -> Answer {
        match key {
            Key::Up => self.step(-1),
            Key::Down | Key::Tab => self.step(1),
            Key::Left | Key::Char('-') => self.change(-1),
            Key::Right | Key::Char(' ' | '+') => self.change(1),
            Key::Enter => return self.done(),
            Key::Escape => return Answer::Cancelled,
            _ => {}
        }
        Answer::Open
    }

    /// A line was clicked: chosen, or changed if it was chosen already.
    pub fn click(&mut self, item: Item) -> Answer {
        if item == Item::Done {
            return self.done();
        }
        if self.chosen == item {
            self.change(1);
        }
        self.chosen = item;
        Answer::Open
    }

    fn done(&self) -> Answer {
        let blocked = self.purpose == Purpose::NewGame && self.problem().is_some();
        if blocked { Answer::Open } else { Answer::Done }
    }

    fn step(&mut self, by: isize) {
        let items = self.items();
        let at = items
            .iter()
            .position(|&item| item == self.chosen)
            .unwrap_or(0);
        let next = (at as isize + by).rem_euclid(items.len() as isize) as usize;
        self.chosen = items[next];
    }

    fn change(&mut self, by: isize) {
        let side = |side: u8| (isize::from(side) + by).clamp(1, 26) as u8;
        match self.chosen {
            Item::Game => {
                let was_default = self.has_size(self.kind.default_size());
                self.kind = match self.kind {
                    GameKind::BlackNarrows => GameKind::Narrows,
                    GameKind::Narrows => GameKind::BlackNarrows,
                };
                let size = self.kind.default_size();
                if was_default || self.problem().is_some() {
                    (self.columns, self.rows) = (size.columns(), size.rows());
                }
            }
            Item::Columns => self.columns = side(self.columns),
            Item::Rows => self.rows = side(self.rows),
            Item::Player(player) => {
                let all: Vec<_> = Seat::all().collect();
                let at = all
                    .iter()
                    .position(|&who| who == self.who[player])
                    .unwrap_or(0);
                let next = (at as isize + by).rem_euclid(all.len() as isize) as usize;
                self.who[player] = all[next];
            }
            Item::Pie => self.pie = !self.pie,
            Item::Done => {}
        }
    }

    fn has_size(&self, size: Size) -> bool {
        (self.columns, self.rows) == (size.columns(), size.rows())
    }
}
