//! What the games of a board say, and what those of all boards say.

use std::process::ExitCode;

use serde::Deserialize;

use super::options::Options;
use crate::Result;

/// Wald's bound for error rates of 5 %: ln(0.95 / 0.05).
const BOUND: f64 = 2.944_438_979_166_440_5;

/// Where a board stands.
#[derive(Clone, Debug, Default)]
pub struct Score {
    /// Pairs lost, split and won.
    pub pairs: [u64; 3],
    /// Games forfeited by this tree and by the opponent, which are not counted.
    pub forfeits: [u64; 2],
    /// Elo, with its 95 % interval.
    elo: Elo,
    /// The log-likelihood ratio of the two hypotheses.
    llr: f64,
}

/// The answer to the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// At least the upper number of Elo.
    Yes,
    /// At most the lower one.
    No,
    /// Not enough games.
    Undecided,
}

impl Verdict {
    /// 0, 3 or 4: 1 and 2 are for what could not be played.
    pub fn exit_code(self) -> ExitCode {
        match self {
            Self::Yes => ExitCode::SUCCESS,
            Self::No => ExitCode::from(3),
            Self::Undecided => ExitCode::from(4),
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::Undecided => "undecided",
        }
    }
}

/// What `narrows arena match --json` says, as far as it is needed.
#[derive(Deserialize)]
struct Answer {
    pairings: Vec<Pairing>,
    sprt: Sprt,
}

#[derive(Deserialize)]
struct Pairing {
    pairs: [u64; 3],
    forfeits: [u64; 2],
    comparison: Comparison,
}

#[derive(Deserialize)]
struct Comparison {
    elo: Elo,
}

#[derive(Clone, Debug, Default, Deserialize)]
struct Elo {
    value: f64,
    low: f64,
    high: f64,
}

#[derive(Deserialize)]
struct Sprt {
    llr: f64,
}

impl Score {
    /// Reads the answer of the arena.
    ///
    /// # Errors
    /// If it is something else.
    pub fn read(json: &str) -> Result<Self> {
        let answer: Answer = serde_json::from_str(json.trim())?;
        let [pairing] = <[Pairing; 1]>::try_from(answer.pairings)
            .map_err(|_| "a match of two players has one pairing")?;
        Ok(Self {
            pairs: pairing.pairs,
            forfeits: pairing.forfeits,
            elo: pairing.comparison.elo,
            llr: answer.sprt.llr,
        })
    }

    /// For people.
    pub fn line(&self) -> String {
        let [lost, split, won] = self.pairs;
        // Adding zero makes 0 of -0.
        let [value, low, high] =
            [self.elo.value, self.elo.low, self.elo.high].map(|x| x.round() + 0.0);
        let mut line = format!(
            "{:4} pairs: {won} won, {split} split, {lost} lost; Elo {value:+.0} [{low:+.0}, {high:+.0}], LLR {:+.2}",
            lost + split + won,
            self.llr
        );
        if self.forfeits != [0, 0] {
            let [ours, theirs] = self.forfeits;
            line += &format!("; forfeits, not counted: {ours} by this tree, {theirs} by the other");
        }
        line
    }

    fn total(boards: &[Self]) -> f64 {
        boards.iter().map(|board| board.llr).sum()
    }

    /// What all boards say together.
    pub fn verdict(boards: &[Self]) -> Verdict {
        match Self::total(boards) {
            llr if llr >= BOUND => Verdict::Yes,
            llr if llr <= -BOUND => Verdict::No,
            _ => Verdict::Undecided,
        }
    }

    /// The verdict and its figures, for people.
    pub fn conclusion(boards: &[Self], options: &Options) -> String {
        let [elo0, elo1] = options.elo;
        let verdict = Self::verdict(boards);
        let meaning = match verdict {
            Verdict::Yes => format!("at least {elo1:+} Elo"),
            Verdict::No => format!("at most {elo0:+} Elo"),
            Verdict::Undecided => format!("between {elo0:+} and {elo1:+} Elo, or too few games"),
        };
        let pairs: u64 = boards.iter().flat_map(|board| board.pairs).sum();
        format!(
            "{}: {meaning}; LLR {:+.2} of all boards, bounds -{BOUND:.2} and +{BOUND:.2}, after {pairs} pairs",
            verdict.word(),
            Self::total(boards)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(pairs: [u64; 3], llr: f64) -> String {
        format!(
            r#"{{"game":"narrows","pairings":[{{"pairs":{pairs:?},"forfeits":[0,1],"comparison":
                {{"elo":{{"value":35.2,"low":-10.0,"high":80.0}}}}}}],"sprt":{{"llr":{llr}}}}}"#
        )
    }

    #[test]
    fn answers_are_read() {
        let score = Score::read(&answer([1, 3, 2], 0.25)).unwrap();
        assert_eq!(
            score.line(),
            "   6 pairs: 2 won, 3 split, 1 lost; Elo +35 [-10, +80], LLR +0.25; \
             forfeits, not counted: 0 by this tree, 1 by the other"
        );
        assert!(Score::read("{}").is_err());
    }

    /// No board is decided alone, all of them together are.
    #[test]
    fn boards_decide_together() {
        let boards = |llr: f64| {
            vec![
                Score {
                    llr,
                    ..Score::default()
                };
                4
            ]
        };
        assert_eq!(Score::verdict(&boards(0.7)), Verdict::Undecided);
        assert_eq!(Score::verdict(&boards(0.75)), Verdict::Yes);
        assert_eq!(Score::verdict(&boards(-0.75)), Verdict::No);
        assert_eq!(Score::verdict(&[]), Verdict::Undecided);
    }
}
