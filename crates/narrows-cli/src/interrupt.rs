//! Ctrl-C and requests to terminate, as a flag that long work polls.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use narrows_arena::files;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::failure::Failure;

/// How long the work may take to notice and to save, before the process ends without it: a blocked read
/// never notices. Contract: less than a second in all.
const GRACE: Duration = Duration::from_millis(800);
const _: () = assert!(GRACE.as_millis() < 1000);

/// Whether somebody asked the program to end. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    raised: Arc<AtomicBool>,
}

impl Interrupt {
    /// Catches SIGINT and SIGTERM (and SIGHUP where there is one) from now on. `restore` gives the terminal back if
    /// the process has to end without the work's help.
    pub fn install(restore: fn()) -> Result<Self, Failure> {
        let interrupt = Self::default();
        let watched = interrupt.clone();
        let caught = [
            SIGINT,
            SIGTERM,
            #[cfg(unix)]
            signal_hook::consts::SIGHUP,
        ];
        let failed = |error| Failure::could_not(format!("cannot catch Ctrl-C: {error}"));
        let mut signals = Signals::new(caught).map_err(failed)?;
        let watch = move || {
            if signals.forever().next().is_some() {
                watched.raise();
                std::thread::sleep(GRACE);
                files::abandon();
                restore();
                Failure::interrupted().report();
                std::process::exit(130);
            }
        };
        // Not `spawn`, which panics where the system has no thread left.
        std::thread::Builder::new().spawn(watch).map_err(failed)?;
        Ok(interrupt)
    }

    /// Whether it is time to end.
    pub fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Relaxed)
    }

    /// Asks for the end.
    pub fn raise(&self) {
        self.raised.store(true, Ordering::Relaxed);
    }
}
