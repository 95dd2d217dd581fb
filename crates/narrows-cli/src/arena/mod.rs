//! `narrows arena`: who is stronger, and by how much.

mod compete;
mod measure;
mod openings;
mod out;
mod sum_up;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::{Args, Subcommand};
use narrows_arena::gtp;
use narrows_arena::spec::PlayerSpec;
use narrows_console::arena::contest::MatchCommand;
use narrows_console::arena::warn;

use crate::failure::Failure;
use crate::interrupt::Interrupt;
use compete::HereArgs;

/// Arguments of `narrows arena`.
#[derive(Args, Debug)]
pub struct ArenaArgs {
    #[command(subcommand)]
    command: Command,
}

/// What the arena does.
#[derive(Debug, Subcommand)]
enum Command {
    #[command(flatten)]
    Play(Box<MatchCommand<HereArgs>>),
    /// Measure how often players keep a win in positions whose value is known
    Accuracy(measure::AccuracyArgs),
    /// Generate solved positions for accuracy, with the exact solvers
    MakePositions(measure::MakePositionsArgs),
    /// Make openings after which a long search sees even chances
    MakeOpenings(openings::MakeOpeningsArgs),
    /// Find the ply from which on players know how a game ends, over seeded games
    Horizon(measure::HorizonArgs),
    /// Sum up results files, without the command that made them
    Report(sum_up::ReportFilesArgs),
    /// End outside engines when their arena is gone; the arena starts this itself
    #[command(hide = true)]
    Guard,
}

/// Runs the command.
pub fn run(args: &ArenaArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    match &args.command {
        Command::Play(play) => compete::run(&play.contest()?, interrupt),
        Command::Accuracy(args) => args.run(interrupt),
        Command::MakePositions(args) => args.run(interrupt),
        Command::MakeOpenings(args) => args.run(interrupt),
        Command::Horizon(args) => args.run(interrupt),
        Command::Report(args) => args.run(),
        Command::Guard => {
            gtp::guard_engines(std::io::stdin().lock());
            Ok(())
        }
    }
}

/// Raises a flag that the arena understands when the process is asked to end.
fn watch<T>(interrupt: &Interrupt, work: impl FnOnce(&AtomicBool) -> T) -> T {
    let (stopped, done) = (AtomicBool::new(false), AtomicBool::new(false));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                if interrupt.is_raised() {
                    stopped.store(true, Ordering::Relaxed);
                }
                std::thread::sleep(Duration::from_millis(20));
            }
        });
        let result = work(&stopped);
        done.store(true, Ordering::Relaxed);
        result
    })
}

/// Outside engines end with this process, however it ends.
fn guard_engines(players: &[PlayerSpec]) {
    if !players
        .iter()
        .any(|spec| matches!(spec, PlayerSpec::Gtp { .. }))
    {
        return;
    }
    let started = std::env::current_exe().and_then(|program| {
        let mut guard = std::process::Command::new(program);
        guard.args(["arena", "guard"]);
        gtp::start_guard(guard)
    });
    if let Err(error) = started {
        warn(&format!(
            "no guard for the engines ({error}): if this process is killed, some may go on"
        ));
    }
}
