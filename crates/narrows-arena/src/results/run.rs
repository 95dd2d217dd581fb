//! What it takes to repeat a run: the version, the command and the machine.

use serde::{Deserialize, Serialize};

/// One run of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// Pairs of games of every two players who meet, as this run planned them.
    pub pairs: u64,
    /// The version that played.
    pub version: String,
    /// The command line, as one would type it again; empty if there was none.
    pub command: String,
    /// When it began, such as `2026-11-30T18:20:00Z`.
    pub started: String,
    /// Where it was played.
    pub machine: Machine,
    /// Games played at once; 0 if the workers of a cluster played them.
    pub concurrency: usize,
}

/// What a machine is, as far as it matters for games with a clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The processor's name; empty where the system does not tell.
    pub cpu: String,
    /// Cores that this process may use.
    pub cores: usize,
    /// The system and the architecture, such as `linux x86_64`.
    pub system: String,
}

impl Run {
    /// A run that begins now, on this machine.
    #[must_use]
    pub fn now(pairs: u64, command: String, concurrency: usize) -> Self {
        Self {
            pairs,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            command,
            started: now(),
            machine: Machine::this(),
            concurrency,
        }
    }
}

/// The time now, to the second.
fn now() -> String {
    // The system's clock belongs to the arena: results say when they were made.
    let now = jiff::Timestamp::try_from(std::time::SystemTime::now()).unwrap_or_default();
    now.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

impl Machine {
    /// The machine this process runs on.
    #[must_use]
    pub fn this() -> Self {
        Self {
            cpu: cpu_name().unwrap_or_default(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        }
    }
}

impl std::fmt::Display for Machine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if !self.cpu.is_empty() {
            write!(f, "{}, ", self.cpu)?;
        }
        let plural = if self.cores == 1 { "" } else { "s" };
        write!(f, "{} core{plural}, {}", self.cores, self.system)
    }
}

/// What Linux says; other systems have no file to ask.
fn cpu_name() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    let name = line.split_once(':')?.1;
    Some(name.split_whitespace().collect::<Vec<_>>().join(" "))
}
