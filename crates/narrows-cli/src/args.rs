//! Arguments that several commands have in common.

use std::path::PathBuf;

use clap::Args;
use narrows_arena::limits;
use narrows_console::position::StartArgs;
use narrows_core::GameKind;

/// The options that give a position, common to most commands.
#[derive(Args, Clone, Debug, Default)]
pub struct PositionArgs {
    #[command(flatten)]
    pub start: StartArgs,
    /// Start from the last position of this record (PGN); - is standard input. GAME and --size fill in missing
    /// tags
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Which game of a record with several, counted from 1 [default: 1]
    #[arg(long = "game", value_name = "N", requires = "record", value_parser = limits::game_number)]
    pub game_number: Option<usize>,
    /// Play Narrows without the pie rule (no exchange of colors after the first move)
    #[arg(long)]
    pub no_pie: bool,
}

/// The game, as the first argument of a command.
#[derive(Args, Clone, Debug)]
pub struct GameArg {
    /// black-narrows or narrows
    #[arg(value_name = "GAME")]
    pub game: GameKind,
}
