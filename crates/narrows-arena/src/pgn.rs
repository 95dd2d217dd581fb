//! Games as PGN, for rating programs and for every reader of records.

use narrows_core::any::AnyMove;
use narrows_core::record::RecordResult;
use narrows_core::{AnyPosition, ByPlayer, Record};

use super::GameRecord;
use super::plan::MatchPlan;

/// Games as PGN: each is a record of this project, as every front end reads it back, under the tags
/// that Ordo and BayesElo want: White is the first player.
///
/// Nothing is written of a game that the rules do not allow; a results file has none.
#[must_use]
pub fn pgn(plan: &MatchPlan, date: &str, games: &[GameRecord]) -> String {
    let mut ordered: Vec<&GameRecord> = games.iter().collect();
    ordered.sort_by_key(|game| game.game);
    let records = ordered.iter().filter_map(|game| record(plan, date, game));
    records.map(|record| format!("{record}\n")).collect()
}

/// The game as a record.
fn record(plan: &MatchPlan, date: &str, game: &GameRecord) -> Option<Record> {
    let start = AnyPosition::parse(plan.game, &game.start, plan.exchange()).ok()?;
    let mut record = Record::new(start);
    for word in &game.moves {
        record.play(AnyMove::parse(plan.game, word).ok()?).ok()?;
    }
    record.declare(if game.first_won {
        RecordResult::FirstWon
    } else {
        RecordResult::SecondWon
    });
    date.clone_into(&mut record.date);
    let name = |player: usize| {
        plan.players
            .get(player)
            .map_or("?", String::as_str)
            .to_owned()
    };
    let (first, second) = (name(game.first), name(game.second));
    let round = format!("{}.{}", game.pair + 1, game.game % 2 + 1);
    let ending = format!("{} {}", game.ending.name(), game.detail);
    for (tag, value) in [
        ("Event", plan.title().as_str()),
        ("Round", &round),
        ("White", &first),
        ("Black", &second),
        ("Termination", ending.trim()),
    ] {
        record.set_tag(tag, value).ok()?;
    }
    record.names = ByPlayer { first, second };
    Some(record)
}

#[cfg(test)]
mod tests {
    use narrows_core::record::Reading;
    use narrows_core::{GameKind, Pie};

    use super::*;
    use crate::plan::{Forfeits, MatchMode, OpeningSource};
    use crate::{Ending, MatchLimits};

    fn plan(game: GameKind, size: &str) -> MatchPlan {
        MatchPlan {
            mode: MatchMode::Match,
            game,
            size: size.parse().unwrap(),
            pie: true,
            players: vec!["level:1".into(), "gtp:\"x\" \\y".into()],
            pairs: 2,
            openings: OpeningSource::Random(1),
            seed: 1,
            limits: MatchLimits::default(),
            sprt: None,
            forfeits: Forfeits::Apart,
        }
    }

    fn game(start: &str, moves: &[&str]) -> GameRecord {
        GameRecord {
            start: start.into(),
            moves: moves.iter().map(|m| (*m).to_owned()).collect(),
            first_won: true,
            ..crate::tests::record(3)
        }
    }

    /// The issue's own words: the arena's PGN can be read back, whatever the game and however it ended.
    #[test]
    fn games_are_read_back() {
        let narrows = AnyPosition::start(GameKind::Narrows, "4x4".parse().unwrap(), Pie::On);
        let narrows = narrows.unwrap().to_string();
        for (kind, size, start, moves) in [
            (
                GameKind::BlackNarrows,
                "5x4",
                "5/5/5/5",
                &["c3", "e4", "a1"][..],
            ),
            (GameKind::BlackNarrows, "5x4", "5/1x3/5/5", &["e4"]),
            (GameKind::Narrows, "4x4", &narrows, &["a4xa3", "swap"]),
        ] {
            let mut game = game(start, moves);
            game.ending = Ending::Hung;
            game.detail = "no answer in \"1 s\"".into();
            let plan = plan(kind, size);
            let text = pgn(&plan, "2026-11-30", &[game]);
            let read: Record = text.parse().unwrap_or_else(|e| panic!("{e}: {text}"));
            assert_eq!(read.start().kind(), kind);
            assert_eq!(read.moves().len(), moves.len());
            assert_eq!(read.result(), RecordResult::FirstWon);
            assert_eq!(read.names.first, plan.players[1]);
            assert_eq!(read.names.second, plan.players[0]);
            assert_eq!(read.date, "2026-11-30");
            assert!(text.contains("[White \"gtp:\\\"x\\\" \\\\y\"]"), "{text}");
            assert!(text.contains("[Round \"2.2\"]"), "{text}");
            // Several games in one file as well.
            let twice = format!("{text}{text}");
            assert_eq!(Reading::new().all(&twice).unwrap(), [read.clone(), read]);
        }
    }

    #[test]
    fn what_is_no_game_is_left_out() {
        let plan = plan(GameKind::BlackNarrows, "5x4");
        for game in [game("5/5/5", &["z9"]), game("5/5/5/5", &["c3", "c3"])] {
            assert_eq!(pgn(&plan, "", &[game]), "");
        }
    }
}
