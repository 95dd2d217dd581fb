//! What `narrows solve` prints.

use std::time::Duration;

use narrows_ai::solver::Answer;
use narrows_ai::value::Value;
use narrows_arena::limits::grouped;
use narrows_core::{AnyMove, GameKind};
use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};

/// The JSON of `narrows solve`.
#[derive(Serialize)]
pub struct Solved {
    outcome: &'static str,
    /// Absent in Narrows, null unless it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    nimber: Option<Option<u32>>,
    best: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Moves>,
    nodes: u64,
    seconds: f64,
    plies_to_end: Option<u32>,
}

/// The moves in order, each with its value.
struct Moves(Vec<(AnyMove, Value)>);

impl Serialize for Moves {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (play, value) in &self.0 {
            map.serialize_entry(&play.to_string(), value.name())?;
        }
        map.end()
    }
}

impl Solved {
    /// An answer that took so long; `all` if the value of every move was asked for.
    pub fn new(answer: Answer<AnyMove>, kind: GameKind, all: bool, elapsed: Duration) -> Self {
        Self {
            outcome: answer.value.name(),
            nimber: (kind == GameKind::BlackNarrows).then_some(answer.nimber),
            best: answer.best.iter().map(ToString::to_string).collect(),
            moves: all.then_some(Moves(answer.moves)),
            nodes: answer.nodes,
            seconds: elapsed.as_secs_f64(),
            plies_to_end: answer.plies_to_end,
        }
    }

    /// The same in lines for people.
    pub fn text(&self) -> String {
        let mut lines = vec![match self.outcome {
            "unknown" => String::from("not solved"),
            outcome => format!("{outcome} for the player to move"),
        }];
        if let Some(Some(nimber)) = self.nimber {
            lines.push(format!("nimber {nimber}"));
        }
        if !self.best.is_empty() {
            lines.push(format!("winning moves: {}", self.best.join(" ")));
        }
        if let Some(moves) = &self.moves {
            let told = |(play, value): &(AnyMove, Value)| format!("{play} {}", value.name());
            lines.extend(moves.0.iter().map(told));
        }
        if let Some(plies) = self.plies_to_end {
            lines.push(format!("{plies} plies to the end with best play"));
        }
        lines.push(format!(
            "{} nodes in {:.3} s",
            grouped(self.nodes),
            self.seconds
        ));
        lines.join("\n")
    }
}
