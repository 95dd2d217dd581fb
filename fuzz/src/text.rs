//! Bytes as text: no panic whatever they are, and what is accepted is written and read back the same.

use narrows_core::record::Reading;
use narrows_core::{AnyMove, AnyPosition, GameKind, Pie, Record, Size};

/// Reads both games' position lines.
///
/// # Panics
/// If what was accepted is not written and read back, or contradicts itself.
pub fn position(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for kind in GameKind::ALL {
        for pie in [Pie::On, Pie::Off] {
            if let Ok(position) = AnyPosition::parse(kind, &text, pie) {
                holds_together(&position, pie);
            }
        }
    }
}

/// What is true of every position.
fn holds_together(position: &AnyPosition, pie: Pie) {
    let line = position.to_string();
    let again = AnyPosition::parse(position.kind(), &line, pie).expect("its own line");
    assert_eq!(again.to_string(), line);
    assert_eq!(&again, position, "{line}");
    let moves = position.legal_moves();
    assert_eq!(moves.is_empty(), position.is_over(), "{line}");
    assert!(moves.is_sorted(), "{line}");
    assert!(position.plies() < position.size().points(), "{line}");
    for chosen in moves {
        assert_eq!(position.why_illegal(chosen), None, "{chosen} in {line}");
        let text = chosen.to_string();
        assert_eq!(
            AnyMove::parse(position.kind(), &text).ok(),
            Some(chosen),
            "{text}"
        );
    }
}

/// Reads records: the first of a text, and all of them, with tags and without.
///
/// # Panics
/// If what was accepted is not written and read back, its game cannot be played again, or the ways to read several
/// games differ.
pub fn record(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match text.parse::<Record>() {
        Err(error) => {
            // One line that says where.
            let message = error.to_string();
            assert!(!message.contains('\n'), "{message:?}");
            assert!(message.chars().any(|c| c.is_ascii_digit()), "{message:?}");
        }
        Ok(record) => comes_back(record),
    }
    let size = Size::new(4, 4).expect("a size");
    for kind in GameKind::ALL {
        several(&text, Reading::new().game(kind).size(size));
    }
}

fn comes_back(mut record: Record) {
    loop {
        let written = record.to_string();
        let again: Record = written
            .parse()
            .unwrap_or_else(|error| panic!("{error}\n{written}"));
        assert_eq!(again, record, "{written}");
        if record.moves().len() > 8 || record.undo().is_none() {
            return;
        }
    }
}

fn several(text: &str, reading: Reading) {
    let Ok(count) = reading.count(text) else {
        assert!(reading.all(text).is_err());
        return;
    };
    if count > 100 {
        return;
    }
    let all = reading.all(text);
    if let Ok(all) = &all {
        assert_eq!(all.len(), count);
    }
    for number in 1..=count {
        let game = reading.nth(text, number);
        match &all {
            Ok(all) => assert_eq!(game.as_ref(), Ok(&all[number - 1])),
            // The first trouble is that of its game.
            Err(error) if game.is_err() => return assert_eq!(game.as_ref(), Err(error)),
            Err(_) => {}
        }
    }
    assert!(count == 0 || reading.nth(text, count + 1).is_err());
}

/// The first line is a size, the rest a list of moves: all are tried, the legal ones are played.
///
/// # Panics
/// If a refused move changes the position, or an accepted one was not among the legal ones.
pub fn moves(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (first, rest) = text.split_once('\n').unwrap_or(("", &text));
    let size = first.trim().parse().ok().or_else(|| Size::new(4, 4).ok());
    let starts = size.into_iter().flat_map(|size| {
        GameKind::ALL
            .into_iter()
            .filter_map(move |kind| AnyPosition::start(kind, size, Pie::On).ok())
    });
    for mut position in starts {
        for word in rest.split_whitespace() {
            if let Ok(chosen) = AnyMove::parse(position.kind(), word) {
                try_move(&mut position, chosen);
            }
        }
    }
}

fn try_move(position: &mut AnyPosition, chosen: AnyMove) {
    let before = position.clone();
    let legal = before.legal_moves().contains(&chosen);
    assert_eq!(
        before.why_illegal(chosen).is_none(),
        legal,
        "{chosen} in {before}"
    );
    match position.play(chosen) {
        Ok(()) => {
            assert!(legal, "{chosen} in {before}");
            assert_eq!(position.to_move(), before.to_move().other());
        }
        Err(error) => {
            assert!(!legal, "{error} in {before}");
            assert_eq!(position, &before);
        }
    }
}
