//! The game in plain lines: moves are read one a line, the board is printed as text. For pipes, screen
//! readers and terminals without cursor movement.

use std::io::{BufRead, IsTerminal as _, Read as _};

use narrows_ai::level::{Engine, Level};
use narrows_core::{AnyMove, ByPlayer, GameKind, Player, Record};

use super::save::Slot;
use super::session::{Session, Who};
use crate::commands::show;
use crate::failure::{Failure, one_line};
use crate::interrupt::Interrupt;
use crate::output;
use crate::thinking::Budget;

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
record   the game as text
quit     end; an unfinished game is saved";

/// What a game in lines needs from outside.
pub struct Plain<'a> {
    /// Where lines come from.
    pub input: &'a mut dyn BufRead,
    /// Where the unfinished game is kept.
    pub slot: Option<&'a Slot>,
    /// What a level may use.
    pub budget: Budget,
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
            "record" => Self::Record,
            "resume" => Self::Resume,
            "help" | "?" => Self::Help,
            "quit" | "exit" => Self::Quit,
            _ => {
                let shown: String = text.chars().take(SHOWN).collect();
                let next = AnyMove::parse(kind, text)
                    .map_err(|error| format!("{shown:?}: {error}; help lists the commands"))?;
                Self::Move(next)
            }
        })
    }
}

/// What the next step of the game is.
enum Step {
    Go,
    Over,
    Quit,
}

/// Asks which game to play.
pub fn ask_kind(input: &mut dyn BufRead) -> Result<Option<GameKind>, Failure> {
    for _ in 0..MAX_BAD_LINES {
        output::text("1 Black Narrows, 2 Narrows> ")?;
        let Some(line) = read_line(input)? else {
            output::line("")?;
            return Ok(None);
        };
        match line.as_str() {
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
pub fn play(plain: &mut Plain<'_>, session: Session, saved: Option<Record>) -> Result<(), Failure> {
    let engine = |who| match who {
        Who::Level(level) => Some(Engine::new(level, plain.seed)),
        Who::Human => None,
    };
    let mut game = PlainGame {
        engines: ByPlayer {
            first: engine(session.who().first),
            second: engine(session.who().second),
        },
        session,
        saved,
        bad_lines: 0,
    };
    game.introduce()?;
    game.choose_saved_or_new(plain)?;
    loop {
        if plain.interrupt.is_raised() {
            return Err(Failure::interrupted());
        }
        let step = match game.session.mover() {
            None => Step::Over,
            Some(Who::Human) => game.person_moves(plain)?,
            Some(Who::Level(_)) => game.level_moves(plain)?,
        };
        match step {
            Step::Go => {}
            Step::Over => return game.conclude(),
            Step::Quit => return game.part(plain),
        }
    }
}

struct PlainGame {
    session: Session,
    engines: ByPlayer<Option<Engine>>,
    /// The game of last time, on offer until the first move.
    saved: Option<Record>,
    bad_lines: usize,
}

impl PlainGame {
    fn introduce(&self) -> Result<(), Failure> {
        let who = self.session.who();
        output::line(&format!(
            "{}, {}: first {}, second {}; by Mark Steere, marksteeregames.com",
            self.session.kind(),
            self.session.position().size(),
            who.first,
            who.second
        ))?;
        if let Some(saved) = &self.saved {
            output::line(&format!(
                "an unfinished game of {} moves on {} is saved: resume continues it, a move begins a new game",
                saved.moves().len(),
                saved.position().size()
            ))?;
        }
        self.draw()
    }

    /// Where the computer moves first, nobody could say `resume` in time: asks.
    fn choose_saved_or_new(&mut self, plain: &mut Plain<'_>) -> Result<(), Failure> {
        let computer_begins = matches!(self.session.mover(), Some(Who::Level(_)));
        if self.saved.is_none() || !computer_begins {
            return Ok(());
        }
        for _ in 0..MAX_BAD_LINES {
            output::text("resume or new> ")?;
            match read_line(plain.input)?.as_deref() {
                Some("resume") => return self.resume(plain),
                Some("new") | None => return output::line(""),
                Some(_) => {}
            }
        }
        Err(not_a_game())
    }

    fn draw(&self) -> Result<(), Failure> {
        let position = self.session.position();
        let legal = position.legal_moves().len();
        output::line(&format!(
            "\n{}\n\n{}, {legal} legal {}",
            position.drawing(),
            match position.stones() {
                1 => "1 stone".into(),
                stones => format!("{stones} stones"),
            },
            match (self.session.kind(), legal) {
                (GameKind::BlackNarrows, 1) => "placement",
                (GameKind::BlackNarrows, _) => "placements",
                (GameKind::Narrows, 1) => "move",
                (GameKind::Narrows, _) => "moves",
            }
        ))
    }

    fn title(&self) -> String {
        self.session
            .title(self.session.position().to_move())
            .to_lowercase()
    }

    fn person_moves(&mut self, plain: &mut Plain<'_>) -> Result<Step, Failure> {
        let swap = if self.session.position().exchange_is_offered() {
            " (or swap)"
        } else {
            ""
        };
        output::text(&format!("{} to move{swap}> ", self.title()))?;
        let Some(text) = read_line(plain.input)? else {
            output::line("")?;
            return Ok(Step::Quit);
        };
        if text.is_empty() {
            return Ok(Step::Go);
        }
        let line = match Line::parse(&text, self.session.kind()) {
            Ok(line) => line,
            Err(problem) => return self.ask_again(&problem),
        };
        if let Line::Move(next) = line {
            return match self.session.play(next) {
                Ok(()) => self.moved(plain),
                Err(error) => self.ask_again(&error.to_string()),
            };
        }
        self.bad_lines = 0;
        self.obey(&line, plain)
    }

    fn obey(&mut self, line: &Line, plain: &mut Plain<'_>) -> Result<Step, Failure> {
        match line {
            Line::Moves => {
                let moves = self.session.position().legal_moves();
                let moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
                output::line(&moves.join(" "))?;
            }
            Line::Hint => self.hint(plain)?,
            Line::Undo => match self.session.undo() {
                0 => output::line("there is no move of yours to take back")?,
                _ => {
                    save(plain, &self.session)?;
                    self.draw()?;
                }
            },
            Line::Board => self.draw()?,
            Line::Record => output::text(&self.session.record().to_string())?,
            Line::Resume => self.resume(plain)?,
            Line::Help => output::line(HELP)?,
            Line::Quit => return Ok(Step::Quit),
            Line::Move(_) => {}
        }
        Ok(Step::Go)
    }

    fn resume(&mut self, plain: &Plain<'_>) -> Result<(), Failure> {
        let Some(saved) = self.saved.take() else {
            return output::line("there is no saved game to continue");
        };
        self.session = Session::resumed(saved);
        for player in Player::BOTH {
            self.engines[player] = match self.session.who()[player] {
                Who::Level(level) => Some(Engine::new(level, plain.seed)),
                Who::Human => None,
            };
        }
        self.introduce()
    }

    fn ask_again(&mut self, problem: &str) -> Result<Step, Failure> {
        self.bad_lines += 1;
        if self.bad_lines == MAX_BAD_LINES {
            return Err(not_a_game());
        }
        output::line(problem)?;
        Ok(Step::Go)
    }

    fn moved(&mut self, plain: &Plain<'_>) -> Result<Step, Failure> {
        self.bad_lines = 0;
        // The new game takes the place of the one that was not continued.
        if self.saved.take().is_some()
            && let Some(slot) = plain.slot
        {
            slot.keep_previous();
        }
        save(plain, &self.session)?;
        self.draw()?;
        Ok(Step::Go)
    }

    fn level_moves(&mut self, plain: &Plain<'_>) -> Result<Step, Failure> {
        let position = self.session.position().clone();
        let player = position.to_move();
        let cancelled = || plain.interrupt.is_raised();
        let choice = self.engines[player]
            .as_mut()
            .map(|engine| plain.budget.choose(engine, &position, &cancelled, &|_| {}));
        if plain.interrupt.is_raised() {
            return Err(Failure::interrupted());
        }
        let Some(next) = choice.as_ref().and_then(|choice| choice.play) else {
            return Err(Failure::could_not("the level found no move"));
        };
        output::line(&format!(
            "{} ({}): {next}",
            self.title(),
            self.session.who()[player]
        ))?;
        self.session
            .play(next)
            .map_err(|error| Failure::could_not(format!("the level's move: {error}")))?;
        self.moved(plain)
    }

    fn hint(&self, plain: &Plain<'_>) -> Result<(), Failure> {
        let mut engine = Engine::new(Level::UNBEATABLE, plain.seed);
        let cancelled = || plain.interrupt.is_raised();
        let choice = plain
            .budget
            .choose(&mut engine, self.session.position(), &cancelled, &|_| {});
        match choice.play {
            Some(next) if choice.is_solved() => {
                output::line(&format!("hint: {next}, a proven {}", choice.value.name()))
            }
            Some(next) => output::line(&format!("hint: {next}, {:.0} %", choice.expected * 100.0)),
            None => output::line("no hint"),
        }
    }

    fn conclude(&self) -> Result<(), Failure> {
        let position = self.session.position();
        let winner = position
            .outcome()
            .map_or("nobody", |outcome| self.session.title(outcome.winner));
        output::line(&format!(
            "{} has won: {}",
            winner.to_lowercase(),
            show::reason(position).unwrap_or_default()
        ))
    }

    fn part(&self, plain: &Plain<'_>) -> Result<(), Failure> {
        if self.session.is_unfinished() && plain.slot.is_some() {
            output::line("the unfinished game is saved; narrows play continues it")?;
        }
        Ok(())
    }
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
