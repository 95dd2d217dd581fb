//! The game in plain lines: moves are read one a line, the board is printed as text. For pipes, screen
//! readers and terminals without cursor movement.

use std::io::{BufRead, IsTerminal as _, Read as _};

use narrows_ai::level::{Engine, Level};
use narrows_core::{AnyMove, GameKind};
use narrows_play::{Effect, Input, NewGame, Purpose, Seat, Session, Step, Thought, Ticket};

use super::save::Slot;
use super::to_ponder;
use crate::failure::{Failure, one_line};
use crate::interrupt::Interrupt;
use crate::output;
use crate::thinking::{Budget, Job};

/// A line that is longer is no move, and reading it to the end could take forever.
const MAX_LINE: u64 = 4096;

/// The characters of a line that are shown again.
const SHOWN: usize = 20;

/// After so many lines in a row that mean nothing the input is no game.
const MAX_BAD_LINES: usize = 100;

const HELP: &str = "\
a move, as c3 (Black Narrows), a2xb2 or swap (Narrows)
moves    list the legal moves
hint     the move that level 6 would make
undo     take back your last move and the reply
board    draw the board again
back     step back in the game; also forward, start, end
record   the game as text
quit     end, at any question; an unfinished game is saved";

/// What a game in lines needs from outside.
pub struct Plain<'a> {
    /// Where lines come from.
    pub input: &'a mut dyn BufRead,
    /// Where the unfinished game is kept.
    pub slot: Option<&'a Slot>,
    /// What a level may use.
    pub budget: Budget,
    /// Whether level 6 thinks in a person's time.
    pub ponder: bool,
    /// For the levels' random numbers.
    pub seed: u64,
    /// Asked while the computer thinks.
    pub interrupt: &'a Interrupt,
}

/// What a line asks for.
enum Line {
    Move(AnyMove),
    Moves,
    Hint,
    Undo,
    Board,
    Step(Step),
    Record,
    Resume,
    Help,
    Quit,
}

impl Line {
    fn parse(text: &str, kind: GameKind) -> Result<Self, String> {
        Ok(match text.to_ascii_lowercase().as_str() {
            "moves" => Self::Moves,
            "hint" => Self::Hint,
            "undo" => Self::Undo,
            "board" => Self::Board,
            "back" => Self::Step(Step::Back),
            "forward" => Self::Step(Step::Forward),
            "start" => Self::Step(Step::First),
            "end" => Self::Step(Step::Last),
            "record" => Self::Record,
            "resume" => Self::Resume,
            "help" | "?" => Self::Help,
            word if is_quit(word) => Self::Quit,
            _ => {
                let shown: String = text.chars().take(SHOWN).collect();
                let next = AnyMove::parse(kind, text)
                    .map_err(|error| format!("{shown:?}: {error}; help lists the commands"))?;
                Self::Move(next)
            }
        })
    }
}

/// Whether a line asks to leave, wherever it is typed.
fn is_quit(line: &str) -> bool {
    ["quit", "exit", "q"].contains(&line.to_ascii_lowercase().as_str())
}

/// Whether the game goes on.
enum Next {
    Go,
    Over,
    Quit,
}

/// Asks which game to play.
pub fn ask_kind(input: &mut dyn BufRead) -> Result<Option<GameKind>, Failure> {
    for _ in 0..MAX_BAD_LINES {
        output::text("1 Black Narrows, 2 Narrows, or quit> ")?;
        let Some(line) = read_line(input)? else {
            output::line("")?;
            return Ok(None);
        };
        match line.as_str() {
            line if is_quit(line) => return Ok(None),
            "1" => return Ok(Some(GameKind::BlackNarrows)),
            "2" => return Ok(Some(GameKind::Narrows)),
            name => match name.parse() {
                Ok(kind) => return Ok(Some(kind)),
                Err(error) => output::line(&format!("{error}"))?,
            },
        }
    }
    Err(not_a_game())
}

/// Plays a game to its end, or to the end of the input. `saved` is the unfinished game of last time.
pub fn play(
    plain: &mut Plain<'_>,
    game: NewGame,
    saved: Option<narrows_core::Record>,
) -> Result<(), Failure> {
    let mut game = PlainGame {
        session: Session::new(game).with_confirm(false),
        engines: Vec::new(),
        saved: saved.map(NewGame::resumed),
        asked: None,
        bad_lines: 0,
    };
    game.introduce()?;
    if let Next::Quit = game.choose_saved_or_new(plain)? {
        return game.part(plain);
    }
    game.send(Input::Begin);
    loop {
        if plain.interrupt.is_raised() {
            return Err(Failure::interrupted());
        }
        if game.session.is_stopped() {
            game.send(Input::GoOn);
        }
        let next = match (game.asked.take(), game.session.mover()) {
            (Some(asked), _) => game.level_answers(asked, plain)?,
            (None, None) => Next::Over,
            (None, Some(_)) => game.person_moves(plain)?,
        };
        match next {
            Next::Go => {}
            Next::Over => return game.conclude(),
            Next::Quit => return game.part(plain),
        }
    }
}

/// A question to a level.
struct Asked {
    ticket: Ticket,
    level: Level,
    purpose: Purpose,
}

struct PlainGame {
    session: Session,
    engines: Vec<(GameKind, Box<Engine>)>,
    /// The game of last time, on offer until the first move.
    saved: Option<NewGame>,
    asked: Option<Asked>,
    bad_lines: usize,
}

impl PlainGame {
    /// Passes an input to the game; a level that is asked answers in the next round.
    fn send(&mut self, input: Input) -> Vec<Effect> {
        let effects = self.session.handle(input);
        for effect in &effects {
            match *effect {
                Effect::AskLevel {
                    ticket,
                    level,
                    purpose,
                } => {
                    self.asked = Some(Asked {
                        ticket,
                        level,
                        purpose,
                    });
                }
                Effect::Cancel(_) => self.asked = None,
                _ => {}
            }
        }
        effects
    }

    fn introduce(&self) -> Result<(), Failure> {
        let seats = self.session.seats();
        output::line(&format!(
            "{}, {}: first {}, second {}; by Mark Steere, marksteeregames.com",
            self.session.kind(),
            self.session.position().size(),
            seats.first,
            seats.second
        ))?;
        if let Some(saved) = &self.saved {
            let moves = saved.record.moves().len();
            output::line(&format!(
                "an unfinished game of {moves} {} on {} is saved: resume continues it, a move begins a new game",
                if moves == 1 { "move" } else { "moves" },
                saved.record.position().size()
            ))?;
        }
        self.draw()
    }

    /// Where the computer moves first, nobody could say `resume` in time: asks.
    fn choose_saved_or_new(&mut self, plain: &mut Plain<'_>) -> Result<Next, Failure> {
        let computer_begins = matches!(self.session.mover(), Some(Seat::Level(_)));
        if self.saved.is_none() || !computer_begins {
            return Ok(Next::Go);
        }
        for _ in 0..MAX_BAD_LINES {
            output::text("resume, new or quit> ")?;
            match read_line(plain.input)?.as_deref() {
                Some("resume") => {
                    self.resume()?;
                    return Ok(Next::Go);
                }
                Some("new") | None => {
                    output::line("")?;
                    return Ok(Next::Go);
                }
                Some(line) if is_quit(line) => return Ok(Next::Quit),
                Some(_) => {}
            }
        }
        Err(not_a_game())
    }

    fn draw(&self) -> Result<(), Failure> {
        let view = self.session.view();
        let counts = view.counts.replace(" · ", ", ");
        output::line(&format!(
            "\n{}\n\n{counts}",
            self.session.shown_position().drawing()
        ))?;
        if self.session.is_at_end() {
            return Ok(());
        }
        output::line(&format!(
            "looking back: move {} of {}; end plays on",
            view.ply, view.plies
        ))
    }

    fn title(&self) -> String {
        let position = self.session.position();
        let player = position.to_move();
        match position.color_of(player) {
            Some(color) => color.name().into(),
            None => player.name().into(),
        }
    }

    fn person_moves(&mut self, plain: &mut Plain<'_>) -> Result<Next, Failure> {
        let swap = if self.session.position().exchange_is_offered() {
            " (or swap)"
        } else {
            ""
        };
        output::text(&format!("{} to move{swap}> ", self.title()))?;
        let pondering = self.ponder(plain);
        let line = read_line(plain.input);
        if let Some(engine) = pondering.and_then(Job::end) {
            self.engines.push((self.session.kind(), engine));
        }
        let Some(text) = line? else {
            output::line("")?;
            return Ok(Next::Quit);
        };
        if text.is_empty() {
            return Ok(Next::Go);
        }
        match Line::parse(&text, self.session.kind()) {
            Ok(Line::Move(next)) => self.play(next, plain),
            Ok(line) => {
                self.bad_lines = 0;
                self.obey(&line, plain)
            }
            Err(problem) => self.ask_again(&problem),
        }
    }

    fn play(&mut self, next: AnyMove, plain: &Plain<'_>) -> Result<Next, Failure> {
        let plies = self.session.record().moves().len();
        self.send(Input::Play(next));
        if self.session.record().moves().len() == plies {
            let problem = self.session.view().status.text;
            return self.ask_again(&problem);
        }
        self.moved(plain)
    }

    fn obey(&mut self, line: &Line, plain: &mut Plain<'_>) -> Result<Next, Failure> {
        match line {
            Line::Moves => {
                let moves = self.session.position().legal_moves();
                let moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
                output::line(&moves.join(" "))?;
            }
            Line::Hint => {
                self.send(Input::Hint);
                if self.asked.is_none() {
                    output::line(&self.session.view().status.text)?;
                }
            }
            Line::Undo if self.session.can_undo() => {
                self.send(Input::Undo);
                save(plain, &self.session)?;
                self.draw()?;
            }
            Line::Undo => output::line("there is no move of yours to take back")?,
            Line::Step(step) => {
                self.send(Input::Step(*step));
                self.draw()?;
            }
            Line::Board => self.draw()?,
            Line::Record => output::text(&self.session.record().to_string())?,
            Line::Resume => {
                self.resume()?;
                self.send(Input::Begin);
            }
            Line::Help => output::line(HELP)?,
            Line::Quit => return Ok(Next::Quit),
            Line::Move(_) => {}
        }
        Ok(Next::Go)
    }

    fn resume(&mut self) -> Result<(), Failure> {
        let Some(saved) = self.saved.take() else {
            return output::line("there is no saved game to continue");
        };
        self.session = Session::new(saved).with_confirm(false);
        self.introduce()
    }

    fn ask_again(&mut self, problem: &str) -> Result<Next, Failure> {
        self.bad_lines += 1;
        if self.bad_lines == MAX_BAD_LINES {
            return Err(not_a_game());
        }
        output::line(problem)?;
        Ok(Next::Go)
    }

    fn moved(&mut self, plain: &Plain<'_>) -> Result<Next, Failure> {
        self.bad_lines = 0;
        // The new game takes the place of the one that was not continued.
        if let Some(saved) = self.saved.take()
            && let Some(slot) = plain.slot
        {
            output::line(&slot.keep_previous(&saved.record))?;
        }
        save(plain, &self.session)?;
        self.draw()?;
        Ok(Next::Go)
    }

    /// The engine of a level, with what it knows of the game.
    fn engine(&mut self, level: Level, plain: &Plain<'_>) -> Box<Engine> {
        let kind = self.session.kind();
        let is_same =
            |(of, engine): &(GameKind, Box<Engine>)| *of == kind && engine.level() == level;
        match self.engines.iter().position(is_same) {
            Some(kept) => self.engines.swap_remove(kept).1,
            None => Box::new(Engine::new(level, plain.seed)),
        }
    }

    /// Lets level 6 think while a person does.
    fn ponder(&mut self, plain: &Plain<'_>) -> Option<Job> {
        let position = to_ponder(&self.session).filter(|_| plain.ponder)?.clone();
        let engine = self.engine(Level::UNBEATABLE, plain);
        Some(Job::ponder(engine, position, plain.budget))
    }

    /// Lets a level think about its move or a hint.
    fn level_answers(&mut self, asked: Asked, plain: &Plain<'_>) -> Result<Next, Failure> {
        let kind = self.session.kind();
        let mut engine = self.engine(asked.level, plain);
        let cancelled = || plain.interrupt.is_raised();
        let position = self.session.position();
        let choice = plain
            .budget
            .choose(&mut engine, position, &cancelled, &|_| {});
        self.engines.push((kind, engine));
        if plain.interrupt.is_raised() {
            return Err(Failure::interrupted());
        }
        let title = self.title();
        let mover = self.session.position().to_move();
        let answer = Thought::from(&choice);
        let ticket = asked.ticket;
        let plies = self.session.record().moves().len();
        let effects = self.send(Input::Answer { ticket, answer });
        if asked.purpose == Purpose::Hint {
            return say(&effects).map(|()| Next::Go);
        }
        let Some(next) = self.session.record().moves().get(plies) else {
            return Err(Failure::could_not("the level found no move"));
        };
        let view = self.session.view();
        let verdict = view.players[mover].verdict.as_ref();
        let verdict = verdict.map_or_else(String::new, |verdict| format!(", {verdict}"));
        let seat = Seat::Level(asked.level);
        output::line(&format!("{title} ({seat}): {next}{verdict}"))?;
        self.moved(plain)
    }

    fn conclude(&self) -> Result<(), Failure> {
        let status = self.session.view().status;
        output::line(&plain_quotes(&format!(
            "{}. {}",
            status.headline, status.text
        )))
    }

    fn part(&self, plain: &Plain<'_>) -> Result<(), Failure> {
        if self.session.is_unfinished() && plain.slot.is_some() {
            output::line("the unfinished game is saved; narrows play continues it")?;
        }
        Ok(())
    }
}

/// Prints what is said aloud.
fn say(effects: &[Effect]) -> Result<(), Failure> {
    for effect in effects {
        if let Effect::Say(text) = effect {
            output::line(&plain_quotes(text))?;
        }
    }
    Ok(())
}

/// Text for any terminal and any language setting.
fn plain_quotes(text: &str) -> String {
    text.replace('’', "'")
}

fn save(plain: &Plain<'_>, session: &Session) -> Result<(), Failure> {
    match plain.slot.map(|slot| slot.update(session.record())) {
        Some(Err(problem)) => output::line(&problem),
        _ => Ok(()),
    }
}

fn not_a_game() -> Failure {
    Failure::usage(format!(
        "standard input: {MAX_BAD_LINES} lines in a row are no moves; a move is a line such as c3 or a2xb2"
    ))
}

/// Reads a line without the space around it; `None` at the end of the input.
fn read_line(input: &mut dyn BufRead) -> Result<Option<String>, Failure> {
    let mut bytes = Vec::new();
    let read = input.take(MAX_LINE).read_until(b'\n', &mut bytes);
    let length = read.map_err(|error| Failure::could_not(format!("standard input: {error}")))?;
    if length == 0 {
        return Ok(None);
    }
    if length as u64 == MAX_LINE && bytes.last() != Some(&b'\n') {
        return Err(Failure::usage(format!(
            "standard input: a line of more than {MAX_LINE} bytes is no move"
        )));
    }
    // What is no text is no move either, and is answered as such.
    let line = String::from_utf8_lossy(&bytes).trim().to_string();
    if !std::io::stdin().is_terminal() {
        // Nobody sees what is typed: the transcript shows it.
        let shown: String = line.chars().take(SHOWN).collect();
        output::line(&one_line(&shown))?;
    }
    Ok(Some(line))
}
