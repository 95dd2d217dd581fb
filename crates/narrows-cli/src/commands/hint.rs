//! `narrows hint`: the move a level would make.

use std::time::{Duration, Instant};

use clap::Args;
use narrows_ai::level::{Choice, Engine, Level, unproven_percent};
use narrows_arena::limits::{self, grouped};
use serde::Serialize;

use crate::args::{GameArg, PositionArgs};
use crate::commands::show;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output;
use crate::progress::Progress;
use crate::thinking::{Budget, any_seed};

/// Arguments of `narrows hint`.
#[derive(Args, Debug)]
pub struct HintArgs {
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    position: PositionArgs,
    /// The level to ask, from 1 (random) to 6 (Unbeatable)
    #[arg(long, value_name = "LEVEL", value_parser = limits::level)]
    level: Level,
    /// Think for at most this many seconds [default: 3 at level 6]
    #[arg(long, value_name = "SECONDS", value_parser = limits::seconds)]
    time: Option<Duration>,
    /// Make this many playouts instead of the level's own number
    #[arg(long, value_name = "N", value_parser = limits::playouts)]
    playouts: Option<u64>,
    /// Random seed; makes levels 1 to 5, and any level with --playouts, reproducible
    #[arg(long, value_name = "N", value_parser = limits::seed)]
    seed: Option<u64>,
    /// Do not use the book of solved boards, which levels 5 and 6 open with
    #[arg(long)]
    no_book: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The JSON of `narrows hint`.
#[derive(Serialize)]
struct Hint {
    #[serde(rename = "move")]
    play: String,
    level: u8,
    solved: bool,
    outcome: &'static str,
    playouts: u64,
    nodes: u64,
    seconds: f64,
    principal_variation: Vec<String>,
}

/// Runs the command.
pub fn run(args: &HintArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    let game = args.position.game(args.game.game)?;
    let position = game.position();
    if let Some(reason) = show::reason(position) {
        return Err(Failure::usage(format!(
            "the game is over, so there is no move to find: {reason}"
        )));
    }
    let mut budget = Budget::new(args.time);
    budget.limits.playouts = args.playouts;
    let mut engine = Engine::new(args.level, args.seed.unwrap_or_else(any_seed));
    if args.no_book {
        engine = engine.without_book();
    }
    let started = Instant::now();
    let bar = Progress::start();
    let choice = budget.choose(&mut engine, position, &|| interrupt.is_raised(), &|now| {
        bar.note(|| {
            let best = now.best.map(|best| best.to_string()).unwrap_or_default();
            format!(
                "{best}  {}  {} playouts",
                now.certainty(),
                grouped(now.playouts)
            )
        });
    });
    bar.finish();
    if interrupt.is_raised() {
        return Err(Failure::interrupted());
    }
    let hint = Hint::new(args.level, &choice, started.elapsed())?;
    if args.json {
        output::json(&hint)
    } else {
        output::line(&hint.text(&choice))
    }
}

impl Hint {
    fn new(level: Level, choice: &Choice, elapsed: Duration) -> Result<Self, Failure> {
        let play = choice
            .play
            .ok_or_else(|| Failure::could_not("the level found no move"))?;
        Ok(Self {
            play: play.to_string(),
            level: level.number(),
            solved: choice.is_solved(),
            outcome: choice.value.name(),
            playouts: choice.playouts,
            nodes: choice.nodes,
            seconds: elapsed.as_secs_f64(),
            principal_variation: choice
                .principal_variation
                .iter()
                .map(ToString::to_string)
                .collect(),
        })
    }

    fn text(&self, choice: &Choice) -> String {
        let known = if self.solved {
            format!("proven {} for the player to move", self.outcome)
        } else if self.playouts > 0 {
            format!(
                "not proven, estimated at {} % for the player to move",
                unproven_percent(choice.expected)
            )
        } else if self.level == 1 {
            "chosen at random".into()
        } else {
            "not searched".into()
        };
        format!(
            "{}\nlevel {}: {known}; {} playouts, {} nodes, {:.2} s\nline: {}",
            self.play,
            self.level,
            grouped(self.playouts),
            grouped(self.nodes),
            self.seconds,
            self.principal_variation.join(" ")
        )
    }
}
