//! Progress on standard error: lines that redraw themselves on a terminal; for commands that may take hours, a
//! plain line now and then where there is none.

use std::io::{IsTerminal as _, Write as _};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Between two drawings on a terminal, and between two plain lines.
const INTERVAL: Duration = Duration::from_millis(100);
const PLAIN_INTERVAL: Duration = Duration::from_secs(10);
/// Columns of a terminal that does not say how many it has, and of a plain line.
const WIDTH: usize = 80;
const PLAIN_WIDTH: usize = 120;

/// Shows how far some work has come.
pub struct Progress {
    bar: ProgressBar,
    /// `None` if nothing is shown.
    interval: Option<Duration>,
    started: Instant,
    drawn: Mutex<Instant>,
}

impl Progress {
    /// Starts; nothing is shown unless standard error is a terminal.
    pub fn start() -> Self {
        Self::every(std::io::stderr().is_terminal().then_some(INTERVAL))
    }

    /// Starts, for work that may take hours: without a terminal, plain lines are written now and then.
    pub fn start_long() -> Self {
        Self::every(Some(if std::io::stderr().is_terminal() {
            INTERVAL
        } else {
            PLAIN_INTERVAL
        }))
    }

    fn every(interval: Option<Duration>) -> Self {
        let started = Instant::now();
        // Hidden unless standard error is a terminal.
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        bar.set_style(style("{msg}"));
        Self {
            bar,
            interval,
            started,
            drawn: Mutex::new(started),
        }
    }

    /// Reports that `done` of `total` steps are finished, with a word on what was found. Can be called from any
    /// thread, any number of times.
    pub fn update(&self, done: usize, total: usize, found: impl FnOnce() -> String) {
        self.draw(|| {
            self.bar.set_style(style("{bar:30} {percent:>3} %  {msg}"));
            self.bar.set_length(total as u64);
            self.bar.set_position(done as u64);
            self.bar.set_message(found());
        });
    }

    /// Reports progress in words, where nobody knows how much is left.
    pub fn note(&self, words: impl FnOnce() -> String) {
        self.lines(|elapsed, _| vec![format!("{}  {}", duration(elapsed), words())]);
    }

    /// Reports progress in lines, made from the time since the beginning and the columns there are.
    pub fn lines(&self, lines: impl FnOnce(Duration, usize) -> Vec<String>) {
        self.draw(|| {
            let elapsed = self.started.elapsed();
            if self.bar.is_hidden() {
                let text = lines(elapsed, PLAIN_WIDTH).join("  ") + "\n";
                // It is not a failure if progress cannot be shown.
                let _unseen = std::io::stderr().write_all(text.as_bytes());
                return;
            }
            let width = crossterm::terminal::size().map_or(WIDTH, |(columns, _)| columns.into());
            // The last column is left free: some terminals begin a new line after it.
            let lines = lines(elapsed, width.saturating_sub(1).max(1));
            self.bar.set_message(lines.join("\n"));
        });
    }

    /// Draws, unless it was done a moment ago or another thread is at it.
    fn draw(&self, draw: impl FnOnce()) {
        let Some(interval) = self.interval else {
            return;
        };
        let Ok(mut drawn) = self.drawn.try_lock() else {
            return;
        };
        if drawn.elapsed() >= interval {
            *drawn = Instant::now();
            draw();
        }
    }

    /// Removes what is drawn while something is printed.
    pub fn pause(&self, print: impl FnOnce()) {
        self.bar.suspend(print);
    }

    /// Removes what is drawn.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// A style; the templates above are right, and a wrong one would only draw the default.
fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template);
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    style.progress_chars("━╌")
}

/// A duration for people: `12 s`, `3 min 07 s`, `2 h 09 min`.
pub fn duration(duration: Duration) -> String {
    let seconds = duration.as_secs();
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7200 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} min", seconds / 3600, seconds / 60 % 60),
    }
}

/// A number in three digits or so: `950`, `12.3 k`, `124 M`.
pub fn rounded(number: u64) -> String {
    let mut scaled = number as f64;
    for unit in ["", " k", " M", " G"] {
        if scaled < 999.5 {
            let digits = if unit.is_empty() || scaled >= 99.95 {
                0
            } else {
                1
            };
            return format!("{scaled:.digits$}{unit}");
        }
        scaled /= 1000.0;
    }
    format!("{scaled:.1} T")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_rounded() {
        let texts = [0, 999, 1000, 12_345, 99_949, 99_950, 999_500, 123_456_789];
        assert_eq!(
            texts.map(rounded),
            [
                "0", "999", "1.0 k", "12.3 k", "99.9 k", "100 k", "1.0 M", "123 M"
            ]
        );
        assert_eq!(rounded(u64::MAX), "18446744.1 T");
    }

    #[test]
    fn durations_read_as_people_say_them() {
        let texts = [0, 119, 120, 187, 7199, 7200, 7740].map(Duration::from_secs);
        assert_eq!(
            texts.map(duration),
            [
                "0 s",
                "119 s",
                "2 min 00 s",
                "3 min 07 s",
                "119 min 59 s",
                "2 h 00 min",
                "2 h 09 min"
            ]
        );
    }
}
