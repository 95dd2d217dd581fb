//! Playouts choose uniformly among the legal moves: their results are compared with exact probabilities.

use narrows_core::{BlackNarrows, Game, Narrows, Pie, Player, Size};
use rand::{Rng, RngExt};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::collections::HashMap;

use crate::slow::{self, Board, Cell};

const PLAYOUTS: u32 = 40_000;

/// The probability that the first player wins if both choose uniformly.
fn exact<G: Game>(position: &G, known: &mut HashMap<G, f64>) -> f64 {
    if let Some(outcome) = position.outcome() {
        return f64::from(u8::from(outcome.winner == Player::First));
    }
    if let Some(&known) = known.get(position) {
        return known;
    }
    let moves = position.legal_moves();
    let sum: f64 = moves
        .iter()
        .map(|&chosen| exact(&position.played(chosen), known))
        .sum();
    let probability = sum / moves.len() as f64;
    known.insert(position.clone(), probability);
    probability
}

/// Five standard deviations: a right implementation fails for less than one seed in a million, and the seed is
/// fixed.
fn agree<G: Game>(position: &G) {
    let expected = exact(position, &mut HashMap::new());
    let mut random = Xoshiro256PlusPlus::seed_from_u64(20_261_129);
    let wins = (0..PLAYOUTS)
        .filter(|_| position.playout(&mut random).winner == Player::First)
        .count();
    let n = f64::from(PLAYOUTS);
    let deviation = (expected * (1.0 - expected) / n).sqrt();
    let found = wins as f64 / n;
    assert!(
        (found - expected).abs() <= 5.0 * deviation,
        "{position:?}: {found} of the playouts won, {expected} expected"
    );
}

#[test]
fn black_narrows_playouts_are_uniform() {
    for (columns, rows) in [(2, 2), (3, 2), (3, 3), (4, 3), (5, 3), (4, 4)] {
        let size = Size::new(columns, rows).expect("a size");
        agree(&BlackNarrows::<1>::start(size).expect("a size of the game"));
    }
    // Positions with cut points, whose placements divide the board; the second is past the middle.
    for line in [
        "5/1x3/5/xx3",
        "5/2x2/3x1/5/1x3",
        "x4/xx3/3xx/3x1",
        "2x/1x1/x1x",
    ] {
        agree(&line.parse::<BlackNarrows<1>>().expect("a position"));
    }
}

#[test]
fn narrows_playouts_are_uniform_and_take_the_exchange() {
    for (columns, rows) in [(2, 2), (3, 2), (4, 2), (8, 1), (4, 3)] {
        let size = Size::new(columns, rows).expect("a size");
        for pie in [Pie::Off, Pie::On] {
            agree(&Narrows::<1>::start(size, pie).expect("a size of the game"));
        }
    }
}

#[test]
fn the_same_seed_makes_the_same_playout_on_every_width() {
    let size = Size::new(8, 8).expect("a size");
    let narrow = BlackNarrows::<1>::start(size).expect("a size of the game");
    let wide = BlackNarrows::<11>::start(size).expect("a size of the game");
    for seed in 0..50 {
        let mut one = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut other = one.clone();
        assert_eq!(
            narrow.playout(&mut one),
            wide.playout(&mut other),
            "seed {seed}"
        );
        assert_eq!(one, other, "as many numbers were drawn, seed {seed}");
    }
}

/// The same playout, one slow question for each point: run through the live points in random order, place where the
/// rule allows it, and stop when no region touches all stones. Says how many stones are placed.
fn slow_placements<const W: usize>(start: &BlackNarrows<W>, random: &mut impl Rng) -> usize {
    let mut board = Board::parse(&start.to_string());
    let mut order: Vec<Cell> = start
        .grid()
        .points(start.live())
        .map(crate::cell_of)
        .collect();
    let mut placements = 0;
    while !order.is_empty() {
        let drawn = random.random_range(0..order.len() as u32) as usize;
        let cell = order.swap_remove(drawn);
        if slow::is_legal_placement(&board, cell) {
            board.stones.insert(cell, 'x');
            placements += 1;
        }
        if slow::has_no_main_region(&board) {
            break;
        }
    }
    placements
}

/// The playout agrees with the slow way on who wins and on every number it draws, so on every placement: from
/// the start, and from the middle and the end of games, where cut points are.
#[test]
fn playouts_are_those_of_the_slow_way() {
    fn agree<const W: usize>(size: Size, seed: u64) {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut position = BlackNarrows::<W>::start(size).expect("a size of the game");
        while !position.is_over() {
            let mut other = random.clone();
            let outcome = position.playout(&mut random);
            let odd = slow_placements(&position, &mut other) % 2 == 1;
            let last = if odd {
                position.to_move()
            } else {
                position.to_move().other()
            };
            assert_eq!(outcome.winner, last, "{position} seed {seed}");
            assert_eq!(
                random, other,
                "as many numbers were drawn: {position} seed {seed}"
            );
            let moves = position.legal_moves();
            position.play_unchecked(moves[random.random_range(0..moves.len() as u32) as usize]);
        }
    }
    for seed in 0..12 {
        for (columns, rows) in [(2, 2), (3, 3), (5, 4), (6, 6), (8, 8), (7, 8), (16, 3)] {
            agree::<1>(Size::new(columns, rows).expect("a size"), seed);
        }
    }
    for seed in 0..2 {
        agree::<3>(Size::new(9, 9).expect("a size"), seed);
    }
}

/// Large boards: the playout ends, and with the winner that the number of its placements says (which only the
/// whole run can tell, so the check is that both players win at times).
#[test]
fn both_players_win_playouts_on_large_boards() {
    fn wins<G: Game>(position: &G) -> usize {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        (0..40)
            .filter(|_| position.playout(&mut random).winner == Player::First)
            .count()
    }
    let size = Size::new(19, 19).expect("a size");
    assert!((5..=35).contains(&wins(&BlackNarrows::<6>::start(size).expect("a size"))));
    let size = Size::new(20, 18).expect("a size");
    assert!((5..=35).contains(&wins(&Narrows::<6>::start(size, Pie::On).expect("a size"))));
}
