//! From options to a position: `--size`, `--position`, `--moves`, `--no-pie`.

use clap::Args;
use narrows_core::any::AnySetupError;
use narrows_core::narrows::SetupError;
use narrows_core::{AnyMove, AnyPosition, GameKind, Pie, Record, Size};

use crate::failure::Failure;

/// The options that give a position.
#[derive(Args, Clone, Debug, Default)]
pub struct StartArgs {
    /// Board size, COLUMNSxROWS [default: 8x8 for Black Narrows, 8x7 for Narrows]
    #[arg(long, value_name = "SIZE")]
    pub size: Option<String>,
    /// Start from this position, one line such as 5/1x3/5/xx3 or "bwbw/wbwb/bwbw b -"
    #[arg(long, value_name = "POSITION")]
    pub position: Option<String>,
    /// Then play these moves, separated by spaces
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
}

impl StartArgs {
    /// Whether any of them is given.
    #[must_use]
    pub fn is_given(&self) -> bool {
        self.size.is_some() || self.position.is_some() || self.moves.is_some()
    }

    /// The size that `--size` asks for.
    ///
    /// # Errors
    /// [`Failure::Usage`] if no board of the game has it.
    pub fn size(&self, kind: GameKind) -> Result<Option<Size>, Failure> {
        let asked = self.size.as_deref();
        asked.map(|text| size(kind, text)).transpose()
    }

    /// The position before `--moves`: that of `--position`, or the start on a board of `--size`.
    ///
    /// # Errors
    /// [`Failure::Usage`] if there is none.
    pub fn position(&self, kind: GameKind, pie: Pie) -> Result<AnyPosition, Failure> {
        let asked = self.size(kind)?;
        let Some(line) = &self.position else {
            let size = asked.unwrap_or_else(|| kind.default_size());
            return AnyPosition::start(kind, size, pie)
                .map_err(|error| Failure::usage(format!("--size {size}: {error}")));
        };
        let position = AnyPosition::parse(kind, line, pie).map_err(|error| {
            let hint = match error {
                AnySetupError::Narrows(SetupError::ExchangeWithoutPie) => "; leave --no-pie out",
                _ => "",
            };
            let error = error.to_string();
            let error = error.strip_prefix("position, ").unwrap_or(&error);
            Failure::usage(format!("--position {line:?}: {error}{hint}"))
        })?;
        check_size(asked, position.size(), "--position")?;
        Ok(position)
    }

    /// Plays `--moves`.
    ///
    /// # Errors
    /// [`Failure::Usage`] if one of them is illegal or none.
    pub fn play_moves(&self, game: &mut Record) -> Result<(), Failure> {
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

/// Whether the pie rule is on, in a game that has it.
///
/// # Errors
/// [`Failure::Usage`] if `--no-pie` is given for a game without it.
pub fn pie(kind: GameKind, no_pie: bool) -> Result<Pie, Failure> {
    match (kind, no_pie) {
        (GameKind::BlackNarrows, true) => Err(Failure::usage(
            "--no-pie: black-narrows has no pie rule; leave it out",
        )),
        (_, true) => Ok(Pie::Off),
        (_, false) => Ok(Pie::On),
    }
}

/// The size that `--size` asks for.
///
/// # Errors
/// [`Failure::Usage`] if no board of the game has it.
pub fn size(kind: GameKind, text: &str) -> Result<Size, Failure> {
    kind.parse_size(text)
        .map_err(|error| Failure::usage(format!("--size {text}: {error}")))
}

/// The size that `--size` asks for, or the usual one.
///
/// # Errors
/// [`Failure::Usage`] if no board of the game has it.
pub fn size_or_default(kind: GameKind, text: Option<&str>) -> Result<Size, Failure> {
    text.map_or_else(|| Ok(kind.default_size()), |text| size(kind, text))
}

/// Whether the board that an option brings has the size that `--size` asks for.
///
/// # Errors
/// [`Failure::Usage`] if it has not.
pub fn check_size(asked: Option<Size>, found: Size, option: &str) -> Result<(), Failure> {
    match asked {
        Some(asked) if asked != found => Err(Failure::usage(format!(
            "--size {asked} contradicts {option}, whose board is {found}; leave --size out"
        ))),
        _ => Ok(()),
    }
}
