//! Every line of every file of known answers, through the public interface.

use std::collections::HashMap;
use std::fs;
use std::hash::Hash;
use std::path::{Path, PathBuf};

use narrows_core::black_narrows::census::census;
use narrows_core::narrows::Move;
use narrows_core::perft::perft;
use narrows_core::{
    AnyMove, AnyPosition, BlackNarrows, Color, Game, GameKind, Narrows, Pie, Player, Size,
    with_position,
};
use serde_json::Value;

use crate::names;

const FILES: [(&str, usize); 7] = [
    ("black-narrows-boards", 15),
    ("black-narrows-legal", 308),
    ("black-narrows-pairwise", 96),
    ("black-narrows-solved", 154),
    ("narrows-captures", 162),
    ("narrows-first-moves", 7),
    ("narrows-perft", 8),
];

fn copies() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

/// The lines of one file. The number of lines is checked, so that a file cut short does not pass.
fn answers(name: &str) -> Vec<Value> {
    let path = copies().join(name).with_extension("jsonl");
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect();
    let expected = FILES
        .iter()
        .find(|(file, _)| *file == name)
        .expect("a file of the list")
        .1;
    assert_eq!(lines.len(), expected, "lines of {name}");
    lines
}

fn text<'a>(answer: &'a Value, key: &str) -> &'a str {
    answer[key]
        .as_str()
        .unwrap_or_else(|| panic!("no text `{key}` in {answer}"))
}

fn texts(list: &Value) -> Vec<String> {
    let list = list.as_array().expect("a list").iter();
    list.map(|text| text.as_str().expect("a text").to_owned())
        .collect()
}

fn numbers(list: &Value) -> Vec<u64> {
    list.as_array()
        .expect("a list")
        .iter()
        .map(|number| number.as_u64().expect("a number"))
        .collect()
}

fn size(answer: &Value) -> Size {
    text(answer, "size").parse().expect("a size")
}

/// The position of a line, after it was written and read back.
fn position(kind: GameKind, answer: &Value) -> AnyPosition {
    let line = text(answer, "position");
    // On, or an exchange on offer in the line would be passed over.
    let position =
        AnyPosition::parse(kind, line, Pie::On).unwrap_or_else(|error| panic!("{line}: {error}"));
    assert_eq!(position.to_string(), line);
    assert_eq!(position.size(), size(answer), "{line}");
    position
}

fn sorted(mut names: Vec<String>) -> Vec<String> {
    names.sort_unstable();
    names
}

/// Where the folder that the copies were made from is beside the project, it says the same.
#[test]
fn the_copies_are_those_of_the_shared_folder() {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/oracle");
    if !shared.is_dir() {
        return;
    }
    let folder = fs::read_dir(&shared).expect("a folder that can be read");
    let mut files = 0;
    for entry in folder {
        let path = entry.expect("an entry").path();
        if path
            .extension()
            .is_some_and(|extension| extension == "jsonl")
        {
            let name = path.file_name().expect("a name");
            let copy = fs::read(copies().join(name)).unwrap_or_default();
            assert!(
                fs::read(&path).expect("a file") == copy,
                "{} differs from its copy",
                path.display()
            );
            files += 1;
        }
    }
    assert_eq!(files, FILES.len());
}

#[test]
fn black_narrows_legal_placements() {
    for file in ["black-narrows-legal", "black-narrows-pairwise"] {
        for answer in answers(file) {
            let position = position(GameKind::BlackNarrows, &answer);
            let legal = sorted(texts(&answer["legal"]));
            assert_eq!(sorted(names(&position.legal_moves())), legal, "{position}");
            assert_eq!(position.is_over(), legal.is_empty());
            for point in position.size().iter() {
                let expected = legal.contains(&point.to_string());
                assert_eq!(
                    position.why_illegal(point.into()).is_none(),
                    expected,
                    "{point} {position}"
                );
            }
        }
    }
}

/// The nimber by its definition: the least number that no option has.
fn nimber<G: Game>(position: &G, known: &mut HashMap<G, u32>) -> u32 {
    let (canonical, _) = position.canonical();
    if let Some(&known) = known.get(&canonical) {
        return known;
    }
    let options: Vec<u32> = canonical
        .legal_moves()
        .iter()
        .map(|&next| nimber(&canonical.played(next), known))
        .collect();
    let nimber = (0..)
        .find(|number| !options.contains(number))
        .expect("a number that is missing");
    known.insert(canonical, nimber);
    nimber
}

#[test]
fn black_narrows_solved_positions() {
    let (mut solved, mut refused) = (0, 0);
    for answer in answers("black-narrows-solved") {
        let size = text(&answer, "size");
        if size.parse::<Size>().is_err() {
            // Boards of 30x2 are larger than the contract allows: both the size and the line are refused.
            assert_eq!(size, "30x2");
            let error = GameKind::BlackNarrows
                .parse_size(size)
                .expect_err("a size out of range")
                .to_string();
            assert!(error.contains("2 to 26"), "{error}");
            let line = text(&answer, "position");
            assert!(
                AnyPosition::parse(GameKind::BlackNarrows, line, Pie::Off).is_err(),
                "{line}"
            );
            refused += 1;
            continue;
        }
        let position = position(GameKind::BlackNarrows, &answer);
        let live = answer["live"].as_u64().expect("a number");
        assert_eq!(position.legal_moves().len() as u64, live, "{position}");
        let value = with_position!(&position, position => nimber(position, &mut HashMap::new()));
        assert_eq!(
            Some(u64::from(value)),
            answer["nimber"].as_u64(),
            "{position}"
        );
        assert_eq!(
            text(&answer, "outcome"),
            if value == 0 { "loss" } else { "win" },
            "{position}"
        );
        solved += 1;
    }
    assert_eq!((solved, refused), (140, 14));
}

#[test]
fn black_narrows_empty_boards() {
    for answer in answers("black-narrows-boards") {
        let size = size(&answer);
        if answer.get("legal_sets_by_stones").is_some() {
            let levels = census::<1>(size).expect("a size of the game");
            let counts: Vec<u64> = levels.iter().map(|level| level.sets).collect();
            assert_eq!(counts, numbers(&answer["legal_sets_by_stones"]), "{size}");
            assert_eq!(
                Some(counts.iter().sum()),
                answer["total"].as_u64(),
                "{size}"
            );
        }
        // The exact values of the larger boards are for the solvers of `narrows-ai`: plain recursion would
        // take minutes.
        if size.points() <= 16 {
            let start = BlackNarrows::<1>::start(size).expect("a size of the game");
            let value = nimber(&start, &mut HashMap::new());
            assert_eq!(
                text(&answer, "outcome"),
                if value == 0 { "loss" } else { "win" },
                "{size}"
            );
            if let Some(expected) = answer.get("nimber") {
                assert_eq!(expected.as_u64(), Some(value.into()), "{size}");
            }
        }
    }
}

#[test]
fn narrows_captures() {
    for answer in answers("narrows-captures") {
        let position = position(GameKind::Narrows, &answer);
        let mut legal = position.legal_moves();
        let offered = text(&answer, "position").ends_with(" s");
        assert_eq!(position.exchange_is_offered(), offered, "{position}");
        let swap = AnyMove::Narrows(Move::Swap);
        assert_eq!(legal.contains(&swap), offered, "{position}");
        legal.retain(|&chosen| chosen != swap);
        assert_eq!(
            sorted(names(&legal)),
            sorted(texts(&answer["captures"])),
            "{position}"
        );
        for (color, key) in [
            (Color::Black, "black_linked"),
            (Color::White, "white_linked"),
        ] {
            assert_eq!(
                position.is_linked(color),
                answer[key].as_bool(),
                "{key} {position}"
            );
        }
        let ending = answer["ending_captures"].as_object().expect("an object");
        let mut ended = 0;
        for chosen in legal {
            let mut after = position.clone();
            after.play(chosen).expect("a legal move");
            let winner = after.winning_color().map(Color::name);
            let expected = ending.get(&chosen.to_string()).and_then(Value::as_str);
            assert_eq!(winner, expected, "{chosen} in {position}");
            assert_eq!(after.is_over(), expected.is_some());
            ended += usize::from(expected.is_some());
        }
        assert_eq!(ended, ending.len(), "{position}");
    }
}

/// Whether the player to move wins, by plain recursion.
fn wins<G: Game + Hash>(position: &G, known: &mut HashMap<G, bool>) -> bool {
    if let Some(won) = position.mover_won() {
        return won;
    }
    let (canonical, _) = position.canonical();
    if let Some(&known) = known.get(&canonical) {
        return known;
    }
    let value = canonical
        .legal_moves()
        .iter()
        .any(|&next| !wins(&canonical.played(next), known));
    known.insert(canonical, value);
    value
}

#[test]
fn narrows_first_moves() {
    for answer in answers("narrows-first-moves") {
        let size = size(&answer);
        let start = Narrows::<1>::start(size, Pie::Off).expect("a size of the game");
        let winners = answer["winner_after"].as_object().expect("an object");
        let mut known = HashMap::new();
        for &first in &start.legal_moves() {
            let after = start.played(first);
            let white_wins = wins(&after, &mut known);
            let winner = if white_wins { "white" } else { "black" };
            let expected = winners.get(&first.to_string()).and_then(Value::as_str);
            assert_eq!(Some(winner), expected, "{first} on {size}");
        }
        assert_eq!(start.legal_moves().len(), winners.len(), "{size}");
        // With the exchange on offer the second player wins, unless the first capture can end the game (N5).
        let can_end = start
            .legal_moves()
            .iter()
            .any(|&first| start.played(first).winning_color() == Some(Color::Black));
        let pie = Narrows::<1>::start(size, Pie::On).expect("a size of the game");
        assert_eq!(
            wins(&pie, &mut HashMap::new()),
            can_end,
            "{size} with the pie rule"
        );
    }
}

#[test]
fn narrows_perft() {
    for answer in answers("narrows-perft") {
        let start = AnyPosition::start(GameKind::Narrows, size(&answer), Pie::Off).expect("a size");
        for (plies, nodes) in (1..).zip(numbers(&answer["perft"])) {
            let found = with_position!(&start, position => perft(position, plies));
            assert_eq!(found, nodes, "{plies} plies of {start}");
        }
    }
}

/// Figures 1 to 3 of the rule sheets, as far as they are given as positions.
#[test]
fn the_figures_of_the_rule_sheets() {
    let line = "bb1wb/wb2w/bwwbb/1wwbw b -";
    let position = AnyPosition::parse(GameKind::Narrows, line, Pie::On).expect("a position");
    let from_b3 = names(&position.legal_moves())
        .into_iter()
        .filter(|name| name.starts_with("b3"));
    assert_eq!(sorted(from_b3.collect()), ["b3xa3", "b3xb2", "b3xe3"]);

    let line = "bww1b/b2bw/bwwb1/wbb1w b -";
    let position =
        AnyPosition::parse(GameKind::Narrows, line, Pie::On).expect("a finished position is read");
    assert_eq!(position.winning_color(), Some(Color::Black));
    assert_eq!(position.is_linked(Color::White), Some(false));
    assert!(position.legal_moves().is_empty());

    // Black's own mirror image fails on 4x2: after c2's neighbors are taken, the mirrored reply is illegal.
    let mut position = AnyPosition::parse(GameKind::BlackNarrows, "x3/3x", Pie::Off)
        .expect("a position of two stones");
    assert_eq!(position.to_move(), Player::First);
    let place = |name| AnyMove::parse(GameKind::BlackNarrows, name).expect("a point");
    position.play(place("b2")).expect("a legal placement");
    assert!(position.play(place("c1")).is_err());
}
