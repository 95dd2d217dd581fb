//! What a search may use, read from text: one parser for each limit, which knows its range and the reason for it.
//!
//! Each of them fails with what would be right, to be put behind the option and its value:
//!
//! ```
//! use narrows_arena::limits;
//!
//! let error = limits::threads("0").unwrap_err();
//! assert!(error.starts_with("use a number of threads from 1 to 1,024; "));
//! ```

use std::num::NonZero;
use std::ops::RangeInclusive;
use std::time::Duration;

use narrows_ai::level::Level;
use narrows_ai::solver::machine_bytes;

/// The longest time that can be asked for: a year of 365 days.
const MOST_SECONDS: u64 = 31_536_000;

/// More threads than this gain nothing on any machine of today.
const MOST_THREADS: u64 = 1024;

/// No game lasts longer: every move takes one of at most 26 x 26 points or stones.
const MOST_PLIES: u64 = 676;

/// Reads a time, such as `2` or `0.5`.
///
/// # Errors
/// What would be right.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text
        .parse()
        .ok()
        .filter(|seconds: &f64| !seconds.is_nan())
        .ok_or("not a number of seconds, such as 2 or 0.5")?;
    if seconds > MOST_SECONDS as f64 {
        let most = grouped(MOST_SECONDS);
        return Err(format!("use at most {most} seconds, which is a year"));
    }
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|time| !time.is_zero())
        .ok_or_else(|| "use more than 0 seconds, such as 2 or 0.5".into())
}

/// Reads a number of positions that a solver may expand.
///
/// # Errors
/// What would be right.
pub fn nodes(text: &str) -> Result<u64, String> {
    whole(text, 1..=u64::MAX, "nodes")
}

/// Reads a number of playouts.
///
/// # Errors
/// What would be right.
pub fn playouts(text: &str) -> Result<u64, String> {
    whole(text, 1..=u64::MAX, "playouts")
}

/// Reads an amount of memory in MiB.
///
/// # Errors
/// What would be right.
pub fn memory(text: &str) -> Result<Memory, String> {
    let machine = machine_mib();
    match whole_number(text) {
        Some(0) | None => Err(wanted(&(1..=machine), "MiB")),
        Some(mib) => match u64::try_from(mib) {
            Ok(mib) if mib <= machine => Ok(Memory(mib)),
            _ => Err(format!(
                "this machine has {} MiB; use at most that",
                grouped(machine)
            )),
        },
    }
}

/// Memory in MiB.
#[derive(Clone, Copy, Debug)]
pub struct Memory(u64);

impl Memory {
    /// In MiB.
    #[must_use]
    pub fn mib(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }

    /// What was asked for, or a default as far as the machine has it, in bytes.
    #[must_use]
    pub fn bytes(asked: Option<Self>, default_mib: u64) -> usize {
        let mib = asked.map_or_else(|| default_mib.min(machine_mib()), |Self(mib)| mib);
        usize::try_from(mib << 20).unwrap_or(usize::MAX)
    }
}

/// The memory of this machine in MiB; where the system does not tell it, what 64 bits can address.
fn machine_mib() -> u64 {
    machine_bytes().map_or(u64::MAX >> 20, |bytes| bytes as u64 >> 20)
}

/// Reads a number of threads.
///
/// # Errors
/// What would be right.
pub fn threads(text: &str) -> Result<NonZero<usize>, String> {
    let threads = whole(text, 1..=MOST_THREADS, "threads")
        .ok()
        .and_then(|threads| NonZero::new(usize::try_from(threads).ok()?));
    threads.ok_or_else(|| {
        let wanted = wanted(&(1..=MOST_THREADS), "threads");
        format!("{wanted}; this machine has {} cores", cores())
    })
}

/// The number of threads asked for, or one for each core.
#[must_use]
pub fn threads_or_cores(asked: Option<NonZero<usize>>) -> usize {
    asked.unwrap_or_else(cores).get()
}

fn cores() -> NonZero<usize> {
    std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}

/// Reads the length of a sequence of moves.
///
/// # Errors
/// What would be right.
pub fn plies(text: &str) -> Result<u32, String> {
    let plies = whole(text, 0..=MOST_PLIES, "plies");
    let plies = plies.map_err(|wanted| format!("{wanted}; no game is longer"))?;
    Ok(u32::try_from(plies).unwrap_or(u32::MAX))
}

/// Reads the number of a level.
///
/// # Errors
/// What would be right.
pub fn level(text: &str) -> Result<Level, String> {
    let number = whole_number(text).and_then(|number| u8::try_from(number).ok());
    let level = number.and_then(Level::new);
    level.ok_or_else(|| "use a level from 1 to 6".into())
}

/// Reads a seed.
///
/// # Errors
/// What would be right.
pub fn seed(text: &str) -> Result<u64, String> {
    whole(text, 0..=u64::MAX, "")
}

/// Reads which game of a file.
///
/// # Errors
/// What would be right.
pub fn game_number(text: &str) -> Result<usize, String> {
    let most = u64::from(u32::MAX);
    let number = whole(text, 1..=most, "").ok();
    let number = number.and_then(|number| usize::try_from(number).ok());
    number.ok_or_else(|| "use the number of a game in the file, counted from 1".into())
}

/// A parser of numbers of something that a command bounds itself.
///
/// ```
/// let parse = narrows_arena::limits::count::<u16>(1..=1024, "games");
/// assert_eq!(parse("16"), Ok(16));
/// assert_eq!(parse("many"), Err("use a number of games from 1 to 1,024".into()));
/// ```
pub fn count<N: TryFrom<u64>>(
    range: RangeInclusive<u64>,
    what: &'static str,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = whole(text, range.clone(), what)?;
        N::try_from(number).map_err(|_| wanted(&range, what))
    }
}

/// Reads a whole number of something within a range.
fn whole(text: &str, range: RangeInclusive<u64>, what: &str) -> Result<u64, String> {
    whole_number(text)
        .and_then(|number| u64::try_from(number).ok())
        .filter(|number| range.contains(number))
        .ok_or_else(|| wanted(&range, what))
}

/// Reads digits; a number too large for the type is its maximum, which is beyond every range here.
fn whole_number(text: &str) -> Option<u128> {
    let digits = text.strip_prefix('+').unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(u128::MAX))
}

/// What would be right.
fn wanted(range: &RangeInclusive<u64>, what: &str) -> String {
    let (least, most) = (grouped(*range.start()), grouped(*range.end()));
    let number = match what {
        "" => String::from("a number"),
        what => format!("a number of {what}"),
    };
    format!("use {number} from {least} to {most}")
}

/// A number with commas between thousands, for people.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_within_their_range() {
        let read = |text| whole(text, 1..=1024, "things");
        for (text, number) in [("1", 1), ("+1024", 1024), ("0007", 7)] {
            assert_eq!(read(text), Ok(number));
        }
        let huge = "9".repeat(99);
        for text in [
            "0", "1025", &huge, "-1", "", "-", "+", "1.5", "0x10", "1 ", "one", "\u{663}", "1e3",
        ] {
            let wanted = "use a number of things from 1 to 1,024";
            assert_eq!(read(text), Err(wanted.into()), "{text:?}");
        }
        assert_eq!(seed("18446744073709551615"), Ok(u64::MAX));
        let wanted = "use a number from 0 to 18,446,744,073,709,551,615";
        assert_eq!(seed("18446744073709551616"), Err(wanted.into()));
    }

    #[test]
    fn thousands_are_grouped() {
        let texts = [1, 123, 1234, 1_234_567].map(grouped);
        assert_eq!(texts, ["1", "123", "1,234", "1,234,567"]);
    }

    #[test]
    fn times_are_positive_numbers_up_to_a_year() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(seconds("31536000"), Ok(Duration::from_secs(MOST_SECONDS)));
        for text in ["0", "-1", "-0", "-inf", "1e-30"] {
            assert!(seconds(text).unwrap_err().starts_with("use more"), "{text}");
        }
        for text in ["31536001", "inf", "1e300"] {
            assert!(
                seconds(text).unwrap_err().starts_with("use at most"),
                "{text}"
            );
        }
        for text in ["", "nan", "NaN", "soon", "2s", "0,5"] {
            assert!(seconds(text).unwrap_err().starts_with("not a"), "{text}");
        }
    }

    #[test]
    fn threads_games_and_levels_are_counted_from_one() {
        assert_eq!(threads("1024").map(NonZero::get), Ok(1024));
        assert_eq!(game_number("7"), Ok(7));
        assert_eq!(level("6"), Ok(Level::UNBEATABLE));
        for text in ["0", "-1", "", "4294967296"] {
            assert!(threads(text).unwrap_err().contains("from 1 to 1,024"));
            assert!(game_number(text).unwrap_err().contains("counted from 1"));
            assert!(level(text).unwrap_err().contains("from 1 to 6"));
        }
        assert_eq!(plies("676"), Ok(676));
        assert!(plies("677").unwrap_err().ends_with("no game is longer"));
    }

    #[test]
    fn memory_is_what_the_machine_has_at_most() {
        let machine = machine_mib();
        assert!(memory(&machine.to_string()).is_ok());
        let reason = format!(
            "this machine has {} MiB; use at most that",
            grouped(machine)
        );
        for text in [&*(machine + 1).to_string(), "99999999999999999999"] {
            assert_eq!(memory(text).unwrap_err(), reason, "{text}");
        }
        assert!(memory("0").unwrap_err().contains("MiB from 1 to "));
    }
}
