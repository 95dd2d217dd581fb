//! Progress on standard error: lines that change where a person watches, and for some commands plain lines
//! now and then where nobody does.

use std::io::{IsTerminal as _, Write as _};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Between two pictures on a terminal, and between two plain lines.
const INTERVAL: Duration = Duration::from_millis(100);
const PLAIN_INTERVAL: Duration = Duration::from_secs(10);
const BAR: usize = 30;
/// Columns where a terminal does not tell, and in plain lines.
const WIDTH: usize = 80;
const PLAIN_WIDTH: usize = 120;

/// Shows how far some work has come.
pub struct Progress {
    /// `None` if nothing is shown.
    interval: Option<Duration>,
    is_terminal: bool,
    started: Instant,
    drawn: Mutex<Drawn>,
}

/// What is on the screen, and since when.
struct Drawn {
    at: Instant,
    lines: usize,
}

impl Progress {
    /// Begins; nothing is shown unless standard error is a terminal.
    pub fn start() -> Self {
        let is_terminal = std::io::stderr().is_terminal();
        Self::every(is_terminal.then_some(INTERVAL), is_terminal)
    }

    /// Begins, for work that may take hours: plain lines are written where there is no terminal.
    pub fn start_long() -> Self {
        let is_terminal = std::io::stderr().is_terminal();
        let interval = if is_terminal {
            INTERVAL
        } else {
            PLAIN_INTERVAL
        };
        Self::every(Some(interval), is_terminal)
    }

    fn every(interval: Option<Duration>, is_terminal: bool) -> Self {
        let started = Instant::now();
        Self {
            interval,
            is_terminal,
            started,
            drawn: Mutex::new(Drawn {
                at: started,
                lines: 0,
            }),
        }
    }

    /// Tells that `done` of `total` steps are finished, with a word on what was found. Callable from any
    /// thread; draws ten times a second at most.
    pub fn update(&self, done: usize, total: usize, found: impl FnOnce() -> String) {
        self.note(|| {
            let filled = done * BAR / total.max(1);
            let bar = "━".repeat(filled) + &"╌".repeat(BAR - filled.min(BAR));
            format!("{bar} {:>3} %  {}", done * 100 / total.max(1), found())
        });
    }

    /// Tells how it goes in words, where there is no telling how much is left.
    pub fn note(&self, words: impl FnOnce() -> String) {
        self.lines(|elapsed, _| vec![format!("{}  {}", duration(elapsed), words())]);
    }

    /// Tells how it goes in lines, made from the time since the beginning and the width there is. Of what does
    /// not fit the end is cut off.
    pub fn lines(&self, lines: impl FnOnce(Duration, usize) -> Vec<String>) {
        let Some(interval) = self.interval else {
            return;
        };
        let Ok(mut drawn) = self.drawn.try_lock() else {
            return;
        };
        if drawn.at.elapsed() < interval {
            return;
        }
        drawn.at = Instant::now();
        let elapsed = self.started.elapsed();
        let text = if self.is_terminal {
            let width = crossterm::terminal::size().map_or(WIDTH, |(columns, _)| columns.into());
            // The last column is left free: some terminals begin a new line after it.
            let width = width.saturating_sub(1).max(1);
            let lines = lines(elapsed, width);
            let cut = |line: &String| line.chars().take(width).collect::<String>();
            let text = lines.iter().map(cut).collect::<Vec<_>>().join("\n");
            let text = erase(drawn.lines) + &text;
            drawn.lines = lines.len();
            text
        } else {
            lines(elapsed, PLAIN_WIDTH).join("  ") + "\n"
        };
        // Progress that cannot be shown is no failure.
        let _unseen = std::io::stderr().write_all(text.as_bytes());
    }

    /// Removes the lines that change.
    pub fn finish(&self) {
        if let Ok(mut drawn) = self.drawn.lock() {
            let _unseen = std::io::stderr().write_all(erase(drawn.lines).as_bytes());
            drawn.lines = 0;
        }
    }
}

/// What brings the cursor back before so many lines, and removes them.
fn erase(lines: usize) -> String {
    match lines {
        0 => String::new(),
        1 => "\r\u{1b}[J".into(),
        _ => format!("\r\u{1b}[{}A\u{1b}[J", lines - 1),
    }
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
    fn thousands_are_grouped() {
        assert_eq!(grouped(1), "1");
        assert_eq!(grouped(123), "123");
        assert_eq!(grouped(1_234_567), "1 234 567");
    }

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
    fn durations_are_told_as_people_do() {
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
