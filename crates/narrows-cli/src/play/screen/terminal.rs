//! The thin part: the terminal, the clock, the thinking thread, files.

use std::fs::File;
use std::io::{self, Write as _, stdout};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEvent, KeyEventKind,
    KeyModifiers, MouseButton, MouseEventKind,
};
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute};
use narrows_ai::level::{Engine, Level};
use narrows_core::{AnyPosition, GameKind, Record};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;

use narrows_play::{self as play, NewGame, Thought as PlayThought, Ticket};

use super::super::save::Slot;
use super::super::{to_ponder, today};
use super::charset::Charset;
use super::state::{Effect, State};
use super::theme::{Colors, Theme};
use super::{Input, Key, Options, view};
use crate::args::PositionArgs;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::thinking::{Budget, Job, Thought};

/// How long to wait for a key before looking at the thinking thread and the spinner again.
const TICK: Duration = Duration::from_millis(80);

/// A computer's move is shown no sooner, so that an eye can follow.
const SHORTEST_MOVE: Duration = Duration::from_millis(400);

/// Whether the terminal is in our hands and has to be given back.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Gives the terminal back as it was; does nothing if it was never taken. Safe to call from any thread.
pub fn restore_terminal() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        // There is nobody left to tell if this fails.
        let _lost = execute!(
            stdout(),
            DisableMouseCapture,
            LeaveAlternateScreen,
            cursor::Show
        );
        let _lost = disable_raw_mode();
    }
}

/// The terminal in our hands, until dropped.
struct Taken;

impl Taken {
    fn take() -> io::Result<Self> {
        let taken = Self;
        take_terminal()?;
        Ok(taken)
    }
}

fn take_terminal() -> io::Result<()> {
    // Before the change, so that a failure half-way is undone too.
    TAKEN.store(true, Ordering::SeqCst);
    enable_raw_mode()?;
    execute!(
        stdout(),
        EnterAlternateScreen,
        EnableMouseCapture,
        cursor::Hide
    )
}

impl Drop for Taken {
    fn drop(&mut self) {
        restore_terminal();
    }
}

/// Gives the terminal back before a panic of the main thread is reported. A panic of a thinking thread is
/// told on the screen as a computer that found no move.
fn restore_on_panic() {
    let main = std::thread::current().id();
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if std::thread::current().id() == main {
            restore_terminal();
            report(panic);
        }
    }));
}

/// Runs the game on the full screen until the person leaves.
pub fn run(options: Options, interrupt: &Interrupt) -> Result<(), Failure> {
    restore_on_panic();
    let lost = |error: io::Error| Failure::could_not(format!("terminal: {error}"));
    let suspended = Suspension::watch().map_err(lost)?;
    let taken = Taken::take().map_err(lost)?;
    let mut terminal = Terminal::new(CrosstermBackend::new(stdout())).map_err(lost)?;
    let size = terminal.size().map_err(lost)?;
    let mut screen = Screen::new(options, Rect::new(0, 0, size.width, size.height))?;
    let outcome = screen
        .run(&mut terminal, &suspended, interrupt)
        .map_err(lost);
    drop(taken);
    outcome?;
    if screen.was_interrupted || interrupt.is_raised() {
        return Err(Failure::interrupted());
    }
    Ok(())
}

type Screened = Terminal<CrosstermBackend<io::Stdout>>;

/// Requests to suspend the program (Ctrl-Z, or from outside), and its return.
struct Suspension {
    requested: Arc<AtomicBool>,
    resumed: Arc<AtomicBool>,
}

impl Suspension {
    fn watch() -> io::Result<Self> {
        let watched = Self {
            requested: Arc::default(),
            resumed: Arc::default(),
        };
        #[cfg(unix)]
        {
            use signal_hook::consts::{SIGCONT, SIGTSTP};
            signal_hook::flag::register(SIGTSTP, Arc::clone(&watched.requested))?;
            signal_hook::flag::register(SIGCONT, Arc::clone(&watched.resumed))?;
        }
        Ok(watched)
    }

    /// Suspends the program if that was asked for, with the terminal given back meanwhile; takes it again after
    /// a return.
    fn obey(&self, terminal: &mut Screened) -> io::Result<()> {
        if self.requested.swap(false, Ordering::SeqCst) {
            restore_terminal();
            #[cfg(unix)]
            signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
            self.resumed.store(true, Ordering::SeqCst);
        }
        if self.resumed.swap(false, Ordering::SeqCst) {
            take_terminal()?;
            terminal.clear()?;
        }
        Ok(())
    }
}

struct Screen {
    state: State,
    theme: Theme,
    charset: Charset,
    slot: Option<Slot>,
    budget: Budget,
    seed: u64,
    /// The search under way, its ticket, and whether it is for a hint.
    job: Option<(Ticket, Job, bool)>,
    engines: Vec<(Level, GameKind, Box<Engine>)>,
    /// Whether level 6 thinks in a person's time.
    ponders: bool,
    /// What it thinks about then.
    pondering: Option<(AnyPosition, Job)>,
    /// A choice that waits until it is time to show it.
    pending: Option<(Ticket, narrows_ai::level::Choice)>,
    leaving: bool,
    was_interrupted: bool,
    wants_to_suspend: bool,
}

impl Screen {
    fn new(options: Options, area: Rect) -> Result<Self, Failure> {
        let variable = |name: &str| std::env::var(name).ok();
        let charset = Charset::from_environment(variable);
        let mut record = PositionArgs::default().game(GameKind::BlackNarrows)?;
        record.date = today();
        let default = NewGame::new(record, options.who);
        let mut state = State::new(default, options.requested, options.saved, area);
        if !options.messages.is_empty() {
            state.tell(options.messages.join(" "));
        }
        Ok(Self {
            state,
            theme: Theme::new(Colors::from_environment(variable), charset),
            charset,
            slot: options.slot,
            budget: options.budget,
            seed: options.seed,
            job: None,
            engines: Vec::new(),
            ponders: options.ponder,
            pondering: None,
            pending: None,
            leaving: false,
            was_interrupted: false,
            wants_to_suspend: false,
        })
    }

    fn run(
        &mut self,
        terminal: &mut Screened,
        suspension: &Suspension,
        interrupt: &Interrupt,
    ) -> io::Result<()> {
        let effects = self.state.begin();
        self.perform(effects);
        let mut spun = Instant::now();
        while !self.leaving && !interrupt.is_raised() {
            if std::mem::take(&mut self.wants_to_suspend) {
                suspension.requested.store(true, Ordering::SeqCst);
            }
            suspension.obey(terminal)?;
            terminal.draw(|frame| {
                view::draw(&self.state, &self.theme, frame.buffer_mut());
                self.charset.translate(frame.buffer_mut());
            })?;
            if event::poll(TICK)? {
                self.receive(event::read()?);
                // A burst of events is handled before the next drawing.
                while !self.leaving && event::poll(Duration::ZERO)? {
                    self.receive(event::read()?);
                }
            }
            if spun.elapsed() >= TICK {
                self.state.spinner = self.state.spinner.wrapping_add(1);
                spun = Instant::now();
            }
            self.listen();
            self.ponder();
        }
        Ok(())
    }

    fn receive(&mut self, event: Event) {
        let input = match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => match self.key(key) {
                Some(key) => Input::Key(key),
                None => return,
            },
            Event::Mouse(mouse) => match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) => Input::Click(mouse.column, mouse.row),
                MouseEventKind::ScrollDown => Input::Wheel(1),
                MouseEventKind::ScrollUp => Input::Wheel(-1),
                _ => return,
            },
            Event::Resize(width, height) => Input::Resize(width, height),
            _ => return,
        };
        let effects = self.state.handle(input);
        self.perform(effects);
    }

    fn key(&mut self, event: KeyEvent) -> Option<Key> {
        let control = event.modifiers.contains(KeyModifiers::CONTROL);
        Some(match event.code {
            KeyCode::Char('c' | 'C') if control => {
                self.was_interrupted = true;
                self.leaving = true;
                return None;
            }
            KeyCode::Char('z' | 'Z') if control => {
                self.wants_to_suspend = cfg!(unix);
                return None;
            }
            KeyCode::Char(_) if control => return None,
            KeyCode::Up => Key::Up,
            KeyCode::Down => Key::Down,
            KeyCode::Left => Key::Left,
            KeyCode::Right => Key::Right,
            KeyCode::Enter => Key::Enter,
            KeyCode::Esc => Key::Escape,
            KeyCode::Tab => Key::Tab,
            KeyCode::PageUp => Key::PageUp,
            KeyCode::PageDown => Key::PageDown,
            KeyCode::Home => Key::Home,
            KeyCode::End => Key::End,
            KeyCode::Backspace => Key::Backspace,
            KeyCode::Char(character) => Key::Char(character.to_ascii_lowercase()),
            _ => return None,
        })
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Think {
                    ticket,
                    level,
                    position,
                    is_hint,
                } => self.think(ticket, level, *position, is_hint),
                Effect::Cancel => {
                    let job = self.job.take();
                    self.keep(job.and_then(|(_, job, _)| job.end()));
                    self.pending = None;
                }
                Effect::Save => self.save(),
                Effect::KeepPrevious(record) => {
                    if let Some(slot) = &self.slot {
                        self.state.tell(slot.keep_previous(&record));
                    }
                }
                Effect::SaveRecord => {
                    let told = save_record(self.state.session.record());
                    self.state.record_saved(told);
                }
                Effect::Quit => self.leaving = true,
            }
        }
    }

    fn think(&mut self, ticket: Ticket, level: Level, position: AnyPosition, is_hint: bool) {
        self.end_pondering();
        let engine = self.engine(level, position.kind());
        self.job = Some((ticket, Job::start(engine, position, self.budget), is_hint));
    }

    /// The engine of a level, with what it knows of the game.
    fn engine(&mut self, level: Level, kind: GameKind) -> Box<Engine> {
        let kept = self
            .engines
            .iter()
            .position(|(of, game, _)| (*of, *game) == (level, kind));
        match kept {
            Some(index) => self.engines.swap_remove(index).2,
            None => Box::new(Engine::new(level, self.seed)),
        }
    }

    /// Keeps an engine that was given back.
    fn keep(&mut self, engine: Option<Box<Engine>>) {
        let kind = self.state.session.kind();
        self.engines
            .extend(engine.map(|engine| (engine.level(), kind, engine)));
    }

    /// Lets level 6 think about the position that a person looks at, and about no other.
    fn ponder(&mut self) {
        let position =
            to_ponder(&self.state.session).filter(|_| self.ponders && self.job.is_none());
        if self.pondering.as_ref().map(|(position, _)| position) == position {
            return;
        }
        let position = position.cloned();
        self.end_pondering();
        if let Some(position) = position {
            let engine = self.engine(Level::UNBEATABLE, position.kind());
            let job = Job::ponder(engine, position.clone(), self.budget);
            self.pondering = Some((position, job));
        }
    }

    fn end_pondering(&mut self) {
        let Some((position, job)) = self.pondering.take() else {
            return;
        };
        if let Some(engine) = job.end() {
            self.engines.push((engine.level(), position.kind(), engine));
        }
    }

    /// Hears what the thinking thread has to say.
    fn listen(&mut self) {
        while let Some((ticket, job, is_hint)) = &self.job {
            let (ticket, is_hint) = (*ticket, *is_hint);
            match job.poll() {
                Ok(None) => break,
                Ok(Some(Thought::Progress(progress))) => {
                    let thought = PlayThought::from(&progress);
                    let effects = self.state.hear(play::Input::Progress { ticket, thought });
                    self.perform(effects);
                }
                Ok(Some(Thought::Done(choice, engine))) => {
                    self.keep(Some(engine));
                    self.pending = Some((ticket, choice));
                    if is_hint {
                        self.job = None;
                    }
                    break;
                }
                // Not from a job that was asked for a move.
                Ok(Some(Thought::Pondered(engine))) => self.keep(Some(engine)),
                Err(_) if self.pending.is_some() => break,
                Err(_) => {
                    self.job = None;
                    let reason = "the search ended without a move".into();
                    let effects = self.state.hear(play::Input::Failed { ticket, reason });
                    self.perform(effects);
                }
            }
        }
        let early = self
            .job
            .as_ref()
            .is_some_and(|(_, job, _)| job.elapsed() < SHORTEST_MOVE);
        if early {
            return;
        }
        if let Some((ticket, choice)) = self.pending.take() {
            self.job = None;
            let answer = PlayThought::from(&choice);
            let effects = self.state.hear(play::Input::Answer { ticket, answer });
            self.perform(effects);
        }
    }

    fn save(&mut self) {
        let saved = self
            .slot
            .as_ref()
            .map(|slot| slot.update(self.state.session.record()));
        if let Some(Err(problem)) = saved {
            self.state.tell(problem);
        }
    }
}

/// Writes a record to a new file in the working directory and says where, or why not.
fn save_record(record: &Record) -> String {
    let stem = format!("{}-{}", record.position().kind().slug(), today());
    for number in 1..1000 {
        let path = PathBuf::from(match number {
            1 => format!("{stem}.txt"),
            _ => format!("{stem}-{number}.txt"),
        });
        let written = File::options()
            .write(true)
            .create_new(true)
            .open(&path)
            .and_then(|mut file| file.write_all(record.to_string().as_bytes()));
        match written {
            Ok(()) => return format!("saved as {}", path.display()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return format!("not saved: {}: {error}", path.display()),
        }
    }
    format!("not saved: there are too many files {stem}-….txt here")
}
