//! `arena match`, `ladder`, `tournament` and `self-play`, played here.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::Args;
use narrows_arena::spec::PlayerSpec;
use narrows_arena::{GameRecord, Match, MatchEnd, Outlook, ResultsFile, Run, Share, limits};
use narrows_console::arena::contest::Contest;
use narrows_console::arena::{command_line, results_failure, warn};

use super::{guard_engines, watch};
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::progress::Progress;

/// How games are played on this machine.
#[derive(Args, Debug)]
pub struct HereArgs {
    /// Number of games to play at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = limits::count::<u16>(1..=1024, "games"))]
    concurrency: u16,
    /// Play only the K-th of N parts of the match, for several machines; narrows arena report merges the
    /// files
    #[arg(long, value_name = "K/N", value_parser = parse_share)]
    share: Option<Share>,
}

impl HereArgs {
    fn concurrency(&self) -> usize {
        usize::from(self.concurrency)
    }
}

fn parse_share(text: &str) -> Result<Share, String> {
    let share = text.split_once('/').and_then(|(part, parts)| {
        Some(Share {
            part: part.parse().ok()?,
            parts: parts.parse().ok()?,
        })
    });
    share
        .filter(|share| (1..=share.parts).contains(&share.part) && share.parts <= 1000)
        .ok_or_else(|| "such as 2/3, the second of three parts".into())
}

/// Plays the match and reports on it.
pub fn run(contest: &Contest<'_, HereArgs>, interrupt: &Interrupt) -> Result<(), Failure> {
    let here = contest.place();
    if contest.plan.sprt.is_some() && here.share.is_some() {
        return Err(Failure::usage("--sprt needs every pair; leave --share out"));
    }
    if let Some(name) = contest
        .players
        .iter()
        .find(|spec| matches!(spec, PlayerSpec::Engine { .. }))
    {
        return Err(Failure::usage(format!(
            "{name} is known to the workers of a cluster only; use gtp:COMMAND"
        )));
    }
    let targets = contest.targets()?;
    guard_engines(&contest.players);
    let game = Match {
        concurrency: here.concurrency(),
        share: here.share,
        ..contest.game()?
    };
    check_players(contest)?;
    let run = Run::now(contest.plan.pairs, command_line(), here.concurrency());
    let (mut file, mut results) = contest.open(run)?;
    let end = watch(interrupt, |stopped| {
        play(&game, file.as_mut(), &mut results.games, stopped)
    });
    // A disk that is full does not take the games away that were played.
    let published = contest.publish(results, &targets);
    let end = end?;
    published?;
    if interrupt.is_raised() {
        return Err(contest.interrupted());
    }
    contest.finish(&end)
}

/// What somebody should know before the first game.
fn check_players(contest: &Contest<'_, HereArgs>) -> Result<(), Failure> {
    let (plan, players) = (&contest.plan, &contest.players);
    for spec in players {
        let checked = spec.check(plan.game, &plan.limits, plan.pie);
        for warning in checked.map_err(|fault| Failure::could_not(format!("{spec}: {fault}")))? {
            warn(&format!("{spec}: {warning}"));
        }
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = players.iter().map(PlayerSpec::threads).max().unwrap_or(1);
    let games = contest.place().concurrency();
    if games * threads > cores {
        warn(&format!(
            "{games} games at once × {threads} threads a player on {cores} cores: players wait for each \
             other, and may lose on time; use --concurrency {}",
            (cores / threads).max(1)
        ));
    }
    Ok(())
}

/// Plays what is left of a match, and keeps every game.
fn play(
    game: &Match,
    mut file: Option<&mut ResultsFile>,
    games: &mut Vec<GameRecord>,
    stopped: &AtomicBool,
) -> Result<MatchEnd, Failure> {
    let progress = Progress::start();
    let started = Instant::now();
    let mut broken = None;
    let played = game.play(games, stopped, |record: &GameRecord, outlook: &Outlook| {
        if let Some(file) = &mut file
            && let Err(error) = file.append(record)
        {
            broken = Some(results_failure(error));
            return ControlFlow::Break(());
        }
        let (done, total) = (outlook.finished as usize, outlook.scheduled as usize);
        progress.update(done, total, || pace(outlook, started.elapsed()));
        ControlFlow::Continue(())
    });
    progress.finish();
    match broken {
        Some(failure) => Err(failure),
        None => played.map_err(|error| Failure::could_not(error.to_string())),
    }
}

/// Rate and remaining time, and where a sequential test stands.
fn pace(outlook: &Outlook, elapsed: Duration) -> String {
    let rate = outlook.finished_now as f64 / elapsed.as_secs_f64().max(1e-3);
    let left = (outlook.scheduled - outlook.finished) as f64 / rate.max(1e-9);
    let left = if left >= 5400.0 {
        format!("{:.1} h", left / 3600.0)
    } else if left >= 90.0 {
        format!("{:.0} min", left / 60.0)
    } else {
        format!("{left:.0} s")
    };
    let test = outlook
        .sprt
        .map_or(String::new(), |(llr, _)| format!(", LLR {llr:+.2}"));
    format!(
        "{}/{} games, {rate:.2}/s, {left} left{test}",
        outlook.finished, outlook.scheduled
    )
}
