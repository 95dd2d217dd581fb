//! What to play.

use std::time::Duration;

/// What to play.
pub struct Options {
    /// The most pairs of a match.
    pub pairs: u64,
    /// A match ends when its interval is this narrow, to either side, in shares of the score.
    pub precision: f64,
    /// For a move.
    pub time: Duration,
    /// For a rate.
    pub rate_time: Duration,
    /// A part of the names of the peers that are wanted.
    pub only: Option<String>,
    /// The one board that is wanted.
    pub board: Option<String>,
    /// Our player, as the arena writes it.
    pub ours: Option<String>,
    /// Whether every game is listed.
    pub verbose: bool,
}

impl Options {
    /// Reads the command line.
    pub fn parse(arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self {
            pairs: 100,
            precision: 0.12,
            time: Duration::from_millis(50),
            rate_time: Duration::from_secs(1),
            only: None,
            board: None,
            ours: None,
            verbose: false,
        };
        let mut arguments = arguments.peekable();
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
            match argument.as_str() {
                // What cargo adds.
                "--bench" => {}
                "--test" => {
                    options.pairs = 1;
                    options.time = Duration::from_millis(1);
                    options.rate_time = Duration::from_millis(5);
                }
                "--verbose" => options.verbose = true,
                "--only" => options.only = Some(value()?),
                "--board" => options.board = Some(value()?),
                "--ours" => options.ours = Some(value()?),
                "--pairs" => {
                    options.pairs = value()?.parse().map_err(|e| format!("--pairs: {e}"))?
                }
                "--precision" => {
                    let percent: f64 = value()?.parse().map_err(|e| format!("--precision: {e}"))?;
                    options.precision = percent / 100.0;
                }
                "--milliseconds" => {
                    let time = value()?
                        .parse()
                        .map_err(|e| format!("--milliseconds: {e}"))?;
                    options.time = Duration::from_millis(time);
                }
                other => return Err(format!("unknown option {other}")),
            }
        }
        Ok(options)
    }

    /// Whether a match is wanted.
    pub fn wants(&self, peer: &str, size: &str) -> bool {
        self.only
            .as_ref()
            .is_none_or(|only| peer.contains(only.as_str()))
            && self.board.as_ref().is_none_or(|board| board == size)
    }
}
