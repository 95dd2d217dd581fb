//! From options to a position: `--size`, `--position`, `--moves`, `--record`, `--game`, `--no-pie`.

use std::path::Path;

use narrows_arena::files::Input;
use narrows_core::any::AnySetupError;
use narrows_core::narrows::SetupError;
use narrows_core::record::{MAX_FILE_BYTES, Reading};
use narrows_core::{AnyMove, AnyPosition, GameKind, Pie, Record, Size};

use crate::args::PositionArgs;
use crate::failure::Failure;

/// Whether the pie rule is on, in a game that has it.
pub fn pie(kind: GameKind, no_pie: bool) -> Result<Pie, Failure> {
    match (kind, no_pie) {
        (GameKind::BlackNarrows, true) => Err(Failure::usage(
            "--no-pie: black-narrows has no pie rule; leave it out",
        )),
        (_, true) => Ok(Pie::Off),
        (_, false) => Ok(Pie::On),
    }
}

impl PositionArgs {
    /// Whether an option other than `--record` says where the game begins.
    pub fn is_given_beside_record(&self) -> bool {
        self.size.is_some() || self.position.is_some() || self.moves.is_some()
    }

    /// The size that `--size` asks for.
    pub fn size(&self, kind: GameKind) -> Result<Option<Size>, Failure> {
        let Some(text) = &self.size else {
            return Ok(None);
        };
        kind.parse_size(text)
            .map(Some)
            .map_err(|error| Failure::usage(format!("--size {text}: {error}")))
    }

    /// The game that the options describe, up to its last move.
    pub fn game(&self, kind: GameKind) -> Result<Record, Failure> {
        let pie = pie(kind, self.no_pie)?;
        let size = self.size(kind)?;
        let mut game = match (&self.record, &self.position) {
            (Some(_), Some(_)) => {
                return Err(Failure::usage(
                    "--record and --position both give a position; use one of them",
                ));
            }
            (Some(path), None) => {
                let mut reading = Reading::new().game(kind).pie(pie);
                if let Some(size) = size {
                    reading = reading.size(size);
                }
                self.recorded(kind, path, reading)?
            }
            (None, Some(line)) => Record::new(Self::positioned(kind, line, pie)?),
            (None, None) => {
                let size = size.unwrap_or_else(|| kind.default_size());
                let start = AnyPosition::start(kind, size, pie)
                    .map_err(|error| Failure::usage(format!("--size {size}: {error}")))?;
                Record::new(start)
            }
        };
        self.check_size(size, game.position().size())?;
        self.play_moves(&mut game)?;
        Ok(game)
    }

    fn recorded(&self, kind: GameKind, path: &Path, reading: Reading) -> Result<Record, Failure> {
        let game = self.read_record(path, reading)?;
        let found = game.position().kind();
        if found != kind {
            return Err(Failure::usage(format!(
                "--record {}: a game of {found}, but the command names {}",
                path.display(),
                kind.slug()
            )));
        }
        if self.no_pie && game.pie() == Pie::On {
            return Err(Failure::usage(format!(
                "--no-pie contradicts --record {}, a game with Pie \"on\"; leave --no-pie out",
                path.display()
            )));
        }
        Ok(game)
    }

    fn positioned(kind: GameKind, line: &str, pie: Pie) -> Result<AnyPosition, Failure> {
        AnyPosition::parse(kind, line, pie).map_err(|error| {
            let hint = match error {
                AnySetupError::Narrows(SetupError::ExchangeWithoutPie) => "; leave --no-pie out",
                _ => "",
            };
            let error = error.to_string();
            let error = error.strip_prefix("position, ").unwrap_or(&error);
            Failure::usage(format!("--position {line:?}: {error}{hint}"))
        })
    }

    fn check_size(&self, asked: Option<Size>, found: Size) -> Result<(), Failure> {
        match asked {
            Some(asked) if asked != found => {
                let source = if self.record.is_some() {
                    "--record"
                } else {
                    "--position"
                };
                Err(Failure::usage(format!(
                    "--size {asked} contradicts {source}, whose board is {found}; leave --size out"
                )))
            }
            _ => Ok(()),
        }
    }

    fn play_moves(&self, game: &mut Record) -> Result<(), Failure> {
        let kind = game.position().kind();
        let words = self.moves.as_deref().unwrap_or_default().split_whitespace();
        for (number, word) in (1..).zip(words) {
            let fail = |reason: String| {
                Failure::usage(format!("--moves, move {number} ({word}): {reason}"))
            };
            let next = AnyMove::parse(kind, word).map_err(|error| fail(error.to_string()))?;
            game.play(next)
                .map_err(|error| fail(error.reason.to_string()))?;
        }
        Ok(())
    }

    /// Reads the game that `--game` names from a file of records, or from standard input if the path is `-`.
    pub fn read_record(&self, path: &Path, reading: Reading) -> Result<Record, Failure> {
        let failed = |error| Failure::of_file("--record ", &error);
        let input = Input::open(path).map_err(failed)?;
        let name = input.name().to_owned();
        let text = input
            .read_text("a file of records", MAX_FILE_BYTES as u64)
            .map_err(failed)?;
        reading
            .nth(&text, self.game_number.unwrap_or(1))
            .map_err(|error| Failure::usage(format!("--record {name}: {error}")))
    }
}
