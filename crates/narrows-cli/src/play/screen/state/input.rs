//! What a key, a click or the wheel means.

use narrows_core::{AnyMove, Point, Record};
use narrows_play::{self as play, NewGame, Session, Step, Target};

use super::super::Key;
use super::super::menu::{Answer, Item, Menu, Purpose};
use super::super::view::menu_item_at;
use super::{Effect, Overlay, State};

/// The longest move that can be typed, such as `a26xb26`, and a few characters to correct.
const LONGEST_ENTRY: usize = 12;

impl State {
    pub(super) fn key(&mut self, key: Key, effects: &mut Vec<Effect>) {
        match &mut self.overlay {
            Overlay::None if self.entry.is_some() => self.entry_key(key, effects),
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
                Key::Char('y') => self.send(play::Input::Discard, effects),
                Key::Char('n') | Key::Escape => {
                    self.overlay = Overlay::Menu(menu.clone());
                    self.send(play::Input::KeepPlaying, effects);
                }
                _ => {}
            },
        }
    }

    fn text_key(&mut self, key: Key) {
        match key {
            Key::Up => self.text_scroll = self.text_scroll.saturating_sub(1),
            Key::Down => self.text_scroll = self.text_scroll.saturating_add(1),
            Key::PageUp => self.text_scroll = self.text_scroll.saturating_sub(10),
            Key::PageDown | Key::Char(' ') => {
                self.text_scroll = self.text_scroll.saturating_add(10);
            }
            Key::Home => self.text_scroll = 0,
            Key::End => self.text_scroll = u16::MAX,
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
                    self.session = Session::new(saved).with_manner(play::Manner::Keys);
                    self.cursor = super::center(self.session.position());
                }
                self.overlay = Overlay::None;
                self.send(play::Input::Begin, effects);
            }
            Key::Char('n') if self.was_requested => {
                self.started(None, effects);
                self.send(play::Input::Begin, effects);
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
            (Answer::Cancelled, _) => {
                self.close_overlay();
                if self.overlay == Overlay::None {
                    self.send(play::Input::Begin, effects);
                }
            }
            (Answer::Done, Purpose::Players) => {
                self.overlay = Overlay::None;
                self.send(play::Input::Seats(menu.who), effects);
            }
            (Answer::Done, Purpose::NewGame) => self.start_from(&menu, effects),
        }
    }

    fn start_from(&mut self, menu: &Menu, effects: &mut Vec<Effect>) {
        let Ok(start) = menu.start() else {
            return;
        };
        let mut record = Record::new(start);
        record.date.clone_from(&self.session.record().date);
        let game = NewGame::new(record, menu.who);
        self.send(play::Input::NewGame(Box::new(game)), effects);
    }

    fn board_key(&mut self, key: Key, effects: &mut Vec<Effect>) {
        match key {
            Key::Up => self.move_cursor(0, 1),
            Key::Down => self.move_cursor(0, -1),
            Key::Left => self.move_cursor(-1, 0),
            Key::Right => self.move_cursor(1, 0),
            Key::PageUp | Key::Char(',' | '<') => self.step(Step::Back, effects),
            Key::PageDown | Key::Char('.' | '>') => self.step(Step::Forward, effects),
            Key::Home => self.step(Step::First, effects),
            Key::End => self.step(Step::Last, effects),
            Key::Enter => self.enter(effects),
            Key::Char(' ') if self.session.thinking().is_none() && !self.session.is_stopped() => {
                self.enter(effects);
            }
            Key::Char(' ' | 'p') => self.stop_or_go_on(effects),
            Key::Escape => {
                self.told = None;
                self.send(play::Input::Cancel, effects);
            }
            Key::Char('h') if self.is_looking_for_hint() => self.send(play::Input::Stop, effects),
            Key::Char('h') => self.act(play::Input::Hint, effects),
            Key::Char('u') => self.undo(effects),
            Key::Char('m') => {
                let on = !self.session.marking_is_on();
                self.act(play::Input::SetMarking(on), effects);
            }
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
            Key::Char('x') => self.act(play::Input::TakeOver, effects),
            Key::Char('?') => self.overlay = Overlay::Help,
            Key::Char('q') => effects.push(Effect::Quit),
            Key::Char(':' | '/') => self.entry = Some(String::new()),
            // The letter of a column that means nothing else begins a move.
            Key::Char(letter @ ('a'..='g' | 'i'..='k' | 'o' | 't' | 'v' | 'w' | 'y' | 'z')) => {
                self.entry = Some(letter.into());
            }
            Key::Char(_) | Key::Tab | Key::Backspace => {}
        }
    }

    /// Something a person does to the game; what was told before is old.
    fn act(&mut self, input: play::Input, effects: &mut Vec<Effect>) {
        self.told = None;
        self.send(input, effects);
    }

    fn is_looking_for_hint(&self) -> bool {
        let thinking = self.session.thinking();
        thinking.is_some_and(|thinking| thinking.purpose == play::Purpose::Hint)
    }

    fn step(&mut self, step: Step, effects: &mut Vec<Effect>) {
        self.act(play::Input::Step(step), effects);
    }

    fn undo(&mut self, effects: &mut Vec<Effect>) {
        let nothing = !self.session.can_undo();
        self.act(play::Input::Undo, effects);
        if nothing && self.session.is_at_end() {
            self.tell("There is no move of yours to take back.".into());
        }
    }

    fn stop_or_go_on(&mut self, effects: &mut Vec<Effect>) {
        let input = if self.session.is_stopped() {
            play::Input::GoOn
        } else {
            play::Input::Stop
        };
        self.act(input, effects);
    }

    /// A key of a move that is being typed.
    fn entry_key(&mut self, key: Key, effects: &mut Vec<Effect>) {
        let Some(entry) = &mut self.entry else {
            return;
        };
        match key {
            Key::Char(character) if entry.len() < LONGEST_ENTRY && character.is_ascii_graphic() => {
                entry.push(character);
            }
            Key::Backspace => {
                if entry.pop().is_none() {
                    self.entry = None;
                }
            }
            Key::Enter => {
                let typed = self.entry.take().unwrap_or_default();
                self.play_typed(&typed, effects);
            }
            Key::Char(_) => {}
            _ => self.entry = None,
        }
    }

    fn play_typed(&mut self, typed: &str, effects: &mut Vec<Effect>) {
        if typed.is_empty() {
            return;
        }
        match AnyMove::parse(self.session.kind(), typed) {
            Ok(next) => {
                if let AnyMove::Place(point) = next
                    && self.session.position().size().contains(point)
                {
                    self.cursor = point;
                }
                self.act(play::Input::Play(next), effects);
            }
            Err(error) => self.tell(format!("{typed}: {error}.")),
        }
    }

    fn move_cursor(&mut self, columns: i16, rows: i16) {
        let moved = |index: u8, by: i16| u8::try_from(i16::from(index) + by).ok();
        let column = moved(self.cursor.column.index(), columns);
        let row = moved(self.cursor.row.index(), rows);
        if let (Some(column), Some(row)) = (column, row)
            && let Some(point) = Point::from_indices(column, row)
            && self.session.position().size().contains(point)
        {
            self.cursor = point;
        }
        self.told = None;
    }

    /// Enter at the cursor. The stone under the cursor has been shown all along, so one key places it.
    fn enter(&mut self, effects: &mut Vec<Effect>) {
        match self.session.mover() {
            None => return self.tell("The game is over: n begins a new one.".into()),
            Some(seat) if !seat.is_human() => {
                return self.tell(format!("It is the turn of {seat}."));
            }
            Some(_) => {}
        }
        self.act(play::Input::Tap(Target::Point(self.cursor)), effects);
        if self.session.view().buttons.confirm {
            self.send(play::Input::Confirm, effects);
        }
    }

    pub(super) fn wheel(&mut self, rows: i16) {
        match self.overlay {
            Overlay::Help | Overlay::Record(_) => {
                self.text_scroll = self.text_scroll.saturating_add_signed(rows);
            }
            Overlay::None => self.move_cursor(0, -rows),
            _ => {}
        }
    }

    pub(super) fn click(&mut self, x: u16, y: u16, effects: &mut Vec<Effect>) {
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
        self.entry = None;
        let point = self.layout().and_then(|layout| layout.point(x, y));
        if let Some(point) = point {
            self.cursor = point;
        }
        let target = point.map_or(Target::Off, Target::Point);
        self.act(play::Input::Tap(target), effects);
    }
}
