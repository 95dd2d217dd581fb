//! `narrows rules`: the rules in short, in their author's words where they fit.

use clap::Args;
use narrows_core::GameKind;

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
    output::line(text(args.game.game))
}

/// The rules of a game, in lines of at most 74 characters, which a framed text on 80 columns can show.
pub const fn text(kind: GameKind) -> &'static str {
    match kind {
        GameKind::BlackNarrows => BLACK_NARROWS,
        GameKind::Narrows => NARROWS,
    }
}

const BLACK_NARROWS: &str = "\
BLACK NARROWS, by Mark Steere (August 2026), marksteeregames.com

Two players take turns placing black stones onto unoccupied points of a
rectangular grid, initially empty, one stone per turn.

After your placement, there must be an orthogonally interconnected path
of unoccupied points, of length at least 1, connecting every pair of
stones.

The last player to place a stone wins. In other words, if you don't have
an available placement on your turn, you lose.";

const NARROWS: &str = "\
NARROWS, by Mark Steere (May 2026), marksteeregames.com

The board starts filled with a checkerboard pattern of black and white
stones. Black and White take turns moving a stone of their own color, one
stone per turn, starting with Black. Passing is not allowed.

Every move is a capture. A stone captures an enemy stone in any orthogonal
(horizontal or vertical) direction and takes its place. The enemy stone
must either be next to the capturing stone or separated from it by empty
points only.

The goal is to have all of your groups linked together by empty regions:
every one of your stones must be linked to every other via paths of empty
points and friendly stones. You can win on your turn or on your opponent's
turn. If your move links all of your groups and at the same time links all
of your opponent's groups, you win.

After Black's first move, White may switch colors and take over Black. The
former Black player then plays White and moves next. (The move is swap;
--no-pie turns it off.)";
