//! `narrows show`: draws a position and describes it.

use clap::Args;
use narrows_core::{AnyPosition, Color, GameKind, Outcome, Record};
use serde::Serialize;

use crate::args::{GameArg, PositionArgs};
use crate::failure::Failure;
use crate::output;

/// Arguments of `narrows show`.
#[derive(Args, Debug)]
pub struct ShowArgs {
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    position: PositionArgs,
    /// Print one JSON object instead of a drawing
    #[arg(long)]
    json: bool,
}

/// The JSON of `narrows show`.
#[derive(Serialize)]
struct Shown {
    game: &'static str,
    size: String,
    position: String,
    to_move: &'static str,
    plies: usize,
    stones: usize,
    legal: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    illegal: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    linked: Option<Linked>,
    winner: Option<&'static str>,
    reason: Option<String>,
}

#[derive(Clone, Copy, Serialize)]
struct Linked {
    black: bool,
    white: bool,
}

/// Runs the command.
pub fn run(args: &ShowArgs) -> Result<(), Failure> {
    let game = args.position.game(args.game.game)?;
    let shown = Shown::new(&game);
    if args.json {
        output::json(&shown)
    } else {
        output::line(&shown.text(game.position()))
    }
}

impl Shown {
    fn new(game: &Record) -> Self {
        let position = game.position();
        Self {
            game: position.kind().slug(),
            size: position.size().to_string(),
            position: position.to_string(),
            to_move: mover(position),
            plies: game.start().plies() + game.moves().len(),
            stones: position.stones(),
            legal: position
                .legal_moves()
                .iter()
                .map(ToString::to_string)
                .collect(),
            illegal: position
                .dead_points()
                .map(|points| points.iter().map(ToString::to_string).collect()),
            linked: linked(position),
            winner: winner(game),
            reason: reason(position).or_else(|| declared(game)),
        }
    }

    /// The drawing, with a legend and the facts below it.
    fn text(&self, position: &AnyPosition) -> String {
        let mut lines = vec![
            format!(
                "{}, {}, {} {}",
                position.kind(),
                self.size,
                self.stones,
                plural(self.stones, "stone")
            ),
            String::new(),
            position.drawing(),
            String::new(),
        ];
        match (self.winner, &self.reason) {
            (Some(winner), Some(reason)) => lines.push(format!("{winner} has won: {reason}")),
            _ => {
                let moves = match position.kind() {
                    GameKind::BlackNarrows => "placement",
                    GameKind::Narrows => "move",
                };
                lines.push(format!(
                    "{} to move, {} legal {}{}",
                    self.to_move,
                    self.legal.len(),
                    plural(self.legal.len(), moves),
                    if position.exchange_is_offered() {
                        ", swap among them"
                    } else {
                        ""
                    },
                ));
            }
        }
        if self
            .illegal
            .as_ref()
            .is_some_and(|points| !points.is_empty())
            && self.winner.is_none()
        {
            lines.push("! is an empty point where a placement is illegal".into());
        }
        lines.push(self.position.clone());
        lines.join("\n")
    }
}

fn plural(count: usize, word: &str) -> String {
    if count == 1 {
        word.into()
    } else {
        format!("{word}s")
    }
}

/// Who is to move, in the words of the game.
fn mover(position: &AnyPosition) -> &'static str {
    position
        .color_to_move()
        .map_or_else(|| position.to_move().name(), Color::name)
}

/// Who has won, in the words of the game: by the moves, or as the record says.
fn winner(game: &Record) -> Option<&'static str> {
    let Outcome { winner } = game.outcome()?;
    let position = game.position();
    match position.kind() {
        GameKind::BlackNarrows => Some(winner.name()),
        GameKind::Narrows => {
            let color = position
                .winning_color()
                .or_else(|| position.color_of(winner));
            color.map(Color::name)
        }
    }
}

/// Why a game is over whose moves do not show it.
fn declared(game: &Record) -> Option<String> {
    let result = game.result();
    (game.is_declared())
        .then(|| format!("the record gives the result {result}, by resignation or forfeit"))
}

fn linked(position: &AnyPosition) -> Option<Linked> {
    Some(Linked {
        black: position.is_linked(Color::Black)?,
        white: position.is_linked(Color::White)?,
    })
}

/// Why the game is over, in the words of the rules.
pub fn reason(position: &AnyPosition) -> Option<String> {
    let Outcome { winner } = position.outcome()?;
    let Some(color) = position.winning_color() else {
        return Some(format!(
            "no legal placement is left, and the {} player placed the last stone",
            winner.name()
        ));
    };
    let both = position.is_linked(color.other()) == Some(true);
    Some(if both {
        format!(
            "the last move linked both sides, and {} made it",
            color.name()
        )
    } else {
        format!("all {} stones are linked", color.name())
    })
}
