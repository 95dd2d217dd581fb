//! What is on the screen and what a key means: no terminal, no clock, no thread, no file. Whatever has to
//! be done outside is returned as an [`Effect`].

mod input;
mod moves;

use narrows_ai::level::{Choice, Level, Progress};
use narrows_core::narrows::Move;
use narrows_core::{AnyMove, AnyPosition, Point};
use ratatui::layout::Rect;

use super::super::session::{Session, Who};
use super::Input;
use super::layout::{Layout, Scroll};
use super::menu::{Menu, Purpose};
use crate::commands::show;

/// What has to be done outside.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Let a level think about a position; the answer comes with the same number.
    Think {
        /// The number.
        id: u64,
        /// The level.
        level: Level,
        /// The position.
        position: Box<AnyPosition>,
        /// Whether a person waits for the answer and not for a move of the computer's.
        is_hint: bool,
    },
    /// End the thought: nobody waits for it any more.
    Cancel,
    /// Bring the saved game up to date.
    Save,
    /// The saved game will be overwritten: keep it aside.
    KeepPrevious,
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

/// A thought that is under way.
#[derive(Clone, Debug, PartialEq)]
pub struct Thinking {
    id: u64,
    /// Who thinks.
    pub level: Level,
    /// Whether it is for a hint.
    pub is_hint: bool,
    /// How the search stands.
    pub progress: Option<Progress>,
}

/// A hint: the move, and what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The move.
    pub play: AnyMove,
    /// In words.
    pub words: String,
}

/// Everything that is on the screen.
pub struct State {
    /// The game.
    pub session: Session,
    /// What lies over it.
    pub overlay: Overlay,
    /// Lines scrolled in a long text.
    pub text_scroll: u16,
    /// The point that the next key is about.
    pub cursor: Point,
    /// Narrows: the stone that will capture.
    pub chosen: Option<Point>,
    /// Whether illegal points are marked.
    pub marks: bool,
    /// The hint.
    pub hint: Option<Hint>,
    /// A word to the person.
    pub notice: Option<String>,
    /// The thought under way.
    pub thinking: Option<Thinking>,
    /// Whether the computer waits.
    pub paused: bool,
    /// Steps of the spinner.
    pub spinner: usize,
    /// What is shown of a large board.
    pub scroll: Scroll,
    area: Rect,
    /// The cursor is where a click has put it: the next click there confirms.
    clicked: bool,
    /// The unfinished game of last time, until it is continued or replaced.
    saved: Option<Session>,
    /// Whether the command line asked for a game.
    was_requested: bool,
    last_id: u64,
}

impl State {
    /// A screen of this size that begins with a game, or with the question which one.
    pub fn new(
        default: Session,
        requested: Option<Session>,
        saved: Option<Session>,
        area: Rect,
    ) -> Self {
        let was_requested = requested.is_some();
        let session = requested.unwrap_or(default);
        let overlay = if saved.is_some() {
            Overlay::Resume
        } else if was_requested {
            Overlay::None
        } else {
            Overlay::Menu(Menu::new(Purpose::NewGame, &session))
        };
        let mut state = Self {
            cursor: center(session.position()),
            session,
            overlay,
            text_scroll: 0,
            chosen: None,
            marks: true,
            hint: None,
            notice: None,
            thinking: None,
            paused: false,
            spinner: 0,
            scroll: Scroll::default(),
            area,
            clicked: false,
            saved,
            was_requested,
            last_id: 0,
        };
        state.follow_cursor();
        state
    }

    /// The unfinished game of last time.
    pub fn saved(&self) -> Option<&Session> {
        self.saved.as_ref()
    }

    /// Where things are; `None` if the screen is too small.
    pub fn layout(&self) -> Option<Layout> {
        Layout::new(self.area, self.session.position().size(), self.scroll)
    }

    /// What the computer does of its own accord now.
    pub fn begin(&mut self) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.advance(&mut effects);
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
        self.advance(&mut effects);
        effects
    }

    /// A thought goes on.
    pub fn progress(&mut self, id: u64, progress: Progress) {
        if let Some(thinking) = &mut self.thinking
            && thinking.id == id
        {
            thinking.progress = Some(progress);
        }
    }

    /// A thought has come to an end.
    pub fn decided(&mut self, id: u64, choice: &Choice) -> Vec<Effect> {
        let mut effects = Vec::new();
        let Some(thinking) = self.thinking.take_if(|thinking| thinking.id == id) else {
            return effects;
        };
        match choice.play {
            None => self.stopped(id),
            Some(play) if thinking.is_hint => {
                self.hint = Some(Hint {
                    play,
                    words: match choice.value.is_known() {
                        true => format!("hint: {play}, a proven {}", choice.value.name()),
                        false => format!("hint: {play}, {:.0} %", choice.expected * 100.0),
                    },
                });
            }
            Some(play) => self.play(play, &mut effects),
        }
        self.advance(&mut effects);
        effects
    }

    /// A thought has ended without a move.
    pub fn stopped(&mut self, id: u64) {
        self.thinking.take_if(|thinking| thinking.id == id);
        self.paused = true;
        self.notice = Some("the computer found no move: u takes back, n begins anew".into());
    }

    /// The record was written to a file, or not.
    pub fn record_saved(&mut self, told: String) {
        if let Overlay::Record(saved) = &mut self.overlay {
            *saved = Some(told);
        }
    }

    /// A word to the person.
    pub fn tell(&mut self, notice: String) {
        self.notice = Some(notice);
    }

    /// Whether a person is to move, on a board that nothing covers.
    pub fn is_persons_turn(&self) -> bool {
        self.session.mover() == Some(Who::Human)
    }

    /// The moves of the chosen stone.
    pub fn targets(&self) -> Vec<Point> {
        let Some(chosen) = self.chosen else {
            return Vec::new();
        };
        self.captures_from(chosen)
    }

    fn captures_from(&self, stone: Point) -> Vec<Point> {
        let moves = self.session.position().legal_moves();
        moves
            .into_iter()
            .filter_map(|next| match next {
                AnyMove::Narrows(Move::Capture { from, to }) if from == stone => Some(to),
                _ => None,
            })
            .collect()
    }

    /// Lets the computer think if it is its turn.
    fn advance(&mut self, effects: &mut Vec<Effect>) {
        let waits = self.paused || matches!(self.overlay, Overlay::Resume | Overlay::Discard(_));
        let asks = matches!(&self.overlay, Overlay::Menu(menu) if menu.purpose == Purpose::NewGame)
            && self.session.record().moves().is_empty();
        if waits || asks || self.thinking.is_some() {
            return;
        }
        if let Some(Who::Level(level)) = self.session.mover() {
            self.think(level, false, effects);
        }
    }

    fn think(&mut self, level: Level, is_hint: bool, effects: &mut Vec<Effect>) {
        self.last_id += 1;
        self.thinking = Some(Thinking {
            id: self.last_id,
            level,
            is_hint,
            progress: None,
        });
        effects.push(Effect::Think {
            id: self.last_id,
            level,
            position: Box::new(self.session.position().clone()),
            is_hint,
        });
    }

    fn stop_thinking(&mut self, effects: &mut Vec<Effect>) {
        if self.thinking.take().is_some() {
            effects.push(Effect::Cancel);
        }
    }

    fn set_session(&mut self, session: Session) {
        self.cursor = center(session.position());
        self.session = session;
        self.paused = false;
        self.scroll = Scroll::default();
        self.forget();
    }

    /// Forgets what belonged to the position before.
    fn forget(&mut self) {
        self.chosen = None;
        self.hint = None;
        self.notice = None;
        self.clicked = false;
    }

    fn follow_cursor(&mut self) {
        if let Some(layout) = self.layout() {
            self.scroll = layout.scroll_to(self.cursor);
        }
    }

    /// What goes on, in a line.
    pub fn status(&self) -> String {
        if let Some(notice) = &self.notice {
            return notice.clone();
        }
        let position = self.session.position();
        let title = self.session.title(position.to_move());
        match (self.session.mover(), &self.hint) {
            (None, _) => {
                let winner = position
                    .outcome()
                    .map_or("nobody", |outcome| self.session.title(outcome.winner));
                format!(
                    "{winner} has won: {}",
                    show::reason(position).unwrap_or_default()
                )
            }
            (Some(_), Some(hint)) => hint.words.clone(),
            (Some(who @ Who::Level(_)), None) if self.paused => {
                format!("{title} ({who}) waits: space lets it go on")
            }
            (Some(who @ Who::Level(_)), None) => format!("{title} ({who}) is to move"),
            (Some(Who::Human), None) if self.chosen.is_some() => self.choices(),
            (Some(Who::Human), None) if position.exchange_is_offered() => {
                format!("{title} to move, or x to exchange colors and take over Black")
            }
            (Some(Who::Human), None) => format!("{title} to move"),
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
