use super::board::{Board, Pair, Standing};
use super::key::{Numbering, numbers};
use super::slow::{SlowBoard, SlowSolver};
use super::table::Table;
use super::*;
use core::str::FromStr;

use narrows_core::narrows::{Move, Narrows, Pie, Setup};
use narrows_core::{Game, Size};

use crate::budget::Limits;
use crate::solver::ExactSolver;
use crate::solver::book::{BoardResult, Booked, result_of, results};
use crate::value::Value;

/// SplitMix64: enough for tests.
pub(super) struct Random(pub(super) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    }

    pub(super) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

pub(super) const NEVER: &(dyn Fn() -> bool + Sync) = &|| false;
const EVERYTHING: Question = Question {
    all: true,
    plies_nodes: u64::MAX,
};

pub(super) fn start(columns: usize, rows: usize) -> Pair {
    Board::<false>::new(columns as u32, rows as u32).start()
}

/// A position from random play, of at most so many stones; `None` if the game ended before.
pub(super) fn played(
    columns: usize,
    rows: usize,
    stones: usize,
    random: &mut Random,
) -> Option<Pair> {
    let board = Board::<false>::new(columns as u32, rows as u32);
    let mut pair = start(columns, rows);
    loop {
        if board.is_linked(pair.own, pair.other) || board.is_linked(pair.other, pair.own) {
            return None;
        }
        if pair.stones() as usize <= stones {
            return Some(pair);
        }
        let mut captures = Vec::new();
        board.for_each_capture(pair, |from, to| captures.push((from, to)));
        let (from, to) = captures[random.below(captures.len())];
        pair = Board::<false>::after(pair, from, to);
    }
}

/// Stones thrown on the board.
pub(super) fn thrown(columns: usize, rows: usize, stones: usize, random: &mut Random) -> Pair {
    let mut pair = Pair::default();
    for _ in 0..stones {
        let bit = 1_u64 << random.below(columns * rows);
        pair.own &= !bit;
        pair.other &= !bit;
        if random.next() & 1 == 0 {
            pair.own |= bit
        } else {
            pair.other |= bit
        }
    }
    pair
}

pub(super) fn raw(columns: usize, rows: usize, pair: Pair, exchange: Exchange) -> RawPosition {
    RawPosition::new(columns as u8, rows as u8, pair.own, pair.other, exchange).unwrap()
}

pub(super) fn value_of(won: bool) -> Value {
    if won { Value::Win } else { Value::Loss }
}

/// Size, most stones, and how many positions by play and by throwing.
const SAMPLES: [(usize, usize, usize, usize); 19] = [
    (2, 2, 4, 20),
    (3, 2, 6, 60),
    (2, 3, 6, 60),
    (4, 2, 8, 200),
    (5, 2, 10, 200),
    (6, 2, 12, 200),
    (2, 7, 10, 100),
    (9, 2, 10, 100),
    (2, 10, 9, 100),
    (8, 1, 8, 100),
    (1, 8, 8, 100),
    (12, 1, 12, 100),
    (4, 3, 11, 900),
    (3, 4, 11, 900),
    (4, 4, 10, 300),
    (5, 4, 10, 200),
    (4, 5, 10, 200),
    (10, 3, 9, 100),
    (6, 5, 9, 100),
];

fn samples(random: &mut Random) -> Vec<(usize, usize, Pair)> {
    let mut all = Vec::new();
    for (columns, rows, stones, count) in SAMPLES {
        for _ in 0..count {
            let stones = 2 + random.below(stones - 1);
            all.extend(played(columns, rows, stones, random).map(|pair| (columns, rows, pair)));
            all.push((columns, rows, thrown(columns, rows, stones, random)));
        }
    }
    all
}

fn agrees<const EIGHT: bool>(columns: usize, rows: usize, pair: Pair) {
    let board = Board::<EIGHT>::new(columns as u32, rows as u32);
    let slow = SlowBoard::from_words(columns, rows, pair.own, pair.other);
    let spread = Pair {
        own: board.spread(pair.own),
        other: board.spread(pair.other),
    };
    assert_eq!(board.compact(spread.own), pair.own);
    let linked = slow.is_linked(true);
    assert_eq!(
        board.is_linked(spread.own, spread.other),
        linked,
        "{slow:?}"
    );
    let mut captures = Vec::new();
    let bit = |set: u64| board.compact_index(set.trailing_zeros()) as usize;
    board.for_each_capture(spread, |from, to| captures.push((bit(from), bit(to))));
    captures.sort_unstable();
    assert_eq!(captures, slow.captures(), "{slow:?}");
    let links_next = captures
        .iter()
        .any(|&(from, to)| slow.after(from, to).is_linked(false));
    let standing = match (linked, links_next) {
        (true, _) => Standing::Linked,
        (_, true) => Standing::LinksNext,
        _ => Standing::Apart,
    };
    assert_eq!(
        board.standing(spread.own, spread.other),
        standing,
        "{slow:?}"
    );
    let least = board.canonical(spread);
    let numbering = Numbering::new(&board);
    assert!(numbering.number(least) < numbers(board.points()));
    assert_eq!(board.canonical(least), least);
    assert_eq!(least.stones(), pair.stones());
}

#[test]
fn boards_agree_with_the_slow_ones() {
    let mut random = Random(1);
    for (columns, rows, pair) in samples(&mut random) {
        agrees::<false>(columns, rows, pair);
        if columns <= 8 && rows <= 8 {
            agrees::<true>(columns, rows, pair);
        }
    }
    for (columns, rows) in [
        (8, 8),
        (8, 7),
        (7, 6),
        (6, 6),
        (5, 6),
        (10, 6),
        (12, 5),
        (26, 2),
    ] {
        for _ in 0..60 {
            let stones = random.below(columns * rows);
            let pair = thrown(columns, rows, stones, &mut random);
            agrees::<false>(columns, rows, pair);
            if columns <= 8 {
                agrees::<true>(columns, rows, pair);
            }
        }
    }
}

#[test]
fn values_and_lengths_agree_with_full_recursion() {
    let mut random = Random(2);
    let mut slow = SlowSolver::default();
    let mut solver = Solver::new(1 << 20);
    let samples = samples(&mut random);
    assert!(samples.len() > 3000);
    for (columns, rows, pair) in samples {
        let board = SlowBoard::from_words(columns, rows, pair.own, pair.other);
        let (won, plies) = slow.solve(&board);
        let position = raw(columns, rows, pair, Exchange::Off);
        let solution = solver.solve(&position, EVERYTHING, &Limits::default(), NEVER);
        assert_eq!(solution.value, value_of(won), "{board:?}");
        assert_eq!(solution.plies_to_end, Some(plies), "{board:?}");
        if plies == 0 {
            assert!(solution.moves.is_empty());
            continue;
        }
        let expected: Vec<_> = board
            .captures()
            .iter()
            .map(|&(from, to)| {
                let won = !slow.solve(&board.after(from, to)).0;
                let (from, to) = (from as u8, to as u8);
                (RawMove::Capture { from, to }, value_of(won))
            })
            .collect();
        assert_eq!(solution.moves, expected, "{board:?}");
        offered_agrees(&mut solver, &position, won, plies, &expected);
    }
}

/// With the exchange on offer: it wins exactly where the position without it is lost (N5).
fn offered_agrees(
    solver: &mut Solver,
    position: &RawPosition,
    won: bool,
    plies: u32,
    captures: &[(RawMove, Value)],
) {
    let offered = RawPosition {
        exchange: Exchange::Offered,
        ..*position
    };
    let solution = solver.solve(&offered, EVERYTHING, &Limits::default(), NEVER);
    assert_eq!(solution.value, Value::Win);
    let mut expected = captures.to_vec();
    expected.push((RawMove::Swap, value_of(!won)));
    assert_eq!(solution.moves, expected);
    assert_eq!(
        solution.plies_to_end,
        Some(if won { plies } else { plies + 1 })
    );
    let quick = solver.solve(&offered, Question::default(), &Limits::default(), NEVER);
    assert_eq!(quick.value, Value::Win);
    assert!(!quick.best.is_empty());
    assert!(
        quick
            .best
            .iter()
            .all(|best| expected.contains(&(*best, Value::Win)))
    );
}

#[test]
fn every_option_gives_the_same_answers() {
    let mut random = Random(3);
    let mut samples = samples(&mut random);
    samples.extend((0..100).filter_map(|_| Some((5, 4, played(5, 4, 16, &mut random)?))));
    let on = Options::default();
    let variants = [
        Options {
            threats: false,
            ..on
        },
        Options {
            cutoffs: false,
            ..on
        },
        Options {
            symmetry: false,
            ..on
        },
        Options {
            ordering: false,
            ..on
        },
        Options::plain(),
    ];
    let mut reference = Solver::new(1 << 20);
    let mut others: Vec<_> = variants
        .iter()
        .map(|&options| Solver::with_options(1 << 18, options))
        .collect();
    // A table far too small must not matter either.
    others.push(Solver::new(0));
    let question = Question {
        all: true,
        plies_nodes: 0,
    };
    for (columns, rows, pair) in samples.into_iter().step_by(3) {
        let position = raw(columns, rows, pair, Exchange::Off);
        let expected = reference.solve(&position, question, &Limits::default(), NEVER);
        for solver in &mut others {
            let solution = solver.solve(&position, question, &Limits::default(), NEVER);
            assert_eq!(solution.moves, expected.moves, "{position:?}");
            assert_eq!(solution.value, expected.value, "{position:?}");
        }
    }
}

#[test]
fn the_start_with_the_exchange_to_come() {
    let mut slow = SlowSolver::default();
    let mut solver = Solver::new(1 << 20);
    for (columns, rows) in [
        (2, 2),
        (3, 2),
        (4, 2),
        (5, 2),
        (4, 3),
        (6, 1),
        (8, 1),
        (2, 5),
    ] {
        let pair = start(columns, rows);
        let board = SlowBoard::from_words(columns, rows, pair.own, pair.other);
        let position = raw(columns, rows, pair, Exchange::Pending);
        let solution = solver.solve(&position, EVERYTHING, &Limits::default(), NEVER);
        // The game as people play it: person by person.
        let mut expected = (false, 0);
        for (from, to) in board.captures() {
            let child = board.after(from, to);
            let (child_won, child_plies) = slow.solve(&child);
            let (won, plies) = match (child_plies, child_won) {
                (0, _) => (!child_won, 1),
                (_, true) => (false, child_plies + 1),
                (_, false) => (false, child_plies + 2),
            };
            if won {
                expected = (true, 1);
            } else if !expected.0 {
                expected.1 = expected.1.max(plies);
            }
            let play = RawMove::Capture {
                from: from as u8,
                to: to as u8,
            };
            assert!(solution.moves.contains(&(play, value_of(won))));
        }
        assert_eq!(solution.value, value_of(expected.0), "{columns}x{rows}");
        assert_eq!(solution.plies_to_end, Some(expected.1), "{columns}x{rows}");
    }
}

/// The point's number from its name.
fn point(name: &str, columns: usize) -> u8 {
    let column = name.as_bytes()[0] - b'a';
    let row: usize = name[1..].parse().unwrap();
    column + ((row - 1) * columns) as u8
}

/// Known winners after each first capture; made by programs that share nothing with this one.
#[test]
fn known_first_captures() {
    let text = include_str!("../../../tests/data/narrows-first-moves.jsonl");
    let mut boards = 0;
    for line in text.lines() {
        let words: Vec<&str> = line.split('"').collect();
        let (columns, rows) = words[3].split_once('x').unwrap();
        let (columns, rows): (usize, usize) = (columns.parse().unwrap(), rows.parse().unwrap());
        let position = raw(columns, rows, start(columns, rows), Exchange::Off);
        let mut solver = Solver::new(1 << 20);
        let question = Question {
            all: true,
            plies_nodes: 0,
        };
        let solution = solver.solve(&position, question, &Limits::default(), NEVER);
        let mut moves = solution.moves.clone();
        for pair in words[7..].chunks(4).filter(|chunk| chunk.len() == 4) {
            let (from, to) = pair[0].split_once('x').unwrap();
            let play = RawMove::Capture {
                from: point(from, columns),
                to: point(to, columns),
            };
            let value = value_of(pair[2] == "black");
            let index = moves.iter().position(|m| *m == (play, value)).expect(line);
            moves.remove(index);
        }
        assert!(moves.is_empty(), "{line}");
        boards += 1;
    }
    assert_eq!(boards, 7);
}

#[test]
fn known_counts_on_larger_boards() {
    let question = Question {
        all: true,
        plies_nodes: 0,
    };
    for (columns, rows, captures, wins) in [(5, 4, 31, 13), (6, 4, 38, 16)] {
        let position = raw(columns, rows, start(columns, rows), Exchange::Off);
        for threads in [1, 2] {
            let mut solver = Solver::new(16 << 20);
            let limits = Limits {
                nodes: None,
                threads,
                ..Limits::default()
            };
            let solution = solver.solve(&position, question, &limits, NEVER);
            assert_eq!(
                (solution.moves.len(), solution.best.len()),
                (captures, wins)
            );
        }
    }
}

#[test]
fn limits_and_the_callback_end_a_search() {
    let position = raw(6, 6, start(6, 6), Exchange::Off);
    let mut solver = Solver::new(1 << 20);
    let limits = Limits {
        nodes: Some(1000),
        threads: 1,
        ..Limits::default()
    };
    let solution = solver.solve(&position, Question::default(), &limits, NEVER);
    assert_eq!(solution.value, Value::Unknown);
    assert_eq!(solution.nodes, 1000);
    assert!(solver.table_bytes() <= 1 << 20);
    let limits = Limits {
        nodes: None,
        threads: 2,
        ..Limits::default()
    };
    let solution = solver.solve(&position, Question::default(), &limits, &|| true);
    assert_eq!((solution.value, solution.nodes), (Value::Unknown, 0));
    // With the exchange on offer the value is known without any search (N5).
    let offered = RawPosition {
        exchange: Exchange::Offered,
        ..position
    };
    let solution = solver.solve(&offered, Question::default(), &limits, &|| true);
    assert_eq!((solution.value, solution.best.len()), (Value::Win, 0));
}

#[test]
fn raw_parts_are_checked() {
    let new =
        |columns, rows, own, other| RawPosition::new(columns, rows, own, other, Exchange::Off);
    assert_eq!(new(13, 5, 0, 0), Err(RawError::Size));
    assert_eq!(new(0, 5, 0, 0), Err(RawError::Size));
    assert_eq!(new(2, 2, 16, 0), Err(RawError::Outside));
    assert_eq!(new(2, 2, 3, 2), Err(RawError::Overlap));
    assert!(new(8, 8, u64::MAX, 0).is_ok());
}

#[test]
fn tables_keep_whole_keys() {
    for numbers in [
        3_u128.pow(4),
        3_u128.pow(30),
        3_u128.pow(42),
        3_u128.pow(64),
    ] {
        let table = Table::new(numbers, 1 << 16);
        let mut random = Random(4);
        let mut stored = std::collections::HashMap::new();
        for _ in 0..20_000 {
            let key = (u128::from(random.next()) << 64 | u128::from(random.next())) % numbers;
            let place = table.place(key);
            let data = 1 + random.next() % 0xFFFF;
            table.put(place, data);
            assert_eq!(table.get(place), Some(data));
            stored.insert(key, data);
        }
        let found = stored
            .iter()
            .filter(|&(&key, &data)| match table.get(table.place(key)) {
                Some(kept) => {
                    assert_eq!(kept, data);
                    true
                }
                None => false,
            });
        assert!(found.count() > 80);
    }
}

/// Random positions with every capture, and the winners of those that end the game.
#[test]
fn known_captures_through_the_core() {
    let text = include_str!("../../../tests/data/narrows-captures.jsonl");
    let mut solver = Solver::new(1 << 16);
    let limits = Limits {
        nodes: Some(0),
        ..Limits::default()
    };
    for line in text.lines() {
        let words: Vec<&str> = line.split('"').collect();
        let end = words
            .iter()
            .position(|word| *word == "black_linked")
            .unwrap();
        let mut captures: Vec<Move> = words[11..end]
            .iter()
            .step_by(2)
            .map(|word| word.parse().unwrap())
            .collect();
        captures.sort_unstable();
        let Ok(position) = words[7].parse::<Narrows<1>>() else {
            continue;
        };
        let question = crate::solver::Question {
            all: true,
            nimber: false,
        };
        let answer = solver.answer(&position, question, &limits, NEVER);
        let captured = answer
            .moves
            .iter()
            .map(|known| known.0)
            .filter(|play| *play != Move::Swap);
        let moves: Vec<Move> = captured.collect();
        assert_eq!(moves, captures, "{line}");
        let ending = words
            .iter()
            .position(|word| *word == "ending_captures")
            .unwrap();
        for pair in words[ending + 2..]
            .chunks(4)
            .filter(|chunk| chunk.len() == 4)
        {
            let to_move = position.color_to_move().name();
            let known = (pair[0].parse().unwrap(), value_of(pair[2] == to_move));
            assert!(answer.moves.contains(&known), "{line}");
        }
    }
}

#[test]
fn core_positions_with_and_without_the_exchange() {
    let mut solver = Solver::new(1 << 20);
    let question = crate::solver::Question {
        all: true,
        nimber: false,
    };
    let mut answer = |line: &str, pie: Pie| {
        let position = Setup::from_str(line)
            .unwrap()
            .into_position::<1>(pie)
            .unwrap();
        solver.answer(&position, question, &Limits::default(), NEVER)
    };
    // The rule sheet's first figure, of the same board with and without the exchange.
    let line = "bb1wb/wb2w/bwwbb/1wwbw w";
    let without = answer(&format!("{line} -"), Pie::Off);
    let with = answer(&format!("{line} s"), Pie::On);
    assert_eq!(with.value, Value::Win);
    assert_ne!(without.value, Value::Unknown);
    let swap = with
        .moves
        .iter()
        .find(|known| known.0 == Move::Swap)
        .unwrap();
    assert_eq!(swap.1 == Value::Win, without.value == Value::Loss);
    assert!(without.plies_to_end.is_some());
    let start = Narrows::<1>::start(Size::new(4, 3).unwrap(), Pie::On).unwrap();
    let answer = solver.answer(&start, question, &Limits::default(), NEVER);
    assert_eq!(answer.value, Value::Loss);
}

#[test]
fn the_book_is_what_the_solver_finds() {
    let mut solver = Solver::new(4 << 20);
    let question = crate::solver::Question {
        all: true,
        nimber: false,
    };
    let mut checked = 0;
    for result in results::<Narrows<1>>() {
        let line = result.to_line();
        assert_eq!(BoardResult::from_line(&line), Some(result.clone()));
        let size = result.size;
        if size.points() > 20 {
            continue;
        }
        for size in [size, size.transposed()] {
            let first = Narrows::<1>::first(size).unwrap();
            let answer = solver.answer(&first, question, &Limits::default(), NEVER);
            let known = result_of::<Narrows<1>>(size);
            assert_eq!(BoardResult::new(size, &answer), known, "{line}");
        }
        checked += 1;
    }
    assert!(checked > 10);
}

#[test]
fn answers_from_the_book_are_the_solvers() {
    let mut searcher = Solver::new(1 << 20);
    let limits = Limits::default();
    let mut looked_up = 0;
    for (columns, rows) in [(2, 2), (4, 3), (3, 4), (5, 4), (2, 4)] {
        let size = Size::new(columns, rows).unwrap();
        let start = Narrows::<1>::start(size, Pie::Off).unwrap();
        let question = crate::solver::Question {
            all: true,
            nimber: false,
        };
        let read = Solver::look_up(&start, question).unwrap();
        let searched = searcher.answer(&start, question, &limits, NEVER);
        assert_eq!((read.value, &read.best), (searched.value, &searched.best));
        assert_eq!(read.moves, searched.moves);
        assert_eq!(read.nodes, 0);
        let offered = Narrows::<1>::start(size, Pie::On).unwrap();
        let question = crate::solver::Question::default();
        for play in offered.legal_moves() {
            let mut child = offered.clone();
            child.play_unchecked(play);
            let Some(read) = Solver::look_up(&child, question) else {
                continue;
            };
            let searched = searcher.answer(&child, question, &limits, NEVER);
            assert_eq!(read.value, searched.value);
            assert_eq!(
                read.best.contains(&Move::Swap),
                searched.best.contains(&Move::Swap)
            );
            looked_up += 1;
        }
    }
    // As many as there are winning captures on these boards, of which those on 2x2 end the game.
    assert_eq!(looked_up, 8 + 8 + 13 + 2);
}
