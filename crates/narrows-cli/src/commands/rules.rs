//! `narrows rules`: the rules in short, in their author's words where they fit.

use clap::Args;

use crate::args::GameArg;
use crate::failure::Failure;
use crate::output;

/// Arguments of `narrows rules`.
#[derive(Args, Debug)]
pub struct RulesArgs {
    #[command(flatten)]
    game: GameArg,
}

/// Runs the command.
pub fn run(args: &RulesArgs) -> Result<(), Failure> {
    output::line(args.game.game.rules())
}
