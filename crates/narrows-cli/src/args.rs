//! Arguments that several commands have in common.

use std::path::PathBuf;

use clap::Args;
use narrows_arena::limits;
use narrows_core::GameKind;

/// The options that give a position, common to most commands.
#[derive(Args, Clone, Debug, Default)]
pub struct PositionArgs {
    /// Board size, COLUMNSxROWS [default: 8x8 for Black Narrows, 8x7 for Narrows]
    #[arg(long, value_name = "SIZE")]
    pub size: Option<String>,
    /// Start from this position, one line such as 5/1x3/5/xx3 or "bwbw/wbwb/bwbw b -"
    #[arg(long, value_name = "POSITION")]
    pub position: Option<String>,
    /// Then play these moves, separated by spaces
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// Start from the last position of this record (PGN); - is standard input. Tags that are missing come from GAME
    /// and --size
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
