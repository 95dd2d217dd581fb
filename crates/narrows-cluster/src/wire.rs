//! What messages say: runs, jobs and answers, as JSON.
//!
//! Whatever arrives may be anybody's: it is bounded by the server's payload limit, read whole or refused, and believed
//! only as far as the reader can check it. A message never carries a command line.

use narrows_arena::{GameRecord, MatchPlan};
use narrows_core::{AnyPosition, GameKind, Pie};
use serde::{Deserialize, Serialize};

/// The version of everything on the wire; workers join only runs of their own.
pub const PROTOCOL: u32 = 1;

/// The version of this program: results of different versions are not mixed.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A run as it is announced: what a worker must know to join it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// [`PROTOCOL`] of the coordinator.
    pub protocol: u32,
    /// [`VERSION`] of the coordinator.
    pub version: String,
    /// The run's name, a token of subjects.
    pub id: String,
    /// What is done.
    pub task: Task,
    /// How often everything had to be dropped because somebody lied.
    #[serde(default)]
    pub epoch: u32,
    /// Workers whose answers are not believed any more.
    #[serde(default)]
    pub banned: Vec<String>,
    /// Seconds after which the job of a silent worker goes to another.
    pub ack_wait: f64,
    /// Nodes a second that a thread of a worker must make, where time has an influence on the answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least_speed: Option<f64>,
}

/// What a run does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Task {
    /// The value of a position.
    Solve {
        /// The game, such as `narrows`.
        game: String,
        /// Whether Narrows is played with the exchange.
        pie: bool,
        /// The position.
        position: String,
        /// Results that cost at least so many nodes are told to all.
        fact_nodes: u64,
    },
    /// The games of a match.
    Arena {
        /// The match. Its players are texts, of which none may be a command line.
        plan: Box<MatchPlan>,
        /// Whether players of ours whose work is counted have a patience of their own.
        own_patience: bool,
    },
    /// The legal sets of stones of Black Narrows, by number of stones.
    Census {
        /// The size of the board.
        size: String,
        /// Jobs are cut from the classes of sets of so many stones.
        stones: u32,
        /// So many jobs there are: class N belongs to job N modulo this number.
        jobs: u32,
    },
}

impl Task {
    /// What is done, in words.
    pub fn title(&self) -> String {
        match self {
            Self::Solve { game, position, .. } => format!("solve {game} {position}"),
            Self::Arena { plan, .. } => format!("{}, {}", plan.title(), plan.players.join(", ")),
            Self::Census { size, .. } => format!("count the legal sets of black-narrows {size}"),
        }
    }

    /// Whether workers tell each other what they prove.
    pub fn has_facts(&self) -> bool {
        matches!(self, Self::Solve { .. })
    }
}

/// A piece of work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// Its name within the run, a token of subjects: the same work has the same name.
    pub id: String,
    /// The run's epoch: facts of earlier ones are not believed.
    #[serde(default)]
    pub epoch: u32,
    /// What to do.
    pub work: Work,
    /// The worker that must not do it, because it is checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not: Option<String>,
}

impl Job {
    /// Whether its answer comes with a certificate.
    pub fn is_proof(&self) -> bool {
        matches!(self.work, Work::Prove { .. })
    }
}

/// What to do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Work {
    /// Find the value of a position with so many nodes.
    Solve {
        /// The position.
        position: String,
        /// The most nodes; none for an audit, which believes no facts either.
        nodes: Option<u64>,
    },
    /// Write the certificate of a position.
    Prove {
        /// The position.
        position: String,
    },
    /// Play two games from the same opening, with the seats exchanged.
    Pair {
        /// Its number in the match.
        pair: u64,
    },
    /// Count the legal sets that come from a part of the classes.
    Count {
        /// Which part, from 0 on.
        part: u32,
    },
}

/// What came of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The job.
    pub job: String,
    /// Who did it.
    pub worker: String,
    /// Seconds it took.
    pub seconds: f64,
    /// What came of it.
    pub outcome: Outcome,
}

/// What came of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The value for the player to move, or unknown.
    Solved {
        /// `win`, `loss` or `unknown`.
        value: String,
        /// Positions expanded.
        nodes: u64,
    },
    /// A certificate, in messages of its own.
    Proved {
        /// A token that tells this attempt from others.
        attempt: String,
        /// How many messages.
        pieces: u32,
        /// Positions expanded.
        nodes: u64,
    },
    /// The games of a pair, in order.
    Played {
        /// The games.
        games: Vec<GameRecord>,
    },
    /// The legal sets that come from a part of the classes.
    Counted {
        /// By number of stones, from one more stone than those of the classes on.
        counts: Vec<u64>,
    },
    /// It could not be done.
    Failed {
        /// Why.
        text: String,
    },
}

/// What a worker tells every second.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Beat {
    /// Its name.
    pub worker: String,
    /// Its [`VERSION`].
    pub version: String,
    /// Jobs it does at a time.
    pub threads: usize,
    /// Positions a second of one thread, as measured at the start.
    pub speed: f64,
    /// Jobs at work.
    pub busy: usize,
    /// Jobs done.
    pub done: u64,
    /// Jobs that failed.
    pub failed: u64,
}

/// The position of a run or a job, if it is one.
pub fn position(game: &str, pie: bool, line: &str) -> Result<AnyPosition, String> {
    let kind: GameKind = game.parse().map_err(|_| format!("{game:?} is no game"))?;
    let pie = if pie { Pie::On } else { Pie::Off };
    AnyPosition::parse(kind, line, pie).map_err(|error| format!("{line:?}: {error}"))
}

/// Whether a text can be a token of a subject.
pub fn is_token(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_=".contains(&byte);
    !text.is_empty() && text.bytes().all(fits)
}

/// A name for a text: 64 bits of it in hexadecimal, the same on every machine.
pub fn name_of(text: &str) -> String {
    // FNV-1a, 64 bits (Fowler, Noll, Vo).
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// What a coordinator tells every second.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Status {
    /// The run.
    pub run: String,
    /// What it does, in words.
    pub title: String,
    /// Seconds since this coordinator began.
    pub seconds: f64,
    /// Workers that were heard of in the last seconds.
    pub workers: usize,
    /// Jobs they can do at a time.
    pub threads: usize,
    /// Jobs in the queue.
    pub waiting: u64,
    /// Jobs at work.
    pub running: u64,
    /// Jobs answered.
    pub done: u64,
    /// Jobs in all, where that is known.
    pub total: Option<u64>,
    /// Jobs answered a second, since this coordinator began.
    pub rate: f64,
    /// Seconds that are left at this rate, where that is known.
    pub left_seconds: Option<f64>,
    /// Jobs that failed three times, with what was said last.
    pub set_aside: Vec<[String; 2]>,
    /// Workers that gave wrong answers.
    pub banned: Vec<String>,
    /// Nodes of the upper tree.
    pub tree: Option<u64>,
    /// The log-likelihood ratio of a sequential test.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub llr: Option<f64>,
    /// Over time: seconds, proof and disproof number of the root, in nodes.
    pub numbers: Vec<[f64; 3]>,
}
