//! What is on the screen and what a key means: the game at the board is [`narrows_play::Session`], this adds the
//! cursor, the menus and what lies over the board. No terminal, no clock, no thread, no file; whatever has to be
//! done outside is returned as an [`Effect`].

mod input;

use narrows_ai::level::Level;
use narrows_core::{AnyPosition, Point, Record};
use narrows_play::{self as play, NewGame, Purpose, Session, Ticket, Tone, View};
use ratatui::layout::Rect;

use super::Input;
use super::layout::{Layout, Scroll};
use super::menu::{Menu, Purpose as MenuPurpose};

/// What has to be done outside.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Let a level think about a position; the answer comes with the same ticket.
    Think {
        /// The question.
        ticket: Ticket,
        /// The level.
        level: Level,
        /// The position.
        position: Box<AnyPosition>,
        /// Whether a person waits for the answer and not for a move of the computer's.
        is_hint: bool,
    },
    /// End the search: nobody waits for it any more.
    Cancel,
    /// Bring the saved game up to date.
    Save,
    /// Another game takes the place of this unfinished one: keep it aside.
    KeepPrevious(Box<Record>),
    /// Write the record to a file.
    SaveRecord,
    /// End the program.
    Quit,
}

/// What lies over the board.
#[derive(Clone, Debug, PartialEq)]
pub enum Overlay {
    /// Nothing.
    None,
    /// What the keys do, and the rules.
    Help,
    /// The game as text, and where it was saved.
    Record(Option<String>),
    /// Whether to continue the game of last time.
    Resume,
    /// A menu.
    Menu(Menu),
    /// Whether to discard the game at hand for the one in the menu.
    Discard(Menu),
}

/// Everything that is on the screen.
pub struct State {
    /// The game at the board.
    pub session: Session,
    /// What lies over it.
    pub overlay: Overlay,
    /// Lines scrolled in a long text.
    pub text_scroll: u16,
    /// The point that the next key is about.
    pub cursor: Point,
    /// A move that is being typed.
    pub entry: Option<String>,
    /// A word to the person from outside the game: where it was saved, why not.
    pub told: Option<String>,
    /// Steps of the spinner.
    pub spinner: usize,
    /// What is shown of a large board.
    pub scroll: Scroll,
    area: Rect,
    /// The unfinished game of last time, until it is continued or replaced.
    saved: Option<NewGame>,
    /// Whether the command line asked for a game.
    was_requested: bool,
}

impl State {
    /// A screen of this size that begins with a game, or with the question which one.
    pub fn new(
        default: NewGame,
        requested: Option<NewGame>,
        saved: Option<NewGame>,
        area: Rect,
    ) -> Self {
        let was_requested = requested.is_some();
        let session = Session::new(requested.unwrap_or(default)).with_manner(play::Manner::Keys);
        let overlay = if saved.is_some() {
            Overlay::Resume
        } else if was_requested {
            Overlay::None
        } else {
            Overlay::Menu(Menu::new(MenuPurpose::NewGame, &session))
        };
        let mut state = Self {
            cursor: center(session.position()),
            session,
            overlay,
            text_scroll: 0,
            entry: None,
            told: None,
            spinner: 0,
            scroll: Scroll::default(),
            area,
            saved,
            was_requested,
        };
        state.follow_cursor();
        state
    }

    /// The unfinished game of last time.
    pub fn saved(&self) -> Option<&NewGame> {
        self.saved.as_ref()
    }

    /// Where things are; `None` if the screen is too small.
    pub fn layout(&self) -> Option<Layout> {
        Layout::new(self.area, self.session.position().size(), self.scroll)
    }

    /// What there is to draw of the game. The stone under the cursor is shown as if it waited for Confirm.
    pub fn view(&self) -> View {
        if self.overlay == Overlay::None && self.entry.is_none() {
            self.session.view_considering(self.cursor)
        } else {
            self.session.view()
        }
    }

    /// What the computer does of its own accord now.
    pub fn begin(&mut self) -> Vec<Effect> {
        let mut effects = Vec::new();
        if self.overlay == Overlay::None {
            self.send(play::Input::Begin, &mut effects);
        }
        effects
    }

    /// A person did something.
    pub fn handle(&mut self, input: Input) -> Vec<Effect> {
        let mut effects = Vec::new();
        match input {
            Input::Resize(width, height) => self.area = Rect::new(0, 0, width, height),
            Input::Key(key) => self.key(key, &mut effects),
            Input::Click(x, y) => self.click(x, y, &mut effects),
            Input::Wheel(rows) => self.wheel(rows),
        }
        self.follow_cursor();
        effects
    }

    /// A search reports progress, has ended, or failed.
    pub fn hear(&mut self, input: play::Input) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.send(input, &mut effects);
        effects
    }

    /// Passes an input to the game, and its effects on.
    fn send(&mut self, input: play::Input, effects: &mut Vec<Effect>) {
        for effect in self.session.handle(input) {
            match effect {
                play::Effect::AskLevel {
                    ticket,
                    level,
                    purpose,
                } => effects.push(Effect::Think {
                    ticket,
                    level,
                    position: Box::new(self.session.position().clone()),
                    is_hint: purpose == Purpose::Hint,
                }),
                play::Effect::Cancel(_) => effects.push(Effect::Cancel),
                play::Effect::AskDiscard => {
                    if let Overlay::Menu(menu) = &self.overlay {
                        self.overlay = Overlay::Discard(menu.clone());
                    }
                }
                play::Effect::Started(displaced) => self.started(displaced, effects),
                // What is said aloud stands in the status line.
                play::Effect::Moved(_) | play::Effect::Say(_) => {}
                play::Effect::Save => effects.push(Effect::Save),
            }
        }
    }

    /// Another game is at the board. An unfinished one before it is kept aside.
    fn started(&mut self, displaced: Option<Box<Record>>, effects: &mut Vec<Effect>) {
        self.overlay = Overlay::None;
        self.cursor = center(self.session.position());
        self.scroll = Scroll::default();
        self.told = None;
        let saved = self.saved.take().map(|game| Box::new(game.record));
        let displaced = displaced.filter(|record| !record.position().is_over());
        if let Some(record) = displaced.or(saved) {
            effects.push(Effect::KeepPrevious(record));
        }
    }

    /// The record was written to a file, or not.
    pub fn record_saved(&mut self, told: String) {
        if let Overlay::Record(saved) = &mut self.overlay {
            *saved = Some(told);
        }
    }

    /// A word to the person.
    pub fn tell(&mut self, told: String) {
        self.told = Some(told);
    }

    fn follow_cursor(&mut self) {
        if let Some(layout) = self.layout() {
            self.scroll = layout.scroll_to(self.cursor);
        }
    }

    /// What goes on, in sentences, and how it is meant.
    pub fn status(&self) -> (String, Tone) {
        if let Some(entry) = &self.entry {
            return (format!("Move: {entry}_"), Tone::Plain);
        }
        let status = self.session.view().status;
        let text = if status.headline.is_empty() {
            status.text
        } else {
            format!("{}. {}", status.headline, status.text)
        };
        match &self.told {
            Some(told) => (format!("{told} {text}"), Tone::Trouble),
            None => (text, status.tone),
        }
    }
}

/// The point in the middle of the board.
fn center(position: &AnyPosition) -> Point {
    let size = position.size();
    let middle = Point::from_indices(size.columns() / 2, size.rows() / 2);
    let corner = || size.iter().next();
    middle
        .filter(|&point| size.contains(point))
        .or_else(corner)
        .unwrap_or_else(|| unreachable!("a board has points"))
}
