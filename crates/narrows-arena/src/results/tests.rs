//! Files that were cut, changed, forged, or are something else.

use std::fs;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use serde_json::Value as Json;

use super::*;
use crate::plan::{Forfeits, MatchMode, OpeningSource};
use crate::spec::PlayerSpec;
use crate::{Entrant, Match, MatchLimits};

/// A folder that nothing else uses, removed at the end of the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("narrows-results-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self) -> PathBuf {
        self.0.join("results.jsonl")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn plan(pairs: u64) -> MatchPlan {
    MatchPlan {
        mode: MatchMode::Match,
        game: narrows_core::GameKind::BlackNarrows,
        size: "4x3".parse().unwrap(),
        pie: true,
        players: vec!["level:1".into(), "mcts:playouts=20".into()],
        pairs,
        openings: OpeningSource::Random(1),
        seed: 7,
        limits: MatchLimits::default(),
        sprt: None,
        forfeits: Forfeits::Apart,
    }
}

fn run(pairs: u64) -> Run {
    Run {
        pairs,
        version: "0.0.0".into(),
        command: "narrows arena match".into(),
        started: "2026-11-30T00:00:00Z".into(),
        machine: Machine {
            cpu: String::new(),
            cores: 2,
            system: "test".into(),
        },
        concurrency: 1,
    }
}

/// The games of a plan, played.
fn games(plan: &MatchPlan) -> Vec<GameRecord> {
    let Pairings { openings, schedule } = plan.pairings().unwrap();
    let entrant = |text: &String| {
        let spec: PlayerSpec = text.parse().unwrap();
        Entrant::new(text.clone(), spec.factory())
    };
    let game = Match {
        seed: plan.seed,
        ..Match::new(
            plan.players.iter().map(entrant).collect(),
            openings,
            schedule,
        )
    };
    let mut games = Vec::new();
    game.play(&mut games, &AtomicBool::new(false), |_, _| {
        ControlFlow::Continue(())
    })
    .unwrap();
    for game in &mut games {
        game.seconds = [0.25, 0.5];
        game.proven_seconds = game.proven_ply.map(|_| 0.5);
    }
    games
}

/// A file of three pairs, and its games.
fn written(scratch: &Scratch) -> Vec<GameRecord> {
    let games = games(&plan(3));
    let (mut file, _) = ResultsFile::open(&scratch.file(), &plan(3), run(3)).unwrap();
    for game in &games {
        file.append(game).unwrap();
    }
    games
}

#[test]
fn games_come_back() {
    let scratch = Scratch::new("back");
    let games = games(&plan(3));
    let (mut file, results) = ResultsFile::open(&scratch.file(), &plan(3), run(3)).unwrap();
    assert_eq!(results.games, []);
    for game in &games {
        file.append(game).unwrap();
    }
    let busy = ResultsFile::open(&scratch.file(), &plan(3), run(3));
    assert!(matches!(busy, Err(ResultsError::Busy(_))));
    drop(file);
    let results = read(&scratch.file()).unwrap();
    assert_eq!((results.games, results.plan), (games, plan(3)));
    assert_eq!(results.runs, [run(3)]);
}

/// A kill may cut the file anywhere after its first line. Whatever is cut, every whole line is kept,
/// the torn one is dropped, and going on gives the file that would have been written without the kill.
#[test]
fn cut_anywhere_and_continued() {
    let scratch = Scratch::new("cut");
    let games = written(&scratch);
    let whole = fs::read(scratch.file()).unwrap();
    let header = whole.iter().position(|&b| b == b'\n').unwrap() + 1;
    for cut in 0..=whole.len() {
        fs::write(scratch.file(), &whole[..cut]).unwrap();
        let opened = ResultsFile::open(&scratch.file(), &plan(3), run(3));
        if (1..header).contains(&cut) {
            // Nothing says that this was ours, and nothing is lost by leaving it.
            assert!(matches!(opened, Err(ResultsError::Foreign { .. })), "{cut}");
            assert_eq!(fs::read(scratch.file()).unwrap(), whole[..cut]);
            continue;
        }
        let (mut file, results) = opened.unwrap();
        let lines = whole[..cut].iter().filter(|&&b| b == b'\n').count();
        assert_eq!(results.games.len(), lines.saturating_sub(2), "{cut}");
        assert_eq!(
            results.torn_bytes > 0,
            cut > 0 && whole[cut - 1] != b'\n',
            "{cut}"
        );
        for game in &games[results.games.len()..] {
            file.append(game).unwrap();
        }
        drop(file);
        assert_eq!(read(&scratch.file()).unwrap().games, games, "{cut}");
    }
}

#[test]
fn another_match_is_refused_and_nothing_is_touched() {
    let scratch = Scratch::new("other");
    written(&scratch);
    let before = fs::read(scratch.file()).unwrap();
    let other = MatchPlan { seed: 8, ..plan(3) };
    for (plan, says) in [
        (other, "seed was 7, now 8"),
        (plan(2), "pairs was 3, now 2"),
    ] {
        let error = ResultsFile::open(&scratch.file(), &plan, run(3)).unwrap_err();
        assert!(error.to_string().contains(says), "{error}");
        assert_eq!(fs::read(scratch.file()).unwrap(), before);
    }
}

/// `--pairs 5` on a file of 3.
#[test]
fn a_match_can_be_made_longer() {
    let scratch = Scratch::new("longer");
    let short = written(&scratch);
    let long = games(&plan(5));
    assert_eq!(
        long[..6].iter().map(|g| &g.moves).collect::<Vec<_>>(),
        short.iter().map(|g| &g.moves).collect::<Vec<_>>()
    );
    let (mut file, results) = ResultsFile::open(&scratch.file(), &plan(5), run(5)).unwrap();
    assert_eq!((results.games.len(), results.plan.pairs), (6, 5));
    for game in &long[6..] {
        file.append(game).unwrap();
    }
    drop(file);
    let results = read(&scratch.file()).unwrap();
    assert_eq!(
        (results.games.len(), results.plan.pairs, results.runs.len()),
        (10, 5, 2)
    );
}

/// `printf notes > f`, with and without a line end, a picture, a blank file, our own older format.
#[test]
fn other_files_are_refused_and_untouched() {
    let scratch = Scratch::new("strange");
    let png: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
    for bytes in [
        b"notes".as_slice(),
        b"notes\n",
        png,
        b"\n\n",
        b"{",
        b"{}\n",
        b"{\"format\":\"narrows-arena-1\",\"command\":{}}\n",
        b"{\"format\":\"narrows-arena-2\",",
    ] {
        fs::write(scratch.file(), bytes).unwrap();
        for result in [
            ResultsFile::open(&scratch.file(), &plan(3), run(3)).map(|_| ()),
            read(&scratch.file()).map(|_| ()),
        ] {
            assert!(
                matches!(result, Err(ResultsError::Foreign { .. })),
                "{result:?}"
            );
        }
        assert_eq!(fs::read(scratch.file()).unwrap(), bytes);
    }
    // What follows our own lines is ours, or the file is refused as a whole.
    fs::remove_file(scratch.file()).unwrap();
    written(&scratch);
    let mut bytes = fs::read(scratch.file()).unwrap();
    bytes.extend_from_slice(b"notes");
    fs::write(scratch.file(), &bytes).unwrap();
    let error = ResultsFile::open(&scratch.file(), &plan(3), run(3)).unwrap_err();
    assert!(
        matches!(error, ResultsError::Line { line: 9, .. }),
        "{error}"
    );
    assert_eq!(fs::read(scratch.file()).unwrap(), bytes);
}

#[test]
#[cfg(unix)]
fn what_is_no_regular_file_is_not_read() {
    for path in ["/dev/zero", "/dev/null", "/"] {
        for error in [
            read(Path::new(path)).unwrap_err(),
            ResultsFile::open(Path::new(path), &plan(3), run(3)).unwrap_err(),
        ] {
            assert!(matches!(error, ResultsError::NotRegular(_)), "{error}");
        }
    }
}

/// A file in which one member of a game's line is another, with a checksum that fits.
fn forged(scratch: &Scratch, game: &GameRecord, key: &str, value: Json) -> ResultsError {
    let mut object = serde_json::to_value(game).unwrap();
    object[key] = value;
    let forged: Vec<u8> = line::write(&object).unwrap();
    let bytes = fs::read(scratch.file()).unwrap();
    let mut lines: Vec<&[u8]> = bytes.split_inclusive(|&b| b == b'\n').collect();
    lines[2] = &forged;
    let path = scratch.0.join("forged.jsonl");
    fs::write(&path, lines.concat()).unwrap();
    let error = read(&path).expect_err(key);
    assert!(ResultsFile::open(&path, &plan(3), run(3)).is_err(), "{key}");
    error
}

/// Every game is replayed: what the rules or the match contradict is an error that names the line.
#[test]
fn forged_games_are_refused() {
    let scratch = Scratch::new("forged");
    let games = written(&scratch);
    let game = &games[0];
    let with_last = |word: &str| {
        let mut moves = game.moves.clone();
        let last = moves.len() - 1;
        moves[last] = word.into();
        Json::from(moves)
    };
    let half = Json::from(game.moves[..game.moves.len() - 1].to_vec());
    let other_first = Json::from(
        std::iter::once(if game.moves[0] == "a1" { "d3" } else { "a1" }.to_owned())
            .chain(game.moves[1..].iter().cloned())
            .collect::<Vec<_>>(),
    );
    for (key, value) in [
        ("first_won", Json::from(!game.first_won)),
        ("moves", with_last("z9")),
        ("moves", with_last("e1")),
        ("moves", with_last(&game.moves[0])),
        ("moves", Json::from(Vec::<String>::new())),
        ("moves", half),
        ("moves", other_first),
        ("start", "4/4/1x2".into()),
        ("start", "5/5/5".into()),
        ("opening_plies", 999.into()),
        ("opening_plies", 0.into()),
        ("proven_ply", 1_000_000_000_000_000_u64.into()),
        ("proven_seconds", (-1.0).into()),
        ("seconds", Json::from(vec![1e300, 0.0])),
        ("legal_moves", u64::MAX.into()),
        ("detail", "x".repeat(302).into()),
        ("ending", "hung".into()),
        ("ending", "resigned".into()),
        ("ending", "won".into()),
        ("game", 77.into()),
        ("game", 1.into()),
        ("pair", 2.into()),
        ("opening", 9.into()),
        ("first", 1.into()),
        ("second", u64::MAX.into()),
    ] {
        let error = forged(&scratch, game, key, value.clone());
        assert!(
            matches!(error, ResultsError::Line { line: 3, .. }),
            "{key} = {value}: {error}"
        );
    }
    // A duplicate is found where it stands.
    let mut bytes = fs::read(scratch.file()).unwrap();
    bytes.extend(line::write(game).unwrap());
    fs::write(scratch.file(), bytes).unwrap();
    let error = read(&scratch.file()).unwrap_err();
    assert!(
        matches!(error, ResultsError::Line { line: 9, .. }),
        "{error}"
    );
}

/// No byte of a file can be changed without its being noticed.
#[test]
fn every_changed_byte_is_noticed() {
    let scratch = Scratch::new("changed");
    let games = written(&scratch);
    let whole = fs::read(scratch.file()).unwrap();
    for at in (0..whole.len()).step_by(7) {
        let mut bytes = whole.clone();
        bytes[at] ^= 2;
        fs::write(scratch.file(), bytes).unwrap();
        if let Ok(results) = read(&scratch.file()) {
            // A last line that lost its end is a torn one.
            assert_eq!(at, whole.len() - 1);
            assert_eq!(results.games, games[..games.len() - 1]);
        }
    }
}

#[test]
fn files_of_one_match_are_put_together() {
    let whole = games(&plan(3));
    let results = |plan: MatchPlan, games: &[GameRecord]| Results {
        runs: vec![run(plan.pairs)],
        games: games.to_vec(),
        ..Results::new(plan)
    };
    let named = |list: Vec<Results>| {
        let names = ["a", "b", "c"].map(str::to_owned);
        names.into_iter().zip(list).collect::<Vec<_>>()
    };
    // Shares of one seed, one game in both.
    let one = results(plan(3), &whole[..4]);
    let mut two = results(plan(3), &whole[3..]);
    two.games[0].seconds = [9.0, 9.0];
    let merged = merge(named(vec![one.clone(), two])).unwrap();
    assert_eq!(merged.games, whole);
    assert_eq!(merged.runs.len(), 2);
    // The same number for another game.
    let mut strange = results(plan(3), &whole[..1]);
    strange.games[0].moves.pop();
    let error = merge(named(vec![one.clone(), strange])).unwrap_err();
    assert!(error.to_string().contains("number 0"), "{error}");
    // Another seed: further pairs.
    let other = MatchPlan { seed: 8, ..plan(2) };
    let more = results(other.clone(), &games(&other));
    let merged = merge(named(vec![results(plan(3), &whole), more])).unwrap();
    assert_eq!((merged.games.len(), merged.plan.pairs), (10, 5));
    assert_eq!(merged.seeds, [7, 8]);
    let report = crate::report::Report::new(merged);
    assert_eq!(report.summary.pairings[0].pairs.iter().sum::<u64>(), 5);
    // Another match.
    let other = MatchPlan {
        size: "5x4".parse().unwrap(),
        ..plan(3)
    };
    let error = merge(named(vec![one, results(other, &[])])).unwrap_err();
    assert!(error.to_string().contains("size"), "{error}");
    assert!(merge(Vec::new()).is_err());
}
