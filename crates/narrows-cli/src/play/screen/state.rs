//! What is on the screen and what a key means: no terminal, no clock, no thread, no file. Whatever has to
//! be done outside is returned as an [`Effect`].

use narrows_ai::level::{Choice, Level, Progress};
use narrows_core::any::Stone;
use narrows_core::narrows::Move;
use narrows_core::{AnyMove, AnyPosition, Color, GameKind, Point, Record};
use ratatui::layout::Rect;

use super::super::session::{Session, Who};
use super::layout::{Layout, Scroll};
use super::menu::{Answer, Item, Menu, Purpose};
use super::view::menu_item_at;
use super::{Input, Key};
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

    fn key(&mut self, key: Key, effects: &mut Vec<Effect>) {
        match &mut self.overlay {
            Overlay::None => self.board_key(key, effects),
            Overlay::Help => self.text_key(key),
            Overlay::Record(_) => match key {
                Key::Char('r' | 's') | Key::Enter => effects.push(Effect::SaveRecord),
                _ => self.text_key(key),
            },
            Overlay::Resume => self.resume_key(key, effects),
            Overlay::Menu(menu) => {
                let answer = menu.press(key);
                self.menu_answered(answer, effects);
            }
            Overlay::Discard(menu) => match key {
                Key::Char('y') => {
                    let menu = menu.clone();
                    self.start_from(&menu, effects);
                }
                Key::Char('n') | Key::Escape => self.overlay = Overlay::Menu(menu.clone()),
                _ => {}
            },
        }
    }

    fn text_key(&mut self, key: Key) {
        match key {
            Key::Up => self.text_scroll = self.text_scroll.saturating_sub(1),
            Key::Down => self.text_scroll = self.text_scroll.saturating_add(1),
            _ => self.close_overlay(),
        }
    }

    fn close_overlay(&mut self) {
        self.text_scroll = 0;
        self.overlay = if self.saved.is_some() {
            Overlay::Resume
        } else {
            Overlay::None
        };
    }

    fn resume_key(&mut self, key: Key, effects: &mut Vec<Effect>) {
        match key {
            Key::Enter | Key::Char('y' | 'c') => {
                if let Some(saved) = self.saved.take() {
                    self.set_session(saved);
                }
                self.overlay = Overlay::None;
            }
            Key::Char('n') if self.was_requested => {
                self.saved = None;
                effects.push(Effect::KeepPrevious);
                self.overlay = Overlay::None;
            }
            Key::Char('n') => {
                self.overlay = Overlay::Menu(Menu::new(Purpose::NewGame, &self.session));
            }
            Key::Char('q') | Key::Escape => effects.push(Effect::Quit),
            _ => {}
        }
    }

    fn menu_answered(&mut self, answer: Answer, effects: &mut Vec<Effect>) {
        let Overlay::Menu(menu) = &self.overlay else {
            return;
        };
        let menu = menu.clone();
        match (answer, menu.purpose) {
            (Answer::Open, _) => {}
            (Answer::Cancelled, _) => self.close_overlay(),
            (Answer::Done, Purpose::Players) => {
                self.overlay = Overlay::None;
                self.stop_thinking(effects);
                self.session.set_who(menu.who);
                self.paused = false;
                effects.push(Effect::Save);
            }
            (Answer::Done, Purpose::NewGame) if self.session.is_unfinished() => {
                self.overlay = Overlay::Discard(menu);
            }
            (Answer::Done, Purpose::NewGame) => self.start_from(&menu, effects),
        }
    }

    fn start_from(&mut self, menu: &Menu, effects: &mut Vec<Effect>) {
        let Ok(start) = menu.start() else {
            return;
        };
        self.stop_thinking(effects);
        if self.saved.take().is_some() {
            effects.push(Effect::KeepPrevious);
        }
        let mut record = Record::new(start);
        record.date.clone_from(&self.session.record().date);
        self.set_session(Session::new(record, menu.who));
        self.overlay = Overlay::None;
        effects.push(Effect::Save);
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

    fn board_key(&mut self, key: Key, effects: &mut Vec<Effect>) {
        match key {
            Key::Up => self.step(0, 1),
            Key::Down => self.step(0, -1),
            Key::Left => self.step(-1, 0),
            Key::Right => self.step(1, 0),
            Key::Enter => self.confirm(effects),
            Key::Char(' ') if self.is_persons_turn() => self.confirm(effects),
            Key::Char(' ' | 'p') => self.pause(effects),
            Key::Escape => self.forget(),
            Key::Char('h') => self.ask_hint(effects),
            Key::Char('u') => self.undo(effects),
            Key::Char('m') => self.marks = !self.marks,
            Key::Char('r') => self.overlay = Overlay::Record(None),
            Key::Char('n') => {
                self.overlay = Overlay::Menu(Menu::new(Purpose::NewGame, &self.session));
            }
            Key::Char('s') => {
                let mut menu = Menu::new(Purpose::NewGame, &self.session);
                menu.chosen = Item::Columns;
                self.overlay = Overlay::Menu(menu);
            }
            Key::Char('l') => {
                self.overlay = Overlay::Menu(Menu::new(Purpose::Players, &self.session));
            }
            Key::Char('x') => self.swap(effects),
            Key::Char('?') => self.overlay = Overlay::Help,
            Key::Char('q') => effects.push(Effect::Quit),
            Key::Char(_) | Key::Tab => {}
        }
    }

    fn step(&mut self, columns: i16, rows: i16) {
        let moved = |index: u8, by: i16| u8::try_from(i16::from(index) + by).ok();
        let column = moved(self.cursor.column.index(), columns);
        let row = moved(self.cursor.row.index(), rows);
        if let (Some(column), Some(row)) = (column, row)
            && let Some(point) = Point::from_indices(column, row)
            && self.session.position().size().contains(point)
        {
            self.cursor = point;
        }
        self.clicked = false;
        self.notice = None;
    }

    fn follow_cursor(&mut self) {
        if let Some(layout) = self.layout() {
            self.scroll = layout.scroll_to(self.cursor);
        }
    }

    fn wheel(&mut self, rows: i16) {
        match self.overlay {
            Overlay::Help | Overlay::Record(_) => {
                self.text_scroll = self.text_scroll.saturating_add_signed(rows);
            }
            Overlay::None => self.step(0, -rows),
            _ => {}
        }
    }

    fn click(&mut self, x: u16, y: u16, effects: &mut Vec<Effect>) {
        match &mut self.overlay {
            Overlay::None => {}
            Overlay::Menu(menu) => {
                if let Some(item) = menu_item_at(menu, self.area, x, y) {
                    let answer = menu.click(item);
                    self.menu_answered(answer, effects);
                }
                return;
            }
            Overlay::Help | Overlay::Record(_) => return self.close_overlay(),
            Overlay::Resume | Overlay::Discard(_) => return,
        }
        let Some(point) = self.layout().and_then(|layout| layout.point(x, y)) else {
            return self.forget();
        };
        if self.clicked && point == self.cursor {
            return self.confirm(effects);
        }
        (self.cursor, self.clicked, self.notice) = (point, true, None);
        if self.session.kind() == GameKind::Narrows && self.is_persons_turn() {
            if self.is_movers(point) {
                self.choose(point);
            } else if !self.targets().contains(&point) {
                self.chosen = None;
            }
        }
    }

    /// Whether a stone of the side to move stands on a point.
    fn is_movers(&self, point: Point) -> bool {
        let position = self.session.position();
        let color = position.stone_at(point).map(|stone| match stone {
            Stone::Black => Color::Black,
            Stone::White => Color::White,
        });
        color.is_some() && color == position.color_to_move()
    }

    fn choose(&mut self, stone: Point) {
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
    fn confirm(&mut self, effects: &mut Vec<Effect>) {
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

    fn play(&mut self, next: AnyMove, effects: &mut Vec<Effect>) {
        match self.session.play(next) {
            Ok(()) => {
                self.forget();
                effects.push(Effect::Save);
            }
            Err(error) => self.tell(error.to_string()),
        }
    }

    fn swap(&mut self, effects: &mut Vec<Effect>) {
        if self.is_persons_turn() {
            self.try_to_play(Move::Swap.into(), effects);
        }
    }

    fn undo(&mut self, effects: &mut Vec<Effect>) {
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

    fn pause(&mut self, effects: &mut Vec<Effect>) {
        self.paused = !self.paused;
        if self.paused {
            self.stop_thinking(effects);
        }
    }

    fn ask_hint(&mut self, effects: &mut Vec<Effect>) {
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
    fn choices(&self) -> String {
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
