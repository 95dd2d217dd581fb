//! `arena make-openings`.

use clap::Args;
use narrows_arena::balanced::{self, BalanceSearch};
use narrows_arena::files::Kind;
use narrows_arena::limits;
use narrows_console::arena::args::usage;
use narrows_console::position::size_or_default;
use narrows_core::{AnyPosition, GameKind, Pie};

use super::out::OutArgs;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::progress::Progress;

/// Arguments of `narrows arena make-openings`.
#[derive(Args, Debug)]
pub struct MakeOpeningsArgs {
    /// black-narrows or narrows
    #[arg(value_name = "GAME")]
    game: GameKind,
    /// Board size as COLUMNSxROWS [default: 8x8 for Black Narrows, 8x7 for Narrows]
    #[arg(long, value_name = "SIZE")]
    size: Option<String>,
    /// How many openings
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = limits::count::<usize>(1..=2000, "openings"))]
    count: usize,
    /// Random moves of an opening
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = limits::count::<u32>(1..=100, "plies"))]
    plies: u32,
    /// Playouts of the search that judges an opening
    #[arg(long, value_name = "N", default_value = "50000", value_parser = limits::playouts)]
    playouts: u64,
    /// How far from 50 the chances may be, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 5, value_parser = limits::count::<u8>(1..=50, "percent"))]
    margin: u8,
    /// Seed of the moves and of the searches
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = limits::seed)]
    seed: u64,
    #[command(flatten)]
    out: OutArgs,
}

impl MakeOpeningsArgs {
    /// Makes openings, as lines for `--openings` or for the project's data.
    pub fn run(&self, interrupt: &Interrupt) -> Result<(), Failure> {
        let size = size_or_default(self.game, self.size.as_deref())?;
        let start = AnyPosition::start(self.game, size, Pie::On).map_err(usage)?;
        let out = self.out.open(Kind::OPENINGS)?;
        let search = BalanceSearch {
            count: self.count,
            plies: self.plies,
            playouts: self.playouts,
            margin: f64::from(self.margin) / 100.0,
            seed: self.seed,
        };
        let progress = Progress::start();
        let mut done = 0;
        let stop = || interrupt.is_raised();
        let found = balanced::find(&start, &search, &stop, |_| {
            done += 1;
            progress.update(done, self.count, || format!("{done} openings"));
        });
        progress.finish();
        let found = found.map_err(usage)?;
        let text = balanced::to_text(self.game, size, &search, &found);
        out.write(&text)?;
        if interrupt.is_raised() {
            return Err(Failure::interrupted());
        }
        if found.len() < self.count {
            return Err(Failure::could_not(format!(
                "only {} balanced openings of {} plies were found; allow a wider --margin or more --plies",
                found.len(),
                self.plies
            )));
        }
        Ok(())
    }
}
