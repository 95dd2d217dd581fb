//! Games as PGN, for rating programs.

use std::fmt::Write as _;

use super::GameRecord;

/// Games as PGN with White = first player, so that Ordo and BayesElo can read the results.
///
/// They read tags and results; the moves are in this project's notation. Names lose their quotes.
#[must_use]
pub fn pgn(event: &str, players: &[String], games: &[GameRecord]) -> String {
    let clean = |text: &str| -> String {
        text.chars()
            .filter(|c| !c.is_control())
            .map(|c| if matches!(c, '"' | '\\') { '\'' } else { c })
            .collect()
    };
    let mut ordered: Vec<&GameRecord> = games.iter().collect();
    ordered.sort_by_key(|game| game.game);
    let mut text = String::new();
    for game in ordered {
        let result = if game.first_won { "1-0" } else { "0-1" };
        let round = format!("{}.{}", game.pair + 1, game.game % 2 + 1);
        let name = |player: usize| players.get(player).map_or("?", String::as_str);
        for (tag, value) in [
            ("Event", event),
            ("Site", "?"),
            ("Date", "????.??.??"),
            ("Round", &round),
            ("White", name(game.first)),
            ("Black", name(game.second)),
            ("Result", result),
            ("Author", "Mark Steere"),
            ("Position", &game.start),
            (
                "Termination",
                &format!("{} {}", game.ending.name(), game.detail),
            ),
        ] {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "[{tag} \"{}\"]", clean(value.trim()));
        }
        text.push('\n');
        let mut column = 0;
        for (ply, played) in game.moves.iter().enumerate() {
            let word = if ply % 2 == 0 {
                format!("{}. {played} ", ply / 2 + 1)
            } else {
                format!("{played} ")
            };
            if column + word.len() > 78 {
                text.push('\n');
                column = 0;
            }
            column += word.len();
            text.push_str(&word);
        }
        let _ = write!(text, "{result}\n\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ending;

    #[test]
    fn tags_and_result() {
        let game = GameRecord {
            game: 3,
            pair: 1,
            opening: 1,
            first: 1,
            second: 0,
            first_won: true,
            ending: Ending::Played,
            detail: String::new(),
            start: "5/5/5/5".into(),
            moves: vec!["c3".into(), "d4".into(), "a1".into()],
            opening_plies: 1,
            seconds: [0.0; 2],
            legal_moves: 0,
            proven_ply: None,
            proven_seconds: None,
        };
        let text = pgn("a match", &["level:1".into(), "gtp:\"x\"".into()], &[game]);
        assert!(
            text.contains("[White \"gtp:'x'\"]\n[Black \"level:1\"]\n[Result \"1-0\"]\n"),
            "{text}"
        );
        assert!(text.contains("[Round \"2.2\"]"));
        assert!(text.ends_with("\n\n1. c3 d4 2. a1 1-0\n\n"), "{text}");
    }
}
