//! From options to a game: those of [`StartArgs`](narrows_console::position::StartArgs), `--record` and `--game`.

use std::path::Path;

use narrows_arena::files::Input;
use narrows_console::position::{check_size, pie};
use narrows_core::record::{MAX_FILE_BYTES, Reading};
use narrows_core::{GameKind, Pie, Record};

use crate::args::PositionArgs;
use crate::failure::Failure;

impl PositionArgs {
    /// The game that the options describe, up to its last move.
    pub fn game(&self, kind: GameKind) -> Result<Record, Failure> {
        let pie = pie(kind, self.no_pie)?;
        let mut game = match &self.record {
            Some(path) => self.recorded(kind, path, pie)?,
            None => Record::new(self.start.position(kind, pie)?),
        };
        self.start.play_moves(&mut game)?;
        Ok(game)
    }

    fn recorded(&self, kind: GameKind, path: &Path, pie: Pie) -> Result<Record, Failure> {
        if self.start.position.is_some() {
            return Err(Failure::usage(
                "--record and --position both give a position; use one of them",
            ));
        }
        let size = self.start.size(kind)?;
        let mut reading = Reading::new().game(kind).pie(pie);
        if let Some(size) = size {
            reading = reading.size(size);
        }
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
        check_size(size, game.position().size(), "--record")?;
        Ok(game)
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
