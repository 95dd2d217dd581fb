//! `narrows-cluster arena`: matches whose pairs of games are played by workers.

mod games;

use clap::Args;
use narrows_arena::spec::PlayerSpec;
use narrows_arena::{MatchEnd, Run};
use narrows_console::arena::command_line;
use narrows_console::arena::contest::{Contest, MatchCommand};

use crate::coordinator::{Coordinator, CoordinatorArgs};
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output;
use crate::wire::Task;
use crate::worker::speed;

use games::Games;

/// Unless `--least-speed` says otherwise, a clocked match wants this part of the coordinator's own speed.
const FAST_ENOUGH: f64 = 0.75;

/// Arguments of `narrows-cluster arena`.
#[derive(Args, Debug)]
pub struct ArenaArgs {
    #[command(subcommand)]
    command: MatchCommand<ClusterArgs>,
}

/// How games are played on workers.
#[derive(Args, Debug)]
pub struct ClusterArgs {
    #[command(flatten)]
    coordinator: CoordinatorArgs,
    /// Games in which time matters: use only workers whose threads make so many nodes a second, as
    /// narrows-cluster worker tells at its start [default: three quarters of what a thread here makes]
    #[arg(long, value_name = "N", value_parser = least_speed)]
    least_speed: Option<f64>,
}

fn least_speed(text: &str) -> Result<f64, String> {
    let speed = text.parse().ok();
    speed
        .filter(|speed: &f64| (0.0..=1e15).contains(speed))
        .ok_or_else(|| "use a number of nodes a second, such as 500000".into())
}

/// Has a match played, and reports on it.
pub async fn run(args: &ArenaArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    let contest = &args.command.contest()?;
    check(contest)?;
    let targets = contest.targets()?;
    let game = contest.game()?;
    // Nobody knows yet how many games will be played at once.
    let (file, results) = contest.open(Run::now(contest.plan.pairs, command_line(), 0))?;
    let task = Task::Arena {
        plan: Box::new(contest.plan.clone()),
        own_patience: contest.own_patience(),
    };
    let least_speed = calibration(contest).await;
    let place = &contest.place().coordinator;
    let (mut coordinator, known) = Coordinator::open(place, task, least_speed, interrupt).await?;
    let mut games = Games::new(&game, &contest.plan, (file, results), known)?;
    let driven = coordinator.drive(&mut games).await;
    let (results, end) = games.ended();
    // A disk that is full does not take the games away that were played.
    let published = contest.publish(results, &targets);
    driven?;
    if end.is_err() {
        coordinator.drop_answers().await;
    }
    let end = end?;
    coordinator.close().await;
    published?;
    contest.finish(&end)
}

/// Whether the match is one that workers can play.
fn check(contest: &Contest<'_, ClusterArgs>) -> Result<(), Failure> {
    for spec in &contest.players {
        if matches!(spec, PlayerSpec::Gtp { .. }) {
            return Err(Failure::usage(format!(
                "{spec}: no message carries a command line; name the engine in the file of each worker's \
                 --engines, and here as engine:NAME"
            )));
        }
    }
    if contest.place().coordinator.audit > 0.0 {
        return Err(Failure::usage(
            "--audit: every game is played again by the rules, and there is nothing else to audit",
        ));
    }
    Ok(())
}

/// The nodes a second that a worker's thread must make, if time has an influence on the games.
async fn calibration(contest: &Contest<'_, ClusterArgs>) -> Option<f64> {
    let limits = &contest.plan.limits;
    if !contest.players.iter().any(|spec| spec.is_timed(limits)) {
        return None;
    }
    let least = match contest.place().least_speed {
        Some(least) => least,
        None => FAST_ENOUGH * speed::of_threads(1).await,
    };
    output::note(&format!(
        "time has an influence on these games: only workers play whose threads make at least {least:.0} nodes a second"
    ));
    Some(least)
}

/// What a match that was not played to its end says of itself.
fn incomplete(set_aside: usize, end: MatchEnd) -> Result<MatchEnd, Failure> {
    if set_aside == 0 || end == MatchEnd::Decided {
        return Ok(end);
    }
    let pairs = match set_aside {
        1 => "1 pair of games".to_owned(),
        more => format!("{more} pairs of games"),
    };
    Err(Failure::could_not(format!(
        "{pairs} could not be played; with --out, the same command tries again"
    )))
}
