//! What `narrows arena … --json` says, as rows of a table.

use serde::Deserialize;

use super::table::Table;
use crate::Result;
use crate::shell::Cmd;

/// What the arena measures.
#[derive(Clone, Copy)]
pub enum Measure {
    /// From which ply on a player knows how a game ends.
    Horizon,
    /// How often it keeps a win.
    Accuracy,
}

/// One answer of `arena horizon` or `arena accuracy`.
#[derive(Deserialize)]
struct Answer {
    game: String,
    size: Option<String>,
    #[serde(default)]
    horizons: Vec<Horizon>,
    #[serde(default)]
    accuracy: Vec<Accuracy>,
}

#[derive(Deserialize)]
struct Horizon {
    player: String,
    /// Least, quartiles, most.
    known_from: [usize; 5],
    mean: f64,
    mean_left: f64,
    mean_legal: f64,
}

#[derive(Deserialize)]
struct Accuracy {
    player: String,
    total: Kept,
    #[serde(default)]
    beyond: Vec<Kept>,
}

/// How many wins a player kept.
#[derive(Deserialize)]
struct Kept {
    positions: u64,
    kept: u64,
}

/// Runs `narrows arena` once for each board; one table of all answers.
///
/// # Errors
/// If a command fails or answers something else.
pub fn table(measure: Measure, options: &str, boards: &[&str]) -> Result<Table> {
    let mut rows = Vec::new();
    for board in boards {
        let command = command(measure, board, options);
        let arguments = command.split(' ').skip(1).chain(["--json"]);
        let cargo = Cmd::cargo().args(["run", "--release", "--quiet", "-p", "narrows-cli", "--"]);
        let printed = cargo.args(arguments).run_and_read()?;
        rows.extend(self::rows(measure, &serde_json::from_str(printed.trim())?));
    }
    let columns: &[&str] = match measure {
        Measure::Horizon => &[
            "game",
            "board",
            "player",
            "first",
            "median",
            "last",
            "mean",
            "plies left",
            "legal moves",
        ],
        Measure::Accuracy => &["game", "player", "proven: wins kept", "beyond: wins kept"],
    };
    Ok(Table {
        columns: columns.iter().map(|&head| head.to_owned()).collect(),
        rows,
    })
}

/// The command as one types it.
pub fn command(measure: Measure, board: &str, options: &str) -> String {
    let measure = match measure {
        Measure::Horizon => "horizon",
        Measure::Accuracy => "accuracy",
    };
    format!("narrows arena {measure} {board} {options}")
}

fn rows(measure: Measure, answer: &Answer) -> Vec<Vec<String>> {
    match measure {
        Measure::Horizon => answer
            .horizons
            .iter()
            .map(|of| horizon(answer, of))
            .collect(),
        Measure::Accuracy => answer
            .accuracy
            .iter()
            .map(|of| accuracy(answer, of))
            .collect(),
    }
}

fn horizon(answer: &Answer, of: &Horizon) -> Vec<String> {
    let [first, _, median, _, last] = of.known_from;
    let mut row = vec![
        answer.game.clone(),
        answer.size.clone().unwrap_or_default(),
        of.player.clone(),
    ];
    row.extend([first, median, last].map(|ply| ply.to_string()));
    row.extend([of.mean, of.mean_left, of.mean_legal].map(|mean| format!("{mean:.1}")));
    row
}

fn accuracy(answer: &Answer, of: &Accuracy) -> Vec<String> {
    let beyond = of.beyond.iter().fold((0, 0), |(kept, positions), bucket| {
        (kept + bucket.kept, positions + bucket.positions)
    });
    let within = (of.total.kept - beyond.0, of.total.positions - beyond.1);
    let share = |(kept, positions): (u64, u64)| match positions {
        0 => "–".to_owned(),
        _ => format!("{kept} of {positions}"),
    };
    vec![
        answer.game.clone(),
        of.player.clone(),
        share(within),
        share(beyond),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_become_rows() {
        let answer = r#"{"game":"narrows","size":"8x7","horizons":[{"player":"level:6",
            "known_from":[1,2,3,4,5],"mean":3.25,"mean_left":2.0,"mean_legal":10.5}]}"#;
        let found = rows(Measure::Horizon, &serde_json::from_str(answer).unwrap());
        let wanted = [
            "narrows", "8x7", "level:6", "1", "3", "5", "3.2", "2.0", "10.5",
        ];
        assert_eq!(found, [wanted]);

        let answer = r#"{"game":"narrows","accuracy":[{"player":"level:6","total":
            {"positions":12,"kept":11},"beyond":[{"positions":2,"kept":1},{"positions":1,"kept":1}]}]}"#;
        let found = rows(Measure::Accuracy, &serde_json::from_str(answer).unwrap());
        assert_eq!(found, [["narrows", "level:6", "9 of 9", "2 of 3"]]);
    }
}
