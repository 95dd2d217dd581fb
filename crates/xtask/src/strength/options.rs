//! The command line of `cargo xtask strength`.

use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// What `--help` prints.
pub const HELP: &str = "\
Plays level 6 of this tree against level 6 of an earlier revision, on 8x8 and 10x10 (Black Narrows) and on 8x7 and
10x9 (Narrows), and says whether this tree is stronger. Close other programs first: both sides play by the clock.

Usage: cargo xtask strength [OPTIONS]

  --against REV       the revision to play against [default: the latest tag]
  --program FILE      play against this `narrows` program instead of building one
  --time SECONDS      time a move [default: 0.05]
  --playouts N        playouts a move instead of time, for a machine that is busy
  --minutes N         begin no further game after so long [default: 30]
  --pairs N           the most pairs of games on each board [default: 1000]
  --elo ELO0,ELO1     no: at most ELO0 stronger; yes: at least ELO1 stronger [default: 0,20]

Ends with 0 for yes, 3 for no, 4 for undecided; 1 if it could not be played, 2 if the command line is wrong.
";

/// What the command line asks for.
pub enum Asked {
    /// `--help`.
    Help,
    /// A match.
    Play(Options),
}

/// The terms of the match.
#[derive(Clone, Debug)]
pub struct Options {
    /// The revision to play against; without one, the latest tag.
    pub against: Option<String>,
    /// A program to play against instead.
    pub program: Option<PathBuf>,
    /// Seconds a move, if playouts are not counted.
    time: f64,
    playouts: Option<u64>,
    /// No round begins after it.
    pub longest: Duration,
    /// The most pairs on each board.
    pub pairs: u64,
    /// The two hypotheses.
    pub elo: [f64; 2],
}

impl Options {
    /// Reads the command line.
    ///
    /// # Errors
    /// One line that names the option and what it takes.
    pub fn read(args: &[String]) -> Result<Asked, String> {
        let mut options = Self {
            against: None,
            program: None,
            time: 0.05,
            playouts: None,
            longest: Duration::from_secs(30 * 60),
            pairs: 1000,
            elo: [0.0, 20.0],
        };
        let mut words = args.iter();
        while let Some(option) = words.next() {
            if matches!(option.as_str(), "--help" | "-h") {
                return Ok(Asked::Help);
            }
            let (name, joined) = match option.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (option.as_str(), None),
            };
            let value = joined.or_else(|| words.next().map(String::as_str));
            options.set(name, value.ok_or_else(|| format!("{name} takes a value"))?)?;
        }
        if options.against.is_some() && options.program.is_some() {
            return Err("--against and --program name two opponents; give one".to_owned());
        }
        Ok(Asked::Play(options))
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "--against" => self.against = Some(value.to_owned()),
            "--program" => self.program = Some(PathBuf::from(value)),
            "--time" => self.time = number(name, value, 0.001, 3600.0)?,
            "--playouts" => self.playouts = Some(number(name, value, 1, 1_000_000_000)?),
            "--minutes" => {
                let minutes: f64 = number(name, value, 0.1, 10_000.0)?;
                self.longest = Duration::from_secs_f64(60.0 * minutes);
            }
            "--pairs" => self.pairs = number(name, value, 1, 100_000)?,
            "--elo" => {
                let (low, high) = value
                    .split_once(',')
                    .ok_or_else(|| format!("--elo {value}: two numbers, such as 0,20"))?;
                let bound = |text| number(name, text, -1000.0, 1000.0);
                self.elo = [bound(low)?, bound(high)?];
                if self.elo[0] >= self.elo[1] {
                    return Err(format!("--elo {value}: the lower number comes first"));
                }
            }
            _ => return Err(format!("unknown option `{name}`; --help lists the options")),
        }
        Ok(())
    }

    /// What bounds a move, as options of the arena.
    pub fn bound(&self) -> [String; 2] {
        match self.playouts {
            Some(playouts) => ["--playouts".to_owned(), playouts.to_string()],
            None => ["--time".to_owned(), self.time.to_string()],
        }
    }

    /// The terms, for people.
    pub fn terms(&self) -> String {
        let [elo0, elo1] = self.elo;
        let bound = match self.playouts {
            Some(playouts) => format!("{playouts} playouts"),
            None => format!("{} ms", 1000.0 * self.time),
        };
        format!("{bound} a move, one thread, {elo0:+} against {elo1:+} Elo, error rates 5 %")
    }
}

/// A number in a range.
fn number<N: FromStr + PartialOrd + Display>(
    name: &str,
    value: &str,
    least: N,
    most: N,
) -> Result<N, String> {
    let found = value.trim().parse().ok();
    let found = found.filter(|number| (&least..=&most).contains(&number));
    found.ok_or_else(|| format!("{name} {value}: use a number from {least} to {most}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Options, String> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        match Options::read(&words)? {
            Asked::Play(options) => Ok(options),
            Asked::Help => Err("help".to_owned()),
        }
    }

    #[test]
    fn options_are_read() {
        let usual = read("").unwrap();
        assert_eq!(usual.bound(), ["--time", "0.05"]);
        assert_eq!(usual.longest, Duration::from_secs(1800));
        let options = read("--against v1 --elo=-20,0 --pairs 7 --playouts 9").unwrap();
        assert_eq!(options.against.as_deref(), Some("v1"));
        assert_eq!((options.elo, options.pairs), ([-20.0, 0.0], 7));
        assert_eq!(options.bound(), ["--playouts", "9"]);
        assert!(matches!(Options::read(&["-h".to_owned()]), Ok(Asked::Help)));
        for option in HELP
            .split_whitespace()
            .filter(|word| word.starts_with("--"))
        {
            let word = format!("{option} x");
            let answer = read(&word).err().unwrap_or_default();
            assert!(!answer.starts_with("unknown"), "{answer}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        for (line, says) in [
            ("--agianst v1", "unknown option `--agianst`"),
            ("--pairs", "takes a value"),
            ("--pairs 0", "from 1 to 100000"),
            ("--time nan", "from 0.001 to 3600"),
            ("--elo 20,0", "comes first"),
            ("--elo 5", "two numbers"),
            ("--against v1 --program x", "two opponents"),
        ] {
            let error = read(line).unwrap_err();
            assert!(error.contains(says), "{line}: {error}");
        }
    }
}
