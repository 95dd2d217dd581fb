//! Bytes as games: every list of numbers is a legal game, each number choosing among the legal moves.

use std::collections::BTreeSet;

use narrows_core::{
    AnyMove, AnyPosition, Game, GameKind, Pie, Record, Size, Symmetry, with_position,
};

use crate::slow::{self, Board};

/// A game from bytes: which one, with the pie rule or without, the size, then the choices.
fn start(data: &[u8], most_points: usize) -> Option<(AnyPosition, &[u8])> {
    let (&[which, columns, rows], choices) = data.split_first_chunk::<3>()?;
    let kind = GameKind::ALL[usize::from(which & 1)];
    let pie = if which & 2 == 0 { Pie::On } else { Pie::Off };
    let size = Size::new(columns % 26 + 1, rows % 26 + 1).ok()?;
    if size.points() > most_points {
        return None;
    }
    Some((AnyPosition::start(kind, size, pie).ok()?, choices))
}

fn choose(position: &AnyPosition, choice: u8) -> Option<AnyMove> {
    let moves = position.legal_moves();
    // One byte reaches all the moves of large boards, spread evenly.
    let at = usize::from(choice) * moves.len() / 256;
    moves.get(at).copied()
}

/// Small boards: after every move the slow twin agrees on all moves and on the end of the game.
///
/// # Panics
/// If it does not.
pub fn play(data: &[u8]) {
    let Some((mut position, choices)) = start(data, 36) else {
        return;
    };
    agrees_with_slow(&position);
    for &choice in choices {
        let Some(chosen) = choose(&position, choice) else {
            break;
        };
        position.play(chosen).expect("a legal move");
        agrees_with_slow(&position);
    }
}

fn agrees_with_slow(position: &AnyPosition) {
    let line = position.to_string();
    let mut words = line.split(' ');
    let board = Board::parse(words.next().unwrap_or_default());
    let found: BTreeSet<String> = position
        .legal_moves()
        .iter()
        .map(ToString::to_string)
        .collect();
    let mut expected = BTreeSet::new();
    match words.next() {
        None => expected.extend(slow::placements(&board).into_iter().map(slow::name)),
        Some(mover) => {
            let (mover, other) = if mover == "b" { ('b', 'w') } else { ('w', 'b') };
            let winner = slow::winner_after(&board, other);
            let name = position.winning_color().map(|color| color.letter());
            assert_eq!(name, winner, "{line}");
            if winner.is_none() {
                let captures = slow::captures(&board, mover).into_iter();
                expected.extend(
                    captures.map(|(from, to)| format!("{}x{}", slow::name(from), slow::name(to))),
                );
                if words.next() == Some("s") {
                    expected.insert("swap".to_owned());
                }
            }
        }
    }
    assert_eq!(found, expected, "{line}");
}

/// Boards of all sizes: records, undo by replay, lines and symmetries of the position that is reached.
///
/// # Panics
/// If one of them breaks its law.
pub fn grow(data: &[u8]) {
    let Some((start, choices)) = start(data, 676) else {
        return;
    };
    let mut record = Record::new(start.clone());
    let mut played = Vec::new();
    for &choice in choices.iter().take(60) {
        let Some(chosen) = choose(record.position(), choice) else {
            break;
        };
        record.play(chosen).expect("a legal move");
        played.push(chosen);
    }
    let last = record.position().clone();
    with_position!(&last, position => symmetries_hold(position));

    let written = record.to_string();
    let read: Record = written
        .parse()
        .unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert_eq!(read.position(), &last, "{written}");

    // Undo is replay without the last move. A few steps back: each is a whole replay, twice.
    for plies in (played.len().saturating_sub(5)..played.len()).rev() {
        assert_eq!(record.undo(), Some(played[plies]));
        let mut replayed = start.clone();
        for &chosen in &played[..plies] {
            replayed.play(chosen).expect("it was legal before");
        }
        assert_eq!(&replayed, record.position());
    }
}

fn symmetries_hold<G: Game>(position: &G) {
    let (canonical, _) = position.canonical();
    for &symmetry in Symmetry::of(position.size()) {
        let image = position.transformed(symmetry);
        assert_eq!(image.canonical().0, canonical, "{position:?} {symmetry:?}");
        let map = |&chosen: &G::Move| G::map_move(chosen, symmetry, position.size());
        let moves: BTreeSet<G::Move> = position.legal_moves().iter().map(map).collect();
        assert_eq!(
            moves,
            image.legal_moves().into_iter().collect(),
            "{position:?} {symmetry:?}"
        );
    }
}
