//! `narrows-cluster census`: the legal sets of stones of Black Narrows, by number of stones.

mod sums;

use clap::Args;
use narrows_arena::limits;
use narrows_console::census;
use narrows_core::GameKind;

use crate::coordinator::{Coordinator, CoordinatorArgs};
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output;
use crate::wire::Task;
use crate::worker::tasks::census::{At, Level};
use sums::Sums;

/// A level has at least so many classes for each job, so that jobs take much the same time.
const CLASSES_A_JOB: usize = 16;

/// Arguments of `narrows-cluster census`.
#[derive(Args, Debug)]
pub struct CensusArgs {
    /// black-narrows
    #[arg(value_name = "GAME")]
    game: GameKind,
    /// Board size, COLUMNSxROWS; at most 64 points
    #[arg(long, value_name = "SIZE")]
    size: String,
    #[command(flatten)]
    coordinator: CoordinatorArgs,
    /// The number of jobs
    #[arg(long, value_name = "N", default_value = "1000", value_parser = jobs)]
    jobs: u32,
    /// Cut the jobs from the classes of sets of so many stones [default: enough for all jobs to be alike]
    #[arg(long, value_name = "STONES", value_parser = stones)]
    prefix: Option<u32>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn jobs(text: &str) -> Result<u32, String> {
    limits::count(1..=100_000, "jobs")(text)
}

fn stones(text: &str) -> Result<u32, String> {
    limits::count(0..=64, "stones")(text)
}

/// Runs the command.
pub async fn run(args: &CensusArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    let size = census::size(args.game, &args.size)?;
    let at = args
        .prefix
        .map_or(At::Classes(CLASSES_A_JOB * args.jobs as usize), |stones| {
            At::Stones(stones as usize)
        });
    let level =
        Level::new(size, at).map_err(|text| Failure::usage(format!("--size {size}: {text}")))?;
    let task = Task::Census {
        size: size.to_string(),
        stones: level.stones() as u32,
        jobs: args.jobs,
    };
    let (mut coordinator, known) =
        Coordinator::open(&args.coordinator, task, None, interrupt).await?;
    let mut sums = Sums::new(&level, args.jobs, coordinator.run().epoch, known);
    drop(level);
    coordinator.drive(&mut sums).await?;
    let counted = match sums.counted() {
        Ok(counted) => counted,
        Err(text) => {
            coordinator.drop_answers().await;
            return Err(Failure::could_not(text));
        }
    };
    if args.json {
        output::json(&counted)?;
    } else {
        output::line(&counted.text(size))?;
    }
    coordinator.close().await;
    Ok(())
}
