//! From options to a position: `--size`, `--position`, `--moves`, `--record`, `--no-pie`.

use std::fs::File;
use std::io::{Read, stdin};
use std::path::Path;

use narrows_core::record::MAX_BYTES;
use narrows_core::{AnyMove, AnyPosition, GameKind, Pie, Record, Size};

use crate::args::PositionArgs;
use crate::failure::Failure;

/// The board that people play on unless they say otherwise.
pub fn default_size(kind: GameKind) -> Size {
    let (columns, rows) = match kind {
        GameKind::BlackNarrows => (8, 8),
        GameKind::Narrows => (8, 7),
    };
    // Both are within 1 to 26.
    Size::new(columns, rows).unwrap_or_else(|_| unreachable!("a size within the limits"))
}

impl PositionArgs {
    /// Whether the pie rule is on.
    pub fn pie(&self) -> Pie {
        if self.no_pie { Pie::Off } else { Pie::On }
    }

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
        let size = self.size(kind)?;
        let mut game = match (&self.record, &self.position) {
            (Some(_), Some(_)) => {
                return Err(Failure::usage(
                    "--record and --position both say where to begin; give one of them",
                ));
            }
            (Some(path), None) => self.recorded(kind, path)?,
            (None, Some(line)) => Record::new(self.positioned(kind, line)?),
            (None, None) => {
                let size = size.unwrap_or_else(|| default_size(kind));
                let start = AnyPosition::start(kind, size, self.pie())
                    .map_err(|error| Failure::usage(format!("--size {size}: {error}")))?;
                Record::new(start)
            }
        };
        self.check_size(size, game.position().size())?;
        self.play_moves(&mut game)?;
        Ok(game)
    }

    fn recorded(&self, kind: GameKind, path: &Path) -> Result<Record, Failure> {
        let name = name_of(path);
        let game = read_record(path)?;
        let found = game.position().kind();
        if found != kind {
            return Err(Failure::usage(format!(
                "{name} is a record of {found}; the command asks for {}",
                kind.slug()
            )));
        }
        if self.no_pie && game.pie() == Pie::On && kind == GameKind::Narrows {
            return Err(Failure::usage(format!(
                "{name} is a game with the pie rule (Pie \"on\"); --no-pie contradicts it"
            )));
        }
        Ok(game)
    }

    fn positioned(&self, kind: GameKind, line: &str) -> Result<AnyPosition, Failure> {
        AnyPosition::parse(kind, line, self.pie()).map_err(|error| {
            let error = error.to_string();
            let error = error.strip_prefix("position, ").unwrap_or(&error);
            Failure::usage(format!("--position {line:?}: {error}"))
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
                    "--size {asked} contradicts {source}, whose board is {found}; leave one of them out"
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
}

/// How messages call a file.
fn name_of(path: &Path) -> String {
    if path == Path::new("-") {
        "standard input".into()
    } else {
        path.display().to_string()
    }
}

/// Reads a record from a file, or from standard input if the path is `-`.
pub fn read_record(path: &Path) -> Result<Record, Failure> {
    let text = read_text(path)?;
    text.parse()
        .map_err(|error| Failure::usage(format!("{}: {error}", name_of(path))))
}

/// Reads a text that may not be longer than a record.
fn read_text(path: &Path) -> Result<String, Failure> {
    // One byte more than allowed, so that endless input ends here.
    let limit = MAX_BYTES as u64 + 1;
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        stdin().lock().take(limit).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes))
    };
    read.map_err(|error| Failure::could_not(format!("{}: {error}", name_of(path))))?;
    if bytes.len() > MAX_BYTES {
        return Err(Failure::usage(format!(
            "{}: a record has at most 1 MiB, this is longer",
            name_of(path)
        )));
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.iter().filter(|&&byte| byte == b'\n').count() + 1;
        Failure::usage(format!(
            "{}: line {line}: not UTF-8 text, so not a record",
            name_of(path)
        ))
    })
}
