//! Ctrl-C and requests to terminate.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::watch;

use crate::failure::Failure;

/// How long it may take to give jobs back and to save, before the process ends without that.
const GRACE: Duration = Duration::from_millis(800);

/// Whether somebody asked the program to end. Clones share the flag.
#[derive(Clone, Debug)]
pub struct Interrupt {
    flag: Arc<AtomicBool>,
    raised: watch::Receiver<bool>,
}

impl Interrupt {
    /// Catches SIGINT and SIGTERM from now on.
    pub fn install() -> Result<Self, Failure> {
        let (send, raised) = watch::channel(false);
        let flag = Arc::new(AtomicBool::new(false));
        let interrupt = Self {
            flag: Arc::clone(&flag),
            raised,
        };
        #[cfg(unix)]
        let mut terminated =
            tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())
                .map_err(|error| Failure::could_not(format!("cannot catch signals: {error}")))?;
        tokio::spawn(async move {
            #[cfg(unix)]
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminated.recv() => {}
            }
            #[cfg(not(unix))]
            let _ended = tokio::signal::ctrl_c().await;
            flag.store(true, Ordering::Relaxed);
            let _unheard = send.send(true);
            tokio::time::sleep(GRACE).await;
            narrows_arena::files::abandon();
            std::process::exit(130);
        });
        Ok(interrupt)
    }

    /// Whether it is time to end.
    pub fn is_raised(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// Waits until it is time to end.
    pub async fn raised(&self) {
        let mut raised = self.raised.clone();
        if raised.wait_for(|raised| *raised).await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
