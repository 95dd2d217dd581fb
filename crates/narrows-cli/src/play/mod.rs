//! `narrows play`: a game on the screen, or in plain lines where there is none.

mod plain;
mod save;
mod screen;

use std::io::{IsTerminal as _, stdin, stdout};
use std::time::Duration;

use clap::Args;
use narrows_ai::level::Level;
use narrows_arena::limits;
use narrows_core::record::Reading;
use narrows_core::{AnyPosition, ByPlayer, GameKind, Record};
use narrows_play::{NewGame, Seat, Session};

use self::save::Opened;
use crate::args::PositionArgs;
use crate::commands::show;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output;
use crate::thinking::{Budget, any_seed};

pub use self::screen::restore_terminal;

/// Arguments of `narrows play`.
#[derive(Args, Clone, Debug, Default)]
pub struct PlayArgs {
    /// black-narrows or narrows; prompts if omitted
    #[arg(value_name = "GAME")]
    game: Option<GameKind>,
    /// Who moves first: human, or a level from 1 to 6
    #[arg(long, value_name = "WHO")]
    first: Option<Seat>,
    /// Who moves second: human, or a level from 1 to 6
    #[arg(long, value_name = "WHO")]
    second: Option<Seat>,
    #[command(flatten)]
    position: PositionArgs,
    /// Read moves as lines and print plain text, even on a terminal
    #[arg(long)]
    plain: bool,
    /// Maximum thinking time per move, in seconds [default: 3 at level 6]
    #[arg(long, value_name = "SECONDS", value_parser = limits::seconds)]
    time: Option<Duration>,
    /// Let level 6 think in your time too
    #[arg(long)]
    ponder: bool,
    /// Random seed; makes levels 1 to 5 reproducible
    #[arg(long, value_name = "N", value_parser = limits::seed)]
    seed: Option<u64>,
}

/// The opponent of somebody who names none: beatable, but not at the first try.
const DEFAULT_OPPONENT: Seat = match Level::new(3) {
    Some(level) => Seat::Level(level),
    None => Seat::Human,
};

/// The position that level 6 may think about while a person does.
fn to_ponder(session: &Session) -> Option<&AnyPosition> {
    let position = session.position();
    let opponent = session.seats()[position.to_move().other()];
    let fits = session.mover() == Some(Seat::Human) && opponent == Seat::Level(Level::UNBEATABLE);
    fits.then_some(position)
}

/// Today's date, as `2026-11-29`.
fn today() -> String {
    jiff::Zoned::now().date().to_string()
}

/// Whether a person sits at a terminal that can show a full screen.
pub fn has_screen() -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    stdin().is_terminal() && stdout().is_terminal() && !dumb
}

/// Runs the command.
pub fn run(args: &PlayArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    let requested = args.requested()?;
    if args.plain || !has_screen() {
        return args.play_plain(requested, interrupt);
    }
    let kind = requested.as_ref().map(|game| game.record.position().kind());
    let Opened {
        slot,
        game,
        messages,
    } = save::open(save::directory(), kind);
    let options = screen::Options {
        requested,
        saved: game.map(NewGame::resumed),
        who: args.who(),
        slot,
        messages,
        budget: Budget::new(args.time),
        ponder: args.ponder,
        seed: args.seed.unwrap_or_else(any_seed),
    };
    screen::run(options, interrupt)
}

impl PlayArgs {
    /// The players: a person begins unless a level is named; the second is the other kind unless named.
    fn who(&self) -> ByPlayer<Seat> {
        let first = self.first.unwrap_or(Seat::Human);
        let second = self.second.unwrap_or(match first {
            Seat::Human => DEFAULT_OPPONENT,
            Seat::Level(_) => Seat::Human,
        });
        ByPlayer { first, second }
    }

    /// The game that the command line asks for, if it asks for one.
    fn requested(&self) -> Result<Option<NewGame>, Failure> {
        let record = match (self.game, &self.position.record) {
            (Some(kind), _) => self.position.game(kind)?,
            (None, Some(path)) if !self.position.start.is_given() => {
                self.position.read_record(path, Reading::new())?
            }
            (None, None) if !self.position.start.is_given() => return Ok(None),
            _ => {
                return Err(Failure::usage(
                    "GAME is missing beside the options that describe a board: narrows play black-narrows …",
                ));
            }
        };
        if let Some(reason) = show::reason(record.position()) {
            return Err(Failure::usage(format!(
                "the game is over, there is nothing to play: {reason}"
            )));
        }
        Ok(Some(self.begin(record)))
    }

    /// A game between the players that are asked for; one with moves goes on between those that it names.
    fn begin(&self, mut record: Record) -> NewGame {
        if record.moves().is_empty() {
            record.date = today();
        } else if self.position.record.is_some() && self.is_silent_on_players(&record) {
            return NewGame::resumed(record);
        }
        NewGame::new(record, self.who())
    }

    /// Whether nobody is named on the command line, but somebody in a record.
    fn is_silent_on_players(&self, record: &Record) -> bool {
        let names = [&record.names.first, &record.names.second];
        self.first.is_none() && self.second.is_none() && names.iter().any(|name| *name != "?")
    }

    fn play_plain(&self, requested: Option<NewGame>, interrupt: &Interrupt) -> Result<(), Failure> {
        let mut input = stdin().lock();
        let game = match requested {
            Some(game) => game,
            None => match plain::ask_kind(&mut input)? {
                Some(kind) => self.begin(PositionArgs::default().game(kind)?),
                None => return Ok(()),
            },
        };
        let opened = save::open(save::directory(), Some(game.record.position().kind()));
        for message in &opened.messages {
            output::line(message)?;
        }
        let mut plain = plain::Plain {
            input: &mut input,
            slot: opened.slot.as_ref(),
            budget: Budget::new(self.time),
            ponder: self.ponder,
            seed: self.seed.unwrap_or_else(any_seed),
            interrupt,
        };
        plain::play(&mut plain, game, opened.game)
    }
}
