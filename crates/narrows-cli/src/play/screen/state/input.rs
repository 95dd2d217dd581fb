//! What a key, a click or the wheel means.

use narrows_core::{GameKind, Point, Record};

use super::super::Key;
use super::super::menu::{Answer, Item, Menu, Purpose};
use super::super::view::menu_item_at;
use super::{Effect, Overlay, Session, State};

impl State {
    pub(super) fn key(&mut self, key: Key, effects: &mut Vec<Effect>) {
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

    pub(super) fn wheel(&mut self, rows: i16) {
        match self.overlay {
            Overlay::Help | Overlay::Record(_) => {
                self.text_scroll = self.text_scroll.saturating_add_signed(rows);
            }
            Overlay::None => self.step(0, -rows),
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
}
