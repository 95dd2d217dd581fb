//! Reports as text.

use std::fmt::Write as _;

use narrows_arena::Summary;
use narrows_arena::accuracy::Accuracy;
use narrows_arena::stats::Estimate;

use super::args::Mode;
use super::verdict;

fn percent(e: &Estimate) -> String {
    format!(
        "{:.1} %  [{:.1}, {:.1}]",
        100.0 * e.value,
        100.0 * e.low,
        100.0 * e.high
    )
}

fn signed(e: &Estimate) -> String {
    format!("{:+.1}  [{:+.1}, {:+.1}]", e.value, e.low, e.high)
}

/// Columns side by side; the first is left-aligned, the others right-aligned.
fn columns(rows: &[Vec<String>]) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column))
            .map(|cell| cell.chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::from(" ");
        for (index, cell) in row.iter().enumerate() {
            let room = widths[index];
            // Writing to a string cannot fail.
            let _ = if index == 0 {
                write!(line, " {cell:<room$}")
            } else {
                write!(line, "  {cell:>room$}")
            };
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// The report of a match or tournament.
pub fn summary(title: &str, mode: Mode, summary: &Summary) -> String {
    let mut text = format!("{title}\n");
    let mut line = |name: &str, value: String| {
        let _ = writeln!(text, "  {name:<14}{value}");
    };
    line(
        "games",
        format!("{} of {}", summary.games, summary.scheduled),
    );
    if mode != Mode::SelfPlay {
        for pairing in &summary.pairings {
            let (a, b) = (&summary.players[pairing.a], &summary.players[pairing.b]);
            let comparison = &pairing.comparison;
            let [lost, split, both] = pairing.pairs;
            line("", String::new());
            line("match", format!("{a}  against  {b}"));
            line("won", format!("{} to {}", pairing.wins[0], pairing.wins[1]));
            line("pairs", format!("{both} won, {split} split, {lost} lost"));
            line(
                "score",
                percent(&Estimate {
                    value: comparison.score,
                    ..comparison.expected
                }),
            );
            line("Elo", signed(&comparison.elo));
            line("nElo", signed(&comparison.nelo));
            line("superiority", format!("{:.2} %", 100.0 * comparison.los));
            line("", verdict(comparison, a, b));
        }
        line("", String::new());
    }
    if let Some(sprt) = &summary.sprt {
        line(
            "SPRT",
            format!(
                "{} Elo {} against {}: LLR {:+.2} in ({:.2}, {:.2}) after {} pairs, {}",
                sprt.model,
                sprt.elo0,
                sprt.elo1,
                sprt.llr,
                sprt.lower,
                sprt.upper,
                sprt.pairs,
                match sprt.verdict {
                    "H0" => format!("accepted: {} Elo or less", sprt.elo0),
                    "H1" => format!("accepted: {} Elo or more", sprt.elo1),
                    _ => "not decided".to_owned(),
                }
            ),
        );
    }
    let play = &summary.self_play;
    line(
        "first player",
        format!("{} of games", percent(&play.first_player.share)),
    );
    line(
        "length",
        format!(
            "{:.1} plies ({} to {})",
            play.plies.value, play.plies.low, play.plies.high
        ),
    );
    line("branching", format!("{:.1} moves", play.branching));
    line("thought", format!("{:.3} s a game", play.seconds));
    line(
        "decided",
        format!("{} of games proven before the end", percent(&play.decided)),
    );
    if let Some(ply) = play.decided_from_ply {
        let seconds = play.seconds_to_proof.unwrap_or(0.0);
        line(
            "",
            format!(
                "from ply {:.1} on ({} to {}), after {seconds:.3} s",
                ply.value, ply.low, ply.high
            ),
        );
    }
    if summary.repeated > 0 {
        line(
            "beware",
            format!(
                "{} games repeat earlier ones move by move; the intervals count them as if they were new",
                summary.repeated
            ),
        );
    }
    for ending in &summary.endings {
        let loser = &summary.players[ending.loser];
        line(
            "lost",
            format!(
                "{loser}: {} games, {} {}",
                ending.games,
                ending.ending.name(),
                ending.example
            ),
        );
    }
    if summary.players.len() > 1 {
        text += &ratings(summary);
    }
    text += &openings(summary);
    text
}

fn ratings(summary: &Summary) -> String {
    let Some(list) = &summary.ratings else {
        return "\n  no rating list: some players have not met yet\n".to_owned();
    };
    let mut rows = vec![
        ["player", "Elo", "95 %", "games", "won"]
            .map(str::to_owned)
            .to_vec(),
    ];
    for line in &list.players {
        rows.push(vec![
            summary.players[line.player].clone(),
            format!("{:+.0}", line.elo.value),
            format!("[{:+.0}, {:+.0}]", line.elo.low, line.elo.high),
            line.games.to_string(),
            format!(
                "{:.1} %",
                100.0 * line.wins as f64 / line.games.max(1) as f64
            ),
        ]);
    }
    format!(
        "\nRatings (Bradley-Terry, relative to the mean; the first seat is worth {})\n{}",
        signed(&list.first_seat),
        columns(&rows)
    )
}

/// Results by opening, as long as that is a table one can read.
fn openings(summary: &Summary) -> String {
    if summary.openings.len() > 40 || summary.openings.len() < 2 {
        return String::new();
    }
    let mut rows = vec![
        ["opening", "first player", "games"]
            .map(str::to_owned)
            .to_vec(),
    ];
    for opening in &summary.openings {
        let name = if opening.moves.is_empty() {
            opening.start.clone()
        } else {
            opening.moves.join(" ")
        };
        rows.push(vec![
            name,
            opening.first_player_wins.to_string(),
            opening.games.to_string(),
        ]);
    }
    format!(
        "\nGames won by the first player, by opening\n{}",
        columns(&rows)
    )
}

/// The report of an accuracy test.
pub fn accuracy(title: &str, results: &[Accuracy]) -> String {
    let mut rows = vec![
        ["player", "kept the win", "95 %", "proven", "kept", "failed"]
            .map(str::to_owned)
            .to_vec(),
    ];
    for result in results {
        let total = &result.total;
        rows.push(vec![
            result.player.clone(),
            format!("{:.1} %", 100.0 * total.share.value),
            format!(
                "[{:.1}, {:.1}]",
                100.0 * total.share.low,
                100.0 * total.share.high
            ),
            result.proven[0].to_string(),
            result.proven[1].to_string(),
            result.failures.to_string(),
        ]);
    }
    let mut text = format!("{title}\n{}", columns(&rows));
    if let Some(first) = results.first() {
        let mut head = vec![
            "legal moves".to_owned(),
            "positions".to_owned(),
            "random".to_owned(),
        ];
        head.extend(results.iter().map(|r| r.player.clone()));
        let mut rows = vec![head];
        for (index, bucket) in first.buckets.iter().enumerate() {
            let mut row = vec![
                format!("{} to {}", bucket.legal_from, bucket.legal_to),
                bucket.positions.to_string(),
                format!("{:.0} %", 100.0 * bucket.random_share),
            ];
            row.extend(
                results
                    .iter()
                    .map(|r| format!("{:.0} %", 100.0 * r.buckets[index].share.value)),
            );
            rows.push(row);
        }
        text += &format!(
            "\nKept the win, by number of legal moves\n{}",
            columns(&rows)
        );
    }
    text
}
