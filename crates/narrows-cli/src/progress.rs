//! A progress bar on standard error, only where a person watches.

use std::io::{IsTerminal as _, Write as _};
use std::sync::Mutex;
use std::time::{Duration, Instant};

const INTERVAL: Duration = Duration::from_millis(100);
const WIDTH: usize = 30;

/// Shows how far some work has come; does nothing unless standard error is a terminal.
pub struct Progress {
    shown: bool,
    started: Instant,
    last: Mutex<Instant>,
}

impl Progress {
    /// Begins.
    pub fn start() -> Self {
        let now = Instant::now();
        Self {
            shown: std::io::stderr().is_terminal(),
            started: now,
            last: Mutex::new(now),
        }
    }

    /// Tells that `done` of `total` steps are finished, with a word on what was found. Callable from any
    /// thread; draws ten times a second at most.
    pub fn update(&self, done: usize, total: usize, found: impl FnOnce() -> String) {
        self.note(|| {
            let filled = done * WIDTH / total.max(1);
            let bar = "━".repeat(filled) + &"╌".repeat(WIDTH - filled.min(WIDTH));
            format!("{bar} {:>3} %  {}", done * 100 / total.max(1), found())
        });
    }

    /// Tells how it goes in words, where there is no telling how much is left.
    pub fn note(&self, words: impl FnOnce() -> String) {
        if !self.shown {
            return;
        }
        let Ok(mut last) = self.last.try_lock() else {
            return;
        };
        if last.elapsed() < INTERVAL {
            return;
        }
        *last = Instant::now();
        let seconds = self.started.elapsed().as_secs();
        // Progress that cannot be shown is no failure.
        let _unseen = write!(std::io::stderr(), "\r\u{1b}[2K{seconds} s  {}", words());
    }

    /// Removes the bar.
    pub fn finish(&self) {
        if self.shown {
            let _unseen = write!(std::io::stderr(), "\r\u{1b}[2K");
        }
    }
}

/// A number with spaces between thousands, for people.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn thousands_are_grouped() {
        assert_eq!(super::grouped(1), "1");
        assert_eq!(super::grouped(123), "123");
        assert_eq!(super::grouped(1_234_567), "1 234 567");
    }
}
